"""Ultimate Texas Hold'em played to net the most, every decision looked up: by hole cards, by flop, and by the whole board."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import PAIR, boards
from croupier.odds.kernels.card_sets import named_sets
from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.kinds import FACE, KIND, KINDS, flush_suit, rank_kinds, unseen
from croupier.odds.kernels.places import five_place, pair_place, three_place
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums
from croupier.odds.kernels.tables import Array
from croupier.odds.kernels.ultimate import LOST, LOST_UNQUALIFIED, TIED, WON, WON_UNQUALIFIED, folds

RAISED, BET, PLAYED, FOLDED = range(4)
RESULTS = 5
CARDS = 9
PAIR_BYTES = 166
NAMES = 32
"""An entry of a table of sets of cards is its class times this, plus the number of the renaming of suits that leads there."""

_16 = np.uint64(16)


def board_entries() -> tuple[Array, Array]:
    """Class and renaming of every set of five cards, and the class of each canonical board."""
    return entries(5), boards().numbers


def entries(size: int) -> Array:
    """Class and renaming of every set of so many cards."""
    classes, names = named_sets(size)
    return classes * np.int32(NAMES) + names


@nb.njit(cache=True, nogil=True)
def river_plan(cards, classes, first, last, row_of, figures, threshold, paths, kept):  # type: ignore[no-untyped-def]
    """Mark, a bit a pair of hole cards, where playing the last chance nets no less than folding, over 990 dealer's hands."""
    values = np.empty(KINDS, np.int64)
    tally = np.empty((KINDS, 5), np.int64)
    free = np.empty(47, np.int64)
    for number in range(first, last):
        suit = flush_suit(cards[number])
        rank_kinds(cards[number], suit, threshold, values, tally)
        row = kept[classes[number]]
        unseen(cards[number], free)
        for i in range(47):
            for j in range(i):
                kind = KIND[FACE[suit, free[i]], FACE[suit, free[j]]]
                if not folds(tally, kind, figures[row_of[values[kind]]], paths):
                    pair = PAIR[free[i], free[j]]
                    row[pair >> 3] |= np.uint8(1 << (pair & 7))


@part
def play(key, index, raises, flops, bets, rivers, river_bets, renamed, row_of, shape, trips, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Places of ante, blind and play together, and of trips.

    A round ends at place 1 + (decision * 5 + result) * rows + row of the player's hand; `shape` holds the rows and the lowest class
    with which the dealer qualifies. `trips` goes by class.
    """
    dealt = deal(key, index, CARDS)
    a, b, c, d = card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3)
    e, f, g, h, i = card(dealt, 4), card(dealt, 5), card(dealt, 6), card(dealt, 7), card(dealt, 8)
    pair = pair_place(a, b)
    decision = RAISED
    if not raises[pair]:
        entry = np.int64(flops[three_place(e, f, g)])
        decision = BET
        if not bets[entry // NAMES, renamed[entry % NAMES, pair]]:
            entry = np.int64(rivers[five_place(e, f, g, h, i)])
            other = np.int64(renamed[entry % NAMES, pair])
            decision = PLAYED if river_bets[entry // NAMES, other >> 3] >> (other & 7) & 1 else FOLDED
    (ke, se), (kf, sf), (kg, sg), (kh, sh), (ki, si) = sums(e), sums(f), sums(g), sums(h), sums(i)
    keys, suits = ke + kf + kg + kh + ki, se + sf + sg + sh + si
    (ka, sa), (kb, sb) = sums(a), sums(b)
    mine = class_of(keys + ka + kb, suits + sa + sb, slots, displacement, flush)
    result = WON
    row = np.int64(0)
    if decision != FOLDED:
        (kc, sc), (kd, sd) = sums(c), sums(d)
        dealers = class_of(keys + kc + kd, suits + sc + sd, slots, displacement, flush)
        row = np.int64(row_of[mine])
        if mine == dealers:
            result = TIED
        elif dealers >= shape[1]:
            result = WON if mine > dealers else LOST
        else:
            result = WON_UNQUALIFIED if mine > dealers else LOST_UNQUALIFIED
    places = np.uint64(1 + (decision * RESULTS + result) * shape[0] + row)
    if trips.size:
        places |= np.uint64(trips[mine]) << _16
    return places


@counting
def tally(
    key, first, last, found, raises, flops, bets, rivers, river_bets, renamed, row_of, shape, trips, slots, displacement, flush
):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        places = play(
            key,
            np.uint64(index),
            raises,
            flops,
            bets,
            rivers,
            river_bets,
            renamed,
            row_of,
            shape,
            trips,
            slots,
            displacement,
            flush,
        )
        count(found, places)
