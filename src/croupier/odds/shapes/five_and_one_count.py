"""Six cards set as five and one, counted out: every hand against every hand of the dealer's, by the house way and set best against it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from croupier.odds.kernels import five_and_one as kernel
from croupier.odds.kernels.five_and_one import ALL, BELOW, BOUNDS, FEWER, HAND, JOKER_LOW, LOWS, RANKS, UP_TO
from croupier.odds.kernels.pai_gow import ACE, JOKER
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.as_ranked import kept_as_ranked
from croupier.odds.shapes.two_hands_classes import SECOND_HIGHEST, Ranking, ranking
from croupier.odds.work import in_parts

ALL_RANKS = tuple(range(RANKS))
PLAIN, DOUBLED = range(2)
CELLS = 18
"""High hand higher, a copy or lower; low hand likewise; the dealer as high as a double down is against, or below."""


@dataclass(frozen=True, slots=True)
class Known:
    """The ranking as the kernels use it, from the table's own."""

    ranking: Ranking
    type_of: Array
    """Of each high hand; a royal flush is one more straight flush."""
    least: Array
    """The lowest high hand that is not foul beside a card."""

    @property
    def tables(self) -> tuple[Array, Array, Array]:
        return self.ranking.high_of, self.type_of, self.least


@kept_as_ranked
def known() -> Known:
    """High hands and low cards in order."""
    found = ranking(SECOND_HIGHEST)
    royal = next(value.order for value in found.values if value.category == "royal-flush")
    types = [0, *(value.order - (value.order == royal) for value in found.values[1:])]
    tops = [(value.order, value.ranks[:1]) for value in found.values[1:]]
    least = [1 + sum(top < (0, (rank + 2,)) for top in tops) for rank in range(RANKS)]
    return Known(found, np.array(types, np.int16), np.array(least, np.int64))


@dataclass(frozen=True, slots=True)
class Kinds:
    """Kinds of hands: first those by ranks alone, then those with a flush in reach."""

    hands: Array
    """One of each, highest card first, the joker before all."""
    plain: int
    by_ranks: Array
    """The plain kind with the same ranks."""
    suited: Array
    """Ranks of the long suit, of a kind that has one."""
    beside: Array
    """The rank beside it; 13 where there is none."""
    weights: Array
    set: Array
    """High hand and low card by the house way; the best five."""
    highs: Array
    """The high hand beside each card, 0 where that is foul."""

    counts: Array
    """Cards of each rank, but for the joker."""

    @property
    def joker(self) -> Array:
        return np.asarray(self.hands[:, 0] == JOKER)


@kept_as_ranked
def kinds(ranks: tuple[int, ...] = ALL_RANKS) -> Kinds:
    """Every kind of hand of a deck with these ranks, four suits and the joker."""
    hands: list[tuple[int, ...]] = []
    weights: list[int] = []
    place: dict[tuple[int, ...], int] = {}
    for joker in (0, 1):
        for held in itertools.combinations_with_replacement(sorted(ranks, reverse=True), HAND - joker):
            if any(held.count(rank) > 4 for rank in held):
                continue
            place[(joker, *held)] = len(hands)
            cards = [4 * rank + 3 - number % 4 for number, rank in enumerate(held)]
            hands.append((*[JOKER] * joker, *cards))
            ways = 1
            for rank in set(held):
                ways *= comb(4, held.count(rank))
            weights.append(ways)
    plain = len(hands)
    by_ranks, suited, beside = list(range(plain)), [0] * plain, [RANKS] * plain
    for joker in (0, 1):
        for length in (5 - joker, 6 - joker):
            for held in itertools.combinations(sorted(ranks, reverse=True), length):
                for one in sorted(ranks) if length + joker == 5 else (RANKS,):
                    cards = [4 * rank + 3 for rank in held] + ([4 * one + 2] if one < RANKS else [])
                    cards.sort(reverse=True)
                    alike = place[(joker, *(card >> 2 for card in cards))]
                    ways = 12 if one < RANKS else 4
                    weights[alike] -= ways
                    hands.append((*[JOKER] * joker, *cards))
                    weights.append(ways)
                    by_ranks.append(alike)
                    suited.append(sum(1 << rank for rank in held))
                    beside.append(one)
    rows: Array = np.array(hands, np.int8)
    found, highs = np.zeros((len(rows), 3), np.int32), np.zeros((len(rows), HAND), np.int32)
    kernel.set_all(rows, *known().tables, found, highs)
    like, long, other, many = (np.array(column, np.int64) for column in (by_ranks, suited, beside, weights))
    assert many.sum() == comb(4 * len(ranks) + 1, HAND)
    counts = np.stack([(rows >> 2 == rank).sum(axis=1) for rank in range(RANKS)], axis=1)
    return Kinds(rows, plain, like, long, other, many, found, highs, counts)


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of kinds, the house's first of each: whose they are, high hand and low card."""

    kind: Array
    high: Array
    low: Array

    @property
    def starts(self) -> Array:
        """Where the settings of each kind begin, and the end."""
        return np.searchsorted(self.kind, np.arange(int(self.kind[-1]) + 2))


