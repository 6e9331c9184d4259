"""Seven cards against the dealer's seven, each set as four, two and one by the house way, and a wager on the player's own."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part, smaller
from croupier.odds.kernels.dealt_classes import CARD_BITS, CARDS_A_WORD, card_of, deal_two, in_order, where_told
from croupier.odds.kernels.pai_gow import ACE, FIRST_PAIR, JOKER, KEYS, SUITS
from croupier.odds.kernels.prefetch import AHEAD, prefetch, words
from croupier.odds.kernels.randomness import word
from croupier.odds.kernels.sim_cards import count
from croupier.odds.kernels.sim_pai_gow_poker import class_of

HAND, FLUSH = 7, 4
FACES = 14
"""Ranks and the joker: high hands are found by whether they are suited and four of these, highest first."""
MEDIUM_SHIFT, HIGH_SHIFT = 4, 11
"""A setting is its high hand, its medium hand and, in the lowest bits, its low card."""
SETTING_BITS = 23
SETTING = (1 << SETTING_BITS) - 1
_HAND, _SHORT = np.uint64(HAND), np.uint64(8 - FLUSH)
_NO_CARD = np.uint64(((1 << 64) - 1) ^ ((1 << JOKER + 1) - 1))
_0, _1, _6, _63 = np.uint64(0), np.uint64(1), np.uint64(CARD_BITS), np.uint64(63)
_16, _32, _HALF = np.uint64(16), np.uint64(32), np.uint64((1 << 32) - 1)


@part
def high_of_four(hand, i, j, k, high_of):  # type: ignore[no-untyped-def]
    """What the four cards are worth that are left without three."""
    index, suit, suited = 0, -1, 1
    for place in range(HAND):
        if place != i and place != j and place != k:
            card = card_of(hand, place)
            index = index * FACES + (card >> 2)
            if card != JOKER:
                if suit >= 0 and card & 3 != suit:
                    suited = 0
                suit = card & 3
    return np.int64(high_of[suited, index])


@part
def house_way(cards, pair_medium, high_of, type_of, medium_of, least_high, least_medium):  # type: ignore[no-untyped-def]
    """High hand, medium hand and low card of seven cards as the house sets them."""
    hand = in_order(cards)
    best, found = np.int64(-1), np.int64(0)
    for i in range(HAND):
        for j in range(i + 1, HAND):
            medium = np.int64(medium_of[smaller(card_of(hand, i) >> 2, ACE), smaller(card_of(hand, j) >> 2, ACE)])
            for k in range(HAND):
                if k in (i, j):
                    continue
                low = smaller(card_of(hand, k) >> 2, ACE)
                if medium < least_medium[low]:
                    continue
                high = high_of_four(hand, i, j, k, high_of)
                if high < least_high[medium]:
                    continue
                score = np.int64(type_of[high]) << 23 | medium << 16 | low << 12 | high
                if pair_medium and medium >= FIRST_PAIR:
                    score |= medium << 27
                if score > best:
                    best, found = score, high << HIGH_SHIFT | medium << MEDIUM_SHIFT | low
    return found


@part
def compared(mine, others):  # type: ignore[no-untyped-def]
    """Four times how many of the three hands are higher than the other's, and how many are copies."""
    high, medium, low = mine >> HIGH_SHIFT, mine >> MEDIUM_SHIFT & 127, mine & 15
    high_, medium_, low_ = others >> HIGH_SHIFT, others >> MEDIUM_SHIFT & 127, others & 15
    higher = (1 if high > high_ else 0) + (1 if medium > medium_ else 0) + (1 if low > low_ else 0)
    copies = (1 if high == high_ else 0) + (1 if medium == medium_ else 0) + (1 if low == low_ else 0)
    return 4 * higher + copies


@part
def places_of(own, dealers, places):  # type: ignore[no-untyped-def]
    """The places of a round by what is told of its two hands."""
    return np.uint64(places[compared(own & SETTING, dealers & SETTING)]) | np.uint64(own >> SETTING_BITS) << _16


@part
def play(key, index, places, told, displacement, first, beside):  # type: ignore[no-untyped-def]
    """Places of the wager against the dealer and of the one on the player's own cards, where it is offered.

    `told` is by class how its hands are set and, above that, the place of the wager on them.
    """
    mine, others = deal_two(key, index, _HAND)
    own = np.int64(told[where_told(mine, _SHORT, displacement, first, beside)])
    dealers = np.int64(told[where_told(others, _SHORT, displacement, first, beside)])
    return places_of(own, dealers, places)


@counting
def tally(key, since, until, found, places, told, displacement, first, beside):  # type: ignore[no-untyped-def]
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
            count(found, places_of(own, dealers, places))


@part
def deal_hand(key, index, known):  # type: ignore[no-untyped-def]
    """Seven cards that are not known, as they come."""
    used, found, dealt, draw = known, _0, 0, _0
    while dealt < HAND:
        bits = word(key, index, draw)
        draw += _1
        for _ in range(CARDS_A_WORD):
            card = bits & _63
            bits >>= _6
            if used >> card & _1 or dealt == HAND:
                continue
            used |= _1 << card
            found |= _1 << card
            dealt += 1
    return found


@counting
def set_all(hands, way, high_of, type_of, medium_of, least_high, least_medium, found):  # type: ignore[no-untyped-def]
    """Each hand, a set of bits, as the house sets it."""
    for row in range(len(hands)):
        found[row] = house_way(hands[row], way[0], high_of, type_of, medium_of, least_high, least_medium)


@counting
def pai_gow_classes(hands, displacement, place_of, first, found):  # type: ignore[no-untyped-def]
    """The class of each hand, a set of bits, among those by which a wager on all seven cards is told."""
    for row in range(len(hands)):
        ranks, suits = _0, _0
        for card in range(JOKER):
            if hands[row] >> np.uint64(card) & _1:
                ranks += KEYS[card]
                suits += SUITS[card]
        joker = hands[row] >> np.uint64(JOKER) & _1 == _1
        found[row] = class_of(ranks, suits, joker, displacement, place_of, first)


@counting
def dealers_hands(key, first, last, known, way, high_of, type_of, medium_of, least_high, least_medium, found):  # type: ignore[no-untyped-def]
    """Hands that the dealer may have beside known cards, drawn and set by the house way."""
    for index in range(first, last):
        dealt = deal_hand(key, np.uint64(index), _NO_CARD | known)
        found[index] = house_way(dealt, way[0], high_of, type_of, medium_of, least_high, least_medium)
