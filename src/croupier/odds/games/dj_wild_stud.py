"""DJ Wild Stud: play or fold five cards against the dealer's five, deuces and joker wild."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.games.house_poker.dj_wild_stud import ANTE, BLIND, TRIPS, TWO_WAY_BAD_BEAT
from croupier.odds.price import Price
from croupier.odds.shapes.against_dealer import AgainstDealer
from croupier.odds.shapes.wild_five import WildFive, price_by_both, price_by_faces
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.simulation import Simulation


def sides(shape: AgainstDealer, game: Playable, wanted: str | None, stake: int | None) -> Iterator[Price]:
    """Trips by the faces, and the bad beat by both hands."""
    readings = tuple(filter(None, map(game.terms.reading_of, ("wild-cards", "fold-forfeits"))))
    if TRIPS in game.terms.wagers and wanted in (None, TRIPS):
        for price in price_by_faces(shape, game, TRIPS, stake):
            yield replace(price, readings=(*price.readings, *readings))
    if TWO_WAY_BAD_BEAT in game.terms.wagers and wanted in (None, TWO_WAY_BAD_BEAT):
        for price in price_by_both(shape, game, TWO_WAY_BAD_BEAT, stake):
            yield replace(price, readings=(*price.readings, *readings))


def kernel(shape: AgainstDealer, game: Playable) -> Iterator[Simulation]:
    """All wagers by the same ten cards."""
    from croupier.odds.shapes.wild_kernel import simulations

    return simulations(shape, game)


ODDS = AgainstDealer(
    WildFive(),
    opens=ANTE,
    beside=(BLIND,),
    tables=BLIND,
    others=sides,
    rests_on=("wild-cards",),
    kernel=kernel,
    note="ante, blind and play, per ante",
    title="ante and blind",
    advises="wild cards stand for what makes the best hand; where a row has both, ask by the cards",
)
