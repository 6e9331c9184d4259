"""Three cards against the dealer's three, counted from any pack of different cards.

Suits matter only through which cards are gone, so a hand stands for all that differ by a change of suits: of a deck of 52, 1,755 of
22,100. How many of the dealer's hands below a value share no card with a hand is a sum by inclusion and exclusion.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.hands.poker import Value, three_card
from croupier.odds.kernels.tables import Array

HAND = 3
Pack = tuple[Card, ...]


class Hands(NamedTuple):
    """All hands by the places of their cards in the pack, each with its class; and of each class one hand, its level among the
    values, and how many hands it stands for: those whose suits hold the same ranks, in any order of suits."""

    values: tuple[Value, ...]
    places: Array
    classes: Array
    first: Array
    levels: Array
    weights: Array


@lru_cache(maxsize=4)
def hands(pack: Pack) -> Hands:
    """Every hand, and one of each class in the order of the pack."""
    places: Array = np.array(list(itertools.combinations(range(len(pack)), HAND)))
    suits = sorted({card.suit for card in pack})
    alike = len({frozenset(card.rank for card in pack if card.suit == suit) for suit in suits}) == 1
    bits = np.array([[card.suit == suit and 1 << card.rank for suit in suits] for card in pack], np.int64)
    held = np.sort(bits[places].sum(axis=1), axis=1)
    key = held @ (1 << (15 * np.arange(len(suits), dtype=np.int64))) if alike else np.arange(len(places))
    _, first, classes, weights = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first)
    worth = [three_card([pack[place] for place in places[number]]) for number in first[order].tolist()]
    values = tuple(sorted(set(worth)))
    rung = {value: number for number, value in enumerate(values)}
    return Hands(values, places, np.argsort(order)[classes], first[order], np.array([rung[v] for v in worth]), weights[order])


def _running(level: Array, *numbers: Array, size: int) -> Array:
    """`found[n, number]`: how many hands below level n have that number among theirs."""
    counts = sum(np.bincount(level * size + number, minlength=(level.max() + 1) * size) for number in numbers)
    return np.concatenate([np.zeros((1, size), np.int64), np.reshape(counts, (-1, size)).cumsum(axis=0)])


@lru_cache(maxsize=8)
def tally(pack: Pack, thresholds: tuple[int, ...]) -> Array:
    """For each class: dealer's hands that are lower, that are equal, and that are below each of the threshold levels."""
    known, cards = hands(pack), len(pack)
    one, two, three = known.places.T
    pairs = (cards * one + two, cards * one + three, cards * two + three)
    dealers = known.levels[known.classes]
    total = _running(dealers, 0 * one, size=1)
    with_card = _running(dealers, one, two, three, size=cards)
    with_pair = _running(dealers, *pairs, size=cards * cards)

    def below(line: Array | int) -> Array:
        """Dealer's hands below a level that share no card: less those with a card, but those with two were taken off twice."""
        lines = np.broadcast_to(line, known.levels.shape)
        sharing = sum(with_card[lines, held[known.first]] for held in (one, two, three))
        twice = sum(with_pair[lines, pair[known.first]] for pair in pairs)
        apart: Array = total[lines, 0] - sharing + twice - (lines > known.levels)
        return apart

    lower = below(known.levels)
    columns = [lower, below(known.levels + 1) - lower, *(below(line) for line in thresholds)]
    return np.stack(columns, axis=1)[:, None, :]


@lru_cache(maxsize=2)
def masks(pack: Pack) -> tuple[Array, Array]:
    """Every hand's level and its cards as bits."""
    known = hands(pack)
    bits: Array = (np.uint64(1) << known.places.astype(np.uint64)).sum(axis=1).astype(np.uint64)
    return known.levels[known.classes], bits


def one_hand(pack: Pack, level: int, *, gone: Sequence[Card], shown: Sequence[Card], thresholds: Sequence[int]) -> list[int]:
    """The same for one hand, against every dealer's hand without the cards that are `gone` and with those `shown`; and how many
    there are in all."""
    levels, bits = masks(pack)
    out, held = (np.uint64(sum(1 << pack.index(card) for card in cards)) for cards in (gone, shown))
    possible = levels[(bits & out == 0) & (bits & held == held)]
    counts = (possible < level, possible == level, *(possible < line for line in thresholds))
    return [*(int(np.count_nonzero(count)) for count in counts), len(possible)]


def against(pack: Pack) -> int:
    """How many hands the dealer can have."""
    return comb(len(pack) - HAND, HAND)
