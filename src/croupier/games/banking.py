"""A player as the bank: chips that cover every wager against it, and the settlement of the bank itself."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.games.commission import Rounding, vigorish
from croupier.games.positions import spelled
from croupier.table import acts
from croupier.table.playable import Spot
from croupier.table.requests import Wagering
from croupier.table.table import Seat, Table

BANK, HOUSE_WAGER = "bank", "house-wager"


def banking_seat(table: Table) -> Seat | None:
    """The seat that has put down a bank; None where the house banks."""
    return next((seat for seat in table.seats.values() if seat.stake(BANK)), None)


class BankedWagering(Wagering):
    """Bets are open. A seat takes the bank by putting one down; it makes no other wager, and the house may wager against it.

    The bank goes round from one round to the next: whose turn it is to take it is for the floor to see to.
    """

    __slots__ = ("wager",)

    def __init__(self, wager: str) -> None:
        super().__init__()
        self.wager = wager

    def against(self, table: Table) -> int:
        """What a bank would have to pay if it lost to everybody."""
        return sum(seat.stake(self.wager) + seat.stake(HOUSE_WAGER) for seat in table.seats.values())

    def _bounds(self, table: Table, seat: int, spot: Spot) -> tuple[int, int | None, int]:
        least, most, step = super()._bounds(table, seat, spot)
        banker, placed = banking_seat(table), table.seats[seat].stakes
        if spot.id == BANK:
            if banker is not None and banker.number != seat:
                raise Refused(f"seat {seat}: seat {banker.number} has the bank", clause=spot.wager.clause)
            if self.wager in placed:
                raise Refused(f"seat {seat}: a bank makes no other wager", clause=spot.wager.clause)
            return max(least, -(-self.against(table) // step) * step), most, step
        if BANK in placed and spot.id != HOUSE_WAGER:
            raise Refused(f"seat {seat}: a bank makes no other wager", clause=table.spots[BANK].wager.clause)
        return least, most, step

    def _check_complete(self, table: Table) -> None:
        super()._check_complete(table)
        banker = banking_seat(table)
        if banker is None:
            return
        against, shown, clause = self.against(table), banker.stake(BANK), table.spots[BANK].wager.clause
        if not against:
            raise Refused("nobody wagers against the bank", clause=clause)
        if shown < against:
            raise Refused(f"seat {banker.number}: a bank of {shown} does not cover wagers of {against}", clause=clause)


async def take_wagers(table: Table, wager: str) -> tuple[Seat | None, int]:
    """Wagers until "no more bets"; answers who banks, if not the house, and what the house then wagers as a player."""
    request = BankedWagering(wager)
    while isinstance(act := await table.ask(request), acts.Wager):
        table.place(act)
    banker = banking_seat(table)
    house = banker.stakes.pop(HOUSE_WAGER, 0) if banker else 0
    table.marks[BANK] = spelled(banker.number) if banker else "house"
    table.lock_out()
    return banker, house


def return_wagers_if_void(table: Table, banker: Seat, wager: str) -> None:
    """Where the bank's hand was called void, no wager against it can be decided."""
    for line in [line for line in table.lines if line.seat == banker.number and line.outcome == "void"]:
        for seat in list(table.from_dealers_right()):
            table.return_wagers(seat, line.clause, line.reading, [wager])


def settle_bank(table: Table, banker: Seat, wager: str, *, from_house: int, rounding: Rounding) -> None:
    """Losing wagers come to the bank, winning ones out of it, the house's (below 0 if it won) too; commission on a net win."""
    lines = [line for line in table.lines if line.wager == table.spots[wager].called]
    net = from_house + sum(line.stake - line.returned - line.won for line in lines)
    terms = table.terms.chosen[BANK]
    table.settle(
        banker,
        BANK,
        "win" if net > 0 else "lose" if net < 0 else "push",
        returned=banker.stake(BANK) + min(net, 0),
        won=max(net, 0),
        commission=vigorish(max(net, 0), terms.rows["commission"], rounding),
        clause=terms.clause,
        reading=terms.reading,
    )
