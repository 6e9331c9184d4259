"""Which combinations lie in five or six cards: the highest, and the highest that has a card outside it.

A kind is a number: `KINDS` times the first combination, plus the second; 0 is none, 1 an ace with a king, then a pair and upwards.
"""

from __future__ import annotations

from functools import lru_cache

import numba as nb
import numpy as np

from croupier.hands.combinations import is_ace_king
from croupier.odds.kernels.classes import values
from croupier.odds.kernels.evaluate import KEYS, SUITS, value
from croupier.odds.kernels.tables import Array

KINDS = 11
NONE, ACE_KING, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, ROYAL = range(KINDS)
ACE, KING = 12, 11


@lru_cache(maxsize=1)
def combination_of_level() -> Array:
    """The first combination of each class of hands."""
    found = [
        0 if number == 0 else int(is_ace_king(worth)) if worth.order == 0 else worth.order + 1
        for number, worth in enumerate(values())
    ]
    return np.array(found, np.int64)


@nb.njit(cache=True, nogil=True)
def kind_of(cards, size, of_level):  # type: ignore[no-untyped-def]
    """The kind of five or six cards."""
    by_rank = np.zeros(13, np.int64)
    key, suits = np.uint64(0), np.uint64(0)
    for n in range(size):
        by_rank[cards[n] >> 2] |= 1 << n
        key += KEYS[cards[n]]
        suits += SUITS[cards[n]]
    level = value(key, suits)
    first = of_level[level]
    every = (1 << size) - 1
    fives = np.zeros(6, np.int64)
    own = 0
    if size == 5:
        fives[5] = first
    else:
        for left_out in range(6):
            card = cards[left_out]
            found = value(key - KEYS[card], suits - SUITS[card])
            fives[left_out] = of_level[found]
            if found == level:
                own = every ^ (1 << left_out)
    if size == 5:
        own = every
    if first in (QUADS, TRIPS, PAIR):
        wanted = 4 if first == QUADS else 3 if first == TRIPS else 2
        for rank in range(13):
            if _count(by_rank[rank]) == wanted:
                own = by_rank[rank]
    elif first == TWO_PAIR:
        own, pairs = 0, 0
        for rank in range(12, -1, -1):
            if _count(by_rank[rank]) == 2 and pairs < 2:
                own |= by_rank[rank]
                pairs += 1
    elif first == ACE_KING:
        own = by_rank[ACE] | by_rank[KING]
    elif first == NONE:
        return 0
    second = 0
    for left_out in range(6):
        whole = size == 6 and fives[left_out] >= STRAIGHT and fives[left_out] != QUADS and (every ^ (1 << left_out)) & ~own
        if whole and fives[left_out] > second:
            second = fives[left_out]
    pairs_, outside = 0, 0
    for rank in range(13):
        count = _count(by_rank[rank])
        beyond = by_rank[rank] & ~own
        if count == 4 and beyond:
            second = max(second, QUADS)
        if count >= 3 and beyond:
            second = max(second, TRIPS)
        if count >= 2:
            pairs_ += 1
            outside |= beyond
            if beyond:
                second = max(second, PAIR)
    if pairs_ >= 2 and outside:
        second = max(second, TWO_PAIR)
    if by_rank[ACE] and by_rank[KING] and (by_rank[ACE] | by_rank[KING]) & ~own:
        second = max(second, ACE_KING)
    return KINDS * first + second


@nb.njit(inline="always")
def _count(bits):  # type: ignore[no-untyped-def]
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@nb.njit(cache=True, nogil=True)
def _kinds(hands, of_level):  # type: ignore[no-untyped-def]
    found = np.empty(len(hands), np.int16)
    hand = np.empty(6, np.int64)
    for row in range(len(hands)):
        for n in range(hands.shape[1]):
            hand[n] = hands[row, n]
        found[row] = kind_of(hand, hands.shape[1], of_level)
    return found


def kinds_of(hands: Array) -> Array:
    """The kind of every row of five or six cards."""
    return np.asarray(_kinds(hands, combination_of_level()))
