"""Double Attack Blackjack: the main game by counts of the shoe, with the second wager where it pays, Bust It by what its file looks at."""

from __future__ import annotations

from croupier.games.blackjack._hands import BLACKJACK, DOUBLE_ATTACK, DOUBLE_DOWN, SPLIT
from croupier.odds.shapes.shoe import Shoe

ODDS = Shoe(main=(BLACKJACK, DOUBLE_ATTACK, DOUBLE_DOWN, SPLIT))
