"""Three cards and three community cards: what one wager on them nets before any, one or two of these are seen.

`nets[street, choice, row]` is what the table settles a choice for with a hand of a row, `[last street, 0, 0]` a fold; `sizes` says how
many choices a street has. Nothing is assumed about these figures. Worths are sums over all orders of the cards to come. Where choices
are worth the same the last one is made, the largest wager.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import KEYS, SUITS, value
from croupier.odds.kernels.places import pair_place

COMMUNITY = 3


@nb.njit(inline="always")
def made(key, suits, a, b, c, used):  # type: ignore[no-untyped-def]
    """The value of three own cards, known by their sums, with three others: the best of all six, or with exactly two of these."""
    ka, kb, kc, sa, sb, sc = KEYS[a], KEYS[b], KEYS[c], SUITS[a], SUITS[b], SUITS[c]
    if used == COMMUNITY:
        return value(key + ka + kb + kc, suits + sa + sb + sc)
    return max(
        value(key + ka + kb, suits + sa + sb),
        max(value(key + ka + kc, suits + sa + sc), value(key + kb + kc, suits + sb + sc)),
    )


@nb.njit(cache=True)
def value_of(hand, community, used):  # type: ignore[no-untyped-def]
    """The value of one hand with three community cards."""
    key = KEYS[hand[0]] + KEYS[hand[1]] + KEYS[hand[2]]
    suits = SUITS[hand[0]] + SUITS[hand[1]] + SUITS[hand[2]]
    return np.int64(made(key, suits, community[0], community[1], community[2], used))


@nb.njit(cache=True, nogil=True)
def rows_of_boards(hand, deck, used, row_of, thirds, shown):  # type: ignore[no-untyped-def]
    """Into `thirds[i, j, row]` how many third cards make which row beside two; into `shown[row]` the first and last deal of a row."""
    thirds[:] = 0
    key = KEYS[hand[0]] + KEYS[hand[1]] + KEYS[hand[2]]
    suits = SUITS[hand[0]] + SUITS[hand[1]] + SUITS[hand[2]]
    n = len(deck)
    for i in range(n - 2):
        for j in range(i + 1, n - 1):
            for k in range(j + 1, n):
                row = row_of[made(key, suits, deck[i], deck[j], deck[k], used)]
                thirds[i, j, row] += 1
                thirds[j, i, row] += 1
                thirds[i, k, row] += 1
                thirds[k, i, row] += 1
                thirds[j, k, row] += 1
                thirds[k, j, row] += 1
                side = 0 if shown[row, 0, 0] < 0 else 1
                shown[row, side, 0], shown[row, side, 1], shown[row, side, 2] = hand[0], hand[1], hand[2]
                shown[row, side, 3], shown[row, side, 4], shown[row, side, 5] = deck[i], deck[j], deck[k]


@nb.njit(inline="always")
def best(worths, size):  # type: ignore[no-untyped-def]
    """The best of some choices, 0 for the one that makes no wager now."""
    found = 0
    for choice in range(1, size + 1):
        if worths[choice] >= worths[found]:
            found = choice
    return found


@nb.njit(inline="always")
def _wagered(rows, nets, size, worths):  # type: ignore[no-untyped-def]
    """What each wager nets with so many hands of each row."""
    for choice in range(1, size + 1):
        worths[choice] = 0
        for row in range(1, len(rows)):
            worths[choice] += rows[row] * nets[choice, row]


@nb.njit(cache=True, nogil=True)
def weigh(thirds, nets, sizes, first, second, third):  # type: ignore[no-untyped-def]
    """What each choice nets: by nothing seen, by one card, by two; those of streets that a game has not are left alone."""
    n, streets = len(thirds), len(sizes)
    all_rows = np.zeros(thirds.shape[2], np.int64)
    rows = np.zeros(thirds.shape[2], np.int64)
    first[0] = 0
    for i in range(n):
        rows[:] = 0
        second[i, 0] = 0
        for j in range(n):
            if j != i:
                for row in range(len(rows)):
                    rows[row] += thirds[i, j, row]
                if streets > 2:
                    _wagered(thirds[i, j], nets[2], sizes[2], third[i, j])
                    third[i, j, 0] = (n - 2) * nets[2, 0, 0]
                    second[i, 0] += third[i, j, best(third[i, j], sizes[2])]
        all_rows += rows
        if streets > 1:
            _wagered(rows, nets[1], sizes[1], second[i])
            if streets == 2:
                second[i, 0] = (n - 1) * (n - 2) * nets[1, 0, 0]
            first[0] += second[i, best(second[i], sizes[1])]
    _wagered(all_rows, nets[0], sizes[0], first)
    if streets == 1:
        first[0] = n * (n - 1) * (n - 2) * nets[0, 0, 0]


@nb.njit(inline="always")
def _add(ends, rows, weight):  # type: ignore[no-untyped-def]
    for row in range(len(rows)):
        ends[row] += weight * rows[row]


@nb.njit(cache=True, nogil=True)
def play_all(hands, weights, pack, used, row_of, nets, sizes, bets, ends):  # type: ignore[no-untyped-def]
    """The best play of every hand of three: into `bets` by what is seen, into `ends[street, choice, row]` how many deals end so.

    `bets` are by hand, by hand and card, and by hand and pair; a fold ends in row 0. Answers how many orders of each hand fold.
    """
    first_bets, second_bets, third_bets = bets
    n, streets, choices, rows = len(pack) - COMMUNITY, nets.shape[0], nets.shape[1], nets.shape[2]
    thirds = np.zeros((n, n, rows), np.int64)
    shown = np.zeros((rows, 2, 6), np.int64)
    deck = np.zeros(n, np.int64)
    first, second, third = np.zeros(choices, np.int64), np.zeros((n, choices), np.int64), np.zeros((n, n, choices), np.int64)
    folded = np.zeros(len(hands), np.int64)
    for number in range(len(hands)):
        hand, weight, held = hands[number], weights[number], 0
        for card in pack:
            if card != hand[0] and card != hand[1] and card != hand[2]:
                deck[held] = card
                held += 1
        rows_of_boards(hand, deck, used, row_of, thirds, shown)
        weigh(thirds, nets, sizes, first, second, third)
        bet = best(first, sizes[0])
        first_bets[number] = bet
        folded[number] = n * (n - 1) * (n - 2) if streets == 1 and bet == 0 else 0
        for i in range(n if streets > 1 else 0):
            other = best(second[i], sizes[1])
            second_bets[number, deck[i]] = other
            for j in range(n if streets > 2 else 0):
                if j != i:
                    last = best(third[i, j], sizes[2])
                    third_bets[number, pair_place(deck[i], deck[j])] = last
                    if bet == 0 and other == 0 and last == 0:
                        folded[number] += n - 2
                    elif bet == 0 and other == 0:
                        _add(ends[2, last], thirds[i, j], weight)
            for j in range(n if bet == 0 and other else 0):
                if j != i:
                    _add(ends[1, other], thirds[i, j], weight)
        for i in range(n if bet else 0):
            for j in range(n):
                if j != i:
                    _add(ends[0, bet], thirds[i, j], weight)
        ends[streets - 1, 0, 0] += weight * folded[number]
    return folded


@nb.njit(cache=True, nogil=True)
def deals_of_rows(hands, pack, used, row_of, rows):  # type: ignore[no-untyped-def]
    """Two deals of each row, three own cards and three others, or -1 where there is none."""
    n = len(pack) - COMMUNITY
    shown = np.full((rows, 2, 6), -1, np.int64)
    thirds, deck = np.zeros((n, n, rows), np.int64), np.zeros(n, np.int64)
    for number in range(len(hands)):
        hand, held = hands[number], 0
        for card in pack:
            if card != hand[0] and card != hand[1] and card != hand[2]:
                deck[held] = card
                held += 1
        rows_of_boards(hand, deck, used, row_of, thirds, shown)
        if shown[1:, 1, 0].min() >= 0:
            break
    return shown
