"""One event: chips on a layout and a wheel. Every section is spun once at the real table, and that is the whole distribution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
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
    from croupier.odds.simulation import Section, Simulation

Ends = tuple[Line | None, ...]
"""How a chip is settled on each section of the wheel, in the order of the rim; None where the spin is made again."""


@dataclass(frozen=True, slots=True)
class OneEvent(NoDecisions):
    """A wheel's layout. `rests_on` names the readings behind the chances of a spot, which no settlement line cites."""

    rests_on: Callable[[Playable, Spot], Iterable[str | None]]

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """One price a kind of chip: its place on the layout does not matter."""
        for spot in one_of_each(game):
            if wanted in (None, spot.wager.id):
                for table in tables_of(game, spot.wager.id):
                    ends = settled(with_posted(game, table), spot, stake)
                    yield Price(
                        wager=spot.wager.id,
                        paytable=table.id,
                        outcomes=gathered(Counter(per_unit(line) for line in ends if line is not None)),
                        clause=table.clause,
                        readings=self.readings(game, spot, ends),
                    )

    def readings(self, game: Playable, spot: Spot, ends: Ends) -> tuple[str, ...]:
        """What the chances rest on, then what the settlement does."""
        cited = (reading for line in ends if line is not None for reading in line.readings)
        return tuple(dict.fromkeys(filter(None, (*self.rests_on(game, spot), *cited))))

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """One: every chip goes by the same spin."""
        import numpy as np

        from croupier.odds.kernels.tables import Array
        from croupier.odds.shapes.events import cut_of
        from croupier.odds.simulation import Simulation

        chips = [(spot, settled(game, spot)) for spot in one_of_each(game)]
        _, ends = chips[0]
        moves: Array = np.array([0 if line is None else -1 - place for place, line in enumerate(ends)], np.int16)
        sections = tuple(self.section(game, spot, ends) for spot, ends in chips)
        yield Simulation("sim_events", (cut_of(len(moves)), moves), 1 + len(moves), sections)

    def section(self, game: Playable, spot: Spot, ends: Ends) -> Section:
        """A chip's part of a histogram of the wheel's sections."""
        from croupier.odds.simulation import End, Section

        found = {place: End(*per_unit(line)) for place, line in enumerate(ends, start=1) if line is not None}
        return Section(spot.wager.id, game.terms.chosen[spot.wager.id], found, readings=self.readings(game, spot, ends))

    def marks(self, seed: int, index: int, game: Playable, simulation: Simulation) -> list[str]:
        """What the wheel shows in one round of a kernel, spins made again included."""
        from croupier.odds.shapes.events import events_of

        assert game.wheel is not None
        return [game.wheel.sections[place] for place in events_of(seed, index, simulation.tables)]


def one_of_each(game: Playable) -> list[Spot]:
    """The first place of each kind of chip."""
    found: dict[str, Spot] = {}
    for spot in game.spots.values():
        found.setdefault(spot.wager.id, spot)
    return list(found.values())


def settled(game: Playable, spot: Spot, stake: int | None = None) -> Ends:
    """A chip on a spot, and every mark of the wheel spun once."""
    assert game.wheel is not None
    unit = unit_of(game, spot.id, stake)
    by_mark = {mark: spun(game, spot, unit, mark) for mark in game.wheel.marks}
    return tuple(by_mark[mark] for mark in game.wheel.sections)


def spun(game: Playable, spot: Spot, unit: int, mark: str) -> Line | None:
    """How a real round settles a chip once the wheel shows a mark; None where the table waits for another spin."""
    round_ = Round(game, [SEAT])
    for act in (acts.Wager(SEAT, spot.id, unit), acts.NoMoreBets(), acts.Spun(mark)):
        round_.answer(act)
    if round_.pending is not None:
        return None
    (line,) = round_.lines
    return line


def per_unit(line: Line) -> tuple[str, Fraction, Fraction]:
    """Outcome, net and stake of a settled chip, in units of the chip."""
    return line.outcome, Fraction(line.net, line.stake), Fraction(1)
