"""The handful of things a ruling can do. Which one, and when, is the rulebook's business."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import Refused
from croupier.rules.model import Ruling
from croupier.table.acts import Reported
from croupier.table.requests import Decision, Request, SpinDue

if TYPE_CHECKING:
    from croupier.table.table import Table


class Irregularity(Exception):
    """Thrown into the procedure at the await where it happened."""

    def __init__(self, report: Reported, ruling: Ruling) -> None:
        super().__init__(report.irregularity)
        self.report, self.ruling = report, ruling


class RoundVoid(Exception):
    """Unwinds the procedure; every wager is returned."""

    def __init__(self, clause: str, reading: str | None) -> None:
        super().__init__(clause)
        self.clause, self.reading = clause, reading


def check_report(table: Table, report: Reported, pending: Request) -> Ruling:
    """The ruling for a report, or Refused when it cannot happen now."""
    ruling = table.game.rulings.get(report.irregularity)
    if ruling is None:
        known = ", ".join(table.game.rulings)
        raise Refused(f"no irregularity called {report.irregularity!r}; there are: {known}", clause=table.game.clause)
    cited = ", ".join(ruling.clause)
    if pending.moment not in ruling.when:
        raise Refused(
            f"{report.irregularity} can be reported during {' or '.join(ruling.when)}, not during {pending.moment}",
            clause=cited,
        )
    if ruling.seat:
        seat = table.seats.get(report.seat)
        if seat is None or not seat.in_play:
            raise Refused(f"{report.irregularity} concerns a seat in play; {report.seat} is none", clause=cited)
    elif report.seat:
        raise Refused(f"{report.irregularity} concerns no one seat", clause=cited)
    return ruling


async def remedy(table: Table, event: Irregularity, pending: Request) -> Request | None:
    """Do what the clause says; the answer is a changed request where somebody else must answer the pending one."""
    report, ruling = event.report, event.ruling
    name = report.irregularity
    table.reports[name] = table.reports.get(name, 0) + 1
    action, then = ruling.remedy, ruling.then
    if ruling.after_first is not None and table.reports[name] > 1:
        action, then = ruling.after_first, ruling.after_first_then
    clause = ", ".join(ruling.clause)
    if action == "choice":
        who = report.seat if ruling.decides == "seat" else 0
        act = await table.ask(Decision(who, tuple(ruling.choices), clause=clause, moment="ruling"))
        action = ruling.choices[act.choice]
    table.aftermath.extend(then)
    match action:
        case "void-round":
            raise RoundVoid(clause, ruling.reading)
        case "void-hand":
            table.return_wagers(table.seats[report.seat], clause, ruling.reading)
        case "lose-wagers":
            table.lose_wagers(table.seats[report.seat], clause, ruling.reading)
        case "void-wagers":
            for seat in list(table.seats.values()):
                table.return_wagers(seat, clause, ruling.reading, ruling.wagers)
        case "burn":
            await table.burn()
        case "called" if isinstance(pending, SpinDue):
            return SpinDue(pending.marks, who=ruling.authority)
        case _:
            pass  # continue, again: the pending request stands as it was
    return None
