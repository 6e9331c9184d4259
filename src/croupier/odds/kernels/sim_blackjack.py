"""Blackjack: boxes played by a strategy that goes by totals, split as often as the rules let, and the dealer's hand.

A shoe is how many cards are left of each value and those below it, ten counts in two words of five: where a random number below the
number of cards stands among them says what is drawn, and one subtraction takes it out. Only values are drawn. Suits are dealt to them
afterwards, where a hand is paid by its suits: those of a value lie in an order that has nothing to do with when its cards come.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting, larger, part, smaller
from croupier.odds.kernels.randomness import word

VALUES, ACES, TENS = 10, 0, 9
COUNT_BITS, COUNTS_A_WORD = 12, 5
"""A count's highest bit is 0, and lent while two words are subtracted."""
FRACTION_BITS = 64 - 10
CARDS_A_WORD = 5
STATES = 64
"""A hand for the tables: its points with aces at one, and 32 more if it holds an ace."""

STAND, HIT, DOUBLE, FREE_DOUBLE, SPLIT, SURRENDER, SAVE = range(7)
ALONE, FIRST, STAKED, LENT = range(4)
"""Kinds of hands: the only one of a box, the first of several, split off for a stake, split off on a lammer."""
KINDS, STANDS, SAVED = 4, 5, 3
"""Ways to stand: single, doubled, doubled free, and the first two of these with a second chance."""
MOST = 8
"""Hands in a box: eight bits each in one word."""
MOST_PLAYERS = 7
"""Boxes at a table: four bits a card in one word."""

BLACKJACK, BOTH, EVEN_MONEY, DEALER_BLACKJACK, GAVE_UP = range(1, 6)
NATURAL = 6
"""A blackjack that waits for the dealer's total, by that."""
PLAYED = 13
"""Then the ways a hand can stand by classes of results, broken hands last; then boxes that were split, by net and stake."""

LOW, HIGH, FIRST_WAYS = range(3)
"""What a shoe tells: its counts, then by cards left the ways of the cards of a word and the least fair rest."""
GIVEN_UP, UP_DOUBLED, ACTION = 7, 8, 7
"""The row of results of a hand that is given up after its first two cards; the flag of a count that is given up doubled, and the rest."""
TAKES_EVEN_MONEY, ALWAYS_DRAWS, PAYS_21, WAITS, DEALER_FIRST, SPECIALS, ROUNDS, SIZE, CLASSES, NOTHING, WIDTH, ENDS = range(12)
FIRST_ATTACK = 12
FIRST_RESULT = FIRST_ATTACK + VALUES
TOTALS = 7
TWO_CARD_21 = 6
"""The row of a split hand of two cards that counts 21, after those of the totals."""
FIRST_STAKE = FIRST_RESULT + 8 * TOTALS
FIRST_NET = FIRST_STAKE + KINDS * STANDS
SIZES, SETS, CASES = 16, 1 << VALUES, 5
"""Rules: five flags (the third: a 21 does not wait for the dealer; the fourth: a blackjack does; the fifth: the dealer's card comes first),
where 21s that are paid by their cards begin (0: nowhere), how many rounds are played with one hand and how many places each has, how many
classes of results there are, where a net of nothing stands in the grid of split boxes and how many stakes it is wide; how many ends there
are, and by the dealer's card whether a second wager is laid, with which they are counted after the others; by own total and dealer's the
class; by kind and way to stand the stake in steps, then by class the net in steps. Of 21s paid by their cards: by number of cards and the
set of their values which sort it is, 0 for none; by sort, dealer's card and suit, the last for mixed suits, the class, whatever the
dealer makes."""

