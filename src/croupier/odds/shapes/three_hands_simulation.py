"""Asia poker for its kernel: places of each cell, and of the bonus by class of seven cards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.games.pai_gow.asia_poker import ASIA_POKER
from croupier.odds.cells import Asked, layout, unit_of
from croupier.odds.kernels.evaluate import DISPLACEMENT
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import laid_by
from croupier.odds.shapes.hand_sections import NOTHING, section_of
from croupier.odds.shapes.three_hands import CELLS, HOUSE_WAY, label, relied_on, settled, tables_for
from croupier.odds.shapes.two_hands_asked import started
from croupier.odds.shapes.two_hands_classes import by_type, classes
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable


def simulations(game: Playable) -> Iterator[Simulation]:
    """Both hands set by the house way, and the bonus beside it."""
    places, table, unit = Places(), game.terms.chosen[ASIA_POKER], unit_of(game, ASIA_POKER)
    ends, found = settled(game, unit), np.zeros(16, np.uint16)
    for cell in CELLS:
        found[4 * cell[0] + cell[1]] = places.add(End(label(cell, ends[cell]), *ends[cell].per(unit)))
    told, bonus, every = (
        [Section(ASIA_POKER, table, places.taken(), HOUSE_WAY, relied_on(game, table, ends))],
        NOTHING,
        classes(),
    )
    for wager in game.looks:
        bonus = _bonus(wager, game, places)
        told.append(section_of(game, wager, places))
    tables = (found, bonus, *tables_for(game), DISPLACEMENT, every.place_of, every.first)
    yield Simulation("sim_three_hands", tables, places.size, tuple(told))


def _bonus(wager: str, game: Playable, places: Places) -> Array:
    """The place of each class under the bonus table, each type of hand settled at the table."""
    stake = unit_of(game, wager)
    asked, lay = Asked(game, layout(game, wager, stake), only=[wager]), laid_by(game, game.looks[wager])
    kinds, kind_of = by_type()
    ends = [asked.settled(started(lay(hand))) for hand, _ in kinds]
    return np.array([places.of(End(end.outcome, *end.per(stake))) for end in ends], np.uint16)[kind_of]
