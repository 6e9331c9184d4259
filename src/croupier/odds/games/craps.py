"""Craps: every place of the layout is a chain of rolls, its point moved as the procedure moves it."""

from __future__ import annotations

from croupier.games.dice.craps import move_the_marker
from croupier.odds.shapes.dice import Dice

ODDS = Dice(marker=move_the_marker)
