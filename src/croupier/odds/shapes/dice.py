"""Dice: a chip followed roll by roll. What a roll does to it is settled at the real table; where that ends is a chain in fractions.

A price is per unit of the wager as it is made, a commission paid with it included, until it is decided or comes back. Rolls for
which a wager is off delay its decision and change nothing else, so wagers on numbers are priced as with a point standing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple

from croupier.errors import NotPriced
from croupier.games.dice._wagers import Hand, odds_limit, supported, taken, terms
from croupier.games.registry import procedure
from croupier.odds.advice import Chart
from croupier.odds.analyze import tables_of
from croupier.odds.cells import SEAT
from croupier.odds.posted import with_posted
from croupier.odds.price import OnAPoint, Outcome, Price, WithOdds, gathered
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered as kept
from croupier.odds.shapes.chains import absorbed, in_whole_numbers
from croupier.odds.shapes.dice_backed import refuse_other_odds
from croupier.odds.shapes.dice_played import refuse_another_play, refuse_another_point
from croupier.odds.shapes.no_decisions import NO_DECISIONS, NoDecisions
from croupier.odds.shown_by import rolls, totals
from croupier.rules.resolve import Wager
from croupier.table.playable import Playable, Spot, at_place
from croupier.table.settlement import Line, money
from croupier.table.table import Table

if TYPE_CHECKING:
    from croupier.odds.kernels.tables import Array
    from croupier.odds.simulation import Places, Simulation

Ended = tuple[str, Fraction, Fraction]
"""How a wager ends: its name, what it nets, what was staked."""
STAKE: Final = 2_772_000
"""Cents that every printed row can pay exactly, commission included: the stake where nobody states one."""

SMALLER: Final = 554_400
"""A smaller one: what the table nets there must be as much in proportion, if the price is to hold at both."""


class At(NamedTuple):
    """Where a chip stands, if it is down yet, with the point and, where they matter, the points made or the totals collected."""

    spot: str | None
    point: int | None = None
    made: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Layout:
    """One house's dice layout, asked roll by roll what becomes of a stake."""

    game: Playable
    stake: int = STAKE

    @property
    def procedure(self) -> ModuleType:
        """Where the game is written: what settles a roll and moves the point is asked of it each time, as play asks it."""
        declared = procedure(self.game.terms.file.procedure)
        assert declared is not None
        return sys.modules[declared.play.__module__]

    def at_stake(self, stake: int) -> Layout:
        """The same layout with another stake."""
        return Layout(self.game, stake)

    def rolled(self, chip: Spot, at: At, dice: Sequence[int], *, marker: bool) -> At | Line:
        """What one roll does to a chip that was put on a spot: where it stands then, or its line. `marker` follows the point too."""
        table, hand = Table(self.game, [SEAT]), Hand(point=at.point, made=set(at.made), thrown=set(at.made))
        stakes = table.seats[SEAT].stakes
        if at.spot is not None:
            stakes[at.spot] = self.stake
        self.procedure.settle_roll(table, hand, dice)
        if marker and not table.lines:
            self.procedure.move_the_marker(table, hand, dice, self.game.rules)
        if len(table.lines) > 1 or (not table.lines and len(stakes) != (at.spot is not None)):
            why = f"settled {len(table.lines)} times" if table.lines else "neither settled nor left where it is"
            raise refused(self.game, f"{chip.id} is {why}, and one line is counted", chip.wager.id)
        if table.lines:
            return table.lines[0]
        if at.spot is None:
            return At(chip.id if hand.point is not None else None, hand.point)
        return At(next(iter(stakes)), hand.point, remembered(self.game, chip, hand))

    def ended(self, chip: Spot, line: Line, point: int | None) -> Ended:
        """A decided unit; a commission paid with the bet is part of it, and odds behind a line are told apart by the point."""
        unit = line.stake + (line.commission if taken(Table(self.game, [SEAT]), chip.wager) == "at-bet" else 0)
        by_point = line.won and terms(chip).row.resolves == "odds" and chip.names is None
        return str(point) if by_point else line.outcome, Fraction(line.net, unit), Fraction(1)

    def moves(self, chip: Spot) -> Callable[[At], tuple[dict[At, Fraction], dict[Ended, Fraction]]]:
        """The chain of a chip: one roll leads on to other places, or to an end."""

        thrown = rolls(self.game)
        chance = Fraction(1, len(thrown))

        def moves(at: At) -> tuple[dict[At, Fraction], dict[Ended, Fraction]]:
            on: dict[At, Fraction] = {}
            ends: dict[Ended, Fraction] = {}
            for dice in thrown:
                found = self.rolled(chip, at, dice, marker=follows_the_marker(chip))
                if isinstance(found, At):
                    on[found] = on.get(found, Fraction(0)) + chance
                else:
                    end = self.ended(chip, found, at.point)
                    ends[end] = ends.get(end, Fraction(0)) + chance
            return on, ends

        return moves

    def absorbed(self, chip: Spot, starts: dict[At, Fraction]) -> tuple[dict[Ended, Fraction], Fraction]:
        """How a chip ends that stands there, and after how many rolls on average."""
        try:
            return absorbed(starts, self.moves(chip))
        except ZeroDivisionError:
            raise self.never_ends(chip) from None

    def never_ends(self, chip: Spot) -> NotPriced:
        """The error for a chip that stays for ever."""
        return refused(self.game, f"{chip.id} may come to where no roll decides it", chip.wager.id)

    def starts(self, chip: Spot) -> dict[At, Fraction]:
        """Where a wager begins: before a come-out roll where the marker decides it or it is made only then, else with a point standing."""
        row = terms(chip).row
        if row.resolves == "odds" and chip.names is None:
            numbers = self.numbers(supported(Table(self.game, [SEAT]), chip))
            whole = sum(numbers.values())
            return {At(chip.id, number): chance / whole for number, chance in numbers.items()}
        first = follows_the_marker(chip) or row.made == "first-roll"
        return {At(chip.id, None if first else self.game.rules.points[0]): Fraction(1)}

    def numbers(self, chip: Spot) -> dict[int, Fraction]:
        """The numbers that a bet with odds behind it comes to stand on, with their chances."""
        if isinstance(chip.names, int):
            return {chip.names: Fraction(1)}
        (start,) = self.starts(chip)
        found: dict[int, Fraction] = {}
        on = self.moves(chip)(start)[0]
        waits = on.pop(start, Fraction(0))
        for at, chance in on.items():
            box = self.game.spots[at.spot or ""].names
            number = box if isinstance(box, int) else at.point
            if number is None:
                raise refused(self.game, f"{chip.id} stays without a number", chip.wager.id)
            found[number] = found.get(number, Fraction(0)) + chance / (1 - waits)
        if not found:
            raise refused(self.game, f"{chip.id} never comes to a number", chip.wager.id)
        return found

    def behind(self, chip: Spot) -> Wager | None:
        """The odds wager that supports a bet, if there is one."""
        wagers = self.game.terms.wagers.values()
        return next((wager for wager in wagers if wager.dice and wager.dice.row.supports == chip.wager.id), None)

    def with_odds(self, chip: Spot, found: Price) -> Iterator[WithOdds]:
        """What a bet costs of all that is staked with once its stake in odds, twice, and as much as the house takes."""
        wager = self.behind(chip)
        if wager is None or wager.dice is None:
            return
        row, table = wager.dice.row, Table(self.game, [SEAT])
        once: list[tuple[Fraction, Fraction]] = []
        most: list[Fraction | None] = []
        for number, chance in self.numbers(chip).items():
            place = self.game.spots.get(at_place(wager.id, str(number))) or self.game.spots[wager.id]
            chances, _ = self.absorbed(place, {At(place.id, number): Fraction(1)})
            # Odds against a number are limited by what they win.
            wins = max(net for _, net, _ in chances)
            if wins <= 0:
                raise refused(self.game, f"{place.id} never wins", wager.id)
            stake = chance / wins if row.limited == "winnings" else chance
            once.append((stake, -stake * sum(net * share for (_, net, _), share in chances.items())))
            most.append(limit := odds_limit(table, place, number))
            refuse_other_odds(self, chip, place, number, limit / wins if limit and row.limited == "winnings" else limit)
        shown = {f"{times}x": [Fraction(times)] * len(once) for times in (1, 2)}
        if None not in most:
            shown[str(self.game.terms.options[row.limit or ""])] = [Fraction(times or 0) for times in most]
        for label, taken_times in shown.items():
            if all(limit is None or times <= limit for times, limit in zip(taken_times, most, strict=True)):
                lost = sum(times * cost for times, (_, cost) in zip(taken_times, once, strict=True))
                staked = sum(times * stake for times, (stake, _) in zip(taken_times, once, strict=True))
                yield WithOdds(label, (found.house_edge + lost) / (found.staked + staked))

    def on_a_point(self, chip: Spot) -> Iterator[OnAPoint]:
        """What a line bet costs on each point, where it may still be made then."""
        if follows_the_marker(chip) and terms(chip).row.made == "any-time":
            for point in self.game.rules.points:
                chances, _ = self.absorbed(chip, {At(chip.id, point): Fraction(1)})
                yield OnAPoint(point, -sum((net * share for (_, net, _), share in chances.items()), Fraction(0)))

    def price(self, chip: Spot) -> Price:
        """One place of the layout under the pay table that is posted, named by its place."""
        table = self.game.terms.chosen[chip.wager.id]
        chances, rolls = self.absorbed(chip, self.starts(chip))
        outcomes = gathered(in_whole_numbers(chances))
        pushed = sum((share for (outcome, _, _), share in chances.items() if outcome == "push"), Fraction(0))
        found = Price(wager=chip.id, paytable=table.id, outcomes=outcomes)
        return Price(
            wager=chip.id,
            paytable=table.id,
            outcomes=outcomes,
            clause=table.clause,
            readings=self.readings(chip),
            note="; ".join(self.notes(chip, found)),
            decided=1 - pushed if pushed else None,
            rolls=rolls if rolls > 1 else None,
            with_odds=tuple(self.with_odds(chip, found)),
            on_a_point=tuple(self.on_a_point(chip)),
        )

    def ends_of(self, chip: Spot) -> tuple[Outcome, ...]:
        """How a chip ends, and how often."""
        return gathered(in_whole_numbers(self.absorbed(chip, self.starts(chip))[0]))

    def readings(self, chip: Spot) -> tuple[str, ...]:
        rule = terms(chip).commission
        relied = [self.game.terms.chosen[chip.wager.id].reading, chip.wager.reading, None if rule is None else rule.reading]
        relied += [ground.reading for ground in chip.wager.outcomes.values()]
        return tuple(dict.fromkeys(filter(None, relied)))

    def notes(self, chip: Spot, found: Price) -> Iterator[str]:
        """What the price does not depend on, and at what stake it was settled where that can matter."""
        row, rule = terms(chip).row, terms(chip).commission
        if row.resolves == "odds":
            yield f"only behind {row.supports}"
        if rule is not None:
            rate, at_bet = self.game.terms.options[rule.rate], taken(Table(self.game, [SEAT]), chip.wager) == "at-bet"
            when = "paid with the bet, and priced as part of it" if at_bet else "from wins only"
            yield f"commission {rate} of the {rule.of}, {when}"
        if terms(chip).come_out.action == "off":
            what = "then it comes back with its bet" if row.resolves == "odds" else "the price is the same"
            yield f"off on come-out rolls unless called on: {what}"
        if any(outcome.net.denominator > 1 for outcome in found.outcomes):
            holds = self.stake == STAKE and self.at_stake(SMALLER).ends_of(chip) == found.outcomes
            yield "for stakes that can be paid exactly" if holds else f"at a stake of {money(self.stake)}"


