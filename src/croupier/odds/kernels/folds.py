"""How many deals of each class of five cards are folded by a game's best play: what a chip on those cards loses by it."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import KEYS, SUITS, value
from croupier.odds.kernels.kinds import FACE, KIND, KINDS, flush_suit, rank_kinds, unseen
from croupier.odds.kernels.places import flop_place, four_place, pair_place, three_place, without
from croupier.odds.kernels.streets import BET_BITS
from croupier.odds.kernels.ultimate import folds


@nb.njit(cache=True, nogil=True)
def street_folds(hands, weights, levels, third, fourth, last, fourths, found):  # type: ignore[no-untyped-def]
    """Into `found[level, stage]`: orders in which five cards come, by the street on which they are folded; stage 3 is no fold."""
    rest = np.empty(3, np.int64)
    for row in range(len(hands)):
        counts = found[levels[row]]
        for i in range(5):
            for j in range(i):
                a, b = hands[row, i], hands[row, j]
                bet = third[pair_place(a, b)]
                if bet == 0:
                    counts[0] += 6 * weights[row]
                    continue
                n = 0
                for k in range(5):
                    if k not in (i, j):
                        rest[n] = hands[row, k]
                        n += 1
                for x in range(3):
                    more = fourth[bet, three_place(a, b, rest[x])]
                    if more == 0:
                        counts[1] += 2 * weights[row]
                        continue
                    shift = np.uint32(BET_BITS * ((bet - 1) * (fourths - 1) + more - 1))
                    for y in range(3):
                        if y != x:
                            packed = last[four_place(a, b, rest[x], rest[y])]
                            stage = 3 if (packed >> shift) & np.uint32((1 << BET_BITS) - 1) else 2
                            counts[stage] += weights[row]


@nb.njit(cache=True, nogil=True)
def river_folds(boards, weights, first, start, stop, row_of, figures, threshold, paths, raises, bets, found):  # type: ignore[no-untyped-def]
    """Into `found[level]`: rounds folded at the end, by the class of hole cards and flop; `bets[place of flop, hole cards]`."""
    values = np.empty(KINDS, np.int64)
    tally = np.empty((KINDS, 5), np.int64)
    folded = np.empty(KINDS, np.uint8)
    free = np.empty(47, np.int64)
    flop = np.empty(3, np.int64)
    pairs = np.empty(1081, np.int64)  # those that fold unless they bet on the flop, and their cards as `value` takes them
    keys, suits = np.empty(1081, np.uint64), np.empty(1081, np.uint64)
    for number in range(start, stop):
        board = boards[first[number]]
        for kind in range(rank_kinds(board, flush_suit(board), threshold, values, tally)):
            folded[kind] = 1 if folds(tally, kind, figures[row_of[values[kind]]], paths) else 0
        for place in range(first[number], first[number + 1]):
            board = boards[place]
            unseen(board, free)
            face = FACE[flush_suit(board)]
            size = 0
            for x in range(47):
                high = free[x]
                kind_of = KIND[face[high]]
                for y in range(x):
                    pair = high * (high - 1) // 2 + free[y]
                    if folded[kind_of[face[free[y]]]] and not raises[pair]:
                        pairs[size], keys[size], suits[size] = pair, KEYS[high] + KEYS[free[y]], SUITS[high] + SUITS[free[y]]
                        size += 1
            for i in range(5):
                for j in range(i + 1, 5):
                    without(board, i, j, flop)
                    on_flop = bets[flop_place(flop[0], flop[1], flop[2])]
                    key = KEYS[flop[0]] + KEYS[flop[1]] + KEYS[flop[2]]
                    suit = SUITS[flop[0]] + SUITS[flop[1]] + SUITS[flop[2]]
                    for n in range(size):
                        if not on_flop[pairs[n]]:
                            found[value(key + keys[n], suit + suits[n])] += weights[place]
