"""Pai gow poker for its kernel: how each class of hands is set by the house way, what decides a wager, and the bonus."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.equipment.cards import Card
from croupier.games.pai_gow.pai_gow_poker import FORTUNE, PAI_GOW
from croupier.odds.exact.pai_gow_poker import HOUSE_WAY, RULES, nets_of, outcome_of, relied_on
from croupier.odds.kernels import sim_pai_gow_poker as kernel
from croupier.odds.kernels.evaluate import DISPLACEMENT
from croupier.odds.kernels.pai_gow import JOKER
from croupier.odds.kernels.randomness import Stream
from croupier.odds.kernels.tables import Array
from croupier.odds.pai_gow import by_type, classes, face, packed, set_by_house_way
from croupier.odds.simulated.hands import NOTHING, row_of, row_places, section_of
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable


def simulations(game: Playable) -> Iterator[Simulation]:
    """One: the wager against the bank, both set by the house way, and the bonus on the same seven cards."""
    every = classes()
    settings = packed(set_by_house_way(every.hands, game.rules))
    places, table = Places(), game.terms.chosen[PAI_GOW]
    nets = nets_of(game, table)
    ends: Array = np.array([places.add(End(outcome_of(game, rule), nets[rule])) for rule in RULES], np.uint16)
    sections = [Section(PAI_GOW, table, places.taken(), HOUSE_WAY, relied_on(game, table))]
    bonus = NOTHING
    if FORTUNE in game.terms.wagers:
        bonus = _bonus(game, places)
        sections.append(section_of(game, FORTUNE, places))
    tables = (settings, settings, bonus, ends, DISPLACEMENT, every.place_of, every.first)
    yield Simulation("sim_pai_gow_poker", tables, places.size, tuple(sections))


def _bonus(game: Playable, places: Places) -> Array:
    """The place of each class under the bonus table."""
    found = row_places(game, FORTUNE, places, unit=game.rules.qualifying_fortune_bonus)
    kinds, kind_of = by_type()
    rows = [row_of(game.tables[FORTUNE], value, hand) for value, hand, _ in kinds]
    return np.array([found[-1 if row is None else row] for row in rows], np.uint16)[kind_of]


def dealt(seed: int, index: int, _: Simulation) -> dict[int | str, list[Card]]:
    """The cards of one round."""
    stream, numbers = Stream(seed, index), list[int]()
    while len(numbers) < 2 * kernel.HAND:
        bits = stream.word()
        for place in range(kernel.CARDS_A_WORD):
            number = bits >> kernel.CARD_BITS * place & (1 << kernel.CARD_BITS) - 1
            if number <= JOKER and number not in numbers:
                numbers.append(number)
    hand = [face(number) for number in numbers[: 2 * kernel.HAND]]
    return {1: hand[: kernel.HAND], "dealer": hand[kernel.HAND :]}
