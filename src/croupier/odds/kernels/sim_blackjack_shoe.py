"""Blackjack from a shoe with a cutting card: rounds are dealt until it has come out, then all cards are shuffled.

Every `SESSION`-th round begins a session, and a session begins with a new shoe. The cards of a shoe depend on the seed and on the
number of the first round dealt from it, so totals depend on the seed and the number of rounds alone.

`play_round` is pasted in here from `sim_blackjack`, and Numba knows of this file alone when it looks for what it compiled before:
change this file too where the layout of the tables there changes (last: 21s paid by their cards, second wagers, several rounds, the
dealer's totals).
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.sim_blackjack import HIGH, cards_left, draw, full, play_round

SESSION = 1 << 13
"""Rounds in a session: near two hundred shoes of six decks, the last of them left where it is."""
BEHIND, BURNED, PLAYERS = range(3)
"""What a table tells: cards behind the cutting card, whether the first card is burned, and how many play."""

_0 = np.uint64(0)
NO_SHOE = (_0, (_0, 0, _0, _0, _0, _0, _0))
"""Before a session's first round: the round that a shoe began with, and a shoe without cards."""


@part
def play_next(key, index, start, state, table, shoe, first, later, hits, dealer_draws, most, rules):  # type: ignore[no-untyped-def]
    """The place of a session's next round, and the shoe after it: without cards once the cutting card has come out."""
    _, _, _, _, there, _, _ = state
    if there == _0:
        start, state = index, full(shoe)
        if table[BURNED]:
            _, state = draw(key, start, state, shoe)
    rest, left, number, low, high, _, _ = state
    state = (rest, left, number, low, high, low, high)
    place, state = play_round(key, start, state, table[PLAYERS], shoe, first, later, hits, dealer_draws, most, rules)
    rest, left, number, low, now, low_before, before = state
    # Cards that had to come back to finish the round are the end of the shoe as well.
    if cards_left(now) < table[BEHIND] or before != high:
        now = _0
    return place, start, (rest, left, number, low, now, low_before, before)


@counting
def tally(key, first_round, last_round, found, table, shoe, first, later, hits, dealer_draws, most, rules):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram; those of a session before its first are played and not counted."""
    start, state = NO_SHOE
    for index in range(first_round - first_round % SESSION, last_round):
        if index % SESSION == 0:
            start, state = NO_SHOE
        place, start, state = play_next(
            key, np.uint64(index), start, state, table, shoe, first, later, hits, dealer_draws, most, rules
        )
        if index >= first_round:
            found[place] += 1


@nb.njit(cache=True)
def follow(key, first_round, places, starts, dealt, table, shoe, first, later, hits, dealer_draws, most, rules):  # type: ignore[no-untyped-def]
    """A session's first rounds for whoever asks from Python: their places, the rounds their shoes began with, and the cards out before."""
    start, state = NO_SHOE
    for round_ in range(len(places)):
        _, _, _, _, there, _, _ = state
        dealt[round_] = cards_left(shoe[HIGH]) - cards_left(there) if there else table[BURNED]
        place, start, state = play_next(
            key, np.uint64(first_round + round_), start, state, table, shoe, first, later, hits, dealer_draws, most, rules
        )
        places[round_], starts[round_] = place, start
