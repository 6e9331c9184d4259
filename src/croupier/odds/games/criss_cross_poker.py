"""Criss-Cross Poker: two cards with two lines of a cross, and one to three antes for each part of it that is turned."""

from __future__ import annotations

from croupier.games.house_poker.criss_cross_poker import ACROSS_BET, ANTE_ACROSS, ANTE_DOWN, DOWN_BET, MIDDLE_BET
from croupier.odds.shapes.cross import Cross

ODDS = Cross(
    lines=((ANTE_ACROSS, ACROSS_BET), (ANTE_DOWN, DOWN_BET)),
    middle=MIDDLE_BET,
    note="both antes and all bets, per ante across",
)
