"""What every pending question has in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from croupier.errors import Refused
from croupier.table import acts
from croupier.table.legal import Legal

if TYPE_CHECKING:
    from croupier.table.table import Table


class Request:
    """The pending question. `moment` says which irregularities can be reported while it stands."""

    __slots__ = ("ahead", "moment", "skipped", "who")
    kind: ClassVar[str]

    def __init__(self, who: str, moment: str) -> None:
        self.who, self.moment, self.skipped, self.ahead = who, moment, False, 0

    def check(self, act: acts.Act, table: Table) -> None:
        """Raise Refused unless `act` answers this request."""
        raise NotImplementedError

    def legal(self, table: Table) -> Iterator[Legal]:
        """Every legal answer, a range of amounts as one entry."""
        raise NotImplementedError

    def afford(self, table: Table) -> None:
        """Offer what the chips behind the seat can pay for; they may change while the question stands."""

    def free(self, act: acts.Act) -> bool:
        """Is this what a player's silence comes to, and puts down no chip that a word of theirs has not put down already?

        Then the floor may give it for them; what is theirs to choose it may not.
        """
        return False

    def stale(self, table: Table) -> bool:
        """Has a ruling made the question pointless?"""
        return False

    def _refuse_kind(self, act: acts.Act) -> None:
        raise Refused(f"the table waits for {self.outline()}, not for {acts.write(act)[0]}")

    def describe(self) -> str:
        return self.kind

    def outline(self) -> str:
        """The same for those whom it does not concern: what a seat is offered may tell its cards, or what it has behind."""
        return self.describe()
