"""Let It Ride: each bet stands by itself, so it rides exactly when the cards seen so far net more than nothing on average."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from croupier.odds.analyze import tables_of
from croupier.odds.exact.three_card_poker import three_card_cases
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import cases_of, class_units, price_by_hand
from croupier.odds.price import Price, gathered
from croupier.odds.progressive import price_progressive
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable

BETS = ("bet-number-1", "bet-number-2", "bet-number-3")
LET_IT_RIDE_BONUS, THREE_CARD_BONUS, PROGRESSIVE = "let-it-ride-bonus", "three-card-bonus", "progressive"
UNIT = 500


def price_of_bets(game: Playable, table: Paytable) -> Price:
    """The three bets together, per one of them."""
    from croupier.odds.kernels.stud import let_it_ride

    names, units = class_units(game, table)
    ends: Array = np.zeros((4, len(units)), np.int64)
    let_it_ride(units, ends)
    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    for bets, place in zip(*np.nonzero(ends), strict=True):
        key = (f"{names[place]}, {bets} bets", Fraction(int(bets) * int(units[place])), Fraction(int(bets)))
        counts[key] = counts.get(key, 0) + int(ends[bets, place])
    relied = (table.reading,) if table.reading else ()
    note = "three bets, two of which may be taken back; payout limits are not in this price"
    return Price(BETS[0], table.id, gathered(counts), strategy="optimal", clause=table.clause, readings=relied, note=note)


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The three bets, the fixed-sum bonus, the bonus on three cards, and the progressive."""
    if wanted in (None, *BETS):
        for table in tables_of(game, BETS[0]):
            yield price_of_bets(game, table)
    if wanted in (None, LET_IT_RIDE_BONUS) and LET_IT_RIDE_BONUS in game.terms.wagers:
        terms = game.terms.wagers[LET_IT_RIDE_BONUS]
        for table in tables_of(game, LET_IT_RIDE_BONUS):
            yield price_by_hand(game, LET_IT_RIDE_BONUS, table, cases_of(5), unit=terms.amount or 100)
    if wanted in (None, THREE_CARD_BONUS) and THREE_CARD_BONUS in game.terms.wagers:
        cases = three_card_cases()
        for table in tables_of(game, THREE_CARD_BONUS):
            yield price_by_hand(game, THREE_CARD_BONUS, table, cases, unit=UNIT)
    yield from price_progressive(game, wanted, lambda: cases_of(5))
