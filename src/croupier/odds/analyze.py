"""Every wager of a game under every pay table the text allows, priced by the module that knows its procedure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from croupier.errors import BadInput, Unknown, shown
from croupier.odds.as_dealt import refuse_what_is_dealt_otherwise
from croupier.odds.failing import refused_where_the_table_fails
from croupier.odds.price import Price
from croupier.odds.shapes import odds_of
from croupier.rules.resolve import Paytable, holds
from croupier.table.playable import Playable


def tables_of(game: Playable, wager: str) -> list[Paytable]:
    """The table that stands at this house, printed or its own, then the others that it could post."""
    posted = game.terms.chosen.get(wager)
    others = [t for t in game.terms.paytables if t.wager == wager and holds(t.when, game.terms.options)]
    return others if posted is None else [posted, *(table for table in others if table.id != posted.id)]


def analyze(game: Playable, wager: str | None = None, table: str | None = None, *, stake: int | None = None) -> Iterator[Price]:
    """Prices in the order of the layout. `wager` and `table` narrow them; `stake`, in cents, says what the wager is made with.

    Limits on payouts, fixed sums and fractions of a cent weigh by the stake. Without one it is a round unit within the limits.
    """
    odds = odds_of(game.terms.file.procedure)
    if odds is None:
        raise Unknown("exact analysis for procedure", game.terms.file.procedure)
    if stake is not None and stake <= 0:
        raise BadInput(f"stake: {stake}: whole cents, more than nothing")
    wanted = None
    if wager is not None:
        wanted = game.terms.names.get(wager) or game.names.get(wager)
        if wanted is None:
            raise Unknown(f"wager at {game.terms.id}", wager, game.terms.wagers)
    if table is not None:
        _check_table(game, wanted, table)
    found = False
    with refused_where_the_table_fails(game):
        refuse_what_is_dealt_otherwise(game, odds)
        for price in odds.prices(game, wanted, stake):
            if table is not None and price.paytable != table:
                continue
            found = True
            yield replace(price, wager=printed_name(game, price.wager))
    if not found:
        under = "" if table is None else f" under pay table {shown(table)}"
        raise BadInput(f"{game.terms.id}: {wager or 'no wager'} has no price of its own{under}")


def _check_table(game: Playable, wanted: str | None, table: str) -> None:
    """Refuse a pay table that nothing asked for has, before anything is counted."""
    wagers = game.terms.wagers if wanted is None else [game.spots[wanted].wager.id if wanted in game.spots else wanted]
    known = {entry.id for wager in wagers for entry in tables_of(game, wager)}
    if known and table not in known:
        raise Unknown(f"pay table of {'any wager' if wanted is None else wanted} at {game.terms.id}", table, known)


def printed_name(game: Playable, name: str) -> str:
    """A wager's name as settlement lines have it, or a place's own where the places of a wager have prices of their own."""
    spot = game.spots.get(name)
    return spot.label if spot is not None and spot.label else game.terms.file.wagers[name].called or name
