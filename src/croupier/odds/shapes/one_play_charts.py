"""Strategies of one play to be read off: by what three or four cards can become, and by the hand that five make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds.advice import Chart
from croupier.odds.charts import ladder, short
from croupier.odds.kernels.card_sets import PERMUTATIONS, class_hands
from croupier.odds.kernels.classes import values
from croupier.odds.kernels.evaluate import evaluate_many
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.street_charts import grid, of_rank, points_of, sets

if TYPE_CHECKING:
    from croupier.odds.shapes.one_play import Plan


def _word(plan: Plan, street: int, bet: int) -> str:
    last = len(plan.choices) - 1
    return short(plan.choices[street][bet - 1]) if bet else plan.shape.waits if street < last else plan.shape.fold


def by_pattern(plan: Plan, street: int, title: str) -> Chart:
    """The hand, or the hand with the first community card: patterns by high cards, in each the best choice."""
    points = points_of(plan.nets[street, 1][plan.kinds.row_of])
    hands, _, places = sets(3 + street)
    held = dict(zip(places.tolist(), hands, strict=True))
    columns, rows = grid(
        3 + street,
        points,
        lambda cards: of_rank(cards, lambda rank: int(points.of(rank) == 2)),
        lambda place: [_word(plan, street, plan.bet(tuple(held[place][:3]), tuple(held[place][3:])))],
        ("",),
    )
    seen = ("three cards", "four cards")[street]
    return Chart(title, (seen, *columns), rows, f"columns are high cards; {points.told()}")


def by_hand(plan: Plan, title: str) -> Chart:
    """Five cards by the hand they make."""
    known = class_hands(5)
    cards = np.ascontiguousarray(known.cards.astype(np.int64))
    found: dict[int, Counter[str]] = {}
    bets = _last_bets(plan, cards)
    for level, bet, weight in zip(evaluate_many(cards).tolist(), bets.tolist(), known.weights.tolist(), strict=True):
        found.setdefault(level, Counter())[_word(plan, 2, bet)] += weight
    cells: dict[object, Sequence[Counter[str]]] = {values()[level]: [found[level]] for level in sorted(found, reverse=True)}
    return Chart(title, ("five cards", ""), ladder(cells), "")  # type: ignore[arg-type]


def _last_bets(plan: Plan, cards: Array) -> Array:
    """The best last choice for rows of five cards, lowest first, of which three are the hand."""
    a, b, c, d, e = cards.T
    entries = plan.hands.entries[c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a]
    numbers, names = np.divmod(entries, 32)
    one, other = (card & ~3 | PERMUTATIONS[names, card & 3] for card in (d, e))
    high, low = np.maximum(one, other), np.minimum(one, other)
    found: Array = plan.bets[2][numbers, high * (high - 1) // 2 + low]
    return found
