"""Asia poker for its kernel: places of each cell, and by class of seven cards how they are set and the place of the bonus."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.games.pai_gow.asia_poker import ASIA_POKER
from croupier.odds.cells import Asked, layout, unit_of
from croupier.odds.kernels import sim_three_hands as kernel
from croupier.odds.kernels.dealt_classes import classes
from croupier.odds.kernels.evaluate import DISPLACEMENT
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import laid_by
from croupier.odds.shapes.as_ranked import kept_as_ranked
from croupier.odds.shapes.counted_alike import refuse_rows_that_tell_apart
from croupier.odds.shapes.hand_sections import looks_at, section_of
from croupier.odds.shapes.three_hands import CELLS, HOUSE_WAY, label, relied_on, settings_of, settled
from croupier.odds.shapes.two_hands_asked import started
from croupier.odds.shapes.two_hands_classes import by_type, members_of_types
from croupier.odds.shapes.two_hands_classes import classes as seven_cards
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable

SEVEN = "own-seven-with-joker"


def simulations(game: Playable) -> Iterator[Simulation]:
    """Both hands set by the house way, and the bonus beside it."""
    places, table, unit = Places(), game.terms.chosen[ASIA_POKER], unit_of(game, ASIA_POKER)
    ends, found = settled(game, unit), np.zeros(16, np.uint16)
    for cell in CELLS:
        found[4 * cell[0] + cell[1]] = places.add(End(label(cell, ends[cell]), *ends[cell].per(unit)))
    told, by_class = [Section(ASIA_POKER, table, places.taken(), HOUSE_WAY, relied_on(game, table, ends))], settings_of(game)
    for wager in (wager for wager in game.looks if looks_at(game, wager, SEVEN)):
        by_class = settings_of(game) | _bonus(wager, game, places) << kernel.SETTING_BITS
        told.append(section_of(game, wager, places))
    tables = (found, by_class, *classes(kernel.HAND, kernel.FLUSH).tables)
    yield Simulation("sim_three_hands", tables, places.size, tuple(told))


def _bonus(wager: str, game: Playable, places: Places) -> Array:
    """The place of each class under the bonus table, each type of hand settled at the table, which is tried first."""
    from croupier.odds.looks import settle_ladder
    from croupier.odds.shapes.three_hands import hands

    settle_ladder(game, wager, hands(game, wager))
    stake = unit_of(game, wager)
    asked, lay = Asked(game, layout(game, wager, stake), only=[wager]), laid_by(game, game.looks[wager])
    kinds, _ = by_type()
    refuse_rows_that_tell_apart(game, wager, members_of_types(), game.looks[wager].value)
    ends = [asked.settled(started(lay(hand))) for hand, _ in kinds]
    by_kind: Array = np.array([places.of(End(end.outcome, *end.per(stake))) for end in ends], np.uint32)
    assert not by_kind.max() >> 32 - kernel.SETTING_BITS, "more places than are told beside a setting"
    every = classes(kernel.HAND, kernel.FLUSH)
    found: Array = np.zeros(len(every.hands), np.uint32)
    found[every.there] = by_kind[kinds_of_hands()]
    return found


@kept_as_ranked
def kinds_of_hands() -> Array:
    """The type of the hand that stands for each class."""
    seven, every = seven_cards(), classes(kernel.HAND, kernel.FLUSH)
    found: Array = np.zeros(len(every.there), np.int64)
    kernel.pai_gow_classes(every.hands[every.there], DISPLACEMENT, seven.place_of, seven.first, found)
    _, kind_of = by_type()
    return np.asarray(kind_of[found])
