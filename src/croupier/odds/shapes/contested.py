"""What the table does with one seat's wagers against the dealer's hand, found by asking; and the play that nets the most by it."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.hands.poker import Value
from croupier.odds.cells import Asked, Deal, Settled, breaks
from croupier.odds.in_suits import turned
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.rankings import Contest, Hand, Ranking, apart, probes, steps
from croupier.table.playable import Playable

LOWER, EQUAL, HIGHER = range(3)
WORDS = ("win", "tie", "lose")
"""How the player's hand compares with a dealer's that is lower, equal or higher."""
NOT_QUALIFIED = "dealer-does-not-qualify"
SAMPLED = 30
"""Deals at random on which the cells are tried once they are found."""


class Kind(NamedTuple):
    """Levels of player's hands that the table treats alike, from the first to before the last."""

    first: int
    last: int
    choices: tuple[str, ...]


CellKey = tuple[int, str, int, int]
"""Kind of the player's hand, choice, band of the dealer's hand, result."""


@dataclass(frozen=True)
class Terms:
    """What the table does with one seat's wagers: found by asking, under one house's rules and at one stake."""

    game: Playable
    asked: Asked
    ranking: Ranking
    shown: int = 0
    """How many of the dealer's cards lie open before the decision: none of the answers depends on which."""

    @cached_property
    def values(self) -> Sequence[Value]:
        return self.ranking.values(self.game)

    @cached_property
    def pack(self) -> frozenset[Card]:
        return frozenset(self.game.pack)

    @cached_property
    def ends(self) -> list[int]:
        """Levels at which to look for changes."""
        return probes(self.values)

    @cached_property
    def _hands(self) -> dict[tuple[str, int], list[Hand]]:
        return {}

    def hands(self, who: str, level: int) -> list[Hand]:
        known = self._hands.get((who, level))
        if known is None:
            find = self.ranking.players if who == "player" else self.ranking.dealers
            known = self._hands[who, level] = find(self.game, level)
        return known

    def deals(self, player: int, dealer: int) -> Iterator[tuple[Hand, Hand]]:
        """Deals of a player's level against a dealer's."""
        others = self.hands("dealer", dealer)
        for hand in self.hands("player", player):
            found = apart(hand, others, self.pack)
            if found is not None:
                yield hand, found

    @cached_property
    def _told(self) -> dict[tuple[int, int], tuple[object, ...] | None]:
        return {}

    def told(self, player: int, dealer: int) -> tuple[object, ...] | None:
        """Every choice there is with what it comes to; None where no such deal can be."""
        if (player, dealer) not in self._told:
            found = next(self.deals(player, dealer), None)
            choices = () if found is None else self.choices(*found)
            nets = tuple(self.settled(*found, choice)[:2] for choice in choices) if found is not None else ()
            self._told[player, dealer] = None if found is None else (choices, nets)
        return self._told[player, dealer]

    def choices(self, hand: Hand, dealer: Hand) -> tuple[str, ...]:
        """What the table offers."""
        return self.asked.choices(Deal(hand, dealer))

    def settled(self, hand: Hand, dealer: Hand, choice: str) -> Settled:
        return self.asked.settled(Deal(hand, dealer, decisions=(choice,)))

    @cached_property
    def plain(self) -> tuple[int, int]:
        """The lowest and the highest level with a player's hand of different ranks: it leaves the dealer nearly every other."""
        every = range(len(self.values))
        return self._plain("player", every), self._plain("player", every[::-1])

    def _plain(self, who: str, levels: range) -> int:
        """The first of some levels with a hand of different ranks, or with any."""
        found = next((level for level in levels if any(_differ(hand) for hand in self.hands(who, level))), None)
        return found if found is not None else next(level for level in levels if self.hands(who, level))

    def around(self, level: int) -> Iterator[list[int]]:
        """The levels at which to look for changes, below one level and above it."""
        yield sorted({*(end for end in self.ends if end < level), *range(level)[-1:]})
        yield sorted({*(end for end in self.ends if end > level), *range(level + 1, len(self.values))[:1]})

    def thresholds_for(self, player: int) -> Iterator[int]:
        """Levels of the dealer's hand at which the results of one player's hand change, but for the player's own."""
        for side in self.around(player):
            yield from breaks(side, lambda dealer: self.told(player, dealer))

    @cached_property
    def thresholds(self) -> tuple[int, ...]:
        """Levels of the dealer's hand at which results change: a hand that qualifies."""
        return tuple(sorted({level for player in self.plain for level in self.thresholds_for(player)}))

    @cached_property
    def bands(self) -> list[range]:
        """The dealer's levels between thresholds."""
        edges = [0, *self.thresholds, len(self.values)]
        return [range(*edge) for edge in itertools.pairwise(edges)]

    @cached_property
    def kinds(self) -> list[Kind]:
        """The player's levels by what the table makes of them against the lowest and the highest of the dealer's bands."""
        found: set[int] = set()
        dealers = {self._plain("dealer", band) for band in self.bands} | {self._plain("dealer", self.bands[-1][::-1])}
        for dealer in sorted(dealers):
            for side in self.around(dealer):
                found.update(breaks(side, functools.partial(self._told_by, dealer)))
        for level in self.ends:  # a level that none of these dealers leaves cards for stands by itself
            if all(self.told(level, dealer) is None or level == dealer for dealer in dealers):
                found.update({level, level + 1} - {len(self.values)})
        edges = [0, *sorted(found - {0}), len(self.values)]
        return [Kind(first, last, self._choices_at(first)) for first, last in itertools.pairwise(edges)]

    def _told_by(self, dealer: int, player: int) -> tuple[object, ...] | None:
        return self.told(player, dealer)

    def _choices_at(self, level: int) -> tuple[str, ...]:
        dealt = (deal for dealer in self.ends for deal in self.deals(level, dealer))
        found = next(dealt, None)
        return () if found is None else self.choices(*found)

    @cached_property
    def cells(self) -> Mapping[CellKey, Settled]:
        """Every cell of which there is a deal."""
        found: dict[CellKey, Settled] = {}
        for number, kind in enumerate(self.kinds):
            for choice, (place, band), result in itertools.product(kind.choices, enumerate(self.bands), range(3)):
                settled = self.cell(range(kind.first, kind.last), band, result, choice)
                if settled is not None:
                    found[number, choice, place, result] = settled
        return found

    def cell(self, levels: range, band: range, result: int, choice: str) -> Settled | None:
        """What deals of a cell are settled for, two of them at the least where there are two; None where there is none."""
        deals = list(self._sample(levels, band, result))
        if not deals:
            return None
        return self.asked.agreed(
            [Deal(hand, dealer, decisions=(choice,)) for hand, dealer in deals], f"{WORDS[result]}, {choice}"
        )

    def _sample(self, levels: range, band: range, result: int) -> Iterator[tuple[Hand, Hand]]:
        """Two deals of a cell, as far from each other as they come."""
        found = 0
        for turn in (1, -1):
            tried = levels[::turn]
            # Two hands of one level may want the same cards: then every level is looked at, not only some.
            for player in dict.fromkeys((*spread(tried), *(tried if result == EQUAL else ()))):
                if result == EQUAL:
                    others = range(player, player + 1) if player in band else range(0)
                elif result == LOWER:
                    others = range(band.start, min(band.stop, player))
                else:
                    others = range(max(band.start, player + 1), band.stop)
                deal = next((deal for dealer in spread(others[::turn]) for deal in self.deals(player, dealer)), None)
                if deal is not None:
                    yield deal
                    found += 1
                    break
            if not found:
                return


