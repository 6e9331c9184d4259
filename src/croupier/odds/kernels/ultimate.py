"""Ultimate Texas Hold'em over flops with a turn, then over boards: sums of net for each decision, in whole half-units."""

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

FOLDED_NET = -4 * 990
"""Ante and blind, twice, against every dealer's hand."""


@nb.njit(inline="always")
def net(tally, kind, blind, multiple):  # type: ignore[no-untyped-def]
    """Twice the net of ante, blind and play against 990 dealer's hands; `blind` is twice what the blind pays."""
    wins, losses = tally[kind, WINS], tally[kind, LOSSES]
    ante = 2 * (tally[kind, WINS_AGAINST_QUALIFIED] - tally[kind, LOSSES_TO_QUALIFIED])
    return ante + wins * blind - 2 * losses + multiple * 2 * (wins - losses)


@nb.njit(cache=True, nogil=True)
def nets(boards, first, classes, start, stop, blind, threshold, plays, worth):  # type: ignore[no-untyped-def]
    """Into `worth[class, kind of hole cards, column]` what each decision nets on the boards of classes start to stop.

    `blind[v]` is twice what the blind pays on a winning hand of class v; `plays` are the multiples before the flop, on it and at
    the end.
    """
    values = np.empty(KINDS, np.int64)
    tally = np.empty((KINDS, 5), np.int64)
    for number in range(start, stop):
        board = boards[first[number]]
        row = worth[classes[number]]
        for kind in range(rank_kinds(board, flush_suit(board), threshold, values, tally)):
            paid = blind[values[kind]]
            row[kind, CHECKED] = max(net(tally, kind, paid, plays[2]), FOLDED_NET)
            row[kind, BET] = net(tally, kind, paid, plays[1])
            row[kind, RAISED] = net(tally, kind, paid, plays[0])


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
def tally_ends(boards, weights, first, start, stop, row_of, blind, threshold, plays, raises, bets, ends):  # type: ignore[no-untyped-def]
    """How rounds end under the decisions found: `ends[decision, blind row, result]` over boards, flops, hole cards and dealers.

    Decisions: 0 raised at once, 1 bet on the flop, 2 bet at the end, 3 folded; `bets[place of flop, hole cards]` is nowhere set
    where `raises[hole cards]` is. Results: 0 won and 1 lost against a dealer who qualifies, 2 won and 3 lost against one who does
    not, 4 tied. `row_of[v]` is the blind's row of class v.
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
            folds = net(tally, kind, blind[values[kind]], plays[2]) < FOLDED_NET
            won, lost = tally[kind, WINS], tally[kind, LOSSES]
            times[0] = together[kind] >> 2 * FIELD
            times[1] = together[kind] & ((1 << FIELD) - 1)
            times[2] = (together[kind] >> FIELD & ((1 << FIELD) - 1)) - times[1]
            for decision in range(3):
                counted = times[decision]
                if decision == 2 and folds:
                    ends[3, 0, 0] += counted * 990
                    continue
                row = ends[decision, row_of[values[kind]]]
                row[0] += counted * tally[kind, WINS_AGAINST_QUALIFIED]
                row[1] += counted * tally[kind, LOSSES_TO_QUALIFIED]
                row[2] += counted * (won - tally[kind, WINS_AGAINST_QUALIFIED])
                row[3] += counted * (lost - tally[kind, LOSSES_TO_QUALIFIED])
                row[4] += counted * tally[kind, TIES]
