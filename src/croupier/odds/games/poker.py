"""Poker of player against player: what the house takes out of a pot."""

from __future__ import annotations

from croupier.odds.shapes.among_players import AmongPlayers, pushed

__all__ = ["ODDS", "pushed"]

ODDS = AmongPlayers()
