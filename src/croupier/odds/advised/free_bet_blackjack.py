"""Free Bet Blackjack: as blackjack, with doubles and splits that cost nothing, and hands that stand on a lammer."""

from __future__ import annotations

from croupier.odds.advised.blackjack import strategy, weighed

__all__ = ["strategy", "weighed"]
