"""A rulebook against itself and against the others: where its text is broken, silent or at odds with itself, and what of it is not kept.

What a reading decides is found where the reading is written; what other texts rule on and this one does not, by asking them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from croupier.compliance import coverage, describe
from croupier.errors import RulebookError
from croupier.rules.resolve import GameRules

Data = dict[str, Any]
KINDS = {
    "broken": "files that cannot be read",
    "unaccounted": "clauses nobody accounts for",
    "contradiction": "clauses that contradict each other",
    "damage": "damaged text",
    "silent": "questions the text does not answer",
    "ambiguous": "clauses that can be read in several ways",
    "not-ruled": "irregularities that other rulebooks rule on at the same game",
    "players-favour": "wagers that cost the house, under a pay table the text allows",
    "note": "clauses that bind nobody, or that are not kept",
    "untested": "clauses kept without a test that shows it",
}
"""What an audit finds, the gravest first."""
GRAVE = ("broken", "unaccounted")
"""Faults of ours, not of the text."""
RULED_ELSEWHERE = 2
"""So many other rulebooks rule on an irregularity where its absence is told: one alone may speak of its own equipment."""


def audit(
    games: Sequence[GameRules],
    others: Iterable[GameRules],
    edges: Mapping[str, Iterable[tuple[str, str, float]]],
    broken: Iterable[RulebookError] = (),
) -> list[Data]:
    """A row a finding. `others` are games of other rulebooks; `edges` what wagers are known to cost, by game: wager, pay table, edge."""
    known = [(game.game, frozenset(game.file.rulings)) for game in others]
    found = [_found("broken", "", [], str(error)) for error in broken]
    for game in games:
        found += _of_readings(game)
        found += _of_clauses(game)
        found += _not_ruled(game, [ruled for name, ruled in known if name == game.game])
        found += _for_players(game, edges.get(game.id, ()))
    order = list(KINDS)
    return sorted(found, key=lambda finding: order.index(finding["kind"]))


def _found(kind: str, game: str, clauses: Collection[str], says: str, **more: Any) -> Data:
    return {"kind": kind, "game": game, "clause": ", ".join(clauses), "says": says, **more}


def _of_readings(game: GameRules) -> Iterator[Data]:
    """Where somebody had to decide what the text means, what was adopted and what rests on it."""
    for reading in describe.readings(game):
        adopted = {name: reading[name] for name in ("reading", "adopted", "because", "used_by")}
        yield _found(reading["kind"], game.id, reading["clauses"], reading["text"], **adopted)


def _of_clauses(game: GameRules) -> Iterator[Data]:
    read = {clause for reading in game.file.readings.values() for clause in reading.clauses}
    for entry in coverage.clauses(game):
        name = entry["clause"]
        damage = game.clauses[name].damage
        if damage and name not in read:  # else its reading tells
            yield _found("damage", game.id, [name], damage)
        if entry["became"] in KINDS:
            yield _found(entry["became"], game.id, [name], entry["says"])


def _not_ruled(game: GameRules, others: Sequence[frozenset[str]]) -> Iterator[Data]:
    times = Counter(name for ruled in others for name in ruled)
    for name, seen in sorted(times.items()):
        if seen >= RULED_ELSEWHERE and name not in game.file.rulings:
            yield _found("not-ruled", game.id, [game.clause], f"{name}: {seen} of {len(others)} other rulebooks rule on it")


def _for_players(game: GameRules, edges: Iterable[tuple[str, str, float]]) -> Iterator[Data]:
    for wager, table, edge in edges:
        if edge < 0:
            clause = [
                entry.clause for entry in game.paytables if (entry.wager, entry.id) == (game.names.get(wager, wager), table)
            ]
            told = f"{wager}, pay table {table}: the player gains {-edge:.4%}"
            yield _found("players-favour", game.id, clause[:1], told, wager=wager, paytable=table, house_edge=edge)


def summary(findings: Iterable[Data]) -> dict[str, int]:
    """How many of each kind, of those there are."""
    counts = Counter(finding["kind"] for finding in findings)
    return {kind: counts[kind] for kind in KINDS if counts[kind]}
