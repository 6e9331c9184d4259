"""The meter of a progressive wager, moved to where a price is asked for."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from croupier.errors import BadInput
from croupier.table.playable import Playable
from croupier.table.progressive import PROGRESSIVE


def with_meter(game: Playable, amount: int) -> Playable:
    """The same house with the meter of its progressive wager at `amount` cents."""
    wager = game.terms.wagers.get(PROGRESSIVE)
    if wager is None or wager.meter is None:
        raise BadInput(f"meter: {game.terms.id} has no progressive wager here")
    if amount < 0:
        raise BadInput(f"meter: {amount}: whole cents, nothing or more")
    meters = {**game.terms.meters, wager.meter: game.terms.meters[wager.meter].starting_at(amount)}
    return replace(game, terms=replace(game.terms, meters=MappingProxyType(meters)))
