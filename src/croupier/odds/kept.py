"""A price as JSON and back again, to the last unit of every weight: the form of the store and of what ships with the package."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from croupier.odds.price import EXACT, SIMULATION, OnAPoint, OnMeter, Outcome, Price, WithOdds


def written(price: Price) -> dict[str, Any]:
    """What a price holds, without what it does not have."""
    told = {
        "wager": price.wager,
        "paytable": price.paytable,
        "strategy": price.strategy if price.strategy != "none" else "",
        "method": price.method if price.method != EXACT else "",
        "clause": price.clause,
        "readings": list(price.readings),
        "note": price.note,
        "decided": _text(price.decided),
        "rolls": _text(price.rolls),
        "with_odds": [[figure.odds, str(figure.house_edge)] for figure in price.with_odds],
        "on_a_point": [[figure.point, str(figure.house_edge)] for figure in price.on_a_point],
        "meter": None if price.meter is None else [*price.meter[:2], *map(str, price.meter[2:])],
        "sampled": _sample(price),
        "outcomes": [_outcome(outcome) for outcome in price.outcomes],
    }
    return {name: value for name, value in told.items() if value}


def read(told: dict[str, Any]) -> Price:
    """The price that was written so."""
    meter = told.get("meter")
    kind: Callable[..., Price] = Price if "sampled" not in told else _sampled(*told["sampled"])
    return kind(
        wager=told["wager"],
        paytable=told.get("paytable", ""),
        outcomes=tuple(Outcome(name, weight, *map(Fraction, sums)) for name, weight, *sums in told["outcomes"]),
        strategy=told.get("strategy", "none"),
        method=told.get("method", EXACT),
        clause=told.get("clause", ""),
        readings=tuple(told.get("readings", ())),
        note=told.get("note", ""),
        meter=None if meter is None else OnMeter(meter[0], meter[1], Fraction(meter[2]), Fraction(meter[3])),
        decided=_fraction(told.get("decided")),
        rolls=_fraction(told.get("rolls")),
        with_odds=tuple(WithOdds(odds, Fraction(edge)) for odds, edge in told.get("with_odds", ())),
        on_a_point=tuple(OnAPoint(point, Fraction(edge)) for point, edge in told.get("on_a_point", ())),
    )


def _sample(price: Price) -> list[Any]:
    """The rounds and the seed of a price that was drawn, and its error where it has one of its own."""
    if price.method != SIMULATION:
        return []
    from croupier.odds.simulation import Simulated

    assert isinstance(price, Simulated)
    return [price.rounds, price.seed, price.error]


def _sampled(rounds: int, seed: int, error: float | None) -> Callable[..., Price]:
    from croupier.odds.simulation import Simulated

    return partial(Simulated, rounds=rounds, seed=seed, error=error)


def _outcome(outcome: Outcome) -> list[Any]:
    """Name, weight and net; the stake where it is not one unit."""
    said = [outcome.outcome, outcome.weight, str(outcome.net)]
    return said if outcome.staked == 1 else [*said, str(outcome.staked)]


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
