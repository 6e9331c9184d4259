"""Two cards as they are dealt: pairs, and two ranks of one suit or of two; the named hands that pay tables print.

>>> two_card(cards("Kd Ad")).category, PATTERNS["ace-king-same-suit"](two_card(cards("Kd Ad")), cards("Kd Ad"))
('suited', True)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from croupier.equipment.cards import ACE, Card, cards
from croupier.hands.patterns import Both, Test
from croupier.hands.poker import Value

__all__ = ["PATTERNS", "cards", "two_card"]

JACK, QUEEN, KING = 11, 12, 13


def two_card(hand: Sequence[Card]) -> Value:
    """Two cards: a pair, or two ranks of one suit or of two; suit never decides between unlike ranks."""
    low, high = sorted(card.rank for card in hand)
    if low == high:
        return Value(1, (high,), "pair")
    return Value(0, (high, low), "suited" if hand[0].suit == hand[1].suit else "unsuited")


def _pair(low: int, high: int) -> Test:
    return lambda value, cards: value.category == "pair" and low <= value.ranks[0] <= high


def _ace_with(*others: int, category: str) -> Test:
    return lambda value, cards: value.category == category and value.ranks[0] == ACE and value.ranks[1] in others


PATTERNS: Final[dict[str, Test]] = {
    "player-aces-and-dealer-aces": Both(_pair(ACE, ACE), lambda held: all(card.rank == ACE for card in held)),
    "pair-of-aces": _pair(ACE, ACE),
    "ace-king-same-suit": _ace_with(KING, category="suited"),
    "ace-queen-or-ace-jack-same-suit": _ace_with(QUEEN, JACK, category="suited"),
    "ace-king-different-suits": _ace_with(KING, category="unsuited"),
    "pair-of-kings-queens-or-jacks": _pair(JACK, KING),
    "ace-queen-or-ace-jack-different-suits": _ace_with(QUEEN, JACK, category="unsuited"),
    "pair-2s-through-10s": _pair(2, 10),
}
