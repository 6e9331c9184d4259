"""Blackjack: the main game by counts of the shoe, House Money on the first two cards."""

from __future__ import annotations

from croupier.games.blackjack._hands import BLACKJACK, DOUBLE_DOWN, SPLIT
from croupier.games.blackjack.blackjack import HOUSE_MONEY
from croupier.odds.shapes.shoe import Shoe

ODDS = Shoe(main=(BLACKJACK, DOUBLE_DOWN, SPLIT), capping=HOUSE_MONEY)
