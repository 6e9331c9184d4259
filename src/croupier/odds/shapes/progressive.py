"""Progressive wagers: worth with the meter where it stands, what a dollar more on it adds, where the wager breaks even, and envy.

A fold may forfeit the chip, and then the game's own best play says which hands are folded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, Settled, layout, unit_of
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, Plan, Side, climb, looking
from croupier.odds.looks_tried import try_runs
from croupier.odds.posted import with_posted
from croupier.odds.price import OnMeter, Price, gathered
from croupier.odds.tally import Tally
from croupier.rules.payouts import Kind
from croupier.rules.resolve import Paytable
from croupier.table.meters import Meter
from croupier.table.playable import Playable
from croupier.table.progressive import ENVY, PROGRESSIVE
from croupier.table.requests import Decision
from croupier.table.settlement import money

FURTHER = 100_000_000
"""Cents by which the meter is moved to see what it adds."""
CENTS_DROPPED = 2
"""Each of three payments by a meter may leave out a fraction of a cent."""


class Folds(NamedTuple):
    """A plan of which only the folds matter: by class of five cards, how many deals take each path."""

    paths: tuple[tuple[str, ...], ...]
    deals: list[list[int]]
    scale: int

    def counts(self, level: int) -> Mapping[tuple[str, ...], int]:
        return {path: count for path, count in zip(self.paths, self.deals[level], strict=True) if count}

    def example(self, level: int, path: tuple[str, ...]) -> tuple[Card, ...]:
        raise AssertionError(f"{path} is not among the paths asked about")


def five_classes() -> tuple[Array, Array, Array]:
    """One hand of each class of five cards, how many hands it stands for, and its level on the ladder of poker hands."""
    from croupier.odds.kernels.card_sets import class_hands
    from croupier.odds.kernels.evaluate import evaluate_many

    known = class_hands(5)
    cards = np.ascontiguousarray(known.cards.astype(np.int64))
    return cards, known.weights, evaluate_many(cards).astype(np.int64) - 1


def price_progressive(game: Playable, wanted: str | None, ladder: Ladder, plan: Plan | None = None) -> Iterator[Price]:
    """The progressive chip, and what another player's hand adds to it in envy; the ladder is of the hands that are paid."""
    if PROGRESSIVE not in game.terms.wagers or wanted not in (None, PROGRESSIVE, ENVY):
        return
    envies = _Envies(ladder, plan)
    if wanted != ENVY:
        for table in tables_of(game, PROGRESSIVE):
            yield _price_of_chip(game, table, ladder, plan, envies)
    if wanted != PROGRESSIVE and ENVY in game.terms.chosen:
        for table in tables_of(game, ENVY):
            yield envies.price(with_posted(game, table), table)


class _Envies:
    """What other players' hands add to the chip, found once for each house."""

    def __init__(self, ladder: Ladder, plan: Plan | None) -> None:
        self.ladder, self.plan = ladder, plan
        self.known: list[tuple[Playable, Price]] = []

    def price(self, game: Playable, table: Paytable) -> Price:
        found = next((price for house, price in self.known if house is game), None)
        if found is None:
            found = price_of_envy(game, table, self.ladder, self.plan)
            self.known.append((game, found))
        return found


def share_of(game: Playable, meter: str, stake: int) -> Fraction:
    """What a chip adds to a meter before anything is paid from it."""
    return stake * Meter.opened(game.terms.meters[meter]).rate


def chip_at(game: Playable, amount: int, wager: str, name: str, unsaid: Sequence[str] = ()) -> Asked:
    """A table with the meter at `amount` once the chip's own share is on it."""
    stakes = layout(game, wager)
    before = max(Fraction(0), amount - share_of(game, name, stakes[wager]))
    return Asked(game, stakes, only=[wager], meters={name: before}, unsaid=unsaid)


def meter_of(game: Playable, wager: str, table: Paytable) -> tuple[str, int]:
    """The meter that the best row of a table pays, and where it starts."""
    name = next(
        (payout.meter for payout in table.rows.values() if payout.kind is Kind.METER and payout.meter),
        game.terms.wagers[wager].meter or "",
    )
    return name, game.terms.meters[name].seed_with(table.id)


