"""What the table makes of two lines of a cross: every size of every wager with every row, asked of real rounds."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cached_property
from math import gcd

import numpy as np

from croupier.equipment.cards import Card
from croupier.odds.card_numbers import kernel_card, numbers
from croupier.odds.cells import Deal, Settled, layout
from croupier.odds.kernels.boards import PAIRS
from croupier.odds.kernels.cross import hands_of
from croupier.odds.kernels.evaluate import evaluate
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.asked_by_street import AskedByStreet
from croupier.odds.shapes.rankings import Hand, whole_deck
from croupier.odds.shapes.street_kinds import Kinds
from croupier.table.playable import ACROSS, DOWN, Playable

FOLD = "fold"
SAMPLED = 30
"""Crosses at random on which the rows are tried once they are settled."""
Cross = tuple[Hand, Hand, Hand, Card]
"""Hole cards, the others of the line across and of the line down, and the centre."""
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


def crossed(across: Sequence[Card], down: Sequence[Card], centre: Card) -> tuple[Card, ...]:
    """The cross as the table lays it, of the cards that a line has to itself and the one that both have."""
    found = dict.fromkeys((*ACROSS, *DOWN), centre)
    for line, other, cards in ((ACROSS, DOWN, across), (DOWN, ACROSS, down)):
        found |= dict(zip((place for place in line if place not in other), cards, strict=True))
    return tuple(found[place] for place in sorted(found))


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
        self.kinds = Kinds(game, self.wagers)
        self.times = tuple(tuple(sorted(game.terms.wagers[bet].times)) for bet in self.bets)
        streets = [(*(f"bet-{size}x" for size in times), FOLD) for times in self.times]
        self.asked = AskedByStreet(game, self.stakes, only=self.wagers, streets=streets)

    def words(self, path: Path) -> tuple[str, ...]:
        """A path as the table hears it."""
        return tuple(f"bet-{times[n - 1]}x" if n else FOLD for times, n in zip(self.times, path, strict=False))

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
                            own, on_across, on_down = (tuple(map(kernel_card, part)) for part in (hole, (a, b), (c, d)))
                            known.append((own, crossed(on_across, on_down, kernel_card(centre))))
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
        self._try(found)
        return found[0], found[1], found[2]

    def _try(self, nets: Sequence[Array]) -> None:
        """Refuse a table that settles a line of any category and leading rank, or one at random, otherwise than its row."""
        chance, most = random.Random(1), max(map(len, self.times))
        kinds = ((cross, (most,) * 3) for cross in self._kinds_of_crosses(chance))
        at_random = ((cross, tuple(chance.randint(1, len(times)) for times in self.times)) for cross in self._at_random(chance))
        for (hole, across, down, centre), path in (*kinds, *at_random):
            rows = [int(self.kinds.row_of[evaluate(numbers((*hole, *line, centre)))]) for line in (across, down)]
            settled = self.asked.settled(Deal(hole, (), crossed(across, down, centre), self.words(path)))
            for wagers, row, size, known in zip((*self.lines, (self.middle,)), (*rows, max(rows)), path, nets, strict=True):
                if (net := self._net(settled, *wagers)) != known[size - 1, row]:
                    shown = " ".join(map(str, (*hole, *across, *down, centre)))
                    why = f"{shown}: {' and '.join(wagers)} net {net}, hands of its row {known[size - 1, row]}"
                    raise self.asked.refused(why, self.game.terms.wagers[wagers[-1]].clause)

    def _kinds_of_crosses(self, chance: random.Random) -> Iterator[Cross]:
        """Each kind of hand on either line."""
        for five in self.kinds.one_of_each:
            hand = chance.sample(five, len(five))
            others = chance.sample([card for card in self.game.pack if card not in five], 2)
            for across, down in ((hand[2:4], others), (others, hand[2:4])):
                yield tuple(hand[:2]), tuple(across), tuple(down), hand[4]

    def _at_random(self, chance: random.Random) -> Iterator[Cross]:
        for _ in range(SAMPLED):
            cards = chance.sample(self.game.pack, 7)
            yield tuple(cards[:2]), tuple(cards[2:4]), tuple(cards[4:6]), cards[6]

    @cached_property
    def folds(self) -> tuple[int, Array, Array]:
        """What a fold nets: at once, after each across bet, and after each two bets."""
        one, two = (range(1, len(times) + 1) for times in self.times[:2])
        hole, cross = next(iter(self.deals.values()))[0]
        for path in ((0,), (1, 0), (1, 1, 0)):
            self.asked.refuse_other_chips(Deal(hole, community=cross, decisions=self.words(path)), self.bets)
        self.asked.refuse_other_sights(Deal(hole, community=cross, decisions=self.words((1, 1, 1))), (0, 2, 4))
        self._try_folds()
        seconds = np.array([self.fold((m, 0)).net for m in one], np.int64)
        thirds = np.array([[self.fold((m, n, 0)).net for n in two] for m in one], np.int64)
        return self.fold((0,)).net, seconds, thirds

    def _try_folds(self) -> None:
        """Refuse a table that settles a fold by the cards."""
        chance = random.Random(2)
        ways = [path for path in self.paths() if 0 in path]
        for hole, across, down, centre in self._at_random(chance):
            path = chance.choice(ways)
            settled = self.asked.settled(Deal(hole, (), crossed(across, down, centre), self.words(path)))
            if settled[:2] != (known := self.fold(path))[:2]:
                shown = " ".join((*map(str, (*hole, *across, *down, centre)), *self.words(path)))
                raise self.asked.refused(f"{shown}: the table nets {settled.net}, a fold of other cards {known.net}")

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
        lines = ((across, 0), (later[:, None], 0), (last, 0), (down, 1), (last.T, 1))
        if not all(_straight(nets, self.times[bet]) for nets, bet in lines):
            raise self.asked.refused(
                "a bet between the least and the most nets otherwise than between them, and is not weighed"
            )
        each, times = (self.each // unit).astype(np.int32), np.array(self.times[2])
        return across // unit, down // unit, each, times, now // unit, later // unit, last // unit

    def paths(self) -> Iterator[Path]:
        """Every path to the end, and every fold on the way."""
        sizes = [range(1, len(times) + 1) for times in self.times]
        for street in range(3):
            yield from ((*path, 0) for path in itertools.product(*sizes[:street]))
        yield from itertools.product(*sizes)


def _straight(nets: Array, times: Sequence[int]) -> bool:
    """Does what the sizes of a bet net lie on a line, so that the least or the most of them is best?"""
    beyond = np.array(times)[:, None] - times[0]
    return bool(((nets - nets[0]) * beyond[-1] == (nets[-1] - nets[0]) * beyond).all())
