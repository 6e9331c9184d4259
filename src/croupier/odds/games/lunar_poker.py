"""Lunar Poker: bet, buy or fold five cards against the dealer's five, of which one is seen; exchanges for one hand at a time."""

from __future__ import annotations

from croupier.games.house_poker.lunar_poker import ANTE, BET, FEE, INSTANT, SUPER
from croupier.odds.shapes.draws import Draws

ODDS = Draws(
    opens=ANTE,
    counted=(ANTE, BET, FEE, INSTANT),
    tables=INSTANT,
    side=SUPER,
    gain="exchanges where they net more gain another 7.8% of the ante, with a standard error of 0.2 (sampled)",
    rests_on=("forcing",),
)
