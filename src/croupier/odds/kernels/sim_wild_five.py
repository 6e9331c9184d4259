"""Five cards of a deck with a joker against the dealer's five, and wagers on the player's own cards and on both hands."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part, smaller
from croupier.odds.kernels.places import five_place
from croupier.odds.kernels.randomness import DECK, card, deal_from
from croupier.odds.kernels.sim_cards import count

CARDS = 10
PACK = DECK + 1
_16, _32 = np.uint64(16), np.uint64(32)


@part
def play(key, index, kinds, levels, main, own, both):  # type: ignore[no-untyped-def]
    """Places of the main game, of a wager on the player's cards and of one on both hands.

    `kinds` says of every five cards what they are: by value, by how they are played and by their faces. `levels` are the values of
    kinds. `main[result, kind]`, `own[kind]` and `both[result, lower level]` are places; empty for a wager that is not offered.
    """
    dealt = deal_from(key, index, CARDS, PACK)
    a, b, c, d, e = card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3), card(dealt, 4)
    f, g, h, i, j = card(dealt, 5), card(dealt, 6), card(dealt, 7), card(dealt, 8), card(dealt, 9)
    kind = np.int64(kinds[five_place(a, b, c, d, e)])
    mine, dealers = np.int64(levels[kind]), np.int64(levels[kinds[five_place(f, g, h, i, j)]])
    result = 0 if mine > dealers else 1 if mine == dealers else 2
    places = np.uint64(main[result, kind])
    if own.size:
        places |= np.uint64(own[kind]) << _16
    if both.size:
        places |= np.uint64(both[result, smaller(mine, dealers)]) << _32
    return places


@counting
def tally(key, first, last, found, kinds, levels, main, own, both):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        count(found, play(key, np.uint64(index), kinds, levels, main, own, both))
