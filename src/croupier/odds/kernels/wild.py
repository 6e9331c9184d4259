"""Five cards with the deuces and the joker wild: every hand as a number in order, and each against every dealer's hand.

For its value a hand is how many wild cards it has and which natural cards: wild cards are alike, and natural cards stand for all
that differ by a change of suits (see `card_sets`). The subset sweep adds the dealer's hands from the lowest up and keeps, for
each number of wild cards and every class of at most five natural cards, how many sets of the dealer's natural cards so far
contain it. How many hands share no card with a player's is then an alternating sum over the subsets of the player's natural
cards, times the ways to draw the dealer's wild cards from those the player has left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.equipment.cards import JOKER, RANKS, SUITS, Card, card
from croupier.hands.poker import Value
from croupier.hands.wild import DEUCES_AND_JOKER, five_with_wilds
from croupier.odds.kernels.card_sets import SIGN, class_hands, list_subsets, sets
from croupier.odds.kernels.tables import Array

HAND = 5
PACK = (*(card(RANKS[number >> 2] + SUITS[number & 3]) for number in range(52)), JOKER)
"""The cards as the kernels number them, the joker last."""

WILD = np.array([face.rank in DEUCES_AND_JOKER for face in PACK])
WILDS = np.flatnonzero(WILD)
HANDS = comb(len(PACK), HAND)
AGAINST = comb(len(PACK) - HAND, HAND)
"""The dealer's hands that share no card with a player's."""

DRAWS = np.array([[comb(left, drawn) for drawn in range(HAND + 1)] for left in range(len(WILDS) + 1)], np.int64)
"""The ways to draw so many wild cards from those left."""


def faces(hand: Array) -> list[Card]:
    """A row of numbers as cards."""
    return [PACK[number] for number in hand.tolist()]


class Kinds(NamedTuple):
    """Hands sorted by all that a value or a name can depend on: ranks, one suit throughout, one suit but for wild cards."""

    example: Array
    """One hand of each kind."""
    of: Array
    """The kind of each hand."""


def kinds(hands: Array) -> Kinds:
    """The kinds of five cards a row."""
    number = hands.astype(np.int64)
    ranks = np.sort(number >> 2, axis=1)
    suits = np.where(number < 52, 1 << (number & 3), 1 << 4)  # the joker has none of the four
    printed = np.bitwise_or.reduce(suits, axis=1)
    natural = np.bitwise_or.reduce(np.where(WILD[number], 0, suits), axis=1)
    key = ranks @ 16 ** np.arange(HAND)
    for held in (printed, natural):
        key = 2 * key + (held & (held - 1) == 0)
    _, example, of = np.unique(key, return_index=True, return_inverse=True)
    return Kinds(hands[example], of.reshape(-1))


def cases() -> Iterator[tuple[Value, list[Card], int]]:
    """Every hand of the 53 cards with its faces, deuces among them, and how many are like it."""
    plain, with_joker = class_hands(HAND), class_hands(HAND - 1)
    joker = np.full((len(with_joker.cards), 1), len(PACK) - 1, np.int8)
    sorted_hands = kinds(np.concatenate([plain.cards, np.hstack([with_joker.cards, joker])]))
    counts = np.zeros(len(sorted_hands.example), np.int64)
    np.add.at(counts, sorted_hands.of, np.concatenate([plain.weights, with_joker.weights]))
    for hand, count in zip(map(faces, sorted_hands.example), counts.tolist(), strict=True):
        yield five_with_wilds(hand), hand, count


class Ordered(NamedTuple):
    """Every number of wild cards with every class of natural cards, from the lowest value up."""

    values: tuple[Value, ...]
    levels: Array
    """The place of each hand's value among `values`."""
    starts: Array
    """The hands of level v are those from `starts[v]` to `starts[v + 1]`."""
    cards: Array
    """The natural cards first, lowest first; then any wild cards."""
    wilds: Array
    symmetries: Array

    @property
    def weights(self) -> Array:
        """How many hands each stands for, whichever its wild cards."""
        counts: Array = 24 // self.symmetries * DRAWS[len(WILDS), self.wilds]
        return counts


