"""Six cards and a card that lies open against all the dealer's hands: counted by ranks, then put right for flushes of the open suit.

What five cards are worth goes by their ranks, unless they are of one suit. Players with the same six ranks meet the same dealer's hands
by rank, whatever their suits are; and the dealer's flushes are all of the suit that lies open, of the ranks of it that nobody has seen.
"""

from __future__ import annotations

import itertools
from math import comb

import numba as nb
import numpy as np

from croupier.odds.kernels.combinations import FLUSH as A_FLUSH
from croupier.odds.kernels.combinations import FULL, QUADS, TRIPS, combination_of_level
from croupier.odds.kernels.combinations import PAIR as A_PAIR
from croupier.odds.kernels.evaluate import FLUSH, KEYS, plain_value
from croupier.odds.kernels.forcing import BITS, TOP
from croupier.odds.kernels.tables import Array

SIZE, RANKS = 6, 13
FOURS = comb(RANKS + 3, 4)
"""Four ranks of the dealer's, a rank as often as it likes."""
NOT_QUALIFIED, LOWER, EQUAL, BELOW_FLUSH, QUALIFIED = range(5)
"""What is counted by ranks: the last two for players who have a flush or better."""
NQ_FLUSHES, PLAIN_FLUSHES, STRAIGHT_FLUSHES = range(3)
"""Of one suit: no hand by its ranks, an ace with a king by its ranks, a straight by its ranks."""
_FIRST_OF = np.array([[comb(rank + size - 1, size) for rank in range(RANKS)] for size in range(1, 5)], np.int64)
"""How many sets of so many ranks, one and upwards, come before those whose highest is this one."""


@nb.njit(cache=True)
def _plain(sets, found):  # type: ignore[no-untyped-def]
    for row in range(len(sets)):
        key = np.uint64(0)
        for n in range(sets.shape[1]):
            key += KEYS[4 * sets[row, n]]
        found[row] = plain_value(key)


def _levels_by_ranks() -> Array:
    """By the rank that lies open and four others, in the order of `_FIRST_OF`: the class of the five by ranks alone."""
    fours = sorted(itertools.combinations_with_replacement(range(RANKS), 4), key=lambda ranks: ranks[::-1])
    found: Array = np.zeros((RANKS, FOURS), np.int64)
    for rank in range(RANKS):
        possible = [n for n, ranks in enumerate(fours) if ranks.count(rank) < 4]
        levels: Array = np.zeros(len(possible), np.int64)
        _plain(np.array([(rank, *fours[n]) for n in possible], np.int64), levels)
        found[rank, possible] = levels
    return found


def _levels_by_mask() -> Array:
    """The class by ranks alone of five different ranks, by their bits."""
    found: Array = np.zeros(1 << RANKS, np.int64)
    sets = np.array(list(itertools.combinations(range(RANKS), 5)), np.int64)
    levels: Array = np.zeros(len(sets), np.int64)
    _plain(sets, levels)
    found[(1 << sets).sum(axis=1)] = levels
    return found


BY_RANKS, BY_MASK = _levels_by_ranks(), _levels_by_mask()


@nb.njit(cache=True, nogil=True)
def _against_ranks(available, shown, qualifying, level, lowest_flush, found):  # type: ignore[no-untyped-def]
    """Into `found`: the dealer's hands by ranks, beside the rank shown, of the cards of each rank that are `available`."""
    found[:] = 0
    for a in range(RANKS):
        one = available[a]
        for b in range(a + 1 if one else 0):
            two = one * (one - 1) // 2 if b == a else one * available[b]
            for c in range(b + 1 if two else 0):
                run = (2 if b == a else 1) if c == b else 0
                three = two * (available[c] - run) // (run + 1)
                if three == 0:
                    continue
                first = _FIRST_OF[3, a] + _FIRST_OF[2, b] + _FIRST_OF[1, c]
                for d in range(c + 1):
                    four = three * available[d]
                    if d == c:
                        four = three * (available[d] - run - 1) // (run + 2)
                    made = BY_RANKS[shown, first + d]
                    if made < qualifying:
                        found[NOT_QUALIFIED] += four
                    else:
                        found[QUALIFIED] += four
                        found[LOWER] += four if made < level else 0
                        found[EQUAL] += four if made == level else 0
                        found[BELOW_FLUSH] += four if made < lowest_flush else 0


