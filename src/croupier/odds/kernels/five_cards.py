"""Five cards each, of which one of the dealer's may be seen: the subset sweep of `four_card_sweep` over whole poker hands."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np

from croupier.odds.kernels.card_sets import class_hands
from croupier.odds.kernels.evaluate import evaluate_many
from croupier.odds.kernels.four_card import Ordered
from croupier.odds.kernels.four_card_sweep import Matchups, swept

HAND = 5
CLASSES = 7462
_NOTHING = np.zeros((2, 1), np.int64), np.zeros(1, np.int64)
"""No hand here has six cards."""


@lru_cache(maxsize=1)
def ordered(size: int = HAND) -> Ordered:
    """All classes of five cards, from the lowest hand up."""
    assert size == HAND
    cards, symmetries = class_hands(HAND)
    levels = evaluate_many(np.ascontiguousarray(cards.astype(np.int64))).astype(np.int64)
    order = np.argsort(levels, kind="stable")
    levels = levels[order]
    return Ordered(cards[order], symmetries[order], levels, np.searchsorted(levels, np.arange(CLASSES + 2)))


@lru_cache(maxsize=2)
def matchups(*, seen: bool, thresholds: tuple[int, ...] = ()) -> Matchups:
    """A player's five cards against the dealer's five."""
    hands = ordered()
    tally = swept(hands, hands, seen=seen, thresholds=thresholds, tables=_NOTHING)
    return Matchups(hands, tally, comb(46, HAND - 1) if seen else comb(47, HAND))
