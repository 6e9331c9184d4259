"""Four-card poker ranking: the best four of five or six cards, with three of a kind above a flush above a straight.

A value compares with `>`; cards that are not among the four never break a tie.

>>> best_four(cards("As Ac Kd Qh Jc")).category, best_four(cards("Kc Ad 2h 3s 7c")).category
('straight', 'high-card')
>>> best_four(cards("2c 3d 4h 5s Kc")) > best_four(cards("Ac 2d 3h 4s 9c"))
True
>>> best_four(cards("2c 2d 2h 2s 5d")) > best_four(cards("Ah Kh Qh Jh 9c"))
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from croupier.equipment.cards import ACE, Card, cards
from croupier.hands.patterns import Test
from croupier.hands.poker import Value

__all__ = ["FOUR_CARD_ORDER", "PATTERNS", "aces_or_better", "best_four", "cards"]

FOUR_CARD_ORDER: Final = (
    "high-card",
    "pair",
    "two-pair",
    "straight",
    "flush",
    "three-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
)
PATTERNS: Final[dict[str, Test]] = {
    "four-aces": lambda value, cards: value.category == "four-of-a-kind" and value.ranks[0] == ACE,
    "pair-of-aces": lambda value, cards: value.category == "pair" and value.ranks[0] == ACE,
}


def best_four(hand: Sequence[Card]) -> Value:
    """The best four-card hand in five or six cards; ace-two-three-four is the lowest straight."""
    counts: dict[int, int] = {}
    suits: dict[str, int] = {}
    present = 0
    for card in hand:
        counts[card.rank] = counts.get(card.rank, 0) + 1
        suits[card.suit] = suits.get(card.suit, 0) | 1 << card.rank
        present |= 1 << card.rank
    first, second, *_ = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    if counts[first] == 4:
        return _value("four-of-a-kind", first)
    suited = max(suits.values(), key=int.bit_count)
    if top := _straight_top(suited):
        return _value("straight-flush", top)
    if counts[first] == 3:
        return _value("three-of-a-kind", first, *_highest(present & ~(1 << first), 1))
    if suited.bit_count() >= 4:
        return _value("flush", *_highest(suited, 4))
    if top := _straight_top(present):
        return _value("straight", top)
    if counts[second] == 2:
        return _value("two-pair", first, second)
    if counts[first] == 2:
        return _value("pair", first, *_highest(present & ~(1 << first), 2))
    return _value("high-card", *_highest(present, 4))


def aces_or_better(value: Value) -> bool:
    """A pair of aces, or any hand that ranks above a pair."""
    return value.order > FOUR_CARD_ORDER.index("pair") or PATTERNS["pair-of-aces"](value, ())


def _value(category: str, *ranks: int) -> Value:
    return Value(FOUR_CARD_ORDER.index(category), ranks, category)


def _straight_top(present: int) -> int:
    """The top rank of the best four in a row in a bit set of ranks, 0 when there are none; the ace also counts low."""
    present |= present >> ACE & 1 and 1 << 1
    run = present & present << 1 & present << 2 & present << 3
    return run.bit_length() - 1 if run else 0


def _highest(present: int, count: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(ACE, 1, -1) if present >> rank & 1)[:count]
