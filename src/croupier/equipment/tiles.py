"""Tiles: thirty-two blocks with the faces of two dice, eleven faces twice. A tile is dealt, turned and kept as a card is.

>>> tile("2-4"), tile("4-2") is tile("2-4"), tile("2-4").name, len(tiles())
(2-4, True, '6 (2-4)', 32)
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from croupier.equipment.cards import Card
from croupier.errors import BadInput

TWICE: Final = ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5")
"""Faces of which the set has two tiles alike."""
ONCE: Final = ("3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "2-4", "1-4", "2-3", "1-2")
"""Faces of which it has one."""


class Tile(Card):
    """One face: two halves with one to six spots each. Its `rank` as a piece of equipment is how many spots it has."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        super().__init__(sum(map(int, text.split("-"))), "tile", text)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return tile, (self.text,)

    @property
    def spots(self) -> int:
        """How many there are on both halves."""
        return self.rank

    @property
    def halves(self) -> tuple[int, int]:
        """The spots of each half, the fewer first."""
        fewer, more = map(int, self.text.split("-"))
        return fewer, more

    @property
    def name(self) -> str:
        """The tile as the rules print it: `6 (2-4)`."""
        return f"{self.spots} ({self.text})"

    @property
    def symbol(self) -> str:
        return self.text


TILES: Final[Mapping[str, Tile]] = MappingProxyType({text: Tile(text) for text in (*TWICE, *ONCE)})


def tile(text: str) -> Tile:
    """The tile written `text`: the spots of its halves, in either order."""
    face = TILES.get(text) or TILES.get(text[::-1])
    if face is None:
        raise BadInput(f"{text!r} is not a tile: write the spots of both halves, as in 6-6, 2-4, 1-2")
    return face


def tiles() -> list[Tile]:
    """A whole set."""
    return [TILES[text] for text in (*TWICE, *TWICE, *ONCE)]
