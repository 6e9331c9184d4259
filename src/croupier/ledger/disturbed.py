"""What keeps a live table from playing on: a report that waits for its ruling, one that is to come, a fault of the program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import Refused
from croupier.ledger.between import Between
from croupier.ledger.books import Transfer
from croupier.ledger.settings import Report, Settings
from croupier.table import acts
from croupier.table.facts import tells_too_much
from croupier.table.round import Round

_FALLEN = (acts.Dealt, acts.Rolled, acts.Spun)


class Disturbed(Between):
    """A live table whose round may be held up."""

    round: Round | None
    settings: Settings
    held: Report | None
    armed: acts.Reported | None
    stopped: str | None

    @property
    def awaited(self) -> str:
        """Whose ruling the report that waits is for."""
        return "floor" if self.held is None else self.authority_on(self.held.irregularity)

    def authority_on(self, irregularity: str, *, later: bool = False) -> str:
        """Whose ruling a report is for, now or when its moment comes.

        Where equipment deals for money nobody's hands go wrong. Once something has fallen there, in this round or in one before it
        from the same shoe, a word that takes the round back, shows a card, deals cards away or ends the shoe is the floor's, whoever
        the text lets say it of cards that people deal.
        """
        drawn = self.session.carried.stub is not None or (
            self.round is not None and any(isinstance(act, _FALLEN) for act in self.round.log)
        )
        if self.hides_facts_of(irregularity) or (self.electronic and not self.settings.practice and (drawn or later)):
            return "floor"
        return self.playable.terms.rulings[irregularity].authority

    def hides_facts_of(self, irregularity: str) -> bool:
        """Does only who may see the dealer's hole card know whether this is so? Where people deal, who enters the cards does."""
        ruling = self.playable.terms.rulings.get(irregularity)
        return ruling is not None and self.electronic and self.round is not None and tells_too_much(self.round.table, ruling)

    def _irregularity_reported(self, body: Mapping[str, Any]) -> list[Transfer]:
        if self.held is not None:
            raise Refused(f"{self.held.irregularity} is waiting for a ruling")
        self.held = Report(body["irregularity"], body["seat"], body["by"])
        return []

    def _irregularity_armed(self, body: Mapping[str, Any]) -> list[Transfer]:
        if not self.playing:
            raise Refused("no round is being played")
        self.armed = acts.Reported(body["irregularity"], body["seat"])
        return []

    def _ruling_dismissed(self, _body: Mapping[str, Any]) -> list[Transfer]:
        self.held = None
        return []

    def _table_stopped(self, body: Mapping[str, Any]) -> list[Transfer]:
        """A fault may have come of what chance had answered, so the same is not asked again."""
        self.stopped = body["fault"]
        return []
