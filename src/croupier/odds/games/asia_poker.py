"""Asia poker: three hands of which two must beat the dealer's, sampled against the house way; and a bonus on the seven cards, counted."""

from __future__ import annotations

from croupier.odds.shapes.three_hands import ThreeHands

ODDS = ThreeHands()
