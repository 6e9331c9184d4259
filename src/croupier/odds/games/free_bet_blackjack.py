"""Free Bet Blackjack: the main game with its lammers by counts of the shoe, Push 22 by what its file looks at."""

from __future__ import annotations

from croupier.games.blackjack._hands import BLACKJACK, DOUBLE_DOWN, FREE_DOUBLE, FREE_SPLIT, SPLIT
from croupier.odds.shapes.shoe import Shoe

ODDS = Shoe(main=(BLACKJACK, DOUBLE_DOWN, SPLIT, FREE_DOUBLE, FREE_SPLIT))
