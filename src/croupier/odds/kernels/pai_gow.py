"""Seven cards of fifty-three set into two hands: every class of hands, all its settings, and the house way.

What seven cards can make depends on their ranks and, where five of a suit are in reach, on which ranks that suit holds. So all
154,143,080 hands fall into 448,409 classes, each with a hand that stands for it. A card is 4 * rank + suit, the joker 52.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import _BUCKET, _BUCKET_SHIFT, _SLOT, _SLOT_SHIFT, DISPLACEMENT
from croupier.odds.kernels.evaluate import KEYS as _KEYS
from croupier.odds.kernels.evaluate import SUITS as _SUITS
from croupier.odds.kernels.tables import SLOT_BITS

JOKER, KING, ACE = 52, 11, 12
SETTINGS = 21
LOW_HANDS = 91
FIRST_PAIR = 78
"""Low hands in order: 78 of two ranks, then the thirteen pairs."""

TOGETHER, SPLIT, UNLESS_KING, UNLESS_ACE, UNLESS_ACE_AND_KING = range(5)
TYPES, SEVEN_CARD_RUN, ROYAL_MATCH, ACE_KING_MATCH, NATURAL, HIGHEST = 11, 22, 23, 24, 25, 29
"""Bits of a mark: above those of the categories the same again beside a pair, then these; a royal and a straight flush may be natural."""

KEYS = np.append(_KEYS, np.uint64(0))
SUITS = np.append(_SUITS, np.uint64(0))
"""As in `evaluate`; the joker adds to neither."""
OTHERS = 13 * 13
"""Two cards beside the long suit: by higher and lower rank, or the other way round where they are of one suit."""

_WAYS = np.array([1, 4, 6, 4, 1], np.int64)
_ANY_PAIR, _NO_PAIR = -2, -1


@nb.njit(inline="always")
def slot(key):  # type: ignore[no-untyped-def]
    """A place of its own for every count of six or seven cards by rank."""
    return ((key * _SLOT) >> _SLOT_SHIFT) ^ DISPLACEMENT[(key * _BUCKET) >> _BUCKET_SHIFT]


@nb.njit(cache=True)
def slots(keys):  # type: ignore[no-untyped-def]
    """The places of many."""
    found = np.zeros(len(keys), np.int64)
    for row in range(len(keys)):
        found[row] = slot(keys[row])
    return found


@nb.njit(cache=True)
def _bits(mask):  # type: ignore[no-untyped-def]
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@nb.njit(cache=True)
def _add_plain(naturals, hands, weights, at, place_of):  # type: ignore[no-untyped-def]
    """Hands without five of a suit in reach, by ranks; weights as if suits did not matter."""
    rank = np.zeros(naturals, np.int64)
    while True:
        fits = True
        for place in range(4, naturals):
            if rank[place] == rank[place - 4]:
                fits = False
        if fits:
            key = np.uint64(0)
            ways, run = 1, 0
            for place in range(naturals):
                hands[at, place] = 4 * rank[place] + place % 4  # neighbours differ in suit, and none has more than two
                key += KEYS[hands[at, place]]
                run += 1
                if place + 1 == naturals or rank[place + 1] != rank[place]:
                    ways *= _WAYS[run]
                    run = 0
            if naturals < 7:
                hands[at, 6] = JOKER
            weights[at] = ways
            place_of[slot(key)] = at
            at += 1
        last = naturals - 1
        while last >= 0 and rank[last] == ACE:
            last -= 1
        if last < 0:
            return at
        higher = rank[last] + 1
        for place in range(last, naturals):
            rank[place] = higher


@nb.njit(cache=True)
def _add_flush(naturals, hands, weights, at, place_of, first):  # type: ignore[no-untyped-def]
    """Hands with five of a suit in reach, taken out of the weights of the hands with the same ranks."""
    for mask in range(1, 1 << 13):
        beside = naturals - _bits(mask)
        if beside < 0 or beside > 2:
            continue
        first[mask] = at
        for index in range(OTHERS if beside == 2 else 13 if beside == 1 else 1):
            place = 0
            for rank in range(13):
                if mask >> rank & 1:
                    hands[at, place] = 4 * rank
                    place += 1
            ways = 1
            if beside == 1:
                hands[at, place] = 4 * index + 1
                ways = 3
            elif beside == 2:
                one, two = index // 13, index % 13
                hands[at, place] = 4 * one + 1
                hands[at, place + 1] = 4 * two + (1 if one < two else 2)
                ways = 6 if one > two else 3
            if naturals < 7:
                hands[at, 6] = JOKER
            weights[at] = 4 * ways
            key = np.uint64(0)
            for place in range(naturals):
                key += KEYS[hands[at, place]]
            weights[place_of[slot(key)]] -= 4 * ways
            at += 1
    return at


@nb.njit(cache=True, nogil=True)
def classes(size):  # type: ignore[no-untyped-def]
    """A hand in order for each class, how many it stands for, and where classes are: by slot, and by the long suit's ranks."""
    hands = np.zeros((size, 7), np.int8)
    weights = np.zeros(size, np.int64)
    place_of = np.zeros(1 << SLOT_BITS, np.int32)
    first = np.zeros((2, 1 << 13), np.int32)
    at = _add_plain(7, hands, weights, 0, place_of)
    at = _add_plain(6, hands, weights, at, place_of)
    at = _add_flush(7, hands, weights, at, place_of, first[0])
    at = _add_flush(6, hands, weights, at, place_of, first[1])
    for row in range(at):
        in_order(hands[row])
    return hands, weights, place_of, first, at


