"""Every seven cards the bank can have beside one player's, by class: 53,524,680 hands of the other 46 cards."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import _TOP_BITS
from croupier.odds.kernels.pai_gow import JOKER, KEYS, SUITS, slot
from croupier.odds.kernels.sim_pai_gow_poker import class_of

_ONE_EACH = np.uint64(0x2000_2000_2000_2000)
"""One more in the counts of each suit."""


@nb.njit(cache=True, nogil=True)
def bank_hands(deck, first, stop, displacement, place_of, first_of, found):  # type: ignore[no-untyped-def]
    """Count by class the hands whose highest card has a place from `first` to `stop` in the deck, which is in order."""
    run_ends = np.empty(len(deck), np.int64)
    end = len(deck)
    for place in range(len(deck) - 1, -1, -1):
        if place + 1 < len(deck) and deck[place] >> 2 != deck[place + 1] >> 2:
            end = place + 1
        run_ends[place] = end
    for a in range(first, stop):
        joker = deck[a] == JOKER
        ka, sa = KEYS[deck[a]], SUITS[deck[a]]
        for b in range(a):
            kb, sb = ka + KEYS[deck[b]], sa + SUITS[deck[b]]
            for c in range(b):
                kc, sc = kb + KEYS[deck[c]], sb + SUITS[deck[c]]
                for d in range(c):
                    kd, sd = kc + KEYS[deck[d]], sc + SUITS[deck[d]]
                    for e in range(d):
                        ke, se = kd + KEYS[deck[e]], sd + SUITS[deck[e]]
                        for f in range(e):
                            kf, sf = ke + KEYS[deck[f]], se + SUITS[deck[f]]
                            if (sf + _ONE_EACH if joker else sf) & _TOP_BITS:  # a flush is one card away: its suit matters
                                for g in range(f):
                                    key, suits = kf + KEYS[deck[g]], sf + SUITS[deck[g]]
                                    found[class_of(key, suits, joker, displacement, place_of, first_of)] += np.int64(1)
                                continue
                            g = 0
                            while g < f:  # only the last card's rank does
                                end = min(run_ends[g], f)
                                found[place_of[slot(kf + KEYS[deck[g]])]] += end - g
                                g = end