def settings_of(every: Kinds) -> Settings:
    """The house's, and of the others those that no setting is at least as good as in both hands."""
    lows = np.where(every.hands == JOKER, JOKER_LOW, every.hands >> 2).astype(np.int64)
    better: Array = np.zeros(every.highs.shape, bool)
    for one, other in itertools.permutations(range(HAND), 2):
        higher = (every.highs[:, other] >= every.highs[:, one]) & (lows[:, other] >= lows[:, one])
        same = (every.highs[:, other] == every.highs[:, one]) & (lows[:, other] == lows[:, one])
        better[:, one] |= higher & (~same | (other < one))
    # The house's low joker is an ace to the house, and to a player who sets it so more than that.
    cards = np.minimum(lows, ACE)
    house = (every.highs == every.set[:, :1]) & (cards == every.set[:, 1:2])
    first = house.argmax(axis=1)
    assert house.any(axis=1).all()
    useful = (every.highs > 0) & ~better
    useful[np.arange(len(first)), first] = False
    rows = [np.arange(len(first)), np.nonzero(useful)[0]]
    places = [first, np.nonzero(useful)[1]]
    kind, place = np.concatenate(rows), np.concatenate(places)
    order = np.argsort(kind, kind="stable")
    kind, place = kind[order], place[order]
    return Settings(kind, every.highs[kind, place].astype(np.int64), lows[kind, place])


def of_ranks(every: Kinds, settings: Settings, limit: int) -> Array:
    """How many of the dealer's hands lie within each bound of each setting, were there no flushes."""
    counts, joker, order = every.counts, every.joker, np.argsort(every.set[: every.plain, 0], kind="stable")
    grown, place = _grown(every)
    bank = np.stack([every.set[order, 0], every.set[order, 1], place[order], joker[order]], axis=1).astype(np.int32)
    which = every.by_ranks[settings.kind]
    asked = np.stack([settings.high, settings.low], axis=1)
    queue = np.lexsort((asked[:, 0], which))
    starts = np.searchsorted(which[queue], np.arange(every.plain + 1))
    found: Array = np.zeros((len(which), BOUNDS, LOWS), np.int64)
    in_order = asked[queue]

    def part(first: int, last: int) -> None:
        room: tuple[Array, Array] = np.zeros(RANKS, np.int64), np.zeros((RANKS, 5), np.int64)
        kernel.count_by_ranks(first, last, counts, joker, starts, grown, bank, limit, in_order, *room, found)

    in_parts(every.plain, part)
    answers = np.zeros_like(found)
    answers[queue] = found
    return answers


