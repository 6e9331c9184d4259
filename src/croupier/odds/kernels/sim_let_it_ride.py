"""Let It Ride played to net the most: a bet rides unless the cards seen lose on average."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.places import four_place, three_place
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums, three_cards

CARDS = 5
_16, _32 = np.uint64(16), np.uint64(32)


@part
def play(key, index, three, four, row_of, shape, fixed, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Places of the three bets, of the fixed-sum bonus by class and of the three-card bonus.

    The bets end at place 1 + rides * rows + row, where rides has bit 1 for the first bet and bit 0 for the second.
    """
    dealt = deal(key, index, CARDS)
    a, b, c, d, e = card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3), card(dealt, 4)
    rides = np.int64(0)
    if three[three_place(a, b, c)] >= 0:
        rides += 2
    if four[four_place(a, b, c, d)] >= 0:
        rides += 1
    (ka, ma, ca), (kb, mb, cb), (kc, mc, cc), (kd, md, cd), (ke, me, ce) = sums(a), sums(b), sums(c), sums(d), sums(e)
    hand = class_of(ka + kb + kc + kd + ke, ma + mb + mc + md + me, ca + cb + cc + cd + ce, slots, displacement, flush)
    places = np.uint64(1 + rides * shape[0] + np.int64(row_of[hand]))
    if fixed.size:
        places |= np.uint64(fixed[hand]) << _16
    if bonus.size:
        places |= np.uint64(bonus[three_cards(a, b, c)]) << _32
    return places


@counting
def tally(key, first, last, found, three, four, row_of, shape, fixed, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        count(found, play(key, np.uint64(index), three, four, row_of, shape, fixed, bonus, slots, displacement, flush))
