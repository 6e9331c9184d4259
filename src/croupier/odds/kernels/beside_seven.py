"""How many hands of seven that hold some cards are of each kind: completions of a set of at most seven cards, by class."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.pai_gow import JOKER, KEYS, SUITS
from croupier.odds.kernels.sim_pai_gow_poker import class_of


@nb.njit(cache=True, nogil=True)
def kinds_beside(sets, sizes, first, stop, kind_of, displacement, place_of, first_of, found):  # type: ignore[no-untyped-def]
    """For each set from `first` to `stop`, by kind, the hands of seven of the 53 cards that hold it."""
    left = np.empty(53, np.int64)
    chosen = np.empty(8, np.int64)
    for number in range(first, stop):
        size = sizes[number]
        key, suits, held = np.uint64(0), np.uint64(0), np.uint64(0)
        for place in range(size):
            card = sets[number, place]
            key += KEYS[card]
            suits += SUITS[card]
            held |= np.uint64(1) << np.uint64(card)
        count = 0
        for card in range(52, -1, -1):  # the joker first, so that it is in a hand only as the first that is chosen
            if not held >> np.uint64(card) & np.uint64(1):
                left[count] = card
                count += 1
        more = 7 - size
        if more == 0:
            found[number, kind_of[class_of(key, suits, False, displacement, place_of, first_of)]] += 1
            continue
        for place in range(more):
            chosen[place] = place
        while True:
            k, s = key, suits
            for place in range(more):
                k += KEYS[left[chosen[place]]]
                s += SUITS[left[chosen[place]]]
            joker = left[chosen[0]] == JOKER
            found[number, kind_of[class_of(k, s, joker, displacement, place_of, first_of)]] += 1
            place = more - 1
            while place >= 0 and chosen[place] == count - more + place:
                place -= 1
            if place < 0:
                break
            chosen[place] += 1
            for after in range(place + 1, more):
                chosen[after] = chosen[after - 1] + 1