def try_cells(terms: Terms) -> None:
    """Refuse a table that settles deals at random, or of neighbouring levels, otherwise than their cells."""
    level_of = {value: level for level, value in enumerate(terms.values)}
    for hand, other in _at_random(terms):
        mine, theirs = (level_of[terms.ranking.worth(cards)] for cards in (hand, other))
        for choice in terms.kinds[_kind_of(terms, mine)].choices:
            _try_cell(terms, (hand, other), (mine, theirs), choice)
    for (hand, other), levels in (*_of_neighbours(terms), *_in_every_suit(terms)):
        # Whoever does not fold stakes the most, and only then is it asked who is higher.
        choices = terms.kinds[_kind_of(terms, levels[0])].choices
        choice = max(choices, key=lambda choice: terms.settled(hand, other, choice).staked)
        _try_cell(terms, (hand, other), levels, choice)


def _at_random(terms: Terms) -> Iterator[tuple[Hand, Hand]]:
    chance, pack = random.Random(1), sorted(terms.game.pack, key=str)
    own, dealers = terms.game.shape.hand, terms.game.shape.dealer
    for _ in range(SAMPLED):
        dealt = chance.sample(pack, own + dealers)
        yield tuple(dealt[:own]), tuple(dealt[own:])


def _of_neighbours(terms: Terms) -> Iterator[tuple[tuple[Hand, Hand], tuple[int, int]]]:
    """Deals of a level against the one below it, of which the order of hands is made; one of each category against its own level;
    and, where hands of one level may differ in a card that decides nothing, two that do.
    """
    every = steps(terms.values)
    tied = {terms.values[kind[0][1]].category: [(high, high) for _, high in kind] for kind in every}
    for kind in (*every, *tied.values()):
        dealt = ((deal, (high, low)) for low, high in kind for deal in terms.deals(high, low))
        if (found := next(dealt, None)) is not None:
            yield found
    for kind in every:
        ties = ((deal, (high, high)) for _, high in kind for deal in terms.deals(high, high))
        if (found := next((tie for tie in ties if _ranks(tie[0][0]) != _ranks(tie[0][1])), None)) is not None:
            yield found


