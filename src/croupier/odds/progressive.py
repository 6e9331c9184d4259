"""Progressive wagers: worth with the meter where it stands, what each dollar on it adds, where the wager breaks even, and envy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from croupier.errors import BadInput
from croupier.odds.one_event import Case, price_by_hand
from croupier.odds.price import Price
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows
from croupier.table.progressive import ENVY, PROGRESSIVE


def with_meter(game: Playable, amount: int) -> Playable:
    """The same house with the meter of its progressive wager at `amount` cents."""
    wager = game.terms.wagers.get(PROGRESSIVE)
    if wager is None or wager.meter is None:
        raise BadInput(f"meter: {game.terms.id} has no progressive wager here")
    if amount < 0:
        raise BadInput(f"meter: {amount}: whole cents, nothing or more")
    meters = {**game.terms.meters, wager.meter: game.terms.meters[wager.meter].model_copy(update={"seed": amount})}
    return replace(game, terms=replace(game.terms, meters=MappingProxyType(meters)))


def envy_of(game: Playable, known: Iterable[Case]) -> Fraction:
    """What one other player's hand is worth in envy, in cents; the same for each of them."""
    paid, total = Fraction(0), 0
    rows = compile_rows(game.terms, game.terms.chosen[ENVY], game.patterns)
    for value, cards, weight in known:
        total += weight
        paid += weight * next((payout.figure for _, test, payout in rows if test(value, cards)), Fraction(0))
    return paid / total


def price_of_envy(game: Playable, table: Paytable, known: Iterable[Case], *, unit: int, added_to: str) -> Price:
    """What one other player's hand adds to a wager of `unit` cents, per unit of that wager: nothing is staked for it."""
    price = price_by_hand(game, ENVY, table, known, unit=unit)
    outcomes = [replace(row, net=Fraction(0), outcome="none") if row.outcome == "lose" else row for row in price.outcomes]
    said = f"per other player, added to {added_to} of {unit / 100:.2f}; nothing is staked for it"
    readings = tuple(filter(None, [*price.readings, game.terms.wagers[ENVY].reading]))
    return replace(price, outcomes=tuple(outcomes), note=said, readings=readings)
