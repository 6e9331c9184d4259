"""The subset sweep in two dimensions: how many of the bank's settings one of ours beats, and how many beat it.

The bank's hands without our cards are all its hands, less those with one of our cards, and those with two back again: a sum
over the sets of cards within our hand. Each such set has a row, which counts the bank's hands that hold it by low hand; going
up through the high hands, whoever is passed moves from those that may beat us to those that we may beat.

Ranks decide what a hand is worth unless a flush is in reach. So one sweep takes every hand by its ranks alone, as if it had
none, and the sets are of ranks. A second one takes the hands with a flush in reach, adds each as it is and takes it away as its
ranks alone would have it, and the sets are of cards of one suit with at most two ranks of the others. Suits are alike: ours ask
in turn.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting
from croupier.odds.kernels.pai_gow import JOKER
from croupier.odds.kernels.tables import Array

PARTS = 14
"""Sets by their highest rank, in the second sweep outside the suit, and first those without one; swept apart and added."""
CLASS, HIGH, LOW, RANKS, SIGN = range(5)
AT, INTO, MUST, MAY = range(4, 8)
"""Columns of the bank's hands, with the ranks that its sets can have, outside the suit; and of questions, which have instead of
a sign where the answers belong, and which cards of the suit are ours."""
COUNT_BITS = 32
"""Hands beaten are counted above those that beat us, in one whole number."""

_BANKS, _OURS = 0, 1
_GROUP, _GROUPS = 8, 12
_CELLS = _GROUP * _GROUPS
_ROW = _CELLS + 16
"""A cell for each low hand, for the bank's in the same group of eight; then one for each group, for those in the others."""
_CHOICES, _LOWS = 128, 2
"""How many things a suit can hold, and for how many low hands, one above the other, a question is answered at once."""
_RANK_TERMS = np.array([[comb(rank + place - 1, place) if place else 0 for rank in range(13)] for place in range(8)], np.int64)
"""What a rank at a place adds to the number of a set of ranks in order, among those of the same size."""
_SMALLER = np.array([[comb(part - 1 + size, size - 1) if part * size else 0 for size in range(8)] for part in range(PARTS)])
"""How many sets of a part have fewer ranks beside the highest."""
_WITHOUT_JOKER = np.array([comb(part + 6, 6) for part in range(PARTS)], np.int64)
_WAYS = np.array(
    [
        [[comb(4 - taken, held - taken) if taken <= held else 0 for taken in range(5)] for held in range(5)],
        [[(-1) ** taken * comb(held, taken) for taken in range(5)] for held in range(5)],
    ],
    np.int64,
)
"""By how many of a rank are held and how many are in the set: the bank's ways to hold the others, and how ours count."""
LENGTHS = np.array([mask.bit_count() for mask in range(1 << 13)], np.int64)


class Room(NamedTuple):
    """What a sweep works in."""

    rows: Array
    first: Array
    places: Array
    ways: Array
    sizes: Array
    held: Array
    ranks: Array
    spread: Array
    numbers: Array
    sums: Array
    found: Array


def room_for(part: int, *, suits: bool) -> Room:
    """Room for a part of one of the two sweeps."""
    of_suit = [comb(13, size) for size in range(8)]
    rows = comb(part + 6, 6) + comb(part + 5, 5)
    if suits and part == 0:
        rows = sum(of_suit) + sum(of_suit[:7])
    elif suits:
        rows = sum(of_suit[:7]) + (1 + part) * sum(of_suit[:6]) + part * sum(of_suit[:5])
    scratch = [np.zeros(_CHOICES, np.int64) for _ in range(7)]
    answers = [np.zeros((_LOWS, _CHOICES), np.int64) for _ in range(2)]
    return Room(np.zeros((rows, _ROW), np.int64), np.zeros(len(LENGTHS), np.int64), *scratch, *answers)


@nb.njit(inline="always")
def decoded(count):  # type: ignore[no-untyped-def]
    """Hands beaten, and hands that beat us; one of them less than none where hands are taken away."""
    lost = np.int64(np.int32(count & 0xFFFFFFFF))
    return (count - lost) >> COUNT_BITS, lost