def _grown(every: Kinds) -> tuple[Array, Array]:
    """Sets of ranks, each made of a smaller one and some cards of a further rank; and which of them each plain kind has."""
    made: dict[tuple[tuple[int, int], ...], int] = {(): 0}
    rows = [(0, 0, 0)]
    place = []
    for row in every.counts[: every.plain].tolist():
        held = tuple((rank, number) for rank, number in enumerate(row) if number)
        for size in range(1, len(held) + 1):
            if held[:size] not in made:
                made[held[:size]] = len(rows)
                rows.append((made[held[: size - 1]], *held[size - 1]))
        place.append(made[held])
    return np.array(rows, np.int32), np.array(place, np.int32)


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a suit of a hand may hold, setting by setting: of a plain kind every set of its ranks, of another each of its suits."""

    setting: Array
    mask: Array
    """Ranks; -1 for what would be a flush, which a plain kind has not got."""
    times: Array
    """How many suits of a hand with a flush in reach hold it; 0 for plain kinds, where that depends on the hand."""
    blocks: Array
    """Where those of each setting begin."""


def holdings_of(every: Kinds, settings: Settings) -> Holdings:
    """All that a suit may hold."""
    plain = int(np.searchsorted(settings.kind, every.plain))
    kind, flush = settings.kind[:plain], settings.kind[plain:]
    sizes = np.concatenate([1 << (every.counts > 0).sum(axis=1)[kind], np.full(len(flush), 3)])
    masks: Array = np.full(sizes.sum(), -1, np.int64)
    kernel.every_holding(every.counts, np.where(every.joker, 3, 4), kind, sizes[:plain], masks)
    one = np.where(every.beside[flush] < RANKS, 1 << every.beside[flush], 0)
    masks[sizes[:plain].sum() :] = np.stack([every.suited[flush], one, np.zeros_like(one)], axis=1).reshape(-1)
    times: Array = np.zeros(len(masks), np.int64)
    times[sizes[:plain].sum() :] = np.tile([1, 1, 2], len(flush))
    return Holdings(np.repeat(np.arange(len(sizes)), sizes), masks, times, np.cumsum(sizes) - sizes)


def of_suits(every: Kinds, settings: Settings, holdings: Holdings, limit: int) -> Array:
    """What the flushes of a suit add within each bound, for each thing that the suit may hold."""
    asked = np.stack([settings.high, settings.low], axis=1)
    key = holdings.mask * 2 + every.joker[settings.kind[holdings.setting]]
    queue = np.lexsort((settings.high[holdings.setting], key))
    queue = queue[np.searchsorted(holdings.mask[queue], 0) :]
    keys, starts = np.unique(key[queue], return_index=True)
    starts = np.append(starts, len(queue))
    kind = settings.kind[holdings.setting[queue]]
    free: Array = np.ones((len(queue), RANKS + 1), np.int8)
    free[:, :RANKS] = 3 - every.counts.astype(np.int8)[kind] + (holdings.mask[queue][:, None] >> np.arange(RANKS) & 1)
    suits, flushes = _flushes(every)
    found: Array = np.zeros((len(queue), BOUNDS, LOWS), np.int32)
    in_order = asked[holdings.setting[queue]]

    def part(first: int, last: int) -> None:
        room: Array = np.zeros((RANKS + 1, RANKS + 1), np.int64)
        kernel.count_by_suit(first, last, keys >> 1, keys & 1, starts, suits, flushes, limit, in_order, free, room, found)

    in_parts(len(keys), part)
    answers: Array = np.zeros((len(holdings.mask), BOUNDS, LOWS), np.int32)
    answers[queue] = found
    return answers


def _flushes(every: Kinds) -> tuple[Array, Array]:
    """The dealer's hands with a flush in reach: as the house sets them, and less what their ranks alone would be."""
    which = np.arange(every.plain, len(every.hands))
    parts = []
    for of, sign in ((which, 1), (every.by_ranks[which], -1)):
        columns = (every.set[of, 0], every.set[of, 1], every.beside[which], every.joker[which])
        parts.append(np.stack([*columns, np.full(len(which), sign), every.suited[which]], axis=1))
    rows = np.concatenate(parts).astype(np.int32)
    rows = rows[np.argsort(rows[:, 0], kind="stable")]
    return np.ascontiguousarray(rows[:, 5]), np.ascontiguousarray(rows[:, :5])


