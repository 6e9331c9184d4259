"""The dealer's hand at blackjack: with what chance a shoe ends it on each total.

The dealer's final hands are kept as a tree of sets, each with the number of orders in which it can be dealt, so that a shoe's
chances are one walk over the tree, taken by many shoes side by side. Where the dealer looks for a blackjack before anybody plays
(`CHECKED`), chances leave it out: they are of the event "no blackjack, and this total". A player's cards then come from the shoe as from
any other, and every sum over them is of that event too. Where the dealer's second card comes after the players' (`LATE`), a blackjack is
an end like others, and stands in the place of 22. A dealer who looked, and then draws anew to the same card (`ANEW`), has one so too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels.blackjack import ANEW, CHECKED, LATE_BLACKJACK, TOTALS, VALUES
from croupier.odds.kernels.tables import Array

ABOVE: Final = 6
LANES: Final = 64
_DIGITS: Final = 13


class Tree(NamedTuple):
    """The dealer's final hands over one card shown, as branches of ascending values in the order of a walk."""

    depth: Array
    value: Array
    used: Array
    orders: Array
    total: Array
    last: Array
    """Nothing grows from here."""


@nb.njit(cache=True, nogil=True)
def dealt(shown, hits_soft_17, highest, blackjack, found):  # type: ignore[no-untyped-def]
    """Every order of cards that ends a dealer's hand up to `highest`, a blackjack too or not: its set as a number, into `found`."""
    cards = np.zeros(_DIGITS, np.int64)
    held = np.zeros(VALUES, np.int64)
    low = np.zeros(_DIGITS + 1, np.int64)
    aces = np.zeros(_DIGITS + 1, np.int64)
    low[0], aces[0] = shown + 1, 1 if shown == 0 else 0
    size, number = 0, 0
    cards[0] = -1
    while size >= 0:
        if cards[size] >= 0:
            held[cards[size]] -= 1
        cards[size] += 1
        value = cards[size]
        if value == VALUES:
            size -= 1
            continue
        held[value] += 1
        points = low[size] + value + 1
        ace = aces[size] + (1 if value == 0 else 0)
        soft = ace > 0 and points <= 11
        total = points + 10 if soft else points
        if total > 17 or (total == 17 and not (soft and hits_soft_17)):
            if total <= highest and (blackjack or not (size == 0 and total == 21)):
                key = np.int64(0)
                place = _DIGITS
                for v in range(VALUES):
                    for _ in range(held[v]):
                        place -= 1
                        key += (v + 1) * 11**place
                if number < len(found):
                    found[number] = key
                number += 1
        else:
            size += 1
            low[size], aces[size] = points, ace
            cards[size] = -1
    return number


@nb.njit(cache=True, nogil=True)
def grow(shown, keys, orders, tree_depth, tree_value, tree_used, tree_orders, tree_total):  # type: ignore[no-untyped-def]
    """The sets, in ascending order, as a tree in the order of a walk; the number of its nodes."""
    before = np.zeros(_DIGITS, np.int64)
    path = np.zeros(_DIGITS, np.int64)
    nodes = 0
    for number in range(len(keys)):
        rest = keys[number]
        points, ace = shown + 1, shown == 0
        length = 0
        for place in range(_DIGITS - 1, -1, -1):
            path[length] = rest // 11**place
            rest -= path[length] * 11**place
            if path[length] == 0:
                break
            points += path[length]
            ace = ace or path[length] == 1
            length += 1
        same = 0
        while same < length and path[same] == before[same]:
            same += 1
        used = 0
        for place in range(length):
            used = used + 1 if place and path[place] == path[place - 1] else 0
            if place >= same:
                tree_depth[nodes], tree_value[nodes], tree_used[nodes] = place, path[place] - 1, used
                tree_orders[nodes], tree_total[nodes] = 0.0, -1
                nodes += 1
            before[place] = path[place]
        for place in range(length, _DIGITS):
            before[place] = 0
        tree_orders[nodes - 1] = orders[number]
        total = points + 10 if ace and points <= 11 else points
        tree_total[nodes - 1] = LATE_BLACKJACK if total == 21 and length == 1 else total - 17
    return nodes


def dealer_sets(shown: int, *, hits_soft_17: bool, highest: int, blackjack: bool = False) -> tuple[Array, Array]:
    """The sets of further cards with which a dealer ends on 17 to `highest`, as numbers, and in how many orders each comes."""
    found = np.zeros(dealt(shown, hits_soft_17, highest, blackjack, np.zeros(0, np.int64)), np.int64)
    dealt(shown, hits_soft_17, highest, blackjack, found)
    keys, orders = np.unique(found, return_counts=True)
    return keys, orders


