"""Casino war from a full shoe: a card each and, after a tie that goes to war, a second one."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.sim_baccarat import deal_six

PAIRS = 13 * 13
SIZE = 1 + PAIRS + 13 * PAIRS


def place_of(own: int, dealers: int) -> int:
    """The place of a round that ends with its first cards, by their ranks from the lowest."""
    return 1 + 13 * own + dealers


def place_of_war(tied: int, own: int, dealers: int) -> int:
    """The place of a round in which two cards of a rank tied and others decided."""
    return 1 + PAIRS + PAIRS * tied + 13 * own + dealers


_place_of, _place_of_war = part(place_of), part(place_of_war)


@part
def play(key, index, shoe, goes_to_war):  # type: ignore[no-untyped-def]
    """The place of a round; `goes_to_war` says of each rank whether a tie of it does. Burned cards are like any that are not seen."""
    c0, c1, c2, c3, _, _ = deal_six(key, index, shoe)
    own, dealers = (c0 % 52) >> 2, (c1 % 52) >> 2
    if own == dealers and goes_to_war[own]:
        return np.uint64(_place_of_war(own, (c2 % 52) >> 2, (c3 % 52) >> 2))
    return np.uint64(_place_of(own, dealers))


@counting
def tally(key, first, last, found, shoe, goes_to_war):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        found[play(key, np.uint64(index), shoe, goes_to_war)] += 1
