"""Cards and decks. A card is one interned object a face: compare with `is`, print with `str`.

>>> card("Kh"), str(card("Th")), card("10d") is card("Td")
(Kh, 'Th', True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from croupier.errors import BadInput

SUITS: Final = "cdhs"
SUIT_NAMES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SUIT_SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RANKS: Final = "23456789TJQKA"
JACK, QUEEN, KING, ACE = 11, 12, 13, 14
RANK_NAMES: Final = {11: "jack", 12: "queen", 13: "king", 14: "ace"}
JOKER_TEXT: Final = "Jo"


class Card:
    """One face: `rank` 2 to 14 (ace high), `suit` one of c d h s; the joker has rank 0 and suit "joker"."""

    __slots__ = ("rank", "suit", "text")

    def __init__(self, rank: int, suit: str, text: str) -> None:
        self.rank, self.suit, self.text = rank, suit, text

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)

    @property
    def face_value(self) -> int:
        """One for an ace, ten for tens and faces."""
        return 1 if self.rank == ACE else min(self.rank, 10)

    @property
    def symbol(self) -> str:
        """The card as people draw it: `K♥`, `10♠`, `★` for the joker."""
        if not self.rank:
            return "★"
        return ("10" if self.text[0] == "T" else self.text[0]) + SUIT_SYMBOLS[self.suit]


_FACES: dict[str, Card] = {
    f"{rank}{suit}": Card(value, suit, f"{rank}{suit}") for suit in SUITS for value, rank in enumerate(RANKS, start=2)
}
JOKER: Final = Card(0, "joker", JOKER_TEXT)
_FACES[JOKER_TEXT] = JOKER
FACES: Final[Mapping[str, Card]] = MappingProxyType(_FACES)


def card(text: str) -> Card:
    """The card written `text`: rank and suit, `T` or `10` for ten, `Jo` for the joker, which may be written out."""
    face = _FACES.get(text) or (JOKER if text.lower() == "joker" else None)
    if face is None:
        face = _FACES.get(text.replace("10", "T")[:1].upper() + text.replace("10", "T")[1:].lower())
    if face is None:
        raise BadInput(f"{text!r} is not a card: write rank and suit, as in Kh, Td, 2c, or Jo for the joker")
    return face


def cards(text: str | Iterable[str]) -> list[Card]:
    """The cards of a written hand, `"Kh Td 2c"`."""
    return [card(word) for word in (text.split() if isinstance(text, str) else text)]


def deck(*, decks: int = 1, jokers: int = 0, without: Iterable[int] = ()) -> list[Card]:
    """`decks` packs in new-deck order, with `jokers` a pack, less the ranks in `without`.

    >>> len(deck()), len(deck(jokers=1)), len(deck(decks=6, without=[10]))
    (52, 53, 288)
    """
    removed = frozenset(without)
    pack = [face for face in _FACES.values() if face.rank and face.rank not in removed] + [JOKER] * jokers
    return pack * decks
