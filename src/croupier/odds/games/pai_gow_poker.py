"""Pai gow poker: two hands against the bank's by counting each of 154,143,080 hands against each, and a bonus on the seven cards."""

from __future__ import annotations

from croupier.odds.shapes.two_hands import TwoHands

ODDS = TwoHands()