@dataclass(frozen=True, slots=True)
class Dice(NoDecisions):
    """A dice layout with a point, settled and moved roll by roll as the procedure does it."""

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """Every place under every table its wager could have, named by its place: `place-6`."""
        for chip in places(game):
            if wanted in (None, chip.wager.id, chip.id):
                hold_to_the_table(game, chip)
                for table in tables_of(game, chip.wager.id):
                    yield Layout(with_posted(game, table), stake or STAKE).price(chip)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """Which odds are paid as the dice fall, and so cost nothing."""
        odds = [
            wager for wager, asked in game.terms.wagers.items() if asked.dice is not None and asked.dice.row.resolves == "odds"
        ]
        free = [wager for wager in odds if all(price.house_edge == 0 for price in self.prices(game, wager))]
        said = f"; {', '.join(free)} are paid at true odds and cost nothing" if free else ""
        return (), NO_DECISIONS + said

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """One for each place a chip can be put; odds go only with the bet they support and are left to exact analysis."""
        from croupier.odds.shapes.events import cut_of
        from croupier.odds.simulation import Places, Section, Simulation

        layout = Layout(game)
        for chip in places(game):
            if terms(chip).row.resolves != "odds":
                hold_to_the_table(game, chip)
                ends = Places()
                moves = whole_chain(layout, chip, ends)
                table = game.terms.chosen[chip.wager.id]
                section = Section(chip.wager.id, table, ends.taken(), readings=layout.readings(chip), place=chip.id)
                yield Simulation("sim_events", (cut_of(len(rolls(game))), moves), ends.size, (section,))

    def rolls(self, seed: int, index: int, game: Playable, simulation: Simulation) -> list[tuple[int, ...]]:
        """The rolls of one round of a kernel."""
        from croupier.odds.shapes.events import events_of

        thrown = rolls(game)
        return [thrown[face] for face in events_of(seed, index, simulation.tables)]