@lru_cache(maxsize=1)
def ordered() -> Ordered:
    cards, symmetries, wilds = [], [], []
    for held in range(HAND + 1):
        every = class_hands(HAND - held)
        natural = ~WILD[every.cards].any(axis=1)
        filled = np.tile(WILDS[:held].astype(np.int8), (int(natural.sum()), 1))
        cards.append(np.hstack([every.cards[natural], filled]))
        symmetries.append(every.symmetries[natural])
        wilds.append(np.full(len(filled), held, np.int64))
    hands = np.concatenate(cards)
    alike = kinds(hands)
    worth = [five_with_wilds(faces(hand)) for hand in alike.example]
    values = tuple(sorted(set(worth)))
    place = {value: number for number, value in enumerate(values)}
    levels = np.array([place[value] for value in worth], np.int64)[alike.of]
    order = np.argsort(levels, kind="stable")
    starts = np.searchsorted(levels[order], np.arange(len(values) + 1))
    return Ordered(values, levels[order], starts, hands[order], np.concatenate(wilds)[order], np.concatenate(symmetries)[order])


@nb.njit(cache=True, nogil=True)
def name_subsets(cards, wilds, class_of, subsets):  # type: ignore[no-untyped-def]
    """Into `subsets[hand, mask]`: the class of the natural cards whose bits are in the mask."""
    places = np.empty(32, np.int64)
    for hand in range(len(cards)):
        list_subsets(cards[hand], 5 - wilds[hand], places)
        for mask in range(1 << (5 - wilds[hand])):
            subsets[hand, mask] = class_of[places[mask]]


@nb.njit(cache=True, nogil=True)
def sweep(starts, wilds, symmetries, subsets, class_symmetries, tally):  # type: ignore[no-untyped-def]
    """Into `tally[hand]`: how many of the dealer's hands that share no card with it are lower, and how many are equal."""
    counts = np.zeros((len(class_symmetries), 6, 2), np.int32)
    for level in range(len(starts) - 1):
        for dealer in range(starts[level], starts[level + 1]):
            weight = 24 // symmetries[dealer]
            for mask in range(1 << (5 - wilds[dealer])):
                found = subsets[dealer, mask]
                for n in range(2):
                    counts[found, wilds[dealer], n] += weight * class_symmetries[found]
        for player in range(starts[level], starts[level + 1]):
            left = 5 - wilds[player]  # of five cards the natural ones, and of the five wild cards those not held
            for drawn in range(left + 1):
                total, equal = np.int64(0), np.int64(0)
                for mask in range(1 << left):
                    found = subsets[player, mask]
                    total += SIGN[mask] * counts[found, drawn, 0]
                    equal += SIGN[mask] * counts[found, drawn, 1]
                tally[player, 0] += DRAWS[left, drawn] * ((total - equal) // 24)
                tally[player, 1] += DRAWS[left, drawn] * (equal // 24)
        for dealer in range(starts[level], starts[level + 1]):
            for mask in range(1 << (5 - wilds[dealer])):
                counts[subsets[dealer, mask], wilds[dealer], 1] = 0


class Matchups(NamedTuple):
    """Each hand against every dealer's hand that shares no card with it."""

    hands: Ordered
    lower: Array
    equal: Array
    higher: Array


@lru_cache(maxsize=1)
def matchups() -> Matchups:
    hands, (class_of, class_symmetries) = ordered(), sets()
    subsets: Array = np.zeros((len(hands.cards), 32), np.int32)
    tally: Array = np.zeros((len(hands.cards), 2), np.int64)
    name_subsets(hands.cards, hands.wilds, class_of, subsets)
    sweep(hands.starts, hands.wilds, hands.symmetries, subsets, class_symmetries, tally)
    lower, equal = tally[:, 0], tally[:, 1]
    return Matchups(hands, lower, equal, AGAINST - lower - equal)
