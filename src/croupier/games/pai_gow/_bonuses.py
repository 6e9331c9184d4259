"""Wagers beside the two hands: on the number that starts the deal, on one's own seven cards and the bank's, on the cards of others."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.equipment.cards import Card
from croupier.games.limits import hold_wager_to_limit
from croupier.games.positions import NUMBER
from croupier.hands.pai_gow import best
from croupier.table.citing import cite
from croupier.table.table import Seat, Table

ENVY, IMPERIAL = "envy-bonus", "imperial-pai-gow-bonus"
OWN_HAND, BANKERS_HAND = "player-hand", "banker-hand"
NUMBERS = tuple(f"number-{number}" for number in range(1, 8))


def settle_numbers(table: Table) -> None:
    """The number that was shown is paid and every other one lost, before a card is dealt."""
    shown = f"number-{table.marks.get(NUMBER)}"
    for seat in table.from_dealers_right():
        for wager in [wager for wager in NUMBERS if wager in seat.stakes]:
            if wager == shown:
                table.pay(seat, wager)
            else:
                table.collect(seat, wager)


def envious(table: Table, qualifying: int) -> list[Seat]:
    """Whoever has wagered enough to be paid for the hands of others."""
    line = table.terms.wagers.get(ENVY)
    carrier = line.of if line is not None else None
    return [seat for seat in table.from_dealers_right() if carrier is not None and seat.stake(carrier) >= qualifying]


def pay_envy(table: Table, paid: list[Seat]) -> None:
    """Each qualifying wager is paid for each other player's qualifying hand, wagered on or not."""
    for seat in paid:
        for holder, row in table.envy_hands:
            if holder != seat.number:
                posted = table.terms.chosen[ENVY]
                clause, reading = cite(table.ground(ENVY, "win"), posted.ground(row))
                table.settle(seat, ENVY, row, won=posted.rows[row].won(0), clause=clause, reading=reading)


def settle_imperial(table: Table, seat: Seat, bank: Sequence[Card]) -> None:
    """Two tables on one stake: the player's own seven cards, and those of the bank; it is lost where neither pays."""
    if IMPERIAL not in seat.stakes:
        return
    own = table.row_for(f"{IMPERIAL}:{OWN_HAND}", best(seat.hand), seat.hand)
    banks = table.row_for(f"{IMPERIAL}:{BANKERS_HAND}", best(bank), bank)
    stake = seat.stake(IMPERIAL)
    if own is None and banks is None:
        table.collect(seat, IMPERIAL, case="lose")
    for column, found in ((OWN_HAND, own), (BANKERS_HAND, banks)):
        if found is not None:
            row, payout = found
            grounds = table.ground(IMPERIAL, column), table.terms.chosen[f"{IMPERIAL}:{column}"].ground(row)
            clause, reading = cite(*grounds, table.breakage(payout, stake))
            returned = seat.stake(IMPERIAL)  # with the first that pays
            table.settle(seat, IMPERIAL, row, returned=returned, won=payout.won(stake), clause=clause, reading=reading)
    hold_wager_to_limit(table, seat, table.terms.wagers[IMPERIAL])