def places(game: Playable) -> Iterator[Spot]:
    """Where a player can put a chip; the boxes of travelling bets are only reached."""
    for spot in game.spots.values():
        if not terms(spot).row.travels or spot.names is None:
            yield spot


@kept
def _held(game: Playable) -> set[str]:
    return set()


def hold_to_the_table(game: Playable, chip: Spot) -> None:
    """Refuse a chip whose chain is not what the table plays, for some hands and under every point."""
    layout, held = Layout(game), _held(game)
    if terms(chip).row.resolves == "odds":  # decided as the bet that they support
        chip = supported(Table(game, [SEAT]), chip)
    row = terms(chip).row
    if chip.id in held or (row.travels and chip.names is not None):
        return
    (start,) = layout.starts(chip)
    if start.point is not None and row.resolves not in ("collects", "one-roll") and chip.names is not None:
        refuse_another_point(layout, chip, start)
    refuse_another_play(layout, chip)
    held.add(chip.id)


def follows_the_marker(chip: Spot) -> bool:
    """Does what becomes of a chip depend on the points that are set and made?"""
    row = terms(chip).row
    return row.resolves == "points" or (row.resolves == "line" and not row.travels)


def remembered(game: Playable, chip: Spot, hand: Hand) -> frozenset[int]:
    """What of the hand so far decides a chip: points made, or totals collected.

    Of two totals wanted that come up equally often it does not matter which came first: the lower stands for either.
    """
    row = terms(chip).row
    if row.resolves == "points":
        return frozenset(hand.made)
    if row.resolves != "collects":
        return frozenset()
    has, ways = hand.thrown.intersection(row.wins), totals(game)
    either = {total: min(total, 14 - total) for total in has if ways[total] == ways[14 - total] and 14 - total not in has}
    return frozenset(either[total] if total in either and 14 - total in row.wins else total for total in has)


