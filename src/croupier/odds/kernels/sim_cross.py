"""Two lines of a cross against pay tables, played by a plan; and by the same cross a bonus on its five cards."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.places import pair_place
from croupier.odds.kernels.prefetch import AHEAD, prefetch
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, count, sums

CARDS = 7
_16 = np.uint64(16)


@part
def renamed(number, names):  # type: ignore[no-untyped-def]
    """A card with its suit renamed: `names` holds two bits a suit."""
    return (number & ~3) | (names >> (2 * (number & 3)) & 3)


@part
def play(key, index, holes, firsts, seconds, thirds, row_of, shape, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Places of the main game and of the bonus.

    `holes` gives for two cards their kind and the renaming of suits that makes them its own; `firsts`, `seconds` and `thirds` are the
    decisions, two bits each of the last. A round ends at place 1 + path and rows as digits; `bonus[street, class]` goes by where it
    was given up, 0 if nowhere or at once.
    """
    dealt = deal(key, index, CARDS)
    a, b, c, d = card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3)
    e, f, g = card(dealt, 4), card(dealt, 5), card(dealt, 6)
    entry = np.int64(holes[pair_place(a, b)])
    kind, names = entry >> 8, entry & 255
    first = np.int64(firsts[kind])
    second, third, one, two = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    (kd, sd), (kf, sf), (kc, sc), (kg, sg), (ke, se) = sums(d), sums(f), sums(c), sums(g), sums(e)
    if first:
        pair = pair_place(renamed(d, names), renamed(f, names))
        second = np.int64(seconds[kind, pair])
        if second:
            other = pair_place(renamed(c, names), renamed(g, names))
            third = np.int64(thirds[kind, pair, other >> 2]) >> (2 * (other & 3)) & 3
            if third:
                (ka, sa), (kb, sb) = sums(a), sums(b)
                own, suits = ka + kb + ke, sa + sb + se
                one = np.int64(row_of[class_of(own + kd + kf, suits + sd + sf, slots, displacement, flush)])
                two = np.int64(row_of[class_of(own + kc + kg, suits + sc + sg, slots, displacement, flush)])
    sizes, rows = shape[0], shape[1]
    places = np.uint64(1 + (((first * sizes + second) * sizes + third) * rows + one) * rows + two)
    if bonus.shape[1]:
        street = 0 if third or not first else 2 if second else 1
        cross = class_of(kc + kd + ke + kf + kg, sc + sd + se + sf + sg, slots, displacement, flush)
        places |= np.uint64(bonus[street, cross]) << _16
    return places


@part
def look_ahead(key, index, holes, thirds):  # type: ignore[no-untyped-def]
    """Fetch a round's last decision: of all tables only these, 74 MB, are too large for a cache."""
    dealt = deal(key, index, CARDS)
    entry = np.int64(holes[pair_place(card(dealt, 0), card(dealt, 1))])
    kind, names = entry >> 8, entry & 255
    pair = pair_place(renamed(card(dealt, 3), names), renamed(card(dealt, 5), names))
    other = pair_place(renamed(card(dealt, 2), names), renamed(card(dealt, 6), names))
    prefetch(thirds, (kind * thirds.shape[1] + pair) * thirds.shape[2] + (other >> 2))


@counting
def tally(key, first, last, found, holes, firsts, seconds, thirds, row_of, shape, bonus, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for start in range(first, last, AHEAD):
        stop = min(start + AHEAD, last)
        for index in range(start, stop):
            look_ahead(key, np.uint64(index), holes, thirds)
        for index in range(start, stop):
            count(
                found,
                play(key, np.uint64(index), holes, firsts, seconds, thirds, row_of, shape, bonus, slots, displacement, flush),
            )
