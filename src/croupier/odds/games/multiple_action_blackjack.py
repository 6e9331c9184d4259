"""Multiple-action blackjack: the hand that is best against all of the dealer's, by counts of the shoe; each circle by itself."""

from __future__ import annotations

from croupier.games.blackjack._hands import BLACKJACK, DOUBLE_DOWN, SPLIT
from croupier.games.blackjack.multiple_action_blackjack import CIRCLES
from croupier.odds.shapes.shoe import Shoe

_, TWO, THREE = CIRCLES
ODDS = Shoe(main=(BLACKJACK, DOUBLE_DOWN, SPLIT), later=(TWO, THREE))
