"""Roulette: chips on a layout, a ball against the wheel, and every chip that covers the number paid."""

from __future__ import annotations

from typing import Literal

from croupier.equipment.wheels import Wheel, roulette_wheel
from croupier.games.procedure import Procedure
from croupier.games.questions import Questions
from croupier.games.wheel._settling import collect_losing_wagers, pay_winning_wagers
from croupier.table.table import Table


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
    while number == "00" and rules.wheel == "double-zero-as-single-zero":
        number = await table.spin(table.playable.wheel.marks)
    collect_losing_wagers(table, number)
    pay_winning_wagers(table, number)


PROCEDURE = Procedure(rules=Roulette, play=play, wheel=wheel, marks=layout_marks)
