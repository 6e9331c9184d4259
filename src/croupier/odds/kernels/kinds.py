"""Hole cards on a board by kind: their ranks, and which of them are of the suit that can still make a flush.

No other suit matters on a board: neither to a hand's value nor to how many of the dealer's 990 hands beat it. So boards fall into
42,783 classes by their ranks and by which of these the flush suit holds, and on each the 1,081 pairs of hole cards into 351 kinds
at most, 91 where no suit has three cards.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import _TOP_BITS, FLUSH, KEYS, SUITS, plain_value
from croupier.odds.kernels.tables import Array

NO_SUIT = 4
PLAIN_FACES, FACES = 13, 26
PLAIN_KINDS, KINDS = 91, 351
PLAIN_CLASSES, THREE_SUITED, FOUR_SUITED, CLASSES = 6188, 6188 + 286 * 91, 6188 + 286 * 91 + 715 * 13, 42796
"""Where the classes of boards with no flush suit end, with three and with four cards of it. Thirteen, five of a rank, stay empty."""

COLUMNS = 3
"""How many things `over_rivers` adds up at once."""

WINS, TIES, LOSSES, WINS_AGAINST_QUALIFIED, LOSSES_TO_QUALIFIED = range(5)


def _tables() -> tuple[Array, Array, Array]:
    """A card's face (its rank, past 13 where it is of the flush suit), the kind of two faces, and the ways to choose."""
    face = np.array([[(card >> 2) + PLAIN_FACES * (card & 3 == suit) for card in range(52)] for suit in range(5)], np.int64)
    high, low = np.maximum.outer(np.arange(FACES), np.arange(FACES)), np.minimum.outer(np.arange(FACES), np.arange(FACES))
    choose = np.zeros((18, 6), np.int64)
    choose[:, 0] = 1
    for n in range(1, 18):
        choose[n, 1:] = choose[n - 1, 1:] + choose[n - 1, :-1]
    return face, high * (high + 1) // 2 + low, choose


FACE, KIND, _CHOOSE = _tables()


@nb.njit(inline="always")
def flush_suit(board):  # type: ignore[no-untyped-def]
    """The suit with three or more of a board's cards, or `NO_SUIT`."""
    suits = np.uint64(0)
    for card in board:
        suits += SUITS[card]
    full = (suits | suits << np.uint64(1) & suits << np.uint64(2)) & _TOP_BITS  # four, or (two and one): three or more
    if full == 0:
        return NO_SUIT
    suit = 0
    while not full >> np.uint64(16 * suit) & np.uint64(0x8000):
        suit += 1
    return suit


@nb.njit(cache=True)
def class_of(board, suit):  # type: ignore[no-untyped-def]
    """The class of a board whose cards are in descending order of rank."""
    suited = 0
    for card in board:
        if card & 3 == suit:
            suited += 1
    place = np.int64(0)
    other = np.int64(0)
    still, others = suited, len(board) - suited
    for card in board:
        rank = np.int64(card) >> 2
        if card & 3 == suit:
            place += _CHOOSE[rank, still]
            still -= 1
        else:  # ranks may come again
            other += _CHOOSE[rank + others - 1, others]
            others -= 1
    if suited == 0:
        return other
    if suited == 3:
        return PLAIN_CLASSES + 91 * place + other
    if suited == 4:
        return THREE_SUITED + 13 * place + other
    return FOUR_SUITED + place


@nb.njit(cache=True)
def _sort(kinds, count, values, order):  # type: ignore[no-untyped-def]
    """Kinds by ascending value: two passes of a counting sort, over seven and six bits."""
    spare = np.empty(KINDS, np.int64)
    low = np.zeros(129, np.int64)
    high = np.zeros(65, np.int64)
    for at in range(count):
        level = values[kinds[at]]
        low[(level & 127) + 1] += 1
        high[(level >> 7) + 1] += 1
    for bucket in range(128):
        low[bucket + 1] += low[bucket]
    for bucket in range(64):
        high[bucket + 1] += high[bucket]
    for at in range(count):
        bucket = values[kinds[at]] & 127
        spare[low[bucket]] = kinds[at]
        low[bucket] += 1
    for at in range(count):
        bucket = values[spare[at]] >> 7
        order[high[bucket]] = spare[at]
        high[bucket] += 1


