"""Five cards seen one by one against a pay table: what the best play does at each street, then rounds played by it.

Sets of cards are numbered as the exact kernels number them; `units` is what each class of hand pays in whole units, a loss -1.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import PAIRS, flop_place, turn_place
from croupier.odds.kernels.evaluate import value
from croupier.odds.kernels.sim_cards import COUNTS, KEYS, MASKS

FLOPS, TURNS = 22100, 270725
LAST_CARDS, LAST_TWO = 48, 49 * 48


@nb.njit(inline="always")
def pair_place(a, b):  # type: ignore[no-untyped-def]
    """Where two cards stand among all pairs."""
    high, low = max(a, b), min(a, b)
    return high * (high - 1) // 2 + low


@nb.njit(inline="always")
def three_place(a, b, c):  # type: ignore[no-untyped-def]
    """Where three cards in any order stand among all sets of three."""
    high, low = max(a, max(b, c)), min(a, min(b, c))
    return flop_place(high, a + b + c - high - low, low)


@nb.njit(inline="always")
def four_place(a, b, c, d):  # type: ignore[no-untyped-def]
    """Where four cards in any order stand among all sets of four."""
    p, q = max(a, b), min(a, b)
    r, s = max(c, d), min(c, d)
    first, last = max(p, r), min(q, s)
    x, y = min(p, r), max(q, s)
    return turn_place(first, max(x, y), min(x, y), last)


@nb.njit(cache=True, nogil=True)
def sums_by_set(units):  # type: ignore[no-untyped-def]
    """What five cards pay, added up over each set of three and of four of them."""
    three = np.zeros(FLOPS, np.int32)
    four = np.zeros(TURNS, np.int32)
    for a in range(4, 52):
        for b in range(3, a):
            for c in range(2, b):
                k3 = KEYS[a] + KEYS[b] + KEYS[c]
                m3 = MASKS[a] + MASKS[b] + MASKS[c]
                c3 = COUNTS[a] + COUNTS[b] + COUNTS[c]
                for d in range(1, c):
                    k4, m4, c4 = k3 + KEYS[d], m3 + MASKS[d], c3 + COUNTS[d]
                    for e in range(d):
                        paid = units[value(k4 + KEYS[e], m4 + MASKS[e], c4 + COUNTS[e])]
                        four[turn_place(b, c, d, e)] += paid
                        four[turn_place(a, c, d, e)] += paid
                        four[turn_place(a, b, d, e)] += paid
                        four[turn_place(a, b, c, e)] += paid
                        four[turn_place(a, b, c, d)] += paid
                        three[flop_place(c, d, e)] += paid
                        three[flop_place(b, d, e)] += paid
                        three[flop_place(b, c, e)] += paid
                        three[flop_place(b, c, d)] += paid
                        three[flop_place(a, d, e)] += paid
                        three[flop_place(a, c, e)] += paid
                        three[flop_place(a, c, d)] += paid
                        three[flop_place(a, b, e)] += paid
                        three[flop_place(a, b, d)] += paid
                        three[flop_place(a, b, c)] += paid
    return three, four


@nb.njit(inline="always")
def last_bet(paid, staked, most):  # type: ignore[no-untyped-def]
    """The best last street wager when the sets' hands pay `paid` in all over 48 cards: 0 is a fold."""
    bet = most if paid > 0 else 1
    if paid * (staked + bet) <= -LAST_CARDS * staked:
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
                        if total > best:
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
                if total > best:
                    best = total
                    third_bets[pair_place(a, b)] = third
            net += best
    return third_bets, fourth_bets, net