@lru_cache(maxsize=1)
def cells() -> Array:
    """From counts within bounds to what becomes of a wager, for our high hand below the limit and above: matrices of ones.

    Cells are by high hand and low hand, each higher than the dealer's, a copy or lower, and by whether the dealer reaches the limit.
    """
    within = np.eye(BOUNDS * LOWS, dtype=np.int64).reshape(-1, BOUNDS, LOWS)
    below, up_to, fewer, every = (within[:, bound] for bound in (BELOW, UP_TO, FEWER, ALL))
    found: Array = np.zeros((2, BOUNDS * LOWS, 3, 3, 2), np.int64)
    for above, weak in enumerate(([below, up_to - below, fewer - up_to], [fewer, 0 * fewer, 0 * fewer])):
        for high, (total, of) in enumerate(zip((below, up_to - below, every - up_to), weak, strict=True)):
            for place, part in enumerate((total - of, of)):
                found[above, :, high, :, place] = np.diff(part, axis=1, prepend=0)
    return found.reshape(2, BOUNDS * LOWS, CELLS)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many deals fall into each cell: by the house way, and set best without and with a double down."""

    house_way: tuple[int, ...]
    best: tuple[tuple[int, ...], ...]


def count_out(limit: int, nets: Array, ranks: Sequence[int] = ALL_RANKS) -> Counts:
    """All deals of two hands; `nets` is what each cell nets, for each choice: undoubled and, where there is one, doubled.

    Of choices worth the same the house's setting comes first.
    """
    every = kinds(tuple(ranks))
    settings = settings_of(every)
    holdings = holdings_of(every, settings)
    above = (settings.high >= limit).astype(np.int64)
    by_ranks = of_ranks(every, settings, limit).reshape(-1, BOUNDS * LOWS)
    by_suit = of_suits(every, settings, holdings, limit).reshape(-1, BOUNDS * LOWS)
    worths = _worths(by_ranks, above, nets)
    added = _worths(by_suit, above[holdings.setting], nets)
    chosen: Array = np.zeros((len(settings.kind), 3), np.int64)
    taken: Array = np.zeros((len(holdings.setting), 3), np.int32)
    _choose_plain(every, settings, holdings, worths, added, chosen, taken)
    _choose_flush(every, settings, holdings, worths, added, chosen, taken)
    assert chosen[:, 2].sum() == chosen[:, :2].sum() == every.weights.sum()
    totals: Array = np.zeros((3, CELLS), np.int64)
    for side in (0, 1):
        of, held = above == side, above[holdings.setting] == side
        # Sums of whole numbers below 2**53 are whole in double precision.
        sums = chosen[of].T.astype(float) @ by_ranks[of] + taken[held].T.astype(float) @ by_suit[held]
        totals += sums.astype(np.int64) @ cells()[side]
    return Counts(tuple(totals[2].tolist()), tuple(tuple(totals[choice].tolist()) for choice in range(len(nets))))


def _worths(within: Array, above: Array, nets: Array) -> Array:
    """What counts within bounds net, for each choice."""
    found: Array = np.empty((len(within), len(nets)), np.int64)
    for side in (0, 1):
        of = above == side
        found[of] = (within[of].astype(float) @ (cells()[side] @ nets.T)).astype(np.int64)
    return found


def _choose_plain(
    every: Kinds, settings: Settings, holdings: Holdings, worths: Array, added: Array, chosen: Array, taken: Array
) -> None:
    """Every hand without a flush in reach, by the choices that might be best for some of its kind."""
    starts = settings.starts[: every.plain + 1]
    size = int(starts[-1])
    ends = np.append(holdings.blocks[1:size], holdings.blocks[size] if size < len(holdings.blocks) else len(added))
    assert (ends > holdings.blocks[:size]).all()
    lows, highs = (
        worths[:size] + 4 * extreme.reduceat(added[: ends[-1]], holdings.blocks[:size]) for extreme in (np.minimum, np.maximum)
    )
    least = np.maximum.reduceat(lows.max(axis=1), starts[:-1])
    possible = highs >= least[settings.kind[:size]][:, None]
    candidates = np.argwhere(possible)
    first = np.searchsorted(settings.kind[candidates[:, 0]], np.arange(every.plain + 1))
    groups: Array = np.zeros((every.plain, HAND), np.int64)
    sizes = (every.counts[: every.plain] > 0).sum(axis=1)
    held = np.argwhere(every.counts[: every.plain])
    place = np.arange(len(held)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    groups[held[:, 0], place] = every.counts[held[:, 0], held[:, 1]]
    most = np.where(every.joker[: every.plain], 3, 4)

    def part(kind: int, last: int) -> None:
        room: Array = np.zeros((2, HAND), np.int64)
        tables = (groups, sizes, most, first, candidates, starts, holdings.blocks, worths, added)
        kernel.choose(kind, last, *tables, chosen, taken, room)

    in_parts(every.plain, part)


def _choose_flush(
    every: Kinds, settings: Settings, holdings: Holdings, worths: Array, added: Array, chosen: Array, taken: Array
) -> None:
    """Every kind with a flush in reach: its hands differ by the names of suits alone."""
    plain = int(np.searchsorted(settings.kind, every.plain))
    rows = int(np.searchsorted(holdings.setting, plain))
    whole = worths[plain:] + (added[rows:] * holdings.times[rows:, None]).reshape(-1, 3, worths.shape[1]).sum(axis=1)
    starts = settings.starts[every.plain :] - plain
    for number, (first, last) in enumerate(zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)):
        of, choice = divmod(int(whole[first:last].argmax()), worths.shape[1])
        weight = every.weights[every.plain + number]
        chosen[plain + first + of, choice] += weight
        chosen[plain + first, 2] += weight
    taken[rows:] = (chosen[holdings.setting[rows:]] * holdings.times[rows:, None]).astype(taken.dtype)
