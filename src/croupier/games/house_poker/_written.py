"""Written rounds that name the amount of a later wager: `wagers` hold it beside the opening ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import Place, Refused
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Offer
from croupier.table.writer import Writer
from croupier.table.written import Script


class RaiseWriter(Writer):
    """The amount of a later wager beside the opening ones, where it is the player's own."""

    def offered(self, request: Offer, act: acts.Wager) -> None:
        if act.amount:
            self.wagers.setdefault(act.seat, {})[self.name(act.spot)] = act.amount


class LaterScript(Script):
    """A wager made by a decision whose amount may be written beside the opening ones: it must be what was then put down."""

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        super().__init__(playable, document)
        opening = [act for act in self.wagers if playable.spots[act.spot].wager.placed != "decision"]
        self.amounts = {(act.seat, act.spot): act.amount for act in self.wagers if act not in opening}
        self.wagers = opening

    def finish(self) -> None:
        super().finish()
        made = {(line.seat, line.wager): line.stake for line in self.table.lines}
        for (seat, spot), amount in self.amounts.items():
            if made.get((seat, self.playable.spots[spot].called)) != amount:
                fault = f"seat {seat}: {spot} of {amount} could not be made"
                raise Refused(fault, clause=self.playable.spots[spot].wager.clause, place=Place(seat=seat, wager=spot))


class RaiseScript(LaterScript):
    """A raise of the amount written; without one it is the largest there is. An amount alone says that it is made."""

    WRITER = RaiseWriter

    def _decision(self, request: Decision) -> str:
        own = request.between is not None and any(seat == request.seat for seat, _ in self.amounts)
        if own and request.between is not None and not self.decisions[request.seat]:
            return request.between
        return super()._decision(request)

    def _offer(self, request: Offer) -> int:
        return self.amounts.pop((request.seat, request.spot), request.maximum)
