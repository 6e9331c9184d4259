"""The board sweep: hold'em against one dealer's hand, over every five-card board up to a change of suits.

For each of 134,459 boards all 1,081 pairs of hole cards are evaluated and sorted; wins, ties and losses against the 990
pairs that share no card come from running totals corrected card by card. What depends on the flop is added up per flop and
hole cards, again up to a change of suits.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import COUNTS, KEYS, MASKS, value
from croupier.odds.kernels.tables import Array

PAIRS = 1326
"""Pairs of cards, numbered by their higher and then their lower card."""

PERMUTATIONS = tuple(itertools.permutations(range(4)))
"""The 24 ways to rename suits."""


def _pair_tables() -> tuple[Array, Array]:
    """The number of a pair by its cards, and the number it gets when suits are renamed."""
    number = np.zeros((52, 52), np.int32)
    cards = [(high, low) for high in range(52) for low in range(high)]
    for place, (high, low) in enumerate(cards):
        number[high, low] = number[low, high] = place
    renamed = np.empty((24, PAIRS), np.int16)
    for row, names in enumerate(PERMUTATIONS):
        for place, (high, low) in enumerate(cards):
            renamed[row, place] = number[(high & ~3) | names[high & 3], (low & ~3) | names[low & 3]]
    return number, renamed


PAIR, RENAMED = _pair_tables()


@nb.njit(cache=True)
def _suit_masks(cards):  # type: ignore[no-untyped-def]
    masks = np.zeros(4, np.int64)
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


@nb.njit(cache=True)
def canonical_boards():  # type: ignore[no-untyped-def]
    """One board of each class with how many boards it stands for."""
    boards = np.empty((134459, 5), np.int8)
    weights = np.empty(134459, np.int64)
    found = 0
    cards = np.empty(5, np.int64)
    for a in range(4, 52):
        cards[0] = a
        for b in range(3, a):
            cards[1] = b
            for c in range(2, b):
                cards[2] = c
                for d in range(1, c):
                    cards[3] = d
                    for e in range(d):
                        cards[4] = e
                        m = _suit_masks(cards)
                        if m[0] >= m[1] and m[1] >= m[2] and m[2] >= m[3]:
                            weight = 24
                            run = 1
                            for suit in range(1, 4):
                                if m[suit] == m[suit - 1]:
                                    run += 1
                                    weight //= run
                                else:
                                    run = 1
                            for place in range(5):
                                boards[found, place] = cards[place]
                            weights[found] = weight
                            found += 1
    return boards, weights


@nb.njit(cache=True)
def _rename(masks):  # type: ignore[no-untyped-def]
    """The new name of each suit that puts the masks in descending order."""
    order = np.array([0, 1, 2, 3])
    for i in range(1, 4):
        j = i
        while j > 0 and masks[order[j]] > masks[order[j - 1]]:
            order[j], order[j - 1] = order[j - 1], order[j]
            j -= 1
    names = np.empty(4, np.int64)
    for place in range(4):
        names[order[place]] = place
    return names


@nb.njit(cache=True)
def _describe(cards, key_of, name_of, place):  # type: ignore[no-untyped-def]
    """Which class a set of cards belongs to (its suits' masks, descending) and the renaming of suits that leads there."""
    masks = _suit_masks(cards)
    renamed = _rename(masks)
    key = np.int64(0)
    for suit in range(4):
        key |= masks[suit] << (13 * (3 - renamed[suit]))
    key_of[place] = key
    second = renamed[1] - (1 if renamed[1] > renamed[0] else 0)
    third = renamed[2] - (1 if renamed[2] > renamed[0] else 0) - (1 if renamed[2] > renamed[1] else 0)
    name_of[place] = 6 * renamed[0] + 2 * second + third  # the permutation's place in lexical order


@nb.njit(cache=True)
def _subsets(size):  # type: ignore[no-untyped-def]
    """Class key and renaming of every set of three or four cards, by its place."""
    total = 22100 if size == 3 else 270725
    key_of = np.empty(total, np.int64)
    name_of = np.empty(total, np.int8)
    cards = np.empty(size, np.int64)
    for a in range(52):
        cards[0] = a
        for b in range(a):
            cards[1] = b
            for c in range(b):
                cards[2] = c
                if size == 3:
                    _describe(cards, key_of, name_of, flop_place(a, b, c))
                else:
                    for d in range(c):
                        cards[3] = d
                        _describe(cards, key_of, name_of, turn_place(a, b, c, d))
    return key_of, name_of


@nb.njit(inline="always")
def flop_place(a, b, c):  # type: ignore[no-untyped-def]
    """Where three cards, in descending order, stand among all sets of three."""
    return a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c


@nb.njit(inline="always")
def turn_place(a, b, c, d):  # type: ignore[no-untyped-def]
    """Where four cards, in descending order, stand among all sets of four."""
    return a * (a - 1) * (a - 2) * (a - 3) // 24 + b * (b - 1) * (b - 2) // 6 + c * (c - 1) // 2 + d


class Subsets(NamedTuple):
    """Sets of cards by place: class and renaming; and each class's suit masks."""

    classes: Array
    names: Array
    masks: Array


@lru_cache(maxsize=2)
def subsets(size: int) -> Subsets:
    """All flops (1,755 classes) or all flops with a turn (16,432 classes)."""
    key_of, name_of = _subsets(size)
    keys, classes = np.unique(key_of, return_inverse=True)
    masks = np.stack([(keys >> (13 * (3 - suit))) & 0x1FFF for suit in range(4)], axis=1)
    return Subsets(classes.astype(np.int32), name_of, masks)


@lru_cache(maxsize=1)
def boards() -> tuple[Array, Array]:
    """All classes of boards and how many boards each stands for."""
    found: tuple[Array, Array] = canonical_boards()
    return found


@nb.njit(cache=True)
def _sorted_order(values, order, spare):  # type: ignore[no-untyped-def]
    """The places of 1,081 values in ascending order: two passes of a counting sort over seven and six bits."""
    low = np.zeros(129, np.int64)
    high = np.zeros(65, np.int64)
    for place in range(1081):
        low[(values[place] & 127) + 1] += 1
        high[(values[place] >> 7) + 1] += 1
    for bucket in range(128):
        low[bucket + 1] += low[bucket]
    for bucket in range(64):
        high[bucket + 1] += high[bucket]
    for place in range(1081):
        bucket = values[place] & 127
        spare[low[bucket]] = place
        low[bucket] += 1
    for at in range(1081):
        place = spare[at]
        bucket = values[place] >> 7
        order[high[bucket]] = place
        high[bucket] += 1


@nb.njit(cache=True)
def rank_holes(board, threshold, low, high, values, tally):  # type: ignore[no-untyped-def]
    """Every pair of hole cards on a board against the other 990, into `tally[pair]`: wins, ties, losses, and the wins and
    losses against hands of class `threshold` or better. `low`, `high`, `values` receive the cards and class of each pair."""
    used = np.zeros(52, np.bool_)
    key = np.uint64(0)
    masks = np.uint64(0)
    counts = np.uint64(0)
    for card in board:
        used[card] = True
        key += KEYS[card]
        masks += MASKS[card]
        counts += COUNTS[card]
    weak_card = np.zeros(52, np.int64)
    weak_total = 0
    n = 0
    for a in range(52):
        if used[a]:
            continue
        ka, ma, ca = key + KEYS[a], masks + MASKS[a], counts + COUNTS[a]
        for b in range(a):
            if used[b]:
                continue
            high[n] = a
            low[n] = b
            level = np.int64(value(ka + KEYS[b], ma + MASKS[b], ca + COUNTS[b]))
            values[n] = level
            if level < threshold:
                weak_total += 1
                weak_card[a] += 1
                weak_card[b] += 1
            n += 1
    order = np.empty(1081, np.int64)
    _sorted_order(values, order, np.empty(1081, np.int64))
    with_card = np.zeros(52, np.int64)
    equal_card = np.zeros(52, np.int64)
    start = 0
    while start < 1081:
        stop = start
        level = values[order[start]]
        while stop < 1081 and values[order[stop]] == level:
            place = order[stop]
            equal_card[high[place]] += 1
            equal_card[low[place]] += 1
            stop += 1
        for at in range(start, stop):
            place = order[at]
            a, b = high[place], low[place]
            less = start - with_card[a] - with_card[b]
            even = stop - start - equal_card[a] - equal_card[b] + 1
            more = 990 - less - even
            tally[place, 0] = less
            tally[place, 1] = even
            tally[place, 2] = more
            weak = weak_total - weak_card[a] - weak_card[b]
            if level < threshold:
                tally[place, 3] = 0
                tally[place, 4] = 990 - weak - 1  # the pair itself is weak and was taken off twice
            else:
                tally[place, 3] = less - weak
                tally[place, 4] = more
        for at in range(start, stop):
            place = order[at]
            a, b = high[place], low[place]
            with_card[a] += 1
            with_card[b] += 1
            equal_card[a] = 0
            equal_card[b] = 0
        start = stop
