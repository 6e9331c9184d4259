"""Cards on the layout: a pile of them, in the order they came, each face up or face down."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.equipment.cards import Card


class Pile(list[Card]):
    """Cards in the order they came, each face up or face down."""

    __slots__ = ("up",)

    def __init__(self) -> None:
        super().__init__()
        self.up: list[bool] = []

    def place(self, card: Card, *, up: bool, first: bool = False) -> None:
        """Lay a card on the pile, or under it when it is to be turned before the others."""
        if first:
            self.insert(0, card)
            self.up.insert(0, up)
        else:
            self.append(card)
            self.up.append(up)

    def lay(self, cards: Sequence[Card], *, up: bool) -> None:
        """Lay several cards on the pile, one after another."""
        self.extend(cards)
        self.up += [up] * len(cards)

    def take(self, card: Card) -> None:
        """Take a card off the pile, wherever it lies in it."""
        place = self.index(card)
        del self[place], self.up[place]

    def turn_up(self, count: int | None = None, *, order: Sequence[int] = ()) -> None:
        """Turn the first `count` cards, or all, face up: in the order they came, or in another."""
        for place in (order or range(len(self)))[:count]:
            if place < len(self):
                self.up[place] = True

    def seen(self) -> list[Card | None]:
        """The cards as anybody sees them: None for one that lies face down."""
        return [card if up else None for card, up in zip(self, self.up, strict=True)]
