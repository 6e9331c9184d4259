"""Hold'em with even-money street wagers: how often each pair of cards wins, by flop and by flop and turn."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import PAIR, RENAMED, flop_place, rank_holes, turn_place


@nb.njit(inline="always")
def _without(board, i, j, rest):  # type: ignore[no-untyped-def]
    """The board's cards but i and j (j may be -1), in descending order as the board has them."""
    n = 0
    for k in range(5):
        if k != i and k != j:
            rest[n] = board[k]
            n += 1


@nb.njit(cache=True, nogil=True)
def sweep(boards, weights, first, last, flops, flop_names, turns, turn_names, ante, on_flop, on_turn, base):  # type: ignore[no-untyped-def]
    """Add wins less losses into `on_flop` and `on_turn` (by class and renamed hole cards) and, into `base[hole cards]`, wins
    less losses and what the ante nets, where `ante[v]` is what it pays on a winning hand of class v."""
    values = np.empty(1081, np.int64)
    low = np.empty(1081, np.int64)
    high = np.empty(1081, np.int64)
    tally = np.empty((1081, 5), np.int64)
    pairs = np.empty(1081, np.int64)
    edges = np.empty(1081, np.int64)
    rest = np.empty(4, np.int64)
    for number in range(first, last):
        board = boards[number]
        weight = weights[number]
        rank_holes(board, 0, low, high, values, tally)
        for n in range(1081):
            pair = PAIR[high[n], low[n]]
            pairs[n] = pair
            edges[n] = weight * (tally[n, 0] - tally[n, 2])
            base[pair, 0] += edges[n]
            base[pair, 1] += weight * (tally[n, 0] * ante[values[n]] - tally[n, 2])
        for i in range(5):
            _without(board, i, -1, rest)
            place = turn_place(rest[0], rest[1], rest[2], rest[3])
            row = on_turn[turns[place]]
            renamed = RENAMED[turn_names[place]]
            for n in range(1081):
                row[renamed[pairs[n]]] += edges[n]
            for j in range(i + 1, 5):
                _without(board, i, j, rest)
                place = flop_place(rest[0], rest[1], rest[2])
                row = on_flop[flops[place]]
                renamed = RENAMED[flop_names[place]]
                for n in range(1081):
                    row[renamed[pairs[n]]] += edges[n]


@nb.njit(cache=True, nogil=True)
def tally_ends(boards, weights, first, last, flops, flop_names, turns, turn_names, paid, plays, turn_bets, river_bets, ends):  # type: ignore[no-untyped-def]
    """How rounds end: `ends[street wagers made, ante paid, result]` over boards, orders of their cards, hole cards and dealers.

    Results: 0 won, 1 lost, 2 tied; row 3 of the first index counts folds. Each board is seen in 20 ways: ten flops, two turns.
    """
    values = np.empty(1081, np.int64)
    low = np.empty(1081, np.int64)
    high = np.empty(1081, np.int64)
    tally = np.empty((1081, 5), np.int64)
    pairs = np.empty(1081, np.int64)
    at_flop = np.empty((1081, 5, 5), np.uint8)
    at_turn = np.empty((1081, 5), np.uint8)
    rest = np.empty(4, np.int64)
    for number in range(first, last):
        board = boards[number]
        weight = weights[number]
        rank_holes(board, 0, low, high, values, tally)
        for n in range(1081):
            pairs[n] = PAIR[high[n], low[n]]
        for i in range(5):
            _without(board, i, -1, rest)
            place = turn_place(rest[0], rest[1], rest[2], rest[3])
            row = river_bets[turns[place]]
            renamed = RENAMED[turn_names[place]]
            for n in range(1081):
                at_turn[n, i] = row[renamed[pairs[n]]]
            for j in range(i + 1, 5):
                _without(board, i, j, rest)
                place = flop_place(rest[0], rest[1], rest[2])
                row = turn_bets[flops[place]]
                renamed = RENAMED[flop_names[place]]
                for n in range(1081):
                    at_flop[n, i, j] = row[renamed[pairs[n]]]
        for n in range(1081):
            if not plays[pairs[n]]:
                ends[3, 0, 0] += 20 * 990 * weight
                continue
            made = np.zeros(3, np.int64)
            for i in range(5):
                for j in range(i + 1, 5):
                    made[at_flop[n, i, j] + at_turn[n, i]] += 1  # i is the river, j the turn
                    made[at_flop[n, i, j] + at_turn[n, j]] += 1
            row_paid = paid[values[n]]
            for bets in range(3):
                ends[bets, row_paid, 0] += weight * made[bets] * tally[n, 0]
                ends[bets, row_paid, 1] += weight * made[bets] * tally[n, 2]
                ends[bets, row_paid, 2] += weight * made[bets] * tally[n, 1]
