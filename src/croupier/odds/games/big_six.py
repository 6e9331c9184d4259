"""Big Six: each insignia has so many of the sections."""

from __future__ import annotations

from croupier.odds.shapes.one_event import OneEvent

ODDS = OneEvent(rests_on=lambda game, spot: [game.terms.reading_of("sections")])
