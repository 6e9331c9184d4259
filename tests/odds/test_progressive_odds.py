"""A progressive chip where a fold forfeits it: worth what the game's own best play leaves of it."""

from __future__ import annotations

import pytest

from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.reference import Reference

FIGURES = [
    pytest.param("cincinnati/mississippi-stud", "0.591486", "0.020687", 253_235, "-0.004217", id="mississippi-stud"),
    pytest.param("cincinnati/texas-holdem-bonus", "0.456256", "0.027750", 166_025, "-0.005695", id="texas-holdem-bonus"),
    pytest.param(
        "cincinnati/ultimate-texas-holdem", "0.444101", "0.028280", 161_869, "-0.005695", id="ultimate", marks=pytest.mark.slow
    ),
    pytest.param("cincinnati/let-it-ride", "0.440188", "0.028715", 160_531, "-0.005695", id="let-it-ride"),
    pytest.param("pa/raise-it-up-stud", "0.441040", "0.032074", 10_747, "-0.007919", id="raise-it-up-stud"),
]


@pytest.mark.parametrize(("name", "edge", "hits", "even", "envy"), FIGURES)
def test_a_fold_forfeits_the_chip(name: str, edge: str, hits: str, even: int, envy: str) -> None:
    game = playable(name)
    price, other = next(analyze(game, "progressive")), next(analyze(game, "envy-bonus"))
    assert (f"{float(price.house_edge):.6f}", f"{float(price.hit_rate):.6f}") == (edge, hits)
    assert price.meter is not None and round(price.meter.breaks_even_at / 100) == even
    assert f"{float(other.house_edge):.6f}" == envy


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cincinnati/mississippi-stud", "cincinnati/texas-holdem-bonus", "cincinnati/four-card-poker"])
def test_rounds_at_the_table_hit_as_often_as_priced(name: str) -> None:
    """The best play at the real table, another way to count: within four standard errors."""
    game, rounds = playable(name), 6000
    totals = Reference(game).work().count(3, 0, rounds)
    found = next(p for p in Reference(game).prices(totals, rounds=rounds, seed=3) if p.wager == "progressive")
    hits = float(next(analyze(game, "progressive")).hit_rate)
    assert abs(float(found.hit_rate) - hits) < 4 * (hits * (1 - hits) / rounds) ** 0.5
