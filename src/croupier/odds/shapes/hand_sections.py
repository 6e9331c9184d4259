"""Pay tables as arrays of places: by class of five-card hands, and by three cards."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from croupier.equipment.cards import Card, card
from croupier.hands.poker import Value, three_card
from croupier.odds.kernels.classes import values
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, Side
from croupier.odds.one_event import net_of
from croupier.odds.simulation import End, Places, Section
from croupier.table.playable import Playable, Row

UNIT = 500
"""The stake, in cents, by which fixed sums are turned into units."""

NOTHING: Array = np.zeros(0, np.uint16)
"""The table of a wager that is not offered."""


def row_of(rows: Sequence[Row], value: Value, cards: Sequence[Card] = ()) -> int | None:
    """The number of the row a hand is paid by."""
    return next((number for number, (_, test, _) in enumerate(rows) if test(value, cards)), None)


def row_places(game: Playable, wager: str, places: Places, *, unit: int = UNIT) -> list[int]:
    """A place for each row of a wager's table, and last one for a loss."""
    collected = game.terms.wagers[wager].collected
    found = [
        places.add(End(row, net_of(payout.kind, payout.figure, unit, collected=collected)))
        for row, _, payout in game.tables[wager]
    ]
    return [*found, places.add(End("lose", Fraction(-1)))]


def section_of(game: Playable, wager: str, places: Places, *, note: str = "") -> Section:
    """A side wager's section: the places handed out since the last one."""
    table = game.terms.chosen[wager]
    return Section(wager, table, places.taken(), readings=(table.reading,) if table.reading else (), note=note)


def class_places(game: Playable, wager: str, places: Places, *, unit: int = UNIT) -> Array:
    """The place of each class of five-card hands under a wager's table."""
    found = row_places(game, wager, places, unit=unit)
    rows = game.tables[wager]
    return np.array([0, *(found[-1 if (row := row_of(rows, value)) is None else row] for value in values()[1:])], np.uint16)


def side_places(side: Side, ladder: Ladder, places: Places) -> list[int]:
    """The place of each level of a ladder, as the table settles it; a decision that changes it has no place here."""
    found, known = [0] * len(ladder.values), dict[End, int]()
    for first, last, ways in side.runs:
        settled = side.whatever(ways)
        end = End(settled.outcome, Fraction(settled.net, side.unit), Fraction(settled.staked, side.unit))
        if end not in known:
            known[end] = places.add(end)
        found[first:last] = [known[end]] * (last - first)
    return found


def by_class(side: Side, ladder: Ladder, places: Places) -> Array:
    """The place of each class of five-card hands."""
    return np.array([0, *side_places(side, ladder, places)], np.uint16)


def by_three(side: Side, ladder: Ladder, places: Places) -> Array:
    """The place of every three cards, by their ranks and whether their suits are one."""
    place = dict(zip(ladder.values, side_places(side, ladder, places), strict=True))
    return np.array([0 if hand is None else place[three_card(hand)] for hand in three_card_hands()], np.uint16)


@lru_cache(maxsize=1)
def three_card_hands() -> tuple[tuple[Card, ...] | None, ...]:
    """Three cards for each place of a table by ranks and whether the suits are one; None where no such hand exists."""
    ranks = "23456789TJQKA"
    found: list[tuple[Card, ...] | None] = []
    for suits in ("cdh", "ccc"):
        for hand in itertools.product(ranks, repeat=3):
            possible = suits == "cdh" or len(set(hand)) == 3
            found.append(tuple(card(rank + suit) for rank, suit in zip(hand, suits, strict=True)) if possible else None)
    return tuple(found)
