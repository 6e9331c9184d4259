"""Everything that is dealt face up or face down, by how it is written: cards and tiles.

>>> pieces("Kh 10d"), pieces("2-4 6-6")
([Kh, Td], [2-4, 6-6])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from croupier.equipment import cards
from croupier.equipment.cards import Card, card
from croupier.equipment.tiles import TILES, tile

FACES: Final[Mapping[str, Card]] = MappingProxyType({**cards.FACES, **TILES})


def pieces(text: str | Iterable[str]) -> list[Card]:
    """The cards or tiles of a written hand."""
    words = text.split() if isinstance(text, str) else text
    return [tile(word) if "-" in word else card(word) for word in words]
