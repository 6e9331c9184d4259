"""Five cards of a deck with a joker against the dealer's five, and wagers on the player's own cards and on both hands."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part, smaller
from croupier.odds.kernels.places import five_place
from croupier.odds.kernels.prefetch import AHEAD, prefetch, words
from croupier.odds.kernels.randomness import DECK, card, deal_from
from croupier.odds.kernels.sim_cards import count

CARDS = 10
PACK = DECK + 1
_16, _32, _HALF = np.uint64(16), np.uint64(32), np.uint64((1 << 32) - 1)


@part
def hands_of(key, index):  # type: ignore[no-untyped-def]
    """Where the player's five cards and the dealer's stand among all sets of five."""
    dealt = deal_from(key, index, CARDS, PACK)
    mine = five_place(card(dealt, 0), card(dealt, 1), card(dealt, 2), card(dealt, 3), card(dealt, 4))
    return mine, five_place(card(dealt, 5), card(dealt, 6), card(dealt, 7), card(dealt, 8), card(dealt, 9))


@part
def places_of(hand, dealers_hand, kinds, levels, main, own, both):  # type: ignore[no-untyped-def]
    """The places of a round by its two hands."""
    kind = np.int64(kinds[hand])
    mine, dealers = np.int64(levels[kind]), np.int64(levels[kinds[dealers_hand]])
    result = (1 if mine <= dealers else 0) + (1 if mine < dealers else 0)  # two sums, where a three-way choice would be guessed
    places = np.uint64(main[result, kind])
    if own.size:
        places |= np.uint64(own[kind]) << _16
    if both.size:
        places |= np.uint64(both[result, smaller(mine, dealers)]) << _32
    return places


@part
def play(key, index, kinds, levels, main, own, both):  # type: ignore[no-untyped-def]
    """Places of the main game, of a wager on the player's cards and of one on both hands.

    `kinds` says of every five cards what they are: by value, by how they are played and by their faces. `levels` are the values of
    kinds. `main[result, kind]`, `own[kind]` and `both[result, lower level]` are places; empty for a wager that is not offered.
    """
    hand, dealers_hand = hands_of(key, index)
    return places_of(hand, dealers_hand, kinds, levels, main, own, both)


@counting
def tally(key, first, last, found, kinds, levels, main, own, both):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram, some at a time: what their hands are was fetched before it is asked for."""
    hands = words()
    for start in range(first, last, AHEAD):
        stop = smaller(start + AHEAD, last)
        for index in range(start, stop):
            hand, dealers_hand = hands_of(key, np.uint64(index))
            prefetch(kinds, hand)
            prefetch(kinds, dealers_hand)
            hands[index - start] = np.uint64(hand << 32 | dealers_hand)
        for number in range(stop - start):
            hand, dealers_hand = np.int64(hands[number] >> _32), np.int64(hands[number] & _HALF)
            count(found, places_of(hand, dealers_hand, kinds, levels, main, own, both))
