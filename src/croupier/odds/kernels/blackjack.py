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
LATE_BLACKJACK: Final = 5
"""A blackjack that nobody looked for before the players' turn is counted in the place of 22."""
CHECKED, LATE, ANEW = range(3)
"""The dealer's second card is looked at before the players play, comes after them, or comes again to the card that stays."""
LOSE: Final = 0
PUSH: Final = 1
WIN: Final = 2
MOST: Final = 8
"""Hands that one pair can become."""
SAVED: Final = 3
"""Ways for a hand to stand before those in which a second chance is taken: single, doubled, doubled free."""


class Hands(NamedTuple):
    """Every hand up to 21 in an order in which a further card leads to a later one.

    Where a hand above 21 is not lost yet these follow too, and after them the same with the card that is taken off their total.
    """

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

    @property
    def whole(self) -> int:
        """How many hands do not pass 21."""
        return int((self.total <= 21).sum())

    @property
    def broken(self) -> int:
        """How many hands pass it by one card, of those that are told apart."""
        return int((self.after[self.whole :] >= 0).any(axis=1).sum())

    def up_to_21(self) -> Hands:
        """The same without hands above 21; a card may still lead to one."""
        return Hands(*(part[: self.whole] for part in self))


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


@lru_cache(maxsize=1)
def hands_and_broken() -> Hands:
    """The same, with each hand that one card more takes above 21, and each of those with one card that takes it to 21 or below."""
    known = hands()
    values = np.arange(1, VALUES + 1, dtype=np.int64)
    digits = 32 ** np.arange(VALUES, dtype=np.int64)
    drawn = np.eye(VALUES, dtype=np.int64)

    def further(counts: Array, fits: Array, first: int) -> tuple[Array, Array]:
        """The hands after one more card where that `fits`, numbered from `first`, and where each hand and card leads."""
        more = (counts[:, None, :] + drawn)[fits]
        _, chosen, place = np.unique(more @ digits, return_index=True, return_inverse=True)
        after = np.full(fits.shape, -1, np.int64)
        after[fits] = first + place.reshape(-1)
        return more[chosen], after

    low = known.counts @ values
    open_ = (known.size >= 2) & (known.total < 21)
    broken, breaks = further(known.counts, open_[:, None] & (low[:, None] + values > 21), len(low))
    saved, saves = further(broken, (broken @ values)[:, None] - values <= 21, len(low) + len(broken))
    counts = np.concatenate([known.counts, broken, saved])
    after = np.concatenate([np.maximum(known.after, breaks), saves, np.full(saved.shape, -1, np.int64)])
    above = len(broken) + len(saved)
    soft = np.append(known.soft, np.zeros(above, np.bool_))
    total = np.append(known.total, counts[len(low) :] @ values)
    return Hands(counts, total, soft, counts.sum(axis=1), after, np.append(known.rank, np.zeros(above, np.int64)))
