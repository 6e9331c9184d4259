"""Every class of six cards, for every card the dealer may show, against all the dealer's hands; and which of them five cards can become."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels import six_against
from croupier.odds.kernels.card_sets import PERMUTATIONS, PLACE, class_hands, named_sets
from croupier.odds.kernels.combinations import kinds_of
from croupier.odds.kernels.evaluate import evaluate_many
from croupier.odds.kernels.five_cards import ordered
from croupier.odds.kernels.tables import Array
from croupier.odds.work import in_parts

SIZE = 6
VIEWS = 52 - SIZE
AGAINST = comb(VIEWS - 1, 4)
_FIRST = sum(comb(52, size) for size in range(SIZE))


class Six(NamedTuple):
    """All classes of six cards: their cards, kind and level."""

    cards: Array
    levels: Array
    kinds: Array


@lru_cache(maxsize=1)
def six() -> Six:
    cards = class_hands(SIZE).cards
    return Six(cards, evaluate_many(np.ascontiguousarray(cards.astype(np.int64))).astype(np.int64), kinds_of(cards))


@lru_cache(maxsize=1)
def swept(qualifying: int) -> Array:
    """By class of six cards and card shown: dealer's hands that do not qualify, lower ones that do, equal ones that do."""
    hands, levels, _ = six()
    tally: Array = np.zeros((len(hands), VIEWS, 3), np.int32)
    order, known = six_against.by_ranks(hands), six_against.tables(qualifying)
    in_parts(len(hands), lambda first, last: six_against.against(hands, order, first, last, levels, *known, tally))
    return tally


@nb.njit(cache=True, nogil=True)
def _six_of(cards, shown, bought, first, class_of, name_of, players):  # type: ignore[no-untyped-def]
    """The class of five cards with one bought, and the view of the card shown there."""
    place, below, done = -first, 0, False
    for n in range(5):
        if not done and bought < cards[n]:
            place += PLACE[n + 1, bought]
            done = True
        place += PLACE[n + 2 if done else n + 1, cards[n]]
    if not done:
        place += PLACE[SIZE, bought]
    found = class_of[place]
    shown = (shown & ~3) | PERMUTATIONS[name_of[place], shown & 3]
    for n in range(SIZE):
        below += players[found, n] < shown
    return found, shown - below


@nb.njit(cache=True, nogil=True)
def _bought(hands, first, last, begins, class_of, name_of, players, values, totals):  # type: ignore[no-untyped-def]
    """Into `totals[hand, view]`: the sum of `values` over all the cards that may be bought."""
    cards = np.empty(5, np.int64)
    for row in range(first, last):
        for n in range(5):
            cards[n] = hands[row, n]
        held = view = 0
        for shown in range(52):
            if held < 5 and cards[held] == shown:
                held += 1
                continue
            total = np.int64(0)
            at = 0
            for bought in range(52):
                if at < 5 and cards[at] == bought:
                    at += 1
                elif bought != shown:
                    found, seen = _six_of(cards, shown, bought, begins, class_of, name_of, players)
                    total += values[found, seen]
            totals[row, view] = total
            view += 1


def bought(values: Array) -> Array:
    """By class of five cards and card shown: the sum of what each of 46 cards bought leads to."""
    hands, (class_of, name_of) = ordered(), named_sets(SIZE)
    totals: Array = np.zeros((len(hands.cards), 47), np.int64)
    players = six().cards
    in_parts(len(hands.cards), lambda a, b: _bought(hands.cards, a, b, _FIRST, class_of, name_of, players, values, totals))
    return totals


@nb.njit(cache=True, nogil=True)
def _spread(hands, weights, chosen, begins, class_of, name_of, players, found_weights):  # type: ignore[no-untyped-def]
    cards = np.empty(5, np.int64)
    for row in range(len(hands)):
        for n in range(5):
            cards[n] = hands[row, n]
        held = view = 0
        for shown in range(52):
            if held < 5 and cards[held] == shown:
                held += 1
                continue
            if chosen[row, view]:
                at = 0
                for bought in range(52):
                    if at < 5 and cards[at] == bought:
                        at += 1
                    elif bought != shown:
                        found, seen = _six_of(cards, shown, bought, begins, class_of, name_of, players)
                        found_weights[found, seen] += weights[row]
            view += 1


def spread(chosen: Array) -> Array:
    """How many deals in which a card is bought lead to each class of six cards and card shown."""
    hands, (class_of, name_of) = ordered(), named_sets(SIZE)
    found: Array = np.zeros((len(six().cards), VIEWS), np.int32)
    _spread(hands.cards, hands.weights, chosen, _FIRST, class_of, name_of, six().cards, found)
    return found
