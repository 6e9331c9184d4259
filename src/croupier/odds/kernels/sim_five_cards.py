"""Five cards against the dealer's five or six, of which the first may be seen before the decision."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting, larger, part
from croupier.odds.kernels.evaluate import _BUCKET, _BUCKET_SHIFT, _LOW, _SLOT, _SLOT_SHIFT, _TOP_BITS
from croupier.odds.kernels.places import five_place
from croupier.odds.kernels.randomness import CARD_BITS, card, deal, word
from croupier.odds.kernels.sim_cards import count, sums

CARDS = 10
SIX = 6
BANDS, DEALERS = range(2)
"""What `sizes` holds: how many bands the dealer's hands fall into, and how many cards the dealer has."""
_FURTHER, _1, _6, _63 = np.uint64(1 << 8), np.uint64(1), np.uint64(CARD_BITS), np.uint64(63)
_16, _15 = np.uint64(16), np.uint64(15)
_NO_CARDS = np.uint64(((1 << 12) - 1) << 52)


@part
def level_of(key, suits, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The level of a hand from its two sums: by its ranks or, where a suit has four cards or more, by those if that is better."""
    found = np.int64(slots[((key * _SLOT) >> _SLOT_SHIFT) ^ np.uint64(displacement[(key * _BUCKET) >> _BUCKET_SHIFT])])
    full = suits & _TOP_BITS
    if full:
        shift = np.uint64(0)
        while not full >> (shift + _15) & _1:
            shift += _16
        found = larger(found, np.int64(flush[(suits >> shift) & _LOW]))
    return found


@part
def further(key, index, dealt):  # type: ignore[no-untyped-def]
    """A card beside the ten that a round is dealt from one word: the first of further words that is none of them."""
    gone = _NO_CARDS
    for place in range(CARDS):
        gone |= _1 << np.uint64(card(dealt, place))
    draw, left, rest, found = _FURTHER, 0, _1, np.int64(-1)
    while found < 0:
        if left == 0:
            rest, left = word(key, index, draw), 10
            draw += _1
        if not gone >> (rest & _63) & _1:
            found = np.int64(rest & _63)
        rest >>= _6
        left -= 1
    return found


@nb.njit(cache=True)
def eleventh(key, index, dealt):  # type: ignore[no-untyped-def]
    """The same for whoever asks from Python."""
    return further(key, index, dealt)


@part
def play(key, index, low, high, looks, bands, places, sizes, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The place of the main game.

    `low` and `high` are the choices by level of the player's hand: where they differ `looks` decides by the five cards, a bit for each
    card the dealer may show. `bands` sorts the dealer's levels, and `places[choice, band and result, level]` are places.
    """
    dealt = deal(key, index, CARDS)
    a, b, c, d, e = card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3), card(dealt, 4)
    f, g, h, i, j = card(dealt, 5), card(dealt, 6), card(dealt, 7), card(dealt, 8), card(dealt, 9)
    (ka, sa), (kb, sb), (kc, sc), (kd, sd), (ke, se) = sums(a), sums(b), sums(c), sums(d), sums(e)
    mine = level_of(ka + kb + kc + kd + ke, sa + sb + sc + sd + se, slots, displacement, flush)
    (kf, sf), (kg, sg), (kh, sh), (ki, si), (kj, sj) = sums(f), sums(g), sums(h), sums(i), sums(j)
    keys, suits = kf + kg + kh + ki + kj, sf + sg + sh + si + sj
    if sizes[DEALERS] == SIX:
        kx, sx = sums(further(key, index, dealt))
        keys, suits = keys + kx, suits + sx
    dealers = level_of(keys, suits, slots, displacement, flush)
    choice = np.int64(low[mine])
    if high[mine] != choice and looks[five_place(a, b, c, d, e)] >> np.uint64(f) & _1:
        choice = np.int64(high[mine])
    result = 0 if mine > dealers else 1 if mine == dealers else 2
    return np.uint64(places[(choice * sizes[BANDS] + np.int64(bands[dealers])) * 3 + result, mine])


@counting
def tally(key, first, last, found, low, high, looks, bands, places, sizes, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        count(found, play(key, np.uint64(index), low, high, looks, bands, places, sizes, slots, displacement, flush))
