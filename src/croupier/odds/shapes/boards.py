"""Hold'em against the dealer: what the table nets by path of decisions, result and the player's final hand, found by asking.

The kernels count boards and the hands that meet on them. What a meeting nets they take from arrays of whole numbers, and every number
in them is a round settled at the real table. Hands that the table treats alike share a row.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from croupier.hands.poker import Value
from croupier.odds.card_numbers import CARDS, number_of
from croupier.odds.cells import Asked, Deal, Settled, breaks, layout
from croupier.odds.examples import five_cards
from croupier.odds.kernels.tables import Array
from croupier.odds.remembered import remembered
from croupier.odds.shapes.asked_by_street import AskedByStreet
from croupier.odds.shapes.rankings import probes, steps, whole_deck
from croupier.table.playable import Playable

WON, LOST, WON_UNQUALIFIED, LOST_UNQUALIFIED, TIED = range(5)
"""Against a dealer who qualifies, against one who does not, and tied with either."""
RESULTS = ("win", "lose", "win", "lose", "tie")
HOLE, BOARD = 2, 5
TURNS = 2
"""Suits in which hands of a class are tried."""
SUITED = 4
"""Suits there are, by which a kernel numbers the cards of a rank."""
SAMPLED = 60
"""Deals at random on which the cells are tried once they are found."""
MOST_FIGURE = 1 << 23
"""What a cell may net, in the unit that divides them all: sums over every deal stay whole numbers of 64 bits."""

Path = tuple[str, ...]


@lru_cache(maxsize=1)
def classes() -> Sequence[Value]:
    """Hands of five cards by class, lowest first; the first place is nobody's."""
    from croupier.odds.kernels.classes import values

    return values()


@lru_cache(maxsize=1)
def _held() -> tuple[int, ...]:
    """The classes that the best five of seven cards can have."""
    from croupier.odds.dealt import five_card_counts

    return tuple(level for level, count in enumerate(five_card_counts(HOLE + BOARD), start=1) if count)


@lru_cache(maxsize=1)
def _probes() -> tuple[int, ...]:
    """Places among the classes that seven cards can have at which to look for changes."""
    return tuple(probes([classes()[level] for level in _held()]))


def _changes(told: Callable[[int], object], below: int | None = None) -> list[int]:
    """The classes, up to one where `below` names it, at which what is told changes."""
    known = _held()
    within = [place for place in _probes() if below is None or known[place] < below]
    return [known[place] for place in breaks(within, lambda place: told(known[place]))]


def _with_pairs(board: Array, gone: Array | tuple[()] = ()) -> Array:
    """Five cards with every pair of the cards that are left."""
    left = np.ones(CARDS, np.bool_)
    left[board] = left[list(gone)] = False
    rest = np.flatnonzero(left)
    low, high = _chosen(len(rest))
    found: Array = np.empty((len(low), BOARD + HOLE), np.int64)
    found[:, :BOARD], found[:, BOARD], found[:, BOARD + 1] = board, rest[low], rest[high]
    return found


@lru_cache(maxsize=4)
def _chosen(cards: int) -> tuple[Array, Array]:
    low, high = np.triu_indices(cards, 1)
    return low, high


def _settings(level: int) -> Iterator[tuple[Array, Array]]:
    """Hole cards and a board whose best five are of a class: strong hole cards on weak boards, and the other way round."""
    from croupier.odds.kernels.evaluate import evaluate_many

    chance = random.Random(level)
    for turn in range(TURNS):
        five = [number_of(card) for card in five_cards(classes()[level], turn)]
        seven = _with_pairs(np.array(five, np.int64))
        seven = seven[evaluate_many(seven) == level]
        for hole in itertools.combinations(range(HOLE + BOARD), HOLE) if len(seven) else ():
            cards = seven[chance.randrange(len(seven))]
            yield cards[list(hole)], np.delete(cards, hole)


