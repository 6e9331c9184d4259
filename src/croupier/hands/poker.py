"""Poker ranking for three cards and for the best five of five, six or seven.

A value compares with `>` and names its category. Suits never break a tie.

>>> three_card(cards("Ah 2d 3c")).category, three_card(cards("Kh Ad 2c")).category
('straight', 'high-card')
>>> three_card(cards("4c 3d 2h")) > three_card(cards("Ah 3d 2c"))
True
>>> best_five(cards("Ac Kc Qc Jc Tc 9c")).category
'royal-flush'
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from croupier.equipment.cards import ACE, JOKER, SUITS, Card, cards, deck

__all__ = ["FIVE_CARD_ORDER", "THREE_CARD_ORDER", "Value", "best_five", "cards", "six_card_royal", "three_card"]

THREE_CARD_ORDER: Final = ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush")
FIVE_CARD_ORDER: Final = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)


class Value(NamedTuple):
    """A hand's worth: category first, then the ranks that decide between hands of one category."""

    order: int
    ranks: tuple[int, ...]
    category: str


def three_card(hand: Sequence[Card]) -> Value:
    """Three cards, with three of a kind above a straight and a straight above a flush; A-2-3 is the lowest straight."""
    low, middle, high = sorted(card.rank for card in hand)
    flush = hand[0].suit == hand[1].suit == hand[2].suit
    if high - middle == 1 == middle - low:
        return Value(5, (high,), "straight-flush") if flush else Value(3, (high,), "straight")
    if low == 2 and middle == 3 and high == ACE:
        return Value(5, (3,), "straight-flush") if flush else Value(3, (3,), "straight")
    if low == middle == high:
        return Value(4, (high,), "three-of-a-kind")
    if flush:
        return Value(2, (high, middle, low), "flush")
    if low == middle:
        return Value(1, (middle, high), "pair")
    if middle == high:
        return Value(1, (middle, low), "pair")
    return Value(0, (high, middle, low), "high-card")


def three_card_with_joker(hand: Sequence[Card]) -> Value:
    """Three cards, the joker among them an ace or whatever card completes a straight or a flush."""
    natural = [card for card in hand if card is not JOKER]
    if len(natural) == len(hand):
        return three_card(hand)
    unlike = next(suit for suit in SUITS if suit not in {card.suit for card in natural})
    others = [(card, three_card([*natural, card])) for card in deck() if card not in natural]
    completed = [value for _, value in others if value.category in ("straight", "flush", "straight-flush")]
    return max([*completed, *(value for card, value in others if (card.rank, card.suit) == (ACE, unlike))])


def _straight_top(present: int) -> int:
    """The top rank of the best five in a row in a bit set of ranks, 0 when there are none; the ace also counts low."""
    present |= present >> ACE & 1 and 1 << 1
    run = present & present << 1 & present << 2 & present << 3 & present << 4
    return run.bit_length() - 1 if run else 0


def best_five(hand: Sequence[Card]) -> Value:
    """The best five-card poker hand in five, six or seven cards."""
    suits = {card.suit for card in hand}
    by_rank = _of_ranks(tuple(sorted([card.rank for card in hand])))
    if len(suits) > len(hand) - 4:  # no suit can have five of them
        return by_rank
    for suit in suits:
        held = {card.rank for card in hand if card.suit == suit}
        if len(held) >= 5:
            return max(by_rank, _of_suit(held), key=itemgetter(0))
    return by_rank


def _of_suit(ranks: set[int]) -> Value:
    """Five ranks or more of one suit."""
    present = sum(1 << rank for rank in ranks)
    if top := _straight_top(present):
        return Value(9, (top,), "royal-flush") if top == ACE else Value(8, (top,), "straight-flush")
    return Value(5, _top(present, 5), "flush")


@lru_cache(maxsize=1 << 17)  # five, six or seven cards of one deck have 73,775 sets of ranks
def _of_ranks(ranks: tuple[int, ...]) -> Value:
    """The best five of cards of which no five are of one suit."""
    counts: dict[int, int] = {}
    present = 0
    for rank in ranks:
        counts[rank] = counts.get(rank, 0) + 1
        present |= 1 << rank
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    first = groups[0]
    if counts[first] == 4:
        return Value(7, (first, max(rank for rank in groups if rank != first)), "four-of-a-kind")
    second = groups[1]
    if counts[first] == 3 and counts[second] >= 2:
        return Value(6, (first, second), "full-house")
    top = _straight_top(present)
    if top:
        return Value(4, (top,), "straight")
    if counts[first] == 3:
        return Value(3, (first, *_top(present & ~(1 << first), 2)), "three-of-a-kind")
    if counts[first] == 2:
        if counts[second] == 2:
            return Value(2, (first, second, *_top(present & ~(1 << first | 1 << second), 1)), "two-pair")
        return Value(1, (first, *_top(present & ~(1 << first), 3)), "pair")
    return Value(0, _top(present, 5), "high-card")


def _top(present: int, count: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(ACE, 1, -1) if present >> rank & 1)[:count]


def six_card_royal(hand: Sequence[Card]) -> str | None:
    """The suit of A-K-Q-J-10-9 all of one suit in exactly six cards, or None."""
    if len(hand) != 6 or len({card.suit for card in hand}) > 1 or {card.rank for card in hand} != set(range(9, 15)):
        return None
    return hand[0].suit