_0, _1, _4, _8, _15, _255 = np.uint64(0), np.uint64(1), np.uint64(4), np.uint64(8), np.uint64(15), np.uint64(255)
_CUT, _SHIFT, _FRACTION = np.uint64(64 - FRACTION_BITS), np.uint64(FRACTION_BITS), np.uint64((1 << FRACTION_BITS) - 1)
_LENT, _LAST = np.uint64(COUNT_BITS - 1), np.uint64(COUNT_BITS * (COUNTS_A_WORD - 1))
_ONES = np.uint64(sum(1 << COUNT_BITS * place for place in range(COUNTS_A_WORD)))
_LOANS = _ONES << _LENT
_SUM = np.uint64(COUNT_BITS * COUNTS_A_WORD - 1)
_32, _HALF, _SUITS = np.uint64(32), np.uint64((1 << 32) - 1), np.uint64(1 << 12)
_COUNT = np.uint64((1 << COUNT_BITS) - 1)
_16, _PLACE = np.uint64(16), np.uint64(0xFFFF)
LATE_BLACKJACK, ACE_AND_TEN, TOTAL_BITS = 5, 32 + 11, 4
"""A blackjack of a later round is counted in the place of 22, one after that of 21; totals of all rounds are in one word."""


@part
def full(shoe):  # type: ignore[no-untyped-def]
    """A shoe before its first card: the rest of a word, cards left in it, the number of the next, the counts, and those of before."""
    return _0, 0, _0, shoe[LOW], shoe[HIGH], shoe[LOW], shoe[HIGH]


@part
def cards_left(high):  # type: ignore[no-untyped-def]
    """How many cards a shoe holds: the last count is of every value."""
    return np.int64(high >> _LAST)


@nb.njit
def next_word(key, index, state, shoe):  # type: ignore[no-untyped-def]
    """The shoe with a fair word for the cards that come.

    Where no card is left, all but those of this round come back; where the round has them all, another shoe.
    """
    _, _, number, low, high, low_before, high_before = state
    if high == _0:
        low, high = shoe[LOW] - low_before, shoe[HIGH] - high_before
        low_before, high_before = shoe[LOW], shoe[HIGH]
        if high == _0:
            low, high = low_before, high_before
    ways = FIRST_WAYS + 2 * cards_left(high)
    while True:
        rest = word(key, index, number) >> _CUT
        number += _1
        if (rest * shoe[ways]) & _FRACTION >= shoe[ways + 1]:
            break
    return rest, smaller(cards_left(high), CARDS_A_WORD), number, low, high, low_before, high_before


@part
def draw_here(key, index, state, shoe):  # type: ignore[no-untyped-def]
    """The value of the next card, and the shoe without it."""
    if state[1] == 0:
        state = next_word(key, index, state, shoe)
    rest, left, number, low, high, low_before, high_before = state
    rest *= high >> _LAST
    place = ((rest >> _SHIFT) + _1) * _ONES
    # A count keeps the bit it was lent where it is above the place drawn: its value is that of the card or higher.
    low_above, high_above = ((low | _LOANS) - place) & _LOANS, ((high | _LOANS) - place) & _LOANS
    value = VALUES - np.int64(((low_above + high_above) * _ONES) >> _SUM)
    low, high = low - (low_above >> _LENT), high - (high_above >> _LENT)
    return value, (rest & _FRACTION, left - 1, number, low, high, low_before, high_before)


@nb.njit
def draw(key, index, state, shoe):  # type: ignore[no-untyped-def]
    """The same called: pasted in everywhere it would cost more to compile than it saves."""
    return draw_here(key, index, state, shoe)


@part
def up_to(low, high, value):  # type: ignore[no-untyped-def]
    """How many cards of a value and those below it two words of counts tell."""
    if value < 0:
        return 0
    if value < COUNTS_A_WORD:
        return np.int64((low >> np.uint64(COUNT_BITS * value)) & _COUNT)
    return np.int64((high >> np.uint64(COUNT_BITS * (value - COUNTS_A_WORD))) & _COUNT)


@nb.njit
def turn_of(state, shoe, value):  # type: ignore[no-untyped-def]
    """The card just drawn: which of its value it is, counted from 0 in the order they come out of the shoe, and the value."""
    _, _, _, low, high, _, _ = state
    whole = up_to(shoe[LOW], shoe[HIGH], value) - up_to(shoe[LOW], shoe[HIGH], value - 1)
    return 256 * value + whole - (up_to(low, high, value) - up_to(low, high, value - 1)) - 1


