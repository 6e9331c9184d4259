"""Counting hands by class: how many sets of five, six or seven cards have each of the 7,462 values.

Hands are not dealt one by one: those of the same ranks are counted together, and the flushes among them moved to their own class.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb

import numpy as np

from croupier.hands.poker import FIVE_CARD_ORDER, Value
from croupier.odds.kernels import tables
from croupier.odds.kernels.tables import Array

CLASSES = 7462
_RANKS, _SUITS, _FLUSH = 13, 4, 5


def _rank_sets(cards: int, suits: int) -> tuple[Array, Array]:
    """Every way to hold so many cards by rank, out of so many suits, three bits a rank; and how many hands each stands for."""
    keys, held, ways = (np.array([number], np.int64) for number in (0, 0, 1))
    for rank in range(_RANKS):
        counts = np.arange(suits + 1)
        keys = np.add.outer(counts << 3 * rank, keys).ravel()
        held = np.add.outer(counts, held).ravel()
        ways = np.multiply.outer([comb(suits, count) for count in counts], ways).ravel()
        possible = held <= cards
        keys, held, ways = keys[possible], held[possible], ways[possible]
    return keys[held == cards], ways[held == cards]


def count(cards: int) -> Array:
    """How many hands of five, six or seven cards have each value."""
    known = tables.load()

    def plain(keys: Array) -> Array:
        found: Array = known["slots"][tables.slots_of(keys, known["displacement"])]
        return found

    found: Array = np.zeros(CLASSES + 1, np.int64)
    keys, ways = _rank_sets(cards, _SUITS)
    np.add.at(found, plain(keys), ways)
    for flush in range(_FLUSH, cards + 1):
        suited, _ = _rank_sets(flush, 1)
        others, ways = _rank_sets(cards - flush, _SUITS - 1)
        mask = sum((suited >> 3 * rank & 1) << rank for rank in range(_RANKS))
        # Written out: numpy 2.4 misreads values that `at` has to broadcast.
        np.subtract.at(found, plain(np.add.outer(suited, others)).ravel(), np.tile(_SUITS * ways, len(suited)))
        np.add.at(found, known["flush"][mask], _SUITS * ways.sum())
    return found


@lru_cache(maxsize=1)
def values() -> tuple[Value, ...]:
    """Every class as the table's own kind of value; place 0 is empty."""
    forms = tables.load_forms()
    return (
        Value(-1, (), ""),
        *(Value(form[0], tuple([rank + 2 for rank in form[1:]]), FIVE_CARD_ORDER[form[0]]) for form in forms),
    )


def by_class(counts: Array) -> Iterator[tuple[Value, int]]:
    """Class and how many hands it has, where it has any."""
    for place, number in enumerate(counts.tolist()):
        if number:
            yield values()[place], number
