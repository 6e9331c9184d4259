"""Big Six: each insignia has so many of the sections."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.odds.analyze import tables_of
from croupier.odds.one_event import price_of_marks
from croupier.odds.price import Price
from croupier.table.playable import Playable


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """One price an insignia."""
    assert game.wheel is not None
    sections = game.wheel.sections
    relied = tuple(filter(None, [game.terms.reading_of("sections")]))
    for spot in game.spots.values():
        if wanted in (None, spot.wager.id):
            covered = sum(mark in spot.covers for mark in sections)
            for table in tables_of(game, spot.wager.id):
                yield price_of_marks(spot.wager.id, table, covered, len(sections), relied)
