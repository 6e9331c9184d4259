"""Big Six: bets on the insignias of a prize wheel."""

from __future__ import annotations

from croupier.equipment.wheels import Wheel, prize_wheel
from croupier.games.procedure import Procedure
from croupier.games.questions import Questions
from croupier.games.wheel._settling import collect_losing_wagers, pay_winning_wagers
from croupier.table.table import Table


class BigSix(Questions):
    """What the procedure asks of a rulebook."""

    sections: dict[str, int]


def wheel(rules: BigSix) -> Wheel:
    """The wheel with so many sections of each insignia."""
    return prize_wheel(rules.sections)


async def play(table: Table, rules: BigSix) -> None:
    assert table.playable.wheel is not None
    await table.take_wagers()
    insignia = await table.spin(table.playable.wheel.marks)
    collect_losing_wagers(table, insignia)
    pay_winning_wagers(table, insignia)


PROCEDURE = Procedure(rules=BigSix, play=play, wheel=wheel)
