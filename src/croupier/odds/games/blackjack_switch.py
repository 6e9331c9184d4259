"""Blackjack switch: two hands from one shoe, played for the most together."""

from __future__ import annotations

from croupier.odds.shapes.two_boxes import TwoBoxes

ODDS = TwoBoxes()
