"""Pai gow poker counted out: every hand against every hand of the bank, by the house way, and set best against it.

Hands are taken by type: their ranks, and with a flush in reach the ranks of the long suit. What a setting wins and loses is
counted by ranks for the type, then for each suit by what the hand holds of it; so the best one is known for every hand, suits
and all.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb

import numpy as np

from croupier.games.pai_gow._setting import HouseWayQuestions
from croupier.odds.kernels import pai_gow_choose as choosing
from croupier.odds.kernels import pai_gow_sweep as sweeping
from croupier.odds.kernels.pai_gow import JOKER, SETTINGS
from croupier.odds.kernels.sim_pai_gow_poker import LOW_BITS
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.two_hands_classes import PLAIN_CLASSES, classes, plain_class, ranking, set_by_house_way
from croupier.odds.work import in_parts

ALL_RANKS = range(13)
WORKERS = 4
"""Each thread of a sweep has sums of its own, so there are not many."""
HIGH_BITS = 13
CHANGES = 4
"""Where the totals of what the best way changes begin, after those of the house way."""
NO_NUMBERS: Array = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many deals each rule decides, in the order of the simulation's rules."""

    house_way: tuple[int, ...]
    best: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Types:
    """The types of hand of a deck: first those without a flush in reach, the plain ones."""

    hands: Array
    """Of every class, not of types alone."""
    classes: Array
    by_ranks: Array
    """The plain class with the same ranks."""
    plain: int
    must: Array
    """Ranks that every suit holds."""
    may: Array
    """Ranks that a suit may hold; of a hand with a flush in reach a suit beside the long one."""
    long: Array
    """Ranks of the long suit, if there is one."""
    beside: Array
    """How many cards are not of it."""

    @property
    def sizes(self) -> Array:
        """How many things a suit of the hand can hold: the long suit is one more."""
        found = 1 << sweeping.LENGTHS[self.may]
        found[self.plain :] += 1
        return np.asarray(found)

    @property
    def ranks(self) -> Array:
        return np.asarray(self.must | self.may | self.long)

    @property
    def with_joker(self) -> Array:
        return np.asarray(self.hands[self.classes, 0] == JOKER)


@lru_cache(maxsize=2)
def types_of(ranks: tuple[int, ...]) -> Types:
    """The types of hand of a deck with these ranks, four suits and the joker."""
    hands = classes().hands
    held: Array = np.stack([(hands >> 2 == rank).sum(axis=1) for rank in ALL_RANKS], axis=1)
    there = held[:, list(ranks)].sum(axis=1) + (hands[:, 0] == JOKER) == hands.shape[1]
    there[PLAIN_CLASSES:] &= ((hands & 3 == 1).sum(axis=1) < 2)[PLAIN_CLASSES:]  # the other two of one suit: not another type
    which = np.flatnonzero(there)
    plain = int(np.searchsorted(which, PLAIN_CLASSES))
    held, dealt = held[which], hands[which].astype(np.int64)
    bits = 1 << np.arange(len(ALL_RANKS))
    long = np.where((dealt & 3 == 0) & (dealt < JOKER), 1 << (dealt >> 2), 0).sum(axis=1)
    long[:plain] = 0
    may = np.where(dealt & 3 > 0, 1 << (dealt >> 2), 0)
    beside = (may > 0).sum(axis=1)
    may = np.bitwise_or.reduce(may, axis=1)
    may[:plain] = (((held > 0) & (held < 4)) @ bits)[:plain]
    return Types(hands, which, plain_class(hands[which]), plain, (held == 4) @ bits, may, long, beside)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of types, with the house's first of each."""

    types: Array
    high: Array
    low: Array

    def only(self, which: Array) -> Settings:
        return Settings(self.types[which], self.high[which], self.low[which])

    @property
    def first(self) -> Array:
        """Where each type's settings begin."""
        return np.flatnonzero(np.diff(self.types, prepend=-1))


def useful_settings(types: Types, rules: HouseWayQuestions, house: Array) -> Settings:
    """The house's, and those that no other setting of the type is at least as good as in both hands."""
    known = ranking(rules.ace_to_five_straight)
    found: Array = np.zeros((len(types.classes) * (SETTINGS + 1), 3), np.int32)
    size = choosing.useful(types.hands, types.classes, house, known.high_of, known.low_of, known.least, found)
    return Settings(*found[:size].T.astype(np.int64))


