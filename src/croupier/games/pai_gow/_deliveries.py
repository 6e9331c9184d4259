"""Eight stacks of four tiles, and the ten ways to deliver them: which tile of which stack goes to which position.

Stacks are counted from the dealer's right, tiles from the top. A way from the left is the way from the right, mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

STACKS, TILES = 8, 4
Place = tuple[int, int]
"""A stack and a tile in it."""
Delivery = Mapping[Place, int]
"""How many positions after the first the tile in each place goes."""

Style = Literal[
    "house-way-from-the-right",
    "house-way-from-the-left",
    "cup-say-from-the-right",
    "cup-say-from-the-left",
    "jung-quat",
    "chee-yee",
    "pin-say-from-the-right",
    "pin-say-from-the-left",
    "dragon-head-and-phoenix-tail-from-the-right",
    "dragon-head-and-phoenix-tail-from-the-left",
]
HOUSE_WAY_RIGHT: Final = "house-way-from-the-right"


def _whole_stacks() -> Iterator[list[Place]]:
    """House way: a stack to each position, from right to left."""
    for stack in range(STACKS):
        yield [(stack, tile) for tile in range(TILES)]


def _two_by_two(pairs: list[tuple[int, int]]) -> Iterator[list[Place]]:
    """Of two stacks pushed forward the upper halves go to one position, the lower halves to the next."""
    for pair in pairs:
        for half in ((0, 1), (2, 3)):
            yield [(stack, tile) for stack in pair for tile in half]


def _slices() -> Iterator[list[Place]]:
    """Pin say: the top tiles of the four stacks at the right, then of those at the left, and again."""
    for tile in range(TILES):
        for four in (range(4), range(4, STACKS)):
            yield [(stack, tile) for stack in four]


def _dragon_and_phoenix() -> Iterator[list[Place]]:
    """The first two stacks lie on the next two: two tiles off each make the head, one off each of the other four the tail."""
    heads = [[(stack, tile) for stack in pair for tile in half] for pair in ((0, 1), (2, 3)) for half in ((0, 1), (2, 3))]
    for tile, head in enumerate(heads):
        yield head
        yield [(stack, tile) for stack in range(4, STACKS)]


def _told(positions: Iterator[list[Place]], *, mirrored: bool = False) -> Delivery:
    """Place by place instead of position by position."""
    return MappingProxyType(
        {
            (STACKS - 1 - stack if mirrored else stack, tile): position
            for position, tiles in enumerate(positions)
            for stack, tile in tiles
        }
    )


_NEIGHBOURS = [(0, 1), (2, 3), (4, 5), (6, 7)]
_FROM_THE_MIDDLE = [(3, 4), (2, 5), (1, 6), (0, 7)]

DELIVERIES: Final[Mapping[Style, Delivery]] = MappingProxyType(
    {
        HOUSE_WAY_RIGHT: _told(_whole_stacks()),
        "house-way-from-the-left": _told(_whole_stacks(), mirrored=True),
        "cup-say-from-the-right": _told(_two_by_two(_NEIGHBOURS)),
        "cup-say-from-the-left": _told(_two_by_two(_NEIGHBOURS), mirrored=True),
        "jung-quat": _told(_two_by_two(_FROM_THE_MIDDLE)),
        "chee-yee": _told(_two_by_two(_FROM_THE_MIDDLE[::-1])),
        "pin-say-from-the-right": _told(_slices()),
        "pin-say-from-the-left": _told(_slices(), mirrored=True),
        "dragon-head-and-phoenix-tail-from-the-right": _told(_dragon_and_phoenix()),
        "dragon-head-and-phoenix-tail-from-the-left": _told(_dragon_and_phoenix(), mirrored=True),
    }
)
