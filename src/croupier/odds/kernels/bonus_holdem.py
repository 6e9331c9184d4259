"""Hold'em with even-money street wagers: how often each pair of cards wins, by flop and by flop and turn."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import RENAMED
from croupier.odds.kernels.kinds import COLUMNS, KINDS, LOSSES, WINS, flush_suit, over_rivers, rank_kinds
from croupier.odds.kernels.places import flop_place, without

WON, WON_PAID, LOST = range(3)
"""Dealer's hands beaten, those of them beaten with a hand on which the ante is paid, and dealer's hands that win."""

RIVERS_AND_DEALS = 46 * 990


@nb.njit(cache=True, nogil=True)
def results(boards, first, classes, start, stop, paid, counts):  # type: ignore[no-untyped-def]
    """Into `counts[class, kind of hole cards, column]` how hole cards fare on the boards of classes start to stop, of 990
    dealer's hands; `paid[v]` is 1 where the ante is paid on a winning hand of class v."""
    values = np.empty(KINDS, np.int64)
    tally = np.empty((KINDS, 5), np.int64)
    for number in range(start, stop):
        board = boards[first[number]]
        row = counts[classes[number]]
        for kind in range(rank_kinds(board, flush_suit(board), 0, values, tally)):
            row[kind, WON] = tally[kind, WINS]
            row[kind, WON_PAID] = tally[kind, WINS] * paid[values[kind]]
            row[kind, LOST] = tally[kind, LOSSES]


@nb.njit(cache=True, nogil=True)
def sweep(turns, weights, start, stop, classes, names, counts, on_flop, on_turn, base):  # type: ignore[no-untyped-def]
    """Add flops with a turn start to stop: wins less losses into `on_flop` (by class and renamed hole cards), what the best river
    wager gains into `on_turn[hole cards]`, and into `base[hole cards]` wins less losses and what the ante nets."""
    pairs = np.empty(1128, np.int64)
    sums = np.empty((1128, COLUMNS), np.int64)
    flop = np.empty(3, np.int64)
    for number in range(start, stop):
        weight = weights[number]
        over_rivers(turns[number], counts, pairs, sums)
        for n in range(1128):
            edge = sums[n, WON] - sums[n, LOST]
            on_turn[pairs[n]] += weight * max(edge, 0)
            base[pairs[n], 0] += weight * edge
            base[pairs[n], 1] += weight * (sums[n, WON_PAID] - sums[n, LOST])
        for i in range(4):
            without(turns[number], i, -1, flop)
            place = flop_place(flop[0], flop[1], flop[2])
            row = on_flop[classes[place]]
            renamed = RENAMED[names[place]]
            for n in range(1128):
                row[renamed[pairs[n]], 0] += weight * (sums[n, WON] - sums[n, LOST])


@nb.njit(cache=True, nogil=True)
def tally_ends(turns, weights, start, stop, counts, plays, turn_bets, ends):  # type: ignore[no-untyped-def]
    """How rounds end: `ends[street wagers made, result]` over flops with a turn start to stop, rivers, hole cards and dealers.

    Results: 0 won, 1 won with the ante paid, 2 lost, 3 tied; row 3 of the first index counts folds. `plays[hole cards]` and
    `turn_bets[place of flop, hole cards]` are the decisions; the river wager is made where one wins more often than one loses.
    """
    pairs = np.empty(1128, np.int64)
    sums = np.empty((1128, COLUMNS), np.int64)
    flop = np.empty(3, np.int64)
    betting = np.empty(turn_bets.shape[1], np.uint8)
    for number in range(start, stop):
        weight = weights[number]
        over_rivers(turns[number], counts, pairs, sums)
        betting[:] = 0
        for i in range(4):
            without(turns[number], i, -1, flop)
            row = turn_bets[flop_place(flop[0], flop[1], flop[2])]
            for pair in range(len(betting)):
                betting[pair] += row[pair]
        for n in range(1128):
            if not plays[pairs[n]]:
                ends[3, 0] += 4 * weight * RIVERS_AND_DEALS
                continue
            won, won_paid, lost = sums[n, WON], sums[n, WON_PAID], sums[n, LOST]
            tied = RIVERS_AND_DEALS - won - lost
            river_bet = 1 if won > lost else 0
            for turn_bet in range(2):
                times = weight * (betting[pairs[n]] if turn_bet else 4 - betting[pairs[n]])
                end = ends[turn_bet + river_bet]
                end[0] += times * (won - won_paid)
                end[1] += times * won_paid
                end[2] += times * lost
                end[3] += times * tied
