"""Two cards with each of two lines that share their last card: every deal, with a decision before each part of the cross is seen.

For two hole cards a table holds what every pair of other cards makes with every centre. Whatever is staked on one line is then a sum
over single centres, less the few that the other line holds; only a wager on the higher of the two needs all centres one by one, and
where what it pays grows with the hand that is a sum of maxima.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.boards import PAIRS
from croupier.odds.kernels.evaluate import KEYS, SUITS, value
from croupier.odds.kernels.places import pair_place

CENTRES, DOWNS, ACROSSES = 46, 1128, 1225
"""How many centres there are once both lines are seen, down pairs once the across pair is, and across pairs to two hole cards."""
BELOW = -(1 << 28)
"""Less than any hand is paid: a card cannot be the centre of a line that it lies on."""
LANES = 4
"""Counts that most centres of two lines fall into are kept in parts, so that one addition need not wait for the last."""
PACKED = PAIRS // 4 + 1
"""Bytes for a last decision, two bits each, by pair of cards."""


@nb.njit(cache=True, nogil=True)
def hands_of(hole, row_of, rows):  # type: ignore[no-untyped-def]
    """Into `rows[pair, centre]`: the row of the five cards; 0 where a card would come twice."""
    rows[:] = 0
    h, k = hole
    for a in range(2, 52):
        for b in range(1, a):
            for c in range(b):
                if a in (h, k) or b in (h, k) or c in (h, k):
                    continue
                key = KEYS[h] + KEYS[k] + KEYS[a] + KEYS[b] + KEYS[c]
                row = row_of[value(key, SUITS[h] + SUITS[k] + SUITS[a] + SUITS[b] + SUITS[c])]
                rows[pair_place(a, b), c] = row
                rows[pair_place(a, c), b] = row
                rows[pair_place(b, c), a] = row


@nb.njit(cache=True, nogil=True)
def weigh_lines(hole, rows, across, down, middle, worth, sums):  # type: ignore[no-untyped-def]
    """What each pair nets over all centres, by size of the wager: into `sums` across, then down; into `worth` the middle at its least."""
    for pair in range(len(rows)):
        for n in range(len(across)):
            sums[0, n, pair] = 0
            sums[1, n, pair] = 0
        for c in range(52):
            row = rows[pair, c]
            worth[pair, c] = middle[row] if row else (0 if c in (hole[0], hole[1]) else BELOW)
            if row:
                for n in range(len(across)):
                    sums[0, n, pair] += across[n, row]
                    sums[1, n, pair] += down[n, row]


@nb.njit(inline="always")
def centres(a, b, pair, c, d, other, rows, worth):  # type: ignore[no-untyped-def]
    """The middle at its least over all centres of the lines a-b and c-d."""
    total = np.int64(0)
    for n in range(52):
        total += max(worth[pair, n], worth[other, n])
    return total - worth[pair, c] - worth[pair, d] - worth[other, a] - worth[other, b]


@nb.njit(inline="always")
def best_last(total, middle, times, fold):  # type: ignore[no-untyped-def]
    """The best last decision: 0 for a fold, of those that net the same the first; and what it nets."""
    bet, most = 0, fold
    for n in range(len(times)):
        if total + times[n] * middle > most:
            bet, most = n + 1, total + times[n] * middle
    return bet, most


@nb.njit(cache=True, nogil=True)
def down_values(hole, a, b, rows, worth, sums, across, down, times, folds, found):  # type: ignore[no-untyped-def]
    """Into `found[across, down]`: what both bets net with the across pair a-b seen, over all down pairs and centres, played best then."""
    pair = pair_place(a, b)
    found[:] = 0
    for c in range(1, 52):
        if c in (a, b) or c in (hole[0], hole[1]):
            continue
        for d in range(c):
            if d in (a, b) or d in (hole[0], hole[1]):
                continue
            other = pair_place(c, d)
            middle = centres(a, b, pair, c, d, other, rows, worth)
            for m in range(len(across)):
                one = sums[0, m, pair] - across[m, rows[pair, c]] - across[m, rows[pair, d]]
                for n in range(len(down)):
                    two = sums[1, n, other] - down[n, rows[other, a]] - down[n, rows[other, b]]
                    found[m, n] += best_last(one + two, middle, times, folds[m, n])[1]


@nb.njit(cache=True, nogil=True)
def across_values(hole, pairs, weights, rows, worth, sums, across, down, times, last, folds, seconds, totals):  # type: ignore[no-untyped-def]
    """Into `totals[across]` what each across bet nets; into `seconds[across, pair]` the down bet that then nets the most, 0 for a fold."""
    found = np.zeros((len(across), len(down)), np.int64)
    totals[:] = 0
    for n in range(len(pairs)):
        a, b = pairs[n]
        down_values(hole, a, b, rows, worth, sums, across, down, times, last, found)
        for m in range(len(across)):
            bet, most = 0, folds[m]
            for k in range(len(down)):
                if found[m, k] > most:
                    bet, most = k + 1, found[m, k]
            seconds[m, pair_place(a, b)] = bet
            totals[m] += weights[n] * most


@nb.njit(cache=True, nogil=True)
def count_ends(hole, pairs, weights, rows, worth, sums, across, down, times, last, first, seconds, ends, lost):  # type: ignore[no-untyped-def]
    """Into `ends[down, middle, across row, down row]` how many deals end so after the across bet `first`; into `lost[street]` the crosses
    of those that are given up after it, by class. A fold has no rows. `lost` may be empty."""
    own = np.zeros((len(times) + 1, LANES, ends.shape[2], ends.shape[3]), np.int64)
    for n in range(len(pairs)):
        a, b = pairs[n]
        pair = pair_place(a, b)
        second = seconds[pair]
        if second == 0:
            ends[0, 0, 0, 0] += weights[n] * DOWNS * CENTRES
            if not lost.size:
                continue
        own[:] = 0
        for c in range(1, 52):
            if c in (a, b) or c in (hole[0], hole[1]):
                continue
            for d in range(c):
                if d in (a, b) or d in (hole[0], hole[1]):
                    continue
                other = pair_place(c, d)
                bet = 0
                if second:
                    one = sums[0, first - 1, pair] - across[first - 1, rows[pair, c]] - across[first - 1, rows[pair, d]]
                    two = sums[1, second - 1, other] - down[second - 1, rows[other, a]] - down[second - 1, rows[other, b]]
                    middle = centres(a, b, pair, c, d, other, rows, worth)
                    bet, _ = best_last(one + two, middle, times, last[first - 1, second - 1])
                if bet:
                    for e in range(52):
                        own[bet, e % LANES, rows[pair, e], rows[other, e]] += 1
                    continue
                if second:
                    own[0, 0, 0, 0] += CENTRES
                if lost.size:
                    key, suits = KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d], SUITS[a] + SUITS[b] + SUITS[c] + SUITS[d]
                    for e in range(52):
                        if e not in (a, b) and e not in (c, d) and e not in (hole[0], hole[1]):
                            lost[1 if second else 0, value(key + KEYS[e], suits + SUITS[e])] += weights[n]
        if second:
            for bet in range(len(times) + 1):
                for i in range(own.shape[2]):
                    for j in range(own.shape[3]):
                        if bet == 0 or (i and j):  # where either has no row the card lies on a line, or in the hand
                            ends[second, bet, i, j] += weights[n] * own[bet, :, i, j].sum()


@nb.njit(cache=True, nogil=True)
def last_plan(hole, rows, worth, sums, across, down, times, last, first, seconds, packed):  # type: ignore[no-untyped-def]
    """Into `packed[across pair]` the best last decisions by down pair, two bits each; `seconds` are those of every across pair."""
    for a in range(1, 52):
        for b in range(a):
            pair = pair_place(a, b)
            second = np.int64(seconds[pair])
            if second == 0 or a in (hole[0], hole[1]) or b in (hole[0], hole[1]):
                continue
            for c in range(1, 52):
                for d in range(c):
                    if c in (a, b) or d in (a, b) or c in (hole[0], hole[1]) or d in (hole[0], hole[1]):
                        continue
                    other = pair_place(c, d)
                    one = sums[0, first - 1, pair] - across[first - 1, rows[pair, c]] - across[first - 1, rows[pair, d]]
                    two = sums[1, second - 1, other] - down[second - 1, rows[other, a]] - down[second - 1, rows[other, b]]
                    middle = centres(a, b, pair, c, d, other, rows, worth)
                    bet, _ = best_last(one + two, middle, times, last[first - 1, second - 1])
                    packed[pair, other >> 2] |= np.uint8(bet << 2 * (other & 3))
