"""Hold'em with one raise against the dealer, the larger the sooner: made before the flop, on it or at the end, or a fold there.

What every path nets is asked of the table; which decision nets the most, and how often each cell then comes, is counted over boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, sight_of, weigh
from croupier.odds.analyze import tables_of
from croupier.odds.card_numbers import numbers, place_of
from croupier.odds.cells import Deal, comparison
from croupier.odds.charts import hole_grid
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import best_five_of, price_looks
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.shapes import Shape
from croupier.odds.shapes.boards import RESULTS, Figures, Path, classes, figures_of
from croupier.odds.shapes.holdem import BOARD, FLOP, by_kind, cards_of, dealt, hole_kinds, over_boards, pair_number, rows, total
from croupier.odds.shapes.progressive import Folds, price_progressive
from croupier.odds.tally import Tally, best_of
from croupier.odds.work import in_parts
from croupier.rules.resolve import Paytable
from croupier.table.drivers import Strategy
from croupier.table.playable import Playable
from croupier.table.progressive import ENVY, PROGRESSIVE
from croupier.table.requests import Decision
from croupier.table.round import Round

if TYPE_CHECKING:
    from croupier.odds.simulation import Simulation

BEFORE, ON_FLOP, LAST, FOLDED = range(4)
"""When the raise is made; or never."""
SEEN = (0, FLOP, BOARD)
"""Community cards that lie open then."""
FLOPS_A_TURN = 4
"""Each flop with a turn is four flops to decide on, and one round to raise before."""
WHOLE = 52
DEALS = 990
BOARDS_BEFORE = FLOPS_A_TURN * comb(50, 4) * 46 * DEALS
"""Flops with a turn, rivers and dealer's hands that two hole cards may meet."""


class Opening(NamedTuple):
    """Sums of net before the flop, by kind of hole cards: for raises there, for a bet on every flop, and for whichever is best later."""

    before: tuple[int, ...]
    raised: Array
    on_flop: int
    bet: Array
    waited: Array

    def net(self, figures: Figures, path: int, kind: int) -> Fraction:
        """What a raise nets in sum. One not swept, because only the largest can be best, lies on the line between two that were."""
        if path in self.before:
            return Fraction(int(self.raised[self.before.index(path), kind]))
        large, small = int(self.raised[0, kind]), int(self.bet[kind])
        most, least = figures.staked(self.before[0]), figures.staked(self.on_flop)
        return small + Fraction(figures.staked(path) - least, most - least) * (large - small)


class Solution(NamedTuple):
    """The best decisions, with the path of each."""

    figures: Figures
    paths: Array
    """Of a raise before the flop, a bet on it, a play at the end and a fold, by their numbers among the figures' paths."""
    raises: Array
    """By hole cards."""
    bets: Array
    """By class of flop and renamed hole cards."""

    @property
    def asked(self) -> tuple[Array, Array, int, Array]:
        """As the kernels take it."""
        return self.figures.row_of, self.figures.nets, self.figures.threshold, self.paths

    def path(self, decision: int) -> Path:
        return self.figures.paths[int(self.paths[decision])]

    def times(self, decision: int) -> str:
        """How large the raise of a decision is."""
        return self.path(decision)[-1].removeprefix("raise-")


def streets(figures: Figures, fold: str) -> tuple[list[int], list[int], list[int], int]:
    """Raises before the flop, on it and at the end, the largest first, and the fold.

    Where all of them net so much and then so much a unit more, only the largest of a street can be best: a unit that gains is
    worth most of them, and one that loses is better left for the smallest, at the end.
    """
    found: list[list[int]] = [[], [], []]
    folds = [number for number, path in enumerate(figures.paths) if path[-1] == fold]
    for number, path in enumerate(figures.paths):
        if number not in folds and len(path) <= len(found):
            found[len(path) - 1].append(number)
    if len(folds) != 1 or not all(found) or sum(map(len, found)) + 1 != len(figures.paths):
        raise figures.asked.refused(f"the table offers {figures.paths}: not one raise before the flop, on it or at the end")
    for street in found:
        street.sort(key=figures.staked, reverse=True)
    least = min((number for street in found for number in street), key=figures.staked)
    units = {number: figures.staked(number) - figures.staked(least) for street in found for number in street}
    most = max(units, key=units.__getitem__)
    more = {number: figures.nets[:, number] - figures.nets[:, least] for number in units}
    if least in found[LAST] and all((more[n] * units[most] == more[most] * units[n]).all() for n in units):
        found = [street[:1] for street in found]
    if len(found[LAST]) > 1:
        raise figures.asked.refused("the best size of the last raise differs by hand, and the sweep of boards counts one")
    return found[BEFORE], found[ON_FLOP], found[LAST], folds[0]


