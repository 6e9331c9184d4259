"""Seven cards against the dealer's seven, each set as four, two and one by the house way, and a wager on the player's own."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part, smaller
from croupier.odds.kernels.pai_gow import ACE, FIRST_PAIR, JOKER, KEYS, SUITS
from croupier.odds.kernels.randomness import word
from croupier.odds.kernels.sim_cards import count
from croupier.odds.kernels.sim_pai_gow_poker import class_of

HAND, CARD_BITS, CARDS_A_WORD = 7, 6, 10
FACES = 14
"""Ranks and the joker: high hands are found by whether they are suited and four of these, highest first."""
MEDIUM_SHIFT, HIGH_SHIFT = 4, 11
"""A setting is its high hand, its medium hand and, in the lowest bits, its low card."""
_NO_CARD = np.uint64(((1 << 64) - 1) ^ ((1 << JOKER + 1) - 1))
_0, _1, _6, _63, _16 = np.uint64(0), np.uint64(1), np.uint64(CARD_BITS), np.uint64(63), np.uint64(16)


@part
def in_order(cards):  # type: ignore[no-untyped-def]
    """The cards of a set, six bits each, the highest in the lowest bits."""
    hand, place = _0, _0
    for down in range(JOKER + 1):
        card = np.uint64(JOKER - down)
        if cards >> card & _1:
            hand |= card << place
            place += _6
    return hand


@part
def card_of(hand, place):  # type: ignore[no-untyped-def]
    return np.int64(hand >> np.uint64(CARD_BITS * place) & _63)


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
def deal_set(key, index, draw, used, cards):  # type: ignore[no-untyped-def]
    """So many cards that are not used yet, as sets of bits in the order they come: seven, then seven more where fourteen are asked for."""
    first, second, dealt = _0, _0, 0
    while dealt < cards:
        bits = word(key, index, draw)
        draw += _1
        for _ in range(CARDS_A_WORD):
            card = bits & _63
            bits >>= _6
            if used >> card & _1 or dealt == cards:
                continue
            used |= _1 << card
            if dealt < HAND:
                first |= _1 << card
            else:
                second |= _1 << card
            dealt += 1
    return first, second


@part
def play(key, index, places, bonus, way, highs, types, mediums, over, under, displacement, place_of, first):  # type: ignore[no-untyped-def]
    """Places of the wager against the dealer and of the one on the player's own cards, by their class, where it is offered.

    The tables from `highs` to `under` are those of `house_way`.
    """
    mine, others = deal_set(key, index, _0, _NO_CARD, 2 * HAND)
    own = house_way(mine, way[0], highs, types, mediums, over, under)
    dealers = house_way(others, way[0], highs, types, mediums, over, under)
    found = np.uint64(places[compared(own, dealers)])
    if bonus.size:
        ranks, suits = _0, _0
        for card in range(JOKER):
            if mine >> np.uint64(card) & _1:
                ranks += KEYS[card]
                suits += SUITS[card]
        joker = mine >> np.uint64(JOKER) & _1 == _1
        found |= np.uint64(bonus[class_of(ranks, suits, joker, displacement, place_of, first)]) << _16
    return found


@counting
def tally(  # type: ignore[no-untyped-def]
    key, since, until, found, places, bonus, way, highs, types, mediums, over, under, displacement, place_of, first
):
    """Add rounds `since` to `until` into the histogram."""
    for number in range(since, until):
        index = np.uint64(number)
        count(found, play(key, index, places, bonus, way, highs, types, mediums, over, under, displacement, place_of, first))


@counting
def set_all(hands, way, high_of, type_of, medium_of, least_high, least_medium, found):  # type: ignore[no-untyped-def]
    """Each hand, a set of bits, as the house sets it."""
    for row in range(len(hands)):
        found[row] = house_way(hands[row], way[0], high_of, type_of, medium_of, least_high, least_medium)


@counting
def dealers_hands(key, first, last, known, way, high_of, type_of, medium_of, least_high, least_medium, found):  # type: ignore[no-untyped-def]
    """Hands that the dealer may have beside known cards, drawn and set by the house way."""
    for index in range(first, last):
        dealt, _ = deal_set(key, np.uint64(index), _0, _NO_CARD | known, HAND)
        found[index] = house_way(dealt, way[0], high_of, type_of, medium_of, least_high, least_medium)
