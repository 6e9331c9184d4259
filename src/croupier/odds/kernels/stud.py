"""Games of five cards seen one by one against a pay table: what to do with each street, and how every round ends.

Where choices are worth the same the larger bet is made, as in the strategies that are published: the edge is the same.
`units` gives the payout of each of the 7,462 classes in whole units (the push 0, a loss -1).
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import COUNTS, KEYS, MASKS, SUITS, packed_value, value
from croupier.odds.kernels.places import FLOPS, TURNS, flop_place, turn_place


@nb.njit(inline="always")
def _last_bet(total, staked, most):  # type: ignore[no-untyped-def]
    """The bet that nets the most, 0 to fold, with four cards seen and `total` the units of the 48 last cards."""
    fold, low, high = -48 * staked, total * (staked + 1), total * (staked + most)
    if fold > low and fold > high:
        return 0
    return most if high >= low else 1


@nb.njit(cache=True)
def mississippi(first, second, row_of, units, most, ends):  # type: ignore[no-untyped-def]
    """Two hole cards played to net the most: into `ends[stake, row]` how rounds end, of 50 * 49 * 48.

    `row_of[class]` is a hand's row of the table and `units[row]` what it pays; row 0 counts folds. The stake is the number of antes
    put up: bets are 1 to `most` antes, or a fold.
    """
    deck = np.empty(50, np.int64)
    n = 0
    for card in range(52):
        if card != first and card != second:
            deck[n] = card
            n += 1
    # After two community cards: the rows of the 48 last cards, and the sum of their units, which decides the last bet.
    rows = np.zeros((50, 50, len(units)), np.uint8)
    sums = np.zeros((50, 50), np.int64)
    for i in range(50):
        for j in range(i):
            key = KEYS[first] + KEYS[second] + KEYS[deck[i]] + KEYS[deck[j]]
            suits = SUITS[first] + SUITS[second] + SUITS[deck[i]] + SUITS[deck[j]]
            for k in range(j):
                row = row_of[packed_value(key + KEYS[deck[k]], suits + SUITS[deck[k]])]
                for a, b in ((i, j), (i, k), (j, k)):
                    rows[a, b, row] += 1
                    sums[a, b] += units[row]
    for i in range(50):
        for j in range(i):
            rows[j, i] = rows[i, j]
            sums[j, i] = sums[i, j]
    # Stakes add up, so what a street is worth depends on the bets before it.
    first_choice = 0
    fourth_street = np.zeros((50, most + 1), np.int64)
    top = -np.int64(50 * 49 * 48)
    for third in range(1, most + 1):
        total = np.int64(0)
        for i in range(50):
            bound = -np.int64(49 * 48) * (1 + third)
            for fourth in range(1, most + 1):
                staked = 1 + third + fourth
                worth = np.int64(0)
                for j in range(50):
                    if j != i:
                        worth += max(-48 * staked, max(sums[i, j] * (staked + 1), sums[i, j] * (staked + most)))
                if worth >= bound:
                    bound = worth
                    fourth_street[i, third] = fourth
            total += bound
        if total >= top:
            top = total
            first_choice = third
    if first_choice == 0:
        ends[1, 0] += 50 * 49 * 48
        return
    for i in range(50):
        fourth = fourth_street[i, first_choice]
        if fourth == 0:
            ends[1 + first_choice, 0] += 49 * 48
            continue
        staked = 1 + first_choice + fourth
        for j in range(50):
            if j == i:
                continue
            last = _last_bet(sums[i, j], staked, most)
            if last == 0:
                ends[staked, 0] += 48
                continue
            for row in range(len(units)):
                ends[staked + last, row] += rows[i, j, row]


@nb.njit(inline="always")
def fours_of(a, b, c, d, e):  # type: ignore[no-untyped-def]
    """The places of the sets of four among five cards, in descending order: each without one card, the first card first."""
    return (
        turn_place(b, c, d, e),
        turn_place(a, c, d, e),
        turn_place(a, b, d, e),
        turn_place(a, b, c, e),
        turn_place(a, b, c, d),
    )


@nb.njit(inline="always")
def threes_of(a, b, c, d, e):  # type: ignore[no-untyped-def]
    """The places of the sets of three among five cards, in descending order, each with the two cards that it lacks."""
    return (
        (flop_place(c, d, e), 0, 1),
        (flop_place(b, d, e), 0, 2),
        (flop_place(b, c, e), 0, 3),
        (flop_place(b, c, d), 0, 4),
        (flop_place(a, d, e), 1, 2),
        (flop_place(a, c, e), 1, 3),
        (flop_place(a, c, d), 1, 4),
        (flop_place(a, b, e), 2, 3),
        (flop_place(a, b, d), 2, 4),
        (flop_place(a, b, c), 3, 4),
    )


@nb.njit(cache=True, nogil=True)
def sums_by_set(units, cards=52):  # type: ignore[no-untyped-def]
    """What five cards pay, added up over each set of three and of four of them. The pack may be of the lowest `cards` only."""
    three = np.zeros(FLOPS, np.int32)
    four = np.zeros(TURNS, np.int32)
    for a in range(4, cards):
        for b in range(3, a):
            for c in range(2, b):
                k3 = KEYS[a] + KEYS[b] + KEYS[c]
                m3 = MASKS[a] + MASKS[b] + MASKS[c]
                c3 = COUNTS[a] + COUNTS[b] + COUNTS[c]
                for d in range(1, c):
                    k4, m4, c4 = k3 + KEYS[d], m3 + MASKS[d], c3 + COUNTS[d]
                    for e in range(d):
                        paid = units[value(k4 + KEYS[e], m4 + MASKS[e], c4 + COUNTS[e])]
                        for place in fours_of(a, b, c, d, e):
                            four[place] += paid
                        for place, _, _ in threes_of(a, b, c, d, e):
                            three[place] += paid
    return three, four


@nb.njit(cache=True, nogil=True)
def let_it_ride(units, ends, cards=52):  # type: ignore[no-untyped-def]
    """Three own cards and two that are turned one by one: into `ends[bets left standing, class]` how every deal ends.

    A bet rides unless the cards seen so far lose on average. Each five cards are dealt in 20 ways.
    """
    on_three, on_four = sums_by_set(units, cards)
    for a in range(4, cards):
        for b in range(3, a):
            for c in range(2, b):
                k3 = KEYS[a] + KEYS[b] + KEYS[c]
                m3 = MASKS[a] + MASKS[b] + MASKS[c]
                c3 = COUNTS[a] + COUNTS[b] + COUNTS[c]
                for d in range(1, c):
                    k4, m4, c4 = k3 + KEYS[d], m3 + MASKS[d], c3 + COUNTS[d]
                    for e in range(d):
                        hand = value(k4 + KEYS[e], m4 + MASKS[e], c4 + COUNTS[e])
                        fours = fours_of(a, b, c, d, e)
                        for place, last, other in threes_of(a, b, c, d, e):
                            first_rides = 1 if on_three[place] >= 0 else 0
                            # The four cards seen before the last one: all but the last.
                            ends[1 + first_rides + (1 if on_four[fours[last]] >= 0 else 0), hand] += 1
                            ends[1 + first_rides + (1 if on_four[fours[other]] >= 0 else 0), hand] += 1
