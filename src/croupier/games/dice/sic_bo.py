"""Sic bo: three dice in a shaker, and a layout of what they can show."""

from __future__ import annotations

from typing import Literal

from croupier.games.dice._shaken import ShakenDice, settle, shake
from croupier.games.dice._written import Throws
from croupier.games.procedure import Procedure
from croupier.table.table import Table


class SicBo(ShakenDice):
    """What the procedure asks of a rulebook."""

    shaker: Literal["manual", "automated"]


async def play(table: Table, rules: SicBo) -> None:
    await table.take_wagers()
    settle(table, await shake(table, rules))


PROCEDURE = Procedure(rules=SicBo, play=play, written=Throws)
