"""Props & Hops: every wager by the ways two dice can fall."""

from __future__ import annotations

from croupier.odds.shapes.one_event import OneThrow

ODDS = OneThrow(rests_on=lambda game, spot: ())