@nb.njit(inline="always")
def _counted(rows, row, low):  # type: ignore[no-untyped-def]
    return rows[row, low] + rows[row, _CELLS + low // _GROUP]


@nb.njit(inline="always")
def _pass_by(rows, row, low, ways):  # type: ignore[no-untyped-def]
    """From now on the bank's high hand is below ours: it no more beats us, and is beaten where its low hand is below too."""
    beaten, group = ways << COUNT_BITS, low // _GROUP
    for cell in range(_GROUP * group, _GROUP * group + _GROUP):
        rows[row, cell] += beaten if cell > low else -ways
    for other in range(_GROUPS):
        rows[row, _CELLS + other] += beaten if other > group else -ways if other < group else 0


@counting
def _put_all_above(rows):  # type: ignore[no-untyped-def]
    """From how many hands have each low hand to how many beat us with it, as long as all high hands are above ours."""
    for row in range(rows.shape[0]):
        higher = np.int64(0)
        for group in range(_GROUPS - 1, -1, -1):
            inside = np.int64(0)
            for cell in range(_GROUP * group + _GROUP - 1, _GROUP * group - 1, -1):
                inside += rows[row, cell]
                rows[row, cell] = inside
            rows[row, _CELLS + group] = higher
            higher += inside


@counting
def _sets_of_ranks(hands, which, part, whose, room):  # type: ignore[no-untyped-def]
    """Find the rows of the part's sets of ranks within a hand that has one, and how each counts; how many there are."""
    places, ways, sizes = room.places, room.ways, room.sizes
    start = 1 if hands[which, 0] == JOKER else 0
    places[0], sizes[0], ways[0] = 0, 0, 1
    count, above = 1, np.int64(1)
    at = 6
    while at >= start:  # ranks from the lowest up
        rank, held = hands[which, at] >> 2, 0
        while at >= start and hands[which, at] >> 2 == rank:
            held += 1
            at -= 1
        if rank >= part:
            above *= _WAYS[whose, held, 0]
            continue
        highest = 1 if rank == part - 1 else 0  # one of it is in every set, so the row is that of the others
        for base in range(count):
            place, size, way = places[base], sizes[base], ways[base]
            ways[base] = way * _WAYS[whose, held, highest]
            for taken in range(highest + 1, held + 1):
                size += 1
                place += _RANK_TERMS[size, rank]
                places[count], sizes[count], ways[count] = place, size, way * _WAYS[whose, held, taken]
                count += 1
    for each in range(count):
        places[each] += _SMALLER[part, sizes[each]]
        ways[each] *= above
        if start:
            places[count + each] = places[each] + _WITHOUT_JOKER[part]
            ways[count + each] = ways[each] if whose == _BANKS else -ways[each]
    return count * (1 + start)


@counting
def _number_suit_rows(part, first):  # type: ignore[no-untyped-def]
    """Number the rows, which begin for the sets with certain cards of the suit where `first` says.

    Beside these the sets have the highest other rank, without and with the joker; then with it each rank not above it, the
    same. No set has more than seven cards.
    """
    at = 0
    for mask in range(len(first)):
        first[mask] = at
        left = 7 - LENGTHS[mask]
        if part == 0:
            at += (left >= 0) + (left >= 1)
        else:
            at += (left >= 1) + (left >= 2) + part * (left >= 2) + part * (left >= 3)


@nb.njit(inline="always")
def _with_joker(place, part):  # type: ignore[no-untyped-def]
    return place + (1 if place == 0 else part)


@counting
def _sets_by_suit(hands, which, part, room):  # type: ignore[no-untyped-def]
    """The same for the sets of the second sweep within a bank's hand, whose long suit is suit 0."""
    places, ways = room.places, room.ways
    mask, one, other, beside = 0, -1, -1, 0
    start = 1 if hands[which, 0] == JOKER else 0
    for at in range(start, 7):
        card = hands[which, at]
        if card & 3 == 0:
            mask |= 1 << (card >> 2)
        elif beside == 0:
            one, beside = card >> 2, 1
        else:
            other, beside = card >> 2, 2
    # of three cards of each rank outside the suit
    first_ways = 9 if beside == 2 and one != other else 1 if beside == 0 else 3
    pair = -1
    if part:
        first_ways = 1 if beside == 1 else 2 if one == other else 3
        pair = 2 + other if one == part - 1 and beside == 2 else -1
    count, inside = 0, mask
    while True:
        for place, way in ((0, first_ways), (pair, 1)):
            if place < 0:
                continue
            places[count], ways[count] = room.first[inside] + place, way
            count += 1
            if start:
                places[count], ways[count] = room.first[inside] + _with_joker(place, part), way
                count += 1
        if inside == 0:
            break
        inside = (inside - 1) & mask
    return count


@counting
def _lay_out(hands, which, room):  # type: ignore[no-untyped-def]
    """Count the hand by ranks, and note which these are, from the lowest up; how many."""
    held, ranks = room.held, room.ranks
    for rank in range(14):
        held[rank] = 0
    number = 0
    for at in range(6, -1, -1):
        rank = hands[which, at] >> 2
        if held[rank] == 0 and rank < 13:
            ranks[number] = rank
            number += 1
        held[rank] += 1
    return number


@counting
def _choose(may, full, room):  # type: ignore[no-untyped-def]
    """Spread out the choices among the cards that may be in the suit but for ranks that are full, and note the number that each
    has among all choices; how many there are."""
    spread, numbers = room.spread, room.numbers
    size, bit, spread[0], numbers[0] = 1, 1, 0, 0
    while may:
        lowest = may & -may
        if full & lowest == 0:
            for each in range(size):
                spread[size + each] = spread[each] | lowest
                numbers[size + each] = numbers[each] | bit
            size *= 2
        bit *= 2
        may ^= lowest
    return size


@counting
def _answer_by_suit(part, must, may, number, low, lows, room):  # type: ignore[no-untyped-def]
    """Find the answers, for one low hand or for the next one too, by each choice of our cards in the suit: those that must be, with
    each set of those that may be.

    How many of a rank are in the suit says how many of it are outside. Sums over the sets within a choice are made for all
    choices at once. A choice that would bring a flush within reach is not one of this type of hand, and has no answer.
    """
    rows, first, held, spread, sums, found = room.rows, room.first, room.held, room.spread, room.sums, room.found
    joker, highest = held[JOKER >> 2] > 0, max(part - 1, 0)
    reach = 4 if joker else 5
    for each in range(1 << LENGTHS[may]):
        found[0, each] = found[1, each] = 0
    most = held[highest] - (must >> highest & 1)  # of it outside the suit
    for index in range(-1, number if part else 0):  # none, or a rank not above the highest
        beside = -1 if index < 0 else room.ranks[index]
        if beside > highest:
            break
        place = 0 if beside < 0 else 2 + beside
        highest_taken = 0 if part == 0 else 2 if beside == highest else 1
        if most < highest_taken:
            continue
        full = 1 << highest if part and held[highest] == highest_taken else 0  # none of these ranks is left for the suit
        if 0 <= beside < highest:
            if held[beside] - (must >> beside & 1) < 1:
                continue
            full |= 1 << beside if held[beside] == 1 else 0
        size = _choose(may, full, room)
        for each in range(size):
            sums[0, each] = sums[1, each] = 0
            if spread[each] and LENGTHS[must | spread[each]] >= reach:
                continue
            inside = must
            while True:
                mask = inside | spread[each]
                row, sign = first[mask] + place, -1 if LENGTHS[mask] & 1 else 1
                sums[0, each] += sign * _counted(rows, row, low)
                if lows > 1:
                    sums[1, each] += sign * _counted(rows, row, low + 1)
                if joker:
                    row = first[mask] + _with_joker(place, part)
                    sums[0, each] -= sign * _counted(rows, row, low)
                    if lows > 1:
                        sums[1, each] -= sign * _counted(rows, row, low + 1)
                if inside == 0:
                    break
                inside = (inside - 1) & must
        for higher in range(lows):
            step = 1
            while step < size:
                for each in range(size):
                    if each & step:
                        sums[higher, each] += sums[higher, each ^ step]
                step *= 2
        for each in range(size):
            ways = np.int64(1)
            if part:
                outside = most - (spread[each] >> highest & 1)
                if beside < 0:
                    ways = -outside
                elif beside == highest:
                    ways = outside * (outside - 1) // 2
                else:
                    ways = outside * (held[beside] - ((must | spread[each]) >> beside & 1))
            for higher in range(lows):
                found[higher, room.numbers[each]] += ways * sums[higher, each]


@counting
def sweep(suits, part, hands, bank, asked, values, weights, totals, room):  # type: ignore[no-untyped-def]
    """One part of one of the sweeps, up through the bank's hands and the questions, both in order of the high hand.

    Answers are added to `values`; or where there are weights, sums by them to the row of `totals` that the question names, and
    to the next row the same for the next higher low hand.
    """
    rows, found = room.rows, room.found
    in_part = 0 if part == 0 else 1 << part - 1
    if suits:
        _number_suit_rows(part, room.first)
    for one in range(len(bank)):
        if bank[one, RANKS] & in_part == in_part:
            which = bank[one, CLASS]
            count = _sets_by_suit(hands, which, part, room) if suits else _sets_of_ranks(hands, which, part, _BANKS, room)
            for each in range(count):
                rows[room.places[each], bank[one, LOW]] += bank[one, SIGN] * room.ways[each]
    _put_all_above(rows)
    passed = 0
    for question in range(len(asked)):
        if asked[question, RANKS] & in_part != in_part:
            continue
        while passed < len(bank) and bank[passed, HIGH] < asked[question, HIGH]:
            if bank[passed, RANKS] & in_part == in_part:
                which = bank[passed, CLASS]
                count = _sets_by_suit(hands, which, part, room) if suits else _sets_of_ranks(hands, which, part, _BANKS, room)
                for each in range(count):
                    _pass_by(rows, room.places[each], bank[passed, LOW], bank[passed, SIGN] * room.ways[each])
            passed += 1
        which, at, into = asked[question, CLASS], asked[question, AT], asked[question, INTO]
        size, number = 1, 0
        if suits:
            size, number = 1 << LENGTHS[asked[question, MAY]], _lay_out(hands, which, room)
        else:
            count = _sets_of_ranks(hands, which, part, _OURS, room)
        low, lows = asked[question, LOW], _LOWS if len(weights) else 1
        if suits:
            _answer_by_suit(part, asked[question, MUST], asked[question, MAY], number, low, lows, room)
        for higher in range(lows):
            if not suits:
                found[higher, 0] = 0
                for each in range(count):
                    found[higher, 0] += room.ways[each] * _counted(rows, room.places[each], low + higher)
            for each in range(size):
                if len(weights) == 0:
                    values[at + each] += found[higher, each]
                elif weights[at + each]:
                    beaten, lost = decoded(found[higher, each])
                    totals[into + higher, 0] += weights[at + each] * beaten
                    totals[into + higher, 1] += weights[at + each] * lost
