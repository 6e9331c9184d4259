"""A wager on the player's own five cards, by their class alone."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums

CARDS = 5


@part
def play(key, index, places, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The place of the wager: `places` goes by class."""
    dealt = deal(key, index, CARDS)
    (ka, sa), (kb, sb), (kc, sc) = sums(card(dealt, 0)), sums(card(dealt, 1)), sums(card(dealt, 2))
    (kd, sd), (ke, se) = sums(card(dealt, 3)), sums(card(dealt, 4))
    return np.uint64(places[class_of(ka + kb + kc + kd + ke, sa + sb + sc + sd + se, slots, displacement, flush)])


@counting
def tally(key, first, last, found, places, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        count(found, play(key, np.uint64(index), places, slots, displacement, flush))
