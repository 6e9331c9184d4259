"""What hold'em solutions share: kinds of hole cards, sums over equivalent suits, and the plan a solution finds."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from croupier.odds.kernels.tables import Array


class Plan(NamedTuple):
    """The best decisions: by pair of hole cards before the flop, by flop class and renamed pair of hole cards on it."""

    raises: Array
    bets: Array


@lru_cache(maxsize=1)
def hole_kinds() -> Array:
    """The kind (of 169: pairs, suited, unsuited) of each pair of cards."""
    from croupier.odds.kernels.boards import PAIR, PAIRS

    kinds = np.zeros(PAIRS, np.int64)
    known: dict[tuple[int, int, bool], int] = {}
    for high in range(52):
        for low in range(high):
            kind = (high >> 2, low >> 2, high & 3 == low & 3)
            kinds[PAIR[high, low]] = known.setdefault(kind, len(known))
    return kinds


def symmetric_sum(sums: Array, masks: Array) -> tuple[Array, int]:
    """Sums by hole cards added over the renamings of suits that leave the flop as it is, and how many those are.

    The sweep puts each deal under one of several equivalent names; only their total says what a decision is worth.
    """
    from croupier.odds.kernels.boards import PERMUTATIONS, RENAMED

    total = np.zeros_like(sums)
    size = 0
    for number, names in enumerate(PERMUTATIONS):
        if all(masks[names[suit]] == masks[suit] for suit in range(4)):
            total += sums[RENAMED[number]]
            size += 1
    return total, size
