"""Lunar Poker: bet, buy or fold five cards against the dealer's five, of which one is seen; exchanges for one hand at a time."""

from __future__ import annotations

from fractions import Fraction

from croupier.games.house_poker.lunar_poker import ANTE, BET, FEE, INSTANT, SUPER
from croupier.odds.shapes.draws import Draws, Exchanges

ODDS = Draws(
    opens=ANTE,
    counted=(ANTE, BET, FEE, INSTANT),
    tables=INSTANT,
    side=SUPER,
    exchanges=Exchanges(Fraction(6_824_499_355_234_915_243, 87_137_884_651_583_766_000), under="9d0920fbf2e3343f"),
    rests_on=("forcing",),
)
