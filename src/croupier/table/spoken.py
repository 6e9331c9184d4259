"""Wagers said aloud: with cash that is turned into chips, or while the dice are in the air. Each needs somebody's confirmation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import BadInput, Refused
from croupier.rules.model import WageringTopic
from croupier.table import acts
from croupier.table.request import Request
from croupier.table.wagering import Wagering

if TYPE_CHECKING:
    from croupier.table.table import Table

MEANS = ("cash", "chips", "coupon")


def wagering_for(table: Table, act: acts.Called, pending: Request) -> tuple[Wagering, bool]:
    """By which open wagering a spoken wager is measured, and whether it comes late; refused unless the text takes such wagers."""
    if act.means not in MEANS or act.amount < 1:
        raise BadInput(f"called: {act.amount} cents in {act.means}: an amount above zero, in {' or '.join(MEANS)}")
    if act.means == "coupon":
        raise _no_coupon(table, act)
    if isinstance(pending, Wagering):
        if act.means != "cash":
            raise Refused("chips are put on the layout while wagers are open", clause=table.terms.clause)
        _check(table, act, "verbal-cash")
        return pending, False
    late: Wagering | None = getattr(pending, "late", None)
    if late is None:
        raise Refused(f"the table waits for {pending.outline()}: no wager is taken now", clause=table.terms.clause)
    _check(table, act, "late")
    if act.means == "cash":
        _check(table, act, "verbal-cash")
    return late, True


def _no_coupon(table: Table, act: acts.Called) -> Refused:
    """Texts say on which wagers a coupon may lie; what it is worth there they leave to whoever prints it."""
    rule = table.terms.file.wagering.get("coupons")
    if rule is None:
        return Refused(f"seat {act.seat}: the text knows no coupons", clause=table.terms.clause)
    clause = ", ".join(rule.clause)
    if rule.wagers and act.spot not in rule.wagers:
        return Refused(f"seat {act.seat}: a coupon goes with {' or '.join(rule.wagers)}, not with {act.spot}", clause=clause)
    return Refused(f"seat {act.seat}: no coupon is taken: the text does not say what one pays", clause=clause)


def _check(table: Table, act: acts.Called, topic: WageringTopic) -> None:
    rule = table.terms.file.wagering.get(topic)
    said = "a verbal wager with cash" if topic == "verbal-cash" else "a wager while the dice are in the air"
    if rule is None:
        raise Refused(f"seat {act.seat}: the text knows no such thing as {said}", clause=table.terms.clause)
    clause = ", ".join(rule.clause)
    if not rule.allowed:
        raise Refused(f"seat {act.seat}: {said} is not accepted", clause=clause)
    if rule.confirmed_by and act.by not in rule.confirmed_by:
        raise Refused(f"seat {act.seat}: {said} is confirmed by the {' or the '.join(rule.confirmed_by)}", clause=clause)


def as_wager(table: Table, act: acts.Called) -> acts.Wager:
    """The stake as it stands with what was said."""
    if act.seat not in table.seats or act.spot not in table.spots:
        raise Refused(f"seat {act.seat}: {act.spot!r} is not a wager here", clause=table.terms.clause)
    return acts.Wager(act.seat, act.spot, table.seats[act.seat].stakes.get(act.spot, 0) + act.amount)
