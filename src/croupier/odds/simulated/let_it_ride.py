"""Let It Ride for its kernel: what the cards seen pay in all decides which bets ride."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from croupier.equipment.cards import Card
from croupier.games.house_poker.let_it_ride import BETS, LET_IT_RIDE_BONUS, RIDE, THREE_CARD_BONUS, WITHDRAW
from croupier.odds.kernels import sim_let_it_ride as kernel
from croupier.odds.kernels.sim_cards import EVALUATOR
from croupier.odds.kernels.stud import sums_by_set
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import class_units
from croupier.odds.simulated.hands import NOTHING, class_places, section_of, three_card_places
from croupier.odds.simulation import End, Places, Section, Simulation, dealt_cards
from croupier.table.playable import Playable


def simulations(game: Playable) -> Iterator[Simulation]:
    """One: every wager goes by the same five cards."""
    table = game.terms.chosen[BETS[0]]
    names, units = class_units(game, table)
    three, four = sums_by_set(units)
    rows = list(dict.fromkeys(names[1:]))
    paid = {name: int(unit) for name, unit in zip(names[1:], units[1:], strict=True)}
    row_of: Array = np.array([0, *(rows.index(name) for name in names[1:])], np.uint8)
    places = Places()
    for rides in range(4):
        choices = tuple(RIDE if rides & bit else WITHDRAW for bit in (2, 1))
        bets = 1 + rides.bit_count()
        for row in rows:
            places.add(End(f"{row}, {bets} bets", Fraction(bets * paid[row]), Fraction(bets), choices))
    relied = (table.reading,) if table.reading else ()
    note = "three bets, two of which may be taken back; payout limits are not in this price"
    sections = [Section(BETS[0], table, places.taken(), "optimal", relied, note)]
    fixed = bonus = NOTHING
    if LET_IT_RIDE_BONUS in game.terms.wagers:
        fixed = class_places(game, LET_IT_RIDE_BONUS, places, unit=game.terms.wagers[LET_IT_RIDE_BONUS].amount or 100)
        sections.append(section_of(game, LET_IT_RIDE_BONUS, places))
    if THREE_CARD_BONUS in game.terms.wagers:
        bonus = three_card_places(game, THREE_CARD_BONUS, places)
        sections.append(section_of(game, THREE_CARD_BONUS, places))
    shape: Array = np.array([len(rows)], np.int64)
    tables = (three, four, row_of, shape, fixed, bonus, *EVALUATOR)
    yield Simulation("sim_let_it_ride", tables, places.size, tuple(sections))


def dealt(seed: int, index: int, _: Simulation) -> dict[int | str, list[Card]]:
    """The cards of one round."""
    hand = dealt_cards(seed, index, kernel.CARDS)
    return {1: hand[:3], "community": hand[3:]}
