"""Two lines of a cross against pay tables, played by a plan; and by the same cross a bonus on its five cards."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.boards import PAIRS
from croupier.odds.kernels.compiled import counting, part, smaller
from croupier.odds.kernels.cross import PACKED
from croupier.odds.kernels.places import pair_place
from croupier.odds.kernels.prefetch import AHEAD, prefetch, words
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums

CARDS = 7
PAIRS_PACKED = 4 * PACKED
"""Decisions that a pair has room for."""
_16 = np.uint64(16)


@part
def renamed(number, names):  # type: ignore[no-untyped-def]
    """A card with its suit renamed: `names` holds two bits a suit."""
    return (number & ~3) | (names >> (2 * (number & 3)) & 3)


@part
def pairs_of(dealt, names):  # type: ignore[no-untyped-def]
    """Where the pairs across and down stand, their suits renamed."""
    c, d, f, g = card(dealt, 2), card(dealt, 3), card(dealt, 5), card(dealt, 6)
    return pair_place(renamed(d, names), renamed(f, names)), pair_place(renamed(c, names), renamed(g, names))


@part
def decided(dealt, holes, firsts, seconds):  # type: ignore[no-untyped-def]
    """The decisions before the last, and where that stands in `thirds`, whose entries hold four of two bits; 0 if it is not reached.

    Everything is looked up whether it is reached or not: a processor guesses which it is, and a wrong guess costs more.
    """
    entry = np.int64(holes[pair_place(card(dealt, 0), card(dealt, 1))])
    kind, names = entry >> 8, entry & 255
    pair, other = pairs_of(dealt, names)
    first, second = np.int64(firsts[kind]), np.int64(seconds[kind, pair])
    second = second if first else np.int64(0)
    where = (kind * PAIRS + pair) * PAIRS_PACKED + other
    return first, second, where if second else np.int64(0)


@part
def last_decision(second, where, thirds):  # type: ignore[no-untyped-def]
    """What is decided last."""
    found = np.int64(thirds[where >> 2]) >> (2 * (where & 3)) & 3
    return found if second else np.int64(0)


@part
def place_of(dealt, first, second, third, row_of, shape, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Places of the main game and of the bonus, by the cards and the decisions."""
    (ka, sa), (kb, sb), (kc, sc) = sums(card(dealt, 0)), sums(card(dealt, 1)), sums(card(dealt, 2))
    (kd, sd), (ke, se), (kf, sf) = sums(card(dealt, 3)), sums(card(dealt, 4)), sums(card(dealt, 5))
    kg, sg = sums(card(dealt, 6))
    own, suits = ka + kb + ke, sa + sb + se
    one = np.int64(row_of[class_of(own + kd + kf, suits + sd + sf, slots, displacement, flush)])
    two = np.int64(row_of[class_of(own + kc + kg, suits + sc + sg, slots, displacement, flush)])
    one, two = one if third else np.int64(0), two if third else np.int64(0)
    sizes, rows = shape[0], shape[1]
    places = np.uint64(1 + (((first * sizes + second) * sizes + third) * rows + one) * rows + two)
    if bonus.shape[1]:
        street = (1 + (1 if second else 0)) * (0 if third else 1) * (1 if first else 0)
        cross = class_of(kc + kd + ke + kf + kg, sc + sd + se + sf + sg, slots, displacement, flush)
        places |= np.uint64(bonus[street, cross]) << _16
    return places


@part
def play(key, index, holes, firsts, seconds, thirds, row_of, shape, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Places of the main game and of the bonus.

    `holes` gives for two cards their kind and the renaming of suits that makes them its own; `firsts`, `seconds` and `thirds` are the
    decisions, two bits each of the last. A round ends at place 1 + path and rows as digits; `bonus[street, class]` goes by where it
    was given up, 0 if nowhere or at once.
    """
    dealt = deal(key, index, CARDS)
    first, second, where = decided(dealt, holes, firsts, seconds)
    third = last_decision(second, where, thirds)
    return place_of(dealt, first, second, third, row_of, shape, bonus, slots, displacement, flush)


@counting
def tally(key, first, last, found, holes, firsts, seconds, thirds, row_of, shape, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram. The last decisions, 74 MB of them, are asked for some rounds ahead."""
    hands, decisions, last_ones = words(), words(), words()
    for start in range(first, last, AHEAD):
        for number in range(smaller(AHEAD, last - start)):
            dealt = deal(key, np.uint64(start + number), CARDS)
            one, two, where = decided(dealt, holes, firsts, seconds)
            hands[number], decisions[number], last_ones[number] = dealt, np.uint64(one << 8 | two), np.uint64(where)
            prefetch(thirds, where >> 2)
        for number in range(smaller(AHEAD, last - start)):
            one, two = np.int64(decisions[number]) >> 8, np.int64(decisions[number]) & 255
            three = last_decision(two, np.int64(last_ones[number]), thirds)
            count(found, place_of(hands[number], one, two, three, row_of, shape, bonus, slots, displacement, flush))
