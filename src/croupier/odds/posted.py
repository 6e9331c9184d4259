"""A house with another pay table posted."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows


def with_posted(game: Playable, table: Paytable) -> Playable:
    """The same house with `table` posted for its wager."""
    name = f"{table.wager}:{table.column}" if table.column else table.wager
    chosen = MappingProxyType({**game.terms.chosen, name: table})
    tables = {**game.tables, name: compile_rows(game.terms, table, game.patterns)}
    return replace(game, terms=replace(game.terms, chosen=chosen), tables=tables)
