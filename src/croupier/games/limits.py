"""The most a hand pays: limits that a text sets, or lets the house set, on what one player can win in a round."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from croupier.games.questions import CardQuestions
from croupier.rules.payouts import Kind
from croupier.rules.terms import Rule
from croupier.table.table import Seat, Table


class LimitedPayouts(CardQuestions):
    """Asked of every game whose payouts may be limited."""

    maximum_payout: Rule[int | Literal["none"]]
    maximum_payout_covers: tuple[str, ...]
    table_minimum: int | Literal["none"]


def hold_to_limit(table: Table, seat: Seat, rules: LimitedPayouts) -> None:
    """Cut the seat's winnings down to the limit in force, which is never below what the least wager could win."""
    if rules.maximum_payout.value != "none":
        limit = max(rules.maximum_payout.value, most_at_minimum(table, rules))
        table.cap(seat, rules.maximum_payout_covers, limit, because=rules.maximum_payout)


def most_at_minimum(table: Table, rules: LimitedPayouts) -> int:
    """The most one player could win in a round with every covered wager at the posted minimum."""
    if rules.table_minimum == "none":
        return 0
    units = Fraction(0)
    for name in rules.maximum_payout_covers:
        if name in table.terms.wagers:
            odds = [payout.figure for payout in table.terms.chosen[name].rows.values() if payout.kind is Kind.TO_ONE]
            units += max(odds) * max(table.terms.wagers[name].times, default=1)
    return int(units * rules.table_minimum)
