"""Dice from a shaker: one throw, and every wager on it is decided. What such games share; the wagers are data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.equipment.dice import pair
from croupier.games.dice._wagers import DiceQuestions, Hand, by_one_roll, settle_roll
from croupier.table.playable import Playable, Spot
from croupier.table.table import Table


class ShakenDice(DiceQuestions):
    """Asked of every game whose dice are shaken and not thrown by a shooter."""

    dice: int


async def shake(table: Table, rules: ShakenDice) -> Sequence[int]:
    """The dice are shaken and uncovered, called, and shown to all until the wagers are settled."""
    dice = await table.roll(rules.dice)
    table.marks["dice"] = pair(dice)
    return dice


def settle(table: Table, dice: Sequence[int]) -> None:
    """All losing wagers are collected, then all winning ones paid."""
    settle_roll(table, Hand(), dice)


def lit(playable: Playable, dice: Sequence[int]) -> Iterator[Spot]:
    """The places that a throw lights: all that win by it, whether or not a chip lies there."""
    return (spot for spot in playable.spots.values() if spot.wager.dice is not None and by_one_roll(spot, dice) == "win")