def _swept(figures: Figures, paths: Array) -> tuple[Array, Array]:
    """Sums of net by flop and hole cards, for a check and a bet there, and by hole cards for a raise before it."""
    from croupier.odds.kernels.boards import PAIRS, boards, subsets, symmetric_sums
    from croupier.odds.kernels.kinds import CLASSES, COLUMNS, KINDS
    from croupier.odds.kernels.ultimate import nets, sweep

    known, flops, turns = boards(), subsets(3), subsets(4)
    most = DEALS * int(np.abs(figures.nets).max())
    worth = np.zeros((CLASSES, KINDS, COLUMNS), np.int32 if most < 2**31 else np.int64)
    asked = figures.row_of, figures.nets, figures.threshold, paths
    in_parts(
        len(known.classes),
        lambda first, last: nets(known.cards, known.first, known.classes, first, last, *asked, worth),
    )

    def part(first: int, last: int) -> tuple[Array, Array]:
        later = np.zeros((len(flops.masks), PAIRS, 2), np.int64)
        raised = np.zeros(PAIRS, np.int64)
        sweep(turns.cards, turns.weights, first, last, flops.classes, flops.names, worth, later, raised)
        return later, raised

    later, raised = (total(found) for found in zip(*in_parts(len(turns.masks), part), strict=True))
    return symmetric_sums(later, flops.masks), by_kind(raised)


MOST_OPENINGS = 8
_openings: dict[tuple[Figures, str], Opening] = {}
"""What sweeps have found, for questions before the flop: a whole sweep is long beside one question, and answers all that follow."""


@lru_cache(maxsize=4)
def solve(figures: Figures, fold: str) -> Solution:
    """The best decision before the flop for each pair of cards and on each flop for each pair of cards."""
    from croupier.odds.kernels.ultimate import BET, CHECKED

    before, on_flop, (last,), folds = streets(figures, fold)
    tried = max(len(before), len(on_flop))
    sweeps = [
        _swept(figures, np.array([before[min(n, len(before) - 1)], on_flop[min(n, len(on_flop) - 1)], last, folds]))
        for n in range(tried)
    ]
    checked = sweeps[0][0][:, :, CHECKED]
    later = np.stack([checked, *(found[:, :, BET] for found, _ in sweeps[: len(on_flop)])])
    bets = later.argmax(axis=0)
    raised = FLOPS_A_TURN * np.stack([found for _, found in sweeps[: len(before)]])
    waited = by_kind(later.max(axis=0).sum(axis=0))
    raises = np.where(raised.max(axis=0) > waited, 1 + raised.argmax(axis=0), 0)[hole_kinds()]
    sizes = [sorted({*taken.ravel().tolist()} - {0}) or [1] for taken in (raises, bets)]
    if max(map(len, sizes)) > 1:
        raise figures.asked.refused("the best size of a raise differs by hand, and the sweep of boards counts one a street")
    paths = np.array([before[sizes[0][0] - 1], on_flop[sizes[1][0] - 1], last, folds])
    opening = Opening(tuple(before), raised, on_flop[0], by_kind(sweeps[0][0][:, :, BET].sum(axis=0)), waited)
    _openings[figures, fold] = opening
    while len(_openings) > MOST_OPENINGS:
        del _openings[next(iter(_openings))]
    return Solution(figures, paths, (raises > 0).astype(np.uint8), (bets > 0).astype(np.uint8))


@lru_cache(maxsize=4)
def _ends(figures: Figures, fold: str) -> Array:
    """How rounds end by the best decisions: deals by decision, row of the player's hand and result."""
    from croupier.odds.kernels.boards import boards
    from croupier.odds.kernels.ultimate import tally_ends

    solution, known = solve(figures, fold), boards()
    bets = _by_place(solution)

    def part(first: int, last: int) -> Array:
        ends: Array = np.zeros((len(solution.paths), len(figures.nets), len(RESULTS)), np.int64)
        tally_ends(known.cards, known.weights, known.first, first, last, *solution.asked, solution.raises, bets, ends)
        return ends

    return total(in_parts(len(known.classes), part))


@lru_cache(maxsize=4)
def _folded(figures: Figures, fold: str) -> list[int]:
    """Deals that the best decisions fold at the end, by the class of hole cards and flop."""
    from croupier.odds.kernels.boards import boards
    from croupier.odds.kernels.folds import river_folds

    solution, known = solve(figures, fold), boards()
    bets = _by_place(solution)

    def part(first: int, last: int) -> Array:
        folded: Array = np.zeros(len(classes()), np.int64)
        river_folds(known.cards, known.weights, known.first, first, last, *solution.asked, solution.raises, bets, folded)
        return folded

    found: list[int] = total(in_parts(len(known.classes), part))[1:].tolist()
    return found


