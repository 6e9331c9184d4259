"""Blackjack with two boxes a player, whose second cards may change places: played by a table of switches and a strategy by totals.

What a hand nets and stakes is one number, its move in the grid of all that two boxes can come to; moves add up to the place where a
round ends. A hand has a move for each total of the dealer's, sixteen bits apart in two words: all are added up before the dealer draws,
and the total then says which of the sums counts.

The shoe is `sim_blackjack`'s. Numba knows of this file alone when it looks for what it compiled before: change this file too where the
layout of the tables there changes.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting, part, smaller
from croupier.odds.kernels.randomness import word
from croupier.odds.kernels.sim_blackjack import (
    _CUT,
    _FRACTION,
    _LAST,
    _LENT,
    _LOANS,
    _ONES,
    _SHIFT,
    ACES,
    COUNTS_A_WORD,
    DOUBLE,
    FIRST_WAYS,
    HIGH,
    HIT,
    LOW,
    SPLIT,
    STAND,
    STATES,
    SURRENDER,
    TENS,
    TOTALS,
    TWO_CARD_21,
    VALUES,
    _15,
    cards_left,
    draw,
    full,
)
from croupier.odds.kernels.sim_cards import count

BROKEN = 7
"""A hand's rank: up to 16, 17 to 21, 21 in two cards, and above."""
RANKS, STANDS = 8, 3
GIVEN_UP = RANKS * STANDS
BLACKJACK, BOTH, DEALER_BLACKJACK, NOTHING = range(GIVEN_UP + 1, GIVEN_UP + 5)
"""Moves after those by way to stand (single, doubled, doubled free) and rank; the last is the place where nothing has moved yet."""
LANE_BITS, LANES = 16, 4
FIRST_COURT = 1 << 15
"""The words from which ranks of cards that count ten are drawn: far more come before than a round can need."""

_0, _1, _2, _5, _6, _63 = (np.uint64(number) for number in (0, 1, 2, COUNTS_A_WORD, 6, 63))
_16, _LANE, _COURT = np.uint64(LANE_BITS), np.uint64((1 << LANE_BITS) - 1), np.uint64(FIRST_COURT)


@part
def first_of_tens(key, index, shoe):  # type: ignore[no-untyped-def]
    """The cards that count ten are a shoe of their own, by rank: a fair word to draw from it, and its counts."""
    number, ways = _COURT, FIRST_WAYS + 2 * cards_left(shoe[HIGH])
    rest = word(key, index, number) >> _CUT
    while (rest * shoe[ways]) & _FRACTION < shoe[ways + 1]:
        number += _1
        rest = word(key, index, number) >> _CUT
    return rest, shoe[HIGH] >> _LAST, shoe[LOW]


@part
def next_of_tens(rest, left, counts):  # type: ignore[no-untyped-def]
    """The rank of the next of them, and the rest."""
    rest *= left
    above = (((counts | _LOANS) - ((rest >> _SHIFT) + _1) * _ONES) & _LOANS) >> _LENT
    rank = _5 - (((above * _ONES) >> _LAST) & _15)
    return rank, rest & _FRACTION, left - _1, counts - above


@nb.njit
def alike_among_tens(key, index, shoe, tens):  # type: ignore[no-untyped-def]
    """How many pairs of so many cards that count ten are of one rank: a word has ranks for all of them."""
    rest, left, counts = first_of_tens(key, index, shoe)
    seen, pairs = _0, _0
    for _ in range(tens):
        rank, rest, left, counts = next_of_tens(rest, left, counts)
        pairs += (seen >> (rank << _2)) & _15
        seen += _1 << (rank << _2)
    return np.int64(pairs)


@part
def alike(key, index, shoe, a, b, c, d):  # type: ignore[no-untyped-def]
    """How many pairs of four cards are of one rank."""
    pairs = (1 if a == b else 0) + (1 if a == c else 0) + (1 if a == d else 0)
    pairs += (1 if b == c else 0) + (1 if b == d else 0) + (1 if c == d else 0)
    tens = (1 if a == TENS else 0) + (1 if b == TENS else 0) + (1 if c == TENS else 0) + (1 if d == TENS else 0)
    if tens > 1:
        pairs += alike_among_tens(key, index, shoe, tens) - tens * (tens - 1) // 2
    return pairs


