"""Texas Hold'em Bonus: a flop wager or a fold, then turn and river wagers at will."""

from __future__ import annotations

from croupier.games.house_poker.texas_holdem_bonus import ANTE, BET, CHECK, FOLD, STREETS
from croupier.odds.shapes.street_wagers import StreetWagers

ODDS = StreetWagers(
    opens=ANTE,
    streets=STREETS,
    bet=BET,
    check=CHECK,
    fold=FOLD,
    rests_on=("ante-qualifying-rank",),
    note="ante, flop, turn and river, per ante",
)
