"""The linked progressive by itself: a chip on five cards."""

from __future__ import annotations

from croupier.odds.shapes.chip import Chip

ODDS = Chip()
