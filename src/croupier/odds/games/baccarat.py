"""Baccarat, mini, midi and without commission: the wagers, what they look at and what they pay are the file's."""

from __future__ import annotations

from croupier.odds.shapes.baccarat import Baccarat

ODDS = Baccarat()
