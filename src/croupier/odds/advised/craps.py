"""Craps: nothing is decided but what to bet, and odds on a bet that stands cost nothing."""

from __future__ import annotations

from croupier.odds.advice import Chart
from croupier.odds.exact.craps import prices
from croupier.odds.no_decisions import NO_DECISIONS, weighed
from croupier.table.playable import Playable

__all__ = ["strategy", "weighed"]


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """Which odds are paid as the dice fall."""
    odds = [wager for wager, terms in game.terms.wagers.items() if terms.dice is not None and terms.dice.row.resolves == "odds"]
    free = [wager for wager in odds if all(price.house_edge == 0 for price in prices(game, wager))]
    said = f"; {', '.join(free)} are paid at true odds and cost nothing" if free else ""
    return (), NO_DECISIONS + said
