"""How much of a rulebook is kept: what became of every clause, and which test would fail without it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from croupier.compliance import describe
from croupier.rules.resolve import GameRules

Data = dict[str, Any]
FATES = ("implemented", "untested", "note", "out-of-scope", "heading", "unaccounted")
"""`implemented` clauses have a test that would fail without them; `note` is what binds nobody, or what we say we do not keep."""


def proofs(game: GameRules) -> dict[str, str]:
    """Clause to the test that shows it kept, as `tests/support/proofs.py` found them; nothing for a rulebook without."""
    path = game.path.parent / "proofs" / f"{game.path.stem}.json"
    return json.loads(path.read_text()) if path.is_file() else {}


def clauses(game: GameRules) -> list[Data]:
    """The clauses of the game's own section, with what became of each."""
    first, last = game.file.lines
    shown = proofs(game)
    found = []
    for name, entry in game.clauses.items():
        if not first <= entry.lines[0] <= last:
            continue
        became, where = describe.fate(game, name, entry)
        became = {"procedure-note": "note"}.get(became, became)
        if became == "implemented" and name not in shown:
            became = "untested"
        found.append({"clause": name, "became": became, "where": where, "test": shown.get(name), "says": entry.says})
    return found


def coverage(games: Iterable[GameRules]) -> list[Data]:
    """One row a game: how many clauses its section has, and what became of them."""
    rows = []
    for game in games:
        counts = Counter(entry["became"] for entry in clauses(game))
        rows.append({"game": game.id, "clauses": counts.total(), **{fate: counts[fate] for fate in FATES}})
    return rows
