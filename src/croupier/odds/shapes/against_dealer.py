"""One decision, then the player's hand against the dealer's: ante games, with a play wager of one size or several.

All that a result may depend on is asked of the table: at which of the dealer's hands it changes (a hand that does not qualify), at
which of the player's (a bonus, a larger play wager), and what each cell nets. Only how many deals fall into a cell is counted here.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.errors import Refused
from croupier.hands.poker import Value
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.analyze import tables_of
from croupier.odds.cells import SEAT, Asked, Deal, Settled, as_the_table_is, breaks, layout, unit_of
from croupier.odds.charts import Cell, ladder, letter
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, price_side
from croupier.odds.posted import with_posted
from croupier.odds.price import Outcome, Price, gathered
from croupier.odds.shapes.rankings import Contest, Hand, Ranking, apart, probes
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable
from croupier.table.progressive import ENVY
from croupier.table.requests import Decision
from croupier.table.round import Round
from croupier.table.table import DEALER

if TYPE_CHECKING:
    from croupier.odds.simulation import Simulation

LOWER, EQUAL, HIGHER = range(3)
WORDS = ("win", "tie", "lose")
"""How the player's hand compares with a dealer's that is lower, equal or higher."""
NOT_QUALIFIED = "dealer-does-not-qualify"


class Kind(NamedTuple):
    """Levels of player's hands that the table treats alike, from the first to before the last."""

    first: int
    last: int
    choices: tuple[str, ...]


CellKey = tuple[int, str, int, int]
"""Kind of the player's hand, choice, band of the dealer's hand, result."""


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
        """What the table offers. A choice it offered before is tried first: asking what it comes to tells what there is."""
        deal = Deal(hand, dealer)
        if self._words:
            with contextlib.suppress(Refused):
                self.asked.settled(deal._replace(decisions=(self._words[0],)))
        found = self.asked.choices(deal)
        self._words[:] = found[-1:]
        return found

    @cached_property
    def _words(self) -> list[str]:
        return []

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
        edges = [0, *sorted(found - {0}), len(self.values)]
        return [Kind(first, last, self._choices_at(first)) for first, last in itertools.pairwise(edges)]

    def _told_by(self, dealer: int, player: int) -> tuple[object, ...] | None:
        return self.told(player, dealer)

    def _choices_at(self, level: int) -> tuple[str, ...]:
        dealt = (deal for dealer in self.ends for deal in self.deals(level, dealer))
        found = next(dealt, None)
        return () if found is None else self.choices(*found)

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
            for player in spread(levels[::turn]):
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


def _differ(hand: Hand) -> bool:
    return len({face.rank for face in hand}) == len(hand)


