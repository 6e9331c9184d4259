"""Hands of five, six and seven cards evaluated in a few nanoseconds; see `tables` for how.

A card is 4 * rank + suit. `KEYS[card]` adds one to its rank's count (three bits) and `SUITS[card]` one to its suit's count and
the rank's bit to its suit's mask, so a hand's two sums are built card by card and undone by subtraction.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels import tables

_TABLES = tables.load()
DISPLACEMENT = _TABLES["displacement"]
SLOTS = _TABLES["slots"]
FLUSH = _TABLES["flush"]

KEYS = np.array([1 << (3 * (card // 4)) for card in range(52)], np.uint64)
SUITS = np.array([(1 << (16 * (card % 4) + card // 4)) + (1 << (16 * (card % 4) + 13)) for card in range(52)], np.uint64)
"""A card's rank in its suit's thirteen bits, and one in the three bits above them, which count the suit's cards."""

_SLOT = np.uint64(tables.MULTIPLY_SLOT)
_BUCKET = np.uint64(tables.MULTIPLY_BUCKET)
_SLOT_SHIFT = np.uint64(64 - tables.SLOT_BITS)
_BUCKET_SHIFT = np.uint64(64 - tables.BUCKET_BITS)
_LOW = np.uint64(0x1FFF)
_TOP_BITS = np.uint64(0x8000_8000_8000_8000)


@nb.njit(inline="always")
def plain_value(key):  # type: ignore[no-untyped-def]
    """The value by rank counts alone: a perfect hash, one product for the slot and one for what displaces it."""
    place = (key * _SLOT) >> _SLOT_SHIFT
    return SLOTS[place ^ DISPLACEMENT[(key * _BUCKET) >> _BUCKET_SHIFT]]


@nb.njit(inline="always")
def value(key, suits):  # type: ignore[no-untyped-def]
    """The value of a hand from its two sums: rank counts, and suits with their cards counted in the bits above them."""
    full = suits & (suits << np.uint64(1) | suits << np.uint64(2)) & _TOP_BITS  # four and (two or one): five or more
    if full:
        shift = np.uint64(0)
        if full & np.uint64(1 << 31):
            shift = np.uint64(16)
        elif full & np.uint64(1 << 47):
            shift = np.uint64(32)
        elif full & np.uint64(1 << 63):
            shift = np.uint64(48)
        return FLUSH[(suits >> shift) & _LOW]
    return plain_value(key)


@nb.njit(cache=True)
def evaluate(cards):  # type: ignore[no-untyped-def]
    """The value of one hand of five to seven cards."""
    key = np.uint64(0)
    suits = np.uint64(0)
    for card in cards:
        key += KEYS[card]
        suits += SUITS[card]
    return value(key, suits)


@nb.njit(cache=True, nogil=True)
def evaluate_many(hands):  # type: ignore[no-untyped-def]
    """The values of a batch, one hand a row."""
    found = np.empty(hands.shape[0], np.uint16)
    if hands.shape[1] == 7:
        for row in range(hands.shape[0]):
            a, b, c, d = hands[row, 0], hands[row, 1], hands[row, 2], hands[row, 3]
            e, f, g = hands[row, 4], hands[row, 5], hands[row, 6]
            key = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d] + KEYS[e] + KEYS[f] + KEYS[g]
            suits = SUITS[a] + SUITS[b] + SUITS[c] + SUITS[d] + SUITS[e] + SUITS[f] + SUITS[g]
            found[row] = value(key, suits)
        return found
    for row in range(hands.shape[0]):
        key = np.uint64(0)
        suits = np.uint64(0)
        for column in range(hands.shape[1]):
            card = hands[row, column]
            key += KEYS[card]
            suits += SUITS[card]
        found[row] = value(key, suits)
    return found


@nb.njit(cache=True)
def count_seven():  # type: ignore[no-untyped-def]
    """How many of all 133,784,560 seven-card hands have each value."""
    found = np.zeros(7463, np.int64)
    for a in range(6, 52):
        for b in range(5, a):
            kb, sb = KEYS[a] + KEYS[b], SUITS[a] + SUITS[b]
            for c in range(4, b):
                kc, sc = kb + KEYS[c], sb + SUITS[c]
                for d in range(3, c):
                    kd, sd = kc + KEYS[d], sc + SUITS[d]
                    for e in range(2, d):
                        ke, se = kd + KEYS[e], sd + SUITS[e]
                        for f in range(1, e):
                            kf, sf = ke + KEYS[f], se + SUITS[f]
                            if sf & _TOP_BITS:  # four of a suit: the last card's suit matters
                                for g in range(f):
                                    found[value(kf + KEYS[g], sf + SUITS[g])] += 1
                            else:  # only its rank does, and all cards below a rank come in fours
                                for rank in range(f >> 2):
                                    found[plain_value(kf + KEYS[4 * rank])] += 4
                                if f & 3:
                                    found[plain_value(kf + KEYS[f & ~3])] += f & 3
    return found
