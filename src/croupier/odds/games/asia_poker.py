"""Asia poker: three hands of which two must beat the dealer's, sampled against the house way; and a bonus on the seven cards, counted.

`benchmarks/asia_poker_exact.py` has counted all deals of the default house on a GPU.
"""

from __future__ import annotations

from fractions import Fraction

from croupier.odds.shapes.three_hands import Counted, ThreeHands

ODDS = ThreeHands(Counted(Fraction(3_962_299_968_176_400, 8_250_459_031_214_400), under="a5c2a862d8e03c75"))