class Sweep:
    """One of the two sweeps over the bank's hands, ready for questions."""

    def __init__(self, types: Types, house: Array, ranks: Sequence[int], *, suits: bool) -> None:
        self.hands, self.suits = types.hands, suits
        self.parts = [0, *(rank + 1 for rank in sorted(ranks))]
        if suits:
            which = types.plain + np.flatnonzero(set_otherwise(types, house))
            worth, sets = [(types.classes[which], 1), (types.by_ranks[which], -1)], types.may[which]
        else:
            which = np.arange(types.plain)
            worth, sets = [(types.classes[which], 1)], types.ranks[which]
        held = types.classes[which]
        self.bank = in_order([table(held, house[of, 0], house[of, 1], sets, sign) for of, sign in worth])

    def answers(self, asked: Array, size: int) -> Array:
        """Hands beaten and hands that beat us, added up at the places the questions name."""
        return self._swept(asked, np.zeros(size, np.int64), NO_NUMBERS)

    def totals(self, asked: Array, weights: Array) -> Array:
        """Weighted sums, eight of both: of the house way, then of what the best way changes, by a hand higher or not."""
        return self._swept(asked, np.zeros((8, 2), np.int64), weights)

    def _swept(self, asked: Array, blank: Array, weights: Array) -> Array:
        left = deque(reversed(self.parts))  # the largest first
        no_totals: Array = np.zeros((0, 2), np.int64)

        def worker(_: int) -> Array:
            found = blank.copy()
            values, totals = (NO_NUMBERS, found) if len(weights) else (found, no_totals)
            while True:
                try:
                    part = left.popleft()
                except IndexError:
                    return found
                room = sweeping.room_for(part, suits=self.suits)
                sweeping.sweep(self.suits, part, self.hands, self.bank, asked, values, weights, totals, room)

        workers = min(WORKERS, os.cpu_count() or 1)
        total = blank
        with ThreadPoolExecutor(workers) as pool:
            for found in pool.map(worker, range(workers)):
                total = total + found
        return total


def set_otherwise(types: Types, house: Array) -> Array:
    """For each type with a flush in reach, does the house set it otherwise than the same ranks without?"""
    with_flush, without = types.classes[types.plain :], types.by_ranks[types.plain :]
    return np.asarray((house[with_flush, :2] != house[without, :2]).any(axis=1))


def table(which: Array, *columns: Array | int) -> Array:
    """Columns side by side."""
    found: Array = np.empty((len(which), len(columns) + 1), np.int32)
    for place, column in enumerate((which, *columns)):
        found[:, place] = column
    return found


def in_order(tables: list[Array]) -> Array:
    """Rows of several tables, up by the high hand."""
    rows = np.concatenate(tables)
    return np.asarray(rows[np.argsort(rows[:, sweeping.HIGH], kind="stable")])


def asked_of_suits(types: Types, settings: Settings, at: Array, into: Array | int = 0) -> list[Array]:
    """What a suit adds for each thing it can hold; with a flush in reach the suits beside the long one, then the long one."""
    which, where = settings.types, types.classes[settings.types]
    asked = table(where, settings.high, settings.low, types.ranks[which], at, into, types.must[which], types.may[which])
    flush = np.flatnonzero(which >= types.plain)
    long, which = asked[flush], which[flush]
    long[:, sweeping.AT] += types.sizes[which] - 1
    long[:, sweeping.RANKS] = types.may[which]  # outside the suit
    long[:, sweeping.MUST], long[:, sweeping.MAY] = types.long[which], 0
    return [asked, long]


def with_next_high(asked: list[Array]) -> Array:
    """The questions of a total, and those about what the best way changes again for the next higher high hand."""
    higher = [rows[rows[:, sweeping.INTO] == CHANGES] for rows in asked]
    for rows in higher:
        rows[:, sweeping.HIGH] += 1
        rows[:, sweeping.INTO] += 2
    return in_order([*asked, *higher])


def most_flushes(naturals: int, ranks: int) -> int:
    """The most hands with a flush in reach that the bank can have, when the player has seven cards or six and the joker."""
    most = 0
    for gone in product(range(min(naturals, ranks) + 1), repeat=4):
        if sum(gone) == naturals:
            suits = [ranks - number for number in gone]
            plain = sum(comb(suit, held) * comb(sum(suits) - suit, 7 - held) for suit in suits for held in (5, 6, 7))
            joker = sum(comb(suit, held) * comb(sum(suits) - suit, 6 - held) for suit in suits for held in (4, 5, 6))
            most = max(most, plain + (joker if naturals == 7 else 0))
    return most


def within_reach(types: Types, settings: Settings, worths: Array, won: Fraction, ranks: int) -> Array:
    """Which settings might be best still, now that each is valued by ranks alone."""
    best = np.maximum.reduceat(worths, settings.first)
    flushes = np.where(types.with_joker, most_flushes(6, ranks), most_flushes(7, ranks))
    # With one hand higher and the other lower, where one setting wins the other does not lose: so taking a hand of the bank's
    # for what it is, and no more for what its ranks would have it, changes their difference by two stakes at most.
    return np.asarray(worths >= (best - flushes * 2 * max(won.numerator, won.denominator))[settings.types])


class OfRanks:
    """What is asked of the sweep by ranks: settings of hands with the same ranks ask the same."""

    def __init__(self, types: Types, settings: Settings) -> None:
        keys = (types.by_ranks[settings.types] << HIGH_BITS | settings.high) << LOW_BITS | settings.low
        keys, self.number_of = np.unique(keys, return_inverse=True)
        self.size = len(keys)
        ranks: Array = np.zeros(PLAIN_CLASSES, np.int64)
        ranks[types.by_ranks] = types.ranks
        which, high, low = keys >> HIGH_BITS + LOW_BITS, keys >> LOW_BITS & (1 << HIGH_BITS) - 1, keys & (1 << LOW_BITS) - 1
        self.asked = table(which, high, low, ranks[which], np.arange(self.size), 0)

    def weighted(self, house: Array, changes: Array) -> tuple[Array, Array]:
        """The questions of a total, and their weights: those of the house way, then those of what the best way changes."""
        weights = np.concatenate([house, changes])
        second = self.asked.copy()
        second[:, sweeping.AT] += self.size
        second[:, sweeping.INTO] += CHANGES
        return with_next_high([np.concatenate([self.asked, second])[weights != 0]]), weights