def values_of(key: int) -> tuple[int, ...]:
    """The further cards of a set, ascending."""
    digits = [key // 11**place % 11 for place in range(_DIGITS - 1, -1, -1)]
    return tuple(digit - 1 for digit in digits if digit)


@lru_cache(maxsize=64)
def dealer_tree(shown: int, *, hits_soft_17: bool, highest: int, blackjack: bool = False) -> Tree:
    """The final hands up to `highest` over a card shown; those that begin alike share their beginning."""
    keys, orders = dealer_sets(shown, hits_soft_17=hits_soft_17, highest=highest, blackjack=blackjack)
    room = len(keys) * _DIGITS
    depth, value, total = (np.zeros(room, np.int64) for _ in range(3))
    used, ways = np.zeros(room), np.zeros(room)
    nodes = grow(shown, keys, orders, depth, value, used, ways, total)
    last = np.append(depth[1:nodes] <= depth[: nodes - 1], True)
    return Tree(depth[:nodes], value[:nodes], used[:nodes], ways[:nodes], total[:nodes], last)


@nb.njit(cache=True, nogil=True)
def no_blackjack(shoe, cards, shown):  # type: ignore[no-untyped-def]
    """The chance that the hole card makes no blackjack."""
    if (shown != 0 and shown != 9) or cards <= 0:
        return 1.0
    return 1.0 - shoe[9 - shown] / cards


@nb.njit(cache=True, nogil=True)
def chances(shoes, shown, depth, value, used, orders, total, last, found):  # type: ignore[no-untyped-def]
    """For each shoe, a row of counts, the chances of the dealer's totals; what is not in the tree counts as above 22.

    Shoes with equally many cards go side by side: give them in the order of their sizes.
    """
    deepest = depth.max() + 2
    held = np.empty((VALUES, LANES))
    chain = np.ones((deepest, LANES))
    ends = np.empty((TOTALS, LANES))
    share = np.empty(deepest)
    first = 0
    while first < len(shoes):
        size = shoes[first].sum()
        lanes = 1
        while lanes < LANES and first + lanes < len(shoes) and shoes[first + lanes].sum() == size:
            lanes += 1
        for lane in range(LANES):
            for v in range(VALUES):
                held[v, lane] = shoes[first + lane, v] if lane < lanes else 0.0
        part = 1.0
        for d in range(deepest):
            part = part / (size - d) if size > d else 0.0
            share[d] = part
        ends[:] = 0.0
        for node in range(len(depth)):
            d = depth[node]
            before = chain[d]
            cards = held[value[node]]
            gone = used[node]
            if total[node] < 0:
                here = chain[d + 1]
                for lane in range(LANES):
                    here[lane] = before[lane] * (cards[lane] - gone)
            else:
                end = ends[total[node]]
                ways = orders[node] * share[d]
                if last[node]:
                    for lane in range(LANES):
                        end[lane] += ways * (before[lane] * (cards[lane] - gone))
                else:
                    here = chain[d + 1]
                    for lane in range(LANES):
                        product = before[lane] * (cards[lane] - gone)
                        here[lane] = product
                        end[lane] += ways * product
        for lane in range(lanes):
            above = no_blackjack(shoes[first + lane], size, shown)
            for t in range(ABOVE):
                found[first + lane, t] = ends[t, lane]
                above -= ends[t, lane]
            found[first + lane, ABOVE] = above
        first += lanes


@nb.njit(cache=True, nogil=True)
def totals(shoes, shown, mode, depth, value, used, orders, total, last, found):  # type: ignore[no-untyped-def]
    """The chances of the dealer's totals for each shoe, as the dealer comes by the second card; the tree has a blackjack or not.

    Drawn anew: of the event that the card looked at before made none. That card is any of the shoe, so what is left out is the chance
    that it made one, times what a shoe without it gives.
    """
    if mode == CHECKED:
        chances(shoes, shown, depth, value, used, orders, total, last, found)
        return
    chances(shoes, -1, depth, value, used, orders, total, last, found)
    if mode == ANEW and (shown == 0 or shown == 9):
        without = shoes.copy()
        without[:, 9 - shown] -= 1.0
        other = np.empty_like(found)
        chances(without, -1, depth, value, used, orders, total, last, other)
        for lane in range(len(shoes)):
            cards = shoes[lane].sum()
            made = shoes[lane, 9 - shown] / cards if cards > 0 and shoes[lane, 9 - shown] > 0 else 0.0
            for t in range(TOTALS):
                found[lane, t] -= made * other[lane, t] if made > 0 else 0.0
