"""Whole deals of two sides that set their hands, settled at the table beside the cells that they are counted in.

Examples of a cell show what it is settled for; a table that looks further, at one rank or one type of hand, shows it on none of them.
So of every hand that there is, on each side, a deal or two is played, some of them set otherwise than by the house way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.hands.poker import Value
from croupier.odds.cells import Asked, Deal, Settled, shown
from croupier.odds.kernels.pai_gow import JOKER
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.house_ways import sample
from croupier.odds.shapes.two_hands_classes import face
from croupier.table.playable import Playable

SEED: Final = 29
DRAWN: Final = 1500
"""Deals of the whole pack to choose from, beside those of chosen hands."""
TIMES: Final = 2
"""How often a hand is met, if that can be with as many ends."""

Numbers = tuple[int, ...]
"""Each part of a setting by its place in the ranking, the highest hand first."""


class Met(NamedTuple):
    """A hand, how it is set, and one that the house sets against it; with the numbers of both."""

    hand: tuple[Card, ...]
    setting: str
    against: tuple[Card, ...]
    mine: Numbers
    others: Numbers

    @property
    def signs(self) -> Numbers:
        """Each part against the other's: 1 where higher, 0 for a copy, -1 where lower."""
        return tuple((own > other) - (own < other) for own, other in zip(self.mine, self.others, strict=True))


class Sides(NamedTuple):
    """What a count knows of hands that are set."""

    by_house: Callable[[Array], Array]
    """The numbers of hands, a row of cards each, that the house sets."""
    numbers: Callable[[Any], Numbers]
    """Those of a setting that a player makes."""
    marks: Sequence[Array]
    """For each part what tells its numbers apart, where not every one of them is met."""


def marks_of(values: Sequence[Value]) -> Array:
    """Hands in order, told by their type and highest rank."""
    known: dict[tuple[int, Numbers], int] = {}
    return np.array([known.setdefault((value.order, value.ranks[:1]), len(known)) for value in values], np.int64)


@lru_cache(maxsize=2)
def dealt(size: int) -> Array:
    """Deals to choose from, two hands each, the highest card first: chosen hands on either side, then any."""
    rng = np.random.default_rng(SEED)
    found = []
    for place, row in enumerate(sample(size).tolist()):
        left = sorted(set(range(JOKER + 1)).difference(row))
        other = sorted(rng.choice(left, size, replace=False).tolist(), reverse=True)
        found.append([row, other] if place % 2 else [other, row])
    for _ in range(DRAWN):
        both = rng.permutation(JOKER + 1)[: 2 * size].tolist()
        found.append([sorted(both[:size], reverse=True), sorted(both[size:], reverse=True)])
    return np.array(found, np.int8)


def met(game: Playable, sides: Sides, deals: Array, faces: Callable[[int], Card] = face) -> Iterator[Met]:
    """Deals of which each tells something that those before do not; every second is set in some other way that is not foul."""
    mine, others = (sides.by_house(np.ascontiguousarray(deals[:, side])) for side in (0, 1))
    marks = np.stack([mark[part[:, at]] for part in (mine, others) for at, mark in enumerate(sides.marks)], axis=1)
    rng = np.random.default_rng(SEED)
    signs = np.sign(mine - others)
    order = np.argsort((signs != 0).all(axis=1), kind="stable")  # copies are rare, and come first
    for count, row in enumerate(order[list(telling(marks[order], signs[order]))].tolist()):
        hand, against = (tuple(map(faces, side)) for side in deals[row].tolist())
        setting = game.rules.house_way(hand)[0]
        if count % 2:
            ways = [each for each in game.rules.settings(list(hand)) if not each.foul]
            setting = ways[int(rng.integers(len(ways)))]
        yield Met(hand, str(setting), against, sides.numbers(setting), tuple(others[row].tolist()))


def telling(marks: Array, signs: Array) -> Iterator[int]:
    """Rows with a mark that was not met before, or not so often and with these signs."""
    seen: dict[tuple[int, int], set[Numbers]] = {}
    for row, (marked, sign) in enumerate(zip(marks.tolist(), map(tuple, signs.tolist()), strict=True)):
        known = [seen.setdefault(mark, set()) for mark in enumerate(marked)]
        if any(len(ends) < TIMES and sign not in ends for ends in known):
            for ends in known:
                ends.add(sign)
            yield row


def hold_against(asked: Asked, cases: Iterable[tuple[Deal, object, Settled]]) -> None:
    """Refuse a table that settles one of these deals otherwise than the cell that it is counted in."""
    for deal, cell, counted in cases:
        found = asked.settled(deal)
        if found[:2] != counted[:2]:
            clause = next((line.clause for line in found.lines), None)
            raise asked.refused(
                f"deals that are counted alike are not settled alike: {shown(deal, found)}, and {counted.net} of"
                f" {counted.staked} is counted for {cell}",
                clause,
            )
