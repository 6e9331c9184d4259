"""What hold 'em games against the house share: a community dealt street by street, and five cards that make the jackpot."""

from __future__ import annotations

from croupier.hands.poker import best_five
from croupier.table.progressive import settle_progressive
from croupier.table.table import COMMUNITY, Seat, Table

FLOP = 3


async def deal_community(table: Table, count: int, *, decided: bool) -> None:
    """Burn one card and turn up the next `count`, as long as a wager is left that they could matter to.

    Once nobody has anything left to decide the cards are part of the showdown: a dealer's card seen now changes no decision.
    """
    if not wagers_left(table):
        return
    moment = "reveal" if decided else "deal"
    await table.burn(moment=moment)
    for _ in range(count):
        if wagers_left(table):
            await table.deal_card(COMMUNITY, up=True, moment=moment)


def wagers_left(table: Table) -> bool:
    """Is there a stake on the layout?"""
    return any(seat.stakes for seat in table.from_dealers_left())


def settle_flop_progressive(table: Table, seat: Seat) -> None:
    """The progressive goes by the two cards in hand and the flop, whatever comes later; a folded hand is gone."""
    if not seat.folded:
        cards = [*seat.hand, *table.community[:FLOP]]
        settle_progressive(table, seat, best_five(cards), cards)