@nb.njit(cache=True)
def rank_kinds(board, suit, threshold, values, tally):  # type: ignore[no-untyped-def]
    """Every kind of hole cards on a board against the 990 pairs it may meet, into `tally[kind]`: wins, ties, losses, and the
    wins and losses against hands of class `threshold` or better; nothing where the board leaves no such pair.

    Into `values[kind]` goes its class. The answer is how many kinds this board can have.
    """
    faces = PLAIN_FACES if suit == NO_SUIT else FACES
    left = np.zeros(FACES, np.int64)
    for rank in range(13):
        left[rank] = 4 if suit == NO_SUIT else 3
        left[PLAIN_FACES + rank] = 1
    key = np.uint64(0)
    mask = 0
    suited = 0
    for card in board:
        face = FACE[suit, card]
        left[face] -= 1
        key += KEYS[card]
        if face >= PLAIN_FACES:
            mask |= 1 << (face - PLAIN_FACES)
            suited += 1
    first = np.empty(KINDS, np.int64)
    second = np.empty(KINDS, np.int64)
    pairs = np.empty(KINDS, np.int64)
    share = np.empty(
        (2, KINDS), np.int64
    )  # of the pairs of a kind, those that hold one given card of its first, its second face
    present = np.empty(KINDS, np.int64)
    weak_with = np.zeros(FACES, np.int64)
    weak_total = 0
    count = 0
    kind = -1
    for high in range(faces):
        rank = high % PLAIN_FACES
        high_key = key + KEYS[4 * rank]
        high_mask = mask | 1 << rank if high >= PLAIN_FACES else mask
        high_suited = suited + 1 if high >= PLAIN_FACES else suited
        for low in range(high + 1):
            kind += 1
            number = left[high] * left[low] if high != low else left[high] * (left[high] - 1) // 2
            if number == 0:
                values[kind] = 0
                tally[kind] = 0
                continue
            if high_suited + (low >= PLAIN_FACES) >= 5:
                level = np.int64(FLUSH[high_mask | 1 << (low - PLAIN_FACES) if low >= PLAIN_FACES else high_mask])
            else:
                level = np.int64(plain_value(high_key + KEYS[4 * (low % PLAIN_FACES)]))
            values[kind] = level
            first[kind] = high
            second[kind] = low
            pairs[kind] = number
            share[0, kind] = left[low] if high != low else left[low] - 1
            share[1, kind] = left[high] if high != low else 0
            present[count] = kind
            count += 1
            if level < threshold:
                weak_total += number
                weak_with[high] += share[0, kind]
                weak_with[low] += share[1, kind]
    order = np.empty(KINDS, np.int64)
    _sort(present, count, values, order)
    _count_passed(order[:count], values, first, second, pairs, share, tally[:, WINS])
    _count_passed(order[:count][::-1], values, first, second, pairs, share, tally[:, LOSSES])
    for at in range(count):
        kind = present[at]
        wins, losses = tally[kind, WINS], tally[kind, LOSSES]
        weak = weak_total - weak_with[first[kind]] - weak_with[second[kind]]
        tally[kind, TIES] = 990 - wins - losses
        if values[kind] < threshold:
            tally[kind, WINS_AGAINST_QUALIFIED] = 0
            tally[kind, LOSSES_TO_QUALIFIED] = 989 - weak  # the pair itself is weak and was taken off twice
        else:
            tally[kind, WINS_AGAINST_QUALIFIED] = wins - weak
            tally[kind, LOSSES_TO_QUALIFIED] = losses
    return kind_count(suit)


