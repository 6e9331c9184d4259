"""Prices kept on disk under a hash of the rules and of the code that priced them, so that asking again is instant."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

from croupier.odds import analyze as analysis
from croupier.odds.cells import parts_of
from croupier.odds.price import OnAPoint, OnMeter, Outcome, Price, WithOdds
from croupier.table.playable import Playable


def cache_folder() -> Path:
    """Where what took time to compute is kept."""
    from croupier.rules.source import cache_folder as folder

    return folder() / "prices"


@lru_cache(maxsize=1)
def code_version() -> str:
    """A hash of everything that prices: the odds, the hands and the tests that settle."""
    found = hashlib.sha256()
    root = Path(__file__).parent.parent
    for part in ("odds", "hands", "table", "games", "rules"):
        for path in sorted((root / part).rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()


def as_written(game: Playable) -> bool:
    """Does the table do what its files say? What a test changed in the program is neither kept nor taken for it."""
    ours = (
        str(Path(__file__).parent.parent),
        str(Path(os.__file__).parent),
        "<",
    )  # the last two: what classes are given by Python
    for holder in parts_of(game):
        for name, part in vars(holder).items():
            if isinstance(part, FunctionType) and not name.startswith("__") and not part.__code__.co_filename.startswith(ours):
                return False
    return True


def key(game: Playable, wager: str | None, table: str | None, stake: int | None = None) -> str:
    """What a stored price depends on."""
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
    return hashlib.sha256(json.dumps(rules, sort_keys=True, default=str).encode()).hexdigest()


def _write(price: Price) -> dict[str, Any]:
    return {
        "wager": price.wager,
        "paytable": price.paytable,
        "strategy": price.strategy,
        "method": price.method,
        "clause": price.clause,
        "readings": list(price.readings),
        "note": price.note,
        "decided": _text(price.decided),
        "rolls": _text(price.rolls),
        "with_odds": [[figure.odds, str(figure.house_edge)] for figure in price.with_odds],
        "on_a_point": [[figure.point, str(figure.house_edge)] for figure in price.on_a_point],
        "meter": None if price.meter is None else [*price.meter[:2], *map(str, price.meter[2:])],
        "outcomes": [[o.outcome, o.weight, str(o.net), str(o.staked)] for o in price.outcomes],
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _read(kept: dict[str, Any]) -> Price:
    outcomes = tuple(
        Outcome(name, weight, Fraction(net), Fraction(staked)) for name, weight, net, staked in kept.pop("outcomes")
    )
    meter = kept.pop("meter")
    on_meter = None if meter is None else OnMeter(meter[0], meter[1], Fraction(meter[2]), Fraction(meter[3]))
    return Price(
        outcomes=outcomes,
        readings=tuple(kept.pop("readings")),
        meter=on_meter,
        decided=_fraction(kept.pop("decided")),
        rolls=_fraction(kept.pop("rolls")),
        with_odds=tuple(WithOdds(odds, Fraction(edge)) for odds, edge in kept.pop("with_odds")),
        on_a_point=tuple(OnAPoint(point, Fraction(edge)) for point, edge in kept.pop("on_a_point")),
        **kept,
    )


def stored(
    game: Playable, wager: str | None = None, table: str | None = None, *, stake: int | None = None
) -> list[Price] | None:
    """What is kept for this question, if anything readable is."""
    if not as_written(game):
        return None
    try:
        kept = json.loads((cache_folder() / f"{key(game, wager, table, stake)}.json").read_text())
        return [_read(entry) for entry in kept]
    except (OSError, ValueError, TypeError, KeyError):
        return None


def prices(
    game: Playable,
    wager: str | None = None,
    table: str | None = None,
    *,
    stake: int | None = None,
    recompute: bool = False,
) -> Iterator[Price]:
    """Stored prices, or fresh ones which are then kept. `recompute` asks again from nothing."""
    kept = None if recompute else stored(game, wager, table, stake=stake)
    if kept is not None:
        yield from kept
        return
    fresh = []
    for price in analysis.analyze(game, wager, table, stake=stake):
        fresh.append(price)
        yield price
    if not as_written(game):
        return
    path = cache_folder() / f"{key(game, wager, table, stake)}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        temporary.write_text(json.dumps([_write(price) for price in fresh]))
        temporary.replace(path)
    except OSError:
        pass  # an unwritable cache costs time, never a result
