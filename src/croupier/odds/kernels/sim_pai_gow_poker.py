"""Pai gow poker: seven cards against the bank's seven, each set as a table says, and the bonus on the player's own."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.evaluate import _BUCKET, _BUCKET_SHIFT, _LOW, _SLOT, _SLOT_SHIFT, _TOP_BITS
from croupier.odds.kernels.pai_gow import JOKER, KEYS, SUITS
from croupier.odds.kernels.randomness import word
from croupier.odds.kernels.sim_cards import count

WIN, COPY_AND_HIGHER, ONE_HAND_EACH, COPY_HANDS, LOWER_HANDS = range(5)
"""What decides the wager."""
HAND = 7
CARD_BITS, CARDS_A_WORD = 6, 10
LOW_BITS = 7
"""A setting is its high hand, and in the lowest bits its low hand."""

_NO_CARD = np.uint64(((1 << 64) - 1) ^ ((1 << JOKER + 1) - 1))
_0, _1, _2, _6, _63 = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(CARD_BITS), np.uint64(63)
_15, _16 = np.uint64(15), np.uint64(16)
_LOW_HAND = (1 << LOW_BITS) - 1


@part
def class_of(key, suits, joker, displacement, place_of, first):  # type: ignore[no-untyped-def]
    """The class of seven cards, the joker among them or not, from the sums of their keys and suits."""
    full = suits & _TOP_BITS  # four of a suit
    if not joker:
        full &= suits << _1 | suits << _2  # and one more
    if full:
        long = _0
        while not full >> _15 & _1:
            full >>= _16
            long += _16
        mask = (suits >> long) & _LOW
        higher, lower, beside, seen = np.int64(0), np.int64(0), 0, 0
        for step in range(4):
            others = (suits >> np.uint64(16 * step)) & _LOW
            if np.uint64(16 * step) == long or not others:
                continue
            seen += 1
            for rank in range(13):
                if others >> np.uint64(rank) & _1:
                    beside += 1
                    if rank >= higher:
                        higher, lower = rank, higher
                    else:
                        lower = rank
        found = np.int64(first[1 if joker else 0, mask])
        if beside == 1:
            found += higher
        elif beside == 2:
            found += 13 * lower + higher if seen == 1 else 13 * higher + lower
    else:
        place = ((key * _SLOT) >> _SLOT_SHIFT) ^ np.uint64(displacement[(key * _BUCKET) >> _BUCKET_SHIFT])
        found = np.int64(place_of[place])
    return found


@part
def decided_by(mine, banks):  # type: ignore[no-untyped-def]
    """The rule that decides a wager between two settings."""
    high, low = mine >> LOW_BITS, mine & _LOW_HAND
    banks_high, banks_low = banks >> LOW_BITS, banks & _LOW_HAND
    higher = (high > banks_high) + (low > banks_low)
    copies = (high == banks_high) + (low == banks_low)
    rule = LOWER_HANDS
    if higher == 2:
        rule = WIN
    elif higher == 1:
        rule = COPY_AND_HIGHER if copies else ONE_HAND_EACH
    elif copies:
        rule = COPY_HANDS
    return rule


@part
def deal_two(key, index, displacement, place_of, first):  # type: ignore[no-untyped-def]
    """The classes of the player's seven cards and of the bank's.

    Cards are six bits at a time of the words, the joker included: what is no card, or already out, is thrown away.
    """
    used = _NO_CARD
    dealt = 0
    draw = _0
    rank_sum, suit_sum, players, joker = _0, _0, 0, False
    while dealt < 2 * HAND:
        bits = word(key, index, draw)
        draw += _1
        for _ in range(CARDS_A_WORD):
            card = bits & _63
            bits >>= _6
            if used >> card & _1:
                continue
            used |= _1 << card
            rank_sum += KEYS[card]
            suit_sum += SUITS[card]
            joker = joker or card == JOKER
            dealt += 1
            if dealt == HAND:
                players = class_of(rank_sum, suit_sum, joker, displacement, place_of, first)
                rank_sum, suit_sum, joker = _0, _0, False
            elif dealt == 2 * HAND:
                break
    return players, class_of(rank_sum, suit_sum, joker, displacement, place_of, first)


@part
def play(key, index, mine, banks, bonus, ends, displacement, place_of, first):  # type: ignore[no-untyped-def]
    """Places of the wager against the bank and of the bonus.

    `mine` and `banks` are the settings of each class, `ends[rule]` and `bonus[class]` places; `bonus` is empty where it is not
    offered.
    """
    player, bank = deal_two(key, index, displacement, place_of, first)
    places = np.uint64(ends[decided_by(np.int64(mine[player]), np.int64(banks[bank]))])
    if bonus.size:
        places |= np.uint64(bonus[player]) << _16
    return places


@counting
def tally(key, first_round, last, found, mine, banks, bonus, ends, displacement, place_of, first):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first_round, last):
        count(found, play(key, np.uint64(index), mine, banks, bonus, ends, displacement, place_of, first))


@counting
def tally_both_ways(key, first_round, last, found, ways, banks, displacement, place_of, first):  # type: ignore[no-untyped-def]
    """Count rounds first to last by what decides each of two wagers: with the cards as dealt, and with the hands exchanged.

    A strategy is a row of `ways`. What one wager wins the other mostly loses, so their sum has little variance.
    """
    for index in range(first_round, last):
        one, other = deal_two(key, np.uint64(index), displacement, place_of, first)
        for way in range(ways.shape[0]):
            dealt = decided_by(np.int64(ways[way, one]), np.int64(banks[other]))
            exchanged = decided_by(np.int64(ways[way, other]), np.int64(banks[one]))
            found[way, dealt, exchanged] += 1
