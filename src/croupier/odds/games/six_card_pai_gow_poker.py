"""Six-card pai gow poker: five cards and one against the dealer's, by counting each of 22,957,480 hands against each."""

from __future__ import annotations

from croupier.odds.shapes.five_and_one import FiveAndOne

ODDS = FiveAndOne()