def _in_every_suit(terms: Terms) -> Iterator[tuple[tuple[Hand, Hand], tuple[int, int]]]:
    """Hands of each category and leading rank against a lower one, and of each category against their like, in every suit."""
    kinds: dict[object, list[int]] = {}
    for level, value in enumerate(terms.values):
        kinds.setdefault((value.category, value.ranks[:1]), []).append(level)
    alike = {terms.values[levels[0]].category: levels for levels in kinds.values()}
    met = [((level, other) for level in levels for other in spread(range(level))) for levels in kinds.values()]
    met += [((level, level) for level in levels) for levels in alike.values()]
    for pairs in met:
        dealt = ((deal, levels) for levels in pairs for deal in terms.deals(*levels))
        if (found := next(dealt, None)) is not None:
            for hand, other in turned(*found[0]):
                if terms.pack.issuperset((*hand, *other)):
                    yield (hand, other), found[1]


def _ranks(hand: Hand) -> list[int]:
    return sorted(face.rank for face in hand)


def _kind_of(terms: Terms, level: int) -> int:
    return next(number for number, kind in enumerate(terms.kinds) if kind.first <= level < kind.last)


def _try_cell(terms: Terms, deal: tuple[Hand, Hand], levels: tuple[int, int], choice: str) -> None:
    mine, theirs = levels
    place = next(place for place, band in enumerate(terms.bands) if theirs in band)
    result = EQUAL if mine == theirs else LOWER if theirs < mine else HIGHER
    settled, cell = terms.settled(*deal, choice), terms.cells.get((_kind_of(terms, mine), choice, place, result))
    if cell is None or cell[:2] != settled[:2]:
        shown = f"{terms.values[mine].category} against {terms.values[theirs].category}, {choice}"
        clause = settled.lines[0].clause if settled.lines else None
        raise terms.asked.refused(f"{shown}: the table nets {settled.net}, its cell {cell and cell.net}", clause)


def _differ(hand: Hand) -> bool:
    return len({face.rank for face in hand}) == len(hand)


