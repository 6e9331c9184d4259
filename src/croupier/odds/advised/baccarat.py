"""Baccarat: who turns the cards over changes nothing."""

from __future__ import annotations

from croupier.odds.no_decisions import strategy, weighed

__all__ = ["strategy", "weighed"]