@nb.njit(cache=True)
def in_order(hand):  # type: ignore[no-untyped-def]
    """The hand as the table lays it out: the joker, then ranks from the ace down, each by suits; sorted in place."""
    for place in range(1, 7):
        card = hand[place]
        key = 4 * (card // 4) + 3 - card % 4
        to = place
        while to > 0 and 4 * (hand[to - 1] // 4) + 3 - hand[to - 1] % 4 < key:
            hand[to] = hand[to - 1]
            to -= 1
        hand[to] = card


@nb.njit(inline="always")
def _left(i, j, place):  # type: ignore[no-untyped-def]
    """Where the card stands that is number `place` once cards i < j are taken out."""
    place += place >= i
    return place + (place >= j)


@nb.njit(cache=True)
def all_settings(hand, high_of, low_of, least, highs, lows):  # type: ignore[no-untyped-def]
    """High and low hand of each setting of an ordered hand, in the table's order; a foul one has no high hand (0)."""
    number = 0
    for i in range(5, -1, -1):
        for j in range(6, i, -1):
            a, b, c = hand[_left(i, j, 0)], hand[_left(i, j, 1)], hand[_left(i, j, 2)]
            d, e = hand[_left(i, j, 3)], hand[_left(i, j, 4)]
            suited = ((b ^ c) | (b ^ d) | (b ^ e)) & 3 == 0 and (a == JOKER or (a ^ b) & 3 == 0)
            high = high_of[1 if suited else 0, a >> 2, b >> 2, c >> 2, d >> 2, e >> 2]
            low = low_of[min(hand[i] >> 2, ACE), min(hand[j] >> 2, ACE)]
            highs[number] = high if high >= least[low] else 0
            lows[number] = low
            number += 1


@nb.njit(cache=True)
def _pick(highs, lows, complete, low_ranks, by_high, need_complete, pair, without, one_ace):  # type: ignore[no-untyped-def]
    """The first best setting among those that fit, by the high or by the low hand; -1 where none does."""
    best, found = -1, -1
    for number in range(SETTINGS):
        high, low = np.int64(highs[number]), np.int64(lows[number])
        if high == 0 or (need_complete and not complete[high]):
            continue
        if pair == _ANY_PAIR and low < FIRST_PAIR:
            continue
        if pair >= 0 and low != FIRST_PAIR + pair:
            continue
        if low_ranks[low] & without:
            continue
        if one_ace and (not low_ranks[low] >> ACE & 1 or low >= FIRST_PAIR):
            continue
        score = high * 128 + low if by_high else low * 8192 + high
        if score > best:
            best, found = score, number
    return found


@nb.njit(cache=True)
def _low_pair(highs, lows, complete, low_ranks, rank):  # type: ignore[no-untyped-def]
    return _pick(highs, lows, complete, low_ranks, True, False, rank, 0, False)


@nb.njit(cache=True)
def _together(highs, lows, complete, low_ranks, ranks):  # type: ignore[no-untyped-def]
    return _pick(highs, lows, complete, low_ranks, False, False, _NO_PAIR, ranks, False)


@nb.njit(cache=True)
def _split(rule, singles, highs, lows, complete, low_ranks, lower, ranks):  # type: ignore[no-untyped-def]
    ace, king = singles >> ACE & 1, singles >> KING & 1
    keep = (
        rule == TOGETHER
        or (rule == UNLESS_KING and (ace or king))
        or (rule == UNLESS_ACE and ace)
        or (rule == UNLESS_ACE_AND_KING and ace and king)
    )
    if keep:
        return _together(highs, lows, complete, low_ranks, ranks)
    return _low_pair(highs, lows, complete, low_ranks, lower)


@nb.njit(cache=True)
def _three_of_a_kind(highs, lows, complete, low_ranks, rank):  # type: ignore[no-untyped-def]
    if rank != ACE:
        return _together(highs, lows, complete, low_ranks, 1 << rank)
    return _pick(highs, lows, complete, low_ranks, False, False, _NO_PAIR, 0, True)


@nb.njit(cache=True)
def _top(mask):  # type: ignore[no-untyped-def]
    for rank in range(ACE, -1, -1):
        if mask >> rank & 1:
            return rank
    return -1


@nb.njit(cache=True)
def house_way(hand, highs, lows, complete, low_ranks, two_pair, four, choices):  # type: ignore[no-untyped-def]
    """The number of the setting the house plays.

    `two_pair[lower, higher]` and `four[rank]` say what is done with them; `choices` are, for a straight or flush beside two pair
    and beside three of a kind, whether the text has the second of the two ways `HouseWay` knows.
    """
    counts = np.zeros(13, np.int64)
    for card in hand:
        counts[min(card // 4, ACE)] += 1
    held = np.zeros(6, np.int64)  # by how many, which ranks
    for rank in range(13):
        held[counts[rank]] |= 1 << rank
    singles, pairs, threes, fours = held[1], held[2], held[3], held[4]
    if held[5]:
        return _low_pair(highs, lows, complete, low_ranks, KING if pairs >> KING & 1 else ACE)
    if fours:
        rank = _top(fours)
        others = pairs | threes
        if others:
            low = rank if rank == ACE and not others >> KING & 1 else _top(pairs) if pairs else _top(threes)
            return _low_pair(highs, lows, complete, low_ranks, low)
        return _split(four[rank], singles, highs, lows, complete, low_ranks, rank, fours)
    if _bits(threes) == 2 or (threes and pairs):
        return _low_pair(highs, lows, complete, low_ranks, _top(threes) if _bits(threes) == 2 else _top(pairs))
    if _bits(pairs) == 3:
        return _low_pair(highs, lows, complete, low_ranks, _top(pairs))
    made = _pick(highs, lows, complete, low_ranks, False, True, _NO_PAIR, 0, False)
    if threes:
        rank = _top(threes)
        apart = _three_of_a_kind(highs, lows, complete, low_ranks, rank)
        if made < 0:
            return apart
        if choices[1] and rank == ACE:
            better = lows[apart] > lows[made] or (lows[apart] == lows[made] and highs[apart] > highs[made])
            return apart if better else made
        kept = _pick(highs, lows, complete, low_ranks, True, True, rank, 0, False)
        return kept if kept >= 0 else apart
    if _bits(pairs) == 2:
        higher = _top(pairs)
        lower = _top(pairs & ~(1 << higher))
        ruled = _split(two_pair[lower, higher], singles, highs, lows, complete, low_ranks, lower, pairs)
        if made < 0 or not choices[0]:
            return ruled
        kept = _pick(highs, lows, complete, low_ranks, False, True, _ANY_PAIR, 0, False)
        if kept >= 0:
            return kept
        return made if lows[ruled] <= lows[made] else ruled
    if pairs:
        if made < 0:
            return _together(highs, lows, complete, low_ranks, pairs)
        kept = _pick(highs, lows, complete, low_ranks, True, True, _top(pairs), 0, False)
        return kept if kept >= 0 else made
    if made >= 0:
        return made
    return _together(highs, lows, complete, low_ranks, 1 << _top(singles))


@nb.njit(cache=True, nogil=True)
def set_house_way(hands, high_of, low_of, least, complete, low_ranks, two_pair, four, choices):  # type: ignore[no-untyped-def]
    """High and low hand of each hand by the house way, and the setting's number; hands are put in order."""
    found = np.zeros((len(hands), 3), np.int32)
    highs, lows = np.zeros(SETTINGS, np.int64), np.zeros(SETTINGS, np.int64)
    for row in range(len(hands)):
        hand = hands[row]
        in_order(hand)
        all_settings(hand, high_of, low_of, least, highs, lows)
        number = house_way(hand, highs, lows, complete, low_ranks, two_pair, four, choices)
        found[row] = highs[number], lows[number], number
    return found


@nb.njit(cache=True, nogil=True)
def marks(hands, high_of, low_of, category, royal):  # type: ignore[no-untyped-def]
    """What a wager may look at in each ordered hand, a bit each: the types of five cards, alone, beside a pair and without the joker,
    those that take all seven cards, and the highest card of a hand that is nothing.
    """
    found = np.zeros(len(hands), np.int64)
    anything = np.zeros(LOW_HANDS, np.int64)
    highs, lows = np.zeros(SETTINGS, np.int64), np.zeros(SETTINGS, np.int64)
    for row in range(len(hands)):
        hand = hands[row]
        all_settings(hand, high_of, low_of, anything, highs, lows)
        number = 0
        for i in range(5, -1, -1):
            for j in range(6, i, -1):
                held = category[highs[number]]
                pair = TYPES if lows[number] >= FIRST_PAIR else 0
                found[row] |= 1 << held | 1 << held + pair
                if royal - 1 <= held <= royal and (hand[0] != JOKER or i == 0):
                    natural = NATURAL + 2 * (royal - held)
                    found[row] |= 1 << natural | 1 << natural + (pair > 0)
                if held == royal and (hand[i] ^ hand[j]) & 3 == 0 and hand[i] != JOKER:
                    if hand[i] // 4 == KING and hand[j] // 4 == KING - 1:
                        found[row] |= 1 << ROYAL_MATCH
                    if hand[i] // 4 == KING + 1 and hand[j] // 4 == KING:
                        found[row] |= 1 << ACE_KING_MATCH
                number += 1
        start = 1 if hand[0] == JOKER else 0
        mask, suited = 0, True
        for place in range(start, 7):
            mask |= 1 << (hand[place] // 4 + 1)
            suited = suited and (hand[place] ^ hand[start]) & 3 == 0
        low = mask & ~(1 << 13) | (mask >> 13 & 1)
        if suited and (_spread(mask) or _spread(low)):
            found[row] |= 1 << SEVEN_CARD_RUN
        found[row] |= _nothing_but(hand, start) << HIGHEST
    return found


@nb.njit(cache=True)
def _nothing_but(hand, start):  # type: ignore[no-untyped-def]
    """The highest rank, from 1, of a hand without pair, straight or flush, the joker being an ace and no more; else 0."""
    ranks = 1 << 13 if start else 0
    suits = np.zeros(4, np.int64)
    for place in range(start, 7):
        bit = 1 << (hand[place] // 4 + 1)
        if ranks & bit:
            return 0
        ranks |= bit
        suits[hand[place] & 3] += 1
    ranks |= ranks >> 13 & 1
    if ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4:
        return 0
    for suit in range(4):
        if suits[suit] >= 5:
            return 0
    top = 13
    while not ranks >> top & 1:
        top -= 1
    return top


@nb.njit(cache=True)
def _spread(mask):  # type: ignore[no-untyped-def]
    """Do the ranks lie within seven?"""
    while not mask & 1:
        mask >>= 1
    return mask < 1 << 7
