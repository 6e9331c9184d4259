"""Side wagers as arrays of places in a histogram: by class of five-card hands, and by three cards."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from croupier.equipment.cards import Card, card
from croupier.hands.looks import RoyalOf
from croupier.hands.poker import Value, three_card
from croupier.odds.kernels.classes import values
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, Side
from croupier.odds.simulation import End, Places, Section
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.shapes.against_dealer import Solution

NOTHING: Array = np.zeros(0, np.uint16)
"""The table of a wager that is not offered."""


def looks_at(game: Playable, wager: str, cards: str) -> bool:
    """Is a wager offered on these cards, and on no single suit of them? A kernel has no place for another, which is played at the table."""
    if wager not in game.looks or game.terms.wagers[wager].looks_at != cards:
        return False
    return not any(isinstance(test, RoyalOf) for _, test, _ in game.tables[wager])


def section_of(game: Playable, wager: str, places: Places, *, strategy: str = "none", note: str = "") -> Section:
    """A side wager's section: the places handed out since the last one."""
    table = game.terms.chosen[wager]
    return Section(wager, table, places.taken(), strategy, readings=(table.reading,) if table.reading else (), note=note)


def side_places(side: Side, ladder: Ladder, places: Places) -> list[int]:
    """The place of each level of a ladder, as the table settles it; a decision that changes it has no place here."""
    found = [0] * len(ladder.values)
    for first, last, ways in side.runs:
        settled = side.whatever(ways)
        found[first:last] = [places.of(End(settled.outcome, *settled.per(side.unit)))] * (last - first)
    return found


def by_class(side: Side, ladder: Ladder, places: Places) -> Array:
    """The place of each class of five-card hands."""
    assert len(ladder.values) + 1 == len(values()), "another ladder than the kernel climbs would be read past its end"
    return np.array([0, *side_places(side, ladder, places)], np.uint16)


def by_three(side: Side, ladder: Ladder, places: Places) -> Array:
    """The place of every three cards, by their ranks and whether their suits are one."""
    assert {three_card(hand) for hand in three_card_hands() if hand} <= {*ladder.values}, "a hand that the ladder does not have"
    return by_three_cards(dict(zip(ladder.values, side_places(side, ladder, places), strict=True)))


def by_three_cards(worth: Mapping[Value, int]) -> Array:
    """What every three cards are worth, by their ranks and whether their suits are one."""
    return np.array([0 if hand is None else worth[three_card(hand)] for hand in three_card_hands()], np.uint16)


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


def main_places(solution: Solution, places: Places, *, first: int = 0) -> Array:
    """The place of a game against the dealer by choice, band of the dealer's hand, result and level of the player's, from `first` up."""
    from croupier.odds.shapes.contested import label

    bands = len(solution.terms.bands)
    found: Array = np.zeros((len(solution.choices) * bands * 3, first + len(solution.terms.values)), np.uint16)
    for key, settled in solution.cells.items():
        number, choice, place, result = key
        name = label(solution.cells, key, bands=bands, several=len(solution.choices) > 2)
        row, kind = (solution.choices.index(choice) * bands + place) * 3 + result, solution.kinds[number]
        found[row, first + kind.first : first + kind.last] = places.add(End(name, *settled.per(solution.unit), (choice,)))
    return found
