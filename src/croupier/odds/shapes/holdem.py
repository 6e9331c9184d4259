"""What hold'em shapes share: kinds of hole cards, and the sweep over all boards in parts for a question about two of them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import lru_cache, reduce
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import RANKS, Card, card
from croupier.odds.advice import Sight
from croupier.odds.card_numbers import number_of, numbers, place_of, unseen
from croupier.odds.cells import SEAT
from croupier.odds.kernels.tables import Array
from croupier.odds.work import in_parts
from croupier.table.table import COMMUNITY, DEALER

BOARD, FLOP, TURN = 5, 3, 4
KINDS = 169
"""Pairs, suited and unsuited hole cards by rank."""


class Cards(NamedTuple):
    """A question's cards as the kernels take them."""

    hole: Array
    board: Array
    deck: Array
    """What the dealer and the rest of the board are drawn from, lowest first."""
    symmetries: Array
    """Changes of suits that leave everything in sight as it is."""


def cards_of(sight: Sight) -> Cards:
    """The cards a seat sees, and those it does not."""
    from croupier.odds.kernels.one_holdem import symmetries

    hole, board, elsewhere = (numbers(cards) for cards in (sight.hand, sight.community, (*sight.dealer, *sight.elsewhere)))
    return Cards(hole, board, unseen(sight), symmetries(hole.tolist(), board.tolist(), elsewhere.tolist()))


def over_boards(
    deck: Array, shape: Callable[[], tuple[Array, ...]], sweep: Callable[[int, int, tuple[Array, ...]], None]
) -> tuple[Array, ...]:
    """Sums over all boards, by highest card in parts: `shape` makes room for them, `sweep` adds a part."""

    def part(first: int, last: int) -> tuple[Array, ...]:
        found = shape()
        sweep(first, last, found)
        return found

    totals = shape()
    for found in in_parts(len(deck), part):
        for total, sums in zip(totals, found, strict=True):
            total += sums
    return totals


def dealt(seed: int, index: int) -> dict[int | str, list[Card]]:
    """The cards of one round of a hold'em kernel."""
    from croupier.odds.simulation import dealt_cards

    hand = dealt_cards(seed, index, 2 + 2 + BOARD)
    return {SEAT: hand[:2], DEALER: hand[2:4], COMMUNITY: hand[4:]}


def hole_cards(high: int, low: int, suited: bool) -> tuple[Card, Card]:
    """Two cards of these ranks."""
    return card(f"{RANKS[high - 2]}s"), card(f"{RANKS[low - 2]}{'s' if suited else 'h'}")


def pair_number(high: int, low: int, suited: bool) -> int:
    """Their number among all pairs of cards."""
    return place_of(map(number_of, hole_cards(high, low, suited)))


def rows(count: int, columns: int) -> Array:
    """Room for whole-number sums."""
    return np.zeros((count, columns), np.int64)


# Kinds of hole cards


@lru_cache(maxsize=1)
def hole_kinds() -> Array:
    """The kind of each pair of cards."""
    from croupier.odds.kernels.boards import PAIR, PAIRS

    kinds = np.zeros(PAIRS, np.int64)
    known: dict[tuple[int, int, bool], int] = {}
    for high in range(52):
        for low in range(high):
            kind = (high >> 2, low >> 2, high & 3 == low & 3)
            kinds[PAIR[high, low]] = known.setdefault(kind, len(known))
    return kinds


def total(parts: Iterable[Array]) -> Array:
    """What the parts of a sweep found, added up."""
    return reduce(operator.add, parts)


def by_kind(sums: Array) -> Array:
    """Sums by pair of hole cards, added up by kind."""
    found: Array = np.zeros(KINDS, np.int64)
    np.add.at(found, hole_kinds(), sums)
    return found
