"""Hands as people call them: what a value is in words, whatever ranking it comes from.

>>> named(Value(1, (3, 14), "pair")), named(Value(2, (13, 4, 9), "two-pair")), named(Value(6, (13, 4), "full-house"))
('pair of threes', 'two pair, kings and fours', 'full house, kings over fours')
>>> named(Value(0, (14, 9, 4), "high-card")), named(Value(4, (9,), "straight")), named(Value(7, (3,), "7"))
('ace high', 'straight', '7')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from croupier.equipment.cards import ACE, RANK_NAMES, RANKS, Card
from croupier.hands.poker import Value

_NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NAMES: Final = dict(enumerate(_NUMBERS, start=2)) | RANK_NAMES


def rank_name(rank: int) -> str:
    """One card of a rank: `queen`, `six`; the joker's is 0."""
    return _NAMES.get(rank, "joker")


def plural(rank: int) -> str:
    """Cards of a rank: `queens`, `sixes`; of two a player has deuces."""
    name = rank_name(rank)
    return "deuces" if rank == 2 else f"{name}es" if name.endswith("x") else f"{name}s"


def named(value: Value) -> str:
    """A hand in words. The top of a straight is left out: rankings number their straights each in its own way."""
    match value.category, value.ranks:
        case "high-card", (first, *_):
            return f"{rank_name(first)} high"
        case "pair", (first, *_):
            return f"pair of {plural(first)}"
        case "two-pair", (first, second, *_):
            return f"two pair, {plural(first)} and {plural(second)}"
        case "three-of-a-kind" | "four-of-a-kind" | "five-of-a-kind", (first, *_):
            return f"{value.category.partition('-')[0]} {plural(first)}"
        case "full-house", (first, second, *_):
            return f"full house, {plural(first)} over {plural(second)}"
        case "flush", (first, *_):
            return f"flush, {rank_name(first)} high"
    return value.category.replace("-", " ")


def in_full(value: Value) -> str:
    """A hand in words with the cards that decide between it and others of its name.

    >>> in_full(Value(1, (13, 14, 10, 8), "pair")), in_full(Value(0, (14, 9, 4), "high-card"))
    ('pair of kings with A-10-8', 'ace high with 9-4')
    """
    said = {"two-pair": 2, "full-house": 2, "straight": 5, "straight-flush": 5}.get(value.category, 1)
    rest = "-".join(RANKS[rank - 2].replace("T", "10") for rank in value.ranks[said:])
    return named(value) + (f" with {rest}" if rest else "")


def told_apart(value: Value, others: Iterable[Value]) -> str:
    """A hand in words, in full where another of the same name is worth more or less."""
    alike = any(named(value) == named(other) and value != other for other in others)
    return in_full(value) if alike else named(value)


def alike(cards: Sequence[Card]) -> str:
    """What fewer cards than make a hand hold already: a pair or more of a kind, or nothing that has a name."""
    ranks = [card.rank or ACE for card in cards]
    counts = {rank: ranks.count(rank) for rank in ranks}
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    match [counts[rank] for rank in groups]:
        case [4, *_]:
            return named(Value(0, tuple(groups), "four-of-a-kind"))
        case [3, *_]:
            return named(Value(0, tuple(groups), "three-of-a-kind"))
        case [2, 2, *_]:
            return named(Value(0, tuple(groups), "two-pair"))
        case [2, *_]:
            return named(Value(0, tuple(groups), "pair"))
    return ""
