"""What hold'em solutions share: kinds of hole cards, and the plan a solution finds."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from functools import lru_cache, reduce
from typing import NamedTuple

import numpy as np

from croupier.odds.kernels.tables import Array

KINDS = 169
"""Pairs, suited and unsuited hole cards by rank."""


class Plan(NamedTuple):
    """The best decisions: by pair of hole cards before the flop, by flop class and renamed pair of hole cards on it."""

    raises: Array
    bets: Array


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
