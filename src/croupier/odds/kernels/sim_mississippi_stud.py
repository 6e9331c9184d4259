"""Mississippi Stud played to net the most: each street wager from the plan, and by the same cards the three-card bonus."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums, three_cards
from croupier.odds.kernels.sim_stud import four_place, last_bet, pair_place, three_place

CARDS = 5
_16 = np.uint64(16)


@part
def play(key, index, third_bets, fourth_bets, four, row_of, shape, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Places of the ante game and of the three-card bonus.

    A round ends at place 1 + path * rows + row: the path is its three street wagers as digits, the row that of the hand's class in
    `row_of`, 0 for a fold. `shape` holds the number of rows and the largest wager; `bonus` goes by three cards.
    """
    dealt = deal(key, index, CARDS)
    a, b, c, d, e = card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3), card(dealt, 4)
    rows, most = shape[0], shape[1]
    third = np.int64(third_bets[pair_place(a, b)])
    fourth = np.int64(fourth_bets[third, three_place(a, b, c)])  # the row of a fold holds folds
    fifth = np.int64(0)
    row = np.int64(0)
    if fourth:
        fifth = last_bet(np.int64(four[four_place(a, b, c, d)]), 1 + third + fourth, most)
        if fifth:
            (ka, ma, ca), (kb, mb, cb), (kc, mc, cc), (kd, md, cd), (ke, me, ce) = sums(a), sums(b), sums(c), sums(d), sums(e)
            keys, masks, counts = ka + kb + kc + kd + ke, ma + mb + mc + md + me, ca + cb + cc + cd + ce
            row = np.int64(row_of[class_of(keys, masks, counts, slots, displacement, flush)])
    path = (third * (most + 1) + fourth) * (most + 1) + fifth
    places = np.uint64(1 + path * rows + row)
    if bonus.size:
        places |= np.uint64(bonus[three_cards(c, d, e)]) << _16
    return places


@counting
def tally(key, first, last, found, third_bets, fourth_bets, four, row_of, shape, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        count(
            found,
            play(key, np.uint64(index), third_bets, fourth_bets, four, row_of, shape, bonus, slots, displacement, flush),
        )
