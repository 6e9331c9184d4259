"""Five cards against the dealer's five or six for their kernel: the best play and what the table pays, as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.equipment.cards import Card
from croupier.odds.card_numbers import kernel_card
from croupier.odds.kernels.card_sets import PERMUTATIONS
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.hand_sections import main_places
from croupier.odds.simulation import Places, Section, Simulation
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.shapes.against_dealer import AgainstDealer, Solution
    from croupier.odds.shapes.rankings import BestFour

KERNEL = "sim_five_cards"
HAND = 5


def simulations(shape: AgainstDealer, game: Playable) -> Iterator[Simulation]:
    """One: the main game. Side wagers and the chip are priced exactly, and played at the table."""
    solution, places = shape.solve(game), Places()
    ranking: BestFour = shape.ranking  # type: ignore[assignment]
    decided = plan(solution, ranking.ordered(HAND).cards)
    if decided is None:
        return  # more than two choices in one class of hands: played at the table
    table = game.terms.chosen.get(shape.tables) or game.terms.chosen[shape.opens]
    found = main_places(solution, places, first=1)
    section = Section(shape.opens, table, places.taken(), "optimal", solution.readings, shape.note)
    levels = np.arange(-1, len(solution.terms.values))
    bands: Array = np.searchsorted(solution.terms.thresholds, levels, side="right").astype(np.uint8)
    sizes: Array = np.array([len(solution.terms.bands), game.shape.dealer], np.int64)
    yield Simulation(KERNEL, (*decided, bands, found, sizes, *ranking.evaluator()), places.size, (section,))


def plan(solution: Solution, cards: Array) -> tuple[Array, Array, Array] | None:
    """Two choices by class of hand; and where they differ, by five cards, a bit for each card the dealer may show: the second is taken.

    None where a class of hands has more choices.
    """
    contest, taken = solution.contest, solution.taken.astype(np.int64)
    low: Array = np.full(len(solution.terms.values) + 1, len(solution.choices), np.uint8)
    high: Array = np.zeros(len(low), np.uint8)
    np.minimum.at(low, contest.levels + 1, taken.min(axis=1).astype(np.uint8))
    np.maximum.at(high, contest.levels + 1, taken.max(axis=1).astype(np.uint8))
    (rows,) = np.nonzero((low < high)[contest.levels + 1])
    taken, hands = taken[rows], cards[rows].astype(np.int64)
    least, most = (ends[contest.levels[rows] + 1][:, None] for ends in (low, high))
    if ((taken != least) & (taken != most)).any():
        return None
    taken = np.broadcast_to((taken == most).astype(np.uint64), (len(rows), 52 - HAND if taken.shape[1] > 1 else 52))
    shown = np.tile(np.arange(taken.shape[1]), (len(rows), 1))
    for place in range(
        HAND if taken.shape[1] < 52 else 0
    ):  # views are the cards the player does not hold, in the order of the deck
        shown += shown >= hands[:, place, None]
    looks: Array = np.zeros(comb(52, HAND), np.uint64)
    steps = np.array([[comb(number, size) for number in range(52)] for size in range(1, HAND + 1)], np.int64)
    for names in PERMUTATIONS:
        held = np.sort(hands & ~3 | names[hands & 3], axis=1)
        bits = taken << (shown & ~3 | names[shown & 3]).astype(np.uint64)
        looks[steps[np.arange(HAND), held].sum(axis=1)] = np.bitwise_or.reduce(bits, axis=1)
    return low, high, looks


def eleventh(seed: int, index: int, simulation: Simulation) -> list[Card]:
    """The dealer's sixth card in one round of the kernel, where there is one."""
    from croupier.odds.kernels import sim_five_cards as kernel
    from croupier.odds.kernels.randomness import key_of

    if simulation.tables[5][kernel.DEALERS] < kernel.SIX:
        return []
    return [kernel_card(int(kernel.eleventh(key_of(seed), np.uint64(index))))]
