"""Roulette: chips on a layout, a ball against the wheel, and every chip that covers the number paid."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal

from croupier.equipment.wheels import Wheel, roulette_wheel
from croupier.games.procedure import Procedure
from croupier.games.questions import Questions
from croupier.games.wheel._settling import collect_losing_wagers, pay_winning_wagers, win_or_lose
from croupier.table.playable import Spot
from croupier.table.table import Table

CONVERTED: Final = "double-zero-as-single-zero"
ZEROS: Final = frozenset(["0", "00"])


class Roulette(Questions):
    """What the procedure asks of a rulebook."""

    wheel: Literal["double-zero", "single-zero", "double-zero-as-single-zero"]
    single_zero_wheel: str
    double_zero_wheel: str
    double_zero_on_a_wheel_used_as_single_zero: Literal["spin-again"]
    zero_against_outside_wagers: Literal["lose"]
    colours: Literal["standard"]


def wheel(rules: Roulette) -> Wheel:
    """The wheel on the table."""
    return roulette_wheel(rules.single_zero_wheel if rules.wheel == "single-zero" else rules.double_zero_wheel)


def layout_marks(rules: Roulette, wheel: Wheel) -> tuple[str, ...]:
    """The numbers a chip can stand on: without 00 where the wheel is used as a single-zero wheel."""
    return wheel.marks if rules.wheel == "double-zero" else tuple(mark for mark in wheel.marks if mark != "00")


async def play(table: Table, rules: Roulette) -> None:
    assert table.playable.wheel is not None
    await table.take_wagers()
    number = await table.spin(table.playable.wheel.marks)
    while number == "00" and rules.wheel == CONVERTED:
        number = await table.spin(table.playable.wheel.marks)
    table.marks["point marker"] = number
    cases = partial(what_happened, converted=rules.wheel == CONVERTED)
    collect_losing_wagers(table, number, cases)
    pay_winning_wagers(table, number, cases)


def what_happened(spot: Spot, number: str, *, converted: bool) -> tuple[str, ...]:
    """A zero beats the chances beside the numbers by a rule of its own, and some chips lie on the lines round a zero's box."""
    cases = win_or_lose(spot, number)
    if spot.covers & ZEROS:
        return ("beside-a-zero" if spot.covers - ZEROS else "on-a-zero", *cases)
    if number in ZEROS:
        return ("zero-where-00-is-void", "zero", *cases) if converted else ("zero", *cases)
    return cases


PROCEDURE = Procedure(rules=Roulette, play=play, wheel=wheel, marks=layout_marks)
