"""Written rounds of war: a hand's second card is the one of the war; `tie#2` is the amount wagered on a second tie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from croupier.errors import Place, Refused, shown
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import Offer
from croupier.table.writer import Writer
from croupier.table.written import Script
from croupier.table.written_parts import cards_of, seat_number

WAR, SECOND = "war", "tie#2"


class WarWriter(Writer):
    """The amount wagered on a second tie beside the opening wagers."""

    def offered(self, request: Offer, act: acts.Wager) -> None:
        if act.amount:
            self.wagers.setdefault(act.seat, {})[SECOND] = act.amount


class WarScript(Script):
    """Amounts of later wagers beside the opening ones; every card that is written must have been dealt."""

    WRITER = WarWriter
    LATER_AMOUNTS: ClassVar[bool] = True

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        self.later: dict[tuple[int, str], int] = {}
        super().__init__(playable, document)

    def _read_seat(self, name: str, seat: Mapping[str, Any]) -> None:
        wagers = seat.get("wagers")
        if isinstance(wagers, Mapping):
            number = seat_number(name, self.playable)
            later = {wager: amount for wager, amount in wagers.items() if wager in (WAR, SECOND)}
            for wager, amount in later.items():
                if isinstance(amount, bool) or not isinstance(amount, int) or amount <= 0:
                    raise self._refused(number, wager, f"of {shown(amount)}: a stake is a whole number of cents above zero")
                self.later[number, wager] = amount
            seat = {**seat, "wagers": {wager: amount for wager, amount in wagers.items() if wager not in later}}
        super()._read_seat(name, seat)

    def _refused(self, seat: int, wager: str, fault: str) -> Refused:
        place = Place(seat=seat, wager=wager)
        return Refused(f"seat {seat}: {wager} {fault}", clause=self.playable.terms.clause, place=place)

    def _offer(self, request: Offer) -> int:
        return self.later.pop((request.seat, SECOND), 0)

    def finish(self) -> None:
        super().finish()
        staked = {(line.seat, line.wager): line.stake for line in self.table.lines}
        for (seat, wager), amount in self.later.items():
            if staked.get((seat, wager)) != amount:
                raise self._refused(seat, wager, f"of {amount} could not be made")
        for whose, hand in self.hands.items():
            if len(hand) > self.dealt.get(whose, 0):
                where = f"seat {whose}" if isinstance(whose, int) else whose
                fault = f"{where}: {hand[-1]} is written and was not dealt"
                raise Refused(fault, clause=self.playable.terms.clause, place=cards_of(whose))
