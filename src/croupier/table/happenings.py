"""Irregularities as a written round tells them: what, about whom, what was chosen, and where in the round it happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.errors import BadInput, Refused, shown
from croupier.rules.rulings import Ruling
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.remedies import check_fact
from croupier.table.requests import CardDue, Request
from croupier.table.table import Table
from croupier.table.written_parts import as_table, check_keys

KEYS = frozenset(["irregularity", "during", "at", "seat", "choice"])
PLACES = frozenset(["seat", "hand", "to", "card", "turn"])
"""Where it happened: while it is this seat's turn, on this one of its hands, before this card to that place, the so-manieth time."""


@dataclass(slots=True)
class Happening:
    """One irregularity of a written round, waiting for its moment."""

    report: acts.Reported
    ruling: Ruling
    choice: str | None
    during: tuple[str, ...]
    at: Mapping[str, int | str]
    passed: int = 0
    """How often its place was reached before."""
    refusal: Refused | None = None
    """Why the table would not have it when its moment came."""

    def comes(self, request: Request, table: Table) -> bool:
        """Is it now? A moment at which the table knows that it is not so is let pass."""
        if request.moment not in self.during or not self._here(request):
            return False
        try:
            check_fact(table, self.report, self.ruling, request)
        except Refused as refusal:
            self.refusal = refusal
            return False
        self.passed += 1
        return self.passed == self.at.get("turn", self.passed)

    def _here(self, request: Request) -> bool:
        if isinstance(request, CardDue):
            found = {"seat": request.to, "hand": request.hand or 1, "to": request.to, "card": request.number}
        else:
            found = {"seat": getattr(request, "seat", 0), "hand": getattr(request, "hand", None) or 1}
        return all(found.get(key) == wanted for key, wanted in self.at.items() if key != "turn")

    def never_came_up(self, clause: str) -> Refused:
        """Why it is left over when the round has ended."""
        return self.refusal or Refused(f"{self.report.irregularity} never came up", clause=clause)


def read(entry: Any, playable: Playable) -> Happening:
    """One entry of `irregularities`, checked against the game's rulings."""
    entry = as_table(entry, "irregularities")
    check_keys(entry, KEYS, "irregularities")
    name = str(entry.get("irregularity"))
    ruling = playable.terms.rulings.get(name)
    if ruling is None:
        raise Refused(f"no irregularity called {shown(name)}", clause=playable.terms.clause)
    during, seat, choice = entry.get("during"), entry.get("seat", 0), entry.get("choice")
    if during is not None and during not in ruling.when:
        clause = ", ".join(ruling.clause)
        raise Refused(f"{name} does not come up during {shown(during)}: {', '.join(ruling.when)}", clause=clause)
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise BadInput(f"irregularities: seat {shown(seat)}: the number of a seat is expected")
    if choice is not None and not isinstance(choice, str):
        raise BadInput(f"irregularities: choice {shown(choice)}: a word is expected")
    moments = ruling.when if during is None else (during,)
    return Happening(acts.Reported(name, seat), ruling, choice, moments, _place(entry.get("at", {})))


def _place(at: Any) -> Mapping[str, int | str]:
    if not isinstance(at, Mapping):
        raise BadInput(f"irregularities: at {shown(at)}: where it happened, as in {{'seat': 2, 'hand': 1}}")
    for key, value in at.items():
        if key not in PLACES:
            raise BadInput(f"irregularities: at: {shown(key)} is no place; there are: {', '.join(sorted(PLACES))}")
        word = key == "to" and isinstance(value, str)
        if not word and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise BadInput(f"irregularities: at: {key} {shown(value)}: counted from 1")
    return at