def spread(levels: Sequence[int]) -> list[int]:
    """Some of many levels: the first, the last, and a few between; then, of a few, all."""
    count = len(levels)
    if not count:
        return []
    chosen = [levels[place] for place in (0, count - 1, count // 2, count // 4, 3 * count // 4)]
    return list(dict.fromkeys((*chosen, *(levels if count <= 64 else ()))))


def results_of(tally: Array, levels: Array, thresholds: tuple[int, ...], against: int) -> Array:
    """By class, band and result: how many of the dealer's hands. `tally` is one view's."""
    lower, equal = tally[:, 0].astype(np.int64), tally[:, 1].astype(np.int64)
    nothing = np.zeros_like(lower)
    below = [nothing, *(tally[:, 2 + n].astype(np.int64) for n in range(len(thresholds))), nothing + against]
    edges = [0, *thresholds]
    found: Array = np.zeros((len(levels), len(edges), 3), np.int64)
    for place, edge in enumerate(edges):
        start, stop = below[place], below[place + 1]
        found[:, place, LOWER] = np.clip(lower, start, stop) - start
        found[:, place, HIGHER] = stop - np.clip(lower + equal, start, stop)
        inside = levels >= edge
        if place + 1 < len(edges):
            inside &= levels < edges[place + 1]
        found[:, place, EQUAL] = np.where(inside, equal, 0)
    return found


def best_plays(
    contest: Contest,
    terms: Terms,
    kinds: Sequence[Kind],
    names: Sequence[str],
    cells: Mapping[CellKey, Settled],
) -> tuple[Array, dict[CellKey, int]]:
    """The best choice for each class and view, and how many deals then end in each cell."""
    views, bands = contest.tally.shape[1], len(terms.bands)
    taken: Array = np.zeros((len(contest.levels), views), np.int8)
    ends: dict[CellKey, int] = {}
    for number, kind in enumerate(kinds):
        (rows,) = np.nonzero((contest.levels >= kind.first) & (contest.levels < kind.last))
        if not len(rows):
            continue
        choices = [choice for choice in names if choice in kind.choices]
        nets = np.zeros((bands, 3, len(choices)), np.int64)
        for column, choice in enumerate(choices):
            for place in range(bands):
                for result in range(3):
                    known = cells.get((number, choice, place, result))
                    nets[place, result, column] = 0 if known is None else known.net
        weights, where = contest.weights[rows], np.array([names.index(choice) for choice in choices])
        for view in range(views):
            results = results_of(contest.tally[rows, view], contest.levels[rows], terms.thresholds, contest.against)
            best = np.argmax(results.reshape(len(rows), -1) @ nets.reshape(-1, len(choices)), axis=1)
            taken[rows, view] = where[best]
            for column, choice in enumerate(choices):
                chosen = best == column
                totals = (results[chosen] * weights[chosen][:, None, None]).sum(axis=0)
                for place in range(bands):
                    for result in range(3):
                        if total := int(totals[place, result]):
                            key = number, choice, place, result
                            ends[key] = ends.get(key, 0) + total
    return taken, ends


def label(cells: Mapping[CellKey, Settled], key: CellKey, *, bands: int, several: bool) -> str:
    """An outcome's name: the choice where it alone decides, else the result, the choice if there are several, and what was earned."""
    number, choice, place, result = key
    same = {cell[:2] for (kind, word, _, _), cell in cells.items() if (kind, word) == (number, choice)}
    if len(same) == 1 and len({cell[:2] for (kind, _, _, _), cell in cells.items() if kind == number}) > 1:
        return choice
    name = WORDS[result]
    if bands == 2 and place == 0:
        known = cells[key].net == next(
            (cells[other].net for r in (LOWER, HIGHER) if (other := (number, choice, 0, r)) in cells), cells[key].net
        )
        name = NOT_QUALIFIED if known else name
    elif bands > 2:
        name += f", dealer's hands {place + 1} of {bands}"
    earned = [line.outcome for line in cells[key].lines if line.outcome not in ("win", "lose", "push")]
    return ", ".join([name, *([choice.replace("raise-", "play ")] if several else []), *dict.fromkeys(earned)])
