"""Free Bet Blackjack: the same kernel, with hands on lammers and a dealer's 22 that pushes."""

from __future__ import annotations

from croupier.odds.simulated.blackjack import drawn, drawn_from_a_shoe, from_a_shoe, simulations

__all__ = ["drawn", "drawn_from_a_shoe", "from_a_shoe", "simulations"]
