"""Seats of a live table: taken and left, with the colour of somebody's chips and as many positions as the house allows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from croupier.errors import Refused
from croupier.ledger.books import Transfer
from croupier.ledger.settings import COMPANION
from croupier.table.patrons import check_positions, colour_for
from croupier.table.session_acts import Left, Seated

if TYPE_CHECKING:
    from croupier.ledger.live import LiveTable


def take(table: LiveTable, body: Mapping[str, Any]) -> list[Transfer]:
    """Somebody sits down; a further position of theirs is beside the first, and is taken between rounds."""
    seat, account, clause = body["seat"], body["account"], table.playable.seats_clause
    if not 1 <= seat <= table.playable.seats:
        raise Refused(f"there is no seat {seat}: seats are 1 to {table.playable.seats}", clause=clause)
    if seat in table.players:
        raise Refused(f"seat {seat} is taken", clause=clause)
    held = table.seats_of(account)
    check_positions(table.playable.terms, held, seat)
    together = table.round.table.seats[seat].purse.seats if table.round is not None and table.playing else (seat,)
    if table.playing and (held or len(together) > 1):
        raise Refused("positions of one player are changed between rounds", clause=clause)
    if table.playing and table.round is not None and table.round.table.seats[seat].hand:
        raise Refused(f"seat {seat}: the cards of who had it lie there until the round is over", clause=clause)
    colour = colour_for(table.playable.terms, table.colours.values(), body.get("colour"))
    table.session.answer(Seated(seat, account))
    table.players[seat] = account
    if table.playing:
        table.sat[seat] = account
    if colour is not None:
        table.colours[seat] = colour
    if account.startswith(COMPANION):
        table.position.companions[account] = 0
        table.companions.seats.append(seat)
        return table.position.moved([Transfer(table.position.cage, account, body["chips"], "buy-in")])
    if home := body.get("home"):  # practice chips beyond what anybody practises with
        return [Transfer(account, table.position.cage, home, "cash-out")]
    return [Transfer(table.position.cage, account, body["chips"], "buy-in")] if body.get("chips") else []


def leave(table: LiveTable, seat: int, chips: int) -> list[Transfer]:
    """Somebody with so many chips gets up; a seat is theirs until what they bet is decided, in this round or over several."""
    table.player(seat)
    # A void would take back what was settled for the seat: that must find the one who bet, not who sat down after.
    settled = any(line.seat == seat for _, line in table.position.lines)
    if table.round is not None and table.playing and (settled or table.round.table.seats[seat].stakes):
        table.leaving.add(seat)
        return []
    if stands_over(table, seat):  # the next round takes it from whoever does not play on, and must find the one who bet
        table.leaving.add(seat)
        return []
    return vacate(table, seat, chips)


def stands_over(table: LiveTable, seat: int) -> bool:
    """Does a wager of the seat stand on the layout between rounds, besides a stack?"""
    return any(wager != table.playable.stack for wager in table.session.carried.stakes.get(seat, {}))


def free_to_go(table: LiveTable) -> list[int]:
    """Seats whose players leave and have nothing left to be decided."""
    return [seat for seat in sorted(table.leaving) if not stands_over(table, seat)]


def vacate(table: LiveTable, seat: int, chips: int) -> list[Transfer]:
    """A stack goes with its player, deferred vigorish is collected; the seat is free; what a companion has left goes to the cage."""
    account = table.player(seat)
    owing = table.position.moved(
        [*table.stack_off(seat), *table.collected(seat, account, table.position.companions.get(account, chips))]
    )
    table.session.answer(Left(seat))
    del table.players[seat]
    table.colours.pop(seat, None)
    table.leaving.discard(seat)
    table.position.chips.pop(seat, None)
    held = table.position.companions.pop(account, 0)
    table.companions.seats = [other for other in table.companions.seats if other != seat]
    return [*owing, Transfer(account, table.position.cage, held, "cash-out")] if held else owing
