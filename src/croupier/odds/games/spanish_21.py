"""Spanish 21: the main game by counts of a shoe without tens, with its bonuses; side wagers by what their file looks at."""

from __future__ import annotations

from croupier.games.blackjack._hands import BLACKJACK, DOUBLE_DOWN, SPLIT
from croupier.odds.shapes.shoe import Shoe

ODDS = Shoe(main=(BLACKJACK, DOUBLE_DOWN, SPLIT))