def count_out(rules: HouseWayQuestions, won: Fraction, ranks: Sequence[int] = ALL_RANKS) -> Counts:
    """All deals of two hands from a deck of four suits and the joker; a win nets `won`.

    Settings of the same worth are left as the house has them.
    """
    types, house = types_of(tuple(ranks)), set_by_house_way(classes().hands, rules)
    by_ranks, by_suits = (Sweep(types, house, ranks, suits=suits) for suits in (False, True))
    settings = useful_settings(types, rules, house)
    of_ranks = OfRanks(types, settings)
    worths = by_ranks.answers(in_order([of_ranks.asked]), of_ranks.size)
    choosing.to_worths(worths, won.numerator, won.denominator)
    possible = within_reach(types, settings, worths[of_ranks.number_of], won, len(ranks))
    kept = possible.copy()
    kept[settings.first] = True
    settings, number_of, possible = settings.only(kept), of_ranks.number_of[kept], possible[kept]

    choice = blank_choice(types, settings, worths[number_of])
    contested = possible & (np.bincount(settings.types, possible) > 1)[settings.types]  # suits decide nothing elsewhere
    asked = asked_of_suits(types, settings.only(contested), choice.blocks[contested])
    choice = choice._replace(values=by_suits.answers(in_order(asked), len(choice.values)))
    choosing.to_worths(choice.values, won.numerator, won.denominator)
    choose(types, choice)
    cards = 4 * len(ranks) + 1
    assert choice.hands_of.sum() == comb(cards, 7)

    moved = np.flatnonzero(choice.changed)
    at = np.concatenate([choice.house_blocks, choice.blocks[moved] + len(choice.house_counts)])
    into = np.repeat([0, CHANGES], [len(settings.first), len(moved)])
    asked = asked_of_suits(types, settings.only(np.concatenate([settings.first, moved])), at, into)
    totals = by_suits.totals(with_next_high(asked), np.concatenate([choice.house_counts, choice.values]))
    house_weights, changes = np.zeros((2, of_ranks.size), np.int64)
    np.add.at(house_weights, number_of[settings.first], choice.hands_of)
    np.add.at(changes, number_of[moved], choice.changed[moved])
    totals += by_ranks.totals(*of_ranks.weighted(house_weights, changes))
    by_house_way, change = totals.reshape(2, CHANGES, 2)
    # Two hands set by the same way are alike: as many deals are won as lost, and as many copy the high hand with a higher low hand
    # as with a lower one. So nothing is asked of the house way for the next higher high hand.
    by_house_way[2, 0], by_house_way[3, 1] = by_house_way[1, 1], by_house_way[0, 0]
    deals = comb(cards, 7) * comb(cards - 7, 7)
    return Counts(by_rule(by_house_way, deals), by_rule(by_house_way + change, deals))


def blank_choice(types: Types, settings: Settings, worths: Array) -> choosing.Choice:
    """The settings with their worth by ranks, and room for what suits add."""
    house_sizes = types.sizes
    sizes = house_sizes[settings.types]
    return choosing.Choice(
        first=np.append(settings.first, len(sizes)),
        worths=worths,
        blocks=np.cumsum(sizes) - sizes,
        values=np.zeros(sizes.sum(), np.int64),
        house_blocks=np.cumsum(house_sizes) - house_sizes,
        house_counts=np.zeros(house_sizes.sum(), np.int64),
        hands_of=np.zeros(len(house_sizes), np.int64),
        changed=np.zeros(len(sizes), np.int64),
    )


def choose(types: Types, choice: choosing.Choice) -> None:
    """Set every hand."""

    def scratch() -> Array:
        return np.zeros((SETTINGS + 1, choosing.CHOICES), np.int64)

    def plain(first: int, last: int) -> None:
        small = [np.zeros(14, np.int64) for _ in range(4)]
        choosing.choose_plain(types.hands, types.classes, first, last, choice, scratch(), *small)

    in_parts(types.plain, plain)
    choosing.choose_flush(types.beside, types.may, types.plain, choice, scratch())


def by_rule(totals: Array, deals: int) -> tuple[int, ...]:
    """From how many deals are beaten and beat us, by the hands as they are and a step higher, to the rules that decide them.

    A step higher in one hand, a copy of it counts as beaten; a step higher in both, what still beats us has both hands higher.
    """
    (wins, not_lower), (low_copied, _), (high_copied, _), (_, lower) = totals.tolist()
    copy_and_higher = low_copied + high_copied - 2 * wins
    return wins, copy_and_higher, deals - wins - copy_and_higher - not_lower, not_lower - lower, lower
