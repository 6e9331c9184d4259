"""Four tiles against four, counted: every hand of the player and each way to set it against every hand that the bank can have.

Tiles of one rank do the same in every hand, so that 4,285 kinds of hands stand for all 35,960, and their pairs for 736,281,000 deals.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.equipment.tiles import Tile, tiles
from croupier.hands.poker import Value
from croupier.hands.tiles import RANK_OF, RANKED, Setting, is_zero, settings, worth
from croupier.hands.tiles_house_way import HouseWay, house_way
from croupier.odds.kernels.tables import Array
from croupier.odds.work import in_parts

HAND, WAYS = 4, 3
HOUSE: Final = WAYS
"""The column of the house way beside the ways to set a hand."""
COMPARED: Final = 9
"""Low hand lower, a copy or higher, for a high hand that is lower, a copy or higher."""
CELLS: Final = 2 * COMPARED
"""The same once more for a low hand that is worth zero."""
BLOCK: Final = 128
_CHOOSE: Final = np.array([[1, 0, 0], [1, 1, 0], [1, 2, 1]], np.int32)
"""In how many ways some tiles of a rank are drawn from those that are left."""


class Kinds(NamedTuple):
    """Every kind of hand."""

    hands: tuple[tuple[Tile, ...], ...]
    """One hand of each."""
    held: Array
    """How many tiles of each rank."""
    weights: Array
    """How many hands are of the kind."""
    ways: tuple[tuple[Setting, ...], ...]
    levels: Array
    """High and low hand of each way to set it, by their place among all hands; the first way again where there are fewer than three."""


@cache
def values() -> tuple[Value, ...]:
    """What two tiles can be worth, from the lowest up."""
    return tuple(sorted({worth(two) for two in itertools.combinations(tiles(), 2)}))


@cache
def zeros() -> int:
    """How many of them are worth zero: the lowest."""
    return sum(is_zero(value) for value in values())


@cache
def _level() -> dict[Value, int]:
    return {value: level for level, value in enumerate(values())}


def levels_of(setting: Setting) -> tuple[int, int]:
    """A setting's high and low hand by their places among all hands."""
    return _level()[setting.high_value], _level()[setting.low_value]


def counts_of(held: Iterable[Card]) -> Array:
    """How many tiles of each rank."""
    return np.bincount([RANK_OF[str(tile)] - 1 for tile in held], minlength=len(RANKED)).astype(np.int32)


@cache
def kinds() -> Kinds:
    """The hands of a whole set."""
    found: dict[tuple[int, ...], list[tuple[Tile, ...]]] = {}
    for hand in itertools.combinations(tiles(), HAND):
        found.setdefault(tuple(sorted(RANK_OF[str(tile)] for tile in hand)), []).append(hand)
    hands = tuple(of[0] for of in found.values())
    ways = tuple(tuple(settings(hand)) for hand in hands)
    levels = [[levels_of((*each, each[0], each[0])[way]) for way in range(WAYS)] for each in ways]
    weights = np.array([len(of) for of in found.values()], np.int64)
    return Kinds(hands, np.array([counts_of(hand) for hand in hands]), weights, ways, np.array(levels, np.int64))


@lru_cache(maxsize=8)
def by_house_way(way: HouseWay) -> Array:
    """High and low hand of every kind, set by the house way."""
    return np.array([levels_of(house_way(hand, way)[0]) for hand in kinds().hands], np.int64)


@cache
def _holders() -> tuple[tuple[Array, Array], ...]:
    """For each rank, which kinds of hands hold tiles of it, and how many."""
    held = kinds().held
    found = [np.flatnonzero(held[:, rank]) for rank in range(len(RANKED))]
    return tuple((which, held[which, rank]) for rank, which in enumerate(found))


def hands_of_bank(left: Array) -> Array:
    """How many hands of each kind can be drawn from what is left of each rank, for each row of `left`."""
    found: Array = np.ones((len(left), len(kinds().hands)), np.int32)
    for rank, (which, held) in enumerate(_holders()):
        found[:, which] *= _CHOOSE[left[:, rank]][:, held]
    return found


