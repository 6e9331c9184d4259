"""Ends of a wager as an analysis counts them, on the way to a price."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from croupier.odds.cells import Settled
from croupier.odds.price import Outcome, Price, gathered
from croupier.rules.resolve import Paytable


class Tally:
    """Ends of a wager as they are counted, in units of the wager that opens the round, and the readings that they rest on."""

    def __init__(self, unit: int) -> None:
        self.unit, self._counts, self._readings = unit, Counter[tuple[str, Fraction, Fraction]](), dict[str, None]()

    def add(self, settled: Settled, weight: int, name: str | None = None) -> None:
        """So many deals that were settled so, by the name of their outcome or another."""
        self._counts[settled.outcome if name is None else name, *settled.per(self.unit)] += weight
        self.rests_on(*settled.readings)

    def rests_on(self, *readings: str | None) -> None:
        """Readings behind the counts, which no settlement line cites."""
        self._readings.update(dict.fromkeys(filter(None, readings)))

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return gathered(self._counts)

    @property
    def readings(self) -> tuple[str, ...]:
        return tuple(self._readings)


def best_of(wager: str, table: Paytable, tally: Tally, note: str) -> Price:
    """The price of a wager that is played to net the most."""
    found = wager, table.id, tally.outcomes
    return Price(*found, strategy="optimal", clause=table.clause, readings=tally.readings, note=note)
