"""Roulette: nothing is decided once the ball spins."""

from __future__ import annotations

from croupier.odds.no_decisions import strategy, weighed

__all__ = ["strategy", "weighed"]
