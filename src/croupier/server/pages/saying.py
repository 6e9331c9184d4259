"""How the pages say cards; ids are said as `rules/naming.py` has them."""

from __future__ import annotations

from croupier.equipment.cards import RANK_NAMES, SUIT_NAMES
from croupier.equipment.faces import FACES
from croupier.equipment.tiles import Tile
from croupier.rules.naming import title as title
from croupier.rules.naming import words as words
from croupier.table.views import HIDDEN


def spoken(face: str) -> str:
    """A card or a tile in words, for those who listen."""
    card = FACES.get(face)
    if card is None:
        return "a card face down" if face == HIDDEN else face
    if isinstance(card, Tile):
        return f"tile {card.name}"
    if not card.rank:
        return "joker"
    return f"{RANK_NAMES.get(card.rank, str(card.rank))} of {SUIT_NAMES[card.suit]}"
