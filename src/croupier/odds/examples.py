"""Cards to show a hand of a given value with: what the table is dealt when a class of hands is asked about."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from croupier.equipment.cards import RANKS, SUITS, Card, card
from croupier.hands.poker import Value, best_five, six_card_royal

_GROUPS = {
    "pair": (2, 1, 1, 1),
    "two-pair": (2, 2, 1),
    "three-of-a-kind": (3, 1, 1),
    "full-house": (3, 2),
    "four-of-a-kind": (4, 1),
}
_SUITED = ("flush", "straight-flush", "royal-flush")
_IN_A_ROW = ("straight", "straight-flush", "royal-flush")


def five_cards(value: Value, turn: int = 0) -> tuple[Card, ...]:
    """Five cards of a value; another `turn` gives other suits."""
    if value.category in _IN_A_ROW:
        top = value.ranks[0]
        ranks = [rank if rank > 1 else 14 for rank in range(top, top - 5, -1)]
    else:
        groups = _GROUPS.get(value.category, (1,) * 5)
        ranks = [rank for rank, count in zip(value.ranks, groups, strict=True) for _ in range(count)]
    suits = [0] * 5 if value.category in _SUITED else range(5)
    return tuple(card(RANKS[rank - 2] + SUITS[(suit + turn) % 4]) for rank, suit in zip(ranks, suits, strict=True))


def more_cards(value: Value, size: int, pack: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Five cards and more of which the best five are of a value."""
    for turn in range(4):
        hand = five_cards(value, turn)
        rest = [face for face in (pack if turn % 2 else reversed(pack)) if face not in hand]
        for others in itertools.combinations(rest, size - 5):
            if best_five((*hand, *others)) == value:
                yield (*hand, *others)
                break


def six_card_royals(pack: Sequence[Card]) -> list[tuple[Card, ...]]:
    """The hands from nine to ace of one suit that a pack can deal."""
    suits = dict.fromkeys(face.suit for face in pack)
    hands = (tuple(face for face in pack if face.suit == suit and face.rank >= 9) for suit in suits)
    return [hand for hand in hands if six_card_royal(hand)]
