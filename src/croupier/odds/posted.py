"""A house with another pay table posted."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable


def with_posted(game: Playable, table: Paytable) -> Playable:
    """The same house with `table` posted for its wager."""
    chosen = MappingProxyType({**game.terms.chosen, table.wager: table})
    return replace(game, terms=replace(game.terms, chosen=chosen))
