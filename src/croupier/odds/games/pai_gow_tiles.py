"""Pai gow tiles: four tiles against the bank's by counting all 736,281,000 deals of two hands."""

from __future__ import annotations

from croupier.odds.shapes.tiles import FourTiles

ODDS = FourTiles()
