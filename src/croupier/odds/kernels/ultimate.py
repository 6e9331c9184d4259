"""One raise, the larger the sooner, over flops with a turn, then over boards: sums of net for each decision, in whole units.

What a round nets comes in `figures[row of the player's hand, path of decisions, result]`; `row_of[v]` is the row of class v.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import PAIRS, RENAMED
from croupier.odds.kernels.kinds import (
    COLUMNS,
    FACE,
    KIND,
    KINDS,
    LOSSES,
    LOSSES_TO_QUALIFIED,
    TIES,
    WINS,
    WINS_AGAINST_QUALIFIED,
    flush_suit,
    over_rivers,
    rank_kinds,
    unseen,
)
from croupier.odds.kernels.places import flop_place, without

CHECKED, BET, RAISED = range(3)
"""What a round is worth to one who plays or folds at the end, who bets on the flop and who raises before it."""

FIELD = 20
"""Bits for how many rounds of one kind of hole cards, on the boards of one class, went one way: at most 10 * 16 * 1024."""

WON, LOST, WON_UNQUALIFIED, LOST_UNQUALIFIED, TIED = range(5)
"""Results against a dealer who qualifies, against one who does not, and a tie."""


@nb.njit(inline="always")
def net(tally, kind, nets):  # type: ignore[no-untyped-def]
    """What one path nets against 990 dealer's hands; `nets` goes by result."""
    wins, losses = tally[kind, WINS], tally[kind, LOSSES]
    qualified, to_qualified = tally[kind, WINS_AGAINST_QUALIFIED], tally[kind, LOSSES_TO_QUALIFIED]
    against = qualified * nets[WON] + to_qualified * nets[LOST]
    weak = (wins - qualified) * nets[WON_UNQUALIFIED] + (losses - to_qualified) * nets[LOST_UNQUALIFIED]
    return against + weak + tally[kind, TIES] * nets[TIED]


@nb.njit(inline="always")
def folds(tally, kind, nets, paths):  # type: ignore[no-untyped-def]
    """Does a fold at the end net more than the last play?"""
    return net(tally, kind, nets[paths[3]]) > net(tally, kind, nets[paths[2]])


@nb.njit(cache=True, nogil=True)
def nets(boards, first, classes, start, stop, row_of, figures, threshold, paths, worth):  # type: ignore[no-untyped-def]
    """Into `worth[class, kind of hole cards, column]` what each decision nets on the boards of classes start to stop.

    `paths` are those of a raise before the flop, of a bet on it, of a play at the end and of a fold.
    """
    values = np.empty(KINDS, np.int64)
    tally = np.empty((KINDS, 5), np.int64)
    for number in range(start, stop):
        board = boards[first[number]]
        row = worth[classes[number]]
        for kind in range(rank_kinds(board, flush_suit(board), threshold, values, tally)):
            paid = figures[row_of[values[kind]]]
            row[kind, CHECKED] = max(net(tally, kind, paid[paths[2]]), net(tally, kind, paid[paths[3]]))
            row[kind, BET] = net(tally, kind, paid[paths[1]])
            row[kind, RAISED] = net(tally, kind, paid[paths[0]])


@nb.njit(cache=True, nogil=True)
def sweep(turns, weights, start, stop, classes, names, worth, later, raised):  # type: ignore[no-untyped-def]
    """Add flops with a turn start to stop: into `later[flop class, renamed hole cards]` the sums of checking and of betting the
    flop, into `raised[hole cards]` those of raising at once, over rivers and 990 dealer's hands."""
    pairs = np.empty(1128, np.int64)
    sums = np.empty((1128, COLUMNS), np.int64)
    flop = np.empty(3, np.int64)
    for number in range(start, stop):
        weight = weights[number]
        over_rivers(turns[number], worth, pairs, sums)
        for n in range(1128):
            raised[pairs[n]] += weight * sums[n, RAISED]
        for i in range(4):
            without(turns[number], i, -1, flop)
            place = flop_place(flop[0], flop[1], flop[2])
            row = later[classes[place]]
            renamed = RENAMED[names[place]]
            for n in range(1128):
                pair = renamed[pairs[n]]
                row[pair, CHECKED] += weight * sums[n, CHECKED]
                row[pair, BET] += weight * sums[n, BET]


@nb.njit(cache=True, nogil=True)
def tally_ends(boards, weights, first, start, stop, row_of, figures, threshold, paths, raises, bets, ends):  # type: ignore[no-untyped-def]
    """How rounds end under the decisions found: `ends[decision, row, result]` over boards, flops, hole cards and dealers.

    Decisions: 0 raised at once, 1 bet on the flop, 2 bet at the end, 3 folded, as in `paths`; `bets[place of flop, hole cards]` is
    nowhere set where `raises[hole cards]` is. A board is ten flops with a turn and a river, so each pair counts ten times: in the
    highest field of `together` where it raises, else in the middle one, and its bets on the flop in the lowest; what neither
    raises nor bets is the middle less the lowest. Three counts are added at once that way, and read off by kind at the end.
    """
    values = np.empty(KINDS, np.int64)
    tally = np.empty((KINDS, 5), np.int64)
    together = np.empty(KINDS, np.int64)
    times = np.empty(3, np.int64)
    betting = np.empty(PAIRS, np.uint8)
    free = np.empty(47, np.int64)
    flop = np.empty(3, np.int64)
    undecided = np.empty(PAIRS, np.int64)
    for pair in range(PAIRS):
        undecided[pair] = 10 << (2 * FIELD if raises[pair] else FIELD)
    for number in range(start, stop):
        board = boards[first[number]]
        kinds = rank_kinds(board, flush_suit(board), threshold, values, tally)
        together[:] = 0
        for place in range(first[number], first[number + 1]):
            board = boards[place]
            weight = weights[place]
            betting[:] = 0
            for i in range(5):
                for j in range(i + 1, 5):
                    without(board, i, j, flop)
                    on_flop = bets[flop_place(flop[0], flop[1], flop[2])]
                    for pair in range(PAIRS):
                        betting[pair] += on_flop[pair]
            unseen(board, free)
            face = FACE[flush_suit(board)]
            for i in range(47):
                high = free[i]
                kind_of = KIND[face[high]]
                for j in range(i):
                    pair = high * (high - 1) // 2 + free[j]
                    together[kind_of[face[free[j]]]] += weight * (undecided[pair] + betting[pair])
        for kind in range(kinds):
            own = row_of[values[kind]]
            folded = folds(tally, kind, figures[own], paths)
            won, lost = tally[kind, WINS], tally[kind, LOSSES]
            times[0] = together[kind] >> 2 * FIELD
            times[1] = together[kind] & ((1 << FIELD) - 1)
            times[2] = (together[kind] >> FIELD & ((1 << FIELD) - 1)) - times[1]
            for decision in range(3):
                counted = times[decision]
                row = ends[3 if decision == 2 and folded else decision, own]
                row[WON] += counted * tally[kind, WINS_AGAINST_QUALIFIED]
                row[LOST] += counted * tally[kind, LOSSES_TO_QUALIFIED]
                row[WON_UNQUALIFIED] += counted * (won - tally[kind, WINS_AGAINST_QUALIFIED])
                row[LOST_UNQUALIFIED] += counted * (lost - tally[kind, LOSSES_TO_QUALIFIED])
                row[TIED] += counted * tally[kind, TIES]
