"""The same cards in other suits: a table that pays by suits, or breaks ties by them, is found out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from croupier.equipment.cards import SUITS, Card, card

Hand = tuple[Card, ...]

TURNS: Final = tuple(dict(zip(SUITS, SUITS[turn:] + SUITS[:turn], strict=True)) for turn in range(len(SUITS)))
"""Every suit for itself, then for the next, so that a card has had each of them in the end."""


def turned(*hands: Sequence[Card]) -> Iterator[tuple[Hand, ...]]:
    """Hands that share no card, in each turn of the suits, as they are first; a joker has none.

    >>> from croupier.equipment.cards import cards
    >>> [" ".join(map(str, hand)) for (hand,) in turned(cards("Kc Qh"))]
    ['Kc Qh', 'Kd Qs', 'Kh Qc', 'Ks Qd']
    """
    for turn in TURNS:
        yield tuple(
            tuple(card(face.text[0] + turn[face.suit]) if face.suit in turn else face for face in hand) for hand in hands
        )
