"""One pair of hole cards against every dealer's pair, on one board and over all boards that can still come.

On a board the dealer's pairs are taken rank by rank: 91 pairs of ranks with how many pairs of cards each stands for, and where the
board holds three cards of a suit the pairs of that suit by themselves. Boards that differ only by a change of suits which leaves
the hole cards as they are have the same results: one of them is looked at for all. Cards seen elsewhere are never dealt.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numba as nb
import numpy as np

from croupier.odds.kernels.evaluate import _LOW, FLUSH, KEYS, SUITS, plain_value, value
from croupier.odds.kernels.places import FLOPS, TURNS, flop_place, turn_place, without
from croupier.odds.kernels.tables import Array
from croupier.odds.kernels.ultimate import LOST, LOST_UNQUALIFIED, TIED, WON, WON_UNQUALIFIED

WINS, TIES, LOSSES, WINS_AGAINST_QUALIFIED, LOSSES_TO_QUALIFIED, DEALS = range(6)
BOARDS = 249900
"""Boards with one highest card: the other four are of 51 cards at most."""
_SUIT = np.uint64(0xFFFF)


def symmetries(*fixed: Sequence[int]) -> Array:
    """The renamings of suits that leave each of these sets of cards as it is."""
    found = []
    for names in itertools.permutations(range(4)):
        if all({card & ~3 | names[card & 3] for card in cards} == set(cards) for cards in fixed):
            found.append(names)
    return np.array(found, np.int64)


@nb.njit(cache=True, nogil=True)
def showdown(hole, board, unseen, threshold, left, found):  # type: ignore[no-untyped-def]
    """Every dealer's pair against the hole cards on a board, into `found`; the answer is the class of the player's hand.

    `unseen` holds the sums of the cards that are neither held nor seen elsewhere, the board's own among them: these are taken off
    here. Hands below class `threshold` do not qualify. `left` is room for thirteen numbers.
    """
    key, suits = np.uint64(0), np.uint64(0)
    for card in board:
        key += KEYS[card]
        suits += SUITS[card]
    a, b = hole[0], hole[1]
    mine = np.int64(value(key + KEYS[a] + KEYS[b], suits + SUITS[a] + SUITS[b]))
    flush, suited = -1, 0
    for suit in range(4):
        number = np.int64((suits >> np.uint64(16 * suit + 13)) & np.uint64(7))
        if number >= 3:
            flush, suited = suit, number
    inside, held = np.int64(0), np.int64(0)
    if flush >= 0:
        held = np.int64((suits >> np.uint64(16 * flush)) & _LOW)
        inside = np.int64((unseen[1] >> np.uint64(16 * flush)) & _LOW) & ~held
    cards, weak, less, even = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    rest = unseen[0] - key
    for rank in range(13):
        left[rank] = np.int64((rest >> np.uint64(3 * rank)) & np.uint64(7))
        cards += left[rank]
    total = cards * (cards - 1) // 2
    if suited >= 4:  # one card of the suit is enough: what is left for the others is of other suits
        others = np.int64(0)
        for rank in range(13):
            left[rank] -= inside >> rank & 1
            others += left[rank]
        for rank in range(13):
            if inside >> rank & 1:
                level = np.int64(FLUSH[held | 1 << rank])
                weak += others if level < threshold else 0
                less += others if level < mine else 0
                even += others if level == mine else 0
        if suited == 5:
            level = np.int64(FLUSH[held])
            ways = others * (others - 1) // 2
            weak += ways if level < threshold else 0
            less += ways if level < mine else 0
            even += ways if level == mine else 0
    if flush >= 0:
        for high in range(13):
            if inside >> high & 1:
                for low in range(high):
                    if inside >> low & 1:
                        level = np.int64(FLUSH[held | 1 << high | 1 << low])
                        weak += 1 if level < threshold else 0
                        less += 1 if level < mine else 0
                        even += 1 if level == mine else 0
    if suited < 5:
        apart = inside if suited == 3 else np.int64(0)  # pairs of the suit, counted above
        for high in range(13):
            number = left[high]
            if number == 0:
                continue
            first = key + KEYS[4 * high]
            if number >= 2:
                ways = number * (number - 1) // 2
                level = np.int64(plain_value(first + KEYS[4 * high]))
                weak += ways if level < threshold else 0
                less += ways if level < mine else 0
                even += ways if level == mine else 0
            of_suit = apart >> high & 1
            for low in range(high):
                ways = number * left[low] - (of_suit & apart >> low)
                level = np.int64(plain_value(first + KEYS[4 * low]))
                weak += ways if level < threshold else 0
                less += ways if level < mine else 0
                even += ways if level == mine else 0
    found[0], found[1], found[2], found[5] = less, even, total - less - even, total
    if mine < threshold:
        found[3], found[4] = 0, total - weak
    else:
        found[3], found[4] = less - weak, found[2]
    return mine


@nb.njit(cache=True)
def sums_of(deck):  # type: ignore[no-untyped-def]
    """The sums of a deck's ranks and suits, as the evaluator adds them up."""
    found = np.zeros(2, np.uint64)
    for card in deck:
        found[0] += KEYS[card]
        found[1] |= np.uint64(1) << np.uint64(16 * (card & 3) + (card >> 2))
    return found


