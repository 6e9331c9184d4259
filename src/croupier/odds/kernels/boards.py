"""Flops, flops with a turn, and boards up to a change of suits.

A set of three or four cards is known by its class and by the renaming of suits that leads there; what is found for a class and
renamed hole cards holds for all its sets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels.card_sets import PERMUTATIONS, class_hands, named_sets
from croupier.odds.kernels.kinds import class_of, flush_suit
from croupier.odds.kernels.tables import Array

PAIRS = 1326
"""Pairs of cards, numbered by their higher and then their lower card."""


def _pair_tables() -> tuple[Array, Array]:
    """The number of a pair by its cards, and the number it gets when suits are renamed."""
    number = np.zeros((52, 52), np.int32)
    high, low = np.tril_indices(52, -1)
    number[high, low] = number[low, high] = np.arange(PAIRS)
    renamed = number[(high & ~3) | PERMUTATIONS[:, high & 3], (low & ~3) | PERMUTATIONS[:, low & 3]]
    return number, renamed.astype(np.int16)


PAIR, RENAMED = _pair_tables()


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
    known = class_hands(size)
    cards = known.cards[:, ::-1].astype(np.int64)
    masks = np.stack([np.where(cards & 3 == suit, 1 << (cards >> 2), 0).sum(axis=1) for suit in range(4)], axis=1)
    return Subsets(*named_sets(size), cards, masks, known.weights)


class Boards(NamedTuple):
    """Boards up to a change of suits, with how many each stands for, in the order of their classes: boards `first[n]` to
    `first[n + 1]` are of class `classes[n]`, on which the same kinds of hole cards are worth the same."""

    cards: Array
    weights: Array
    classes: Array
    first: Array
    numbers: Array
    """The number of each among the classes of five cards."""


@nb.njit(cache=True)
def _classes_of(boards):  # type: ignore[no-untyped-def]
    found = np.empty(len(boards), np.int64)
    for number in range(len(boards)):
        found[number] = class_of(boards[number], flush_suit(boards[number]))
    return found


@lru_cache(maxsize=1)
def boards() -> Boards:
    """All 134,459 boards."""
    known = class_hands(5)
    cards = known.cards[:, ::-1].copy()
    class_of_board = _classes_of(cards)
    order = np.argsort(class_of_board, kind="stable")
    classes, first = np.unique(class_of_board[order], return_index=True)
    return Boards(cards[order], known.weights[order], classes, np.append(first, len(cards)), order)


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
