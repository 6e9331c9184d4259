"""The handful of things a ruling can do. Which one, and when, is the rulebook's business."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import Interruption, Refused
from croupier.rules.rulings import Ruling
from croupier.rules.terms import Rule
from croupier.table import betting, stub
from croupier.table.acts import Reported
from croupier.table.life import Due
from croupier.table.requests import CardDue, DealerAct, Decision, Request, RollDue, SpinDue

if TYPE_CHECKING:
    from croupier.table.seat import Seat
    from croupier.table.table import Table


class Irregularity(Interruption):
    """Thrown into the procedure at the await where it happened."""

    def __init__(self, report: Reported, ruling: Ruling) -> None:
        super().__init__(report.irregularity)
        self.report, self.ruling = report, ruling


class RoundVoid(Interruption):
    """Unwinds the procedure; every wager is returned."""

    def __init__(self, clause: str, reading: str | None) -> None:
        super().__init__(clause)
        self.clause, self.reading = clause, reading


async def run_out(table: Table) -> bool:
    """The shoe is empty and a card is due: what the text has for it happens unreported; False where there is still no card."""
    ruling = next((ruling for ruling in table.terms.rulings.values() if ruling.if_ == "shoe-too-short"), None)
    if ruling is not None and ruling.remedy == "void-round":
        table.aftermath.extend(ruling.then)
        raise RoundVoid(", ".join(ruling.clause), ruling.reading)
    return await stub.refill(table)


def check_report(table: Table, report: Reported, pending: Request, *, facts: bool = True) -> Ruling:
    """The ruling for a report, or Refused when it cannot happen now; without `facts`, what the table knows is not held against it."""
    ruling = table.terms.rulings.get(report.irregularity)
    if ruling is None:
        known = ", ".join(table.terms.rulings)
        raise Refused(f"no irregularity called {report.irregularity!r}; there are: {known}", clause=table.terms.clause)
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
        if seat.follows is not None:
            whose = f"seat {seat.number} plays with the cards of seat {seat.follows.number}"
            raise Refused(f"{report.irregularity} concerns a seat with cards: {whose}", clause=cited)
    elif report.seat:
        raise Refused(f"{report.irregularity} concerns no one seat", clause=cited)
    if facts:
        check_fact(table, report, ruling, pending)
    return ruling


def check_fact(table: Table, report: Reported, ruling: Ruling, pending: Request) -> None:
    """Refuse a report that the table knows to be false."""
    if ruling.if_ is not None and not (fact := table.playable.facts[ruling.if_]).holds(table, report, pending):
        cited = ", ".join(ruling.clause)
        raise Refused(f"{report.irregularity} is not so here: it needs that {fact.says}", clause=cited)


def concerns(pending: Request, report: Reported) -> bool:
    """Is the pending question about the seat the report names or, where it names none, about no seat at all?"""
    about = getattr(pending, "to", getattr(pending, "seat", 0))
    return bool(about == report.seat) if report.seat else about in (0, "dealer")


def void_hand(table: Table, event: Irregularity, pending: Request) -> None:
    """A dead hand's wagers go back; of a seat that plays several hands, those of the hand whose card was due.

    A reading bears on what is returned besides the hand's own wager, which the texts name.
    """
    seat, clause, reading = table.seats[event.report.seat], ", ".join(event.ruling.clause), event.ruling.reading
    if isinstance(pending, CardDue) and pending.to == seat.number and pending.stakes:
        own, *added = pending.stakes
        table.return_stakes(seat, [own], clause, None)
        table.return_stakes(seat, added, clause, reading)
    else:
        for bettor in seat.bettors:
            table.return_wagers(bettor, clause, reading, event.ruling.wagers or None)


async def card_last(table: Table, seat: Seat, pending: Request) -> None:
    """The card that a seat was not dealt comes after the others': later, or now where they have theirs.

    What was recorded as that card lies elsewhere: it is still to come, and the seat is asked again about its hand.
    """
    if isinstance(pending, CardDue):
        pending.skipped = pending.to == seat.number
        return
    up = seat.hand.up.pop()
    seat.fallen.pop()
    table.remaining[seat.hand.pop()] += 1
    table.carried.put_back += 1
    await table.deal_card(seat.number, up=up)
    seat.dealt = tuple(seat.hand)
    pending.skipped = isinstance(pending, Decision) and pending.seat == seat.number


async def simulate(table: Table) -> None:
    """A round without wagers: at once where no card has been dealt, otherwise when this round is over."""
    if table.bare and table.playable.simulated is not None:
        await table.playable.simulated(table, table.playable.rules)
    else:
        table.aftermath.append("simulated-round")


async def follow_up(table: Table, step: str, ruling: Ruling, *, goes_on: bool) -> None:
    """What a ruling leaves to do is done before play goes on; after a void, or with a device, before the next round."""
    if step in ("inspect", "call-floor", "cover-device", "repair-device"):
        clause = ", ".join(ruling.clause)
        if goes_on and not step.endswith("-device"):
            await table.ask(DealerAct(step, who=ruling.authority, moment="ruling", clause=clause))
        else:
            table.left_to_do.append(Due(step, ruling.authority, clause, says=ruling.says))


async def remedy(table: Table, event: Irregularity, pending: Request) -> Request | None:
    """Do what the clause says; the answer is a changed request where somebody else must answer the pending one."""
    report, ruling = event.report, event.ruling
    name = report.irregularity
    table.reports[name] = table.reports.get(name, 0) + 1
    action, then = ruling.remedy, ruling.then
    if ruling.after_first is not None and table.reports[name] > ruling.times:
        action, then = ruling.after_first, ruling.after_first_then
        if ruling.after_first_dealt is not None and table.hands_are_dealt:
            action = ruling.after_first_dealt
    clause = ", ".join(ruling.clause)
    if action == "choice":
        who = report.seat if ruling.decides == "seat" else 0
        act = await table.ask(Decision(who, tuple(ruling.choices), clause=clause, moment="ruling"))
        action = ruling.choices[act.choice]
    if action == "use-if-due":
        usable = isinstance(pending, CardDue) and not table.bare
        action = "continue" if usable else ruling.otherwise or "continue"
    table.aftermath.extend(then)
    for step in then if table.carried.lasting else ():
        await follow_up(table, step, ruling, goes_on=action != "void-round")
    match action:
        case "next-hand":
            table.aftermath.append("card-to-next-hand")
            await stub.set_aside(table)
        case "simulated-round":
            await simulate(table)
        case "void-round":
            raise RoundVoid(clause, ruling.reading)
        case "void-hand":
            void_hand(table, event, pending)
            pending.skipped = concerns(pending, report)
        case "lose-wagers":
            table.lose_wagers(table.seats[report.seat], clause, ruling.reading)
        case "void-wagers":
            table.void_wagers(ruling.wagers, clause, ruling.reading)
        case "burn":
            await table.burn()
        case "burn-by-value":
            await table.burn_by_value()
        case "skip":
            pending.skipped = concerns(pending, report)
        case "card-last":
            await card_last(table, table.seats[report.seat], pending)
        case "refill":
            await stub.refill(table)
        case "replace-deck":
            table.aftermath += ["remove-deck", "new-deck"]
        case "next-card":
            await stub.expose(table)
        case "expose-dealer":
            table.dealer.turn_up()
        case "called" if isinstance(pending, SpinDue):
            table.called = Rule(name, clause, ruling.reading)
            return SpinDue(pending.marks, who=ruling.authority)
        case "called" if isinstance(pending, RollDue):
            table.called = Rule(name, clause, ruling.reading)
            return RollDue(pending.dice, who=ruling.authority)
        case "again":
            table.called = None
        case _ if action in betting.REMEDIES:
            return await betting.remedy(table, action, event, pending)
        case _:
            pass  # continue: the pending request stands as it was
    return None
