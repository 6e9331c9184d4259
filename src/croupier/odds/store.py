"""Prices kept on disk under a hash of the rules and of the code that priced them, so that asking again is instant.

What nobody has asked for on this machine is answered by what ships with the package, where it knows the rules.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from croupier.odds import analyze as analysis
from croupier.odds import kept, shipped
from croupier.odds.price import Price
from croupier.odds.resolved import is_resolved
from croupier.odds.untouched import code_version, untouched
from croupier.table.playable import Playable


def cache_folder() -> Path:
    """Where what took time to compute is kept."""
    from croupier.rules.source import cache_folder as folder

    return folder() / "prices"


def key(game: Playable, wager: str | None, table: str | None, stake: int | None = None) -> str:
    """What a stored price depends on, of a game that is as its id, house rules and version come to."""
    rules = {
        "game": game.terms.id,
        "file": game.terms.file.model_dump(mode="json"),
        "options": dict(game.terms.options),
        "meters": {name: terms.model_dump(mode="json") for name, terms in game.terms.meters.items()},
        "house": {part: dict(value) for part, value in game.terms.house_rules.items()},
        "wager": wager,
        "table": table,
        "stake": stake,
        "code": code_version(),
    }
    # Keys are not sorted: of a table's rows the first that fits is paid.
    return hashlib.sha256(json.dumps(rules, default=str).encode()).hexdigest()


def stored(
    game: Playable, wager: str | None = None, table: str | None = None, *, stake: int | None = None
) -> list[Price] | None:
    """What is kept for this question, or ships with the package; None where it must be worked out."""
    if not (untouched() and is_resolved(game)):
        return None
    try:
        found = json.loads((cache_folder() / f"{key(game, wager, table, stake)}.json").read_text())
        return [kept.read(entry) for entry in found]
    except (OSError, ValueError, TypeError, KeyError):
        return _shipped(game, wager, table) if stake is None else None


def _shipped(game: Playable, wager: str | None, table: str | None) -> list[Price] | None:
    named = None if wager is None else game.terms.names.get(wager) or game.names.get(wager)
    if wager is not None and named is None:
        return None
    called = None if named is None else analysis.printed_name(game, named)
    found = shipped.prices_of(game) or ()
    return [p for p in found if called in (None, p.wager) and table in (None, p.paytable)] or None


def prices(
    game: Playable,
    wager: str | None = None,
    table: str | None = None,
    *,
    stake: int | None = None,
    recompute: bool = False,
) -> Iterator[Price]:
    """Stored prices, or fresh ones which are then kept. `recompute` asks again from nothing."""
    known = None if recompute else stored(game, wager, table, stake=stake)
    if known is not None:
        yield from known
        return
    fresh = []
    for price in analysis.analyze(game, wager, table, stake=stake):
        fresh.append(price)
        yield price
    if not (untouched() and is_resolved(game)):  # what a test changed is neither kept nor taken for it
        return
    path = cache_folder() / f"{key(game, wager, table, stake)}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        temporary.write_text(json.dumps([kept.written(price) for price in fresh]))
        temporary.replace(path)
    except OSError:
        pass  # an unwritable cache costs time, never a result
