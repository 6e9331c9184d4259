"""Hold'em with street wagers at will, played best: a fold by the hole cards, the turn's by the flop, the river's by flop and turn."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part, smaller
from croupier.odds.kernels.places import four_place, pair_place, three_place
from croupier.odds.kernels.prefetch import AHEAD, prefetch, words
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import class_of, sums
from croupier.odds.kernels.sim_ultimate_texas_holdem import NAMES, PAIR_BYTES

CARDS = 9
CELLS, FOLDED = 4, 4
"""Results told apart: won with a hand of the lower row, of the higher, lost, tied; and the path of a fold."""
FOLD = 1 + FOLDED * CELLS
NAME_BITS = NAMES.bit_length() - 1


@part
def holes_of(dealt):  # type: ignore[no-untyped-def]
    """Where the hole cards stand among all pairs."""
    return pair_place(card(dealt, 0), card(dealt, 1))


@part
def turn_of(dealt):  # type: ignore[no-untyped-def]
    """Where flop and turn stand among all sets of four."""
    return four_place(card(dealt, 4), card(dealt, 5), card(dealt, 6), card(dealt, 7))


@part
def places_of(dealt, pair, turn, flops, turns, renamed):  # type: ignore[no-untyped-def]
    """Where the decisions on the turn's wager and on the river's stand, each in its own table of bits."""
    on_flop = np.int64(flops[three_place(card(dealt, 4), card(dealt, 5), card(dealt, 6))])
    return bit_of(on_flop, renamed, pair), bit_of(np.int64(turns[turn]), renamed, pair)


@part
def bit_of(entry, renamed, pair):  # type: ignore[no-untyped-def]
    """The bit of a pair of hole cards with a set of community cards."""
    return (entry >> NAME_BITS) * (8 * PAIR_BYTES) + np.int64(renamed[entry & (NAMES - 1), pair])


@part
def bit(table, place):  # type: ignore[no-untyped-def]
    """Zero or one."""
    return np.int64(table[place >> 3]) >> (place & 7) & 1


@part
def place_of(dealt, on_flop, on_turn, flop_bets, turn_bets, row_of, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The place of a round that is not folded, its decisions looked up."""
    path = 2 * bit(flop_bets, on_flop) + bit(turn_bets, on_turn)
    (ka, sa), (kb, sb), (kc, sc) = sums(card(dealt, 0)), sums(card(dealt, 1)), sums(card(dealt, 2))
    (kd, sd), (ke, se), (kf, sf) = sums(card(dealt, 3)), sums(card(dealt, 4)), sums(card(dealt, 5))
    (kg, sg), (kh, sh), (ki, si) = sums(card(dealt, 6)), sums(card(dealt, 7)), sums(card(dealt, 8))
    keys, suits = ke + kf + kg + kh + ki, se + sf + sg + sh + si
    mine = class_of(keys + ka + kb, suits + sa + sb, slots, displacement, flush)
    dealers = class_of(keys + kc + kd, suits + sc + sd, slots, displacement, flush)
    row, lost = np.int64(row_of[mine]), 2 if mine < dealers else 3  # found before it is asked which, so that nothing is guessed
    cell = row if mine > dealers else lost
    return 1 + path * CELLS + cell


@part
def play(key, index, plays, flops, flop_bets, turns, turn_bets, renamed, row_of, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """The place of ante and street wagers: 1 + path * 4 + cell. A path is 2 with a wager on the turn and 1 with one on the river.

    `flops` and `turns` are entries by place: class and renaming; `flop_bets` and `turn_bets` have a bit for each class and renamed hole
    cards.
    """
    dealt = deal(key, index, CARDS)
    pair, place = holes_of(dealt), FOLD
    if plays[pair]:
        on_flop, on_turn = places_of(dealt, pair, turn_of(dealt), flops, turns, renamed)
        place = place_of(dealt, on_flop, on_turn, flop_bets, turn_bets, row_of, slots, displacement, flush)
    return np.uint64(place)


@counting
def tally(key, first, last, found, plays, flops, flop_bets, turns, turn_bets, renamed, row_of, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram; tables that no near cache holds are asked for some rounds ahead."""
    hands, on_flops, on_turns = words(), words(), words()
    for start in range(first, last, AHEAD):
        played = 0
        for index in range(start, smaller(start + AHEAD, last)):
            dealt = deal(key, np.uint64(index), CARDS)
            pair, turn = holes_of(dealt), turn_of(dealt)
            prefetch(turns, turn)
            hands[played], on_flops[played], on_turns[played] = dealt, np.uint64(pair), np.uint64(turn)
            played += 1 if plays[pair] else 0
        found[FOLD] += smaller(start + AHEAD, last) - start - played
        for number in range(played):
            pair, turn = np.int64(on_flops[number]), np.int64(on_turns[number])
            on_flop, on_turn = places_of(hands[number], pair, turn, flops, turns, renamed)
            prefetch(flop_bets, on_flop >> 3)
            prefetch(turn_bets, on_turn >> 3)
            on_flops[number], on_turns[number] = np.uint64(on_flop), np.uint64(on_turn)
        for number in range(played):
            on_flop, on_turn = np.int64(on_flops[number]), np.int64(on_turns[number])
            found[place_of(hands[number], on_flop, on_turn, flop_bets, turn_bets, row_of, slots, displacement, flush)] += 1
