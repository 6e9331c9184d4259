"""Hold'em with street wagers at will, played best: a fold by the hole cards, the turn's by the flop, the river's by flop and turn."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.places import four_place, pair_place, three_place
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums
from croupier.odds.kernels.sim_ultimate_texas_holdem import NAMES

CARDS = 9
CELLS, FOLDED = 4, 4
"""Results told apart: won with a hand of the lower row, of the higher, lost, tied; and the path of a fold."""


@part
def play(key, index, plays, flops, flop_bets, turns, turn_bets, renamed, row_of, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The place of ante and street wagers: 1 + path * 4 + cell. A path is 2 with a wager on the turn and 1 with one on the river.

    `flops` and `turns` are entries by place: class and renaming; `flop_bets` goes by class and renamed hole cards, `turn_bets` has a
    bit for each of these.
    """
    dealt = deal(key, index, CARDS)
    a, b, c, d = card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3)
    e, f, g, h, i = card(dealt, 4), card(dealt, 5), card(dealt, 6), card(dealt, 7), card(dealt, 8)
    pair, path, cell = pair_place(a, b), FOLDED, 0
    if plays[pair]:
        entry = np.int64(flops[three_place(e, f, g)])
        on_turn = np.int64(flop_bets[entry // NAMES, renamed[entry % NAMES, pair]])
        entry = np.int64(turns[four_place(e, f, g, h)])
        other = np.int64(renamed[entry % NAMES, pair])
        path = 2 * on_turn + np.int64(turn_bets[entry // NAMES, other >> 3] >> (other & 7) & 1)
        (ke, se), (kf, sf), (kg, sg), (kh, sh), (ki, si) = sums(e), sums(f), sums(g), sums(h), sums(i)
        (ka, sa), (kb, sb), (kc, sc), (kd, sd) = sums(a), sums(b), sums(c), sums(d)
        keys, suits = ke + kf + kg + kh + ki, se + sf + sg + sh + si
        mine = class_of(keys + ka + kb, suits + sa + sb, slots, displacement, flush)
        dealers = class_of(keys + kc + kd, suits + sc + sd, slots, displacement, flush)
        cell = np.int64(row_of[mine]) if mine > dealers else 2 if mine < dealers else 3
    return np.uint64(1 + path * CELLS + cell)


@counting
def tally(key, first, last, found, plays, flops, flop_bets, turns, turn_bets, renamed, row_of, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        places = play(
            key, np.uint64(index), plays, flops, flop_bets, turns, turn_bets, renamed, row_of, slots, displacement, flush
        )
        count(found, places)
