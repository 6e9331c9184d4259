"""Low poker: which of several hands is the lowest, as each text ranks them. A better hand compares with `>`, as a high one does.

>>> low_value(cards("6h 4d 3c 2s Ah"), "ace-to-six") > low_value(cards("5h 4d 3c 2s Ah"), "ace-to-six")
True
>>> low_value(cards("5h 4d 3c 2s Ah"), "ace-to-five") > low_value(cards("6h 4d 3c 2s Ah"), "ace-to-five")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Literal, get_args

from croupier.equipment.cards import ACE, Card
from croupier.hands.poker import FIVE_CARD_ORDER, Value, best_five, cards

__all__ = ["LOWS", "Low", "best_low", "cards", "fives_of", "low_value", "qualifies"]

Low = Literal["ace-to-five", "ace-to-six", "deuce-to-seven", "lowest-high-hand"]
"""The ace low and straights and flushes ignored; the same with them counted; the ace always high, so that five to ace is no
straight; or simply the lowest hand of the high scale, where it is one."""
LOWS: tuple[Low, ...] = get_args(Low)
LOW_ACE = 1
FLUSH = FIVE_CARD_ORDER.index("flush")
NO_PAIR, STRAIGHT_FLUSH = FIVE_CARD_ORDER.index("high-card"), FIVE_CARD_ORDER.index("straight-flush")
_ALIKE = {
    sum(count * count for count in alike): FIVE_CARD_ORDER.index(category)
    for category, alike in {
        "high-card": (1, 1, 1, 1, 1),
        "pair": (2, 1, 1, 1),
        "two-pair": (2, 2, 1),
        "three-of-a-kind": (3, 1, 1),
        "full-house": (3, 2),
        "four-of-a-kind": (4, 1),
    }.items()
}
"""Where only ranks count: what five cards are, by how many are alike, each card counted once for every card of its rank."""


def _ranks(hand: Iterable[Card], ace: int) -> tuple[int, ...]:
    """Ranks, those there are most of first, then the highest."""
    ranks = [ace if card.rank == ACE else card.rank for card in hand]
    return tuple(sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True))


def _order(hand: Sequence[Card], kind: Low) -> int:
    """The place of five cards on the high scale, without what this kind of low poker does not count."""
    if kind == "ace-to-five":
        ranks = [card.rank for card in hand]
        return _ALIKE[sum(map(ranks.count, ranks))]
    order = best_five(hand).order
    if kind == "deuce-to-seven" and {card.rank for card in hand} == {ACE, 2, 3, 4, 5}:
        return FLUSH if order == STRAIGHT_FLUSH else NO_PAIR
    return order


def low_value(hand: Sequence[Card], kind: Low) -> Value:
    """What five cards are worth as a low hand."""
    if kind == "lowest-high-hand":
        high = best_five(hand)
        return Value(-high.order, tuple(-rank for rank in high.ranks), high.category)
    order = _order(hand, kind)
    ace = ACE if kind == "deuce-to-seven" else LOW_ACE
    return Value(-order, tuple(-rank for rank in _ranks(hand, ace)), FIVE_CARD_ORDER[order])


def best_low(fives: Iterable[Sequence[Card]], kind: Low) -> Value:
    """The best low of several fives."""
    if kind == "ace-to-five":  # suits count for nothing: of fives with the same ranks one will do
        fives = {tuple(sorted(card.rank for card in five)): five for five in fives}.values()
    return max(low_value(five, kind) for five in fives)


def qualifies(value: Value, qualifier: int) -> bool:
    """Is a low hand without a pair and with nothing above the qualifying rank?"""
    return value.order == -NO_PAIR and -value.ranks[0] <= qualifier


def fives_of(hand: Sequence[Card], board: Sequence[Card], *, two_and_three: bool = False) -> Iterable[tuple[Card, ...]]:
    """Every five cards that a hand may be made of: any of them, or exactly two of one's own and three of the board."""
    if not two_and_three:
        return combinations((*hand, *board), 5)
    return ((*own, *shared) for own in combinations(hand, 2) for shared in combinations(board, 3))
