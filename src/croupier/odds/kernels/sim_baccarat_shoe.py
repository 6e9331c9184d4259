"""Baccarat from a shoe with a cutting card: rounds are dealt until it has come out, then all cards are shuffled.

As in `sim_blackjack_shoe`, every `SESSION`-th round begins a session with a new shoe, whose cards depend on the seed and on the number
of the first round dealt from it. A shoe is how many cards it has of each rank: which of them comes next is drawn as it comes. As
in `sim_blackjack`, the counts are of a rank and those below it, side by side in two words: all are compared with the place drawn
at once, and the card is taken off all that are above it.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.randomness import word
from croupier.odds.kernels.sim_baccarat import NO_CARD, place_of

SESSION = 1 << 13
"""Rounds in a session: near a hundred shoes of eight decks, the last of them left where it is."""
BEHIND, ONE_MORE, BURN, PER_RANK = range(4)
"""What a table tells: cards behind the cutting card, whether a round follows the one in which it came out, what is burned of a
new shoe (nothing, one card, or one and as many as it counts), and how many cards of each rank the shoe has."""
RANKS, COUNT_BITS, COUNTS_A_WORD = 13, 10, 6
"""Counts of twelve ranks, each with those below it, and up to 511 cards: the highest bit is lent when they are compared. The last
rank's would be of all cards, which are told beside them."""
FRACTION_BITS = 54

_0, _1 = np.uint64(0), np.uint64(1)
_LENT, _LAST, _15 = np.uint64(COUNT_BITS - 1), np.uint64(COUNT_BITS * (COUNTS_A_WORD - 1)), np.uint64(15)
_ONES = np.uint64(sum(1 << COUNT_BITS * place for place in range(COUNTS_A_WORD)))
_LOANS = _ONES << _LENT
_LOW_RANKS = np.uint64(sum((1 + place) << COUNT_BITS * place for place in range(COUNTS_A_WORD)))
_HIGH_RANKS = _LOW_RANKS + _ONES * np.uint64(COUNTS_A_WORD)
"""How many ranks each count takes together."""
_SHIFT, _FRACTION, _WHOLE = np.uint64(FRACTION_BITS), np.uint64((1 << FRACTION_BITS) - 1), np.uint64(1 << FRACTION_BITS)
_REST = np.uint64(64 - FRACTION_BITS)
NO_SHOE = (_0, (_0, _0, _0, _0, _0))
"""The round a shoe began with; nothing left, nothing drawn, no counts, the cutting card not out: before a session's first round."""

_place_of = part(place_of)


@part
def full(table):  # type: ignore[no-untyped-def]
    """A shoe with all its cards: how many are left, how many words were used, counts of the ranks, and whether the card is out."""
    each = np.uint64(table[PER_RANK])
    return each * np.uint64(RANKS), _0, each * _LOW_RANKS, each * _HIGH_RANKS, _0


@part
def draw(key, start, state):  # type: ignore[no-untyped-def]
    """The rank of the next card, each card left as likely as any other, and the shoe without it."""
    left, number, low, high, out = state
    product = (word(key, start, number) >> _REST) * left
    number += _1
    if product & _FRACTION < left:  # seldom, and only then may the word be one that favours some cards
        least = _WHOLE % left
        while product & _FRACTION < least:
            product = (word(key, start, number) >> _REST) * left
            number += _1
    place = ((product >> _SHIFT) + _1) * _ONES
    # A count keeps the bit it was lent where it is above the place drawn: its rank is that of the card or higher.
    low_above = (((low | _LOANS) - place) & _LOANS) >> _LENT
    high_above = (((high | _LOANS) - place) & _LOANS) >> _LENT
    rank = RANKS - 1 - np.int64((((low_above + high_above) * _ONES) >> _LAST) & _15)
    return rank, (left - _1, number, low - low_above, high - high_above, out)


@part
def play_next(key, index, start, state, table, values, counts, player_draws, banker_draws):  # type: ignore[no-untyped-def]
    """The place of a session's next round, and the shoe after it: without cards when it is to be shuffled. `counts` are of burns."""
    if state[0] == _0:
        start, state = index, full(table)
        if table[BURN]:
            rank, state = draw(key, start, state)
            for _ in range(counts[rank] if table[BURN] > 1 else 0):
                _, state = draw(key, start, state)
    r0, state = draw(key, start, state)
    s0, state = draw(key, start, state)
    r1, state = draw(key, start, state)
    s1, state = draw(key, start, state)
    player, banker = (values[r0] + values[r1]) % 10, (values[s0] + values[s1]) % 10
    first = 10 * player + banker
    player_third, third = np.int64(player_draws[first]), NO_CARD
    if player_third:
        rank, state = draw(key, start, state)
        third = values[rank]
        player = (player + third) % 10
    banker_third = np.int64(banker_draws[11 * first + third])
    if banker_third:
        rank, state = draw(key, start, state)
        banker = (banker + values[rank]) % 10
    place = _place_of(player, banker, player_third, banker_third, 1 if r0 == r1 else 0, 1 if s0 == s1 else 0)
    left, number, low, high, last = state
    out = _1 if np.int64(left) < table[BEHIND] else _0
    if last or (out and not table[ONE_MORE]):
        left = _0
    return place, start, (left, number, low, high, out)


@counting
def tally(key, first_round, last_round, found, table, values, counts, player_draws, banker_draws):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram; those of a session before its first are played and not counted."""
    start, state = NO_SHOE
    for index in range(first_round - first_round % SESSION, last_round):
        if index % SESSION == 0:
            start, state = NO_SHOE
        place, start, state = play_next(key, np.uint64(index), start, state, table, values, counts, player_draws, banker_draws)
        if index >= first_round:
            found[place] += 1


@nb.njit(cache=True)
def follow(key, first_round, places, starts, dealt, table, values, counts, player_draws, banker_draws):  # type: ignore[no-untyped-def]
    """A session's first rounds for whoever asks from Python: their places, the rounds their shoes began with, and the cards out before.

    Before the first round of a shoe none are out.
    """
    start, state = NO_SHOE
    for round_ in range(len(places)):
        dealt[round_] = table[PER_RANK] * RANKS - np.int64(state[0]) if state[0] else 0
        place, start, state = play_next(
            key, np.uint64(first_round + round_), start, state, table, values, counts, player_draws, banker_draws
        )
        places[round_], starts[round_] = place, np.int64(start)


@nb.njit(cache=True)
def drawn(key, start, table, ranks):  # type: ignore[no-untyped-def]
    """The ranks of a shoe's cards, in the order they come."""
    state = full(table)
    for place in range(len(ranks)):
        ranks[place], state = draw(key, start, state)
