"""What the games of the best four cards share beside their main game: the chip on five cards or on the best four."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.odds.kernels.tables import Array
from croupier.odds.looks import ladder_of
from croupier.odds.price import Price
from croupier.odds.shapes.against_dealer import AgainstDealer
from croupier.odds.shapes.progressive import price_progressive
from croupier.table.playable import Playable
from croupier.table.progressive import PROGRESSIVE


def five_levels() -> Array:
    """The class of each five cards as a poker hand, in the order of the contest's own."""
    from croupier.odds.kernels.evaluate import evaluate_many
    from croupier.odds.kernels.four_card import ordered

    found: Array = evaluate_many(np.ascontiguousarray(ordered(5).cards.astype(np.int64))).astype(np.int64) - 1
    return found


def chip(shape: AgainstDealer, game: Playable, wanted: str | None, _: int | None = None) -> Iterator[Price]:
    """The progressive chip on what the text says."""
    if game.rules.progressive:
        levels = five_levels if game.terms.wagers[PROGRESSIVE].looks_at == "own-five" else None
        ladder = ladder_of(game, PROGRESSIVE)._replace(known=True)
        yield from price_progressive(game, wanted, ladder, shape.plan_by_level(game, levels))