@dataclass(frozen=True)
class OneRaise(Shape):
    """A game of this shape: the wager that opens it, the one that goes with it by whose tables it is priced, and its words."""

    opens: str
    tables: str
    plays: str
    fold: str
    trips: str = ""
    """A wager on the player's best five of seven."""
    note: str = ""

    @property
    def main(self) -> tuple[str, ...]:
        return self.opens, self.tables, self.plays

    def figures(self, game: Playable, stake: int | None = None) -> Figures:
        """What the table nets at a stake, found once while the game is in use."""
        return figures_of(game, self.opens, stake=stake, seen=SEEN)

    def solved(self, game: Playable, stake: int | None = None) -> Solution:
        """The best play at a stake, found once while the game is in use."""
        figures = self.figures(game, stake)
        return solve(figures, self.fold)._replace(figures=figures)

    # Prices

    def price(self, game: Playable, table: Paytable, stake: int | None = None) -> Price:
        """Everything against the dealer, in units of the wager that opens the round, with `table` posted."""
        solution = self.solved(with_posted(game, table), stake)
        figures, ends = solution.figures, _ends(solution.figures, self.fold)
        tally = Tally(figures.unit)
        for decision, row, result in np.argwhere(ends).tolist():
            weight = int(ends[decision, row, result])
            settled = figures.settled(row, int(solution.paths[decision]), result, weight)
            tally.add(settled, weight, self.label(solution, decision, row, result))
        tally.rests_on(table.reading, comparison(game, self.opens))
        return best_of(self.opens, table, tally, self.note)

    def label(self, solution: Solution, decision: int, row: int, result: int) -> str:
        """An outcome's name: what was earned or the result, the size of the raise, and a first wager that came back."""
        settled = solution.figures.cells.get((row, int(solution.paths[decision]), result))
        if decision == FOLDED or RESULTS[result] == "tie" or settled is None:
            return self.fold if decision == FOLDED else RESULTS[result]
        earned = [line.outcome for line in settled.lines if line.outcome not in ("win", "lose", "push")]
        back = [f"{self.opens} pushes"] if settled.outcome_of(self.opens) == "push" else []
        return ", ".join([*(earned or [RESULTS[result]]), f"play {solution.times(decision)}", *back])

    def price_chip(self, game: Playable, wanted: str | None) -> Iterator[Price]:
        """The chip on hole cards and flop: a fold at the end forfeits it where the text says so."""
        solution = self.solved(game)
        paths = solution.path(FOLDED), solution.path(LAST)
        ladder = best_five_of(game, BOARD, lambda five: Deal(five[:2], community=five[2:]))._replace(paths=paths)
        folded = _folded(solution.figures, self.fold)
        scale = comb(5, 2) * comb(47, 2)  # which of the five are hole cards, and the turn and river that follow
        deals = [[lost, scale * every - lost] for lost, every in zip(folded, ladder.weights, strict=True)]
        yield from price_progressive(game, wanted, ladder, Folds(paths, deals, scale))

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The wagers beside the game, the progressive on five cards, and the main game."""
        yield from price_looks(game, wanted, stake)
        if PROGRESSIVE in game.terms.wagers and wanted in (None, PROGRESSIVE, ENVY):
            yield from self.price_chip(game, wanted)
        if wanted in (None, *self.main):
            for table in tables_of(game, self.tables):
                yield self.price(game, table, stake)

    # Advice

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """The main wagers together, per unit of the first, at the stakes that lie there, later decisions made for the most."""
        from croupier.odds.kernels.one_holdem import boards, one_board, runouts, stand_ins, sums_of
        from croupier.odds.kernels.places import FLOPS

        seen = len(sight.community)
        if not isinstance(request, Decision) or len(sight.hand) != game.shape.hand or seen not in SEEN:
            return None
        stakes = {wager: sight.stakes[wager] for wager in self.main if wager in sight.stakes and wager != self.plays}
        figures, cards = figures_of(game, self.opens, stakes, seen=SEEN), cards_of(sight)
        by_street = [[number for number, path in enumerate(figures.paths) if len(path) == turn] for turn in (1, 2, 3)]
        waits = SEEN.index(seen)
        opening = _openings.get((figures, self.fold)) if waits == BEFORE else None
        if opening is not None and len(cards.deck) == WHOLE - len(sight.hand):
            return self._before_the_flop(opening, figures, sight, request)
        now = [number for street in by_street[waits:LAST] for number in street] if waits < LAST else by_street[LAST]
        asked = figures.row_of, figures.nets, figures.threshold, np.array(by_street[LAST]), np.array(now)
        sums = np.zeros(len(now) + 2, np.int64)
        if waits == LAST:
            unseen = sums_of(cards.deck) + sums_of(cards.board)
            one_board(cards.hole, cards.board, unseen, *asked, np.empty(13, np.int64), np.empty(6, np.int64), sums)
        elif waits == ON_FLOP:
            by_turn = rows(len(cards.deck), len(sums))
            runouts(cards.hole, cards.board, cards.deck, *asked, by_turn)
            sums = by_turn.sum(axis=0)
        else:
            stands = stand_ins(FLOP, cards.symmetries), np.zeros(0, np.int32)
            on_flop, _ = over_boards(
                cards.deck,
                lambda: (rows(FLOPS, len(sums)), np.zeros(0, np.int64)),
                lambda first, last, found: boards(
                    cards.hole, cards.deck, first, last, cards.symmetries, *stands, *asked, *found
                ),
            )
            bets = [1 + now.index(number) for number in by_street[ON_FLOP]]
            sums = on_flop.sum(axis=0)
            sums[0] = on_flop[:, [0, *bets]].max(axis=1).sum()
        words = {
            figures.paths[number][-1]: int(sums[1 + place]) for place, number in enumerate(now) if number in by_street[waits]
        }
        unit = Fraction(figures.scale, figures.unit) / int(sums[-1])
        values = {choice: words.get(choice, int(sums[0])) * unit for choice in request.choices}
        left = len(cards.deck) - BOARD + seen
        still = ("all boards and ", "all turns and rivers and ", "")[waits]
        basis = f"{still}all {comb(left, 2):,} hands the dealer can have{left_apart(sight, self.main)}"
        return weigh(sight, values, basis=basis)

    def _before_the_flop(self, opening: Opening, figures: Figures, sight: Sight, request: Decision) -> Advice:
        """Where nothing else is seen, and all boards were swept: every two cards have been weighed."""
        kinds = hole_kinds()
        kind = int(kinds[place_of(numbers(sight.hand).tolist())])
        unit = Fraction(figures.scale, figures.unit) / (BOARDS_BEFORE * int((kinds == kind).sum()))
        raises = {path[-1]: number for number, path in enumerate(figures.paths) if len(path) == 1}
        values = {
            choice: unit * (opening.net(figures, raises[choice], kind) if choice in raises else int(opening.waited[kind]))
            for choice in request.choices
        }
        basis = f"all boards and all {comb(WHOLE - len(sight.hand) - BOARD, 2):,} hands the dealer can have"
        return weigh(sight, values, basis=f"{basis}{left_apart(sight, self.main)}")

    def best(self, game: Playable) -> Strategy:
        """The best play at a table: before the flop and on it by the whole solution, at the end by the cards that are out."""
        from croupier.odds.kernels.boards import RENAMED, subsets

        solution, flops = self.solved(game), subsets(FLOP)

        def choose(round_: Round, request: Decision) -> str:
            sight = sight_of(round_, request.seat)
            pair, turn = place_of(numbers(sight.hand).tolist()), SEEN.index(len(sight.community))
            if turn == LAST:
                found = self.weighed(game, sight, request)
                return request.choices[-1] if found is None else found.best
            raised = solution.raises[pair]
            if turn == ON_FLOP:
                flop = place_of(numbers(sight.community).tolist())
                raised = solution.bets[flops.classes[flop], RENAMED[flops.names[flop], pair]]
            return solution.path(turn if raised else FOLDED)[turn]

        return choose

    # Charts and simulations

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """Before the flop by the two hole cards; what follows depends on too much for a chart."""
        solution = self.solved(game)
        times, waits = solution.times(BEFORE), solution.path(FOLDED)[0]

        def cell(high: int, low: int, suited: bool) -> str:
            return times if solution.raises[pair_number(high, low, suited)] else waits

        chart = hole_grid("before the flop", cell, f"{times}: raise {times[:-1]} times the {self.opens}")
        return (chart,), "after the flop and after the river: ask by the cards"

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """What the kernel plays."""
        from croupier.odds.shapes.one_raise_kernel import simulations

        return simulations(self, game)

    def dealt(self, seed: int, index: int, _: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        return dealt(seed, index)


def _by_place(solution: Solution) -> Array:
    """Bets by place of flop and hole cards, nowhere set where they raise before it."""
    from croupier.odds.kernels.boards import by_place, subsets

    flops = subsets(FLOP)
    found: Array = by_place(solution.bets * (1 - solution.raises), flops.classes, flops.names)
    return found
