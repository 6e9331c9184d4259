"""Pai gow poker as arrays: the ranking by the table's own functions, the house way by the rules, settings of every class."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb, isqrt
from typing import Final

import numpy as np

from croupier.equipment.cards import JOKER, RANKS, Card
from croupier.games.pai_gow._setting import HouseWayQuestions
from croupier.hands.pai_gow import COMPLETE, high_hand, low_hand
from croupier.hands.pai_gow_house_way import Split
from croupier.hands.poker import Value
from croupier.odds import card_numbers
from croupier.odds.card_numbers import kernel_card
from croupier.odds.kernels import pai_gow as kernel
from croupier.odds.kernels.sim_pai_gow_poker import LOW_BITS
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.as_ranked import kept_as_ranked

CLASSES, PLAIN_CLASSES = 448_409, 67_600
"""All, and the first of them, which have no flush in reach."""
SECOND_HIGHEST: Final = "second-highest"
"""Where A-2-3-4-5 stands among the straights in every game whose text does not leave that to the house."""
SPLITS: Mapping[Split, int] = {
    "together": kernel.TOGETHER,
    "split": kernel.SPLIT,
    "split-unless-king": kernel.UNLESS_KING,
    "split-unless-ace": kernel.UNLESS_ACE,
    "split-unless-ace-and-king": kernel.UNLESS_ACE_AND_KING,
}


def face(number: int) -> Card:
    """A card from the kernels' numbering."""
    return JOKER if number == kernel.JOKER else kernel_card(number)


def number_of(held: Card) -> int:
    """A card's number in the kernels."""
    return kernel.JOKER if held is JOKER else card_numbers.number_of(held)


@dataclass(frozen=True)
class Ranking:
    """High hands from 1 up and low hands from 0 up, in order, and how the kernels find them."""

    values: tuple[Value, ...]
    lows: tuple[Value, ...]
    high_of: Array
    """By whether the natural cards are of one suit, then the five ranks from the highest down, 13 for the joker."""
    low_of: Array
    least: Array
    """The lowest high hand that a low hand does not foul."""
    complete: Array
    category: Array
    low_ranks: Array


@kept_as_ranked
def ranking(ace_to_five: str) -> Ranking:
    """Every high and low hand, valued as the table values them."""
    found: dict[tuple[int, ...], Value] = {}
    for ranks in itertools.combinations_with_replacement(range(13, -1, -1), 5):
        if ranks.count(13) > 1 or any(ranks.count(rank) > 4 for rank in ranks):
            continue
        places = [0, 1, 2, 3, 0]  # not of one suit, and no card twice
        if ranks[0] == ranks[3]:
            places[4] = 1
        for suited in (0, 1):
            natural = [rank for rank in ranks if rank < 13]
            if suited and len(set(natural)) < len(natural):
                continue
            suits = [0] * 5 if suited else places
            hand = [face(4 * rank + suit if rank < 13 else kernel.JOKER) for rank, suit in zip(ranks, suits, strict=True)]
            found[suited, *ranks] = high_hand(hand, ace_to_five=ace_to_five)
    values = sorted(set(found.values()))
    place = {value: number for number, value in enumerate(values, start=1)}
    high_of: Array = np.zeros((2, 14, 13, 13, 13, 13), np.int16)
    for where, value in found.items():
        high_of[where] = place[value]
    lows = {(a, b): low_hand([face(4 * a), face(4 * b + 1)]) for a in range(13) for b in range(13)}
    order = sorted(set(lows.values()))
    low_of: Array = np.array([[order.index(lows[a, b]) for b in range(13)] for a in range(13)], np.int16)
    # Values are in order, and so are their beginnings, to which a low hand is compared.
    prefixes = {size: [(value.order, value.ranks[:size]) for value in values] for size in {len(low.ranks) for low in order}}
    least = [1 + bisect_left(prefixes[len(low.ranks)], (low.order, low.ranks)) for low in order]
    return Ranking(
        values=(Value(-1, (), ""), *values),
        lows=tuple(order),
        high_of=high_of,
        low_of=low_of,
        least=np.array(least, np.int64),
        complete=np.array([False, *(value.category in COMPLETE for value in values)]),
        category=np.array([0, *(value.order for value in values)], np.int64),
        low_ranks=np.array([sum(1 << rank - 2 for rank in set(low.ranks)) for low in order], np.int64),
    )


@dataclass(frozen=True)
class Classes:
    """A hand for each class in the table's order, and how many hands of the whole deck it stands for."""

    hands: Array
    weights: Array
    place_of: Array
    first: Array

    @property
    def joker(self) -> Array:
        """Which of them hold the joker."""
        return np.asarray(self.hands[:, 0] == kernel.JOKER)


