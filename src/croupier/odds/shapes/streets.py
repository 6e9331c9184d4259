"""Streets: five cards seen one by one against pay tables, with a decision before each of the last ones.

What every path of decisions nets with every kind of hand is settled at the real table; the best play is found backwards from that, and
price, advice, charts and simulation all follow it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import NotPriced
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, sight_of, weigh
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Deal, Settled, layout, unit_of
from croupier.odds.looks import Ladder, Side, ladder_of, price_looks, settle_ladder
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.refusing import known_choices
from croupier.odds.remembered import remembered
from croupier.odds.shapes import Shape
from croupier.odds.shapes.asked_by_street import AskedByStreet
from croupier.odds.shapes.progressive import Folds, five_classes, price_progressive
from croupier.odds.shapes.street_kinds import Kinds
from croupier.odds.tally import Tally, best_of
from croupier.table.drivers import Strategy
from croupier.table.playable import Playable
from croupier.table.progressive import ENVY, PROGRESSIVE
from croupier.table.requests import Decision
from croupier.table.round import Round
from croupier.table.settlement import money

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.odds.kernels.tables import Array
    from croupier.odds.simulation import Simulation

OPTIMAL = "optimal"
HAND, STREETS = 5, 3
"""Cards of a hand, and decisions on a path; a game with fewer has only one way to begin."""
SAMPLED = 30
"""Hands at random on which the rows are tried once they are settled."""
Path = tuple[int, ...]
"""Decisions as numbers from 1, the last of them 0 for a fold."""


class Ended(NamedTuple):
    """A path with a kind of hand: its row in the table of the wager that opens, and what the real table made of it."""

    path: Path
    row: str
    settled: Settled


class Plan:
    """One house's game at one stake: what every path nets, and the best play by it."""

    def __init__(self, shape: Streets, kinds: Kinds, stake: int | None = None) -> None:
        self.shape, self.kinds, self.game = shape, kinds, kinds.game
        self.stakes = layout(self.game, shape.wagers[0], stake)
        self.unit = self.stakes[shape.wagers[0]]
        self.choices = shape.choices(self.game)
        streets = [(*words, *([shape.fold] if shape.fold is not None else [])) for words in self.choices]
        self.asked = AskedByStreet(self.game, self.stakes, only=shape.wagers, streets=streets)
        self.own = HAND - len(self.choices)
        self._last: dict[tuple[int, int], list[int]] = {}

    # What the table settles

    @cached_property
    def paths(self) -> list[Path]:
        """Every path to the end, and every fold on the way."""
        found: list[Path] = []
        for street in range(len(self.choices)):
            made = itertools.product(*(range(1, len(words) + 1) for words in self.choices[:street]))
            found += ((*path, 0) for path in made) if self.shape.fold is not None else ()
        return [*found, *itertools.product(*(range(1, len(words) + 1) for words in self.choices))]

    def words(self, path: Path) -> tuple[str, ...]:
        """A path as the table hears it."""
        return tuple(
            words[number - 1] if number else self.shape.fold or "" for words, number in zip(self.choices, path, strict=False)
        )

    @cached_property
    def cells(self) -> dict[tuple[Path, int], Ended]:
        """Every path with every row, settled by real rounds; a second hand of the row must fare alike with everything staked.

        Where the choices of one street add the same whatever the others are, as the dearest path of a row shows, each street is
        asked by itself and the paths between are their sums; where a limit or anything else joins them, all are asked.
        """
        from croupier.odds.card_numbers import kernel_card

        _, shown = self.kinds.fours
        deals = {
            row: [tuple(map(kernel_card, hand)) for hand in shown[row].tolist() if hand[0] >= 0]
            for row in range(1, len(self.kinds.rows))
        }
        found: dict[tuple[Path, int], Ended] = {}
        folds = [hands[0] for hands in deals.values() if hands][:2]
        for path in self.paths:
            if 0 in path:
                found[path, 0] = Ended(path, self.shape.fold or "", self._agreed(folds, path, self.shape.fold or ""))
                self.asked.refuse_other_chips(self._deal(folds[0], path), self.shape.wagers[1:])
        whole = [path for path in self.paths if 0 not in path]
        for row, hands in deals.items():
            if hands:
                name = self.kinds.rows[row][0]
                for path, settled in self._by_streets(whole, hands, name):
                    found[path, row] = Ended(path, name, settled)
        self._try(found)
        self.asked.refuse_other_sights(self._deal(folds[0], self.paths[-1]), range(len(self.choices)))
        return found

    def _try(self, found: Mapping[tuple[Path, int], Ended]) -> None:
        """Refuse a table that settles hands of any category and leading rank, or at random, otherwise than their rows."""
        from croupier.odds.card_numbers import numbers
        from croupier.odds.kernels.evaluate import evaluate

        chance, last = random.Random(1), self.paths[-1]
        at_random = [tuple(chance.sample(self.game.pack, HAND)) for _ in range(SAMPLED)]
        any_path = ((hand, path) for hand in at_random for path in (last, chance.choice(self.paths)))
        for hand, path in (*((hand, last) for hand in self.kinds.one_of_each), *any_path):
            row = 0 if 0 in path else int(self.kinds.row_of[evaluate(numbers(hand))])
            settled, cell = self._agreed([hand], path, ""), found[path, row].settled
            if settled[:2] != cell[:2]:
                shown = f"{' '.join(map(str, hand))} ({self.kinds.rows[row][0] if row else self.shape.fold})"
                raise self.asked.refused(f"{shown}: the table nets {settled.net}, hands of its row {cell.net}")

    def _agreed(self, hands: Sequence[tuple[Card, ...]], path: Path, name: str) -> Settled:
        return self.asked.agreed([self._deal(hand, path) for hand in hands], (self.words(path), name))

    def _deal(self, hand: tuple[Card, ...], path: Path) -> Deal:
        return Deal(hand=hand[: self.own], community=hand[self.own :], decisions=self.words(path))

    def _by_streets(
        self, paths: Sequence[Path], hands: Sequence[tuple[Card, ...]], name: str
    ) -> Iterator[tuple[Path, Settled]]:
        """What each path to the end is settled for with hands of one row."""
        least, most = paths[0], paths[-1]
        dearest, base = self._agreed(hands, most, name), self._agreed(hands[:1], least, name)
        alone = {
            (street, choice): self._agreed(hands[:1], (*least[:street], choice, *least[street + 1 :]), name)
            for street, words in enumerate(self.choices)
            for choice in range(1, len(words) + 1)
        }

        def summed(path: Path) -> tuple[int, int]:
            parts = [alone[street, choice] for street, choice in enumerate(path)]
            return (
                base.net + sum(part.net - base.net for part in parts),
                base.staked + sum(part.staked - base.staked for part in parts),
            )

        for path in paths:
            if path == most:
                yield path, dearest
            elif summed(most) != dearest[:2]:
                yield path, self._agreed(hands[:1], path, name)
            else:
                yield path, base._replace(net=summed(path)[0], staked=summed(path)[1])

    def full(self, path: Path) -> tuple[int, int, int]:
        """A path as the kernels have it: three decisions, a first one that is no choice, and nothing after a fold."""
        third, fourth, fifth = (*(1,) * (STREETS - len(self.choices)), *path, *(0,) * (len(self.choices) - len(path)))
        return third, fourth, fifth

    @cached_property
    def nets(self) -> Array:
        """What each path nets in cents, by the kernels' path and row."""
        import numpy as np

        sizes = (*(1,) * (STREETS - len(self.choices)), *map(len, self.choices))
        found: Array = np.zeros((*(1 + size for size in sizes), len(self.kinds.rows)), np.int64)
        for (path, row), ended in self.cells.items():
            found[(*self.full(path), row)] = ended.settled.net
        return found

    # The best play

    @cached_property
    def _last_street(self) -> tuple[Array, Array]:
        """What four cards of each kind are worth after every two decisions, and the best last decision, packed."""
        from croupier.odds.kernels import streets as kernel

        thirds, fourths, fifths, _ = self.nets.shape
        if kernel.BET_BITS * (thirds - 1) * (fourths - 1) > 32 or fifths > 1 << kernel.BET_BITS:
            clause = self.game.terms.wagers[self.shape.wagers[-1]].clause
            raise NotPriced(f"{self.game.terms.id}: more than three choices on a street are not priced ({clause})")
        left = len(self.kinds.pack) - HAND + 1
        worth, bets = kernel.last_street(left, self.kinds.kinds_of_fours[1], self.nets, self.shape.fold is not None)
        return worth, bets

    @cached_property
    def bets(self) -> tuple[Array, Array, Array]:
        """The best decisions: by two cards, by three and the decision before, and by four packed for every two before."""
        from croupier.odds.kernels.streets import earlier_streets

        (worth, last), kind_of = self._last_street, self.kinds.kinds_of_fours[0]
        third, fourth = earlier_streets(self.kinds.pack, kind_of, worth, self.nets, self.shape.fold is not None)
        return third, fourth, last[kind_of]

    def last(self, third: int, fourth: int) -> list[int]:
        """The best last decision by four cards, after two others."""
        from croupier.odds.kernels.streets import BET_BITS

        if (third, fourth) not in self._last:
            shift = BET_BITS * ((third - 1) * (self.nets.shape[1] - 1) + fourth - 1)
            self._last[third, fourth] = (self.bets[2] >> shift & (1 << BET_BITS) - 1).tolist()
        return self._last[third, fourth]

    @cached_property
    def ends(self) -> Array:
        """How many deals end with each path and row."""
        import numpy as np

        from croupier.odds.kernels.streets import all_ends

        third, fourth, _ = self.bets
        found: Array = np.zeros(self.nets.shape, np.int64)
        all_ends(self.kinds.pack, self.own, third, fourth, *self.kinds.kinds_of_fours, self._last_street[1], found)
        return found

    # What is told of it

    def told(self, ended: Ended) -> tuple[str, Fraction, Fraction]:
        """The name of an end, its net and its stake in units of the wager that opens the round."""
        net, staked = ended.settled.per(self.unit)
        return f"{ended.row}, {staked} {self.shape.called}", net, staked

    @property
    def readings(self) -> tuple[str, ...]:
        """What the settlements of the best play rest on."""
        reached = (ended for (path, row), ended in self.cells.items() if self.ends[(*self.full(path), row)])
        return tuple(dict.fromkeys(reading for ended in reached for reading in ended.settled.readings))

    @property
    def note(self) -> str:
        """What is priced together; where tables differ by street, which; and the stake where payouts are limited."""
        chosen = self.game.terms.chosen
        own = [wager for wager in self.shape.wagers[1:] if chosen[wager].rows != chosen[self.shape.wagers[0]].rows]
        tables = f"; {', '.join(own)} paid otherwise than {self.shape.wagers[0]}" if own else ""
        limited = self.game.rules.maximum_payout.value != "none"
        return self.shape.note + tables + (f"; at a stake of {money(self.unit)}, payout limit included" if limited else "")

    def price(self) -> Price:
        """The whole main game, played to net the most."""
        tally, wager = Tally(self.unit), self.shape.wagers[0]
        for (path, row), ended in self.cells.items():
            if weight := int(self.ends[(*self.full(path), row)]):
                tally.add(ended.settled, weight, self.told(ended)[0])
        return best_of(wager, self.game.terms.chosen[wager], tally, self.note)


