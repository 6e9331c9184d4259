"""High Roll Dice: the commonest face of ten dice and its count, and an Extra Roll of the others."""

from __future__ import annotations

from croupier.odds.shapes.second_throw import SecondThrow

ODDS = SecondThrow(rests_on=lambda game, spot: ())