@lru_cache(maxsize=1)
def classes() -> Classes:
    """All classes of seven cards."""
    hands, weights, place_of, first, size = kernel.classes(CLASSES)
    assert size == CLASSES and weights.sum() == comb(53, 7)
    return Classes(hands, weights, place_of, first)


def plain_class(hands: Array) -> Array:
    """The class of hands with the same ranks, and no flush in reach."""
    keys = kernel.KEYS[hands].sum(axis=1)
    return np.asarray(classes().place_of[kernel.slots(keys)], np.int64)


def house_way_arrays(rules: HouseWayQuestions) -> tuple[Array, Array, Array]:
    """What is done with two pair and with four of a kind by rank, and the two choices beside straights and flushes."""
    band = [next(name for name, ranks in rules.house_way_bands.value.items() if rank in ranks) for rank in RANKS]
    two_pair: Array = np.zeros((13, 13), np.int64)
    for lower, higher in itertools.combinations(range(13), 2):
        two_pair[lower, higher] = SPLITS[rules.house_way_two_pair.value[f"{band[lower]}-{band[higher]}"]]
    four: Array = np.array([SPLITS[rules.house_way_four_of_a_kind.value[name]] for name in band], np.int64)
    choices = (
        rules.house_way_complete_with_two_pair.value == "pair-low-if-kept",
        rules.house_way_complete_with_three_of_a_kind.value == "aces-for-the-highest-low",
    )
    return two_pair, four, np.array(choices)


def set_by_house_way(hands: Array, rules: HouseWayQuestions) -> Array:
    """High hand, low hand and number of the setting for each row of cards; the rows are put in order."""
    known = ranking(rules.ace_to_five_straight)
    tables = (known.high_of, known.low_of, known.least, known.complete, known.low_ranks)
    found: Array = kernel.set_house_way(hands, *tables, *house_way_arrays(rules))
    return found


def packed(settings: Array) -> Array:
    """High and low hand of each setting in one number, as the kernel compares them."""
    return np.asarray(settings[:, 0] << LOW_BITS | settings[:, 1], np.uint32)


BY_RANKS: Final = (0, 1, 2)
"""Nothing that goes by ranks alone; nine to two without the five or the six; four eights and three of another rank."""


def _by_ranks(every: Classes) -> Array:
    """What each class is by its ranks alone."""
    held = np.stack([(np.minimum(every.hands >> 2, kernel.ACE) == rank).sum(axis=1) for rank in range(13)], axis=1)
    low = held[:, :8].max(axis=1) == 1
    nine_high = low & (held[:, :8].sum(axis=1) == 7) & (held[:, [0, 1, 2, 5, 6, 7]] == 1).all(axis=1)
    eights = (held[:, 6] == 4) & (held == 3).any(axis=1)
    return np.asarray(nine_high * BY_RANKS[1] + eights * BY_RANKS[2], np.int64)


@kept_as_ranked
def by_type() -> tuple[tuple[tuple[tuple[Card, ...], int], ...], Array]:
    """Every seven cards by the types of hand they hold, all that a bonus on them looks at; and the type of each class.

    Hands with the joker are types of their own.
    """
    known, every = ranking(SECOND_HIGHEST), classes()
    royal = next(value.order for value in known.values if value.category == "royal-flush")
    marks = kernel.marks(every.hands, known.high_of, known.low_of, known.category, royal) * 2 + every.joker
    marks = marks * len(BY_RANKS) + _by_ranks(every)
    _, first, kind_of = np.unique(marks, return_index=True, return_inverse=True)
    weights: Array = np.zeros(len(first), np.int64)
    np.add.at(weights, kind_of, every.weights)
    hands = [tuple(face(int(number)) for number in every.hands[where]) for where in first]
    return tuple(zip(hands, weights.tolist(), strict=True)), kind_of


MEMBERS: Final = 6
"""Hands of a type that rows are tried on, if it has so many classes, and more the more it has."""


@kept_as_ranked
def members_of_types() -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """Some hands of each type, in the order of the types: of all its classes, or of some drawn from them."""
    _, kind_of = by_type()
    rng, every = np.random.default_rng(MEMBERS), classes()
    order = np.argsort(kind_of, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(kind_of[order])) + 1)
    chosen = (rng.choice(of, min(len(of), MEMBERS + isqrt(len(of)) // 2), replace=False) for of in parts)
    return tuple(tuple(tuple(map(face, every.hands[where].tolist())) for where in of) for of in chosen)
