"""Roulette: one chip of each kind, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.odds.shapes.one_event import OneEvent
from croupier.table.playable import Playable, Spot


def rests_on(game: Playable, spot: Spot) -> Iterator[str | None]:
    """For a chip that covers no zero, what a zero does to it."""
    if not spot.covers & {"0", "00"}:
        yield game.terms.reading_of("zero-against-outside-wagers")


ODDS = OneEvent(rests_on)
