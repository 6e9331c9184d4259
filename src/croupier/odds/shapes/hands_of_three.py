"""Hands of three cards that stand for all of a pack."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from croupier.odds.kernels.tables import Array

HAND = COMMUNITY = 3
NAMES = 32
"""An entry of the table of hands is the hand's number times this, plus the renaming of suits that leads there."""


class Hands(NamedTuple):
    """Hands that stand for all: their cards, how many each stands for, and the entry of every three cards by place."""

    cards: Array
    weights: Array
    entries: Array


def hands_of(pack: Array) -> Hands:
    """Threes of a pack: of a whole deck one of each class of suits, of any other each by itself."""
    import numpy as np

    from croupier.odds.card_numbers import CARDS, place_of
    from croupier.odds.kernels.card_sets import class_hands, named_sets

    if len(pack) == CARDS:
        known, (classes, names) = class_hands(HAND), named_sets(HAND)
        return Hands(known.cards.astype(np.int64), known.weights, classes.astype(np.int64) * NAMES + names)
    cards = np.array(list(itertools.combinations(pack.tolist(), HAND)), np.int64)
    entries = np.zeros(place_of(range(CARDS - HAND, CARDS)) + 1, np.int64)
    entries[[place_of(hand) for hand in cards.tolist()]] = np.arange(len(cards)) * NAMES
    return Hands(cards, np.ones(len(cards), np.int64), entries)
