"""A shoe of two sides, each with its own cards and cutting card: before every round a card drawn from either says which is dealt from.

A round alone does not tell of it: it is dealt from one side, and the card that said so is the first that is dealt.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from croupier.rules.resolve import GameRules
from croupier.table.requests import CardDue, DealerAct

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.table.table import Table

RED, BLACK = "red", "black"
SIDES = (RED, BLACK)
"""The sides, by the color of the suits that point to them."""
DETERMINANT = "determinant"
"""The step of a deal in which the side is found."""


def has_two_sides(game: GameRules) -> bool:
    """Does this house deal from a double shoe?"""
    method = game.file.deal.get(game.options.get("dealing", ""))
    return method is not None and any(DETERMINANT in step.to for step in method.opening)


def pointed_to(card: Card) -> str:
    """The side that a card's suit names."""
    return RED if card.suit in "dh" else BLACK


async def shuffle_other_side(table: Table) -> None:
    """Whichever side has no cards ready is shuffled before a card is drawn from either."""
    if table.carried.lasting and table.other is None and has_two_sides(table.terms):
        await table.ask(DealerAct("shuffle"))
        table.other = dict(table.playable.counts)


async def find_side(table: Table) -> None:
    """A card from either side, face up: of the color that belongs to it, the first card of the round; else it is set apart."""
    drawn_from = await table.spin(SIDES)
    turn_to(table, drawn_from)
    card = (await table.ask(CardDue(DETERMINANT, "up", 0))).card
    table.remaining[card] -= 1
    if pointed_to(card) == drawn_from:
        table.exposed.append(card)
    else:
        turn_to(table, pointed_to(card))


def turn_to(table: Table, side: str) -> None:
    """From now on cards come from this side; the other stays as it is."""
    carried = table.carried
    if side != (carried.side or RED):
        assert table.other is not None
        table.remaining, table.other = table.other, table.remaining
        carried.unseen, carried.other_unseen = carried.other_unseen, carried.unseen
        table.rack = list((Counter(table.playable.counts) - Counter(table.remaining)).elements())
    carried.side = side


def carry_over(table: Table) -> None:
    """The other side as the round leaves it; to be shuffled where the card that was drawn from it was behind its cutting card."""
    carried, other = table.carried, table.other
    if other is not None:
        left = sum(other.values()) - carried.other_unseen
        kept = carried.behind is None or left >= carried.behind
        carried.other = {card: count for card, count in other.items() if count} if kept else None
        carried.other_unseen = carried.other_unseen if kept else 0
