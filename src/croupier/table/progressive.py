"""The envy that a progressive wager gives: one procedure for every game that offers it."""

from __future__ import annotations

from croupier.table.citing import AFTER_A_FOLD, cite, of_row
from croupier.table.patrons import is_anothers
from croupier.table.table import Seat, Table

PROGRESSIVE, ENVY = "progressive", "envy-bonus"
UNUSUAL_HOLDER = "unusual-holder"
"""The case of a hand that was folded, whose player has no chip, or that is one of several."""


def pay_envy(table: Table) -> None:
    """Each player who made a progressive wager, folded or not, is paid for each other player's qualifying hand.

    A sum is the same for every chip; odds are on the chip of the player who is paid."""
    for seat in table.from_dealers_right():
        if PROGRESSIVE in seat.placed:
            others = [
                (table.seats[holder], row) for holder, row in table.envy_hands.get(ENVY, ()) if is_anothers(table, seat, holder)
            ]
            for holder, row in others:
                plain = len(others) == 1 and not holder.folded and PROGRESSIVE in holder.placed
                _pay(table, seat, row, case="" if plain else UNUSUAL_HOLDER)


def _pay(table: Table, seat: Seat, row: str, *, case: str) -> None:
    posted, outcomes = table.terms.chosen[ENVY], table.spots[ENVY].wager.outcomes
    kept = outcomes.get(AFTER_A_FOLD) if seat.folded else None
    clause, reading = cite(of_row(outcomes, row, case), kept, posted.ground(row))
    table.settle(seat, ENVY, row, won=posted.rows[row].won(seat.placed[PROGRESSIVE]), clause=clause, reading=reading)