@nb.njit
def suit_of(key, index, shoe, turn):  # type: ignore[no-untyped-def]
    """The suit of a card, by which of its value it is: the suits of a value are dealt one after the other, each as often as the next."""
    value = turn >> 8
    cards = up_to(shoe[LOW], shoe[HIGH], value) - up_to(shoe[LOW], shoe[HIGH], value - 1)
    a = b = c = cards // 4
    number = _SUITS * np.uint64(1 + value)
    suit = 0
    for _ in range((turn & 255) + 1):
        least = ((_HALF % np.uint64(cards)) + _1) % np.uint64(cards)
        while True:
            some = (word(key, index, number) & _HALF) * np.uint64(cards)
            number += _1
            if some & _HALF >= least:
                break
        place = np.int64(some >> _32)
        cards -= 1
        suit = 0 if place < a else 1 if place < a + b else 2 if place < a + b + c else 3
        if suit == 0:
            a -= 1
        elif suit == 1:
            b -= 1
        elif suit == 2:
            c -= 1
    return suit


@nb.njit
def case_of(key, index, shoe, turns):  # type: ignore[no-untyped-def]
    """The suit of three cards, or that they are of several."""
    first = suit_of(key, index, shoe, turns & 4095)
    if suit_of(key, index, shoe, (turns >> 12) & 4095) != first or suit_of(key, index, shoe, (turns >> 24) & 4095) != first:
        return CASES - 1
    return first


@nb.njit(cache=True)
def suits(key, index, shoe, values, found):  # type: ignore[no-untyped-def]
    """The suits of cards in the order they are drawn, for whoever asks from Python; of tens none, which are of several ranks.

    A small shoe comes round again: its cards then have the suits they had.
    """
    used = np.zeros(VALUES, np.int64)
    for place in range(len(values)):
        value = values[place]
        whole = up_to(shoe[LOW], shoe[HIGH], value) - up_to(shoe[LOW], shoe[HIGH], value - 1)
        found[place] = suit_of(key, index, shoe, 256 * value + used[value] % whole) if value != TENS else -1
        used[value] += 1


@nb.njit(cache=True)
def drawn(key, index, shoe, found):  # type: ignore[no-untyped-def]
    """The first values of a round in the order they are drawn, for whoever asks from Python."""
    state = full(shoe)
    for place in range(len(found)):
        found[place], state = draw(key, index, state, shoe)


