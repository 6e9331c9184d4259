"""The linked progressive by itself: any five cards against the meter and the fixed sums."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from croupier.odds.one_event import cases_of
from croupier.odds.price import Price
from croupier.odds.progressive import price_progressive
from croupier.table.playable import Playable
from croupier.table.progressive import PROGRESSIVE


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The chip with the meter where it stands, and what envy adds to it."""
    for price in price_progressive(game, wanted, lambda: cases_of(5)):
        forfeited = price.wager == PROGRESSIVE and game.terms.wagers[PROGRESSIVE].lost_by_folding
        note = f"{price.note}; no hand is folded, which would lose the chip" if forfeited else price.note
        yield replace(price, note=note)
