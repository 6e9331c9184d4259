"""What a table knows about an irregularity that is reported to it. A ruling names the fact it needs (`if`); a report against it is refused.

Most of what goes wrong a table cannot see: a card face up in the shoe, a die on a rail. Facts are only what its own record shows.
A game adds those that take its ranking (`Procedure.facts`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import Conflict
from croupier.table.acts import Reported
from croupier.table.piles import Pile
from croupier.table.requests import CardDue, Request

if TYPE_CHECKING:
    from croupier.rules.resolve import GameRules
    from croupier.rules.rulings import Ruling
    from croupier.table.table import Table


class Fact(NamedTuple):
    """What must be so for a report to be true, in words and as a question to the table."""

    says: str
    holds: Callable[[Table, Reported, Request], bool]
    takes_the_hole_card: bool = False
    """Does it tell what the dealer's hand comes to? While a card of it lies face down, not everybody may ask."""


def tells_too_much(table: Table, ruling: Ruling) -> bool:
    """Would a report, by being taken or refused, tell of a dealer's card that lies face down?"""
    fact = None if ruling.if_ is None else table.playable.facts[ruling.if_]
    return fact is not None and fact.takes_the_hole_card and not all(table.dealer.up)


def card_due(pending: Request, to: int | str) -> bool:
    """Is the next card for that seat or place?"""
    return isinstance(pending, CardDue) and pending.to == to


def hidden_card(pile: Pile, pending: Request, to: int | str) -> bool:
    """Does a hand hold a card face down, or is one on its way to it?"""
    return not all(pile.up) or (card_due(pending, to) and getattr(pending, "face", "") == "down")


def passed_over(table: Table, report: Reported, pending: Request, *, cards: int) -> bool:
    """Can the seat have been dealt no more than so many cards? In the deal, when its next is due; then until it has decided anything.

    A hand on which something has been settled was there to be looked at; a seat whose turn in the deal is still to come is not passed over.
    """
    seat = table.seats[report.seat]
    if pending.moment == "deal":
        return card_due(pending, seat.number) and len(seat.hand) <= cards
    return bool(seat.hand) and not seat.decided and not any(line.seat == seat.number for line in table.lines)


FACTS: Mapping[str, Fact] = MappingProxyType(
    {
        "dealers-card-is-due": Fact("a card for the dealer is due", lambda table, report, pending: card_due(pending, "dealer")),
        "dealer-has-a-hidden-card": Fact(
            "the dealer has a card that nobody may see",
            lambda table, report, pending: hidden_card(table.dealer, pending, "dealer"),
        ),
        "seat-has-a-hidden-card": Fact(
            "the seat has a card that others may not see",
            lambda table, report, pending: hidden_card(table.seats[report.seat].hand, pending, report.seat),
        ),
        "seat-has-no-card": Fact(
            "no card has reached the seat", lambda table, report, pending: passed_over(table, report, pending, cards=0)
        ),
    }
)


def check_facts(game: GameRules, known: Mapping[str, Fact]) -> None:
    """Every fact that a ruling needs is one this game's table can tell."""
    for name, ruling in game.file.rulings.items():
        if ruling.if_ is not None and ruling.if_ not in known:
            fault = f"this game's table does not know {ruling.if_!r}; it knows: {', '.join(known)}"
            raise Conflict(fault, file=f"{game.id}.toml", key=f"rulings.{name}.if", clauses=ruling.clause)
