"""One event: chips on a layout and a wheel, or dice thrown once. Every way it can end is settled at the real table, and that is
the whole distribution.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.odds.analyze import tables_of
from croupier.odds.cells import SEAT, unit_of
from croupier.odds.posted import with_posted
from croupier.odds.price import Price, gathered
from croupier.odds.shapes.no_decisions import NoDecisions
from croupier.table import acts
from croupier.table.playable import Playable, Spot
from croupier.table.round import Round
from croupier.table.settlement import Line

if TYPE_CHECKING:
    from croupier.odds.kernels.tables import Array
    from croupier.odds.simulation import Section, Simulation

FACES = range(1, 7)
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

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        for name, spot in self.chips(game).items():
            if wanted in (None, name, spot.wager.id):
                for table in tables_of(game, spot.wager.id):
                    ends = settled(with_posted(game, table), spot, stake)
                    yield Price(
                        wager=name,
                        paytable=table.id,
                        outcomes=gathered(Counter(per_unit(line) for event in events(game) if (line := ends[alike(event)]))),
                        clause=table.clause,
                        readings=self.readings(game, spot, ends),
                    )

    def readings(self, game: Playable, spot: Spot, ends: Ends) -> tuple[str, ...]:
        """What the chances rest on, then what the settlement does."""
        cited = (reading for line in ends.values() if line is not None for reading in line.readings)
        return tuple(dict.fromkeys(filter(None, (*self.rests_on(game, spot), *cited))))

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """One: every chip goes by the same event."""
        from croupier.odds.shapes.events import cut_of
        from croupier.odds.simulation import Simulation

        chips = [(name, spot, settled(game, spot)) for name, spot in self.chips(game).items()]
        _, _, first = chips[0]
        places = {event: place for place, event in enumerate(dict.fromkeys(map(alike, events(game))), start=1) if first[event]}
        faces, moves = self.chain(game, places)
        sections = tuple(self.section(game, name, spot, places, ends) for name, spot, ends in chips)
        yield Simulation("sim_events", (cut_of(faces), moves), 1 + max(places.values()), sections)

    def chain(self, game: Playable, places: Mapping[Event, int]) -> tuple[int, Array]:
        """Of how many faces one is drawn, and where each leads: a section's place in the histogram, or another spin."""
        import numpy as np

        every = events(game)
        return len(every), np.array([-places.get(event, 0) for event in every], np.int16)

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

        assert game.wheel is not None
        return [game.wheel.sections[place] for place in events_of(seed, index, simulation.tables)]


@dataclass(frozen=True, slots=True)
class OneThrow(OneEvent):
    """A layout of dice that are thrown once: each place has its own chances."""

    def chips(self, game: Playable) -> dict[str, Spot]:
        return dict(game.spots)

    def chain(self, game: Playable, places: Mapping[Event, int]) -> tuple[int, Array]:
        """One die after the other, those of a throw sorted as they fall: so many throws are few states."""
        import numpy as np

        states: list[tuple[int, ...]] = [()]
        moves: list[int] = []
        for fell in states:
            for face in FACES:
                then = tuple(sorted((*fell, face)))
                if len(then) == game.rules.dice:
                    moves.append(-places[acts.Rolled(then)])
                    continue
                if then not in states:
                    states.append(then)
                moves.append(len(FACES) * states.index(then))
        return len(FACES), np.array(moves, np.int16)

    def rolls(self, seed: int, index: int, simulation: Simulation) -> list[tuple[int, ...]]:
        """The throw of one round of a kernel."""
        from croupier.odds.shapes.events import events_of

        return [tuple(FACES[face] for face in events_of(seed, index, simulation.tables))]


def events(game: Playable) -> tuple[Event, ...]:
    """All that can happen, each as likely as another: the sections of the wheel in the order of the rim, or every throw."""
    if game.wheel is not None:
        return tuple(acts.Spun(mark) for mark in game.wheel.sections)
    return tuple(acts.Rolled(faces) for faces in itertools.product(FACES, repeat=game.rules.dice))


def alike(event: Event) -> Event:
    """The event that stands for all that no wager tells apart: of dice it does not matter which of them shows a face."""
    return acts.Rolled(tuple(sorted(event.dice))) if isinstance(event, acts.Rolled) else event


def settled(game: Playable, spot: Spot, stake: int | None = None) -> Ends:
    """A chip on a spot, and every event that differs once."""
    unit = unit_of(game, spot.id, stake)
    return {event: happened(game, spot, unit, event) for event in dict.fromkeys(map(alike, events(game)))}


def happened(game: Playable, spot: Spot, unit: int, event: Event) -> Line | None:
    """How a real round settles a chip by an event; None where the table waits for another."""
    round_ = Round(game, [SEAT])
    for act in (acts.Wager(SEAT, spot.id, unit), acts.NoMoreBets(), event):
        round_.answer(act)
    if round_.pending is not None:
        return None
    (line,) = round_.lines
    return line


def per_unit(line: Line) -> tuple[str, Fraction, Fraction]:
    """Outcome, net and stake of a settled chip, in units of the chip."""
    return line.outcome, Fraction(line.net, line.stake), Fraction(1)
