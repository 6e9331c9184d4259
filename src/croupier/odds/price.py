"""What a wager is worth: a distribution with whole-number weights, and every figure that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

EXACT, DOUBLE_PRECISION, SIMULATION = "exact", "double precision", "simulation"
"""How a price was found: every case counted in whole numbers, chances added up as floating-point numbers, or rounds drawn."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a wager can end: how often, what it nets and what was staked, in units of the wager that opens the round."""

    outcome: str
    weight: int
    net: Fraction
    staked: Fraction = Fraction(1)


class OnMeter(NamedTuple):
    """How a progressive wager depends on its meter: where it stands and breaks even, in cents, and what a dollar more on it gives."""

    name: str
    stands_at: int
    breaks_even_at: Fraction
    per_dollar: Fraction

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "stands_at": self.stands_at,
            "breaks_even_at": float(self.breaks_even_at),
            "house_edge_per_dollar": -float(self.per_dollar),
        }


class WithOdds(NamedTuple):
    """What a bet costs of all that is staked with odds behind it: so many times its stake, or as much as the house takes."""

    odds: str
    house_edge: Fraction

    def as_json(self) -> dict[str, Any]:
        return {"odds": self.odds, "house_edge": float(self.house_edge), "house_edge_exact": str(self.house_edge)}


class OnAPoint(NamedTuple):
    """What a line bet costs that is made once the point is set, where a text takes it then."""

    point: int
    house_edge: Fraction

    def as_json(self) -> dict[str, Any]:
        return {"point": self.point, "house_edge": float(self.house_edge), "house_edge_exact": str(self.house_edge)}


@dataclass(frozen=True)
class Price:
    """A priced wager under one pay table and one named strategy."""

    wager: str
    paytable: str
    outcomes: tuple[Outcome, ...]
    strategy: str = "none"
    method: str = EXACT
    clause: str = ""
    readings: tuple[str, ...] = ()
    note: str = ""
    meter: OnMeter | None = None
    decided: Fraction | None = None
    """How often the wager is decided rather than given back, where figures are published per decision."""
    rolls: Fraction | None = None
    """How many rolls decide it on average, where one may not."""
    with_odds: tuple[WithOdds, ...] = ()
    on_a_point: tuple[OnAPoint, ...] = ()

    @cached_property
    def weight(self) -> int:
        """All equally likely cases."""
        return sum(outcome.weight for outcome in self.outcomes)

    def _mean(self, values: Iterable[tuple[int, Fraction]]) -> Fraction:
        return sum((weight * value for weight, value in values), Fraction(0)) / self.weight

    @cached_property
    def expected(self) -> Fraction:
        """What one unit nets on average."""
        return self._mean((outcome.weight, outcome.net) for outcome in self.outcomes)

    @property
    def house_edge(self) -> Fraction:
        """The expected loss per unit of the wager that opens the round."""
        return -self.expected

    @cached_property
    def staked(self) -> Fraction:
        """What is put at risk on average, later wagers of the round included."""
        return self._mean((outcome.weight, outcome.staked) for outcome in self.outcomes)

    @property
    def element_of_risk(self) -> Fraction:
        """The expected loss per unit put at risk."""
        return self.house_edge / self.staked

    @cached_property
    def variance(self) -> Fraction:
        square = self._mean((outcome.weight, outcome.net**2) for outcome in self.outcomes)
        return square - self.expected**2

    @cached_property
    def hit_rate(self) -> Fraction:
        """How often the round ends ahead."""
        return Fraction(sum(outcome.weight for outcome in self.outcomes if outcome.net > 0), self.weight)

    @property
    def per_decision(self) -> Fraction | None:
        """The expected loss per wager decided."""
        return None if self.decided is None else self.house_edge / self.decided

    @property
    def per_roll(self) -> Fraction | None:
        """The expected loss per roll."""
        return None if self.rolls is None else self.house_edge / self.rolls

    def as_json(self) -> dict[str, Any]:
        """The shape `croupier analyze --json` gives."""
        return {
            "wager": self.wager,
            "paytable": self.paytable,
            "method": self.method,
            "strategy": self.strategy,
            "house_edge": float(self.house_edge),
            # A sum of floating-point numbers and a sample have fractions too, but they are not the value.
            "house_edge_exact": _ratio(self.house_edge) if self.method == EXACT else None,
            "return": float(1 + self.expected),
            "element_of_risk": float(self.element_of_risk),
            "variance": float(self.variance),
            "standard_deviation": float(self.variance) ** 0.5,
            "hit_rate": float(self.hit_rate),
            "per_decision": _or_null(self.per_decision),
            "per_roll": _or_null(self.per_roll),
            "rolls": _or_null(self.rolls),
            "with_odds": [figure.as_json() for figure in self.with_odds],
            "on_a_point": [figure.as_json() for figure in self.on_a_point],
            "outcomes": [
                {
                    "outcome": outcome.outcome,
                    "weight": outcome.weight,
                    "probability": outcome.weight / self.weight,
                    "pays": _figure(outcome.net),
                }
                for outcome in self.outcomes
            ],
            "readings": list(self.readings),
            "clause": self.clause,
            "note": self.note,
            **({"meter": self.meter.as_json()} if self.meter is not None else {}),
        }


def _figure(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _or_null(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def beside(shown: Mapping[str, Any]) -> str:
    """The figures beside a house edge in words, from a price's JSON form.

    >>> beside({"method": "exact", "per_decision": 0.014, "per_roll": 0.004, "rolls": 3.434, "with_odds": [], "on_a_point": [],
    ... "note": "at 5.00"})
    'per decision 1.4000%; per roll 0.4000%, 3.43 rolls; at 5.00'
    """
    parts = [f"in {DOUBLE_PRECISION}"] if shown["method"] == DOUBLE_PRECISION else []
    if shown["per_decision"] is not None:
        parts.append(f"per decision {shown['per_decision']:.4%}")
    if shown["rolls"] is not None:
        rolls = f"{shown['rolls']:.2f} rolls"
        parts.append(f"per roll {shown['per_roll']:.4%}, {rolls}" if shown["per_roll"] else rolls)
    if shown["with_odds"]:
        odds = ", ".join(f"{figure['odds']} {figure['house_edge']:.4%}" for figure in shown["with_odds"])
        parts.append(f"of all staked with odds {odds}")
    if shown["on_a_point"]:
        points = ", ".join(f"{figure['point']} {figure['house_edge']:.4%}" for figure in shown["on_a_point"])
        parts.append(f"made on a point {points}")
    return "; ".join(filter(None, (*parts, shown["note"])))


def gathered(counts: Mapping[tuple[str, Fraction, Fraction], int]) -> tuple[Outcome, ...]:
    """Outcomes from counts keyed by name, net and stake, best first."""
    rows = [Outcome(name, weight, net, staked) for (name, net, staked), weight in counts.items() if weight]
    return tuple(sorted(rows, key=lambda row: (-row.net, row.outcome)))