@dataclass(frozen=True)
class Streets(Shape):
    """A game by streets. `wagers` are paid by the five cards, the first opens the round; `choices` by street from the least to the most."""

    wagers: tuple[str, ...]
    called: str
    choices: Callable[[Playable], tuple[tuple[str, ...], ...]]
    chosen: Callable[[Playable, Sight], Path]
    """The path that a seat's stakes show."""
    charts: Callable[[Plan], tuple[tuple[Chart, ...], str]]
    note: str
    fold: str | None = None
    by_class: tuple[str, ...] = ()
    """Side wagers on all five cards."""
    by_three: str = ""
    """A side wager on three cards: the seat's own, or the three others where it has two."""

    def plan(self, game: Playable, stake: int | None = None) -> Plan:
        """The best play of a house at a stake, found once."""
        return _plan(game, self, unit_of(game, self.wagers[0], stake))

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The main game, then the side wagers."""
        if wanted in (None, *self.wagers):
            for table in tables_of(game, self.wagers[0]):
                yield self.plan(with_posted(game, table), stake).price()
        yield from price_looks(game, wanted, stake, shaped=self.played)
        if PROGRESSIVE in game.terms.wagers and wanted in (None, PROGRESSIVE, ENVY):
            yield from price_progressive(game, wanted, *self.played(game, PROGRESSIVE, ladder_of(game, PROGRESSIVE)))

    def played(
        self, game: Playable, wager: str, ladder: Ladder, stake: int | None = None, *, house: Playable | None = None
    ) -> tuple[Ladder, Folds | None]:
        """What a fold may forfeit: the best play says which hands of all five cards are folded, and when."""
        import numpy as np

        from croupier.odds.kernels.folds import street_folds

        choices = self.choices(game)
        least = tuple(words[0] for words in choices)
        paths = tuple((*least[:street], self.fold) for street in range(len(least))) if self.fold is not None else ()
        ladder = ladder._replace(paths=(*paths, least) if paths else (least, tuple(words[-1] for words in choices)))
        if self.fold is None or sum(game.looks[wager].counts(game.shape.hand, 0, game.shape.community)) < HAND:
            return ladder, None
        plan = self.plan(house or game)
        found: Array = np.zeros((len(ladder.values), len(ladder.paths)), np.int64)
        hands, weights, levels = five_classes()
        street_folds(hands, weights, levels, *plan.bets, plan.nets.shape[1], found)
        return ladder, Folds(ladder.paths, found.tolist(), int(found[0].sum()) // ladder.weights[0])

    def _side(self, game: Playable, wager: str) -> tuple[Side, Ladder]:
        ladder, _ = self.played(game, wager, ladder_of(game, wager))
        return settle_ladder(game, wager, ladder), ladder

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """Each street by what it shows."""
        return self.charts(self.plan(game))

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """Each choice now, every later street played for the most, at the stakes that are down."""
        turned, streets = len(sight.community), len(self.choices(game))
        if not isinstance(request, Decision) or len(sight.hand) != HAND - streets or turned >= streets:
            return None
        plan = self.plan(game, next(sight.stakes[wager] for wager in self.wagers if wager in sight.stakes))
        from croupier.odds.shapes.streets_ahead import Ahead

        ahead = Ahead(plan, sight)
        worths = ahead.bets(0, self.chosen(game, sight))
        values = {word: Fraction(int(worth), ahead.ways[0] * plan.unit) for word, worth in worths.items()}
        boldest = max(values, key=lambda word: (values[word], plan.choices[turned].index(word)))
        if self.fold is not None:
            values[self.fold] = Fraction(plan.cells[(*self.chosen(game, sight), 0), 0].settled.net, plan.unit)
        later = ", every later street played for the most" if streets - turned > 1 else ""
        basis = f"all {ahead.ways[0]:,} orders of the community cards to come{later}{left_apart(sight, self.wagers)}"
        return weigh(sight, known_choices(game, values, request.choices, request.clause), basis=basis, when_equal=boldest)

    def best(self, game: Playable) -> Strategy:
        """The best play at a table, looked up by the cards that are out."""
        from croupier.odds.card_numbers import numbers, place_of

        plan = self.plan(game)
        third, fourth, _ = plan.bets

        def choose(round_: Round, request: Decision) -> str:
            sight = sight_of(round_, request.seat)
            out = numbers((*sight.hand, *sight.community)).tolist()
            made = (*(1,) * (STREETS - len(plan.choices)), *self.chosen(game, sight))
            bets = third if not made else fourth[made[0]] if len(made) == 1 else plan.last(*made)
            bet = int(bets[place_of(out)])
            return plan.choices[len(sight.community)][bet - 1] if bet else self.fold or request.choices[-1]

        return choose

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """One: every wager goes by the same five cards."""
        import numpy as np

        from croupier.odds.kernels.sim_cards import EVALUATOR
        from croupier.odds.shapes.hand_sections import NOTHING, by_class, by_three, looks_at, section_of
        from croupier.odds.simulation import End, Places, Section, Simulation

        plan = self.plan(game)
        *sizes, rows = plan.nets.shape
        places = Places(1 + plan.nets.size)
        ends = {}
        for (path, row), ended in plan.cells.items():
            place = 1 + int(np.ravel_multi_index((*plan.full(path), row), plan.nets.shape))
            ends[place] = End(*plan.told(ended), plan.words(path))
        table = game.terms.chosen[self.wagers[0]]
        sections = [Section(self.wagers[0], table, ends, OPTIMAL, plan.readings, plan.note)]
        fixed = bonus = NOTHING
        for wager in self.by_class:
            if looks_at(game, wager, "own-with-community"):
                fixed = by_class(*self._side(game, wager), places)
                sections.append(section_of(game, wager, places))
        if looks_at(game, self.by_three, "own-three" if plan.own == 3 else "community-three"):
            bonus = by_three(*self._side(game, self.by_three), places)
            sections.append(section_of(game, self.by_three, places))
        shape: Array = np.array([rows, *sizes, plan.own], np.int64)
        tables = (*plan.bets, plan.kinds.row_of, shape, fixed, bonus, *EVALUATOR)
        yield Simulation("sim_streets", tables, places.size, tuple(sections))

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        from croupier.odds.kernels.sim_streets import CARDS
        from croupier.odds.simulation import dealt_cards

        hand, own = dealt_cards(seed, index, CARDS), int(simulation.tables[4][-1])
        return {1: hand[:own], "community": hand[own:]}


@remembered
def _kinds(game: Playable, wagers: tuple[str, ...]) -> Kinds:
    return Kinds(game, wagers)


@remembered
def _plan(game: Playable, shape: Streets, stake: int) -> Plan:
    return Plan(shape, _kinds(game, shape.wagers), stake)
