"""Double Back Jack: the main game with its second chances by counts of the shoe."""

from __future__ import annotations

from croupier.games.blackjack._hands import BLACKJACK, DOUBLE_DOWN, SECOND_CHANCE, SPLIT
from croupier.odds.shapes.shoe import Shoe

ODDS = Shoe(main=(BLACKJACK, DOUBLE_DOWN, SPLIT, SECOND_CHANCE))
