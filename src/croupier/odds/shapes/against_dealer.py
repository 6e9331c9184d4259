"""One decision, then the player's hand against the dealer's: ante games, with a play wager of one size or several.

All that a result may depend on is asked of the table: at which of the dealer's hands it changes (a hand that does not qualify), at
which of the player's (a bonus, a larger play wager), and what each cell nets. Only how many deals fall into a cell is counted here.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.hands.poker import Value
from croupier.odds.advice import Advice, Chart, Question, Sight, Worth, left_apart, weigh
from croupier.odds.analyze import tables_of
from croupier.odds.cells import SEAT, Asked, Deal, Settled, comparison, ends_of_ranges, layout, unit_of
from croupier.odds.charts import Cell, ladder, letter
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, price_looks
from croupier.odds.posted import with_posted
from croupier.odds.price import Outcome, Price
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes import FaceUp, Shape
from croupier.odds.shapes.contested import (
    EQUAL,
    LOWER,
    WORDS,
    CellKey,
    Kind,
    Terms,
    best_plays,
    label,
    results_of,
    spread,
    try_cells,
)
from croupier.odds.shapes.rankings import Contest, Hand, Ranking, apart
from croupier.odds.tally import Tally
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable
from croupier.table.progressive import ENVY
from croupier.table.requests import Decision, Offer
from croupier.table.round import Round
from croupier.table.table import DEALER

if TYPE_CHECKING:
    from croupier.odds.simulation import Simulation


class Solution(NamedTuple):
    """The choice that nets the most for each class of hand and each card the dealer may show, and every outcome that follows."""

    choices: tuple[str, ...]
    taken: Array
    contest: Contest
    unit: int
    terms: Terms
    kinds: Sequence[Kind]
    cells: Mapping[CellKey, Settled]
    outcomes: tuple[Outcome, ...]
    readings: tuple[str, ...]


@dataclass(frozen=True)
class Played:
    """The best play by level of a ladder; found when it is first asked for."""

    shape: AgainstDealer
    game: Playable
    levels: Callable[[], Array] | None = None

    @cached_property
    def _found(self) -> tuple[tuple[str, ...], list[list[int]], Array, int]:
        solution = self.shape.solve(self.game)
        steps = solution.contest.levels if self.levels is None else self.levels()
        counts: Array = np.zeros((int(steps.max()) + 1, len(solution.choices)), np.int64)
        rows: Array = np.full(counts.shape, -1, np.int64)
        for view in range(solution.taken.shape[1]):
            np.add.at(counts, (steps, solution.taken[:, view]), solution.contest.weights)
            rows[steps, solution.taken[:, view]] = np.arange(len(steps))
        return solution.choices, counts.tolist(), rows, solution.taken.shape[1]

    @property
    def scale(self) -> int:
        return self._found[3]

    def counts(self, level: int) -> Mapping[tuple[str, ...], int]:
        choices, counts, *_ = self._found
        return {(choice,): count for choice, count in zip(choices, counts[level], strict=True) if count}

    def example(self, level: int, path: tuple[str, ...]) -> Hand:
        choices, _, rows, _ = self._found
        return self.shape.ranking.hand(self.game, int(rows[level, choices.index(path[0])]))


@dataclass(frozen=True)
class AgainstDealer(Shape):
    """A game of this shape: the wager that opens it with those that go with it, the wager whose tables it is priced under."""

    ranking: Ranking
    opens: str
    beside: tuple[str, ...] = ()
    """Wagers that are made together with the first one and belong to its price."""
    tables: str = ""
    """The wager whose pay tables make different prices of the game."""
    others: Callable[[AgainstDealer, Playable, str | None, int | None], Iterator[Price]] | None = None
    """Prices of wagers that look at more than one ladder, or at a meter."""
    rests_on: tuple[str, ...] = ()
    """Options whose readings the counts rest on and no settlement line cites."""
    kernel: Callable[[AgainstDealer, Playable], Iterator[Simulation]] | None = None
    note: str = ""
    title: str = ""
    column: str = "hand"
    advises: str = "where a row has several choices other cards decide, the most frequent stands first: ask by the cards"

    @property
    def main(self) -> tuple[str, ...]:
        return (self.opens, *self.beside)

    def terms(self, game: Playable, stakes: Mapping[str, int]) -> Terms:
        """The table asked about the main game alone."""
        others = {name for name, wager in game.terms.wagers.items() if wager.placed == "opening"} - set(self.main)
        asked = Asked(game, stakes, only=set(game.terms.wagers) - others)
        return Terms(game, asked, self.ranking)

    def solve(self, game: Playable, stake: int | None = None) -> Solution:
        """Every hand played to net the most, found once; of choices that net the same the one that stakes least."""
        return _solution(game, self, unit_of(game, self.opens, stake))

    def _solve(self, game: Playable, stake: int) -> Solution:
        terms = _known_terms(game, self, tuple(layout(game, self.opens, stake).items()))
        kinds, bands, cells = terms.kinds, terms.bands, terms.cells
        words = tuple(dict.fromkeys(choice for kind in kinds for choice in kind.choices))
        staked = {choice: max(cell.staked for key, cell in cells.items() if key[1] == choice) for choice in words}
        names = tuple(sorted(words, key=lambda choice: (staked[choice], words.index(choice))))
        contest = self.ranking.contest(game, terms.thresholds)
        taken, ends = best_plays(contest, terms, kinds, names, cells)
        tally = Tally(stake)
        for key, weight in ends.items():
            if key not in cells:
                raise terms.asked.refused(f"no deal was found for {weight} cases of {key[1]}, {WORDS[key[3]]}")
            tally.add(cells[key], weight, label(cells, key, bands=len(bands), several=len(names) > 2))
        tally.rests_on(comparison(game, self.opens), *map(game.terms.reading_of, self.rests_on))
        return Solution(names, taken, contest, stake, terms, kinds, cells, tally.outcomes, tally.readings)

    # Prices

    def price(self, game: Playable, table: Paytable | None, stake: int | None = None) -> Price:
        """The main game with `table` posted."""
        solution = self.solve(game if table is None else with_posted(game, table), stake)
        clause = (
            (table or game.terms.chosen[self.opens]).clause
            if self.tables in self.main
            else game.terms.chosen[self.opens].clause
        )
        return Price(
            self.opens,
            table.id if table is not None else "none",
            solution.outcomes,
            strategy="optimal",
            clause=clause,
            readings=solution.readings,
            note=self.note,
        )

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The main game under each table, then every side wager under each of its own."""
        if wanted is None or wanted in self.main or self._goes_with(game, wanted):
            tables: list[Paytable | None] = [*tables_of(game, self.tables)]
            for posted in tables or [None]:
                yield self.price(game, posted, stake)
        yield from price_looks(game, wanted, stake, shaped=self.played)
        if self.others is not None:
            yield from self.others(self, game, wanted, stake)

    def _goes_with(self, game: Playable, wager: str) -> bool:
        """Is a wager part of the main game: made by its decision, or a bonus on it?"""
        return game.terms.wagers[wager].placed != "opening" and wager not in (*game.looks, ENVY)

    def played(
        self, game: Playable, wager: str, ladder: Ladder, stake: int | None = None, *, house: Playable | None = None
    ) -> tuple[Ladder, Played | None]:
        """What a decision may change: hands that the seat sees are played as the game's own best play has them."""
        if any(source.place != "own" for source in game.looks[wager].sources):
            return ladder, None
        if self.opens not in layout(game, wager, stake):  # the decision is about this wager alone
            return ladder._replace(known=True), None
        if ladder.values == self.ranking.values(game):
            return ladder._replace(known=True), self.plan_by_level(house or game)
        return ladder, None

    def plan_by_level(self, game: Playable, levels: Callable[[], Array] | None = None) -> Played:
        """How hands are played, on the game's own ladder or another."""
        return Played(self, game, levels)

    def face_up(self, game: Playable) -> FaceUp:
        """The dealer's cards that the ranking takes to be seen."""
        return FaceUp(dealer=self.ranking.shown(game))

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """What the kernel plays, where the game has one and its pack."""
        return self.kernel(self, game) if self.kernel is not None else iter(())

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        from croupier.odds.shapes import five_card_kernel
        from croupier.odds.simulation import dealt_cards, module_of

        module = module_of(simulation.kernel)
        cards, own = dealt_cards(seed, index, module.CARDS, pack=module.PACK), module.CARDS // 2
        if simulation.kernel == five_card_kernel.KERNEL:
            cards += five_card_kernel.eleventh(seed, index, simulation)
        return {SEAT: cards[:own], DEALER: cards[own:]}

    # Advice

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """Every choice against every hand the dealer can have with what is in sight, at the stakes that lie there."""
        if isinstance(request, Offer):
            return self._weighed_amount(game, sight, request)
        if not isinstance(request, Decision) or len(sight.hand) != game.shape.hand or not self.ranking.in_sight(game, sight):
            return None
        if self.opens not in sight.stakes:
            return self._weighed_alone(game, sight, request)
        stakes = {wager: sight.stakes[wager] for wager in self.main if wager in sight.stakes}
        terms = _known_terms(game, self, tuple((layout(game, self.opens, sight.stakes[self.opens]) | stakes).items()))
        thresholds, bands = terms.thresholds, terms.bands
        found = self.ranking.one_hand(game, sight, thresholds)
        level = found.level
        results = results_of(np.array([found.counts]), np.array([level]), thresholds, found.against)[0]
        unit, values = sight.stakes[self.opens], {}
        for choice in ends_of_ranges(request):
            net = 0
            for place, band in enumerate(bands):
                for result in range(3):
                    count = int(results[place, result])
                    if count:
                        net += count * self._net(terms, sight.hand, level, band, result, choice)
            values[choice] = Fraction(net, unit * found.against)
        gone = f"; {found.left_in} other cards in sight are not taken out" if found.left_in else ""
        apart_ = left_apart(sight, (*self.main, *(name for name, w in game.terms.wagers.items() if w.placed != "opening")))
        basis = f"all {found.against:,} hands the dealer can have{gone}{apart_}"
        return weigh(sight, values, basis=basis, exact=not found.left_in)

    def _weighed_amount(self, game: Playable, sight: Sight, request: Offer) -> Advice | None:
        """How much to add where any amount between two multiples may be: what it nets lies between them in proportion."""
        times, unit = sorted(game.terms.wagers[request.spot].times), sight.stakes[self.opens]
        least, most = times[0], times[-1]
        sizes = Decision(request.seat, [f"{request.called}-{number}x" for number in times], clause=request.clause)
        told = self.weighed(game, sight, sizes)
        if told is None:
            return None
        low, *_, high = found = [weighed.value for weighed in told.choices]

        def at(amount: int) -> Worth:
            return low + Fraction(amount - least * unit, (most - least) * unit) * (high - low)

        if any(worth != at(number * unit) for number, worth in zip(times, found, strict=True)):
            raise refused(
                game, f"what {request.called} nets is not in proportion to its size", request.spot, clause=request.clause
            )
        amounts = {"least": request.minimum, "most": request.maximum}
        values = {name: at(amount) for name, amount in amounts.items()}
        return weigh(sight, values, basis=told.basis, amounts=amounts, exact=told.exact)

    def _weighed_alone(self, game: Playable, sight: Sight, request: Decision) -> Advice | None:
        """Side wagers by themselves: the hand is known, and the table says what each choice leaves of those that go by it alone."""
        known = [name for name in sight.stakes if all(source.place == "own" for source in game.looks[name].sources)]
        if not known:
            return None
        asked, unit = Asked(game, sight.stakes, only=known), sight.stakes[known[0]]
        nets = {choice: asked.settled(Deal(sight.hand, decisions=(choice,))).net for choice in request.choices}
        values = {choice: Fraction(net, unit) for choice, net in nets.items()}
        return weigh(sight, values, basis=f"{' and '.join(known)} by the cards in hand{left_apart(sight, known)}")

    def _net(self, terms: Terms, hand: Hand, level: int, band: range, result: int, choice: str) -> int:
        """What one hand nets against a dealer's of a band; examples may share its cards, then every class of hands is tried."""
        ranges = {LOWER: range(band.start, min(band.stop, level)), EQUAL: range(level, level + 1)}
        within = ranges.get(result, range(max(band.start, level + 1), band.stop))
        levels = within if len(within) < 8 else (*spread(within), *within)
        examples = (apart(hand, terms.hands("dealer", dealer), terms.pack) for dealer in levels)
        others = (apart(hand, self.ranking.every_dealer(terms.game, dealer), terms.pack) for dealer in within)
        for other in itertools.chain(examples, others):
            if other is not None:
                return terms.settled(hand, other, choice).net
        raise terms.asked.refused(f"no dealer's hand was found for {WORDS[result]}")

    # Charts

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """What to do with each hand and, where the dealer shows a card, by its rank."""
        solution, values = self.solve(game), self.ranking.values(game)
        counts = self._counts(solution, len(values))
        found: dict[Value, list[Cell]] = {}
        for level, value in enumerate(values):
            if counts[level].any():
                found[value] = [
                    Counter({name: count for name, count in zip(solution.choices, cell, strict=True) if count})
                    for cell in counts[level].tolist()
                ]
        several = counts.shape[1] > 1
        columns = tuple(map(letter, range(2, 15))) if several else ("do",)
        chart = Chart(
            self.title or self.opens,
            (self.column, *columns),
            ladder(found),
            "columns are the card the dealer shows" if several else "",
        )
        return (chart,), self.advises

    def _counts(self, solution: Solution, levels: int) -> Array:
        """How many deals each choice is best for, by level and, where the dealer shows a card, by its rank."""
        contest = solution.contest
        shown = self.ranking.shown_ranks(contest)
        counts: Array = np.zeros((levels, 1 if shown is None else 13, len(solution.choices)), np.int64)
        for view in range(solution.taken.shape[1]):
            ranks = np.zeros(len(contest.levels), np.int64) if shown is None else shown[:, view]
            np.add.at(counts, (contest.levels, ranks, solution.taken[:, view]), contest.weights)
        return counts

    def best(self, game: Playable) -> Callable[[Round, Decision], str]:
        """The best play as whoever sits at a table plays it, for simulations there."""
        solution = self.solve(game)

        def choose(round_: Round, request: Decision) -> str:
            seat = round_.table.seats[request.seat]
            if not seat.stake(self.opens):
                return request.declined or request.choices[0]
            row, view = self.ranking.place(game, seat.hand, [card for card in round_.table.dealer.seen() if card is not None])
            return solution.choices[int(solution.taken[row, view])]

        return choose


@remembered
def _known_terms(game: Playable, shape: AgainstDealer, stakes: tuple[tuple[str, int], ...]) -> Terms:
    """What was asked of the table already, while the game, the stakes and the table's own methods are the same.

    Its cells are tried before anything rests on them: a price counts them all, the advice on a hand the few that it can end in.
    """
    found = shape.terms(game, dict(stakes))
    try_cells(found)
    return found


@remembered
def _solution(game: Playable, shape: AgainstDealer, stake: int) -> Solution:
    return shape._solve(game, stake)