def spread(levels: Sequence[int]) -> list[int]:
    """Some of many levels: the first, the last, and a few between."""
    count = len(levels)
    return (
        list(dict.fromkeys(levels[place] for place in (0, count - 1, count // 2, count // 4, 3 * count // 4))) if count else []
    )


class Look(NamedTuple):
    """A wager beside the game, and the ladder of hands that it looks at."""

    wager: str
    ladder: Callable[[AgainstDealer, Playable], Ladder]


def own_hand(shape: AgainstDealer, game: Playable) -> Ladder:
    """The player's hand as it is ranked against the dealer's."""
    values, (levels, counts) = shape.ranking.values(game), shape.ranking.classes(game)
    weights = np.zeros(len(values), np.int64)
    np.add.at(weights, levels, counts)
    deals = lambda level: [Deal(hand) for hand in shape.ranking.players(game, level)]  # noqa: E731
    return Ladder(values, weights.tolist(), deals, known=True)


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
class AgainstDealer:
    """A game of this shape: the wager that opens it with those that go with it, the wager whose tables it is priced under."""

    ranking: Ranking
    opens: str
    beside: tuple[str, ...] = ()
    """Wagers that are made together with the first one and belong to its price."""
    tables: str = ""
    """The wager whose pay tables make different prices of the game."""
    sides: tuple[Look, ...] = ()
    """Wagers beside the game, in the order in which they are priced."""
    others: Callable[[AgainstDealer, Playable, str | None, int | None], Iterator[Price]] | None = None
    """Prices of wagers that look at more than one ladder, or at a meter."""
    rests_on: tuple[str, ...] = ()
    """Options whose readings the counts rest on and no settlement line cites."""
    kernel: Callable[[AgainstDealer, Playable], Iterator[Simulation]] | None = None
    note: str = ""
    title: str = ""
    column: str = "hand"
    _kept: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    advises: str = "where a row has several choices other cards decide, the most frequent stands first: ask with --hand"

    @property
    def main(self) -> tuple[str, ...]:
        return (self.opens, *self.beside)

    def terms(self, game: Playable, stakes: Mapping[str, int]) -> Terms:
        """The table asked about the main game alone."""
        others = {name for name, wager in game.terms.wagers.items() if wager.placed == "opening"} - set(self.main)
        asked = Asked(game, stakes, only=set(game.terms.wagers) - others)
        return Terms(game, asked, self.ranking)

    def solve(self, game: Playable, stake: int | None = None) -> Solution:
        """Every hand played to net the most; of choices that net the same the one that stakes least."""
        unit = unit_of(game, self.opens, stake)
        terms = self.terms(game, layout(game, self.opens, stake))
        kinds, bands = terms.kinds, terms.bands
        cells: dict[CellKey, Settled] = {}
        for number, kind in enumerate(kinds):
            for choice in kind.choices:
                for place, band in enumerate(bands):
                    for result in range(3):
                        found = terms.cell(range(kind.first, kind.last), band, result, choice)
                        if found is not None:
                            cells[number, choice, place, result] = found
        words = tuple(dict.fromkeys(choice for kind in kinds for choice in kind.choices))
        staked = {choice: max(cell.staked for key, cell in cells.items() if key[1] == choice) for choice in words}
        names = tuple(sorted(words, key=lambda choice: (staked[choice], words.index(choice))))
        contest = self.ranking.contest(game, terms.thresholds)
        taken, ends = best_plays(contest, terms, kinds, names, cells)
        counts: dict[tuple[str, Fraction, Fraction], int] = {}
        readings: dict[str, None] = {}
        several = len(names) > 2
        for (number, choice, place, result), weight in ends.items():
            if (number, choice, place, result) not in cells:
                raise terms.asked.refused(f"no deal was found for {weight} cases of {choice}, {WORDS[result]}")
            settled = cells[number, choice, place, result]
            name = label(cells, (number, choice, place, result), bands=len(bands), several=several)
            key = (name, Fraction(settled.net, unit), Fraction(settled.staked, unit))
            counts[key] = counts.get(key, 0) + weight
            readings.update(dict.fromkeys(settled.readings))
        relied = (game.terms.reading_of(option) for option in self.rests_on)
        readings.update(dict.fromkeys(filter(None, relied)))
        return Solution(names, taken, contest, unit, terms, kinds, cells, gathered(counts), tuple(readings))

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
        wagers = game.terms.wagers
        if wanted is None or wanted in self.main or self._goes_with(game, wanted):
            tables: list[Paytable | None] = [*tables_of(game, self.tables)]
            for posted in tables or [None]:
                yield self.price(game, posted, stake)
        for side in self.sides:
            if side.wager in wagers and wanted in (None, side.wager):
                ladder = side.ladder(self, game)
                plan = self.plan_by_level(game) if ladder.known and self.opens in layout(game, side.wager, stake) else None
                for table in tables_of(game, side.wager):
                    yield price_side(game, side.wager, table, ladder, plan=plan, stake=stake)
        if self.others is not None:
            yield from self.others(self, game, wanted, stake)

    def _goes_with(self, game: Playable, wager: str) -> bool:
        """Is a wager part of the main game: made by its decision, or a bonus on it?"""
        return game.terms.wagers[wager].placed != "opening" and wager not in (*(side.wager for side in self.sides), ENVY)

    def plan_by_level(self, game: Playable, levels: Callable[[], Array] | None = None) -> Played:
        """How hands are played, on the game's own ladder or another."""
        return Played(self, game, levels)

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """What the kernel plays, where the game has one and its pack."""
        return self.kernel(self, game) if self.kernel is not None else iter(())

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        from croupier.odds.simulation import dealt_cards, module_of

        cards = dealt_cards(seed, index, module_of(simulation.kernel).CARDS)
        own = len(cards) // 2
        return {SEAT: cards[:own], DEALER: cards[own:]}

    # Advice

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """Every choice against every hand the dealer can have with what is in sight, at the stakes that lie there."""
        if not isinstance(request, Decision) or len(sight.hand) != game.shape.hand or not self.ranking.in_sight(game, sight):
            return None
        if self.opens not in sight.stakes:
            return self._weighed_alone(game, sight, request)
        stakes = {wager: sight.stakes[wager] for wager in self.main if wager in sight.stakes}
        terms = self._known_terms(game, layout(game, self.opens, sight.stakes[self.opens]) | stakes)
        thresholds, bands = terms.thresholds, terms.bands
        found = self.ranking.one_hand(game, sight, thresholds)
        level = found.level
        results = results_of(np.array([found.counts]), np.array([level]), thresholds, found.against)[0]
        unit, values = sight.stakes[self.opens], {}
        for choice in request.choices:
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

    def _known_terms(self, game: Playable, stakes: Mapping[str, int]) -> Terms:
        """The terms last asked about, kept while the game, the stakes and the table's own methods are the same."""
        key = tuple(stakes.items()), as_the_table_is(game)
        if self._kept.get("game") is not game or self._kept["key"] != key:
            self._kept.update(game=game, key=key, terms=self.terms(game, stakes))
        found: Terms = self._kept["terms"]
        return found

    def _weighed_alone(self, game: Playable, sight: Sight, request: Decision) -> Advice:
        """Side wagers by themselves: the hand is known, and the table says what each choice leaves."""
        asked = Asked(game, sight.stakes)
        unit = next(iter(sight.stakes.values()))
        nets = {choice: asked.settled(Deal(sight.hand, decisions=(choice,))).net for choice in request.choices}
        values = {choice: Fraction(net, unit) for choice, net in nets.items()}
        return weigh(sight, values, basis=f"{' and '.join(sight.stakes)} by the cards in hand")

    def _net(self, terms: Terms, hand: Hand, level: int, band: range, result: int, choice: str) -> int:
        """What one hand nets against a dealer's of a band."""
        others = {LOWER: range(band.start, min(band.stop, level)), EQUAL: range(level, level + 1)}
        within = others.get(result, range(max(band.start, level + 1), band.stop))
        for dealer in within if len(within) < 8 else (*spread(within), *within):
            other = apart(hand, terms.hands("dealer", dealer), terms.pack)
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
