"""Five cards against the dealer's five, one of which is seen: bet, bought to or folded by a plan, and a dealer who may be made to draw."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.combinations import KINDS
from croupier.odds.kernels.compiled import counting, part, smaller
from croupier.odds.kernels.drawn_values import (
    DECLINED,
    ENDS,
    FAILED,
    FOLDED,
    LOST_FORCED,
    TIED_FORCED,
    WON,
    WON_FORCED,
)
from croupier.odds.kernels.draws import DECLINED as NET_DECLINED
from croupier.odds.kernels.draws import FORCED_FAIL, FORCED_LOSE, FORCED_TIE, FORCED_WINS
from croupier.odds.kernels.prefetch import AHEAD, prefetch, words
from croupier.odds.kernels.randomness import DECK, card, deal_by_places, two_more
from croupier.odds.kernels.sim_cards import class_of, in_order, sums
from croupier.odds.kernels.sim_five_cards import hand_place

CARDS, HAND = 10, 5
SHOWN = 9
"""The dealer's last card in the order they are dealt."""
FOLDS, BETS, BUYS, DECLARES, LOOKS = range(5)
"""Choices at sight; the last: every card decides."""
MIXED, ALWAYS, NEVER = range(3)
"""Whether six cards are bet on, by class of hand."""
AT_ONCE = ENDS
"""The place of a hand that is declared, after the ends of one that is played."""
NO_SUIT, MASKS, RANKS = 4, 64, 13
_0, _1, _16, _63 = np.uint64(0), np.uint64(1), np.uint64(16), np.uint64(63)
_5, _7 = np.uint64(5), np.uint64(7)
_DIAMONDS, _HEARTS = np.uint64(16 + 13), np.uint64(32 + 13)
"""Where a sum of suits counts the red ones."""
_MINE = np.uint64((1 << 16) - 1)
_FOUR_OR_MORE = np.uint64(0x8000_8000_8000_8000)


@nb.njit
def place_and_mask(hand, suit):  # type: ignore[no-untyped-def]
    """Where the ranks of six cards stand among all six ranks, and which of them, from the lowest up, are of a suit."""
    keys = _0
    for n in range(6):
        one = hand >> np.uint64(6 * n) & _63
        alike = _1 if np.int64(one & np.uint64(3)) == suit else _0
        keys |= ((one >> np.uint64(2)) << _1 | alike) << np.uint64(6 * n)
    a, b, c, d, e, f = in_order(keys)
    mask = (a & 1) << 5 | (b & 1) << 4 | (c & 1) << 3 | (d & 1) << 2 | (e & 1) << 1 | (f & 1)
    a, b, c, d, e, f = a >> 1, b >> 1, c >> 1, d >> 1, e >> 1, f >> 1
    place = a * (a + 1) * (a + 2) * (a + 3) * (a + 4) * (a + 5) // 720 + b * (b + 1) * (b + 2) * (b + 3) * (b + 4) // 120
    return place + c * (c + 1) * (c + 2) * (c + 3) // 24 + d * (d + 1) * (d + 2) // 6 + e * (e + 1) // 2 + f, mask


@nb.njit
def suit_of_four(suits):  # type: ignore[no-untyped-def]
    """The suit that four cards of a hand or more are of, from its sum of suits; of six cards there is one at the most."""
    full = suits & _FOUR_OR_MORE
    return 0 if full & np.uint64(1 << 15) else 1 if full & np.uint64(1 << 31) else 2 if full & np.uint64(1 << 47) else 3


@nb.njit
def suit_of_five(suits):  # type: ignore[no-untyped-def]
    """The suit that five cards of a hand or more are of."""
    full = suits & (suits << _1 | suits << np.uint64(2)) & _FOUR_OR_MORE
    return NO_SUIT if full == _0 else suit_of_four(full)


@part
def own_sums(dealt):  # type: ignore[no-untyped-def]
    """The two sums of the first five cards."""
    (ka, sa), (kb, sb), (kc, sc) = sums(card(dealt, 0)), sums(card(dealt, 1)), sums(card(dealt, 2))
    (kd, sd), (ke, se) = sums(card(dealt, 3)), sums(card(dealt, 4))
    return ka + kb + kc + kd + ke, sa + sb + sc + sd + se


