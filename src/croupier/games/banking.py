"""A player as the bank: whose turn it is, chips that cover every wager against it, and the settlement of the bank itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from croupier.errors import Refused
from croupier.games.commission import Rounding, uneven, vigorish
from croupier.games.positions import spelled
from croupier.games.questions import Questions
from croupier.rules.terms import Rule
from croupier.table import acts
from croupier.table.citing import cite
from croupier.table.legal import Legal, LegalChoice
from croupier.table.playable import Spot
from croupier.table.requests import Wagering
from croupier.table.table import Seat, Table

BANK, CO_BANK, HOUSE_WAGER = "bank", "co-bank", "house-wager"
PASS_THE_BANK = "pass-the-bank"
HOUSE = 0


class BankQuestions(Questions):
    """Asked of every game of a bank: `none` where only the house has it."""

    first_bank: Rule[Literal["house"]]
    bank_rotation: Rule[Literal["none", "counterclockwise"]]
    wager_before_banking: Literal["none", "hand-before", "last-hand-the-house-banked"]
    house_wager_at_most: Rule[Literal["none", "last-wager"]]
    partner_banks: Rule[Literal["none", "shared-by-stake"]]
    vigorish_rounding: Rule[Rounding]


@dataclass(frozen=True, slots=True)
class Rotation:
    """How far the bank has come round: who had it last (0 is the house), who since it left the house, who wagered last time."""

    last: int
    banked: frozenset[int]
    wagered: Mapping[int, int]

    def in_turn(self, table: Table) -> list[int]:
        """The seats that come before the house again and may take the bank, counterclockwise from the last that had it."""
        before = range(table.capacity if self.last == HOUSE else self.last - 1, 0, -1)
        return [number for number in before if number in table.seats and not self.why_not(number)]

    def why_not(self, seat: int) -> str | None:
        """Why a seat may have no part in the bank now; None where it may."""
        if seat in self.banked:
            return "has had the bank in this rotation"
        return None if self.wagered.get(seat) else "made no wager on the hand before"


def rotation_of(table: Table) -> Rotation | None:
    """The rotation, once a hand has been played; before that the house has the bank."""
    kept = table.carried.bank
    if "last" not in kept:
        return None
    seats = {name: {int(key.split()[1]): value for key, value in kept.items() if key.startswith(name)} for name in _PARTS}
    return Rotation(kept["last"], frozenset(seats["banked"]), seats["wagered"])


_PARTS = ("banked", "wagered")


@dataclass(frozen=True, slots=True)
class Bank:
    """Who has the bank: the seat that plays its hand first, then partners; and what the house wagers against it."""

    seats: tuple[Seat, ...]
    stakes: tuple[int, ...]
    house_wager: int
    spot: str
    """Where its chips lie: on a co-bank the house covers half, and the dealer sets the hand."""

    @property
    def player(self) -> Seat:
        return self.seats[0]


def co_banks(bank: Bank | None, seat: Seat) -> bool:
    """Is it the bank that the house has a part in, whose hands the dealer sets?"""
    return bank is not None and bank.spot == CO_BANK and seat is bank.player


class BankedWagering(Wagering):
    """Bets are open. A seat takes the bank in its turn by putting one down; it makes no other wager, and others may add to it.

    In a round alone, nobody knows whose turn it is: whoever puts down a bank has it.
    """

    __slots__ = ("banks", "passed", "rules", "wager")

    def __init__(self, wager: str, rules: BankQuestions) -> None:
        super().__init__()
        self.wager, self.rules = wager, rules
        self.banks: list[int] = []
        self.passed: set[int] = set()

    def against(self, table: Table, spot: str) -> int:
        """What a bank would have to pay if it lost to everybody; a co-bank half of it."""
        whole = sum(seat.stake(self.wager) + seat.stake(HOUSE_WAGER) for seat in table.seats.values())
        return whole if spot == BANK else -(-whole // 2)

    def spot(self, table: Table) -> str:
        """Where the chips of the bank lie."""
        return CO_BANK if any(seat.stake(CO_BANK) for seat in table.seats.values()) else BANK

    def offered(self, table: Table) -> int | None:
        """The seat to which the bank is offered now: who passes it, or wagers as a player, lets the next have it."""
        rotation = rotation_of(table)
        if not table.carried.lasting or rotation is None or self.banks:
            return None
        players = {number for number, seat in table.seats.items() if seat.stake(self.wager)}
        return next((seat for seat in rotation.in_turn(table) if seat not in self.passed | players), None)

    def take(self, act: acts.Wager | acts.Choice, table: Table) -> None:
        """What was answered, done."""
        if isinstance(act, acts.Choice):
            self.passed.add(act.seat)
            return
        table.place(act)
        if act.spot in (BANK, CO_BANK):
            if not act.amount:
                self.banks = [seat for seat in self.banks if seat != act.seat]
            elif act.seat not in self.banks:  # who raises a bank keeps its place: the first plays the hand
                self.banks.append(act.seat)

    # Refusing

    def _bounds(self, table: Table, seat: int, spot: Spot) -> tuple[int, int | None, int]:
        least, most, step = super()._bounds(table, seat, spot)
        placed = table.seats[seat].stakes
        if spot.id in (BANK, CO_BANK):
            if self.wager in placed:
                raise Refused(f"seat {seat}: a bank makes no other wager", clause=spot.wager.clause)
            self._check_turn(table, seat)
            self._check_alone(table, seat, spot)
            shown = sum(holder.stake(BANK) for holder in table.seats.values() if holder.number != seat)
            return max(least, -(-(self.against(table, spot.id) - shown) // step) * step), most, step
        if spot.id == HOUSE_WAGER:
            if self.banks[:1] != [seat]:
                raise Refused(f"seat {seat} does not play the bank's hand", clause=spot.wager.clause)
            rotation = rotation_of(table)
            last = rotation.wagered[seat] if rotation is not None else None
            return least, last if most is None else most if last is None else min(most, last), step
        holds = next((held for held in (BANK, CO_BANK) if held in placed), None)
        if holds is not None and not any(holds in need.wagers for need in spot.wager.needs):
            raise Refused(f"seat {seat}: a bank makes no other wager", clause=table.spots[holds].wager.clause)
        return least, most, step

    def _check_alone(self, table: Table, seat: int, spot: Spot) -> None:
        """Refuse a second bank where players do not bank together, and a bank of the other kind."""
        other = CO_BANK if spot.id == BANK else BANK
        together = spot.id == BANK and self.rules.partner_banks.value != "none"
        if table.seats[seat].stakes.get(other) or (self.banks and seat not in self.banks and not together):
            raise Refused(f"seat {seat}: there is a bank already", clause=spot.wager.clause)
        if spot.id == CO_BANK and len(table.seats) == 1:  # the house itself will wager nothing against it
            raise Refused("nobody is there to wager against the bank", clause=spot.wager.clause)

    def _check_turn(self, table: Table, seat: int) -> None:
        """Refuse a bank to whoever may not have it now; beside the seat whose turn it is, others may add theirs."""
        if not table.carried.lasting or seat in self.banks:
            return
        rotation, turns = rotation_of(table), self.rules.bank_rotation
        if rotation is None:
            raise Refused(f"seat {seat}: the house banks the first hand", clause=self.rules.first_bank.clause)
        fault = rotation.why_not(seat)
        if fault is not None:
            raise Refused(f"seat {seat} {fault}", clause=turns.clause)
        if not self.banks and seat != (offered := self.offered(table)):
            turn = "the house's" if offered is None else f"seat {offered}'s"
            raise Refused(f"seat {seat}: it is {turn} turn to bank", clause=turns.clause)

    def check(self, act: acts.Act, table: Table) -> None:
        if isinstance(act, acts.Choice):
            if act.choice != PASS_THE_BANK or act.seat != self.offered(table):
                clause = self.rules.bank_rotation.clause
                raise Refused(f"seat {act.seat}: {act.choice!r} cannot be said now", clause=clause)
        elif (
            isinstance(act, acts.Wager)
            and act.spot in (BANK, CO_BANK)
            and not act.amount
            and self.banks[1:]
            and self.banks[0] == act.seat
        ):
            raise Refused(f"seat {act.seat}: others have added to this bank", clause=self.rules.partner_banks.clause)
        else:
            super().check(act, table)

    def _check_complete(self, table: Table) -> None:
        super()._check_complete(table)
        if not self.banks:
            return
        spot = self.spot(table)
        shown = sum(seat.stake(spot) for seat in table.seats.values())
        against, clause = self.against(table, spot), table.spots[spot].wager.clause
        if not against:
            raise Refused("nobody wagers against the bank", clause=clause)
        if shown < against:
            raise Refused(f"seat {self.banks[0]}: a bank of {shown} does not cover wagers of {against}", clause=clause)

    def legal(self, table: Table) -> Iterator[Legal]:
        yield from super().legal(table)
        offered = self.offered(table)
        if offered is not None:
            yield LegalChoice(offered, PASS_THE_BANK)


async def take_wagers(table: Table, wager: str, rules: BankQuestions) -> Bank | None:
    """Wagers until "no more bets"; answers who banks, if not the house."""
    request = BankedWagering(wager, rules)
    while not isinstance(act := await table.ask(request), acts.NoMoreBets):
        request.take(act, table)
    seats = tuple(table.seats[number] for number in request.banks)
    house = seats[0].stakes.pop(HOUSE_WAGER, 0) if seats else 0
    spot = request.spot(table)
    bank = Bank(seats, tuple(seat.stake(spot) for seat in seats), house, spot) if seats else None
    table.marks[BANK] = spelled(seats[0].number) if seats else "house"
    table.lock_out()
    await table.count_collected()
    for partner in seats[1:]:  # one player has the cards
        partner.in_play = False
    return bank


def move_the_bank(table: Table, wager: str, bank: Bank | None, rules: BankQuestions) -> None:
    """The hand is over: who banked and who wagered is kept for the next; back at the house, the rotation begins anew."""
    rotation = rotation_of(table)
    banked = {seat.number for seat in bank.seats} | (rotation.banked if rotation else set()) if bank else set()
    wagered = {number: seat.placed[wager] for number, seat in table.seats.items() if wager in seat.placed}
    if bank is not None and rotation is not None and rules.wager_before_banking == "last-hand-the-house-banked":
        wagered = dict(rotation.wagered)
    table.carried.bank = {
        "last": bank.player.number if bank else HOUSE,
        **{f"banked {number}": 1 for number in sorted(banked)},
        **{f"wagered {number}": stake for number, stake in wagered.items()},
    }


def return_wagers_if_void(table: Table, bank: Bank, *wagers: str) -> None:
    """Where the bank's hand was called void, no wager that looks at it can be decided."""
    for line in [line for line in table.lines if line.seat == bank.player.number and line.outcome == "void"]:
        for seat in list(table.from_dealers_right()):
            table.return_wagers(seat, line.clause, line.reading, wagers)
        for partner in bank.seats[1:]:
            table.return_wagers(partner, line.clause, line.reading, [bank.spot])


