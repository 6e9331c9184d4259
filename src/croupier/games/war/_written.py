"""Written rounds of war: a hand's second card is the one of the war; `tie#2` is the amount wagered on a second tie."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.table import acts
from croupier.table.requests import Offer
from croupier.table.writer import Writer
from croupier.table.written_later import ScriptWithLaterAmounts
from croupier.table.written_parts import cards_of

WAR, SECOND = "war", "tie#2"


class WarWriter(Writer):
    """The amount wagered on a second tie beside the opening wagers."""

    def offered(self, request: Offer, act: acts.Wager) -> None:
        if act.amount:
            self.wagers.setdefault(act.seat, {})[SECOND] = act.amount


class WarScript(ScriptWithLaterAmounts):
    """Amounts of later wagers beside the opening ones; every card that is written must have been dealt."""

    WRITER = WarWriter

    def _later(self, wager: str) -> str | None:
        return wager if wager in (WAR, SECOND) else None

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
