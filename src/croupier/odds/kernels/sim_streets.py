"""Five cards seen one by one against pay tables, played by a plan; by the same cards bonuses on five cards and on three."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.places import four_place, pair_place, three_place
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums, three_cards
from croupier.odds.kernels.streets import last_bet

CARDS = 5
_16, _32 = np.uint64(16), np.uint64(32)


@part
def play(key, index, third_bets, fourth_bets, bets, row_of, shape, fixed, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Places of the main game, of a bonus by class (`fixed`) and of one by three cards.

    A round ends at place 1 + path * rows + row: the path is its three decisions as digits, the row that of the hand's class in
    `row_of`, 0 for a fold. `shape` holds the number of rows, of choices on each street with a fold among them, and of own cards,
    of which three decide the bonus; with two own cards it is the three others.
    """
    dealt = deal(key, index, CARDS)
    a, b, c, d, e = card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3), card(dealt, 4)
    rows, fourths, fifths, own = shape[0], shape[2], shape[3], shape[4]
    third = np.int64(third_bets[pair_place(a, b)]) if own == 2 else np.int64(1)
    fourth = np.int64(fourth_bets[third, three_place(a, b, c)])  # the row of a fold holds folds
    fifth = np.int64(0)
    if fourth:
        fifth = last_bet(bets[four_place(a, b, c, d)], third, fourth, fourths - 1)
    row = np.int64(0)
    places = np.uint64(0)
    if fifth or fixed.size:
        (ka, sa), (kb, sb), (kc, sc), (kd, sd), (ke, se) = sums(a), sums(b), sums(c), sums(d), sums(e)
        hand = class_of(ka + kb + kc + kd + ke, sa + sb + sc + sd + se, slots, displacement, flush)
        if fifth:
            row = np.int64(row_of[hand])
        if fixed.size:
            places |= np.uint64(fixed[hand]) << _16
    places |= np.uint64(1 + ((third * fourths + fourth) * fifths + fifth) * rows + row)
    if bonus.size:
        three = three_cards(c, d, e) if own == 2 else three_cards(a, b, c)
        places |= np.uint64(bonus[three]) << _32
    return places


@counting
def tally(key, first, last, found, third_bets, fourth_bets, bets, row_of, shape, fixed, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        places = play(
            key, np.uint64(index), third_bets, fourth_bets, bets, row_of, shape, fixed, bonus, slots, displacement, flush
        )
        count(found, places)
