"""The envy that a progressive wager gives: one procedure for every game that offers it."""

from __future__ import annotations

from croupier.table.table import Table

PROGRESSIVE, ENVY = "progressive", "envy-bonus"


def pay_envy(table: Table) -> None:
    """Each player who made a progressive wager, folded or not, is paid for each other player's qualifying hand."""
    for seat in table.from_dealers_right():
        if PROGRESSIVE in seat.placed:
            for holder, row in table.envy_hands:
                if holder != seat.number:
                    posted = table.terms.chosen[ENVY]
                    table.settle(seat, ENVY, row, won=posted.rows[row].won(0), clause=posted.clause, reading=posted.reading)
