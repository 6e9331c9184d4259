"""Every wager of a game under every pay table the text allows, priced by the module that knows its procedure."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from dataclasses import replace

from croupier.errors import Unknown
from croupier.odds.price import Price
from croupier.rules.resolve import Paytable, holds
from croupier.table.playable import Playable


def tables_of(game: Playable, wager: str) -> list[Paytable]:
    """The tables a house could post for a wager under its other choices; the posted one first."""
    posted = game.game.chosen.get(wager)
    others = [t for t in game.game.paytables if t.wager == wager and holds(t.when, game.game.options)]
    return [t for t in others if posted is not None and t.id == posted.id] + [
        t for t in others if posted is None or t.id != posted.id
    ]


def solver(procedure: str) -> str | None:
    """The module that prices a procedure, if there is one."""
    name = f"croupier.odds.exact.{procedure.replace('-', '_')}"
    return name if importlib.util.find_spec(name) else None


def analyze(game: Playable, wager: str | None = None, table: str | None = None) -> Iterator[Price]:
    """Prices in the order of the layout. `wager` and `table` narrow them."""
    module = solver(game.game.file.procedure)
    if module is None:
        raise Unknown("exact analysis for procedure", game.game.file.procedure)
    wanted = None
    if wager is not None:
        if wager not in game.game.names:
            raise Unknown(f"wager at {game.game.id}", wager, game.game.wagers)
        wanted = game.game.names[wager]
    found = False
    for price in importlib.import_module(module).prices(game, wanted):
        if table is not None and price.paytable != table:
            continue
        found = True
        called = game.game.file.wagers[price.wager].called or price.wager
        yield replace(price, wager=called)
    if not found:
        raise Unknown("price for", f"{wager or 'any wager'} {table or ''}".strip(), game.game.wagers)
