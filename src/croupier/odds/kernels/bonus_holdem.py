"""Hold'em with street wagers at will: how often each pair of cards wins, by flop and by flop and turn.

What a round nets comes in arrays by cell: won with a lower hand, won with a higher one, lost, tied.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import RENAMED
from croupier.odds.kernels.kinds import COLUMNS, KINDS, LOSSES, WINS, flush_suit, over_rivers, rank_kinds
from croupier.odds.kernels.places import flop_place, without

WON, WON_PAID, LOST = range(3)
"""Dealer's hands beaten, those of them beaten with a hand of the higher row, and dealer's hands that win."""

BASE, TURN, RIVER, FOLDED = range(4)
"""What no later wager nets, what one on the turn and one on the river add, and what a fold nets."""

RIVERS_AND_DEALS = 46 * 990


@nb.njit(inline="always")
def net(sums, nets):  # type: ignore[no-untyped-def]
    """What hole cards net over all rivers and dealer's hands; `nets` goes by cell."""
    won, paid, lost = sums[WON], sums[WON_PAID], sums[LOST]
    return (won - paid) * nets[0] + paid * nets[1] + lost * nets[2] + (RIVERS_AND_DEALS - won - lost) * nets[3]


@nb.njit(cache=True, nogil=True)
def results(boards, first, classes, start, stop, paid, counts):  # type: ignore[no-untyped-def]
    """Into `counts[class, kind of hole cards, column]` how hole cards fare on the boards of classes start to stop, of 990
    dealer's hands; `paid[v]` is 1 for classes of the higher row."""
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
def sweep(turns, weights, start, stop, classes, names, counts, nets, on_flop, on_turn, base):  # type: ignore[no-untyped-def]
    """Add flops with a turn start to stop: what a turn wager adds into `on_flop` (by class and renamed hole cards), what the best river
    wager adds into `on_turn[hole cards]`, and into `base[hole cards]` what is netted without either, and by a fold."""
    pairs = np.empty(1128, np.int64)
    sums = np.empty((1128, COLUMNS), np.int64)
    gains = np.empty(1128, np.int64)
    flop = np.empty(3, np.int64)
    for number in range(start, stop):
        weight = weights[number]
        over_rivers(turns[number], counts, pairs, sums)
        for n in range(1128):
            gains[n] = weight * net(sums[n], nets[TURN])
            on_turn[pairs[n]] += weight * max(net(sums[n], nets[RIVER]), 0)
            base[pairs[n], 0] += weight * net(sums[n], nets[BASE])
            base[pairs[n], 1] += weight * net(sums[n], nets[FOLDED])
        for i in range(4):
            without(turns[number], i, -1, flop)
            place = flop_place(flop[0], flop[1], flop[2])
            row = on_flop[classes[place]]
            renamed = RENAMED[names[place]]
            for n in range(1128):
                row[renamed[pairs[n]], 0] += gains[n]


@nb.njit(cache=True, nogil=True)
def river_plan(turns, start, stop, counts, nets, kept):  # type: ignore[no-untyped-def]
    """Mark, a bit a pair of hole cards, where a river wager gains after flops with a turn start to stop."""
    pairs = np.empty(1128, np.int64)
    sums = np.empty((1128, COLUMNS), np.int64)
    for number in range(start, stop):
        over_rivers(turns[number], counts, pairs, sums)
        for n in range(1128):
            if net(sums[n], nets[RIVER]) > 0:
                kept[number, pairs[n] >> 3] |= np.uint8(1 << (pairs[n] & 7))


@nb.njit(cache=True, nogil=True)
def tally_ends(turns, weights, start, stop, counts, nets, plays, turn_bets, ends):  # type: ignore[no-untyped-def]
    """How rounds end: `ends[path, cell]` over flops with a turn start to stop, rivers, hole cards and dealers.

    Paths: 0 no later wager, 1 one on the river, 2 one on the turn, 3 both, 4 folded. `plays[hole cards]` and
    `turn_bets[place of flop, hole cards]` are the decisions; the river wager is made where it gains.
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
            won, won_paid, lost = sums[n, WON], sums[n, WON_PAID], sums[n, LOST]
            tied = RIVERS_AND_DEALS - won - lost
            river_bet = 1 if net(sums[n], nets[RIVER]) > 0 else 0
            for turn_bet in range(2):
                times = weight * (betting[pairs[n]] if turn_bet else 4 - betting[pairs[n]])
                end = ends[2 * turn_bet + river_bet if plays[pairs[n]] else 4]
                end[0] += times * (won - won_paid)
                end[1] += times * won_paid
                end[2] += times * lost
                end[3] += times * tied
