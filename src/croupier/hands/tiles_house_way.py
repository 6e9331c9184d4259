"""The house way of tiles: the supreme pair, then any pair, then a 9, an 8 or a 7, else the highest tile with the lowest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from croupier.equipment.cards import Card
from croupier.hands.tiles import SUPREME, Setting, is_pair, ranked, set_into, settings

SeveralPairs = Literal["higher-pair", "better-low-hand"]
LikeValues = Literal["better-low-hand", "better-high-hand"]
SUPREME_PAIR, PAIRS, VALUES, OTHERWISE = "supreme-pair", "pairs", "values", "otherwise"
KEPT: Final = (9, 8, 7)
"""Values of which two tiles are played together, in the order in which they are looked for."""


@dataclass(frozen=True, slots=True)
class HouseWay:
    """Which of several ways to follow one line is taken."""

    pairs: SeveralPairs = "higher-pair"
    values: LikeValues = "better-low-hand"


def house_way(hand: Sequence[Card], way: HouseWay) -> tuple[Setting, str]:
    """How the dealer sets four tiles, and by which line."""
    ways = settings(hand)  # from the best high hand down
    pairs = [each for each in ways if is_pair(each.high_value)]
    if pairs:
        line = SUPREME_PAIR if pairs[0].high_value.category == SUPREME else PAIRS
        return pairs[0] if line == SUPREME_PAIR or way.pairs == "higher-pair" else max(pairs, key=_by_low), line
    for points in KEPT:
        fits = [each for each in ways if points in (each.high_value.order, each.low_value.order)]
        if fits:
            return fits[0] if way.values == "better-high-hand" else max(fits, key=_by_low), VALUES
    highest, *middle, lowest = ranked(hand)
    return set_into((highest, lowest), tuple(middle)), OTHERWISE


def _by_low(setting: Setting) -> tuple[object, ...]:
    return setting.low_value, setting.high_value
