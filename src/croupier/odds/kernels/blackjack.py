"""Blackjack by counts: a shoe is how many cards of each of ten values it still holds, and a hand is a set of them.

Values are numbered from 0 (ace) to 9 (ten). What the dealer makes of a shoe is in `blackjack_dealer`, how a hand is played best in
`blackjack_choose`, how rounds then end in `blackjack_ends`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from croupier.odds.kernels.tables import Array

VALUES: Final = 10
TOTALS: Final = 7
"""How a dealer ends: 17, 18, 19, 20, 21, 22, and above."""
LOSE: Final = 0
PUSH: Final = 1
WIN: Final = 2
MOST: Final = 8
"""Hands that one pair can become."""


class Hands(NamedTuple):
    """Every hand up to 21 in an order in which a further card leads to a later one."""

    counts: Array
    total: Array
    soft: Array
    size: Array
    after: Array
    """The hand after one more card of each value; -1 above 21."""
    rank: Array
    """What it is against the dealer: 0 up to 16, 1 for 17, to 5 for 21."""

    def place(self, *values: int) -> int:
        """The hand of these values."""
        found = 0
        for value in values:
            found = int(self.after[found, value])
        return found


@lru_cache(maxsize=1)
def hands() -> Hands:
    """All sets of cards that count at most 21 with aces at one, the empty one first."""
    held = np.zeros((1, VALUES), np.int64)
    low = np.zeros(1, np.int64)
    for value in range(VALUES):
        more, least = [held], [low]
        while len(more[-1]):
            fits = least[-1] + value + 1 <= 21
            further = more[-1][fits].copy()
            further[:, value] += 1
            more.append(further)
            least.append(least[-1][fits] + value + 1)
        held, low = np.concatenate(more), np.concatenate(least)
    order = np.argsort(low, kind="stable")
    counts, low = held[order], low[order]
    digits = 32 ** np.arange(VALUES, dtype=np.int64)
    keys = counts @ digits
    by_key = np.argsort(keys)
    after = np.full(counts.shape, -1, np.int64)
    for value in range(VALUES):
        fits = low + value + 1 <= 21
        after[fits, value] = by_key[np.searchsorted(keys[by_key], keys[fits] + digits[value])]
    soft = (counts[:, 0] > 0) & (low <= 11)
    total = low + 10 * soft
    return Hands(counts, total, soft, counts.sum(axis=1), after, np.maximum(total - 16, 0))