@nb.njit(cache=True, nogil=True)
def flushes(qualifying, found):  # type: ignore[no-untyped-def]
    """Into `found[rank, mask]`: the flushes of a rank and four of the ranks of a mask, by what their ranks alone would be worth."""
    for rank in range(RANKS):
        for five in range(1 << RANKS):
            if BITS[five] == 5 and five >> rank & 1:
                kind = STRAIGHT_FLUSHES if TOP[five] >= 0 else NQ_FLUSHES if BY_MASK[five] < qualifying else PLAIN_FLUSHES
                found[rank, five ^ (1 << rank), kind] = 1
        for bit in range(RANKS):  # sums over all that a mask contains, a rank at a time
            for mask in range(1 << RANKS):
                if mask >> bit & 1:
                    for kind in range(3):
                        found[rank, mask, kind] += found[rank, mask ^ (1 << bit), kind]


@nb.njit(cache=True, nogil=True)
def _flushes_beside(mask, shown, qualifying, level, ranks):  # type: ignore[no-untyped-def]
    """Flushes of the ranks of a mask: by ranks alone lower than a level and equal; and as flushes lower and equal."""
    plainly = same = lower = equal = np.int64(0)
    many = 0
    for rank in range(RANKS):
        if mask >> rank & 1:
            ranks[many] = 1 << rank
            many += 1
    for a in range(3, many):
        for b in range(2, a):
            for c in range(1, b):
                three = 1 << shown | ranks[a] | ranks[b] | ranks[c]
                for d in range(c):
                    plain, made = BY_MASK[three | ranks[d]], np.int64(FLUSH[three | ranks[d]])
                    plainly += qualifying <= plain < level
                    same += plain == level
                    lower += made < level
                    equal += made == level
    return plainly, same, lower, equal


@nb.njit(cache=True, nogil=True)
def against(hands, order, first, last, levels, of_level, qualifying, lowest_flush, suited, tally):  # type: ignore[no-untyped-def]
    """Into `tally[row, view]`: the dealer's hands that do not qualify, that do and are lower, and that do and are equal.

    `order` goes through the rows so that those of the same ranks follow each other; `suited` is what `flushes` found.
    """
    available, masks = np.empty(RANKS, np.int64), np.empty(4, np.int64)
    found = np.zeros((RANKS, 5), np.int64)
    ranks, known = np.empty(RANKS, np.int64), np.uint64(0)
    for place in range(first, last):
        row = order[place]
        key = np.uint64(0)
        masks[:] = (1 << RANKS) - 1
        for n in range(SIZE):
            card = np.int64(hands[row, n])
            key += KEYS[card]
            masks[card & 3] &= ~(1 << (card >> 2))
        if key != known:
            known = key
            for rank in range(RANKS):
                available[rank] = 4
            for n in range(SIZE):
                available[hands[row, n] >> 2] -= 1
            for rank in range(RANKS):
                if available[rank]:
                    available[rank] -= 1
                    _against_ranks(available, rank, qualifying, np.int64(plain_value(key)), lowest_flush, found[rank])
                    available[rank] += 1
        level, made = levels[row], of_level[levels[row]]
        view = 0
        for card in range(52):
            rank, suit = card >> 2, card & 3
            if not masks[suit] >> rank & 1:
                continue
            mask = masks[suit] ^ (1 << rank)
            high, plain, straight = (
                suited[rank, mask, NQ_FLUSHES],
                suited[rank, mask, PLAIN_FLUSHES],
                suited[rank, mask, STRAIGHT_FLUSHES],
            )
            nq, lower, equal = found[rank, NOT_QUALIFIED] - high, found[rank, LOWER], found[rank, EQUAL]
            if level < qualifying:
                lower = equal = np.int64(0)
            elif A_PAIR <= made <= TRIPS:
                lower -= plain
            elif made in (FULL, QUADS):
                lower += high - straight
            elif made < A_FLUSH:
                less, same, _, _ = _flushes_beside(mask, rank, qualifying, level, ranks)
                lower, equal = lower - less, equal - same
            else:
                _, _, less, same = _flushes_beside(mask, rank, qualifying, level, ranks)
                lower = found[rank, BELOW_FLUSH if made == A_FLUSH else QUALIFIED] - plain - straight + less
                equal = same
            tally[row, view, 0], tally[row, view, 1], tally[row, view, 2] = nq, lower, equal
            view += 1


def by_ranks(hands: Array) -> Array:
    """Rows in an order in which those of the same ranks follow each other."""
    keys = np.sort(hands >> 2, axis=1).astype(np.int64)
    return np.lexsort(keys.T)


def tables(qualifying: int) -> tuple[Array, int, int, Array]:
    """What `against` looks up, in its order."""
    suited: Array = np.zeros((RANKS, 1 << RANKS, 3), np.int32)
    flushes(qualifying, suited)
    of_level = combination_of_level()
    return of_level, qualifying, int(np.flatnonzero(of_level == A_FLUSH)[0]), suited