def price_on_meter(game: Playable, wager: str, table: Paytable, ladder: Ladder, plan: Plan | None = None) -> Price:
    """A wager with the table posted, by the meter that its best row pays, which stands where it starts; others stand there too."""
    name, amount = meter_of(game, wager, table)
    stake, ladder = unit_of(game, wager), looking(game, wager, ladder)
    side, tally, total, net = climb(chip_at(game, amount, wager, name, ladder.unsaid), ladder, stake), Tally(stake), 0, 0
    for settled, weight in side.cases(ladder, plan):
        tally.add(settled, weight)
        total, net = total + weight, net + weight * settled.net
    half, further = (
        [*side.asked_again(chip_at(game, amount + more, wager, name, ladder.unsaid), ladder).cases(ladder, plan)]
        for more in (FURTHER // 2, FURTHER)
    )
    # A meter that starts with less than the chip's own share stands at that.
    over = max(Fraction(0), share_of(game, name, layout(game, wager)[wager]) - amount)
    _refuse_out_of_proportion(side, [*side.cases(ladder, plan)], half, further, within=CENTS_DROPPED + over)
    share = Fraction(sum(weight * settled.net for settled, weight in further) - net, FURTHER)
    even = amount - net / share if share else Fraction(0)
    others = {payout.meter for payout in table.rows.values() if payout.meter} - {name}
    note = "; ".join(
        (
            *filter(None, [ladder.note]),
            f"meter {amount / 100:,.2f}",
            f"breaks even at {float(even) / 100:,.2f}",
            *(f"{other} {game.terms.meters[other].seed / 100:,.2f}" for other in sorted(others)),
        )
    )
    meter = OnMeter(name, amount, even, 100 * share / total / stake)
    found = Price(wager, table.id, tally.outcomes, side.strategy, clause=table.clause, readings=tally.readings)
    return replace(found, note=note, meter=meter)


def _refuse_out_of_proportion(side: Side, *found: Sequence[tuple[Settled, int]], within: Fraction) -> None:
    """Refuse a wager that does not gain half as much by half the way of its meter, but for the cents that are dropped."""
    here, half, further = found
    for (low, weight), (middle, of_half), (high, of_further) in zip(here, half, further, strict=True):
        if not weight == of_half == of_further or abs(low.net + high.net - 2 * middle.net) > within:
            line = next(iter(high.lines), None)
            why = f"{low.outcome} nets {low.net}, {middle.net} and {high.net} as its meter rises: not in proportion, and not counted"
            raise side.asked.refused(why, line and line.clause)


def _price_of_chip(game: Playable, table: Paytable, ladder: Ladder, plan: Plan | None, envies: _Envies) -> Price:
    posted = with_posted(game, table)
    found = price_on_meter(posted, PROGRESSIVE, table, ladder, plan)
    envy = envies.price(posted, posted.terms.chosen[ENVY]).expected if ENVY in game.terms.chosen else Fraction(0)
    return replace(found, note=f"{found.note}; each other player adds {float(envy):.4%} in envy") if envy else found


class _Staying(Asked):
    """A table at which the seat that is paid in envy plays on, where else it gives up its hand."""

    def aside(self, request: Decision) -> str:
        return request.choices[0]


def price_of_envy(
    game: Playable,
    table: Paytable,
    ladder: Ladder,
    plan: Plan | None = None,
    *,
    goes_with: str = PROGRESSIVE,
    line: str = ENVY,
    stake: int | None = None,
) -> Price:
    """What one other player's hand adds to a wager, per unit of that wager: nothing is staked for it."""

    def deals(level: int) -> list[Deal]:
        return [deal._replace(hand=(), other=deal.hand) for deal in ladder.deals(level)]

    other = looking(game, goes_with, ladder)._replace(deals=deals, lay=lambda hand: Deal(other=hand))
    stakes = layout(game, goes_with, stake)
    side = climb(Asked(game, stakes, only=[line]), other, stakes[goes_with])
    try_runs(_Staying(game, stakes, only=[line]), other, side.runs)
    counts = Counter[tuple[str, Fraction, Fraction]]()
    for settled, weight in side.cases(other, plan):
        counts[settled.outcome, Fraction(settled.net, side.unit), Fraction(1)] += weight
    said = f"per other player, added to a {goes_with.replace('-', ' ')} wager of {money(side.unit)}; nothing is staked for it"
    readings = tuple(dict.fromkeys(filter(None, [table.reading, game.terms.wagers[line].reading])))
    return Price(line, table.id, gathered(counts), side.strategy, clause=table.clause, readings=readings, note=said)
