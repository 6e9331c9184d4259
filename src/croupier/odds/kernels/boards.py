"""Flops, flops with a turn, and boards up to a change of suits.

A set of three or four cards is known by its class and by the renaming of suits that leads there; what is found for a class and
renamed hole cards holds for all its sets.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import MASKS
from croupier.odds.kernels.kinds import class_of, flush_suit
from croupier.odds.kernels.places import FLOPS, TURNS, flop_place, turn_place
from croupier.odds.kernels.tables import Array

PAIRS = 1326
"""Pairs of cards, numbered by their higher and then their lower card."""

PERMUTATIONS = np.array(list(itertools.permutations(range(4))))
"""The 24 ways to rename suits."""


def _pair_tables() -> tuple[Array, Array]:
    """The number of a pair by its cards, and the number it gets when suits are renamed."""
    number = np.zeros((52, 52), np.int32)
    high, low = np.tril_indices(52, -1)
    number[high, low] = number[low, high] = np.arange(PAIRS)
    renamed = number[(high & ~3) | PERMUTATIONS[:, high & 3], (low & ~3) | PERMUTATIONS[:, low & 3]]
    return number, renamed.astype(np.int16)


PAIR, RENAMED = _pair_tables()


@nb.njit(cache=True)
def canonical_boards():  # type: ignore[no-untyped-def]
    """One board of each class with how many boards it stands for."""
    boards = np.empty((134459, 5), np.int8)
    weights = np.empty(134459, np.int64)
    found = 0
    masks = np.empty(4, np.int64)
    for a in range(4, 52):
        for b in range(3, a):
            for c in range(2, b):
                for d in range(1, c):
                    four = MASKS[a] + MASKS[b] + MASKS[c] + MASKS[d]
                    for e in range(d):
                        board = four + MASKS[e]
                        for suit in range(4):
                            masks[suit] = board >> np.uint64(16 * suit) & np.uint64(0x1FFF)
                        if masks[0] >= masks[1] >= masks[2] >= masks[3]:
                            # Of the 24 renamings of suits those leave the board as it is that swap suits with equal masks: a run
                            # of n equal masks divides by n!, one factor for each of its members.
                            weight = 24
                            run = 1
                            for suit in range(1, 4):
                                run = run + 1 if masks[suit] == masks[suit - 1] else 1
                                weight //= run
                            boards[found] = (a, b, c, d, e)
                            weights[found] = weight
                            found += 1
    return boards, weights


@nb.njit(cache=True)
def _suit_masks(cards):  # type: ignore[no-untyped-def]
    masks = np.zeros(4, np.int64)
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


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
def describe(cards, key_of, name_of, place):  # type: ignore[no-untyped-def]
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
    total = FLOPS if size == 3 else TURNS
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
                    describe(cards, key_of, name_of, flop_place(a, b, c))
                else:
                    for d in range(c):
                        cards[3] = d
                        describe(cards, key_of, name_of, turn_place(a, b, c, d))
    return key_of, name_of


class Subsets(NamedTuple):
    """Sets of cards by place: class and renaming; and by class its cards, its suit masks and how many sets it stands for."""

    classes: Array
    names: Array
    cards: Array
    masks: Array
    weights: Array


@lru_cache(maxsize=2)
def subsets(size: int) -> Subsets:
    """All flops (1,755 classes) or all flops with a turn (16,432 classes)."""
    key_of, name_of = _subsets(size)
    keys, classes = np.unique(key_of, return_inverse=True)
    masks = np.stack([(keys >> (13 * (3 - suit))) & 0x1FFF for suit in range(4)], axis=1)
    descending = np.arange(51, -1, -1)
    places = np.nonzero(masks[:, descending & 3] >> (descending >> 2) & 1)[1]
    cards = descending[places].reshape(-1, size)
    return Subsets(classes.astype(np.int32), name_of, cards, masks, np.bincount(classes))


class Boards(NamedTuple):
    """Boards up to a change of suits, with how many each stands for, in the order of their classes: boards `first[n]` to
    `first[n + 1]` are of class `classes[n]`, on which the same kinds of hole cards are worth the same."""

    cards: Array
    weights: Array
    classes: Array
    first: Array


@nb.njit(cache=True)
def _classes_of(boards):  # type: ignore[no-untyped-def]
    found = np.empty(len(boards), np.int64)
    for number in range(len(boards)):
        found[number] = class_of(boards[number], flush_suit(boards[number]))
    return found


@lru_cache(maxsize=1)
def boards() -> Boards:
    """All 134,459 boards."""
    cards, weights = canonical_boards()
    class_of_board = _classes_of(cards)
    order = np.argsort(class_of_board, kind="stable")
    classes, first = np.unique(class_of_board[order], return_index=True)
    return Boards(cards[order], weights[order], classes, np.append(first, len(cards)))


@nb.njit(cache=True)
def symmetric_sums(sums, masks):  # type: ignore[no-untyped-def]
    """Sums by class, hole cards and column, each the mean over the renamings of suits that leave the class as it is.

    A sweep puts each deal under one of several equivalent names; only their total says what a decision is worth.
    """
    found = np.zeros_like(sums)
    for number in range(len(sums)):
        size = 0
        for name in range(len(PERMUTATIONS)):
            if (masks[number][PERMUTATIONS[name]] == masks[number]).all():
                size += 1
                for pair in range(PAIRS):
                    for column in range(sums.shape[2]):
                        found[number, pair, column] += sums[number, RENAMED[name, pair], column]
        found[number] //= size
    return found


@nb.njit(cache=True)
def by_place(decisions, classes, names):  # type: ignore[no-untyped-def]
    """Decisions by class and renamed hole cards, written out for every set of cards and the hole cards as they are."""
    found = np.empty((len(classes), PAIRS), np.uint8)
    for place in range(len(classes)):
        row = decisions[classes[place]]
        renamed = RENAMED[names[place]]
        for pair in range(PAIRS):
            found[place, pair] = row[renamed[pair]]
    return found
