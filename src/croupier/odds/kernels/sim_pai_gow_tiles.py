"""Pai gow tiles: four tiles against the bank's four, each hand set as a table says."""

from __future__ import annotations

from math import comb

import numpy as np

from croupier.odds.kernels.compiled import counting, larger, part, smaller
from croupier.odds.kernels.randomness import word

TILES, HAND = 32, 4
TILE_BITS, TILES_A_WORD = 5, 12
LOW_BITS = 8
"""A setting is its high hand, and in the lowest bits its low hand."""
ZERO = 9
"""Cells of a low hand worth zero come after the nine of others."""

_0, _1, _5, _31 = np.uint64(0), np.uint64(1), np.uint64(TILE_BITS), np.uint64(TILES - 1)
_LOW_HAND = (1 << LOW_BITS) - 1


def place_of(tiles: list[int]) -> int:
    """The place of four different tiles in a table of all hands of four."""
    return sum(comb(tile, number) for number, tile in enumerate(sorted(tiles), start=1))


@part
def hand_of(packed):  # type: ignore[no-untyped-def]
    """The same from four tiles of five bits each, in any order."""
    a, b, c, d = packed & 31, packed >> 5 & 31, packed >> 10 & 31, packed >> 15 & 31
    a, b = smaller(a, b), larger(a, b)
    c, d = smaller(c, d), larger(c, d)
    a, c = smaller(a, c), larger(a, c)
    b, d = smaller(b, d), larger(b, d)
    b, c = smaller(b, c), larger(b, c)
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24


@part
def compare(mine, banks, zeros):  # type: ignore[no-untyped-def]
    """The cell of two settings; the lowest low hands, so many, are worth zero."""
    high, low = mine >> LOW_BITS, mine & _LOW_HAND
    banks_high, banks_low = banks >> LOW_BITS, banks & _LOW_HAND
    cell = 3 * (1 + (high > banks_high) - (high < banks_high)) + 1 + (low > banks_low) - (low < banks_low)
    return cell + ZERO if low < zeros else cell


@part
def play(key, index, settings, zeros, ends):  # type: ignore[no-untyped-def]
    """The place of a round: `settings` of every hand of four tiles, and a place for every cell.

    Tiles are five bits at a time of the words; what is already out is thrown away.
    """
    used = _0
    packed = np.int64(0)
    dealt = 0
    draw = _0
    while dealt < 2 * HAND:
        bits = word(key, index, draw)
        draw += _1
        for _ in range(TILES_A_WORD):
            tile = bits & _31
            bits >>= _5
            if used >> tile & _1:
                continue
            used |= _1 << tile
            packed |= np.int64(tile) << TILE_BITS * dealt
            dealt += 1
            if dealt == 2 * HAND:
                break
    mine, banks = np.int64(settings[hand_of(packed)]), np.int64(settings[hand_of(packed >> TILE_BITS * HAND)])
    return np.uint64(ends[compare(mine, banks, zeros[0])])


@counting
def tally(key, first, last, found, settings, zeros, ends):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        found[play(key, np.uint64(index), settings, zeros, ends)] += 1
