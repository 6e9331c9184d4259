"""What hold 'em games against the house share: a community dealt street by street."""

from __future__ import annotations

from croupier.table.table import BURN, COMMUNITY, Table

FLOP = 3


async def deal_community(table: Table, count: int, *, decided: bool) -> None:
    """Burn one card and turn up the next `count`, as long as a wager is left that they could matter to.

    Once nobody has anything left to decide the cards are part of the showdown: a dealer's card seen now changes no decision.
    """
    cards = [(BURN, False, 0), *[(COMMUNITY, True, 0)] * count]
    await table.deliver(cards, moment="reveal" if decided else "deal", while_=wagers_left)


def wagers_left(table: Table) -> bool:
    """Is there a stake on the layout?"""
    return any(seat.stakes for seat in table.from_dealers_left())
