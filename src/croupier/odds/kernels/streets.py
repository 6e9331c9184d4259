"""Five cards seen one by one, a decision before each of the last ones: the best play found backwards, and how every round ends.

A path is three decisions, each a number from 1, or 0 for a fold that ends it. `nets[third, fourth, fifth, row]` is what the table
settles a path for with a hand of a row; row 0 is a fold's. Nothing is assumed about these figures: not that they add up street by
street, nor that they grow with the bets. Where choices are worth the same the last one is made, the largest bet, as in the
strategies that are published: the edge is the same. `pack` has its cards in descending order.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import PAIRS
from croupier.odds.kernels.evaluate import COUNTS, KEYS, MASKS, value
from croupier.odds.kernels.places import FLOPS, TURNS, flop_place, four_place, pair_place, three_place, turn_place

BET_BITS = 2
"""How many bits the last decision takes for each pair of decisions before it: at most three choices."""
_LEAST = np.int64(-(1 << 62))


@nb.njit(cache=True, nogil=True)
def rows_of_fours(pack, row_of, rows):  # type: ignore[no-untyped-def]
    """How many last cards make which row of each four cards; and of each row the first and the last five cards that have it."""
    found = np.zeros((TURNS, rows), np.uint8)
    shown = np.full((rows, 2, 5), -1, np.int64)
    n = len(pack)
    for i in range(n - 4):
        for j in range(i + 1, n - 3):
            for k in range(j + 1, n - 2):
                a, b, c = pack[i], pack[j], pack[k]
                k3, m3, c3 = KEYS[a] + KEYS[b] + KEYS[c], MASKS[a] + MASKS[b] + MASKS[c], COUNTS[a] + COUNTS[b] + COUNTS[c]
                for x in range(k + 1, n - 1):
                    d = pack[x]
                    k4, m4, c4 = k3 + KEYS[d], m3 + MASKS[d], c3 + COUNTS[d]
                    for y in range(x + 1, n):
                        e = pack[y]
                        row = row_of[value(k4 + KEYS[e], m4 + MASKS[e], c4 + COUNTS[e])]
                        found[turn_place(b, c, d, e), row] += 1
                        found[turn_place(a, c, d, e), row] += 1
                        found[turn_place(a, b, d, e), row] += 1
                        found[turn_place(a, b, c, e), row] += 1
                        found[turn_place(a, b, c, d), row] += 1
                        side = 0 if shown[row, 0, 0] < 0 else 1
                        shown[row, side, 0], shown[row, side, 1], shown[row, side, 2] = a, b, c
                        shown[row, side, 3], shown[row, side, 4] = d, e
    return found, shown


@nb.njit(cache=True, nogil=True)
def last_street(pack, first, last, fours, nets, folds, worth, bets):  # type: ignore[no-untyped-def]
    """With four cards seen, the highest of them from `first` to `last` of the pack: the best last decision after every two before it.

    Into `worth[third, fourth, place]` what it nets over all last cards, into `bets[place]` the decision, `BET_BITS` a path.
    """
    thirds, fourths, fifths, rows = nets.shape
    n = len(pack)
    held, numbers = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
    for i in range(first, min(last, n - 3)):
        for j in range(i + 1, n - 2):
            for k in range(j + 1, n - 1):
                for x in range(k + 1, n):
                    place = turn_place(pack[i], pack[j], pack[k], pack[x])
                    some = 0
                    for row in range(1, rows):
                        if fours[place, row]:
                            held[some], numbers[some] = row, fours[place, row]
                            some += 1
                    chosen, shift = np.uint32(0), 0
                    for third in range(1, thirds):
                        for fourth in range(1, fourths):
                            best = (n - 4) * nets[third, fourth, 0, 0] if folds else _LEAST
                            bet = 0
                            for fifth in range(1, fifths):
                                total = np.int64(0)
                                for place_held in range(some):
                                    total += numbers[place_held] * nets[third, fourth, fifth, held[place_held]]
                                if total >= best:
                                    best, bet = total, fifth
                            worth[third, fourth, place] = best
                            chosen |= np.uint32(bet) << np.uint32(shift)
                            shift += BET_BITS
                    bets[place] = chosen


@nb.njit(inline="always")
def last_bet(packed, third, fourth, fourths):  # type: ignore[no-untyped-def]
    """The last decision after two others, of which there are `fourths` to choose the second from."""
    shift = np.uint32(BET_BITS * ((third - 1) * fourths + fourth - 1))
    return np.int64((packed >> shift) & np.uint32((1 << BET_BITS) - 1))


@nb.njit(cache=True, nogil=True)
def earlier_streets(pack, worth, nets, folds):  # type: ignore[no-untyped-def]
    """The best third decision by two cards, and the best fourth by the third and three cards: 0 is a fold."""
    thirds, fourths, _, _ = nets.shape
    n = len(pack)
    third_bets = np.zeros(PAIRS, np.uint8)
    fourth_bets = np.zeros((thirds, FLOPS), np.uint8)
    on_three = np.zeros((thirds, FLOPS), np.int64)
    for i in range(n - 2):
        for j in range(i + 1, n - 1):
            for k in range(j + 1, n):
                place = flop_place(pack[i], pack[j], pack[k])
                for third in range(1, thirds):
                    best = (n - 3) * (n - 4) * nets[third, 0, 0, 0] if folds else _LEAST
                    for fourth in range(1, fourths):
                        total = np.int64(0)
                        for x in range(n):
                            if x not in (i, j, k):
                                total += worth[third, fourth, four_place(pack[i], pack[j], pack[k], pack[x])]
                        if total >= best:
                            best = total
                            fourth_bets[third, place] = fourth
                    on_three[third, place] = best
    for i in range(n - 1):
        for j in range(i + 1, n):
            best = (n - 2) * (n - 3) * (n - 4) * nets[0, 0, 0, 0] if folds else _LEAST
            for third in range(1, thirds):
                total = np.int64(0)
                for k in range(n):
                    if k not in (i, j):
                        total += on_three[third, three_place(pack[i], pack[j], pack[k])]
                if total >= best:
                    best = total
                    third_bets[pair_place(pack[i], pack[j])] = third
    return third_bets, fourth_bets


@nb.njit(inline="always")
def _from_three(pack, i, j, k, third, fourth_bets, bets, fours, ends):  # type: ignore[no-untyped-def]
    """How rounds end from three cards seen and a third decision made."""
    fourths = ends.shape[1] - 1
    n = len(pack)
    fourth = fourth_bets[third, three_place(pack[i], pack[j], pack[k])]
    if fourth == 0:
        ends[third, 0, 0, 0] += (n - 3) * (n - 4)
        return
    for x in range(n):
        if x not in (i, j, k):
            place = four_place(pack[i], pack[j], pack[k], pack[x])
            fifth = last_bet(bets[place], third, fourth, fourths)
            if fifth == 0:
                ends[third, fourth, 0, 0] += n - 4
            else:
                for row in range(1, ends.shape[3]):
                    ends[third, fourth, fifth, row] += fours[place, row]


@nb.njit(cache=True, nogil=True)
def all_ends(pack, own, third_bets, fourth_bets, bets, fours, ends):  # type: ignore[no-untyped-def]
    """Into `ends[third, fourth, fifth, row]` how many deals end so: of two own cards, or of three and then the third decision is 1."""
    n = len(pack)
    for i in range(n - 1):
        for j in range(i + 1, n):
            third = np.int64(third_bets[pair_place(pack[i], pack[j])]) if own == 2 else np.int64(1)
            if third == 0:
                ends[0, 0, 0, 0] += (n - 2) * (n - 3) * (n - 4)
                continue
            for k in range(n):
                if k not in (i, j) and (own == 2 or k > j):
                    _from_three(pack, i, j, k, third, fourth_bets, bets, fours, ends)
