"""Four-card hands: the best four of five or six cards as numbers in order."""

from __future__ import annotations

import itertools
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.equipment.cards import RANKS, SUITS, card
from croupier.hands.four_card import best_four
from croupier.hands.poker import Value
from croupier.odds.kernels import tables
from croupier.odds.kernels.card_sets import class_hands
from croupier.odds.kernels.evaluate import DISPLACEMENT, SLOTS
from croupier.odds.kernels.tables import Array

REPEATED = np.array([[0] * 13] + [[comb(rank + size - 1, size) for rank in range(13)] for size in range(1, 7)], np.int64)
"""What a rank adds to the place of ranks that may repeat, by how many there then are: they are taken from the lowest up."""


class Ranking(NamedTuple):
    """Every class of four cards, worst first, and how to find a hand's: by its ranks, and by the ranks of each suit."""

    values: tuple[Value, ...]
    plain: Array
    """By number of cards less five and place of the ranks."""
    suited: Array
    """By the ranks a suit holds, as bits; 0 where there are fewer than four."""


@lru_cache(maxsize=1)
def ranking() -> Ranking:
    """The classes as the table ranks them. Place 0 of `values` is empty."""
    plain: dict[tuple[int, int], Value] = {}
    for size in (5, 6):
        for ranks in itertools.combinations_with_replacement(range(13), size):
            if max(ranks.count(rank) for rank in ranks) <= 4:
                # Suits in turn: cards of one rank differ in suit, and no suit has four.
                hand = [card(RANKS[rank] + SUITS[number % 4]) for number, rank in enumerate(ranks)]
                place = sum(int(REPEATED[number, rank]) for number, rank in enumerate(ranks, start=1))
                plain[size - 5, place] = best_four(hand)
    suited: dict[int, Value] = {}
    for size in (4, 5, 6):
        for ranks in itertools.combinations(range(13), size):
            suited[sum(1 << rank for rank in ranks)] = best_four([card(RANKS[rank] + SUITS[0]) for rank in ranks])
    values = sorted({*plain.values(), *suited.values()})
    number_of = {value: number for number, value in enumerate(values, start=1)}
    by_ranks = np.zeros((2, comb(13 + 5, 6)), np.int64)
    for found, value in plain.items():
        by_ranks[found] = number_of[value]
    by_suit = np.zeros(1 << 13, np.int64)
    for mask, value in suited.items():
        by_suit[mask] = number_of[value]
    return Ranking((Value(-1, (), ""), *values), by_ranks, by_suit)


@lru_cache(maxsize=1)
def evaluator() -> tuple[Array, Array, Array]:
    """The ranking by the evaluator's own hash of rank counts, and by the ranks of a suit with four cards or more."""
    _, plain, suited = ranking()
    slots: Array = np.zeros(len(SLOTS), np.uint16)
    for size in (5, 6):
        ranks: Array = np.array(list(itertools.combinations_with_replacement(range(13), size)))
        numbers = plain[size - 5, sum(REPEATED[number + 1, ranks[:, number]] for number in range(size))]
        keys = (np.uint64(1) << (3 * ranks).astype(np.uint64)).sum(axis=1).astype(np.uint64)
        held = numbers > 0  # not five of a rank
        slots[tables.slots_of(keys[held], DISPLACEMENT)] = numbers[held]
    return slots, DISPLACEMENT, suited.astype(np.uint16)


@nb.njit(cache=True, nogil=True)
def rank_hand(hand, plain, suited):  # type: ignore[no-untyped-def]
    """The class of five or six cards, which come lowest first."""
    place = 0
    clubs = diamonds = hearts = spades = 0
    for number in range(len(hand)):
        rank = hand[number] >> 2
        place += REPEATED[number + 1, rank]
        suit = hand[number] & 3
        if suit == 0:
            clubs |= 1 << rank
        elif suit == 1:
            diamonds |= 1 << rank
        elif suit == 2:
            hearts |= 1 << rank
        else:
            spades |= 1 << rank
    best = max(max(suited[clubs], suited[diamonds]), max(suited[hearts], suited[spades]))
    return max(best, plain[len(hand) - 5, place])


@nb.njit(cache=True, nogil=True)
def _rank_all(hands, plain, suited):  # type: ignore[no-untyped-def]
    """The class of each hand, one hand a row."""
    found = np.empty(len(hands), np.int64)
    hand = np.empty(hands.shape[1], np.int64)
    for number in range(len(hands)):
        for n in range(hands.shape[1]):
            hand[n] = hands[number, n]
        found[number] = rank_hand(hand, plain, suited)
    return found


class Ordered(NamedTuple):
    """Classes of hands from the lowest class of four up."""

    cards: Array
    symmetries: Array
    levels: Array
    starts: Array

    @property
    def weights(self) -> Array:
        """How many hands each stands for."""
        return 24 // self.symmetries


@lru_cache(maxsize=2)
def ordered(size: int) -> Ordered:
    """All classes of five or six cards with the class of their best four."""
    values, plain, suited = ranking()
    cards, symmetries = class_hands(size)
    levels = _rank_all(cards, plain, suited)
    order = np.argsort(levels, kind="stable")
    levels = levels[order]
    return Ordered(cards[order], symmetries[order], levels, np.searchsorted(levels, np.arange(len(values) + 1)))
