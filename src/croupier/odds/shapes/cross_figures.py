"""What the table makes of two lines of a cross: every size of every wager with every row, asked of real rounds."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cached_property
from math import gcd

import numpy as np

from croupier.equipment.cards import Card
from croupier.odds.card_numbers import kernel_card
from croupier.odds.cells import Asked, Deal, Settled, layout
from croupier.odds.kernels.boards import PAIRS
from croupier.odds.kernels.cross import hands_of
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.rankings import whole_deck
from croupier.odds.shapes.street_kinds import Kinds
from croupier.table.playable import Playable

Path = tuple[int, ...]
"""Decisions as numbers from 1, the last of them 0 for a fold."""
HOLES = tuple((high, low) for high in range(13) for low in range(high + 1))


def hole_classes() -> list[tuple[tuple[int, int], int]]:
    """Two hole cards of each kind, and how many pairs of cards are of it."""
    found = []
    for high, low in HOLES:
        if high == low:
            found.append(((4 * high + 1, 4 * low), 6))
        else:
            found += [((4 * high, 4 * low), 4), ((4 * high + 1, 4 * low), 12)]
    return found


class Figures:
    """One house's game at one stake. `lines` are the wagers on each line, an ante and a bet; `middle` is the one on both."""

    def __init__(self, game: Playable, lines: tuple[tuple[str, str], tuple[str, str]], middle: str, stake: int | None) -> None:
        whole_deck(game)
        self.game, self.lines, self.middle = game, lines, middle
        self.opens = lines[0][0]
        self.stakes = layout(game, self.opens, stake)
        self.unit = self.stakes[self.opens]
        self.bets = (lines[0][1], lines[1][1], middle)
        self.wagers = (lines[0][0], lines[1][0], *self.bets)
        self.asked = Asked(game, self.stakes, only=self.wagers)
        self.kinds = Kinds(game, self.wagers)
        self.times = tuple(tuple(sorted(game.terms.wagers[bet].times)) for bet in self.bets)

    def words(self, path: Path) -> tuple[str, ...]:
        """A path as the table hears it."""
        return tuple(f"bet-{times[n - 1]}x" if n else "fold" for times, n in zip(self.times, path, strict=False))

    @cached_property
    def deals(self) -> dict[tuple[int, int], list[tuple[tuple[Card, ...], tuple[Card, ...]]]]:
        """Two deals, where there are two, in which the lines make two rows."""
        found: dict[tuple[int, int], list[tuple[tuple[Card, ...], tuple[Card, ...]]]] = {}
        rows: Array = np.zeros((PAIRS, 52), np.uint8)
        cards = [(a, b) for a in range(52) for b in range(a)]
        for hole, _ in hole_classes()[::-1]:
            hands_of(np.array(hole), self.kinds.row_of, rows)
            for centre in range(0, 52, 3):
                shown = {
                    int(row): np.flatnonzero(rows[:, centre] == row)[[0, -1]].tolist()
                    for row in np.unique(rows[:, centre])
                    if row
                }
                for (one, across), (two, down) in itertools.product(shown.items(), repeat=2):
                    known = found.setdefault((one, two), [])
                    for left, far in itertools.product(across, down) if len(known) < 2 else ():
                        (a, b), (c, d) = cards[left], cards[far]
                        if len({a, b, c, d}) == 4 and len(known) < 2:
                            cross = tuple(map(kernel_card, (c, a, centre, b, d)))
                            known.append((tuple(map(kernel_card, hole)), cross))
        return {rows_: known for rows_, known in found.items() if known}

    def settled(self, path: Path, rows: tuple[int, int]) -> Settled:
        """What a path nets with two rows."""
        words = self.words(path)
        return self.asked.agreed(
            [Deal(hole, community=cross, decisions=words) for hole, cross in self.deals[rows]], (words, rows)
        )

    def fold(self, path: Path) -> Settled:
        """What a path that ends in a fold nets."""
        return self.settled(path, next(iter(self.deals)))

    def _net(self, settled: Settled, *wagers: str) -> int:
        called = {self.game.spots[wager].called for wager in wagers}
        return sum(line.net for line in settled.lines if line.wager in called)

    @cached_property
    def nets(self) -> tuple[Array, Array, Array]:
        """By size and row: ante and bet across, ante and bet down, and the middle bet."""
        sizes, count = max(map(len, self.times)), len(self.kinds.rows)
        found = tuple(np.zeros((sizes, count), np.int64) for _ in range(3))
        known: set[tuple[int, int, int]] = set()
        for rows, n in itertools.product(self.deals, range(sizes)):
            settled = self.settled((n + 1,) * 3, rows)
            parts = ((0, rows[0], self.lines[0]), (1, rows[1], self.lines[1]), (2, max(rows), (self.middle,)))
            for part, row, wagers in parts:
                net = self._net(settled, *wagers)
                if (part, n, row) in known and found[part][n, row] != net:
                    raise self.asked.refused(f"what {' and '.join(wagers)} net does not follow from their own hand")
                known.add((part, n, row))
                found[part][n, row] = net
        return found[0], found[1], found[2]

    @cached_property
    def folds(self) -> tuple[int, Array, Array]:
        """What a fold nets: at once, after each across bet, and after each two bets."""
        one, two = (range(1, len(times) + 1) for times in self.times[:2])
        seconds = np.array([self.fold((m, 0)).net for m in one], np.int64)
        thirds = np.array([[self.fold((m, n, 0)).net for n in two] for m in one], np.int64)
        return self.fold((0,)).net, seconds, thirds

    @cached_property
    def each(self) -> Array:
        """The middle bet for one ante. Refused where it is not paid in proportion, or less for a higher hand."""
        middle, times = self.nets[2], np.array(self.times[2])
        each: Array = middle[0] // times[0]
        if (middle != times[:, None] * each).any() or (np.diff(each[1:]) < 0).any():
            raise self.asked.refused("a middle bet that is not paid in proportion, or less for a higher hand, is not priced")
        return each

    @cached_property
    def cents(self) -> int:
        """How many cents one of the kernels' units is: the most that leaves whole numbers."""
        (across, down, _), (now, later, last) = self.nets, self.folds
        return gcd(*(int(net) for part in (across, down, self.each, later, last, [now]) for net in np.ravel(part)))

    @cached_property
    def scaled(self) -> tuple[Array, Array, Array, Array, int, Array, Array]:
        """As the kernels take it, in their unit: nets across and down, the middle for one ante, its sizes, and folds."""
        (across, down, _), (now, later, last), unit = self.nets, self.folds, self.cents
        each, times = (self.each // unit).astype(np.int32), np.array(self.times[2])
        return across // unit, down // unit, each, times, now // unit, later // unit, last // unit

    def paths(self) -> Iterator[Path]:
        """Every path to the end, and every fold on the way."""
        sizes = [range(1, len(times) + 1) for times in self.times]
        for street in range(3):
            yield from ((*path, 0) for path in itertools.product(*sizes[:street]))
        yield from itertools.product(*sizes)
