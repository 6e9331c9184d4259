"""Two lines of a cross that share its centre, against pay tables: a wager on each line and one on the higher of the two hands.

What every size of every wager nets with every row is settled at the real table; which decisions net the most, and how often each end
then comes, is counted over all deals of two hole cards of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, sight_of, weigh
from croupier.odds.analyze import tables_of
from croupier.odds.card_numbers import number_of, numbers
from croupier.odds.cells import unit_of
from croupier.odds.charts import hole_grid, short
from croupier.odds.kernels.boards import PAIR, PAIRS, RENAMED
from croupier.odds.kernels.card_sets import PERMUTATIONS
from croupier.odds.kernels.cross import ACROSSES, CENTRES, DOWNS, across_values, count_ends, down_values, hands_of, weigh_lines
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, price_looks
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.refusing import known_choices, refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes import Shape
from croupier.odds.shapes.asked_by_street import bet_made
from croupier.odds.shapes.cross_figures import FOLD, Figures, Path, hole_classes
from croupier.odds.shapes.holdem import hole_cards
from croupier.odds.shapes.progressive import Folds
from croupier.odds.tally import Tally, best_of
from croupier.odds.work import in_parts
from croupier.table.playable import Playable
from croupier.table.requests import Decision

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.odds.simulation import Simulation
    from croupier.table.drivers import Strategy
    from croupier.table.round import Round

CLASSES = 7463


class Hole(NamedTuple):
    """Two hole cards with all that the kernels know of them."""

    cards: Array
    rows: Array
    worth: Array
    sums: Array

    @classmethod
    def of(cls, cards: Array, figures: Figures, across: Array, down: Array) -> Hole:
        found = cls(
            cards, np.zeros((PAIRS, 52), np.uint8), np.zeros((PAIRS, 52), np.int32), np.zeros((2, len(across), PAIRS), np.int64)
        )
        hands_of(cards, figures.kinds.row_of, found.rows)
        weigh_lines(cards, found.rows, across, down, figures.scaled[2], found.worth, found.sums)
        return found


@lru_cache(maxsize=256)
def across_pairs(hole: tuple[int, int]) -> tuple[Array, Array, Array]:
    """The across pairs that differ to two hole cards by more than a change of suits, how many each stands for, and whose each is."""
    held = [{4 * (card >> 2) + names[card & 3] for card in hole} for names in PERMUTATIONS.tolist()]
    kept = [number for number, cards in enumerate(held) if cards == set(hole)]
    whose: Array = RENAMED[kept].min(axis=0).astype(np.int64)
    free = np.array([[a, b] for a in range(52) for b in range(a) if a not in hole and b not in hole])
    places = whose[PAIR[free[:, 0], free[:, 1]]]
    _, first, weights = np.unique(places, return_index=True, return_counts=True)
    return free[first], weights, whose


class Plan:
    """One house's game at one stake, and the best play of it: the least or the most of each bet, what lies between nets between."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        across, down, _, times, now, later, last = figures.scaled
        ends = sorted({0, len(across) - 1})
        self.sizes = ends
        self.across, self.down, self.times = across[ends], down[ends], times[ends]
        self.now, self.later, self.last = now, later[ends], last[np.ix_(ends, ends)]

    @cached_property
    def key(self) -> tuple[object, ...]:
        """All that the best play and its ends depend on: houses that net the same are played alike."""
        kinds, asked = self.figures.kinds, (*self.figures.scaled, self.sizes)
        return (
            len(kinds.rows),
            kinds.row_of.tobytes(),
            *((np.shape(part), np.asarray(part).tobytes()) for part in asked),
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and self.key == other.key

    @property
    def solved(self) -> tuple[list[int], list[Array]]:
        return _solved(self)

    @property
    def counted(self) -> tuple[Array, Array]:
        return _counted(self)

    def solve(self) -> tuple[list[int], list[Array]]:
        """For each kind of hole cards the best across bet, and the best down bet after it by across pair: 0 for a fold."""
        kinds = hole_classes()

        def part(first: int, last: int) -> list[tuple[int, Array]]:
            return [self._solve(*kinds[number]) for number in range(first, last)]

        found = [entry for entries in in_parts(len(kinds), part) for entry in entries]
        return [bet for bet, _ in found], [seconds for _, seconds in found]

    def _solve(self, hole: tuple[int, int], _: int) -> tuple[int, Array]:
        pairs, weights, whose = across_pairs(hole)
        known = Hole.of(np.array(hole), self.figures, self.across, self.down)
        seconds: Array = np.zeros((len(self.across), PAIRS), np.uint8)
        totals = np.zeros(len(self.across), np.int64)
        nets = (self.across, self.down, self.times, CENTRES * self.last, DOWNS * CENTRES * self.later)
        across_values(*_cards(known, pairs, weights), *nets, seconds, totals)
        best = int(totals.argmax())
        played = int(totals[best]) > ACROSSES * DOWNS * CENTRES * self.now
        return (1 + best if played else 0), seconds[best][whose]

    def count(self) -> tuple[Array, Array]:
        """How many deals end with each path and two rows; and of those that a later fold ends, how many have each class of cross."""
        kinds, (firsts, seconds) = hole_classes(), self.solved
        sizes, rows = len(self.sizes) + 1, len(self.figures.kinds.rows)

        def part(first: int, last: int) -> tuple[Array, Array]:
            ends: Array = np.zeros((sizes, sizes, sizes, rows, rows), np.int64)
            folded: Array = np.zeros((2, CLASSES), np.int64)
            for number in range(first, last):
                hole, weight = kinds[number]
                if not firsts[number]:
                    ends[0, 0, 0, 0, 0] += weight * ACROSSES * DOWNS * CENTRES
                    continue
                pairs, weights, _ = across_pairs(hole)
                known = Hole.of(np.array(hole), self.figures, self.across, self.down)
                nets = (self.across, self.down, self.times, CENTRES * self.last, firsts[number], seconds[number])
                count_ends(*_cards(known, pairs, weight * weights), *nets, ends[firsts[number]], folded)
            return ends, folded

        parts = in_parts(len(kinds), part)
        return sum(ends for ends, _ in parts), sum(folded for _, folded in parts)  # type: ignore[return-value]

    def path(self, *decisions: int) -> Path:
        """Decisions of the plan as the figures number them, nothing after a fold."""
        found: list[int] = []
        for decision in decisions:
            found.append(1 + self.sizes[decision - 1] if decision else 0)
            if not decision:
                break
        return tuple(found)

    def ends(self) -> Iterator[tuple[Path, tuple[int, int], int]]:
        """Every end that is reached: the path, the rows, and how many deals."""
        ends, _ = self.counted
        for first, second, third, one, two in np.argwhere(ends).tolist():
            yield self.path(first, second, third), (one, two), int(ends[first, second, third, one, two])


@lru_cache(maxsize=4)
def _solved(plan: Plan) -> tuple[list[int], list[Array]]:
    return plan.solve()


@lru_cache(maxsize=4)
def _counted(plan: Plan) -> tuple[Array, Array]:
    return plan.count()


def _cards(known: Hole, pairs: Array, weights: Array) -> tuple[Array, Array, Array, Array, Array, Array]:
    return known.cards, pairs, weights, known.rows, known.worth, known.sums


@dataclass(frozen=True)
class Cross(Shape):
    """A game of this shape: on each line an ante and a bet, and a bet on the higher hand."""

    lines: tuple[tuple[str, str], tuple[str, str]]
    middle: str
    note: str

    @property
    def main(self) -> tuple[str, ...]:
        return (*self.lines[0], *self.lines[1], self.middle)

    @property
    def opens(self) -> str:
        return self.lines[0][0]

    def plan(self, game: Playable, stake: int | None = None) -> Plan:
        """The best play of a house at a stake, found once."""
        return _plan(game, self, unit_of(game, self.opens, stake))

    def told(self, plan: Plan, path: Path, rows: tuple[int, int]) -> str:
        """An end's name: the higher hand, and what was staked."""
        figures = plan.figures
        settled = figures.fold(path) if 0 in path else figures.settled(path, rows)
        name = FOLD if 0 in path else figures.kinds.rows[max(rows)][-1]
        return f"{name}, {settled.per(figures.unit)[1]} antes"

    # Prices

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The main game, then the bonus on the cross."""
        if wanted in (None, *self.main):
            for table in tables_of(game, self.middle):
                plan = self.plan(with_posted(game, table), stake)
                tally = Tally(plan.figures.unit)
                for path, rows, weight in plan.ends():
                    settled = plan.figures.fold(path) if 0 in path else plan.figures.settled(path, rows)
                    tally.add(settled, weight, self.told(plan, path, rows))
                yield best_of(self.opens, table, tally, self.note)
        yield from price_looks(game, wanted, stake, shaped=self.played)

    def played(
        self, game: Playable, wager: str, ladder: Ladder, stake: int | None = None, *, house: Playable | None = None
    ) -> tuple[Ladder, Folds | None]:
        """What a later fold may forfeit: the best play says with which crosses it comes."""
        least = tuple(f"bet-{min(game.terms.wagers[bet].times)}x" for bet in (self.lines[0][1], self.lines[1][1], self.middle))
        ladder = ladder._replace(paths=((FOLD,), (least[0], FOLD), (*least[:2], FOLD), least))
        if wager not in game.rules.later_fold_forfeits.value:
            return ladder, None
        if game.terms.wagers[wager].looks_at != "community-five":
            raise refused(game, f"{wager}: what a fold forfeits is counted by the whole cross alone", wager)
        _, folded = self.plan(house or game).counted
        whole = ACROSSES * DOWNS * CENTRES * PAIRS
        scale = whole // sum(ladder.weights)
        deals = [
            [0, int(then), int(last), scale * weight - int(then + last)]
            for (then, last), weight in zip(folded[:, 1:].T, ladder.weights, strict=True)
        ]
        return ladder, Folds(ladder.paths, deals, scale)

    # Advice

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """Each choice now, later ones made for the most, at the stakes that lie there."""
        seen = len(sight.community)
        if not isinstance(request, Decision) or len(sight.hand) != 2 or seen not in (0, 2, 4):
            return None
        figures = self.plan(game, sight.stakes[self.opens]).figures
        across, down, _, times, now, later, last = figures.scaled
        hole, cross = numbers(sight.hand), numbers(sight.community).tolist()
        known = Hole.of(hole, figures, across, down)
        made = [
            bet_made(game, sight.stakes, bet, of=self.opens, times=figures.times[n])
            for n, bet in enumerate(figures.bets[: seen // 2])
        ]
        nets = (across, down, times, CENTRES * last)
        if seen == 0:
            pairs, weights, _ = across_pairs((int(hole[0]), int(hole[1])))
            seconds, totals = np.zeros((len(across), PAIRS), np.uint8), np.zeros(len(across), np.int64)
            across_values(*_cards(known, pairs, weights), *nets, DOWNS * CENTRES * later, seconds, totals)
            worth, fold, ways = totals, now, ACROSSES * DOWNS * CENTRES
        elif seen == 2:
            found: Array = np.zeros((len(across), len(down)), np.int64)
            down_values(hole, cross[0], cross[1], known.rows, known.worth, known.sums, *nets, found)
            worth, fold, ways = found[made[0]], int(later[made[0]]), DOWNS * CENTRES
        else:
            worth, fold, ways = self.centres(known, cross, figures, made), int(last[made[0], made[1]]), CENTRES
        scale = Fraction(figures.cents, figures.unit)
        words = dict(zip((f"bet-{times}x" for times in figures.times[seen // 2]), worth.tolist(), strict=True))
        values = {FOLD: Fraction(fold) * scale, **{word: Fraction(net, ways) * scale for word, net in words.items()}}
        gone = len(sight.elsewhere)
        apart = f"; {gone} other cards in sight are not taken out" if gone else ""
        basis = f"all {ways:,} ways the cross can go on, later bets made for the most{apart}{left_apart(sight, self.main)}"
        return weigh(sight, known_choices(game, values, request.choices, request.clause), basis=basis, exact=not gone)

    def centres(self, known: Hole, cross: list[int], figures: Figures, made: list[int]) -> Array:
        """What each middle bet nets over the centres that are left."""
        across, down, each, times, *_ = figures.scaled
        one, two = (max(pair) * (max(pair) - 1) // 2 + min(pair) for pair in (cross[:2], cross[2:]))
        free = [card for card in range(52) if card not in (*cross, *known.cards.tolist())]
        rows, others = known.rows[one, free], known.rows[two, free]
        base = across[made[0], rows].sum() + down[made[1], others].sum()
        found: Array = base + times * int(each[np.maximum(rows, others)].sum())
        return found

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """The across bet by the two hole cards; what follows depends on too much for a chart."""
        plan = self.plan(game)
        firsts = {frozenset(_kind(hole)): bet for (hole, _), bet in zip(hole_classes(), plan.solved[0], strict=True)}

        def cell(high: int, low: int, suited: bool) -> str:
            bet = firsts[frozenset(_kind(tuple(map(number_of, hole_cards(high, low, suited)))))]
            return short(plan.figures.words(plan.path(bet))[0])

        return (
            hole_grid("across bet", cell, "1x: one ante"),
        ), "down and middle bet: ask by the cards, and by the bets made before"

    def best(self, game: Playable) -> Strategy:
        """The best play at a table."""

        def choose(round_: Round, request: Decision) -> str:
            advice = self.weighed(game, replace(sight_of(round_, request.seat), elsewhere=()), request)
            assert advice is not None
            return advice.best

        return choose

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """What the kernel plays."""
        from croupier.odds.shapes.cross_kernel import simulations

        return simulations(self, game)

    def dealt(self, seed: int, index: int, _: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        from croupier.odds.kernels.sim_cross import CARDS
        from croupier.odds.simulation import dealt_cards

        hand = dealt_cards(seed, index, CARDS)
        return {1: hand[:2], "community": hand[2:]}


def _kind(hole: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Ranks and whether suits are one, in a form that a set can hold."""
    ranks = sorted(card >> 2 for card in hole)
    return ((ranks[0], ranks[1]), (-1, int(hole[0] & 3 == hole[1] & 3)))


@remembered
def _plan(game: Playable, shape: Cross, stake: int) -> Plan:
    return Plan(Figures(game, shape.lines, shape.middle, stake))
