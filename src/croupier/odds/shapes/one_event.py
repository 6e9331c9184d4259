"""One event: chips on a layout and a wheel, or dice thrown once. Every way it can end is settled at the real table, and that is
the whole distribution.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod
from typing import TYPE_CHECKING, TypeVar

from croupier.odds.analyze import tables_of
from croupier.odds.cells import SEAT, layout
from croupier.odds.posted import with_posted
from croupier.odds.price import Price, gathered
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes.no_decisions import NoDecisions
from croupier.odds.shown_by import faces, sections
from croupier.table import acts
from croupier.table.playable import Playable, Spot
from croupier.table.requests import RollDue, SpinDue
from croupier.table.round import Round
from croupier.table.settlement import Line

if TYPE_CHECKING:
    from croupier.odds.kernels.tables import Array
    from croupier.odds.simulation import Section, Simulation

End = TypeVar("End")
Event = acts.Spun | acts.Rolled
Ends = dict[Event, Line | None]
"""How a chip is settled by each event that differs; None where the spin is made again."""


@dataclass(frozen=True, slots=True)
class OneEvent(NoDecisions):
    """A wheel's layout. `rests_on` names the readings behind the chances of a spot, which no settlement line cites."""

    rests_on: Callable[[Playable, Spot], Iterable[str | None]]

    def chips(self, game: Playable) -> dict[str, Spot]:
        """What is priced, by name: a chip of each kind, whose place on the layout does not matter."""
        found: dict[str, Spot] = {}
        for spot in game.spots.values():
            found.setdefault(spot.wager.id, spot)
        return found

    def alike(self, game: Playable) -> Callable[[Event], Event]:
        """Which event stands for all that no wager here tells apart from one."""
        return lambda event: event

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        for name, spot in self.chips(game).items():
            if wanted in (None, name, spot.wager.id):
                check_places(game, spot.wager.id)
                for table in tables_of(game, spot.wager.id):
                    ends, alike = self.settled(with_posted(game, table), spot, stake), self.alike(game)
                    counts: Counter[tuple[str, Fraction, Fraction]] = Counter()
                    for event, weight in events(game).items():
                        if line := ends[alike(event)]:
                            counts[per_unit(line)] += weight
                    yield Price(
                        wager=name,
                        paytable=table.id,
                        outcomes=gathered(counts),
                        clause=table.clause,
                        readings=self.readings(game, spot, ends),
                    )

    def settled(self, game: Playable, spot: Spot, stake: int | None = None) -> Ends:
        """A chip on a spot, and every event that differs once."""
        stakes = layout(game, spot.id, stake)
        each = dict.fromkeys(map(self.alike(game), events(game)))
        found = {event: happened(game, spot, stakes, event) for event in each}
        refuse_what_is_carried_over(game, spot, stakes, found)
        return found

    def readings(self, game: Playable, spot: Spot, ends: Ends) -> tuple[str, ...]:
        """What the chances rest on, then what the settlement does."""
        cited = (reading for line in ends.values() if line is not None for reading in line.readings)
        return tuple(dict.fromkeys(filter(None, (*self.rests_on(game, spot), *cited))))

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """One: every chip goes by the same event."""
        from croupier.odds.shapes.events import cut_of
        from croupier.odds.simulation import Simulation

        for wager in dict.fromkeys(spot.wager.id for spot in game.spots.values()):
            check_places(game, wager)
        chips = [(name, spot, self.settled(game, spot)) for name, spot in self.chips(game).items()]
        _, _, first = chips[0]
        places = {event: place for place, event in enumerate(first, start=1) if first[event]}
        faces, moves = self.chain(game, places)
        sections = tuple(self.section(game, name, spot, places, ends) for name, spot, ends in chips)
        yield Simulation("sim_events", (cut_of(faces), moves), 1 + max(places.values()), sections)

    def chain(self, game: Playable, places: Mapping[Event, int]) -> tuple[int, Array]:
        """Of how many faces one is drawn, and where each leads: a section's place in the histogram, or another spin."""
        import numpy as np

        rim = [acts.Spun(mark) for mark in sections(game)]
        return len(rim), np.array([-places.get(mark, 0) for mark in rim], np.int16)

    def section(self, game: Playable, name: str, spot: Spot, places: Mapping[Event, int], ends: Ends) -> Section:
        """A chip's part of a histogram of the events."""
        from croupier.odds.simulation import End, Section

        found = {places[event]: End(*per_unit(line)) for event, line in ends.items() if line is not None}
        place = "" if name == spot.wager.id else name
        posted = game.terms.chosen[spot.wager.id]
        return Section(spot.wager.id, posted, found, readings=self.readings(game, spot, ends), place=place)

    def marks(self, seed: int, index: int, game: Playable, simulation: Simulation) -> list[str]:
        """What the wheel shows in one round of a kernel, spins made again included."""
        from croupier.odds.shapes.events import events_of

        rim = sections(game)
        return [rim[place] for place in events_of(seed, index, simulation.tables)]


