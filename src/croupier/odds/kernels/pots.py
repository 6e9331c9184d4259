"""Pots: how many pairs of hands of three cards are worth the same with exactly two of three community cards."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import KEYS, SUITS
from croupier.odds.kernels.one_play import made
from croupier.odds.kernels.places import pair_place

CLASSES = 7463


@nb.njit(cache=True, nogil=True)
def _hands(n):  # type: ignore[no-untyped-def]
    """All threes of n places."""
    found = np.zeros((n * (n - 1) * (n - 2) // 6, 3), np.int64)
    at = 0
    for i in range(n - 2):
        for j in range(i + 1, n - 1):
            for k in range(j + 1, n):
                found[at, 0], found[at, 1], found[at, 2] = i, j, k
                at += 1
    return found


@nb.njit(cache=True, nogil=True)
def equal_hands(boards, weights, pack, used):  # type: ignore[no-untyped-def]
    """How many ordered pairs of hands without a card in common are worth the same on some boards, and how many pairs there are.

    Hands of one value are told from those that share a card with a hand by inclusion and exclusion over its cards and pairs of cards.
    """
    n = len(pack) - 3
    hands = _hands(n)
    heads = np.full(CLASSES, -1, np.int64)
    following = np.zeros(len(hands), np.int64)
    reached = np.zeros(CLASSES, np.int64)
    deck = np.zeros(n, np.int64)
    ones, twos = np.zeros(n, np.int64), np.zeros(n * (n - 1) // 2, np.int64)
    equal = total = np.int64(0)
    for number in range(len(boards)):
        a, b, c, held, some = boards[number, 0], boards[number, 1], boards[number, 2], 0, 0
        for card in pack:
            if card not in (a, b, c):
                deck[held] = card
                held += 1
        for at in range(len(hands)):
            x, y, z = deck[hands[at, 0]], deck[hands[at, 1]], deck[hands[at, 2]]
            worth = made(KEYS[x] + KEYS[y] + KEYS[z], SUITS[x] + SUITS[y] + SUITS[z], a, b, c, used)
            if heads[worth] < 0:
                reached[some] = worth
                some += 1
            following[at], heads[worth] = heads[worth], at
        alike = np.int64(0)
        for place in range(some):
            size, at = 0, heads[reached[place]]
            while at >= 0:
                i, j, k = hands[at, 0], hands[at, 1], hands[at, 2]
                size += 1
                ones[i] += 1
                ones[j] += 1
                ones[k] += 1
                twos[pair_place(i, j)] += 1
                twos[pair_place(i, k)] += 1
                twos[pair_place(j, k)] += 1
                at = following[at]
            at = heads[reached[place]]
            while at >= 0:
                i, j, k = hands[at, 0], hands[at, 1], hands[at, 2]
                pairs = twos[pair_place(i, j)] + twos[pair_place(i, k)] + twos[pair_place(j, k)]
                alike += size - ones[i] - ones[j] - ones[k] + pairs - 1
                at = following[at]
            at = heads[reached[place]]
            while at >= 0:
                i, j, k = hands[at, 0], hands[at, 1], hands[at, 2]
                ones[i] = ones[j] = ones[k] = 0
                twos[pair_place(i, j)] = twos[pair_place(i, k)] = twos[pair_place(j, k)] = 0
                at = following[at]
            heads[reached[place]] = -1
        equal += weights[number] * alike
        total += weights[number] * len(hands) * ((n - 3) * (n - 4) * (n - 5) // 6)
    return equal, total
