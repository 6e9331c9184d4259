"""Five cards against the dealer's five for their kernel: the best play and what the table pays, as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds.kernels.card_sets import PERMUTATIONS
from croupier.odds.kernels.five_cards import CLASSES, HAND, ordered
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.contested import label
from croupier.odds.shapes.rankings import shows_a_card
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.shapes.against_dealer import AgainstDealer, Solution


def simulations(shape: AgainstDealer, game: Playable) -> Iterator[Simulation]:
    """One: ante and bet. The chip is a matter of the meter, and priced exactly."""
    from croupier.odds.kernels.sim_cards import EVALUATOR

    if not shows_a_card(game):
        return
    solution, places = shape.solve(game), Places()
    table = game.terms.chosen[shape.tables]
    found = _places(solution, places)
    section = Section(shape.opens, table, places.taken(), "optimal", solution.readings, shape.note)
    bands: Array = np.searchsorted(solution.terms.thresholds, np.arange(-1, CLASSES), side="right").astype(np.uint8)
    yield Simulation("sim_five_cards", (*plan(solution), bands, found, *EVALUATOR), places.size, (section,))


def plan(solution: Solution) -> tuple[Array, Array]:
    """The choice by class of hand; and for classes in which it differs, by five cards, a bit for each card the dealer may show."""
    from croupier.odds.kernels.sim_five_cards import LOOK

    least: Array = np.full(CLASSES + 1, 1, np.uint8)
    most: Array = np.zeros(CLASSES + 1, np.uint8)
    np.minimum.at(least, solution.contest.levels + 1, solution.taken.min(axis=1).astype(np.uint8))
    np.maximum.at(most, solution.contest.levels + 1, solution.taken.max(axis=1).astype(np.uint8))
    mixed = least < most
    (rows,) = np.nonzero(mixed[solution.contest.levels + 1])
    hands = ordered().cards[rows].astype(np.int64)
    shown = np.tile(np.arange(solution.taken.shape[1]), (len(rows), 1))
    for place in range(HAND):  # views are the cards the player does not hold, in the order of the deck
        shown += shown >= hands[:, place, None]
    looks: Array = np.zeros(comb(52, HAND), np.uint64)
    steps = np.array([[comb(number, size) for number in range(52)] for size in range(1, HAND + 1)], np.int64)
    for names in PERMUTATIONS:
        held = np.sort(hands & ~3 | names[hands & 3], axis=1)
        bits = solution.taken[rows].astype(np.uint64) << (shown & ~3 | names[shown & 3]).astype(np.uint64)
        looks[steps[np.arange(HAND), held].sum(axis=1)] = np.bitwise_or.reduce(bits, axis=1)
    return np.where(mixed, LOOK, most).astype(np.uint8), looks


def _places(solution: Solution, places: Places) -> Array:
    """The place of the main game by choice, band of the dealer's hand, result and class of the player's."""
    bands = len(solution.terms.bands)
    found: Array = np.zeros((2 * bands * 3, CLASSES + 1), np.uint16)
    for key, settled in solution.cells.items():
        number, choice, place, result = key
        kind = solution.kinds[number]
        name = label(solution.cells, key, bands=bands, several=len(solution.choices) > 2)
        end = End(name, *settled.per(solution.unit), (choice,))
        row = (solution.choices.index(choice) * bands + place) * 3 + result
        found[row, kind.first + 1 : kind.last + 1] = places.add(end)
    return found
