"""Mississippi Stud: backward over the streets for each of the 169 kinds of hole cards, then every round counted as it ends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np

from croupier.odds.analyze import tables_of
from croupier.odds.exact.three_card_poker import three_card_cases
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import cases_of, class_units, price_by_hand
from croupier.odds.price import Price, gathered
from croupier.odds.progressive import price_progressive
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable

ANTE, THREE_CARD_BONUS, PROGRESSIVE = "ante", "three-card-bonus", "progressive"
STREETS = ("third-street", "fourth-street", "fifth-street")
UNIT = 500


@lru_cache(maxsize=1)
def hole_cards() -> tuple[tuple[int, int, int], ...]:
    """One pair of cards of each kind (numbered 4 * rank + suit) with how many it stands for."""
    kinds = []
    for high in range(13):
        kinds.append((4 * high, 4 * high + 1, 6))
        for low in range(high):
            kinds += [(4 * high, 4 * low, 4), (4 * high, 4 * low + 1, 12)]
    return tuple(kinds)


def price_of_ante(game: Playable, table: Paytable) -> Price:
    """The whole main game under one table, played to net the most."""
    from croupier.odds.kernels.stud import mississippi

    names, units = class_units(game, table)
    paid = list(zip(names, units.tolist(), strict=True))
    rows = list(dict.fromkeys([("fold", -1), *paid[1:]]))
    row_of: Array = np.array([0, *(rows.index(row) for row in paid[1:])], np.int64)
    most = max(game.terms.wagers[STREETS[0]].times)
    total: Array = np.zeros((2 + 3 * most, len(rows)), np.int64)
    for first, second, weight in hole_cards():
        ends = np.zeros_like(total)
        mississippi(first, second, row_of, np.array([unit for _, unit in rows]), most, ends)
        total += weight * ends
    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    for staked, at_stake in enumerate(total.tolist()):
        for (name, unit), weight in zip(rows, at_stake, strict=True):
            counts[f"{name}, {staked} antes", Fraction(unit * staked), Fraction(staked)] = weight
    relied = tuple(filter(None, [table.reading]))
    limited = game.rules.maximum_payout.value != "none"
    note = "ante and street wagers" + (
        "; payout limits apply to large stakes only and are not in this price" if limited else ""
    )
    return Price(ANTE, table.id, gathered(counts), strategy="optimal", clause=table.clause, readings=relied, note=note)


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The main game, then the bonus on the three community cards."""
    if wanted in (None, ANTE, *STREETS):
        for table in tables_of(game, ANTE):
            yield price_of_ante(game, table)
    if wanted in (None, THREE_CARD_BONUS) and THREE_CARD_BONUS in game.terms.wagers:
        cases = three_card_cases()
        for table in tables_of(game, THREE_CARD_BONUS):
            yield price_by_hand(game, THREE_CARD_BONUS, table, cases, unit=UNIT)
    yield from price_progressive(game, wanted, lambda: cases_of(5))
