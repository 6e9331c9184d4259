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
from croupier.odds.kernels.evaluate import KEYS, SUITS, value
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
                k3, s3 = KEYS[a] + KEYS[b] + KEYS[c], SUITS[a] + SUITS[b] + SUITS[c]
                for x in range(k + 1, n - 1):
                    d = pack[x]
                    k4, s4 = k3 + KEYS[d], s3 + SUITS[d]
                    for y in range(x + 1, n):
                        e = pack[y]
                        row = row_of[value(k4 + KEYS[e], s4 + SUITS[e])]
                        found[turn_place(b, c, d, e), row] += 1
                        found[turn_place(a, c, d, e), row] += 1
                        found[turn_place(a, b, d, e), row] += 1
                        found[turn_place(a, b, c, e), row] += 1
                        found[turn_place(a, b, c, d), row] += 1
                        side = 0 if shown[row, 0, 0] < 0 else 1
                        shown[row, side, 0], shown[row, side, 1], shown[row, side, 2] = a, b, c
                        shown[row, side, 3], shown[row, side, 4] = d, e
    return found, shown


_MIX = np.uint64(0x9E3779B97F4A7C15)
_SLOTS = 1 << 16


@nb.njit(cache=True, nogil=True)
def kinds_of_fours(fours):  # type: ignore[no-untyped-def]
    """Four cards by what a last card makes of them: the kind of each, and one four of each kind.

    All that later streets can tell of four cards is how many last cards make which row. A game has 270,725 fours and some dozens of
    kinds, so decisions are weighed once a kind. Kinds are found by hashing the counts, with open addressing.
    """
    slots = np.zeros(_SLOTS, np.int64)
    kind = np.zeros(len(fours), np.uint16)
    first = np.zeros(_SLOTS // 2, np.int64)
    some = 0
    for place in range(len(fours)):
        mixed = np.uint64(0)
        for row in range(fours.shape[1]):
            mixed = (mixed ^ np.uint64(fours[place, row])) * _MIX
            mixed ^= mixed >> np.uint64(29)
        slot = np.int64(mixed >> np.uint64(48))
        while slots[slot]:
            other, alike = first[slots[slot] - 1], True
            for row in range(fours.shape[1]):
                alike = alike and fours[place, row] == fours[other, row]
            if alike:
                break
            slot = (slot + 1) % _SLOTS
        if slots[slot] == 0:
            first[some] = place
            some += 1
            slots[slot] = some
        kind[place] = slots[slot] - 1
    return kind, first[:some]


@nb.njit(cache=True, nogil=True)
def last_street(left, kinds, nets, folds):  # type: ignore[no-untyped-def]
    """With four cards seen and `left` others: the best last decision for each kind after every two decisions before it.

    `worth[kind, third, fourth]` is what it nets over all last cards, `bets[kind]` the decision, `BET_BITS` a path.
    """
    thirds, fourths, fifths, rows = nets.shape
    worth = np.zeros((len(kinds), thirds, fourths), np.int64)
    bets = np.zeros(len(kinds), np.uint32)
    for kind in range(len(kinds)):
        shift = 0
        for third in range(1, thirds):
            for fourth in range(1, fourths):
                best = left * nets[third, fourth, 0, 0] if folds else _LEAST
                bet = 0
                for fifth in range(1, fifths):
                    total = np.int64(0)
                    for row in range(1, rows):
                        total += kinds[kind, row] * nets[third, fourth, fifth, row]
                    if total >= best:
                        best, bet = total, fifth
                worth[kind, third, fourth] = best
                bets[kind] |= np.uint32(bet) << np.uint32(shift)
                shift += BET_BITS
    return worth, bets


@nb.njit(inline="always")
def last_bet(packed, third, fourth, fourths):  # type: ignore[no-untyped-def]
    """The last decision after two others, of which there are `fourths` to choose the second from."""
    shift = np.uint32(BET_BITS * ((third - 1) * fourths + fourth - 1))
    return np.int64((packed >> shift) & np.uint32((1 << BET_BITS) - 1))


@nb.njit(cache=True, nogil=True)
def earlier_streets(pack, kind_of, worth, nets, folds):  # type: ignore[no-untyped-def]
    """The best third decision by two cards, and the best fourth by the third and three cards: 0 is a fold.

    `kind_of[place]` is the kind of four cards, `worth[kind, third, fourth]` what they are worth.
    """
    thirds, fourths, _, _ = nets.shape
    n = len(pack)
    third_bets = np.zeros(PAIRS, np.uint8)
    fourth_bets = np.zeros((thirds, FLOPS), np.uint8)
    on_three = np.zeros((thirds, FLOPS), np.int64)
    totals = np.zeros((thirds, fourths), np.int64)
    for i in range(n - 2):
        for j in range(i + 1, n - 1):
            for k in range(j + 1, n):
                place = flop_place(pack[i], pack[j], pack[k])
                totals[:] = 0
                for x in range(n):
                    if x not in (i, j, k):
                        four = kind_of[four_place(pack[i], pack[j], pack[k], pack[x])]
                        for third in range(1, thirds):
                            for fourth in range(1, fourths):
                                totals[third, fourth] += worth[four, third, fourth]
                for third in range(1, thirds):
                    best = (n - 3) * (n - 4) * nets[third, 0, 0, 0] if folds else _LEAST
                    for fourth in range(1, fourths):
                        if totals[third, fourth] >= best:
                            best = totals[third, fourth]
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
def _from_three(pack, i, j, k, third, fourth_bets, kind_of, folded, reached):  # type: ignore[no-untyped-def]
    """How often three cards seen and a third decision made lead to a fold there, or to each kind of four."""
    n = len(pack)
    fourth = fourth_bets[third, three_place(pack[i], pack[j], pack[k])]
    if fourth == 0:
        folded[third] += (n - 3) * (n - 4)
        return
    for x in range(n):
        if x not in (i, j, k):
            reached[third, fourth, kind_of[four_place(pack[i], pack[j], pack[k], pack[x])]] += 1


@nb.njit(cache=True, nogil=True)
def all_ends(pack, own, third_bets, fourth_bets, kind_of, kinds, bets, ends):  # type: ignore[no-untyped-def]
    """Into `ends[third, fourth, fifth, row]` how many deals end so: of two own cards, or of three and then the third decision is 1.

    Deals are counted as far as the kind of four cards; its last decision and its last cards are then the same for all of them.
    """
    n = len(pack)
    thirds, fourths, _, rows = ends.shape
    folded = np.zeros(thirds, np.int64)
    reached = np.zeros((thirds, fourths, len(kinds)), np.int64)
    for i in range(n - 1):
        for j in range(i + 1, n):
            third = np.int64(third_bets[pair_place(pack[i], pack[j])]) if own == 2 else np.int64(1)
            if third == 0:
                ends[0, 0, 0, 0] += (n - 2) * (n - 3) * (n - 4)
                continue
            for k in range(n):
                if k not in (i, j) and (own == 2 or k > j):
                    _from_three(pack, i, j, k, third, fourth_bets, kind_of, folded, reached)
    for third in range(1, thirds):
        ends[third, 0, 0, 0] += folded[third]
        for fourth in range(1, fourths):
            for kind in range(len(kinds)):
                deals = reached[third, fourth, kind]
                fifth = last_bet(bets[kind], third, fourth, fourths - 1)
                if fifth == 0:
                    ends[third, fourth, 0, 0] += deals * (n - 4)
                else:
                    for row in range(1, rows):
                        ends[third, fourth, fifth, row] += deals * kinds[kind, row]
