"""Which settings of a hand are worth a look, and which is best once it is known what each wins and loses, suits and all."""

from __future__ import annotations

from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting
from croupier.odds.kernels.pai_gow import JOKER, SETTINGS, all_settings
from croupier.odds.kernels.pai_gow_sweep import LENGTHS, decoded
from croupier.odds.kernels.tables import Array

CHOICES = 128
"""Which of up to seven ranks a suit holds."""
_SUITS = np.array([[1, 2, 4, 8, 0, 0], [3, 5, 9, 6, 10, 12], [7, 11, 13, 14, 0, 0]], np.int64)
"""The sets of suits that one, two and three cards of a rank can have."""
_WAYS = np.array([4, 6, 4], np.int64)
_LANES = np.array([sum(1 << 8 * suit for suit in range(4) if suits >> suit & 1) for suits in range(16)], np.int64)
"""What four suits hold, in eight bits each."""


class Choice(NamedTuple):
    """What the settings of types are worth; and then which hands change to them from the house's, the first of each type."""

    first: Array
    """By type, its first setting."""
    worths: Array
    """By setting, counted by ranks."""
    blocks: Array
    values: Array
    """From the setting's block on, what a suit adds by what it holds; then how many suits of the hands that change hold it."""
    house_blocks: Array
    house_counts: Array
    """By type, the same of all hands."""
    hands_of: Array
    """By type, how many hands there are."""
    changed: Array
    """By setting, how many change to it, less those that change from it."""


@nb.njit(cache=True, nogil=True)
def useful(hands, which, house, high_of, low_of, least, found):  # type: ignore[no-untyped-def]
    """For each hand asked for the house's setting, then those that no other has both hands as high as; with how many there are.

    `found` takes the row of `which`, the high hand and the low hand.
    """
    highs, lows = np.zeros(SETTINGS, np.int64), np.zeros(SETTINGS, np.int64)
    at = 0
    for row in range(len(which)):
        hand = which[row]
        all_settings(hands[hand], high_of, low_of, least, highs, lows)
        found[at, 0], found[at, 1], found[at, 2] = row, house[hand, 0], house[hand, 1]
        at += 1
        for number in range(SETTINGS):
            keep = highs[number] > 0 and not (highs[number] == house[hand, 0] and lows[number] == house[hand, 1])
            for other in range(SETTINGS):
                same = highs[other] == highs[number] and lows[other] == lows[number]
                if highs[other] >= highs[number] and lows[other] >= lows[number] and (not same or other < number):
                    keep = False
            if keep:
                found[at, 0], found[at, 1], found[at, 2] = row, highs[number], lows[number]
                at += 1
    return at


@nb.njit(cache=True, nogil=True)
def to_worths(values, won, lost):  # type: ignore[no-untyped-def]
    """From hands beaten and hands that beat us to what that is worth, in place."""
    for place in range(len(values)):
        beaten, beats = decoded(values[place])
        values[place] = won * beaten - lost * beats


@nb.njit(inline="always")
def _decide(row, weight, one, two, three, four, choice, scratch):  # type: ignore[no-untyped-def]
    """Set the hands of a type whose suits hold these things; a tie leaves them as the house has them."""
    first, values = choice.first[row], choice.values
    best, kept = np.int64(0), np.int64(0)
    for setting in range(choice.first[row + 1] - first):
        at = choice.blocks[first + setting]
        worth = choice.worths[first + setting] + values[at + one] + values[at + two] + values[at + three] + values[at + four]
        if setting == 0 or worth > best:
            best, kept = worth, setting
    for holds in (one, two, three, four):
        choice.house_counts[choice.house_blocks[row] + holds] += weight
        if kept:
            scratch[kept, holds] += weight
            scratch[0, holds] -= weight
    choice.hands_of[row] += weight
    if kept:
        choice.changed[first + kept] += weight
        choice.changed[first] -= weight


@nb.njit(inline="always")
def _replace_worths(row, size, choice, scratch):  # type: ignore[no-untyped-def]
    """Leave in the type's blocks how the suits of its changed hands are, once the worths are no more needed."""
    first = choice.first[row]
    for setting in range(choice.first[row + 1] - first):
        for holds in range(size):
            choice.values[choice.blocks[first + setting] + holds] = scratch[setting, holds]
            scratch[setting, holds] = 0


@counting
def choose_plain(hands, classes, first_row, last_row, choice, scratch, held, number, tried, lanes):  # type: ignore[no-untyped-def]
    """Set the hands of types without a flush in reach, whatever their suits."""
    for row in range(first_row, last_row):
        which = classes[row]
        for rank in range(14):
            held[rank] = 0
        for place in range(7):
            held[hands[which, place] >> 2] += 1
        ranks, reach = 0, 4 if hands[which, 0] == JOKER else 5
        for rank in range(13):
            if held[rank] == 4:
                reach -= 1
            elif held[rank]:
                number[ranks] = held[rank] - 1
                ranks += 1
        # suits are alike, so cards of the first rank have their first ones
        weight, lanes[1] = _WAYS[number[0]], _LANES[_SUITS[number[0], 0]]
        level, tried[1] = 1, 0
        while level:
            if level == ranks:
                all_suits = lanes[level]
                one, two = all_suits & CHOICES - 1, all_suits >> 8 & CHOICES - 1
                three, four = all_suits >> 16 & CHOICES - 1, all_suits >> 24
                if max(LENGTHS[one], LENGTHS[two], LENGTHS[three], LENGTHS[four]) < reach:
                    _decide(row, weight, one, two, three, four, choice, scratch)
                level -= 1
            elif tried[level] == _WAYS[number[level]]:
                level -= 1
            else:
                lanes[level + 1] = lanes[level] | _LANES[_SUITS[number[level], tried[level]]] << level
                tried[level] += 1
                level += 1
                tried[level] = 0
        _replace_worths(row, 1 << ranks, choice, scratch)


@counting
def choose_flush(beside, may, first_row, choice, scratch):  # type: ignore[no-untyped-def]
    """Set the hands of types with a flush in reach: a block has what the suits beside the long one can hold, then the long one.

    `beside` is how many cards are not of the long suit, `may` which ranks they have.
    """
    for row in range(first_row, len(beside)):
        cards, ranks = beside[row], LENGTHS[may[row]]
        long = 1 << ranks
        if cards == 0:
            _decide(row, 4, long, 0, 0, 0, choice, scratch)
        elif cards == 1:
            _decide(row, 12, long, 1, 0, 0, choice, scratch)
        elif ranks == 1:
            _decide(row, 12, long, 1, 1, 0, choice, scratch)
        else:  # of two suits, or of one
            _decide(row, 24, long, 1, 2, 0, choice, scratch)
            _decide(row, 12, long, 3, 0, 0, choice, scratch)
        _replace_worths(row, long + 1, choice, scratch)
