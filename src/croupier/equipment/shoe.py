"""Shoes, stubs and shuffles: cards in an order nobody knows, taken one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.equipment.cards import Card
from croupier.equipment.randomness import Source
from croupier.errors import BadInput


def shuffled(pack: Iterable[Card], source: Source) -> list[Card]:
    """The whole pack in random order (Fisher-Yates from the front, every order equally likely)."""
    stack = list(pack)
    for place in range(len(stack) - 1):
        other = place + source.below(len(stack) - place)
        stack[place], stack[other] = stack[other], stack[place]
    return stack


def cut(stack: Sequence[Card], depth: int, *, at_least: int = 1) -> list[Card]:
    """`depth` cards from the top go to the bottom; both packets hold `at_least` cards."""
    if not at_least <= depth <= len(stack) - at_least:
        raise BadInput(f"a cut of {depth} cards leaves fewer than {at_least} on one side of {len(stack)}")
    return [*stack[depth:], *stack[:depth]]


class Shoe:
    """A stack from which cards are drawn, with a discard rack and, in a shoe, a cut card.

    The shuffle happens as the cards are drawn: drawing k cards does the first k steps of `shuffled`, so the order is the
    one a full shuffle with the same source would give, and short rounds do not pay for the cards they never see.
    """

    __slots__ = ("_drawn", "_source", "_stack", "burned", "cut_card", "discards")

    def __init__(self, pack: Iterable[Card], source: Source | None = None, *, cut_card: int | None = None) -> None:
        self._stack = list(pack)
        self._source = source
        self._drawn = 0
        self.cut_card = cut_card
        self.discards: list[Card] = []
        self.burned: list[Card] = []

    @property
    def remaining(self) -> int:
        """How many cards are left: the stub."""
        return len(self._stack) - self._drawn

    @property
    def cut_card_reached(self) -> bool:
        """Has the cut card come out, so that this round is the last before a shuffle?"""
        return self.cut_card is not None and self.remaining <= self.cut_card

    def draw(self) -> Card:
        """The next card."""
        stack, place = self._stack, self._drawn
        left = len(stack) - place
        if not left:
            raise BadInput("the shoe is empty")
        if self._source is not None and left > 1:
            other = place + self._source.below(left)
            stack[place], stack[other] = stack[other], stack[place]
        self._drawn = place + 1
        return stack[place]

    def burn(self) -> Card:
        """The next card, face down into the discard rack and out of play."""
        face = self.draw()
        self.burned.append(face)
        self.discards.append(face)
        return face

    def discard(self, pile: Iterable[Card]) -> None:
        """Put cards that have been played into the discard rack."""
        self.discards.extend(pile)

    def refill(self, source: Source) -> None:
        """Shuffle the discards and put them behind what is left."""
        self._stack = [*self._stack[self._drawn :], *shuffled(self.discards, source)]
        self._drawn, self._source = 0, None
        self.discards, self.burned = [], []


class Alternating:
    """Two decks of different colour in and out of play, one being shuffled while the other is dealt."""

    def __init__(self, pack: Sequence[Card], source: Source) -> None:
        self._pack, self._source = tuple(pack), source
        self.colour = 0
        self.colours = ("red", "blue")

    def next(self) -> Shoe:
        """The other deck, freshly shuffled."""
        self.colour = 1 - self.colour
        return Shoe(self._pack, self._source)


class Continuous:
    """A continuous shuffler: every card drawn comes from all cards not now on the table."""

    def __init__(self, pack: Iterable[Card], source: Source) -> None:
        self._inside, self._source = list(pack), source

    @property
    def remaining(self) -> int:
        return len(self._inside)

    def draw(self) -> Card:
        if not self._inside:
            raise BadInput("the shuffler is empty")
        place = self._source.below(len(self._inside))
        self._inside[place], self._inside[-1] = self._inside[-1], self._inside[place]
        return self._inside.pop()

    def give_back(self, pile: Iterable[Card]) -> None:
        """Cards of a finished round go back inside at once."""
        self._inside.extend(pile)