@dataclass(frozen=True, slots=True)
class OneThrow(OneEvent):
    """A layout of dice that are thrown once: each place has its own chances."""

    def chips(self, game: Playable) -> dict[str, Spot]:
        return dict(game.spots)

    def chain(self, game: Playable, places: Mapping[Event, int]) -> tuple[int, Array]:
        from croupier.odds.shapes.events import chained

        shown, alike = faces(game), self.alike(game)
        return len(shown), chained((), self.falls(game, lambda fell: -places[alike(fell)]), shown)

    def falls(
        self, game: Playable, ends: Callable[[acts.Rolled], End]
    ) -> Callable[[tuple[int, ...], int], tuple[int, ...] | End]:
        """One die after the other, those of a throw sorted as they fall, so that many throws are few states; then how it ends."""

        def fall(fell: tuple[int, ...], face: int) -> tuple[int, ...] | End:
            then = tuple(sorted((*fell, face)))
            return then if len(then) < game.rules.dice else ends(acts.Rolled(then))

        return fall

    def rolls(self, seed: int, index: int, game: Playable, simulation: Simulation) -> list[tuple[int, ...]]:
        """The throws of one round of a kernel: all dice, then those that are thrown again."""
        from croupier.odds.shapes.events import events_of

        shown = faces(game)
        fell = tuple(shown[face] for face in events_of(seed, index, simulation.tables))
        return [throw for throw in (fell[: game.rules.dice], fell[game.rules.dice :]) if throw]


@lru_cache(maxsize=8)
def throws(dice: int, shown: tuple[int, ...]) -> dict[Event, int]:
    """Every throw of such dice up to their order, with the number of ways in which it comes."""
    whole, ways = factorial(dice), Counter(shown)
    return {
        acts.Rolled(fell): whole // prod(factorial(fell.count(face)) for face in set(fell)) * prod(ways[face] for face in fell)
        for fell in itertools.combinations_with_replacement(sorted(ways), dice)
    }


def events(game: Playable) -> Mapping[Event, int]:
    """All that can happen and how often: the marks of the wheel, or every throw of the dice."""
    if game.wheel is not None:
        return Counter(acts.Spun(mark) for mark in sections(game))
    return throws(game.rules.dice, faces(game))


def happened(game: Playable, spot: Spot, stakes: Mapping[str, int], *fell: Event) -> Line | None:
    """How a real round settles a chip, with what it needs beside it, by an event; None where the table waits for another."""
    round_ = Round(game, [SEAT])
    for wager, stake in stakes.items():
        round_.answer(acts.Wager(SEAT, wager, stake))
    round_.answer(acts.NoMoreBets())
    for event in fell:
        if not waits_for(round_, event):
            asked = "ends the round" if round_.pending is None else f"asks {round_.pending.describe()}"
            raise refused(game, f"{spot.called}: one event is counted, and the table {asked}", spot.wager.id)
        round_.answer(event)
    if round_.pending is not None:
        return None
    lines = [line for line in round_.lines if line.wager == spot.called]
    if len(lines) != 1:
        raise refused(game, f"{spot.called} is settled {len(lines)} times, and one line is counted", spot.wager.id)
    return lines[0]


def waits_for(round_: Round, event: Event) -> bool:
    """Is it a spin, or a throw of so many dice, that the table waits for?"""
    pending = round_.pending
    if isinstance(event, acts.Spun):
        return isinstance(pending, SpinDue) and event.result in pending.marks
    return isinstance(pending, RollDue) and pending.dice == len(event.dice)


def refuse_what_is_carried_over(game: Playable, spot: Spot, stakes: Mapping[str, int], ends: Ends) -> None:
    """An event after which the table waits for another is counted as nothing: refused where the next one then does something else."""
    for event in (event for event, line in ends.items() if line is None):
        for other, line in ends.items():
            again = happened(game, spot, stakes, event, other)
            if (again and per_unit(again)) != (line and per_unit(line)):
                why = f"{spot.called}: after {shown(event)} the table does not settle {shown(other)} as if nothing had come before"
                raise refused(game, why, spot.wager.id)


@remembered
def check_places(game: Playable, wager: str) -> None:
    """Refuse a wager that one of its places wins otherwise than the others; each is asked by all that can happen."""
    found: dict[object, str] = {}
    for spot in (spot for spot in game.spots.values() if spot.wager.id == wager and game.wheel is not None):
        stakes, counts = layout(game, spot.id), Counter[object]()
        for event, weight in events(game).items():
            line = happened(game, spot, stakes, event)
            counts[line and per_unit(line)] += weight
        found.setdefault(frozenset(counts.items()), spot.called)
        if len(found) > 1:
            why = f"{' and '.join(found.values())} do not win alike, and one place of a wager is priced for all"
            raise refused(game, why, wager)


def per_unit(line: Line) -> tuple[str, Fraction, Fraction]:
    """Outcome, net and stake of a settled chip, in units of the chip."""
    return line.outcome, Fraction(line.net, line.stake), Fraction(1)


def shown(event: Event) -> str:
    """A mark, or the dice of a throw."""
    return event.result if isinstance(event, acts.Spun) else "-".join(map(str, event.dice))
