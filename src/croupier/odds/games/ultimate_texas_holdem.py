"""Ultimate Texas Hold'em: one play wager, the larger the sooner, and trips on the player's seven cards."""

from __future__ import annotations

from croupier.games.house_poker.ultimate_texas_holdem import ANTE, BLIND, FOLD, PLAY, TRIPS
from croupier.odds.shapes.one_raise import OneRaise

ODDS = OneRaise(
    opens=ANTE,
    tables=BLIND,
    plays=PLAY,
    fold=FOLD,
    trips=TRIPS,
    note="ante, blind and play, per ante",
)
