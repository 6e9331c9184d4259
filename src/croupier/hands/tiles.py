"""What two tiles are worth: sixteen pairs, the wongs and gongs, else the last digit of the spots and then the higher tile.

Two tiles make a number they are not: the 3 (1-2) may count as a 6 and the 6 (2-4) as a 3, each with the rank of the other.

>>> worth(tiles_of("1-2 2-4")).category, worth(tiles_of("6-6 4-5")).category, worth(tiles_of("1-2 1-1"))
('supreme-pair', 'wong', Value(order=8, ranks=(16,), category='8'))
>>> worth(tiles_of("4-5 1-1")) == worth(tiles_of("1-1 3-6")), worth(tiles_of("1-4 2-4")).ranks
(True, (2,))
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from croupier.equipment.cards import Card
from croupier.equipment.tiles import TILES, TWICE, Tile, tile
from croupier.hands.poker import Value

RANKED: Final = (
    *((face,) for face in TWICE),
    ("3-6", "4-5"),
    ("2-6", "3-5"),
    ("2-5", "3-4"),
    ("2-4",),
    ("1-4", "2-3"),
    ("1-2",),
)
"""Single tiles from the highest rank down; those that share a rank together."""
RANK_OF: Final[Mapping[str, int]] = {face: place for place, faces in enumerate(RANKED, start=1) for face in faces}
"""First is the highest."""
LOWEST: Final = len(RANKED)
SWAPPED: Final[Mapping[str, str]] = {"1-2": "2-4", "2-4": "1-2"}
"""Tiles that may count, and then rank, as the other."""

SUPREME, MATCHED, MIXED, WONG, GONG = "supreme-pair", "matched-pair", "mixed-pair", "wong", "gong"
_NINES, _EIGHTS = ("4-5", "3-6"), ("2-6", "3-5", "4-4")
_PAIRS: Final = (
    (SUPREME, [("2-4", "1-2")]),
    *((MATCHED, [(face, face)]) for face in TWICE),
    *((MIXED, [pair]) for pair in (("3-6", "4-5"), ("3-5", "2-6"), ("3-4", "2-5"), ("1-4", "2-3"))),
    *((WONG, [(high, nine) for nine in _NINES]) for high in ("6-6", "1-1")),
    *((GONG, [(high, eight) for eight in _EIGHTS]) for high in ("6-6", "1-1")),
)
"""The permissible pairs from the supreme pair down, each with the tiles that make it."""
PAIRS: Final = len(_PAIRS)
_PAIR_VALUES: Final = {
    frozenset(tiles): Value(10 + PAIRS - place, (), category) for place, (category, ways) in enumerate(_PAIRS) for tiles in ways
}


class Setting(NamedTuple):
    """Four tiles set into two hands, the higher of which is the high hand."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]
    high_value: Value
    low_value: Value

    @property
    def values(self) -> tuple[Value, ...]:
        return self.high_value, self.low_value

    @property
    def foul(self) -> bool:
        """Is the low hand the higher one? It never is: the higher is the high hand."""
        return False

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.high))} / {' '.join(map(str, self.low))}"


def tiles_of(text: str) -> list[Tile]:
    """Tiles as they are written."""
    return [tile(word) for word in text.split()]


def worth(hand: Sequence[Card]) -> Value:
    """What two tiles are worth: a pair by its place in the list, or a value of 0 to 9 and the rank of the higher tile."""
    first, second = sorted(map(str, hand))
    return _worth(first, second)


@cache
def _worth(first: str, second: str) -> Value:
    pair = _PAIR_VALUES.get(frozenset([first, second]))
    if pair is not None and (first != second or first in TWICE):
        return pair
    counted = [[face, SWAPPED[face]] if face in SWAPPED else [face] for face in (first, second)]
    return max(_without_pair(*as_counted) for as_counted in itertools.product(*counted))


def _without_pair(first: str, second: str) -> Value:
    value = (TILES[first].spots + TILES[second].spots) % 10
    return Value(value, (LOWEST + 1 - min(RANK_OF[first], RANK_OF[second]),), str(value))


def is_pair(value: Value) -> bool:
    """Is it one of the permissible pairs, wongs and gongs among them?"""
    return value.order > 9


def is_zero(value: Value) -> bool:
    """Has the hand a value of zero?"""
    return value.order == 0


def ranked(hand: Sequence[Card]) -> list[Card]:
    """Tiles from the highest down."""
    return sorted(hand, key=lambda face: (RANK_OF[str(face)], str(face)))


def set_into(one: tuple[Card, ...], other: tuple[Card, ...]) -> Setting:
    """Two hands of two tiles; the higher is the high hand."""
    high, low = sorted((one, other), key=worth, reverse=True)
    return Setting(high, low, worth(high), worth(low))


def settings(hand: Sequence[Card]) -> list[Setting]:
    """The ways to part four tiles into two hands, best high hand first; tiles alike make fewer than three."""
    first, *others = ranked(hand)
    found: dict[str, Setting] = {}
    for place, beside in enumerate(others):
        rest = tuple(face for other, face in enumerate(others) if other != place)
        setting = set_into((first, beside), rest)
        found.setdefault(str(setting), setting)
    return sorted(found.values(), key=lambda setting: (setting.high_value, setting.low_value), reverse=True)
