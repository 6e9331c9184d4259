"""Craps: every place of the layout is a chain of rolls, its point moved as the procedure moves it."""

from __future__ import annotations

from croupier.odds.shapes.dice import Dice

ODDS = Dice()
