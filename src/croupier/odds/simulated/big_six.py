"""Big Six for the kernel of events: one chip on each insignia."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.odds.simulated.wheels import chip, marks, spins
from croupier.odds.simulation import Simulation
from croupier.table.playable import Playable

__all__ = ["marks", "simulations"]


def simulations(game: Playable) -> Iterator[Simulation]:
    """One: every chip goes by the same spin."""
    assert game.wheel is not None
    relied = tuple(filter(None, [game.terms.reading_of("sections")]))
    yield spins(game.wheel, [chip(game, spot, game.wheel, relied) for spot in game.spots.values()])
