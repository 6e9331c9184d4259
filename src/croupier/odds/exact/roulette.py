"""Roulette: each kind of chip covers so many of the numbers that can come up."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.odds.analyze import tables_of
from croupier.odds.one_event import price_of_marks
from croupier.odds.price import Price
from croupier.table.playable import Playable


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """One price a kind of chip: its place on the layout does not matter."""
    assert game.wheel is not None
    used_as_single = game.terms.options["wheel"] == "double-zero-as-single-zero"
    numbers = [mark for mark in game.wheel.sections if not (used_as_single and mark == "00")]
    seen: set[str] = set()
    for spot in game.spots.values():
        wager = spot.wager
        if wager.id in seen or wanted not in (None, wager.id):
            continue
        seen.add(wager.id)
        covered = sum(number in spot.covers for number in numbers)
        for table in tables_of(game, wager.id):
            relied = [
                wager.reading,
                game.terms.reading_of("zero-against-outside-wagers") if not spot.covers & {"0", "00"} else None,
            ]
            yield price_of_marks(wager.id, table, covered, len(numbers), tuple(filter(None, relied)))