def settle_bank(table: Table, bank: Bank, wager: str, *, from_house: int, rules: BankQuestions) -> None:
    """Losing wagers come to the bank, winning ones out of it, the house's (below 0 if it won) too; commission on a net win.

    Partners share by what each has put up, to the cent; whose chips were declared abandoned has lost them already. Of a co-bank's
    win or loss the other half is the house's, an odd cent too.
    """
    lines = [line for line in table.lines if line.wager == table.spots[wager].called]
    net = from_house + sum(line.stake - line.returned - line.won for line in lines)
    if bank.spot == CO_BANK:
        net = net // 2 if net > 0 else -(-net // 2)
    posted, rounding = table.terms.chosen[bank.spot], rules.vigorish_rounding
    due = vigorish(max(net, 0), posted.rows["commission"], rounding.value)
    result = "win" if net > 0 else "lose" if net < 0 else "push"
    clause, reading = cite(
        table.ground(bank.spot, result),
        posted.ground("commission") if due else None,
        rounding if uneven(max(net, 0), posted.rows["commission"], rounding.value) else None,
        rules.partner_banks if bank.seats[1:] else None,
    )
    parts = zip(bank.seats, bank.stakes, shares(net, bank.stakes), shares(due, bank.stakes), strict=True)
    for seat, stake, share, charged in parts:
        if bank.spot in seat.stakes:
            table.settle(
                seat,
                bank.spot,
                result,
                returned=stake + min(share, 0),
                won=max(share, 0),
                commission=charged,
                clause=clause,
                reading=reading,
            )


def shares(total: int, stakes: Sequence[int]) -> list[int]:
    """A sum in proportion to stakes, in whole cents that add up; no loss is larger than its stake.

    >>> shares(100, [500, 500, 500]), shares(-201, [1, 100, 100])
    ([33, 33, 34], [-1, -100, -100])
    """
    found, given, put_up = [], 0, 0
    for stake in stakes:
        put_up += stake
        reached = abs(total) * put_up // sum(stakes)
        found.append(reached - given)
        given = reached
    return found if total >= 0 else [-share for share in found]
