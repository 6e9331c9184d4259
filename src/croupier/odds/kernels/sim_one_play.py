"""Three cards and three community cards, one wager on them or a fold, played by a plan; by the same cards bonuses on six and on three."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, larger, part
from croupier.odds.kernels.places import pair_place, three_place
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums, three_cards

CARDS = 6
NAMES = 32
_16, _32 = np.uint64(16), np.uint64(32)


@part
def play(key, index, firsts, seconds, thirds, hands, renamed, pairs, row_of, shape, fixed, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Places of the main game, of a bonus by class (`fixed`) and of one by three cards.

    A round ends at place 1 + (street * choices + choice) * rows + row, choice and row 0 for a fold. `hands` are entries by place: number
    and renaming of suits; `shape` holds the number of streets, of choices with none among them, of rows, and of community cards used.
    """
    dealt = deal(key, index, CARDS)
    a, b, c, d, e, f = card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3), card(dealt, 4), card(dealt, 5)
    streets, choices, rows, used = shape[0], shape[1], shape[2], shape[3]
    entry = np.int64(hands[three_place(a, b, c)])
    number, names, street = entry // NAMES, entry % NAMES, np.int64(0)
    choice = np.int64(firsts[number])
    if choice == 0 and streets > 1:
        street = np.int64(1)
        choice = np.int64(seconds[number, (d & ~3) | renamed[names, d & 3]])
    if choice == 0 and streets > 2:
        street = np.int64(2)
        choice = np.int64(thirds[number, pairs[names, pair_place(d, e)]])
    row = np.int64(0)
    places = np.uint64(0)
    if choice or fixed.size:
        (ka, sa), (kb, sb), (kc, sc), (kd, sd), (ke, se), (kf, sf) = sums(a), sums(b), sums(c), sums(d), sums(e), sums(f)
        keys, suits = ka + kb + kc, sa + sb + sc
        if used == 3:
            made = class_of(keys + kd + ke + kf, suits + sd + se + sf, slots, displacement, flush)
        else:
            made = class_of(keys + kd + ke, suits + sd + se, slots, displacement, flush)
            made = larger(made, class_of(keys + kd + kf, suits + sd + sf, slots, displacement, flush))
            made = larger(made, class_of(keys + ke + kf, suits + se + sf, slots, displacement, flush))
        if choice:
            row = np.int64(row_of[made])
        if fixed.size:
            places |= np.uint64(fixed[made]) << _16
    places |= np.uint64(1 + (street * choices + choice) * rows + row)
    if bonus.size:
        places |= np.uint64(bonus[three_cards(a, b, c)]) << _32
    return places


@counting
def tally(
    key,
    first,
    last,
    found,
    firsts,
    seconds,
    thirds,
    hands,
    renamed,
    pairs,
    row_of,
    shape,
    fixed,
    bonus,
    slots,
    displacement,
    flush,
):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        places = play(
            key, np.uint64(index), firsts, seconds, thirds, hands, renamed, pairs, row_of, shape, fixed, bonus,
            slots, displacement, flush,
        )  # fmt: skip
        count(found, places)
