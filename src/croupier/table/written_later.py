"""Written rounds whose `wagers` hold the amounts of later wagers too, each under its own name."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from croupier.errors import Place, Refused, shown
from croupier.table.playable import Playable
from croupier.table.written import Script
from croupier.table.written_parts import seat_number


class ScriptWithLaterAmounts(Script):
    """Sets the amounts of later wagers aside until they are asked for; whoever reads such rounds says which those are."""

    LATER_AMOUNTS: ClassVar[bool] = True

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        self.later: dict[tuple[int, str], int] = {}
        super().__init__(playable, document)

    @abstractmethod
    def _later(self, wager: str) -> str | None:
        """The name under which a wager that is made later is kept; None for one that is made at the opening."""

    def _read_seat(self, name: str, seat: Mapping[str, Any]) -> None:
        wagers = seat.get("wagers")
        if isinstance(wagers, Mapping):
            number, opening = seat_number(name, self.playable), {}
            for wager, amount in wagers.items():
                called = self._later(wager)
                if called is None:
                    opening[wager] = amount
                elif isinstance(amount, bool) or not isinstance(amount, int) or amount <= 0:
                    raise self._refused(number, wager, f"of {shown(amount)}: a stake is a whole number of cents above zero")
                else:
                    self.later[number, called] = amount
            seat = {**seat, "wagers": opening}
        super()._read_seat(name, seat)

    def _refused(self, seat: int, wager: str, fault: str) -> Refused:
        place = Place(seat=seat, wager=wager)
        return Refused(f"seat {seat}: {wager} {fault}", clause=self.playable.terms.clause, place=place)