def whole_chain(layout: Layout, chip: Spot, ends: Places) -> Array:
    """Where every roll leads from every situation that can come up, the point followed from the time the chip is put down."""
    import numpy as np

    from croupier.odds.simulation import End

    later = terms(chip).row.made == "after-come-out"
    states = [At(None if later else chip.id)]
    moves: list[int] = []
    thrown = rolls(layout.game)
    for at in states:
        for dice in thrown:
            found = layout.rolled(chip, at, dice, marker=terms(chip).row.resolves != "collects")
            if isinstance(found, At):
                if found not in states:
                    states.append(found)
                moves.append(len(thrown) * states.index(found))
            else:
                moves.append(-ends.of(End(*layout.ended(chip, found, at.point))))
    refuse_what_never_ends(layout, chip, moves)
    return np.array(moves, np.int16)


def refuse_what_never_ends(layout: Layout, chip: Spot, moves: Sequence[int]) -> None:
    """Refuse a chip that may come to where no roll ever decides it."""
    each = len(rolls(layout.game))
    onward = {first: moves[first : first + each] for first in range(0, len(moves), each)}
    ending = {first for first, to in onward.items() if min(to) < 0}
    while more := {first for first, to in onward.items() if first not in ending and ending.intersection(to)}:
        ending |= more
    if len(ending) < len(onward):
        raise layout.never_ends(chip)
