"""How the pages say ids and cards."""

from __future__ import annotations

from croupier.compliance.wording import words as words
from croupier.equipment.cards import RANK_NAMES, SUIT_NAMES
from croupier.equipment.faces import FACES
from croupier.equipment.tiles import Tile
from croupier.table.views import HIDDEN


def title(name: str) -> str:
    """An id as the beginning of a line.

    >>> title("double-face-down"), title("raise-3x")
    ('Double face down', 'Raise 3x')
    """
    return words(name)[:1].upper() + words(name)[1:]


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