@part
def play_round(key, index, state, players, shoe, first, later, hits, dealer_draws, most, rules):  # type: ignore[no-untyped-def]
    """The place of the first box in a round, and the shoe after it.

    Cards fall to the players, the dealer's card shown, the players, the hole card, then as they are asked for, box by box.
    `first[shown, card, card]` is what to do with two cards, `later[kind, shown, pair, card, box full]` with a split hand's two,
    `hits[kind, shown, hand]` whether to draw to more, and above 21 whether to have one card taken off again; `dealer_draws[hand]` is
    whether the dealer draws, and after all hands where not which total that is; `most[pair]` is how many hands a pair can become, and
    below 0 where all but the first stand on lammers. A hand that waits for the dealer is eight bits of a
    word: its kind, how it stands, its total from one up.
    """
    classes = np.int64(rules[CLASSES])
    firsts, seconds, turn = _0, _0, _0
    paid = np.int64(rules[SPECIALS])
    turn_a, turn_b = 0, 0
    shown = np.int64(0)
    if rules[DEALER_FIRST]:
        shown, state = draw(key, index, state, shoe)
    for player in range(players):
        c, state = draw(key, index, state, shoe)
        firsts |= np.uint64(c) << turn
        turn += _4
        if paid and player == 0:
            turn_a = turn_of(state, shoe, c)
    if not rules[DEALER_FIRST]:
        shown, state = draw(key, index, state, shoe)
    turn = _0
    for player in range(players):
        c, state = draw(key, index, state, shoe)
        seconds |= np.uint64(c) << turn
        turn += _4
        if paid and player == 0:
            turn_b = turn_of(state, shoe, c)
    hole, state = draw(key, index, state, shoe)
    dealers = shown + hole == TENS and shown * hole == 0
    place, live, waits = 0, False, False
    boxes, net, staked, stood = 1, 0, 0, 0
    standing, result = _0, classes
    for player in range(players):
        a, b = np.int64(firsts & _15), np.int64(seconds & _15)
        firsts >>= _4
        seconds >>= _4
        natural = a + b == TENS and a * b == 0
        action, end = STAND, 0
        if natural and shown == ACES and rules[TAKES_EVEN_MONEY]:
            end = EVEN_MONEY
        elif dealers:
            end = BOTH if natural else DEALER_BLACKJACK
        elif natural:
            end = NATURAL if rules[WAITS] else BLACKJACK
            if end == NATURAL and rules[ROUNDS] == 1:
                live = True
            waits = waits or end == NATURAL
        else:
            action = np.int64(first[(shown * VALUES + a) * VALUES + b])
            if action == SURRENDER:
                end = GAVE_UP
        if end == 0:
            low = a + b + 2
            ace = 32 if a * b == 0 else 0
            others = LENT if most[a] < 0 else STAKED
            hands, waiting, kind, stands = 1, 0, ALONE, 0
            lost_net, lost_staked, left_to_win = 0, 0, _0
            size, held, turns, behind, decided = 2, (1 << a) | (1 << b), turn_a + (turn_b << 12), _0, classes
            while True:
                second = False
                if action == SPLIT:
                    kind = FIRST if kind == ALONE else kind
                    hands += 1
                    waiting += 1
                    second = True
                    behind = (behind << _8) | np.uint64((turns >> 12) & 255)
                    turns &= 4095
                elif action == STAND or action == SURRENDER:  # noqa: SIM109 (for the GPU too)
                    # A hand that broke is lost already; the others wait for the dealer.
                    if low > 21:
                        way = STANDS * kind + stands
                        lost_net += np.int64(rules[FIRST_NET + (classes + 1) * way + classes])
                        lost_staked += np.int64(rules[FIRST_STAKE + way])
                    else:
                        total = low + 10 if ace and low <= 11 else low
                        rank = larger(total - 16, 0)
                        sort = 0
                        if total == 21 and size == 2:
                            rank = TWO_CARD_21
                        elif total == 21 and paid:
                            sort = np.int64(rules[paid + SETS * smaller(size, SIZES - 1) + held])
                        if sort or action == SURRENDER:
                            decided = np.int64(rules[FIRST_RESULT + TOTALS * GIVEN_UP])
                            if sort:
                                case = case_of(key, index, shoe, turns) if player == 0 and size == 3 else CASES - 1
                                decided = np.int64(rules[paid + SETS * SIZES + (sort * VALUES + shown) * CASES + case])
                            way = STANDS * kind + stands
                            lost_net += np.int64(rules[FIRST_NET + (classes + 1) * way + decided])
                            lost_staked += np.int64(rules[FIRST_STAKE + way])
                        else:
                            left_to_win = (left_to_win << _8) | np.uint64(64 * kind + 8 * stands + rank + 1)
                            live = live or rank < 5 or not rules[PAYS_21]
                    if waiting == 0:
                        break
                    waiting -= 1
                    kind = others
                    second = True
                    turns = 256 * a + np.int64(behind & _255)
                    behind >>= _8
                elif action == SAVE:
                    stands += SAVED
                elif action >= DOUBLE:
                    stands = action - HIT
                if second:
                    low, stands = a + 1, 0
                    ace = 32 if a == ACES else 0
                    size, held = 1, 1 << a
                c, state = draw(key, index, state, shoe)
                low += c + 1 if stands < SAVED else -(c + 1)
                ace = 32 if c == ACES else ace
                if paid and size < 3:
                    turns |= turn_of(state, shoe, c) << 12 * size
                size += 1
                held |= 1 << c
                if second:
                    full = 1 if hands >= abs(most[a]) else 0
                    action = np.int64(later[(((kind * VALUES + shown) * VALUES + a) * VALUES + c) * 2 + full])
                elif stands >= SAVED:
                    action = STAND
                else:
                    action = np.int64(hits[(kind * VALUES + shown) * STATES + low + ace])
                    if stands and low <= 21:
                        action = SURRENDER if action >= UP_DOUBLED else STAND
                    action &= ACTION
            if player == 0:
                boxes, net, staked, stood, standing = hands, lost_net, lost_staked, stands, left_to_win
                result = decided
        if player == 0:
            place = end
    totals, places, rounds = _0, _0, np.int64(rules[ROUNDS])
    if live or (rules[ALWAYS_DRAWS] and not dealers):
        # The dealer's hands of all rounds in one loop: a processor would guess where each of them ends.
        hand, shown_alone = (shown + hole + 2) | (32 if shown * hole == 0 else 0), (shown + 1) | (32 if shown == ACES else 0)
        c, at = hole, 0
        while True:
            draws, total = np.int64(dealer_draws[hand]), np.int64(dealer_draws[STATES + hand])
            total += (1 if hand == ACE_AND_TEN else 0) & (1 if shown + c == TENS else 0)
            totals |= np.uint64(total) << np.uint64(at)
            at += TOTAL_BITS * (1 - draws)
            if at == TOTAL_BITS * rounds:
                break
            hand = shown_alone ^ ((shown_alone ^ hand) & -draws)
            c, state = draw_here(key, index, state, shoe)
            hand = (hand + c + 1) | (32 if c == ACES else 0)
    elif waits and (shown == ACES or shown == TENS):  # noqa: SIM109 (for the GPU too)
        # A natural of several rounds waits for no total: a second card comes to what may become a blackjack with it, and no more.
        for later_round in range(1, rounds):
            c, state = draw(key, index, state, shoe)
            totals |= np.uint64((LATE_BLACKJACK if shown + c == TENS else 0) << TOTAL_BITS * later_round)
    # Of a box with one hand: the place, to which a total adds by the hand's row of results, or by itself where a natural waits for it.
    alone, row, adds_result, adds_total = PLAYED + (classes + 1) * stood + result, 0, 0, 0
    if place:
        alone, adds_total = place, -1 if place == NATURAL else 0
    elif standing:
        hand = np.int64(standing & _255)
        alone, row, adds_result = PLAYED + (classes + 1) * ((hand >> 3) & 7), TOTALS * ((hand & 7) - 1), -1
    for circle in range(rounds):
        total, totals = np.int64(totals & _15), totals >> _4
        against = FIRST_RESULT + total
        told = alone + (np.int64(rules[against + row]) & adds_result) + (total & adds_total)
        if boxes > 1:
            of_net, of_stake, waiting_for = net, staked, standing
            while waiting_for:
                hand, waiting_for = np.int64(waiting_for & _255), waiting_for >> _8
                way = STANDS * (hand >> 6) + ((hand >> 3) & 7)
                ended = np.int64(rules[against + TOTALS * ((hand & 7) - 1)])
                of_stake += np.int64(rules[FIRST_STAKE + way])
                of_net += np.int64(rules[FIRST_NET + (classes + 1) * way + ended])
            told = PLAYED + (classes + 1) * STANDS + (of_net + np.int64(rules[NOTHING])) * np.int64(rules[WIDTH]) + of_stake
        if rules[FIRST_ATTACK + shown]:
            told += np.int64(rules[ENDS])
        places |= np.uint64(told + circle * rules[SIZE]) << np.uint64(16 * circle)
    return places, state


@part
def play(key, index, shoe, first, later, hits, dealer_draws, most, rules):  # type: ignore[no-untyped-def]
    """The place of a round from a full shoe; of several rounds with one hand each one's, sixteen bits apart."""
    place, _ = play_round(key, index, full(shoe), 1, shoe, first, later, hits, dealer_draws, most, rules)
    return place


@counting
def tally(key, first_round, last_round, found, shoe, first, later, hits, dealer_draws, most, rules):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first_round, last_round):
        places = play(key, np.uint64(index), shoe, first, later, hits, dealer_draws, most, rules)
        while places:
            found[places & _PLACE] += 1
            places >>= _16
