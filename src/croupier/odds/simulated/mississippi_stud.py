"""Mississippi Stud for its kernel: the best street wagers, found backwards from the pay table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from croupier.equipment.cards import Card
from croupier.games.house_poker.mississippi_stud import ANTE, FOLD, STREETS, THREE_CARD_BONUS
from croupier.odds.kernels import sim_mississippi_stud as kernel
from croupier.odds.kernels.sim_cards import EVALUATOR
from croupier.odds.kernels.stud import sums_by_set
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import class_units
from croupier.odds.simulated.hands import NOTHING, section_of, three_card_places
from croupier.odds.simulation import End, Places, Section, Simulation, dealt_cards
from croupier.table.playable import Playable


def simulations(game: Playable) -> Iterator[Simulation]:
    """One: the bonus goes by the same community cards."""
    table = game.terms.chosen[ANTE]
    names, units = class_units(game, table)
    most = max(game.terms.wagers[STREETS[0]].times)
    _, four = sums_by_set(units)
    third_bets, fourth_bets, _ = kernel.mississippi_plan(four, most)
    rows = list(dict.fromkeys(names[1:]))
    paid = {name: int(unit) for name, unit in zip(names[1:], units[1:], strict=True)}
    row_of: Array = np.array([0, *(1 + rows.index(name) for name in names[1:])], np.uint8)
    places = Places()
    for third in range(most + 1):
        for fourth in range(most + 1):
            for fifth in range(most + 1):
                bets = (third, fourth, fifth)
                for row in ("fold", *rows):
                    places.add(_end(bets, row, paid))
    relied = (table.reading,) if table.reading else ()
    sections = [
        Section(ANTE, table, places.taken(), "optimal", relied, "ante and street wagers; payout limits are not in this price")
    ]
    bonus = NOTHING
    if THREE_CARD_BONUS in game.terms.wagers:
        bonus = three_card_places(game, THREE_CARD_BONUS, places)
        sections.append(section_of(game, THREE_CARD_BONUS, places))
    shape: Array = np.array([1 + len(rows), most], np.int64)
    tables = (third_bets, fourth_bets, four, row_of, shape, bonus, *EVALUATOR)
    yield Simulation("sim_mississippi_stud", tables, places.size, tuple(sections))


def _end(bets: tuple[int, ...], row: str, paid: dict[str, int]) -> End:
    made = bets[: bets.index(0)] if 0 in bets else bets
    staked = 1 + sum(made)
    net = -staked if row == "fold" else paid[row] * staked
    choices = [f"bet-{bet}x" for bet in made] + ([FOLD] if 0 in bets else [])
    return End(f"{row}, {staked} antes", Fraction(net), Fraction(staked), tuple(choices))


def dealt(seed: int, index: int, _: Simulation) -> dict[int | str, list[Card]]:
    """The cards of one round."""
    hand = dealt_cards(seed, index, kernel.CARDS)
    return {1: hand[:2], "community": hand[2:]}
