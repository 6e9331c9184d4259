"""Four tiles against four, counted: every hand of the player and each way to set it against every hand that the bank can have.

Tiles of one rank do the same in every hand, so that 4,285 kinds of hands stand for all 35,960, and their pairs for 736,281,000 deals.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.equipment.tiles import Tile, tiles
from croupier.hands.poker import Value
from croupier.hands.tiles import RANK_OF, RANKED, Setting, is_zero
from croupier.odds.kernels.tables import Array
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes.as_ranked import MOST, RankedBy, kept_as_ranked
from croupier.odds.shapes.hands_met import Met, Sides, met
from croupier.odds.untouched import state
from croupier.odds.work import in_parts
from croupier.table.playable import Playable

HAND, WAYS = 4, 3
HOUSE: Final = WAYS
"""The column of the house way beside the ways to set a hand."""
COMPARED: Final = 9
"""Low hand lower, a copy or higher, for a high hand that is lower, a copy or higher."""
CELLS: Final = 2 * COMPARED
"""The same once more for a low hand that is worth zero."""
BLOCK: Final = 128
TRIED, DRAWN = 200, 400
"""Hands that are set beside one of their kind, and deals to choose from that are settled beside their cells."""
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
    place: dict[tuple[int, ...], int]
    """Where the ranks of a hand, in order, have their kind."""


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """How a table sets every kind of hand."""

    level: dict[Value, int]
    """What two tiles can be worth, from the lowest up."""
    zeros: int
    """How many of them are worth zero: the lowest."""
    ways: tuple[tuple[Setting, ...], ...]
    """Each way to set a hand of each kind."""
    levels: Array
    """High and low hand of each of them, by their place among all hands; the first way again where there are fewer than three."""
    house: Array
    """The same for the way of the house."""

    def levels_of(self, setting: Setting) -> tuple[int, int]:
        """A setting's high and low hand by their places among all hands."""
        return self.level[setting.high_value], self.level[setting.low_value]


def ranks_of(hand: Iterable[Card]) -> tuple[int, ...]:
    """All that a hand does goes by the ranks of its tiles."""
    return tuple(sorted(RANK_OF[str(tile)] for tile in hand))


def counts_of(held: Iterable[Card]) -> Array:
    """How many tiles of each rank."""
    return np.bincount([RANK_OF[str(tile)] - 1 for tile in held], minlength=len(RANKED)).astype(np.int32)


@kept_as_ranked
def kinds() -> Kinds:
    """The hands of a whole set."""
    found: dict[tuple[int, ...], list[tuple[Tile, ...]]] = {}
    for hand in itertools.combinations(tiles(), HAND):
        found.setdefault(ranks_of(hand), []).append(hand)
    hands = tuple(of[0] for of in found.values())
    weights = np.array([len(of) for of in found.values()], np.int64)
    return Kinds(
        hands, np.array([counts_of(hand) for hand in hands]), weights, {ranks: kind for kind, ranks in enumerate(found)}
    )


_TABLES: OrderedDict[Hashable, Table] = OrderedDict()


@remembered
def table_of(game: Playable) -> Table:
    """How a hand of each kind is set at the table; known again of a table of another house that goes by the same rules."""
    key: Hashable = state(), RankedBy(), type(game.rules), repr(list(game.terms.options.items()))
    if key not in _TABLES:
        _TABLES[key] = _asked(game)
        if len(_TABLES) > MOST:
            _TABLES.popitem(last=False)
    return _TABLES[key]


def _asked(game: Playable) -> Table:
    every = kinds().hands
    ways = tuple(tuple(game.rules.settings(hand)) for hand in every)
    worth = sorted({value for each in ways for setting in each for value in setting.values})
    zeros = sum(map(is_zero, worth))
    if any(len(each) > WAYS for each in ways) or not all(map(is_zero, worth[:zeros])):
        raise refused(game, "four tiles are counted that are set in three ways at most, a low hand worth zero the lowest")
    table = Table({value: place for place, value in enumerate(worth)}, zeros, ways, *(np.zeros(0, np.int64),) * 2)
    levels = [[table.levels_of((*each, each[0], each[0])[way]) for way in range(WAYS)] for each in ways]
    house = [_house(game, table, hand) for hand in every]
    table = replace(table, levels=np.array(levels, np.int64), house=np.array(house, np.int64))
    _try_others(game, table)
    return table


def _house(game: Playable, table: Table, hand: Sequence[Card]) -> tuple[int, int]:
    setting, rule = game.rules.house_way(hand)
    if not {setting.high_value, setting.low_value} <= table.level.keys():
        raise refused(game, f"the table sets {' '.join(map(str, hand))} in no way in which it may be set", clause=rule.clause)
    return table.levels_of(setting)


