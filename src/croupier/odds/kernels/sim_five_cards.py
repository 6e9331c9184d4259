"""Five cards against the dealer's five or six, of which the first may be seen before the decision."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting, larger, part, smaller
from croupier.odds.kernels.evaluate import _BUCKET, _BUCKET_SHIFT, _LOW, _SLOT, _SLOT_SHIFT, _TOP_BITS
from croupier.odds.kernels.places import five_place
from croupier.odds.kernels.prefetch import AHEAD, prefetch, words
from croupier.odds.kernels.randomness import DECK, card, deal_by_places, one_more
from croupier.odds.kernels.sim_cards import sums

CARDS = 10
PACK = DECK
SIX = 6
SHOWN = 5
"""The dealer's first card in the order they are dealt."""
BANDS, DEALERS = range(2)
"""What `sizes` holds: how many bands the dealer's hands fall into, and how many cards the dealer has."""
_1, _2, _3, _4, _31, _47, _63 = (np.uint64(number) for number in (1, 2, 3, 4, 31, 47, 63))


@part
def level_of(key, suits, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The level of a hand from its two sums: by its ranks or, where a suit has four cards or more, by those if that is better."""
    found = np.int64(slots[((key * _SLOT) >> _SLOT_SHIFT) ^ np.uint64(displacement[(key * _BUCKET) >> _BUCKET_SHIFT])])
    full = suits & _TOP_BITS
    if full:
        suit = (full >> _31 & _1) + _2 * (full >> _47 & _1) + _3 * (full >> _63)  # of six cards only one can have four
        shift = suit << _4
        found = larger(found, np.int64(flush[(suits >> shift) & _LOW]))
    return found


@nb.njit(cache=True)
def eleventh(key, index):  # type: ignore[no-untyped-def]
    """The dealer's sixth card for whoever asks from Python."""
    _, drawn = deal_by_places(key, index, CARDS, DECK)
    return one_more(key, index, drawn, CARDS, DECK)


@part
def levels_of(key, index, sizes, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The cards of a round, and the levels of the player's hand and of the dealer's."""
    dealt, drawn = deal_by_places(key, index, CARDS, DECK)
    (ka, sa), (kb, sb), (kc, sc) = sums(card(dealt, 0)), sums(card(dealt, 1)), sums(card(dealt, 2))
    (kd, sd), (ke, se) = sums(card(dealt, 3)), sums(card(dealt, 4))
    mine = level_of(ka + kb + kc + kd + ke, sa + sb + sc + sd + se, slots, displacement, flush)
    (kf, sf), (kg, sg), (kh, sh) = sums(card(dealt, 5)), sums(card(dealt, 6)), sums(card(dealt, 7))
    (ki, si), (kj, sj) = sums(card(dealt, 8)), sums(card(dealt, 9))
    keys, suits = kf + kg + kh + ki + kj, sf + sg + sh + si + sj
    if sizes[DEALERS] == SIX:
        kx, sx = sums(np.int64(one_more(key, index, drawn, CARDS, DECK)))
        keys, suits = keys + kx, suits + sx
    return dealt, mine, level_of(keys, suits, slots, displacement, flush)


@part
def hand_place(dealt):  # type: ignore[no-untyped-def]
    """Where the player's cards stand among all sets of five."""
    return five_place(card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3), card(dealt, 4))


@part
def place_of(choice, mine, dealers, bands, places, sizes):  # type: ignore[no-untyped-def]
    """The place of a round by its choice and the two levels."""
    result = (1 if mine <= dealers else 0) + (1 if mine < dealers else 0)  # two sums, where a three-way choice would be guessed
    return np.int64(places[(choice * sizes[BANDS] + np.int64(bands[dealers])) * 3 + result, mine])


@part
def play(key, index, low, high, looks, bands, places, sizes, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The place of the main game.

    `low` and `high` are the choices by level of the player's hand: where they differ `looks` decides by the five cards, a bit for each
    card the dealer may show. `bands` sorts the dealer's levels, and `places[choice, band and result, level]` are places.
    """
    dealt, mine, dealers = levels_of(key, index, sizes, slots, displacement, flush)
    choice = np.int64(low[mine])
    if high[mine] != choice and looks[hand_place(dealt)] >> np.uint64(card(dealt, SHOWN)) & _1:
        choice = np.int64(high[mine])
    return np.uint64(place_of(choice, mine, dealers, bands, places, sizes))


@counting
def tally(key, first, last, found, low, high, looks, bands, places, sizes, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram; those that the shown card decides wait until what decides them was fetched."""
    hands, levels = words(), words()
    for start in range(first, last, AHEAD):
        close = 0
        for index in range(start, smaller(start + AHEAD, last)):
            dealt, mine, dealers = levels_of(key, np.uint64(index), sizes, slots, displacement, flush)
            choice = np.int64(low[mine])
            if high[mine] != choice:
                prefetch(looks, hand_place(dealt))
                hands[close], levels[close] = dealt, np.uint64(mine << 16 | dealers)
                close += 1
            else:
                found[place_of(choice, mine, dealers, bands, places, sizes)] += 1
        for number in range(close):
            dealt, mine, dealers = hands[number], np.int64(levels[number]) >> 16, np.int64(levels[number]) & 0xFFFF
            shown = looks[hand_place(dealt)] >> np.uint64(card(dealt, SHOWN)) & _1
            choice = np.int64(high[mine]) if shown else np.int64(low[mine])
            found[place_of(choice, mine, dealers, bands, places, sizes)] += 1
