"""Shoes, stubs and shuffles: cards in an order nobody knows, taken one at a time."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.equipment.cards import Card
from croupier.equipment.randomness import Source, falling
from croupier.errors import BadInput


def shuffled(pack: Iterable[Card], source: Source) -> list[Card]:
    """The whole pack in random order (Fisher-Yates from the front, every order equally likely)."""
    stack = list(pack)
    for place in range(len(stack) - 1):
        other = place + source.below(len(stack) - place)
        stack[place], stack[other] = stack[other], stack[place]
    return stack


class Shoe:
    """A stack from which cards are drawn. What lies around it (cutting card, discard rack, cards set aside) is the session's.

    The shuffle happens as the cards are drawn: drawing k cards does the first k steps of `shuffled`, so the order is the
    one a full shuffle with the same source would give, and short rounds do not pay for the cards they never see.
    """

    __slots__ = ("_drawn", "_source", "_stack")

    def __init__(self, pack: Iterable[Card], source: Source | None = None) -> None:
        self._stack = list(pack)
        self._source = source
        self._drawn = 0

    @property
    def remaining(self) -> int:
        """How many cards are left: the stub."""
        return len(self._stack) - self._drawn

    def take(self, count: int) -> list[Card]:
        """The next so many cards, as they would be drawn one by one."""
        stack, first, source = self._stack, self._drawn, self._source
        end = first + count
        if end > len(stack):
            raise BadInput("the shoe is empty")
        if source is not None:
            last = min(end, len(stack) - 1)  # nothing is left to chance about the last
            for place, further in enumerate(falling(source, len(stack) - first, last - first), first):
                other = place + further
                stack[place], stack[other] = stack[other], stack[place]
        self._drawn = end
        return stack[first:end]

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