def _try_others(game: Playable, table: Table) -> None:
    """Refuse a table that sets other hands of a kind otherwise."""
    rng, every = np.random.default_rng(TRIED), kinds()
    for _ in range(TRIED):
        hand = tuple(tiles()[place] for place in rng.permutation(len(tiles()))[:HAND].tolist())
        kind = every.place[ranks_of(hand)]
        found = {setting.values for setting in game.rules.settings(hand)}
        if found != {setting.values for setting in table.ways[kind]} or _house(game, table, hand) != tuple(table.house[kind]):
            shown = " ".join(map(str, hand))
            raise refused(game, f"the table sets {shown} otherwise than tiles of the same ranks", "house-way-otherwise")


@kept_as_ranked
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


def prefixes(bank: Array, drawn: Array, size: int) -> Array:
    """How many of the hands drawn lie below each pair of bounds, in high and in low hand, of so many that two tiles can be worth."""
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


def counted(table: Table) -> Array:
    """For every kind of hand and each way to set it, the house way last: how many hands of the bank compare in each of the nine ways."""
    return _counted(table.levels.tobytes(), table.house.tobytes(), len(table.level))


@kept_as_ranked
def _counted(levels: bytes, house: bytes, size: int) -> Array:
    every, bank = kinds(), np.frombuffer(house, np.int64).reshape(-1, 2)
    mine = np.concatenate([np.frombuffer(levels, np.int64).reshape(-1, WAYS, 2), bank[:, None]], axis=1)
    whole = counts_of(tiles())
    found: Array = np.zeros((len(mine), WAYS + 1, COMPARED), np.int64)

    def part(first: int, last: int) -> None:
        for start in range(first, last, BLOCK):
            rows = range(start, min(start + BLOCK, last))
            for row, drawn in zip(rows, hands_of_bank(whole - every.held[start : rows.stop]), strict=True):
                found[row] = compared(mine[row], prefixes(bank, drawn, size))

    in_parts(len(mine), part)
    return found


def cells_of(table: Table) -> Array:
    """The same by cell: a low hand worth zero has cells of its own."""
    found, levels = counted(table), np.concatenate([table.levels, table.house[:, None]], axis=1)
    zero = (levels[:, :, 1] < table.zeros)[:, :, None]
    return np.concatenate([np.where(zero, 0, found), np.where(zero, found, 0)], axis=2)


def cell_of(table: Table, mine: tuple[int, ...], bank: tuple[int, ...]) -> int:
    """The cell of one hand set so against one of the bank."""
    high, low = (1 + (own > other) - (own < other) for own, other in zip(mine, bank, strict=True))
    return COMPARED * (mine[1] < table.zeros) + 3 * high + low


class Example(NamedTuple):
    """A deal of a cell: the player's hand and how it is set, and a hand that the bank sets by the house way."""

    hand: tuple[Tile, ...]
    setting: str
    against: tuple[Tile, ...]


def examples(table: Table, cell: int, most: int = 3) -> list[Example]:
    """Some deals of a cell, as far from each other as they lie; none where there are none."""
    every, bank = kinds(), table.house
    found = np.argwhere(cells_of(table)[:, :WAYS, cell] > 0)
    found = found[[which < len(table.ways[kind]) for kind, which in found.tolist()]] if len(found) else found
    chosen = found[np.unique(np.linspace(0, len(found) - 1, most).astype(int))] if len(found) else found
    dealt = []
    for kind, which in chosen.tolist():
        drawn = hands_of_bank((counts_of(tiles()) - every.held[kind])[None])[0]
        mine = tuple(table.levels[kind, which].tolist())
        others = (
            other for other in np.flatnonzero(drawn).tolist() if cell_of(table, mine, tuple(bank[other].tolist())) == cell
        )
        other = next(others)
        dealt.append(Example(every.hands[kind], str(table.ways[kind][which]), _beside(every.hands[kind], every.hands[other])))
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


def deals_to_try(game: Playable) -> Iterator[tuple[Met, int]]:
    """Deals of which each tells something of the table, with their cells."""
    table, every, pack = table_of(game), kinds(), tiles()
    rng = np.random.default_rng(TRIED)
    deals = np.array([rng.permutation(len(pack))[: 2 * HAND] for _ in range(DRAWN)], np.int8).reshape(-1, 2, HAND)

    def by_house(rows: Array) -> Array:
        return table.house[[every.place[ranks_of(pack[place] for place in row)] for row in rows.tolist()]]

    marks = np.array([value.order for value in table.level], np.int64)
    for of in met(game, Sides(by_house, table.levels_of, (marks, marks)), deals, pack.__getitem__):
        yield of, cell_of(table, of.mine, of.others)
