"""Roulette for the kernel of events: one chip of each kind, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.odds.simulated.wheels import chip, marks, spins
from croupier.odds.simulation import Simulation
from croupier.table.playable import Playable, Spot

__all__ = ["marks", "simulations"]


def simulations(game: Playable) -> Iterator[Simulation]:
    """One: every chip goes by the same spin."""
    assert game.wheel is not None
    again = ("00",) if game.rules.wheel == "double-zero-as-single-zero" else ()
    zero = game.terms.reading_of("zero-against-outside-wagers")
    sections = []
    for spot in one_of_each(game):
        relied = (spot.wager.reading, None if spot.covers & {"0", "00"} else zero)
        sections.append(chip(game, spot, game.wheel, tuple(filter(None, relied))))
    yield spins(game.wheel, sections, again)


def one_of_each(game: Playable) -> list[Spot]:
    """The first place of each kind of chip."""
    found: dict[str, Spot] = {}
    for spot in game.spots.values():
        found.setdefault(spot.wager.id, spot)
    return list(found.values())
