"""Pai gow poker: seven cards against the bank's seven, each set as a table says, and the bonus on the player's own."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part, smaller
from croupier.odds.kernels.evaluate import _BUCKET, _BUCKET_SHIFT, _LOW, _SLOT, _SLOT_SHIFT, _TOP_BITS
from croupier.odds.kernels.pai_gow import JOKER, KEYS, SUITS
from croupier.odds.kernels.prefetch import AHEAD, prefetch, words
from croupier.odds.kernels.randomness import word
from croupier.odds.kernels.sim_cards import count
from croupier.odds.kernels.tables import SLOT_BITS

WIN, COPY_AND_HIGHER, ONE_HAND_EACH, COPY_HANDS, LOWER_HANDS = range(5)
"""What decides the wager."""
HAND = 7
CARD_BITS, CARDS_A_WORD = 6, 10
SLOTS = 1 << SLOT_BITS
LOW_BITS = 7
"""A setting is its high hand, and in the lowest bits its low hand."""

_NO_CARD = np.uint64(((1 << 64) - 1) ^ ((1 << JOKER + 1) - 1))
_0, _1, _2, _6, _63 = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(CARD_BITS), np.uint64(63)
_15, _16, _32, _HALF = np.uint64(15), np.uint64(16), np.uint64(32), np.uint64((1 << 32) - 1)
_HAND, _BOTH, _JOKER = np.uint64(HAND), np.uint64(2 * HAND), np.uint64(JOKER)
_NOBODYS = np.zeros((1 << CARD_BITS) - len(KEYS), np.uint64)
_KEY_OF, _SUIT_OF = np.append(KEYS, _NOBODYS), np.append(SUITS, _NOBODYS)
"""By six bits of a word, of which some are no card."""
_LOW_HAND = (1 << LOW_BITS) - 1


@part
def where_told(key, suits, joker, displacement, first):  # type: ignore[no-untyped-def]
    """The slot that tells the class of seven cards, from the sums of their keys and suits; with a flush in reach past all slots,
    by as much as the class itself."""
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
        found = SLOTS + np.int64(first[1 if joker else 0, mask])
        if beside == 1:
            found += higher
        elif beside == 2:
            found += 13 * lower + higher if seen == 1 else 13 * higher + lower
    else:
        found = np.int64(((key * _SLOT) >> _SLOT_SHIFT) ^ np.uint64(displacement[(key * _BUCKET) >> _BUCKET_SHIFT]))
    return found


@part
def class_at(where, place_of):  # type: ignore[no-untyped-def]
    """The class that is told there."""
    return where - SLOTS if where >= SLOTS else np.int64(place_of[where])


@part
def class_of(key, suits, joker, displacement, place_of, first):  # type: ignore[no-untyped-def]
    """The class of seven cards, the joker among them or not, from the sums of their keys and suits."""
    return class_at(where_told(key, suits, joker, displacement, first), place_of)


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
def deal_two(key, index, displacement, first):  # type: ignore[no-untyped-def]
    """Where the classes of the player's seven cards and of the bank's are told.

    Cards are six bits at a time of the words, the joker included: what is no card, or already out, is thrown away. That happens to
    one in four, which no processor guesses: so all are added to the sums, and those thrown away as nothing.
    """
    used, dealt, draw = _NO_CARD, _0, _0
    keys, suits, my_keys, my_suits, my_cards = _0, _0, _0, _0, _0
    while dealt < _BOTH:
        bits = word(key, index, draw)
        draw += _1
        for _ in range(CARDS_A_WORD):
            card = bits & _63
            bits >>= _6
            taken = ~(used >> card) & ((dealt - _BOTH) >> _63)  # 1 where the card is dealt, and 0 where it is not
            mine = taken & ((dealt - _HAND) >> _63)
            used |= taken << card
            rank, suit = _KEY_OF[card], _SUIT_OF[card]
            keys += rank & (_0 - taken)
            suits += suit & (_0 - taken)
            my_keys += rank & (_0 - mine)
            my_suits += suit & (_0 - mine)
            my_cards |= mine << card
            dealt += taken
    joker, banks_joker = my_cards >> _JOKER & _1 == _1, (used ^ my_cards) >> _JOKER & _1 == _1
    player = where_told(my_keys, my_suits, joker, displacement, first)
    return player, where_told(keys - my_keys, suits - my_suits, banks_joker, displacement, first)


@part
def places_of(player, bank, mine, banks, bonus, ends):  # type: ignore[no-untyped-def]
    """The places of a round by its two classes."""
    places = np.uint64(ends[decided_by(np.int64(mine[player]), np.int64(banks[bank]))])
    if bonus.size:
        places |= np.uint64(bonus[player]) << _16
    return places


@part
def play(key, index, mine, banks, bonus, ends, displacement, place_of, first):  # type: ignore[no-untyped-def]
    """Places of the wager against the bank and of the bonus.

    `mine` and `banks` are the settings of each class, `ends[rule]` and `bonus[class]` places; `bonus` is empty where it is not
    offered.
    """
    player, bank = deal_two(key, index, displacement, first)
    return places_of(class_at(player, place_of), class_at(bank, place_of), mine, banks, bonus, ends)


@counting
def tally(key, first_round, last, found, mine, banks, bonus, ends, displacement, place_of, first):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram, some at a time: their classes, then the settings of these, were fetched before
    they are asked for."""
    hands = words()
    for start in range(first_round, last, AHEAD):
        rounds = smaller(AHEAD, last - start)
        for number in range(rounds):
            player, bank = deal_two(key, np.uint64(start + number), displacement, first)
            prefetch(place_of, player & SLOTS - 1)
            prefetch(place_of, bank & SLOTS - 1)
            hands[number] = np.uint64(player << 32 | bank)
        for number in range(rounds):
            player = class_at(np.int64(hands[number] >> _32), place_of)
            bank = class_at(np.int64(hands[number] & _HALF), place_of)
            prefetch(mine, player)
            prefetch(banks, bank)
            if bonus.size:
                prefetch(bonus, player)
            hands[number] = np.uint64(player << 32 | bank)
        for number in range(rounds):
            player, bank = np.int64(hands[number] >> _32), np.int64(hands[number] & _HALF)
            count(found, places_of(player, bank, mine, banks, bonus, ends))


@counting
def tally_both_ways(key, first_round, last, found, ways, banks, displacement, place_of, first):  # type: ignore[no-untyped-def]
    """Count rounds first to last by what decides each of two wagers: with the cards as dealt, and with the hands exchanged.

    A strategy is a row of `ways`. What one wager wins the other mostly loses, so their sum has little variance.
    """
    for index in range(first_round, last):
        one, other = deal_two(key, np.uint64(index), displacement, first)
        one, other = class_at(one, place_of), class_at(other, place_of)
        for way in range(ways.shape[0]):
            dealt = decided_by(np.int64(ways[way, one]), np.int64(banks[other]))
            exchanged = decided_by(np.int64(ways[way, other]), np.int64(banks[one]))
            found[way, dealt, exchanged] += 1
