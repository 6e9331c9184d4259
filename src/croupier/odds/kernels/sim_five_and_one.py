"""Six cards against the dealer's six, both set by the house way, and wagers on the player's own."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part, smaller
from croupier.odds.kernels.dealt_classes import card_of, deal_two, in_order, where_told
from croupier.odds.kernels.five_and_one import HIGH, HIGH_BITS, LOW_BITS, best_five, highest, house_way
from croupier.odds.kernels.pai_gow import JOKER
from croupier.odds.kernels.prefetch import AHEAD, prefetch, words
from croupier.odds.kernels.sim_cards import count

HAND, FLUSH = 6, 5
BEST_SHIFT = HIGH_BITS + LOW_BITS
JOKER_LOW_SHIFT = BEST_SHIFT + HIGH_BITS
"""Of a class are told its high hand, its low card, its best five and whether the joker is its low hand, which as the player's is above
every card."""
_HAND, _SHORT = np.uint64(HAND), np.uint64(8 - FLUSH)
_16, _32, _HALF = np.uint64(16), np.uint64(32), np.uint64((1 << 32) - 1)


@part
def places_of(own, dealers, places, bonus, other, limit):  # type: ignore[no-untyped-def]
    """The places of a round by what is told of its two hands."""
    high, low = own & HIGH, (own >> HIGH_BITS & 15) + (own >> JOKER_LOW_SHIFT)
    theirs, below = dealers & HIGH, dealers >> HIGH_BITS & 15
    compared = 3 * (0 if high > theirs else 1 if high == theirs else 2) + (0 if low > below else 1 if low == below else 2)
    found = np.uint64(places[2 * compared + (theirs < limit[0])])
    best = own >> BEST_SHIFT & HIGH
    if bonus.size:
        found |= np.uint64(bonus[best]) << _16
    if other.size:
        found |= np.uint64(other[best]) << _32
    return found


@part
def play(key, index, places, bonus, other, limit, told, displacement, first, beside):  # type: ignore[no-untyped-def]
    """Places of the wager against the dealer, and of two wagers on the player's best five, where they are offered.

    `places` are by the nine ways in which both hands compare and whether the dealer is below `limit`; `told` is by class.
    """
    mine, others = deal_two(key, index, _HAND)
    own = np.int64(told[where_told(mine, _SHORT, displacement, first, beside)])
    dealers = np.int64(told[where_told(others, _SHORT, displacement, first, beside)])
    return places_of(own, dealers, places, bonus, other, limit)


@counting
def tally(key, since, until, found, places, bonus, other, limit, told, displacement, first, beside):  # type: ignore[no-untyped-def]
    """Add rounds `since` to `until` into the histogram, some at a time: what is told of their hands was fetched before it is asked for."""
    hands = words()
    for start in range(since, until, AHEAD):
        rounds = smaller(AHEAD, until - start)
        for number in range(rounds):
            mine, others = deal_two(key, np.uint64(start + number), _HAND)
            own = where_told(mine, _SHORT, displacement, first, beside)
            dealers = where_told(others, _SHORT, displacement, first, beside)
            prefetch(told, own)
            prefetch(told, dealers)
            hands[number] = np.uint64(own << 32 | dealers)
        for number in range(rounds):
            own, dealers = np.int64(told[hands[number] >> _32]), np.int64(told[hands[number] & _HALF])
            count(found, places_of(own, dealers, places, bonus, other, limit))


@counting
def tell_all(hands, high_of, type_of, least, found):  # type: ignore[no-untyped-def]
    """What is told of each hand, a set of bits, as the house sets it."""
    for row in range(len(hands)):
        hand = in_order(hands[row])
        a, b, c, d, e, f = (
            card_of(hand, 0),
            card_of(hand, 1),
            card_of(hand, 2),
            card_of(hand, 3),
            card_of(hand, 4),
            card_of(hand, 5),
        )
        own = house_way(a, b, c, d, e, f, high_of, type_of, least)
        told = own & (1 << BEST_SHIFT) - 1 | best_five(a, b, c, d, e, f, high_of) << BEST_SHIFT
        if a == JOKER and highest(a, b, c, d, e, f, np.int64(-1), high_of, type_of, least) == own:
            told |= 1 << JOKER_LOW_SHIFT
        found[row] = told
