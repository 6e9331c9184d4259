"""What hands win on every board that can still come: shares of the pot counted in whole parts, so that ties are exact.

A share is a number of `parts`, a whole number that two halves of the pot and as many equal hands as there are divide.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import KEYS, SUITS, value

NO_LOW = np.int64(1 << 13)
"""Above every low hand."""
EIGHT_RANKS = 8


@nb.njit(cache=True, nogil=True)
def _next(places, size):  # type: ignore[no-untyped-def]
    """Step to the next set of places in a deck of so many cards; False when it was the last."""
    count = places.shape[0]
    at = count - 1
    while at >= 0 and places[at] == size - count + at:
        at -= 1
    if at < 0:
        return False
    places[at] += 1
    for later in range(at + 1, count):
        places[later] = places[later - 1] + 1
    return True


@nb.njit(cache=True, nogil=True)
def _award(values, best, parts, shares, kinds):  # type: ignore[no-untyped-def]
    """So many parts to the best of the values, shared among equal ones; `kinds` counts wins, ties and losses."""
    winners = 0
    for player in range(values.shape[0]):
        winners += values[player] == best
    for player in range(values.shape[0]):
        if values[player] != best:
            kinds[player, 2] += 1
        else:
            shares[player] += parts // winners
            kinds[player, 0 if winners == 1 else 1] += 1


@nb.njit(cache=True, nogil=True)
def any_five(hands, board, deck, parts):  # type: ignore[no-untyped-def]
    """High hands of any five of two and five cards: shares of every player, and boards won, tied and lost."""
    players = hands.shape[0]
    shares, kinds = np.zeros(players, np.int64), np.zeros((players, 3), np.int64)
    keys, suits = np.zeros(players, np.uint64), np.zeros(players, np.uint64)
    for player in range(players):
        for card in hands[player]:
            keys[player] += KEYS[card]
            suits[player] += SUITS[card]
    key, suit = np.uint64(0), np.uint64(0)
    for card in board:
        key += KEYS[card]
        suit += SUITS[card]
    places = np.arange(5 - board.shape[0])
    values = np.zeros(players, np.int64)
    boards = 0
    while True:
        more_key, more_suit = key, suit
        for place in places:
            more_key += KEYS[deck[place]]
            more_suit += SUITS[deck[place]]
        best = np.int64(-1)
        for player in range(players):
            values[player] = np.int64(value(keys[player] + more_key, suits[player] + more_suit))
            best = max(best, values[player])
        _award(values, best, parts, shares, kinds)
        boards += 1
        if not _next(places, deck.shape[0]):
            return shares, kinds, boards


@nb.njit(cache=True, nogil=True)
def _low_bit(card):  # type: ignore[no-untyped-def]
    """A rank's bit among ace to eight, the ace lowest; nothing for higher ranks."""
    rank = (card >> 2) + 2
    if rank == 14:
        return 1
    return 1 << (rank - 1) if rank <= EIGHT_RANKS else 0


@nb.njit(cache=True, nogil=True)
def two_and_three(hands, board, deck, parts, low):  # type: ignore[no-untyped-def]
    """Hands of two own cards and three of the board, high alone or with halves for eight or better."""
    players = hands.shape[0]
    shares, kinds = np.zeros(players, np.int64), np.zeros((players, 3), np.int64)
    whole = np.zeros(5, np.int64)
    whole[: board.shape[0]] = board
    places = np.arange(5 - board.shape[0])
    highs, lows = np.zeros(players, np.int64), np.zeros(players, np.int64)
    keys, suits, bits = np.zeros(10, np.uint64), np.zeros(10, np.uint64), np.zeros(10, np.int64)
    ignored = np.zeros((players, 3), np.int64)
    boards = 0
    while True:
        for count, place in enumerate(places):
            whole[board.shape[0] + count] = deck[place]
        at = 0
        for a in range(5):
            for b in range(a):
                for c in range(b):
                    keys[at] = KEYS[whole[a]] + KEYS[whole[b]] + KEYS[whole[c]]
                    suits[at] = SUITS[whole[a]] + SUITS[whole[b]] + SUITS[whole[c]]
                    x, y, z = _low_bit(whole[a]), _low_bit(whole[b]), _low_bit(whole[c])
                    bits[at] = x | y | z if x and y and z and x != y and y != z and x != z else 0
                    at += 1
        best, least = np.int64(-1), NO_LOW
        for player in range(players):
            highs[player], lows[player] = -1, NO_LOW
            for i in range(hands.shape[1]):
                for j in range(i):
                    one, two = hands[player, i], hands[player, j]
                    key, suit = KEYS[one] + KEYS[two], SUITS[one] + SUITS[two]
                    x, y = _low_bit(one), _low_bit(two)
                    for at in range(10):
                        highs[player] = max(highs[player], np.int64(value(key + keys[at], suit + suits[at])))
                        if low and bits[at] and x and y and x != y and not (x | y) & bits[at]:
                            lows[player] = min(lows[player], x | y | bits[at])
            best, least = max(best, highs[player]), min(least, lows[player])
        if low and least < NO_LOW:
            _award(highs, best, parts // 2, shares, kinds)
            _award(lows, least, parts // 2, shares, ignored)
        else:
            _award(highs, best, parts, shares, kinds)
        boards += 1
        if not _next(places, deck.shape[0]):
            return shares, kinds, boards
