"""Games of five cards seen one by one against a pay table: what to do with each street, and how every round ends.

`units` gives the payout of each of the 7,462 classes in whole units (the push 0, a loss -1).
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import flop_place, turn_place
from croupier.odds.kernels.evaluate import COUNTS, KEYS, MASKS, value


@nb.njit(cache=True)
def mississippi(first, second, units, most, ends):  # type: ignore[no-untyped-def]
    """Two hole cards: the expected net of the best play in units times 50*49*48, and into `ends[stake, class]` how it ends.

    Class 0 of `ends` counts folds; the stake is the number of antes put up. Bets are 1 to `most` antes, or a fold.
    """
    deck = np.empty(50, np.int64)
    n = 0
    for card in range(52):
        if card != first and card != second:
            deck[n] = card
            n += 1
    key = KEYS[first] + KEYS[second]
    masks = MASKS[first] + MASKS[second]
    counts = COUNTS[first] + COUNTS[second]
    # After two community cards: the sum of units over the 48 last cards decides the last bet.
    sums = np.zeros((50, 50), np.int64)
    for i in range(50):
        for j in range(i):
            k2 = key + KEYS[deck[i]] + KEYS[deck[j]]
            m2 = masks + MASKS[deck[i]] + MASKS[deck[j]]
            c2 = counts + COUNTS[deck[i]] + COUNTS[deck[j]]
            total = 0
            for k in range(50):
                if k != i and k != j:
                    card = deck[k]
                    total += units[value(k2 + KEYS[card], m2 + MASKS[card], c2 + COUNTS[card])]
            sums[i, j] = total
            sums[j, i] = total
    best = np.int64(0)
    first_choice = 0
    # Third street bet t, fourth street bet f, fifth street bet v: stakes add up, so each street is 1, most or fold.
    street_four = np.zeros((50, most + 1), np.int64)
    top = -np.int64(50 * 49 * 48)
    for third in range(1, most + 1):
        total = np.int64(0)
        for i in range(50):
            # The best fourth street bet with one card seen.
            bound = -np.int64(49 * 48) * (1 + third)
            choice = 0
            for fourth in range(1, most + 1):
                staked = 1 + third + fourth
                worth = np.int64(0)
                for j in range(50):
                    if j != i:
                        fold = -np.int64(48) * staked
                        low = sums[i, j] * (staked + 1)
                        high = sums[i, j] * (staked + most)
                        worth += max(fold, max(low, high))
                if worth > bound:
                    bound = worth
                    choice = fourth
            street_four[i, third] = choice
            total += bound
        if total > top:
            top = total
            first_choice = third
    best = top
    if first_choice == 0:
        ends[1, 0] += 50 * 49 * 48
        return best
    third = first_choice
    for i in range(50):
        fourth = street_four[i, third]
        if fourth == 0:
            ends[1 + third, 0] += 49 * 48
            continue
        staked = 1 + third + fourth
        for j in range(50):
            if j == i:
                continue
            fold = -np.int64(48) * staked
            low = sums[i, j] * (staked + 1)
            high = sums[i, j] * (staked + most)
            if fold >= low and fold >= high:
                ends[staked, 0] += 48
                continue
            last = staked + (most if high > low else 1)
            k2 = key + KEYS[deck[i]] + KEYS[deck[j]]
            m2 = masks + MASKS[deck[i]] + MASKS[deck[j]]
            c2 = counts + COUNTS[deck[i]] + COUNTS[deck[j]]
            for k in range(50):
                if k != i and k != j:
                    card = deck[k]
                    ends[last, value(k2 + KEYS[card], m2 + MASKS[card], c2 + COUNTS[card])] += 1
    return best


@nb.njit(cache=True)
def let_it_ride(units, ends):  # type: ignore[no-untyped-def]
    """Three own cards and two that are turned one by one: into `ends[bets left standing, class]` how every deal ends.

    A bet rides when the cards seen so far net more than nothing on average. Each five cards are dealt in 20 ways.
    """
    on_three = np.zeros(22100, np.int64)
    on_four = np.zeros(270725, np.int64)
    for counting in range(2):
        for a in range(4, 52):
            for b in range(3, a):
                for c in range(2, b):
                    k3 = KEYS[a] + KEYS[b] + KEYS[c]
                    m3 = MASKS[a] + MASKS[b] + MASKS[c]
                    c3 = COUNTS[a] + COUNTS[b] + COUNTS[c]
                    for d in range(1, c):
                        k4, m4, c4 = k3 + KEYS[d], m3 + MASKS[d], c3 + COUNTS[d]
                        for e in range(d):
                            hand = value(k4 + KEYS[e], m4 + MASKS[e], c4 + COUNTS[e])
                            fours = (
                                turn_place(b, c, d, e),
                                turn_place(a, c, d, e),
                                turn_place(a, b, d, e),
                                turn_place(a, b, c, e),
                                turn_place(a, b, c, d),
                            )
                            threes = (
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
                            if counting == 0:
                                for place in fours:
                                    on_four[place] += units[hand]
                                for place, _, _ in threes:
                                    on_three[place] += units[hand]
                            else:
                                for place, last, other in threes:
                                    first_rides = 1 if on_three[place] > 0 else 0
                                    # The four cards seen before the last one: all but the last.
                                    ends[1 + first_rides + (1 if on_four[fours[last]] > 0 else 0), hand] += 1
                                    ends[1 + first_rides + (1 if on_four[fours[other]] > 0 else 0), hand] += 1
