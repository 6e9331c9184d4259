"""Six cards against the dealer's six, both set by the house way, and wagers on the player's own."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.five_and_one import HIGH, HIGH_BITS, JOKER_LOW, best_five, highest, house_way
from croupier.odds.kernels.pai_gow import JOKER
from croupier.odds.kernels.randomness import word
from croupier.odds.kernels.sim_cards import count

HAND, CARD_BITS, CARDS_A_WORD = 6, 6, 10
_NO_CARD = np.uint64(((1 << 64) - 1) ^ ((1 << JOKER + 1) - 1))
_0, _1, _6, _63 = np.uint64(0), np.uint64(1), np.uint64(CARD_BITS), np.uint64(63)
_16, _32 = np.uint64(16), np.uint64(32)


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
def deal_two(key, index):  # type: ignore[no-untyped-def]
    """The player's six cards and the dealer's, six bits each: what is no card, or already out, is thrown away."""
    used, dealt, draw = _NO_CARD, 0, _0
    mine, others = _0, _0
    while dealt < 2 * HAND:
        bits = word(key, index, draw)
        draw += _1
        for _ in range(CARDS_A_WORD):
            card = bits & _63
            bits >>= _6
            if used >> card & _1 or dealt == 2 * HAND:
                continue
            used |= _1 << card
            if dealt < HAND:
                mine = mine << _6 | card
            else:
                others = others << _6 | card
            dealt += 1
    return mine, others


@part
def play(key, index, places, bonus, other, limit, high_of, type_of, least):  # type: ignore[no-untyped-def]
    """Places of the wager against the dealer, and of two wagers on the player's best five, where they are offered.

    `places` are by the nine ways in which both hands compare and whether the dealer is below `limit`.
    """
    mine, others = deal_two(key, index)
    a, b, c, d, e, f = in_order(mine)
    own = house_way(a, b, c, d, e, f, high_of, type_of, least)
    high, low = own & HIGH, own >> HIGH_BITS & 15
    if a == JOKER and highest(a, b, c, d, e, f, np.int64(-1), high_of, type_of, least) == own:
        low = JOKER_LOW
    best = best_five(a, b, c, d, e, f, high_of)
    a, b, c, d, e, f = in_order(others)
    dealers = house_way(a, b, c, d, e, f, high_of, type_of, least)
    theirs, below = dealers & HIGH, dealers >> HIGH_BITS & 15
    compared = 3 * (0 if high > theirs else 1 if high == theirs else 2) + (0 if low > below else 1 if low == below else 2)
    found = np.uint64(places[2 * compared + (theirs < limit[0])])
    if bonus.size:
        found |= np.uint64(bonus[best]) << _16
    if other.size:
        found |= np.uint64(other[best]) << _32
    return found


@counting
def tally(key, first, last, found, places, bonus, other, limit, high_of, type_of, least):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        count(found, play(key, np.uint64(index), places, bonus, other, limit, high_of, type_of, least))
