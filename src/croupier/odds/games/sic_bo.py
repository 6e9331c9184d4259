"""Sic bo: every place of the board by all the ways three dice can fall."""

from __future__ import annotations

from croupier.odds.shapes.one_event import OneThrow

ODDS = OneThrow(rests_on=lambda game, spot: ())
