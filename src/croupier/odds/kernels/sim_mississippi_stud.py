"""Mississippi Stud played to net the most: each street wager from the plan, and by the same cards the three-card bonus."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import PAIRS
from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.places import FLOPS, flop_place, four_place, pair_place, three_place
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums, three_cards

CARDS = 5
LAST_CARDS, LAST_TWO = 48, 49 * 48
_16 = np.uint64(16)


@nb.njit(inline="always")
def last_bet(paid, staked, most):  # type: ignore[no-untyped-def]
    """The best last street wager when the sets' hands pay `paid` in all over 48 cards: 0 is a fold."""
    bet = most if paid >= 0 else 1
    if paid * (staked + bet) < -LAST_CARDS * staked:
        bet = 0
    return bet


@nb.njit(cache=True, nogil=True)
def mississippi_plan(four, most):  # type: ignore[no-untyped-def]
    """The best third street wager by hole cards, the best fourth by third and three cards, and what all hole cards net together.

    A wager is a number of antes, 0 a fold. The net is over all ordered deals of three community cards to a pair, in antes.
    """
    third_bets = np.zeros(PAIRS, np.uint8)
    fourth_bets = np.zeros((most + 1, FLOPS), np.uint8)
    worth = np.zeros((most + 1, FLOPS), np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                place = flop_place(a, b, c)
                for third in range(1, most + 1):
                    best = -np.int64(LAST_TWO) * (1 + third)
                    for fourth in range(1, most + 1):
                        staked = 1 + third + fourth
                        total = np.int64(0)
                        for d in range(52):
                            if d != a and d != b and d != c:
                                paid = np.int64(four[four_place(a, b, c, d)])
                                bet = last_bet(paid, staked, most)
                                total += paid * (staked + bet) if bet else -LAST_CARDS * staked
                        if total >= best:
                            best = total
                            fourth_bets[third, place] = fourth
                    worth[third, place] = best
    net = np.int64(0)
    for a in range(52):
        for b in range(a):
            best = -np.int64(50 * LAST_TWO)
            for third in range(1, most + 1):
                total = np.int64(0)
                for c in range(52):
                    if c not in (a, b):
                        total += worth[third, three_place(a, b, c)]
                if total >= best:
                    best = total
                    third_bets[pair_place(a, b)] = third
            net += best
    return third_bets, fourth_bets, net


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
