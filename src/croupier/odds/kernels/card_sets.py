"""Sets of at most six cards: where each stands among all, and its class among those that differ only by a change of suits.

Suits matter only through which cards are gone, so one set of cards stands for all of its class: there are 134,459 classes of five
cards and 962,988 of six.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels.tables import Array

LARGEST = 5
"""The largest sets whose class can be looked up."""

PERMUTATIONS = np.array(list(itertools.permutations(range(4))), np.int64)
"""The 24 ways to rename suits."""
INVERSE = np.array([PERMUTATIONS.tolist().index(np.argsort(names).tolist()) for names in PERMUTATIONS], np.int8)
"""The renaming that undoes each of them."""

SIGN = np.array([-1 if mask.bit_count() & 1 else 1 for mask in range(64)], np.int64)
COUNT = np.array([mask.bit_count() for mask in range(64)], np.int64)

_FIRST = [sum(comb(52, size) for size in range(last)) for last in range(LARGEST + 2)]
PLACE = np.array(
    [[0] * 52]
    + [[comb(number, size) + _FIRST[size] - _FIRST[size - 1] for number in range(52)] for size in range(1, LARGEST + 2)],
    np.int64,
)
"""What a card adds to the place of a set, by how many cards the set then has: sets are built from the lowest card up."""


@nb.njit(cache=True, nogil=True)
def _cards_of(masks, hand):  # type: ignore[no-untyped-def]
    """The cards of four suits' masks into `hand`, lowest first."""
    n = 0
    for rank in range(13):
        for suit in range(4):
            if masks[suit] >> rank & 1:
                hand[n] = 4 * rank + suit
                n += 1


@nb.njit(cache=True, nogil=True)
def _class_hands(size, total, by_count, starts):  # type: ignore[no-untyped-def]
    """One set of `size` cards of each class, with how many renamings of suits leave it as it is."""
    hands = np.empty((total, size), np.int8)
    symmetries = np.empty(total, np.int64)
    masks = np.empty(4, np.int64)
    hand = np.empty(6, np.int64)
    found = 0
    for a in range(size + 1):
        for b in range(size - a + 1):
            for c in range(size - a - b + 1):
                d = size - a - b - c
                for i in range(starts[a], starts[a + 1]):
                    masks[0] = by_count[i]
                    for j in range(starts[b], starts[b + 1]):
                        masks[1] = by_count[j]
                        if masks[1] > masks[0]:
                            break
                        for k in range(starts[c], starts[c + 1]):
                            masks[2] = by_count[k]
                            if masks[2] > masks[1]:
                                break
                            for m in range(starts[d], starts[d + 1]):
                                masks[3] = by_count[m]
                                if masks[3] > masks[2]:
                                    break
                                _cards_of(masks, hand)
                                for place in range(size):
                                    hands[found, place] = hand[place]
                                run, same = 1, 1
                                for suit in range(1, 4):
                                    run = run + 1 if masks[suit] == masks[suit - 1] else 1
                                    same *= run
                                symmetries[found] = same
                                found += 1
    return hands, symmetries


class Hands(NamedTuple):
    """One set of cards of each class, lowest card first, and how many renamings of suits leave it as it is."""

    cards: Array
    symmetries: Array

    @property
    def weights(self) -> Array:
        """How many sets each stands for."""
        return 24 // self.symmetries


CLASSES = (1, 13, 169, 1755, 16432, 134459, 962988)
"""How many classes there are of sets of no card, one card, and so on (Burnside's lemma gives them)."""


@lru_cache(maxsize=8)
def class_hands(size: int) -> Hands:
    """All classes of sets of `size` cards, six at most."""
    by_count = sorted(range(1 << 13), key=lambda mask: (mask.bit_count(), mask))
    starts = np.searchsorted([mask.bit_count() for mask in by_count], np.arange(15))
    return Hands(*_class_hands(size, CLASSES[size], np.array(by_count, np.int64), starts))


@nb.njit(cache=True, nogil=True)
def _name_sets(cards, first, class_of, name_of):  # type: ignore[no-untyped-def]
    """Write for every set that a renaming of suits makes of each of `cards` its class and the renaming that leads back there."""
    size = cards.shape[1]
    hand = np.empty(size + 1, np.int64)
    for number in range(cards.shape[0]):
        for names in range(len(PERMUTATIONS)):
            for n in range(size):
                card = np.int64(cards[number, n])
                card = (card & ~3) | PERMUTATIONS[names, card & 3]
                at = n
                while at > 0 and hand[at - 1] > card:
                    hand[at] = hand[at - 1]
                    at -= 1
                hand[at] = card
            place = -first
            for n in range(size):
                place += PLACE[n + 1, hand[n]]
            class_of[place], name_of[place] = number, INVERSE[names]


@lru_cache(maxsize=8)
def named_sets(size: int) -> tuple[Array, Array]:
    """The class of every set of `size` cards, five at most, by its place among these, and the renaming of suits that leads there."""
    class_of, name_of = np.empty(comb(52, size), np.int32), np.empty(comb(52, size), np.int8)
    _name_sets(class_hands(size).cards, _FIRST[size], class_of, name_of)
    return class_of, name_of


class Sets(NamedTuple):
    """Every set of at most five cards by its place: its class; and each class's symmetries."""

    class_of: Array
    symmetries: Array


@lru_cache(maxsize=1)
def sets() -> Sets:
    sizes = range(LARGEST + 1)
    classes = [named_sets(size)[0] + np.int32(sum(CLASSES[:size])) for size in sizes]
    return Sets(np.concatenate(classes), np.concatenate([class_hands(size).symmetries for size in sizes]))


@nb.njit(inline="always")
def list_subsets(hand, size, places):  # type: ignore[no-untyped-def]
    """The place of every subset of the cards, by the bits of the cards taken."""
    places[0] = 0
    for top in range(size):
        for rest in range(1 << top):
            places[rest | 1 << top] = places[rest] + PLACE[COUNT[rest] + 1, hand[top]]
