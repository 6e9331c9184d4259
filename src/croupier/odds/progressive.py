"""Progressive wagers: worth with the meter where it stands, what each dollar on it adds, where the wager breaks even, and envy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from croupier.errors import BadInput
from croupier.odds.analyze import tables_of
from croupier.odds.one_event import Case, price_by_hand
from croupier.odds.price import OnMeter, Price, gathered
from croupier.rules.payouts import Kind
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


def price_progressive(game: Playable, wanted: str | None, cases: Callable[[], Iterable[Case]]) -> Iterator[Price]:
    """The progressive chip, collected whatever happens, and what another player's hand adds to it in envy."""
    if PROGRESSIVE not in game.terms.wagers or wanted not in (None, PROGRESSIVE, ENVY):
        return
    known = list(cases())
    if wanted != ENVY:
        for table in tables_of(game, PROGRESSIVE):
            yield _price_of_chip(game, table, known)
    if wanted != PROGRESSIVE and ENVY in game.terms.chosen:
        for table in tables_of(game, ENVY):
            yield price_of_envy(game, table, known, unit=_stake(game), added_to="a progressive wager")


def _stake(game: Playable) -> int:
    return game.terms.wagers[PROGRESSIVE].amount or 100


def _price_of_chip(game: Playable, table: Paytable, known: Sequence[Case]) -> Price:
    stake, name = _stake(game), game.terms.wagers[PROGRESSIVE].meter or ""
    amount = game.terms.meters[name].seed
    total = sum(weight for _, _, weight in known)
    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    fixed, share = Fraction(0), Fraction(0)
    rows = compile_rows(game.terms, table, game.patterns)
    for value, cards, weight in known:
        key = ("lose", Fraction(-1), Fraction(1))
        for row, test, payout in rows:
            if test(value, cards):
                won = payout.figure * amount if payout.kind is Kind.METER else payout.figure
                if payout.kind is Kind.METER:
                    share += payout.figure * weight
                else:
                    fixed += payout.figure * weight
                key = (row, Fraction(won) / stake - 1, Fraction(1))
                break
        counts[key] = counts.get(key, 0) + weight
    even = (stake * total - fixed) / share if share else Fraction(0)
    envy = envy_of(game, known) if ENVY in game.terms.chosen else Fraction(0)
    note = f"meter {amount / 100:,.2f}; breaks even at {float(even) / 100:,.2f}"
    note += f"; each other player adds {float(envy / stake):.4%} in envy" if envy else ""
    meter = OnMeter(name, amount, even, 100 * share / total / stake)
    relied = (table.reading,) if table.reading else ()
    return Price(PROGRESSIVE, table.id, gathered(counts), clause=table.clause, readings=relied, note=note, meter=meter)


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
