"""Five cards against the dealer's five, of which the first is seen before the decision."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.places import five_place
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums

CARDS = 10
LOOK = 255
"""The choice of a class of hands that depends on the very cards, and on the one the dealer shows."""


@part
def play(key, index, plan, looks, bands, places, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The place of ante and bet.

    `plan` is the choice by class of the player's hand or, where it says so, `looks` has it by the five cards, a bit for each card
    the dealer may show. `bands` sorts the dealer's classes, and `places[choice, band and result, class]` are places.
    """
    dealt = deal(key, index, CARDS)
    a, b, c, d, e = card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3), card(dealt, 4)
    f, g, h, i, j = card(dealt, 5), card(dealt, 6), card(dealt, 7), card(dealt, 8), card(dealt, 9)
    (ka, sa), (kb, sb), (kc, sc), (kd, sd), (ke, se) = sums(a), sums(b), sums(c), sums(d), sums(e)
    mine = class_of(ka + kb + kc + kd + ke, sa + sb + sc + sd + se, slots, displacement, flush)
    (kf, sf), (kg, sg), (kh, sh), (ki, si), (kj, sj) = sums(f), sums(g), sums(h), sums(i), sums(j)
    dealers = class_of(kf + kg + kh + ki + kj, sf + sg + sh + si + sj, slots, displacement, flush)
    choice = np.int64(plan[mine])
    if choice == LOOK:
        choice = np.int64(looks[five_place(a, b, c, d, e)] >> np.uint64(f) & np.uint64(1))
    result = 0 if mine > dealers else 1 if mine == dealers else 2
    row = (choice * (places.shape[0] // 6) + np.int64(bands[dealers])) * 3 + result
    return np.uint64(places[row, mine])


@counting
def tally(key, first, last, found, plan, looks, bands, places, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        count(found, play(key, np.uint64(index), plan, looks, bands, places, slots, displacement, flush))
