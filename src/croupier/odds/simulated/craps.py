"""Craps for the kernel of events: the table's own settling, asked once for every roll in every situation, is the chain."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from croupier.equipment.dice import ROLLS
from croupier.games.dice._wagers import Hand, settle_roll, taken, terms
from croupier.games.dice.craps import move_the_marker
from croupier.odds.exact.craps import places as chip_places
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.events import cut_of, events_of
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable, Spot
from croupier.table.table import Table

STAKE = 252_000
"""Cents that every row can pay exactly, commission included."""


class At(NamedTuple):
    """Where a chip stands, if it is down yet, with the point and, where they matter, the points made."""

    spot: str | None
    point: int | None = None
    made: frozenset[int] = frozenset()


def simulations(game: Playable) -> Iterator[Simulation]:
    """One for each place a chip can be put; odds go only with the bet they support and are left to exact analysis."""
    for spot in chip_places(game):
        if terms(spot).row.resolves != "odds":
            yield simulation(game, spot)


def simulation(game: Playable, spot: Spot) -> Simulation:
    """One chip from the time it is put down until it is decided."""
    places = Places()
    moves = chain(game, spot, places)
    table, rule = game.terms.chosen[spot.wager.id], terms(spot).commission
    relied = [table.reading, spot.wager.reading, None if rule is None else rule.reading]
    section = Section(spot.wager.id, table, places.taken(), readings=tuple(dict.fromkeys(filter(None, relied))), place=spot.id)
    return Simulation("sim_events", (cut_of(len(ROLLS)), moves), places.size, (section,))


def chain(game: Playable, spot: Spot, places: Places) -> Array:
    """Where every roll leads from every situation that can come up."""
    later = terms(spot).row.made == "after-come-out"
    states = [At(None if later else spot.id)]
    known: dict[End, int] = {}
    moves: list[int] = []
    for at in states:
        for dice in ROLLS:
            found = after(game, spot, at, dice)
            if isinstance(found, End):
                if found not in known:
                    known[found] = places.add(found)
                moves.append(-known[found])
            else:
                if found not in states:
                    states.append(found)
                moves.append(len(ROLLS) * states.index(found))
    return np.array(moves, np.int16)


def after(game: Playable, spot: Spot, at: At, dice: tuple[int, ...]) -> At | End:
    """What one roll does."""
    table = Table(game, [1])
    seat = table.seats[1]
    hand = Hand(point=at.point, made=set(at.made))
    if at.spot is not None:
        seat.stakes[at.spot] = STAKE
    settle_roll(table, hand, dice)
    for line in table.lines:
        at_once = line.commission if taken(table, spot.wager) == "at-bet" else 0
        return End(line.outcome, Fraction(line.net, STAKE + at_once))
    move_the_marker(table, hand, dice, game.rules)
    made = frozenset(hand.made) if terms(spot).row.resolves == "points" else frozenset()
    if at.spot is None:
        return At(spot.id if hand.point is not None else None, hand.point)
    (stands,) = seat.stakes
    return At(stands, hand.point, made)


def rolls(seed: int, index: int, simulation: Simulation) -> list[tuple[int, ...]]:
    """The rolls of one round."""
    return [ROLLS[face] for face in events_of(seed, index, simulation.tables)]
