"""Wheels for the kernel of events: one histogram of the sections prices every chip."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

import numpy as np

from croupier.equipment.wheels import Wheel
from croupier.odds.kernels.tables import Array
from croupier.odds.simulated.events import cut_of, events_of
from croupier.odds.simulation import End, Section, Simulation
from croupier.table.playable import Playable, Spot


def spins(wheel: Wheel, spots: list[Section], again: Collection[str] = ()) -> Simulation:
    """A spin, made again while it shows a mark of `again`."""
    moves: Array = np.array([0 if mark in again else -1 - place for place, mark in enumerate(wheel.sections)], np.int16)
    return Simulation("sim_events", (cut_of(len(wheel.sections)), moves), 1 + len(moves), tuple(spots))


def chip(game: Playable, spot: Spot, wheel: Wheel, readings: tuple[str, ...]) -> Section:
    """A chip wins on the sections its spot covers."""
    table = game.terms.chosen[spot.wager.id]
    won, lost = End("win", table.rows["win"].figure), End("lose", Fraction(-1))
    ends = {1 + place: won if mark in spot.covers else lost for place, mark in enumerate(wheel.sections)}
    return Section(spot.wager.id, table, ends, readings=readings)


def marks(seed: int, index: int, game: Playable, simulation: Simulation) -> list[str]:
    """What the wheel shows in one round, spins made again included."""
    assert game.wheel is not None
    return [game.wheel.sections[place] for place in events_of(seed, index, simulation.tables)]
