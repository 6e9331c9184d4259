"""What simulated card games share: hands valued from tables that come as arguments, and several results of one round in one word.

A GPU's constant memory is too small for the evaluator's tables, so here they are passed along instead of captured.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import part
from croupier.odds.kernels.evaluate import (
    _BUCKET,
    _BUCKET_SHIFT,
    _LOW,
    _SLOT,
    _SLOT_SHIFT,
    _TOP_BITS,
    DISPLACEMENT,
    FLUSH,
    SLOTS,
)

EVALUATOR = (SLOTS, DISPLACEMENT, FLUSH)
ROYAL = 7462
PLACE_BITS = 16
_1, _2, _4, _6, _13, _63 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(6), np.uint64(13), np.uint64(63)
_16, _PLACE = np.uint64(PLACE_BITS), np.uint64((1 << PLACE_BITS) - 1)


@part
def class_of(key, suits, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The class, 1 to 7,462, of a hand of five to seven cards from its two sums, as `evaluate.value` has it."""
    full = suits & (suits << _1 | suits << _2) & _TOP_BITS
    if full:
        shift = np.uint64(0)
        if full & np.uint64(1 << 31):
            shift = _16
        elif full & np.uint64(1 << 47):
            shift = np.uint64(32)
        elif full & np.uint64(1 << 63):
            shift = np.uint64(48)
        found = np.int64(flush[(suits >> shift) & _LOW])
    else:
        place = (key * _SLOT) >> _SLOT_SHIFT
        found = np.int64(slots[place ^ np.uint64(displacement[(key * _BUCKET) >> _BUCKET_SHIFT])])
    return found


@part
def sums(a):  # type: ignore[no-untyped-def]
    """A card's share of a hand's two sums, computed: cards differ from thread to thread, and a GPU would fetch them in turn."""
    rank, suit = np.uint64(a >> 2), np.uint64(a & 3)
    return _1 << (rank + rank + rank), (_1 << rank | _1 << _13) << (suit << _4)


@part
def three_cards(a, b, c):  # type: ignore[no-untyped-def]
    """Where three cards stand in a table by ranks and whether the suits are one."""
    same = 1 if (a ^ b) & 3 == 0 and (a ^ c) & 3 == 0 else 0
    return ((same * 13 + (a >> 2)) * 13 + (b >> 2)) * 13 + (c >> 2)


@part
def three_cards_apart(a, b, c):  # type: ignore[no-untyped-def]
    """Where three cards stand in a table by ranks and which of the suits are the same."""
    same = (1 if (a ^ b) & 3 == 0 else 0) + (2 if (a ^ c) & 3 == 0 else 0) + (4 if (b ^ c) & 3 == 0 else 0)
    return ((same * 13 + (a >> 2)) * 13 + (b >> 2)) * 13 + (c >> 2)


@nb.njit
def highest_first(a, b):  # type: ignore[no-untyped-def]
    return (a, b) if a >= b else (b, a)


@nb.njit
def in_order(hand):  # type: ignore[no-untyped-def]
    """Six cards of a word, highest first."""
    a, b = highest_first(np.int64(hand & _63), np.int64(hand >> _6 & _63))
    c, d = highest_first(np.int64(hand >> np.uint64(12) & _63), np.int64(hand >> np.uint64(18) & _63))
    e, f = highest_first(np.int64(hand >> np.uint64(24) & _63), np.int64(hand >> np.uint64(30) & _63))
    a, c = highest_first(a, c)
    b, d = highest_first(b, d)
    b, c = highest_first(b, c)
    a, e = highest_first(a, e)
    c, e = highest_first(c, e)
    b, f = highest_first(b, f)
    d, f = highest_first(d, f)
    b, c = highest_first(b, c)
    d, e = highest_first(d, e)
    return a, b, c, d, e, f


@part
def count(found, places):  # type: ignore[no-untyped-def]
    """Count the places of one round, sixteen bits each; 0 is none."""
    while places:
        found[places & _PLACE] += 1
        places >>= _16
