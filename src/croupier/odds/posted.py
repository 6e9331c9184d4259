"""A house with another pay table posted."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows


def with_posted(game: Playable, table: Paytable) -> Playable:
    """The house with `table` posted for its wager, and those that the house can only choose together with it; as it is where they stand."""
    beside = [other for other in game.terms.paytables if table.called and (other.called, other.id) == (table.called, table.id)]
    named = {f"{entry.wager}:{entry.column}" if entry.column else entry.wager: entry for entry in (*beside, table)}
    if all(game.terms.chosen.get(name) == entry for name, entry in named.items()):
        return game
    chosen = MappingProxyType({**game.terms.chosen, **named})
    tables = {**game.tables, **{name: compile_rows(game.terms, entry, game.patterns) for name, entry in named.items()}}
    return replace(game, terms=replace(game.terms, chosen=chosen), tables=tables)
