"""Blackjack from a full shoe: a box played by a strategy that goes by totals, split as often as the rules let, and the dealer's hand.

A shoe is full but for the cards gone, ten counts in one word: a card is any of the full shoe, drawn again where its place among those
of its value says that it is gone. Only values are drawn; what goes by ranks or suits is not simulated here.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.sim_baccarat import FRACTION_BITS, fair_word

VALUES, ACES, TENS = 10, 0, 9
GONE_BITS = 6
CARDS_A_WORD = 5
STATES = 64
"""A hand for the tables: its points with aces at one, and 32 more if it holds an ace."""

STAND, HIT, DOUBLE, FREE_DOUBLE, SPLIT, SURRENDER = range(6)
LOSE, PUSH, WIN = range(3)
MOST = 8
"""Hands in a box: eight bits each in one word."""

BLACKJACK, BOTH, EVEN_MONEY, DEALER_BLACKJACK, GAVE_UP = range(1, 6)
PLAYED = 6
"""Then three ways a hand can stand by three results, then boxes that were split by net and stake."""
SPLITS = PLAYED + 9
NETS, STAKES = 4 * MOST + 1, 2 * MOST + 1
SIZE = SPLITS + NETS * STAKES

COPIES, PRODUCT, LEAST = range(3)
"""What a shoe tells: cards of a rank, and the ways of the cards of a word with the least fair rest."""
TAKES_EVEN_MONEY, PUSHES_22, FIRST_PAY = 0, 1, 2
"""Rules: two flags, then by stake or lammer and way to stand what a hand wins, then what it loses."""

_0, _1, _9, _13, _255 = np.uint64(0), np.uint64(1), np.uint64(9), np.uint64(13), np.uint64(255)
_6, _8, _63 = np.uint64(GONE_BITS), np.uint64(8), np.uint64((1 << GONE_BITS) - 1)
_SHIFT, _FRACTION = np.uint64(FRACTION_BITS), np.uint64((1 << FRACTION_BITS) - 1)


@part
def draw(key, index, rest, left, number, gone, shoe):  # type: ignore[no-untyped-def]
    """The value of the next card, and what is left of the word, of its cards, the number of the next word, and the cards gone."""
    while True:
        if left == 0:
            rest, number = fair_word(key, index, number, shoe[PRODUCT], shoe[LEAST])
            left = CARDS_A_WORD
        left -= 1
        rest *= _13
        rank = rest >> _SHIFT
        rest = (rest & _FRACTION) * shoe[COPIES]
        copy = rest >> _SHIFT
        rest &= _FRACTION
        value = min(rank, _9)
        shift = value * _6
        if copy + (rank - value) * shoe[COPIES] >= (gone >> shift) & _63:
            break
    gone += _1 << shift
    return np.int64(value), rest, left, number, gone


@nb.njit(cache=True)
def drawn(key, index, shoe, found):  # type: ignore[no-untyped-def]
    """The first values of a round in the order they are drawn, for whoever asks from Python."""
    rest, left, number, gone = _0, 0, _0, _0
    for place in range(len(found)):
        found[place], rest, left, number, gone = draw(key, index, rest, left, number, gone, shoe)


@part
def play(key, index, shoe, first, later, hits, dealer_draws, most, rules):  # type: ignore[no-untyped-def]
    """The place of a round: cards fall to the player, the dealer's card shown, the player, the hole card, then as they are asked for.

    `first[shown, card, card]` is what to do with two cards, `later[kind, shown, pair, card, box full]` with a split hand's two,
    `hits[kind, shown, hand]` whether to draw to more; `most[pair]` is how many hands a pair can become, and below 0 where all but the
    first stand on lammers.
    """
    rest, left, number, gone = _0, 0, _0, _0
    a, rest, left, number, gone = draw(key, index, rest, left, number, gone, shoe)
    shown, rest, left, number, gone = draw(key, index, rest, left, number, gone, shoe)
    b, rest, left, number, gone = draw(key, index, rest, left, number, gone, shoe)
    hole, rest, left, number, gone = draw(key, index, rest, left, number, gone, shoe)
    natural = a + b == TENS and a * b == 0
    if natural and shown == ACES and rules[TAKES_EVEN_MONEY]:
        place = EVEN_MONEY
    elif shown + hole == TENS and shown * hole == 0:
        place = BOTH if natural else DEALER_BLACKJACK
    elif natural:
        place = BLACKJACK
    else:
        action = np.int64(first[(shown * VALUES + a) * VALUES + b])
        if action == SURRENDER:
            place = GAVE_UP
        else:
            low = a + b + 2
            ace = 32 if a * b == 0 else 0
            lammers = 1 if most[a] < 0 else 0
            boxes, waiting, kind, stands = 1, 0, 0, 0
            net, staked = 0, 0
            standing, result = _0, LOSE
            while True:
                second = False
                if action == SPLIT:
                    boxes += 1
                    waiting += 1
                    second = True
                elif action == STAND:
                    # A hand that broke is lost already; the others wait for the dealer.
                    if low > 21:
                        lost = np.int64(rules[FIRST_PAY + 6 + 3 * kind + stands])
                        net -= lost
                        staked += lost
                    else:
                        total = low + 10 if ace and low <= 11 else low
                        rank = max(total - 16, 0)
                        standing = (standing << _8) | np.uint64(128 + 32 * kind + 8 * stands + rank)
                    if waiting == 0:
                        break
                    waiting -= 1
                    kind = lammers
                    second = True
                elif action >= DOUBLE:
                    stands = action - HIT
                if second:
                    low, stands = a + 1, 0
                    ace = 32 if a == ACES else 0
                c, rest, left, number, gone = draw(key, index, rest, left, number, gone, shoe)
                low += c + 1
                ace = 32 if c == ACES else ace
                if second:
                    full = 1 if boxes >= abs(most[a]) else 0
                    action = np.int64(later[(((kind * VALUES + shown) * VALUES + a) * VALUES + c) * 2 + full])
                elif stands or low > 21:
                    action = STAND
                else:
                    action = np.int64(hits[(kind * VALUES + shown) * STATES + low + ace])
            if standing:
                low = shown + hole + 2
                ace = 32 if shown * hole == 0 else 0
                while dealer_draws[low + ace]:
                    c, rest, left, number, gone = draw(key, index, rest, left, number, gone, shoe)
                    low += c + 1
                    ace = 32 if c == ACES else ace
                total = low + 10 if ace and low <= 11 else low
                mark = total - 16
                if total > 21:
                    mark = -1
                pushes = total == 22 and rules[PUSHES_22]
                while standing:
                    hand = np.int64(standing & _255)
                    standing >>= _8
                    rank, stands = hand & 7, (hand >> 3) & 3
                    pays = FIRST_PAY + 3 * ((hand >> 5) & 1) + stands
                    lost = np.int64(rules[pays + 6])
                    staked += lost
                    result = PUSH if pushes or rank == mark else WIN if rank > mark else LOSE
                    net += np.int64(rules[pays]) if result == WIN else -lost if result == LOSE else 0
            place = PLAYED + 3 * stands + result if boxes == 1 else SPLITS + (net + 2 * MOST) * STAKES + staked
    return np.uint64(place)


@counting
def tally(key, first_round, last_round, found, shoe, first, later, hits, dealer_draws, most, rules):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first_round, last_round):
        found[play(key, np.uint64(index), shoe, first, later, hits, dealer_draws, most, rules)] += 1
