"""Wagers decided by one event: every case counted once, through the same tests that settle at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from croupier.equipment.cards import Card
from croupier.hands.poker import Value
from croupier.odds.price import Price, gathered
from croupier.rules.payouts import Kind
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows

Case = tuple[Value, Sequence[Card], int]
"""A hand's value, its cards where a test may look at them, and how many deals give it."""


def by_rank(cases: Iterable[tuple[Value, int]]) -> list[Case]:
    """Cases put together by category and leading rank: all that the rows of pay tables ask of a hand without its cards."""
    found: dict[tuple[str, int], list[Any]] = {}
    for value, weight in cases:
        kept = found.setdefault((value.category, value.ranks[0]), [value, 0])
        kept[1] += weight
    return [(value, (), weight) for value, weight in found.values()]


@lru_cache(maxsize=3)
def cases_of(cards: int) -> tuple[Case, ...]:
    """Every hand of five, six or seven cards, by category and leading rank."""
    from croupier.odds.kernels import classes

    return tuple(by_rank(classes.by_class(classes.count(cards))))


def net_of(payout_kind: Kind, figure: Fraction, unit: int, *, collected: bool = False) -> Fraction:
    """What a paid row nets per unit staked; fixed sums depend on the stake, and a collected chip does not come back."""
    won = figure / unit if payout_kind is Kind.FIXED else Fraction(0) if payout_kind is Kind.PUSH else figure
    return won - 1 if collected else won


def price_by_hand(
    game: Playable, wager: str, table: Paytable, cases: Iterable[Case], *, unit: int, strategy: str = "none"
) -> Price:
    """A wager paid by the hand: the first row of the table that fits, else lost."""
    rows = compile_rows(game.terms, table, game.patterns)
    collected = game.terms.wagers[wager].collected
    weights = [0] * (len(rows) + 1)
    for value, cards, weight in cases:
        place = next((number for number, (_, test, _) in enumerate(rows) if test(value, cards)), len(rows))
        weights[place] += weight
    counts: dict[tuple[str, Fraction, Fraction], int] = {("lose", Fraction(-1), Fraction(1)): weights[-1]}
    for (row, _, payout), weight in zip(rows, weights, strict=False):
        key = (row, net_of(payout.kind, payout.figure, unit, collected=collected), Fraction(1))
        counts[key] = counts.get(key, 0) + weight
    fixed = any(payout.kind is Kind.FIXED for _, _, payout in rows)
    return Price(
        wager=wager,
        paytable=table.id,
        outcomes=gathered(counts),
        strategy=strategy,
        clause=table.clause,
        readings=(table.reading,) if table.reading else (),
        note=f"fixed sums per stake of {unit / 100:.2f}" if fixed else "",
    )