@lru_cache(maxsize=1 << 14)
def meeting(level: int, low: int, high: int) -> tuple[Array, Array, Array] | None:
    """Hole cards and a board of a class with another hand on that board whose class lies from `low` to before `high`."""
    from croupier.odds.kernels.evaluate import evaluate_many

    if low >= high:
        return None
    for hole, board in _settings(level):
        others = _with_pairs(board, hole)
        found = evaluate_many(others)
        (there,) = np.nonzero((found >= low) & (found < high))
        if len(there):
            return hole, board, others[there[len(there) // 2], BOARD:]
    return None


def _deal(hole: Array, board: Array, dealer: Array) -> Deal:
    from croupier.odds.card_numbers import kernel_card

    hand, community, other = (tuple(map(kernel_card, cards.tolist())) for cards in (hole, board, dealer))
    return Deal(hand, other, community)


def _sizes(asked: Asked, deal: Deal, paths: Sequence[Path]) -> tuple[Path, ...]:
    """The paths that stake the most and the least of those that are not given up: a limit on payouts levels hands on the one alone."""
    staked = {path: asked.settled(deal._replace(decisions=path)).staked for path in paths}
    played = sorted((path for path in paths if staked[path] > min(staked.values())), key=staked.__getitem__) or paths
    return tuple(dict.fromkeys((played[-1], played[0])))


@dataclass(frozen=True, eq=False)
class Figures:
    """What each cell nets under one house's rules and at its stakes: rows of hands treated alike, by path and result."""

    asked: Asked
    unit: int
    paths: tuple[Path, ...]
    threshold: int
    """The lowest class with which the dealer qualifies; 0 where every hand does."""
    row_of: Array
    """By class of the player's hand."""
    nets: Array
    """By row, path and result, in units of `scale` cents."""
    scale: int
    cells: Mapping[tuple[int, int, int], Settled]

    @cached_property
    def key(self) -> bytes:
        """All that the best play depends on: houses that net the same are played alike."""
        told = repr((self.paths, self.threshold, self.nets.shape)).encode()
        return self.row_of.tobytes() + self.nets.tobytes() + told

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Figures) and self.key == other.key

    def staked(self, path: int) -> int:
        """The most that is staked by a path, in cents."""
        return max(cell.staked for (_, way, _), cell in self.cells.items() if way == path)

    def given_up(self, path: int) -> Settled:
        """The one cell of a path that gives the hand up: neither hand matters to it."""
        first, *others = (cell for (_, way, _), cell in self.cells.items() if way == path)
        for cell in others:
            if cell[:2] != first[:2]:
                raise self.asked.refused(f"{self.paths[path]} nets {first.net} with one hand and {cell.net} with another")
        return first

    def settled(self, row: int, path: int, result: int, weight: int) -> Settled:
        """The cell that `weight` deals ended in."""
        found = self.cells.get((row, path, result))
        if found is None:
            raise self.asked.refused(f"no deal was found for {weight} cases of {self.paths[path]}, {RESULTS[result]}")
        return found


def _span(result: int, level: int, threshold: int) -> tuple[int, int]:
    """The dealer's classes by which a hand of a class comes to a result, from the first to before the last."""
    return {
        WON: (max(threshold, 1), level),
        LOST: (max(threshold, level + 1), len(classes())),
        WON_UNQUALIFIED: (1, min(threshold, level)),
        LOST_UNQUALIFIED: (level + 1, threshold),
        TIED: (level, level + 1),
    }[result]


class _Asking(NamedTuple):
    asked: Asked
    paths: tuple[Path, ...]
    """Those by which rows and threshold are looked for."""

    def told(self, deal: tuple[Array, Array, Array] | None) -> object:
        if deal is None:
            return None
        dealt = _deal(*deal)
        return tuple(self.asked.settled(dealt._replace(decisions=path))[:2] for path in self.paths)

    def threshold(self) -> int:
        """The one class of the dealer's at which what is lost, or won with two pair, changes."""
        pairs = [level for level in _held() if classes()[level].category == "two-pair"]
        found: set[int] = set()

        def lost(dealer: int) -> object:
            seen = meeting(dealer, 1, dealer)
            return self.told(seen and (seen[2], seen[1], seen[0]))

        def won(dealer: int) -> object:
            seen = meeting(dealer, pairs[0], pairs[-1] + 1)
            return self.told(seen and (seen[2], seen[1], seen[0]))

        found.update(_changes(lost))
        found.update(_changes(won, below=pairs[0]))
        if len(found) > 1:
            hands = ", ".join(f"{classes()[level].category}" for level in sorted(found))
            raise self.asked.refused(
                f"results change at several of the dealer's hands ({hands}); the sweep of boards knows one"
            )
        return next(iter(found), 0)

    def rows(self, threshold: int) -> list[int]:
        """The classes at which a row of hands that are treated alike begins."""
        found: set[int] = set()
        for result in range(len(RESULTS)):
            found.update(_changes(lambda level: self.told(meeting(level, *_span(result, level, threshold)))))  # noqa: B023
        return sorted({_held()[0], *found})


@remembered
def _ask(game: Playable, wager: str, laid: tuple[tuple[str, int], ...], seen: tuple[int, ...]) -> Figures:
    whole_deck(game)
    stakes = dict(laid)
    main = {name for name, terms in game.terms.wagers.items() if name in stakes or terms.placed != "opening"}
    asked, any_deal = AskedByStreet(game, stakes, only=main), _deal(*(meeting(_held()[-2], 1, _held()[-2]) or ()))
    paths = tuple(asked.paths(any_deal))
    asked.refuse_other_sights(any_deal._replace(decisions=max(paths, key=len)), seen)
    asking = _Asking(asked, _sizes(asked, any_deal, paths))
    threshold = asking.threshold()
    starts = asking.rows(threshold)
    row_of = np.maximum(np.searchsorted(starts, np.arange(len(classes())), side="right") - 1, 0)
    cells: dict[tuple[int, int, int], Settled] = {}
    for row, (first, last) in enumerate(itertools.pairwise([*starts, len(classes())])):
        levels = [level for level in _held() if first <= level < last]
        for result in range(len(RESULTS)):
            deals = [_deal(*deal) for deal in _ends(levels, result, threshold)]
            for number, path in enumerate(paths if deals else ()):
                name = f"{classes()[first].category} {RESULTS[result]} {' '.join(path)}"
                cells[row, number, result] = asked.agreed([deal._replace(decisions=path) for deal in deals], name)
    scale = math.gcd(*(cell.net for cell in cells.values())) or 1
    nets: Array = np.zeros((len(starts), len(paths), len(RESULTS)), np.int64)
    for key, cell in cells.items():
        nets[key] = cell.net // scale
    if np.abs(nets).max() >= MOST_FIGURE:
        raise asked.refused(f"a round may net {int(np.abs(nets).max()) * scale} cents: more than the sweep of boards adds up")
    found = Figures(asked, stakes[wager], paths, threshold, row_of.astype(np.uint8), nets, scale, cells)
    _try(found)
    return found


def _ends(levels: Sequence[int], result: int, threshold: int) -> Iterator[tuple[Array, Array, Array]]:
    """A deal at each end of some classes that come to a result; none where none does."""
    for turn in (1, -1):
        found = (meeting(level, *_span(result, level, threshold)) for level in levels[::turn][:8])
        deal = next((deal for deal in found if deal is not None), None)
        if deal is None:
            middle = (meeting(level, *_span(result, level, threshold)) for level in levels[8:-8:40])
            deal = next((deal for deal in middle if deal is not None), None)
        if deal is not None:
            yield deal


def _try(figures: Figures) -> None:
    """Refuse a table that settles deals at random, or of neighbouring classes, otherwise than their cells."""
    from croupier.odds.kernels.evaluate import evaluate_many

    chance = random.Random(1)
    for _ in range(SAMPLED):
        cards = np.array(chance.sample(range(CARDS), 2 * HOLE + BOARD), np.int64)
        hole, board, dealer = cards[:HOLE], cards[HOLE:-HOLE], cards[-HOLE:]
        mine, other = evaluate_many(np.array([[*hole, *board], [*dealer, *board]])).tolist()
        for number in range(len(figures.paths)):
            _try_cell(figures, (hole, board, dealer), (mine, other), number)
    most = max(range(len(figures.paths)), key=figures.staked)  # no fold, after which nobody asks who is higher
    held = _held()
    for kind in steps([classes()[level] for level in held]):
        levels = ((held[high], held[low]) for low, high in kind)
        dealt = ((deal, (mine, other)) for mine, other in levels if (deal := meeting(mine, other, other + 1)))
        if (found := next(dealt, None)) is not None:
            _try_cell(figures, *found, most)
    for deal in _in_every_suit():
        hole, board, dealer = deal
        mine, other = evaluate_many(np.array([[*hole, *board], [*dealer, *board]])).tolist()
        _try_cell(figures, deal, (mine, other), most)


def _in_every_suit() -> Iterator[tuple[Array, Array, Array]]:
    """Hands of each category and leading rank against a lower one, and of each category against their like, in every suit."""
    kinds: dict[object, list[int]] = {}
    for level in _held():
        kinds.setdefault((classes()[level].category, classes()[level].ranks[:1]), []).append(level)
    alike = {classes()[levels[0]].category: levels for levels in kinds.values()}
    met = [(meeting(level, 1, level) for level in levels) for levels in kinds.values()]
    met += [(meeting(level, level, level + 1) for level in levels) for levels in alike.values()]
    for meetings in met:
        if (deal := next(filter(None, meetings), None)) is not None:
            for turn in range(SUITED):
                hole, board, dealer = (cards & ~3 | (cards + turn) & 3 for cards in deal)
                yield hole, board, dealer


def _try_cell(figures: Figures, deal: tuple[Array, Array, Array], levels: tuple[int, int], number: int) -> None:
    (mine, other), asked, path = levels, figures.asked, figures.paths[number]
    result = TIED if mine == other else (WON if mine > other else LOST) + 2 * (other < figures.threshold)
    settled = asked.settled(_deal(*deal)._replace(decisions=path))
    cell = figures.cells.get((int(figures.row_of[mine]), number, result))
    if cell is not None and cell[:2] != settled[:2]:
        hands = f"{classes()[mine].category} against {classes()[other].category}, {' '.join(path)}"
        raise asked.refused(f"{hands}: the table nets {settled.net}, its cell {cell.net}", settled.lines[0].clause)


def figures_of(
    game: Playable, wager: str, stakes: Mapping[str, int] | None = None, *, stake: int | None = None, seen: tuple[int, ...]
) -> Figures:
    """What the table nets with these stakes, or with those that the wager needs at `stake`; kept while game and table are the same.

    `seen` is how many community cards lie open before each decision: what is weighed there goes by them.
    """
    return _ask(game, wager, tuple((layout(game, wager, stake) | dict(stakes or {})).items()), seen)
