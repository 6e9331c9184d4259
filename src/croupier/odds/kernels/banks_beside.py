"""How many banks of one kind share no card with seven cards: a sum over the sets of cards that a bank might have from them."""

from __future__ import annotations

import numba as nb
import numpy as np


@nb.njit(cache=True, nogil=True)
def banks_beside(hands, highest, ways, above, found):  # type: ignore[no-untyped-def]
    """For each hand, by the last index of `above`, its banks less those with one of our cards, and those with two back again.

    A bank holds no rank twice and none over `highest`. `above` has how many ranks of banks take in some ranks, by their bits, and
    `ways` in how many ways the rest of a bank gets suits, by how many cards of the first three suits are ours.
    """
    low = np.zeros(7, np.int64)
    for row in range(len(hands)):
        size = 0
        for card in hands[row]:
            if card // 4 <= highest:
                low[size] = card
                size += 1
        for chosen in range(1 << size):
            ranks, sign, fits = 0, 1, True
            suits = np.uint64(0)
            for place in range(size):
                if chosen >> place & 1:
                    rank = 1 << low[place] // 4
                    fits = fits and not ranks & rank
                    ranks |= rank
                    suits += np.uint64(1) << np.uint64(8 * (low[place] % 4))
                    sign = -sign
            if fits:
                of = (
                    sign
                    * ways[suits & np.uint64(7), suits >> np.uint64(8) & np.uint64(7), suits >> np.uint64(16) & np.uint64(7)]
                )
                for top in range(found.shape[1]):
                    found[row, top] += of * above[ranks, top]