def prefixes(bank: Array, drawn: Array) -> Array:
    """How many of the hands drawn lie below each pair of bounds, in high and in low hand."""
    size = len(values())
    found: Array = np.zeros((size + 1, size + 1), np.int64)
    # Sums of whole numbers far below 2**53 are whole in double precision.
    found[1:, 1:] = np.bincount(bank[:, 0] * size + bank[:, 1], drawn, minlength=size * size).reshape(size, size)
    return np.asarray(found.cumsum(axis=0).cumsum(axis=1))


def compared(mine: Array, below: Array) -> Array:
    """How many hands compare with each row of `mine` in each of the nine ways, its high and its low hand lower, a copy or higher."""
    size = len(below) - 1
    above = [np.stack([mine[:, which] * 0 + size, mine[:, which] + 1, mine[:, which], mine[:, which] * 0]) for which in (0, 1)]
    edges = below[above[0][:, None], above[1][None]]  # four bounds of the high hand, four of the low, for each row
    return np.asarray(np.diff(np.diff(edges, axis=0), axis=1).reshape(COMPARED, -1).T)


@lru_cache(maxsize=8)
def counted(way: HouseWay) -> Array:
    """For every kind of hand and each way to set it, the house way last: how many hands of the bank compare in each of the nine ways."""
    every, bank = kinds(), by_house_way(way)
    mine = np.concatenate([every.levels, bank[:, None]], axis=1)
    whole = counts_of(tiles())
    found: Array = np.zeros((len(mine), WAYS + 1, COMPARED), np.int64)

    def part(first: int, last: int) -> None:
        for start in range(first, last, BLOCK):
            rows = range(start, min(start + BLOCK, last))
            for row, drawn in zip(rows, hands_of_bank(whole - every.held[start : rows.stop]), strict=True):
                found[row] = compared(mine[row], prefixes(bank, drawn))

    in_parts(len(mine), part)
    return found


def cells_of(way: HouseWay) -> Array:
    """The same by cell: a low hand worth zero has cells of its own."""
    found, levels = counted(way), np.concatenate([kinds().levels, by_house_way(way)[:, None]], axis=1)
    zero = (levels[:, :, 1] < zeros())[:, :, None]
    return np.concatenate([np.where(zero, 0, found), np.where(zero, found, 0)], axis=2)


def cell_of(mine: tuple[int, int], bank: tuple[int, int]) -> int:
    """The cell of one hand set so against one of the bank."""
    high, low = (1 + (own > other) - (own < other) for own, other in zip(mine, bank, strict=True))
    return COMPARED * (mine[1] < zeros()) + 3 * high + low


class Example(NamedTuple):
    """A deal of a cell: the player's hand and how it is set, and a hand that the bank sets by the house way."""

    hand: tuple[Tile, ...]
    setting: str
    bank: tuple[Tile, ...]


def examples(way: HouseWay, cell: int, most: int = 3) -> list[Example]:
    """Some deals of a cell, as far from each other as they lie; none where there are none."""
    every, bank = kinds(), by_house_way(way)
    found = np.argwhere(cells_of(way)[:, :WAYS, cell] > 0)
    found = found[[which < len(every.ways[kind]) for kind, which in found.tolist()]] if len(found) else found
    chosen = found[np.unique(np.linspace(0, len(found) - 1, most).astype(int))] if len(found) else found
    dealt = []
    for kind, which in chosen.tolist():
        drawn = hands_of_bank((counts_of(tiles()) - every.held[kind])[None])[0]
        mine = tuple(every.levels[kind, which].tolist())
        others = (other for other in np.flatnonzero(drawn).tolist() if cell_of(mine, tuple(bank[other].tolist())) == cell)
        other = next(others)
        dealt.append(Example(every.hands[kind], str(every.ways[kind][which]), _beside(every.hands[kind], every.hands[other])))
    return dealt


def _beside(hand: tuple[Tile, ...], like: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """A hand like another of tiles that the first has not got."""
    left = tiles()
    for tile in hand:
        left.remove(tile)
    found = []
    for wanted in like:
        tile = next(tile for tile in left if RANK_OF[str(tile)] == RANK_OF[str(wanted)])
        left.remove(tile)
        found.append(tile)
    return tuple(found)
