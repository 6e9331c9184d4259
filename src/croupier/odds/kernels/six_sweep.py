"""Every class of six cards, for every card the dealer may show, against all the dealer's hands; and which of them five cards can become.

The subset sweep of `four_card_sweep`, for players who have bought a sixth card.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels.card_sets import COUNT, PERMUTATIONS, PLACE, SIGN, class_hands, named_sets, sets
from croupier.odds.kernels.combinations import kinds_of
from croupier.odds.kernels.evaluate import evaluate_many
from croupier.odds.kernels.five_cards import ordered
from croupier.odds.kernels.four_card_sweep import _pass_level
from croupier.odds.kernels.tables import Array
from croupier.odds.work import in_parts

SIZE = 6
VIEWS = 52 - SIZE
AGAINST = comb(VIEWS - 1, 4)
_FIRST = sum(comb(52, size) for size in range(SIZE))
_SMALL = np.array([mask for mask in range(1 << SIZE) if mask.bit_count() <= 4], np.int64)
"""Subsets that the dealer's four hidden cards can contain."""


class Six(NamedTuple):
    """All classes of six cards: their cards, kind and level."""

    cards: Array
    levels: Array
    kinds: Array


@lru_cache(maxsize=1)
def six() -> Six:
    cards = class_hands(SIZE).cards
    return Six(cards, evaluate_many(np.ascontiguousarray(cards.astype(np.int64))).astype(np.int64), kinds_of(cards))


@nb.njit(cache=True, nogil=True)
def _disjoint(cards, class_of, counts, found):  # type: ignore[no-untyped-def]
    """Into `found[view]`: how many of the dealer's hands counted so far hold the card shown and none of six, and how many of this level."""
    plain, shifted = np.zeros(64, np.int64), np.zeros(64, np.int64)
    for top in range(SIZE):
        for rest in range(1 << top):
            if COUNT[rest] < 4:
                plain[rest | 1 << top] = plain[rest] + PLACE[COUNT[rest] + 1, cards[top]]
                shifted[rest | 1 << top] = shifted[rest] + PLACE[COUNT[rest] + 2, cards[top]]
    held = view = 0
    for shown in range(52):
        if held < SIZE and cards[held] == shown:
            held += 1
            continue
        below = (1 << held) - 1
        total, level = np.int64(0), np.int64(0)
        for n in range(len(_SMALL)):
            mask = _SMALL[n]
            low = mask & below
            place = plain[low] + PLACE[COUNT[low] + 1, shown] + shifted[mask] - shifted[low]
            found_class = class_of[place]
            total += SIGN[mask] * counts[found_class, 0]
            level += SIGN[mask] * counts[found_class, 1]
        found[view, 0] = total // 24
        found[view, 1] = level // 24
        view += 1


@nb.njit(cache=True, nogil=True)
def _sweep(dealers, symmetries, starts, players, order, player_starts, qualifying, class_of, class_symmetries, tally):  # type: ignore[no-untyped-def]
    """Into `tally[player, view]`: dealer's hands that do not qualify, that do and are lower, and that do and are equal."""
    counts = np.zeros((len(class_symmetries), 2), np.int32)
    found = np.empty((VIEWS, 2), np.int64)
    cards = np.empty(SIZE, np.int64)
    for level in range(1, len(starts) - 1):
        if level == qualifying:
            for player in order:
                for n in range(SIZE):
                    cards[n] = players[player, n]
                _disjoint(cards, class_of, counts, found)
                for view in range(VIEWS):
                    tally[player, view, 0] = found[view, 0]
        _pass_level(dealers, symmetries, starts[level], starts[level + 1], class_of, class_symmetries, counts, False)
        if level >= qualifying:
            for place in range(player_starts[level], player_starts[level + 1]):
                player = order[place]
                for n in range(SIZE):
                    cards[n] = players[player, n]
                _disjoint(cards, class_of, counts, found)
                for view in range(VIEWS):
                    tally[player, view, 1] = found[view, 0] - found[view, 1] - tally[player, view, 0]
                    tally[player, view, 2] = found[view, 1]
        _pass_level(dealers, symmetries, starts[level], starts[level + 1], class_of, class_symmetries, counts, True)


@lru_cache(maxsize=1)
def swept(qualifying: int) -> Array:
    """By class of six cards and card shown: dealer's hands that do not qualify, lower ones that do, equal ones that do."""
    players, dealers, (class_of, symmetries) = six(), ordered(), sets()
    tally: Array = np.zeros((len(players.cards), VIEWS, 3), np.int32)

    def part(first: int, last: int) -> None:
        order = first + np.argsort(players.levels[first:last], kind="stable")
        starts = np.searchsorted(players.levels[order], np.arange(len(dealers.starts) + 1))
        _sweep(
            dealers.cards, dealers.symmetries, dealers.starts, players.cards, order, starts, qualifying, class_of, symmetries, tally
        )  # fmt: skip

    in_parts(len(players.cards), part)
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