@nb.njit(cache=True, nogil=True)
def _weight(board, group):  # type: ignore[no-untyped-def]
    """How many boards this one stands for among those a renaming of suits makes of it; 0 where another stands for it."""
    own = np.uint64(0)
    for card in board:
        own += SUITS[card]
    same = 0
    for number in range(len(group)):
        renamed = np.uint64(0)
        for suit in range(4):
            renamed |= ((own >> np.uint64(16 * suit)) & _SUIT) << np.uint64(16 * group[number, suit])
        if renamed > own:
            return 0
        if renamed == own:
            same += 1
    return len(group) // same


@nb.njit(cache=True, nogil=True)
def _renamed(cards, size, names, renamed):  # type: ignore[no-untyped-def]
    """The cards under other names of suits, highest first."""
    for n in range(size):
        card = (cards[n] & ~3) | names[cards[n] & 3]
        at = n
        while at > 0 and renamed[at - 1] < card:
            renamed[at] = renamed[at - 1]
            at -= 1
        renamed[at] = card


@nb.njit(cache=True, nogil=True)
def stand_ins(size, group):  # type: ignore[no-untyped-def]
    """The place of the set that stands for each set of three or four cards, by its own place."""
    found = np.empty(FLOPS if size == 3 else TURNS, np.int32)
    cards = np.empty(4, np.int64)
    renamed = np.empty(4, np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c if size == 4 else 1):
                    cards[0], cards[1], cards[2], cards[3] = a, b, c, d
                    best = np.int64(1 << 40)
                    for number in range(len(group)):
                        _renamed(cards, size, group[number], renamed)
                        if size == 3:
                            place = flop_place(renamed[0], renamed[1], renamed[2])
                        else:
                            place = turn_place(renamed[0], renamed[1], renamed[2], renamed[3])
                        best = min(best, place)
                    found[flop_place(a, b, c) if size == 3 else turn_place(a, b, c, d)] = best
    return found


@nb.njit(cache=True, nogil=True)
def boards_below(highest, deck, group, boards, weights):  # type: ignore[no-untyped-def]
    """Into `boards` and `weights`: one board for all that a renaming of suits makes of it, of those whose highest card has the place
    `highest` in the deck; the answer is their number."""
    board = np.empty(5, np.int64)
    board[0] = deck[highest]
    found = 0
    for b in range(highest):
        board[1] = deck[b]
        for c in range(b):
            board[2] = deck[c]
            for d in range(c):
                board[3] = deck[d]
                for e in range(d):
                    board[4] = deck[e]
                    weight = _weight(board, group)
                    if weight:
                        boards[found] = board
                        weights[found] = weight
                        found += 1
    return found