@nb.njit(cache=True)
def _count_passed(order, values, first, second, pairs, share, found):  # type: ignore[no-untyped-def]
    """Into `found[kind]`, going through kinds by value, how many pairs of an earlier value share no card with one of this kind.

    Inclusion and exclusion for two cards: all pairs passed, less those with my first card, less those with my second; the one pair that
    holds both is mine, and of my own value, so it was never passed. Pairs of the level in hand must not count yet: `passed` and
    `passed_with` are what stood when it began, a face's being copied only when the level first asks for it.
    """
    level = np.int64(0)
    passed, so_far = 0, 0
    passed_with = np.zeros(FACES, np.int64)
    so_far_with = np.zeros(FACES, np.int64)
    at_level = np.zeros(FACES, np.int64)
    for at in range(len(order)):
        kind = order[at]
        if values[kind] != level:
            level = values[kind]
            passed = so_far
        high, low = first[kind], second[kind]
        if at_level[high] != level:
            at_level[high] = level
            passed_with[high] = so_far_with[high]
        if at_level[low] != level:
            at_level[low] = level
            passed_with[low] = so_far_with[low]
        found[kind] = passed - passed_with[high] - passed_with[low]
        so_far += pairs[kind]
        so_far_with[high] += share[0, kind]
        so_far_with[low] += share[1, kind]


@nb.njit(inline="always")
def kind_count(suit):  # type: ignore[no-untyped-def]
    """How many kinds of hole cards a board with this flush suit can have."""
    return PLAIN_KINDS if suit == NO_SUIT else KINDS


@nb.njit(inline="always")
def unseen(seen, free):  # type: ignore[no-untyped-def]
    """The cards but those seen, which are in descending order, into `free` in ascending order."""
    n = 0
    last = len(seen) - 1
    for card in range(52):
        if last >= 0 and seen[last] == card:
            last -= 1
        else:
            free[n] = card
            n += 1


@nb.njit(cache=True, nogil=True)
def over_rivers(turn, worth, pairs, sums):  # type: ignore[no-untyped-def]
    """Add `worth[class of board, kind, column]` over the 46 rivers that may follow a flop and turn, for each of the 1,128 pairs
    of hole cards: their numbers go into `pairs`, their sums into `sums[place, column]`.

    Over all 48 rivers the sums go by kind; the two rivers that are the pair's own cards are then taken off.
    """
    free = np.empty(48, np.int64)
    suits = np.empty(48, np.int64)
    classes = np.empty(48, np.int64)
    times = np.zeros(48, np.int64)
    board = np.empty(5, np.int64)
    unseen(turn, free)
    for i in range(48):
        place = 0
        while place < 4 and turn[place] > free[i]:
            board[place] = turn[place]
            place += 1
        board[place] = free[i]
        for after in range(place, 4):
            board[after + 1] = turn[after]
        suits[i] = flush_suit(board)
        classes[i] = class_of(board, suits[i])
        same = i  # rivers of a rank that bring a flush no nearer are all the same
        for other in range(max(i - 3, 0), i):
            if classes[other] == classes[i] and suits[other] == suits[i] and times[other]:
                same = other
        times[same] += 1
    possible = np.zeros(5, np.bool_)
    totals = np.empty((5, KINDS * COLUMNS), np.int64)  # long rows, which the compiler adds many at a time
    rows = worth.reshape(len(worth), KINDS * COLUMNS)
    for i in range(48):
        total, row, number = totals[suits[i]], rows[classes[i]], times[i]
        if not possible[suits[i]]:
            possible[suits[i]] = True
            total[:] = 0
        if number:
            for at in range(kind_count(suits[i]) * COLUMNS):
                total[at] += number * row[at]
    by_kind = totals.reshape(5, KINDS, COLUMNS)
    n = 0
    for i in range(48):
        high = free[i]
        of_high, row_high, face_high = KIND[FACE[suits[i], high]], worth[classes[i]], FACE[suits[i]]
        for j in range(i):
            low = free[j]
            own = row_high[of_high[face_high[low]]]
            other = worth[classes[j], KIND[FACE[suits[j], high], FACE[suits[j], low]]]
            pairs[n] = high * (high - 1) // 2 + low
            for column in range(COLUMNS):
                sums[n, column] = -own[column] - other[column]
            for suit in range(5):
                if possible[suit]:
                    kind = KIND[FACE[suit, high], FACE[suit, low]]
                    for column in range(COLUMNS):
                        sums[n, column] += by_kind[suit, kind, column]
            n += 1
