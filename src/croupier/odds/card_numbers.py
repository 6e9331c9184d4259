"""Cards as the kernels number them: four times the rank, from the deuce up, and the suit."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

import numpy as np

from croupier.equipment.cards import RANKS, SUITS, Card, card
from croupier.odds.advice import Sight
from croupier.odds.kernels.tables import Array

CARDS = 52


def number_of(card: Card) -> int:
    """A card's number."""
    return 4 * (card.rank - 2) + SUITS.index(card.suit)


def kernel_card(number: int) -> Card:
    """The card of a number."""
    return card(RANKS[number >> 2] + SUITS[number & 3])


def numbers(cards: Iterable[Card]) -> Array:
    """Cards in the order given."""
    return np.array([number_of(card) for card in cards], np.int64)


def place_of(held: Iterable[int]) -> int:
    """Where a set of cards, by their numbers, stands among all sets of as many; see `kernels.places`."""
    return sum(comb(number, size) for size, number in enumerate(sorted(held), start=1))


def unseen(sight: Sight) -> Array:
    """Every card of the deck that the seat does not see, lowest first: what the dealer and the stub are drawn from."""
    known = set(numbers(sight.known).tolist())
    return np.array([number for number in range(CARDS) if number not in known], np.int64)
