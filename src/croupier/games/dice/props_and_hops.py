"""Props & Hops: two dice in a shaker that goes round the table, and one roll for every wager."""

from __future__ import annotations

from typing import Literal

from croupier.games.dice._shaken import ShakenDice, settle, shake
from croupier.games.dice._written import Throws
from croupier.games.procedure import Procedure
from croupier.table.table import Table


class PropsAndHops(ShakenDice):
    """What the procedure asks of a rulebook."""

    shaker_offered_first: Literal["farthest-left"]
    shaker_passed_after: int


async def play(table: Table, rules: PropsAndHops) -> None:
    await table.take_wagers()
    holder = offer_the_shaker(table)
    table.marks["shaker"] = f"seat {holder}"
    dice = await shake(table, rules)
    settle(table, dice)
    # A no roll voids the round before this: the same player shakes again.
    table.carried.shooter = holder + 1 if sum(dice) == rules.shaker_passed_after else holder


def offer_the_shaker(table: Table) -> int:
    """It stays with its player, or goes to the next to the left who has a wager; at first from the dealer's left."""
    ready = [seat.number for seat in table.from_dealers_left()]
    return next((number for number in ready if number >= table.carried.shooter), ready[0])


PROCEDURE = Procedure(rules=PropsAndHops, play=play, written=Throws)
