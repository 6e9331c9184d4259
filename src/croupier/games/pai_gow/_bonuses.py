"""Wagers beside the two hands: on the number that starts the deal, on one's own cards and the bank's, on the cards of others."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.equipment.cards import Card
from croupier.games.limits import hold_wager_to_limit
from croupier.games.positions import NUMBER
from croupier.hands.pai_gow import best
from croupier.rules.terms import Paytable
from croupier.table.citing import cite
from croupier.table.patrons import is_anothers
from croupier.table.table import Seat, Table

WIN = "win"
ENVY, IMPERIAL = "envy-bonus", "imperial-pai-gow-bonus"
LARGER = "larger-wager"
"""The case of a wager above the highest for which envy is printed."""
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


def pay_envy(table: Table, qualifying: int) -> None:
    """Each qualifying wager is paid for each other player's qualifying hand, wagered on or not, when all such wagers are settled."""
    for carrier, line in table.playable.envied.items():
        for seat in table.from_dealers_right():
            if seat.placed.get(carrier, 0) < qualifying:
                continue
            posted = _posted(table, line, seat.placed[carrier])
            larger = table.spots[line].wager.outcomes.get(LARGER) if 0 < posted.stakes_from < seat.placed[carrier] else None
            for holder, row in table.envy_hands.get(line, ()):
                if is_anothers(table, seat, holder):
                    clause, reading = cite(table.ground(line, WIN), larger, posted.ground(row))
                    table.settle(seat, line, row, won=posted.rows[row].won(0), clause=clause, reading=reading)


def _posted(table: Table, line: str, stake: int) -> Paytable:
    """The table of a line; where it is printed by stakes, the one for the highest that this stake reaches."""
    posted = [found for found in table.terms.chosen.values() if found.wager == line and found.stakes_from <= stake]
    return max(posted, key=lambda found: found.stakes_from)


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