@part
def dealers_level(dealt, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The class of the dealer's five."""
    (ka, sa), (kb, sb), (kc, sc) = sums(card(dealt, 5)), sums(card(dealt, 6)), sums(card(dealt, 7))
    (kd, sd), (ke, se) = sums(card(dealt, 8)), sums(card(dealt, 9))
    return class_of(ka + kb + kc + kd + ke, sa + sb + sc + sd + se, slots, displacement, flush)


@part
def bought(dealt, sixth, sure, decided, kinds, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The class and the kind of a hand with a sixth card, and whether it is bet on."""
    key, suits = own_sums(dealt)
    more_key, more_suits = sums(sixth)
    key, suits = key + more_key, suits + more_suits
    level = class_of(key, suits, slots, displacement, flush)
    hand = dealt & np.uint64((1 << 6 * HAND) - 1) | np.uint64(sixth) << np.uint64(6 * HAND)
    if sure[level] == NEVER:
        return level, np.int64(0), False
    if sure[level] == MIXED:
        shown = card(dealt, SHOWN)
        place, mask = place_and_mask(hand, shown & 3)
        if not decided[place, shown >> 2] >> np.uint64(mask) & _1:
            return level, np.int64(0), False
    place, mask = place_and_mask(hand, suit_of_five(suits))
    return level, np.int64(kinds[place, mask]), True


@part
def end_of(made, level, many, won, tied, lost):  # type: ignore[no-untyped-def]
    """So many draws that give the dealer a hand of one class, added to those that are lower, alike or higher than the player's."""
    if made < level:
        won += many
    elif made == level:
        tied += many
    else:
        lost += many
    return won, tied, lost


@part
def forced(dealt, sixth, drawn, way, level, kind, nets, qualifying, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """How a hand ends against a dealer who does not qualify: taken as it is, or forced to draw where all draws together net more.

    `sixth` is the player's where one was bought, `drawn` what a forced dealer gets.
    """
    seen, top = _0, np.int64(5)
    for n in range(CARDS):
        seen |= _1 << np.uint64(card(dealt, n))
        if n > 5 and card(dealt, n) >> 2 > card(dealt, top) >> 2:
            top = np.int64(n)
    if way:
        seen |= _1 << np.uint64(sixth)
    key, suits = _0, _0
    for n in range(5, CARDS):
        if n != top:
            one_key, one_suits = sums(card(dealt, n))
            key, suits = key + one_key, suits + one_suits
    won = tied = lost = np.int64(0)
    for rank in range(RANKS):
        free = ~seen >> np.uint64(4 * rank) & np.uint64(15)
        if free == _0:
            continue
        many = np.int64((free & _1) + (free >> _1 & _1) + (free >> np.uint64(2) & _1) + (free >> np.uint64(3)))
        one_key, _ = sums(np.int64(4 * rank))
        plain = class_of(key + one_key, _0, slots, displacement, flush)
        if plain >= qualifying:
            won, tied, lost = end_of(plain, level, many, won, tied, lost)
        if suits & _FOUR_OR_MORE:  # one of the rank's cards may make a flush
            suit = suit_of_four(suits)
            if free >> np.uint64(suit) & _1:
                one_key, one_suits = sums(np.int64(4 * rank + suit))
                if plain >= qualifying:
                    won, tied, lost = end_of(plain, level, np.int64(-1), won, tied, lost)
                made = class_of(key + one_key, suits + one_suits, slots, displacement, flush)
                won, tied, lost = end_of(made, level, np.int64(1), won, tied, lost)
    left = np.int64(DECK - CARDS - way)
    gain = won * nets[way, FORCED_WINS + kind] + tied * nets[way, FORCED_TIE] + lost * nets[way, FORCED_LOSE]
    gain += (left - won - tied - lost) * nets[way, FORCED_FAIL]
    if gain <= left * nets[way, NET_DECLINED]:
        return DECLINED
    one_key, one_suits = sums(drawn)
    made = class_of(key + one_key, suits + one_suits, slots, displacement, flush)
    if made < qualifying:
        return FAILED
    return WON_FORCED if made < level else TIED_FORCED if made == level else LOST_FORCED


@nb.njit
def further(key, index, drawn):  # type: ignore[no-untyped-def]
    """The next two cards of a round."""
    first, second = two_more(key, index, drawn, CARDS, DECK)
    return np.int64(first), np.int64(second)


@part
def first_five(key, index, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The cards of a round, the places they were drawn at, the class of the player's five and their sum of suits."""
    dealt, drawn = deal_by_places(key, index, CARDS, DECK)
    keys, suits = own_sums(dealt)
    return dealt, drawn, class_of(keys, suits, slots, displacement, flush), suits


@part
def at_sight(dealt, mine, suits, single):  # type: ignore[no-untyped-def]
    """The choice by class, whether four are of a suit and the rank shown, or that it takes a look."""
    return np.int64(single[1 if suits & _FOUR_OR_MORE else 0, card(dealt, SHOWN) >> 2, mine])


@part
def of_one_colour(suits):  # type: ignore[no-untyped-def]
    """1 if five cards are all red or all black, else 0."""
    return 1 if ((suits >> _DIAMONDS & _7) + (suits >> _HEARTS & _7)) % _5 == _0 else 0


@part
def chosen(place, shown, looks):  # type: ignore[no-untyped-def]
    """What five cards that stand at a place are played for, by the card shown."""
    return np.int64(looks[place, 0] >> shown & _1) + 2 * np.int64(looks[place, 1] >> shown & _1)


@part
def played(
    key,
    index,
    dealt,
    drawn,
    mine,
    choice,
    by_class,
    sure,
    decided,
    kinds,
    places,
    forces,
    nets,
    limit,
    slots,
    displacement,
    flush,
):  # type: ignore[no-untyped-def]
    """The place of the main game."""
    way, level, kind = 0, mine, np.int64(by_class[mine])
    sixth = drawn_then = np.int64(0)
    end, plays = FOLDED, choice == BETS
    if choice == BUYS:
        way = 1
        sixth, drawn_then = further(key, index, drawn)
        level, kind, plays = bought(dealt, sixth, sure, decided, kinds, slots, displacement, flush)
    elif choice == DECLARES:
        end = AT_ONCE
    if plays:
        dealers = dealers_level(dealt, slots, displacement, flush)
        compared = WON + (1 if level <= dealers else 0) + (1 if level < dealers else 0)  # sums, where choices would be guessed
        end = compared if dealers >= limit[0] else DECLINED
        if forces[way, kind] and end == DECLINED:
            if way == 0:
                drawn_then, _ = further(key, index, drawn)
            end = forced(dealt, sixth, drawn_then, way, level, kind, nets, limit[0], slots, displacement, flush)
    return np.int64(places[way, end, kind])


@part
def play(
    key, index, single, looks, by_class, sure, decided, kinds, places, forces, nets, limit, own, slots, displacement, flush
):  # type: ignore[no-untyped-def]
    """Places of the main game and of a wager on the first five cards.

    `single` is the choice by whether four cards are of a suit, the rank shown and the class of the five, or says that `looks` has it:
    by the five cards two words, a bit for each card the dealer may show, of hands that are bet and of those to which a card is bought.
    Six cards are bet on as `sure` says by class, or `decided` by their ranks, the rank shown and which of them are of its suit.
    `by_class` and `kinds` are kinds of hands, of five cards and of six; `places[way, end, kind]` are places. `forces` are the kinds
    that may gain by forcing, `nets` what that nets; `own` has places by colour and class.
    """
    dealt, drawn, mine, suits = first_five(key, index, slots, displacement, flush)
    choice = at_sight(dealt, mine, suits, single)
    if choice == LOOKS:
        choice = chosen(hand_place(dealt), np.uint64(card(dealt, SHOWN)), looks)
    found = played(
        key, index, dealt, drawn, mine, choice, by_class, sure, decided, kinds, places, forces, nets, limit,
        slots, displacement, flush,
    )  # fmt: skip
    beside = np.int64(own[of_one_colour(suits), mine]) if own.size else np.int64(0)
    return np.uint64(found) | np.uint64(beside) << _16


@counting
def tally(
    key,
    first,
    last,
    found,
    single,
    looks,
    by_class,
    sure,
    decided,
    kinds,
    places,
    forces,
    nets,
    limit,
    own,
    slots,
    displacement,
    flush,
):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram; what decides a hand is asked for a few rounds before it is looked at."""
    hands, drawn_at, levels, close = words(), words(), words(), words()
    for start in range(first, last, AHEAD):
        many, looked = smaller(start + AHEAD, last) - start, 0
        for n in range(many):
            dealt, drawn, mine, suits = first_five(key, np.uint64(start + n), slots, displacement, flush)
            choice = at_sight(dealt, mine, suits, single)
            hands[n], drawn_at[n], levels[n] = dealt, drawn, np.uint64(choice << 16 | mine)
            if choice == LOOKS:
                place = hand_place(dealt)
                prefetch(looks, 2 * place)
                close[looked] = np.uint64(place << 8 | n)
                looked += 1
            if own.size:
                found[own[of_one_colour(suits), mine]] += 1
        for m in range(looked):
            n = np.int64(close[m]) & 0xFF
            choice = chosen(np.int64(close[m]) >> 8, np.uint64(card(hands[n], SHOWN)), looks)
            levels[n] = np.uint64(choice << 16) | levels[n] & _MINE
        for n in range(many):
            mine, choice = np.int64(levels[n] & _MINE), np.int64(levels[n] >> _16)
            found[
                played(
                    key, np.uint64(start + n), hands[n], drawn_at[n], mine, choice, by_class, sure, decided, kinds, places,
                    forces, nets, limit, slots, displacement, flush,
                )
            ] += 1  # fmt: skip


assert KINDS * KINDS < 128, "kinds are written in a byte"
