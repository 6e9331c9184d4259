"""What lies on the table in words: what hands are worth, and how the round came out, as one role may know it.

A game says it (`Procedure.says`) of a `Shown`, which gives out no card that the role does not see: what is hidden cannot be said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from croupier.equipment.cards import Card
from croupier.equipment.faces import FACES
from croupier.table import acts

if TYPE_CHECKING:
    from croupier.table.piles import Pile
    from croupier.table.views import Eyes

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """Words for what lies there; nothing where there is nothing to say, or where it is not for this role to know."""

    dealer: str = ""
    seats: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """A seat's hands, the first and those beside it, each by what it is worth."""
    piles: Mapping[str, str] = field(default_factory=dict)
    result: str = ""
    """How the round came out for all: `Banker wins, 7 to 4`, `the dealer does not qualify`."""

    winner: str = ""
    """The place that won for all who bet on it, where a game has such: what a table's board of results is marked with."""

    def as_json(self) -> dict[str, Any]:
        return {
            "dealer": self.dealer,
            "seats": {str(seat): list(hands) for seat, hands in self.seats.items()},
            "piles": dict(self.piles),
            "result": self.result,
            "winner": self.winner,
        }


NOTHING = Said()
Says = Callable[["Shown", Any], Said]
"""How a game puts what is shown into words, under its rules."""


class Shown:
    """A round's cards as one role sees them. A hand of which one card is hidden is given as no cards at all."""

    def __init__(self, eyes: Eyes, *, result_alone: bool = False) -> None:
        self._eyes, self._table, self.result_alone = eyes, eyes.round.table, result_alone

    def _whole(self, pile: Pile, seat: int = 0) -> Cards:
        cards = self._eyes.cards(pile, seat)
        found = tuple(card for card in cards if card is not None)
        return found if len(found) == len(cards) else ()

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """Those that have cards."""
        return tuple(number for number, seat in sorted(self._table.seats.items()) if seat.hand or seat.splits)

    def hands(self, seat: int) -> tuple[Cards, ...]:
        """The seat's hand and those beside it, as a box that was split has them."""
        position = self._table.seats[seat]
        return tuple(self._whole(pile, seat) for pile in (position.hand, *position.splits))

    def hand(self, seat: int) -> Cards:
        return self._whole(self._table.seats[seat].hand, seat)

    @cached_property
    def dealer(self) -> Cards:
        return self._whole(self._table.dealer)

    @cached_property
    def dealers_open(self) -> Cards:
        """Those of the dealer's cards that are seen, whether or not others are hidden."""
        return tuple(card for card in self._eyes.cards(self._table.dealer) if card is not None)

    @cached_property
    def community(self) -> tuple[Card | None, ...]:
        """The community cards in their places; None for one that is hidden."""
        return tuple(self._eyes.cards(self._table.community))

    @cached_property
    def board(self) -> Cards:
        """Those of the community cards that are seen."""
        return tuple(card for card in self.community if card is not None)

    def pile(self, name: str) -> Cards:
        return self._whole(self._table.piles[name]) if name in self._table.piles else ()

    def set_into(self, seat: int) -> tuple[Cards, ...]:
        """The hands that the seat's cards, or at 0 the dealer's, were set into; none where they were not, or are not for this role."""
        parts = [part.split() for part in self._eyes.set_hands().get(seat, "").split("/")]
        known = [[FACES[face] for face in part if face in FACES] for part in parts]
        return tuple(map(tuple, known)) if len(known) > 1 else ()

    def chose(self, seat: int, choice: str) -> bool:
        """Has the seat said so, for all to hear?"""
        said = (act for act in self._eyes.round.log if isinstance(act, acts.Choice))
        return any(act.seat == seat and act.choice == choice for act in said)

    @property
    def marks(self) -> Mapping[str, str]:
        return self._table.marks

    @property
    def reported(self) -> bool:
        """Has anything gone wrong, so that hands may count otherwise than they lie?"""
        return bool(self._table.reports)

    @property
    def settled(self) -> bool:
        """Is the round over, and not void?"""
        return self._eyes.shown_down


def said(eyes: Eyes, *, result_alone: bool = False) -> Said:
    """What there is to say to one role; of the result alone, a game need not name the hands."""
    playable = eyes.round.playable
    return NOTHING if playable.says is None else playable.says(Shown(eyes, result_alone=result_alone), playable.rules)
