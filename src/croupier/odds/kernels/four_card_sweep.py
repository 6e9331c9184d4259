"""Four-card poker: a player's five cards against every dealer's five or six, and what is best to do with them.

The subset sweep adds the dealer's classes from the lowest hand up and keeps, for every class of at most five cards, how many hands
so far contain it; how many share no card with a player's hand is a sum of 32 of these counts, alternating in sign. A count is kept
24-fold, once for each renaming of suits, so it is a whole number.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels.card_sets import LARGEST, SIGN, list_subsets, sets
from croupier.odds.kernels.four_card import Ordered, ordered, rank_hand, ranking
from croupier.odds.kernels.tables import Array


@nb.njit(cache=True, nogil=True)
def _pass_level(dealers, symmetries, first, last, class_of, class_symmetries, counts, leaving):  # type: ignore[no-untyped-def]
    """Add dealer's hands of one level to the counts of what they contain, of all hands so far and of this level; or, on `leaving` it,
    set the counts of the level back to nothing."""
    size = dealers.shape[1]
    hand = np.empty(6, np.int64)
    places = np.empty(64, np.int64)
    for number in range(first, last):
        for n in range(size):
            hand[n] = dealers[number, n]
        list_subsets(hand, size, places)
        weight = 24 // symmetries[number]
        for mask in range(min(1 << size, 63)):
            found = class_of[places[mask]]
            if leaving:
                counts[found, 1] = 0
            else:
                counts[found, 0] += weight * class_symmetries[found]
                counts[found, 1] += weight * class_symmetries[found]


@nb.njit(cache=True, nogil=True)
def _disjoint(cards, seen, limit, class_of, counts, plain, suited, found):  # type: ignore[no-untyped-def]
    """Into `found[view]`: how many of the dealer's hands counted so far share no card with `cards`, and how many of this level.

    With `seen` there is a view for each card the dealer may show, in the order of the deck; the dealer's hand then contains it.
    `limit` is the highest class counted so far where the dealer has six cards, else 0: the player's five and the card shown are
    then a hand too, and as a set too large to have its own count.
    """
    places = np.empty(64, np.int64)
    hand = np.empty(6, np.int64)
    held = 0
    view = 0
    for shown in range(52 if seen else 1):
        if seen:
            if held < 5 and cards[held] == shown:
                held += 1
                continue
            for n in range(held):
                hand[n] = cards[n]
            hand[held] = shown
            for n in range(held, 5):
                hand[n + 1] = cards[n]
            size, taken = 6, 1 << held
        else:
            for n in range(5):
                hand[n] = cards[n]
            size, taken = 5, 0
        list_subsets(hand, size, places)
        total, level = np.int64(0), np.int64(0)
        for mask in range(min(1 << size, 63)):
            if mask & taken == taken:
                place = class_of[places[mask]]
                total += SIGN[mask ^ taken] * counts[place, 0]
                level += SIGN[mask ^ taken] * counts[place, 1]
        total //= 24
        level //= 24
        if seen and limit > 0:
            own = rank_hand(hand, plain, suited)
            if own <= limit:
                total -= 1
            if own == limit:
                level -= 1
        found[view, 0] = total
        found[view, 1] = level
        view += 1


@nb.njit(cache=True, nogil=True)
def sweep(
    dealers,
    symmetries,
    dealer_starts,
    players,
    player_starts,
    class_of,
    class_symmetries,
    seen,
    thresholds,
    plain,
    suited,
    tally,
):  # type: ignore[no-untyped-def]
    """Into `tally[player, view]`: dealer's hands that are lower, that are equal, and that are below each class of `thresholds`.

    Dealers and players come in the order of their classes; the hands of class v are those from `starts[v]` to `starts[v + 1]`.
    """
    counts = np.zeros((len(class_symmetries), 2), np.int32)
    found = np.empty((47, 2), np.int64)
    views = tally.shape[1]
    whole = dealers.shape[1] == 6
    for level in range(1, len(dealer_starts) - 1):
        for line in range(len(thresholds)):
            if level == thresholds[line] and dealer_starts[level] > 0:
                for player in range(len(players)):
                    _disjoint(players[player], seen, level - 1 if whole else 0, class_of, counts, plain, suited, found)
                    for view in range(views):
                        tally[player, view, 2 + line] = found[view, 0]
        here = dealer_starts[level], dealer_starts[level + 1]
        _pass_level(dealers, symmetries, here[0], here[1], class_of, class_symmetries, counts, False)
        for player in range(player_starts[level], player_starts[level + 1]):
            _disjoint(players[player], seen, level if whole else 0, class_of, counts, plain, suited, found)
            for view in range(views):
                tally[player, view, 0] = found[view, 0] - found[view, 1]
                tally[player, view, 1] = found[view, 1]
        _pass_level(dealers, symmetries, here[0], here[1], class_of, class_symmetries, counts, True)


class Matchups(NamedTuple):
    """Each class of player's five cards, for each card the dealer may show, against every dealer's hand."""

    players: Ordered
    tally: Array
    """Dealer's hands lower, equal, and below each threshold; by player and view."""
    against: int


def swept(players: Ordered, dealers: Ordered, *, seen: bool, thresholds: tuple[int, ...], tables: tuple[Array, Array]) -> Array:
    """The tally of all players' hands against all dealers'; `tables` rank six cards, where the dealer has so many."""
    class_of, symmetries = sets()
    tally: Array = np.zeros((len(players.cards), 47 if seen else 1, 2 + len(thresholds)), np.int32)
    lines = np.array(thresholds, np.int64)
    sweep(
        dealers.cards, dealers.symmetries, dealers.starts, players.cards, players.starts, class_of, symmetries, seen, lines,
        *tables, tally,
    )  # fmt: skip
    return tally


@lru_cache(maxsize=4)
def matchups(dealer_cards: int, *, seen: bool, thresholds: tuple[int, ...] = ()) -> Matchups:
    """A player's five cards against the dealer's five or six, one of which may be `seen` before the player decides."""
    players, dealers = ordered(LARGEST), ordered(dealer_cards)
    _, plain, suited = ranking()
    tally = swept(players, dealers, seen=seen, thresholds=thresholds, tables=(plain, suited))
    return Matchups(players, tally, comb(46, dealer_cards - 1) if seen else comb(47, dealer_cards))
