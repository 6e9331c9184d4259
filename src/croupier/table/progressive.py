"""Progressive wagers and the envy they give: one procedure for every game that offers them."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.equipment.cards import Card
from croupier.hands.poker import Value
from croupier.table.table import Seat, Table

PROGRESSIVE, ENVY = "progressive", "envy-bonus"


def settle_progressive(table: Table, seat: Seat, value: Value, cards: Sequence[Card]) -> None:
    """Pay a progressive chip by the hand, from the meter as it stands at this player's turn; note who holds an envy hand."""
    if ENVY in table.terms.wagers:
        found = table.row_for(ENVY, value, cards)
        if found is not None:
            table.envy_hands.append((seat.number, found[0]))
    table.settle_by_hand(seat, PROGRESSIVE, value, cards)


def pay_envy(table: Table) -> None:
    """Each player who made a progressive wager, folded or not, is paid for each other player's qualifying hand."""
    for seat in table.from_dealers_right():
        if PROGRESSIVE in seat.placed:
            for holder, row in table.envy_hands:
                if holder != seat.number:
                    posted = table.terms.chosen[ENVY]
                    table.settle(seat, ENVY, row, won=posted.rows[row].won(0), clause=posted.clause, reading=posted.reading)