@nb.njit(inline="always")
def net_of(found, nets):  # type: ignore[no-untyped-def]
    """What one path nets against every dealer's hand of a showdown; `nets` goes by result."""
    qualified = found[3] * nets[WON] + found[4] * nets[LOST]
    weak = (found[0] - found[3]) * nets[WON_UNQUALIFIED] + (found[2] - found[4]) * nets[LOST_UNQUALIFIED]
    return qualified + weak + found[1] * nets[TIED]


@nb.njit(cache=True, nogil=True)
def one_board(hole, board, unseen, row_of, figures, threshold, last, now, left, found, nets):  # type: ignore[no-untyped-def]
    """Into `nets` for one board: the best of the paths `last`, each of the paths `now`, and how many hands the dealer can have."""
    paid = figures[row_of[showdown(hole, board, unseen, threshold, left, found)]]
    best = net_of(found, paid[last[0]])
    for path in last[1:]:
        best = max(best, net_of(found, paid[path]))
    nets[0] = best
    for number in range(len(now)):
        nets[1 + number] = net_of(found, paid[now[number]])
    nets[1 + len(now)] = found[5]


@nb.njit(cache=True, nogil=True)
def runouts(hole, seen, deck, row_of, figures, threshold, last, now, sums):  # type: ignore[no-untyped-def]
    """Every board after a flop, or a flop and a turn, into `sums[turn]` as `one_board` has them, each board twice.

    After a flop each turn has its own row, by its place in the deck, and either further card may be the turn.
    """
    board = np.empty(5, np.int64)
    left = np.empty(13, np.int64)
    found = np.empty(6, np.int64)
    nets = np.empty(sums.shape[1], np.int64)
    unseen = sums_of(deck) + sums_of(seen)
    for n in range(len(seen)):
        board[n] = seen[n]
    for i in range(len(deck)):
        board[4] = deck[i]
        for j in range(i if len(seen) == 3 else 1):
            if len(seen) == 3:
                board[3] = deck[j]
            one_board(hole, board, unseen, row_of, figures, threshold, last, now, left, found, nets)
            for row in (i, j) if len(seen) == 3 else (0, 0):
                sums[row] += nets


@nb.njit(cache=True, nogil=True)
def boards(hole, deck, first, stop, group, flops, turns, row_of, figures, threshold, last, now, on_flop, on_turn):  # type: ignore[no-untyped-def]
    """The same over every board whose highest card has a place from `first` to `stop` in the deck, into `on_flop[flop]`; and what the
    last of the paths `now` nets into `on_turn[flop and turn]`, where that has room.

    `flops` and `turns` say which set stands for all those that a renaming of suits makes of it.
    """
    board = np.empty(5, np.int64)
    rest = np.empty(4, np.int64)
    left = np.empty(13, np.int64)
    found = np.empty(6, np.int64)
    nets = np.empty(on_flop.shape[1], np.int64)
    unseen = sums_of(deck)
    known, weights = np.empty((BOARDS, 5), np.int8), np.empty(BOARDS, np.int64)
    for highest in range(first, stop):
        for number in range(boards_below(highest, deck, group, known, weights)):
            board[:] = known[number]
            one_board(hole, board, unseen, row_of, figures, threshold, last, now, left, found, nets)
            for column in range(len(nets)):
                nets[column] *= weights[number]
            for i in range(5):
                if len(on_turn):
                    without(board, i, -1, rest)
                    on_turn[turns[turn_place(rest[0], rest[1], rest[2], rest[3])]] += nets[len(now)]
                for j in range(i + 1, 5):
                    without(board, i, j, rest)
                    row = on_flop[flops[flop_place(rest[0], rest[1], rest[2])]]
                    for column in range(len(nets)):
                        row[column] += nets[column]
