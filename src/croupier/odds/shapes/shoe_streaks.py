"""Streak wagers: hands won one after the other, as a chain over rounds that the best play of the hand decides."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from croupier.games.blackjack._streaks import STREAKS
from croupier.odds.analyze import tables_of
from croupier.odds.cells import unit_of
from croupier.odds.price import DOUBLE_PRECISION, Outcome, Price
from croupier.odds.shapes.shoe_plan import SCALE, Plan, plan_of
from croupier.odds.shapes.shoe_prices import OPTIMAL
from croupier.table.playable import Playable


def price_streaks(game: Playable, wanted: str | None, stake: int | None = None) -> Iterator[Price]:
    """A streak of n wins with the chance of n hands won before one is lost; pushes change nothing and so count for nothing."""
    for wager, wins in STREAKS.items():
        if wager in game.terms.wagers and wanted in (None, wager):
            unit, chance = unit_of(game, wager, stake), won_before_lost(plan_of(game)) ** wins
            weight = round(Fraction(chance) * SCALE)
            for table in tables_of(game, wager):
                won = Fraction(table.rows["win"].won(unit), unit)
                yield Price(
                    wager,
                    table.id,
                    (Outcome("win", weight, won), Outcome("lose", SCALE - weight, Fraction(-1))),
                    strategy=OPTIMAL,
                    clause=table.clause,
                    method=DOUBLE_PRECISION,
                    readings=tuple(filter(None, [game.terms.wagers[wager].reading])),
                    note="every round from a full shoe; a split box counts as won or lost by what it nets, not by the number of its hands",
                )


def won_before_lost(plan: Plan) -> float:
    """The chance that a box is won, of those that are won or lost."""
    won = sum(chance for (_, net, _), chance in plan.ends.items() if net > 0)
    lost = sum(chance for (_, net, _), chance in plan.ends.items() if net < 0)
    return won / (won + lost)
