"""Ultimate Texas Hold'em over the board sweep: sums of net for each decision, in whole half-units."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import PAIR, RENAMED, flop_place, rank_holes


@nb.njit(cache=True, nogil=True)
def sweep(boards, weights, first, last, classes, names, blind, threshold, plays, later, raised):  # type: ignore[no-untyped-def]
    """Add boards first to last: into `later[flop class, renamed hole cards]` the sums of checking and of betting the flop, into
    `raised[hole cards]` those of raising at once.

    `blind[v]` is twice what the blind pays on a winning hand of class v; `plays` are the multiples before the flop, on it and at
    the end. Sums are twice the net, over 990 dealer's hands.
    """
    values = np.empty(1081, np.int64)
    low = np.empty(1081, np.int64)
    high = np.empty(1081, np.int64)
    tally = np.empty((1081, 5), np.int64)
    nets = np.empty((1081, 2), np.int64)
    pairs = np.empty(1081, np.int64)
    for number in range(first, last):
        board = boards[number]
        weight = weights[number]
        rank_holes(board, threshold, low, high, values, tally)
        for n in range(1081):
            base = 2 * (tally[n, 3] - tally[n, 4]) + tally[n, 0] * blind[values[n]] - 2 * tally[n, 2]
            edge = 2 * (tally[n, 0] - tally[n, 2])
            pair = PAIR[high[n], low[n]]
            pairs[n] = pair
            nets[n, 0] = weight * max(base + plays[2] * edge, -4 * 990)
            nets[n, 1] = weight * (base + plays[1] * edge)
            raised[pair] += weight * (base + plays[0] * edge)
        for i in range(5):
            for j in range(i + 1, 5):
                x, y, z = -1, -1, -1
                for k in range(5):  # the flop is the board without its cards i and j
                    if k != i and k != j:
                        if x < 0:
                            x = np.int64(board[k])
                        elif y < 0:
                            y = np.int64(board[k])
                        else:
                            z = np.int64(board[k])
                place = flop_place(x, y, z)
                row = later[classes[place]]
                renamed = RENAMED[names[place]]
                for n in range(1081):
                    pair = renamed[pairs[n]]
                    row[pair, 0] += nets[n, 0]
                    row[pair, 1] += nets[n, 1]


@nb.njit(cache=True, nogil=True)
def tally_ends(boards, weights, first, last, classes, names, row_of, threshold, plays, raises, bets, folds_below, ends):  # type: ignore[no-untyped-def]
    """How rounds end under the decisions found: `ends[decision, blind row, result]` over boards, flops, hole cards and dealers.

    Decisions: 0 raised at once, 1 bet on the flop, 2 bet at the end, 3 folded. Results: 0 won and 1 lost against a dealer who
    qualifies, 2 won and 3 lost against one who does not, 4 tied. `row_of[v]` is the blind's row of class v.
    """
    values = np.empty(1081, np.int64)
    low = np.empty(1081, np.int64)
    high = np.empty(1081, np.int64)
    tally = np.empty((1081, 5), np.int64)
    pairs = np.empty(1081, np.int64)
    betting = np.empty(1081, np.int64)
    for number in range(first, last):
        board = boards[number]
        weight = weights[number]
        rank_holes(board, threshold, low, high, values, tally)
        for n in range(1081):
            pairs[n] = PAIR[high[n], low[n]]
            betting[n] = 0
        for i in range(5):
            for j in range(i + 1, 5):
                x, y, z = -1, -1, -1
                for k in range(5):
                    if k != i and k != j:
                        if x < 0:
                            x = np.int64(board[k])
                        elif y < 0:
                            y = np.int64(board[k])
                        else:
                            z = np.int64(board[k])
                place = flop_place(x, y, z)
                row = bets[classes[place]]
                renamed = RENAMED[names[place]]
                for n in range(1081):
                    betting[n] += row[renamed[pairs[n]]]
        for n in range(1081):
            blind_row = row_of[values[n]]
            wins, ties, losses = tally[n, 0], tally[n, 1], tally[n, 2]
            wins_q, losses_q = tally[n, 3], tally[n, 4]
            for decision in range(3):
                if raises[pairs[n]]:
                    times = 10 if decision == 0 else 0
                elif decision == 0:
                    times = 0
                elif decision == 1:
                    times = betting[n]
                else:
                    times = 10 - betting[n]
                if times == 0:
                    continue
                counted = weight * times
                if decision == 2:
                    base = 2 * (wins_q - losses_q) + wins * folds_below[values[n]] - 2 * losses
                    if base + plays[2] * 2 * (wins - losses) < -4 * 990:
                        ends[3, 0, 0] += counted * 990
                        continue
                ends[decision, blind_row, 0] += counted * wins_q
                ends[decision, blind_row, 1] += counted * losses_q
                ends[decision, blind_row, 2] += counted * (wins - wins_q)
                ends[decision, blind_row, 3] += counted * (losses - losses_q)
                ends[decision, blind_row, 4] += counted * ties
