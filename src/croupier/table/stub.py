"""What happens to the stub besides the deal: a card is drawn by mistake, or the discards come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.requests import ASIDE, CardDue, DealerAct

if TYPE_CHECKING:
    from croupier.table.table import Table

EXPOSED = "exposed"


async def set_aside(table: Table) -> None:
    """A card drawn by mistake that nobody has seen: it opens the next hand."""
    if not table.carried.lasting or not table.cards_left:
        return
    await table.ask(CardDue(ASIDE, "down", 0, moment="ruling"))
    table.set_apart.append(sum(table.playable.counts.values()) - table.cards_left)
    table.carried.unseen += 1


async def expose(table: Table) -> None:
    """A card drawn by mistake lies open: it is the next card whoever takes it."""
    act = await table.ask(CardDue(EXPOSED, "up", 0, moment="ruling"))
    table.remaining[act.card] -= 1
    table.exposed.append(act.card)


async def refill(table: Table) -> bool:
    """The discard rack is shuffled and cut to go on from, its first card burned; False when it helps nothing."""
    rack = [*table.burned, *table.discards, *table.rack]
    await table.ask(DealerAct("reshuffle"))
    table.burned, table.discards, table.rack = [], [], []
    for card in rack:
        table.remaining[card] = table.remaining.get(card, 0) + 1
    table.carried.unseen = len(table.carried.aside) + len(table.set_apart)
    if table.cards_left:
        await table.burn(moment="ruling")
    table.aftermath.append("reshuffle")
    return bool(table.cards_left)