@part
def play(key, index, shoe, switches, first, later, hits, dealer_draws, most, moves, tens, matches):  # type: ignore[no-untyped-def]
    """The place of both boxes together and, sixteen bits on, that of the wager on their first four cards.

    A card falls to each box, the dealer's card shown, a second to each box, the hole card, then as they are asked for, box by box.
    `switches` has a bit for the dealer's card and the four in the order they fall; `first[shown, card, card]` is what to do with two
    cards, `later[shown, pair, card, box full]` with a split hand's two, `hits[shown, hand]` with more; `most[pair]` is how many hands
    a pair can become; `moves[hand]` two words of where a hand moves a round to. Of the wager on four cards `tens` is the shoe of ranks
    and `matches[pairs]` the place.
    """
    state = full(shoe)
    a, state = draw(key, index, state, shoe)
    c, state = draw(key, index, state, shoe)
    shown, state = draw(key, index, state, shoe)
    b, state = draw(key, index, state, shoe)
    d, state = draw(key, index, state, shoe)
    hole, state = draw(key, index, state, shoe)
    places = _0
    if matches.size:
        places = np.uint64(matches[alike(key, index, tens, a, c, b, d)]) << _16
    low_sum, high_sum = moves[2 * NOTHING], moves[2 * NOTHING + 1]
    dealers = shown + hole == TENS and shown * hole == 0
    live, changed = False, False
    if not dealers:
        at = np.uint64((((shown * VALUES + a) * VALUES + c) * VALUES + b) * VALUES + d)
        if (switches[at >> _6] >> (at & _63)) & _1:
            b, d = d, b
            changed = True
    for _ in range(2):
        natural = a + b == TENS and a * b == 0
        code = -1
        if dealers:
            code = BOTH if natural else DEALER_BLACKJACK
        elif natural and not changed:
            code = BLACKJACK
        action = np.int64(first[(shown * VALUES + a) * VALUES + b])
        total = a + b + 2
        ace = 32 if a * b == 0 else 0
        hands, waiting, stands, two_cards = 1, 0, 0, True
        while True:
            if code < 0 and (action == STAND or action == SURRENDER):  # noqa: SIM109 (for the GPU too)
                rank = BROKEN
                if total <= 21:
                    counted = total + 10 if ace and total <= 11 else total
                    rank = counted - 16 if counted > 16 else 0
                    if counted == 21 and two_cards:
                        rank = TWO_CARD_21
                code = RANKS * stands + rank
                if action == SURRENDER:
                    code = GIVEN_UP
                elif rank != BROKEN:
                    live = True
            if code >= 0:
                low_sum += moves[2 * code]
                high_sum += moves[2 * code + 1]
                if waiting == 0:
                    break
                waiting -= 1
                code = -1
                second = True
            else:
                second = action == SPLIT
                if second:
                    hands += 1
                    waiting += 1
                elif action >= DOUBLE:
                    stands = action - HIT
            if second:
                total, stands = a + 1, 0
                ace = 32 if a == ACES else 0
            x, state = draw(key, index, state, shoe)
            total += x + 1
            ace = 32 if x == ACES else ace
            two_cards = second
            if second:
                box_full = 1 if hands >= most[a] else 0
                action = np.int64(later[((shown * VALUES + a) * VALUES + x) * 2 + box_full])
            elif stands:
                action = STAND
            else:
                action = np.int64(hits[shown * STATES + total + ace])
        a, b = c, d
    against = 0
    if live:
        total = shown + hole + 2
        ace = 32 if shown * hole == 0 else 0
        while dealer_draws[total + ace]:
            x, state = draw(key, index, state, shoe)
            total += x + 1
            ace = 32 if x == ACES else ace
        against = smaller((total + 10 if ace and total <= 11 else total) - 17, TOTALS - 1)
    lanes = low_sum if against < LANES else high_sum
    return places | (lanes >> np.uint64(LANE_BITS * (against & (LANES - 1)))) & _LANE


@nb.njit(cache=True)
def ranks_of_tens(key, index, shoe, found):  # type: ignore[no-untyped-def]
    """The ranks of the first of the player's cards that count ten, for whoever asks from Python."""
    rest, left, counts = first_of_tens(key, index, shoe)
    for place in range(len(found)):
        found[place], rest, left, counts = next_of_tens(rest, left, counts)


@counting
def tally(  # type: ignore[no-untyped-def]
    key, first_round, last_round, found, shoe, switches, first, later, hits, dealer_draws, most, moves, tens, matches
):
    """Add rounds first to last into the histogram."""
    for index in range(first_round, last_round):
        count(
            found,
            play(key, np.uint64(index), shoe, switches, first, later, hits, dealer_draws, most, moves, tens, matches),
        )
