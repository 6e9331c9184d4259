"""What a stake changes: limits on payouts, sums that stand beside odds, and cents that cannot be split."""

from __future__ import annotations

import pytest

from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.shapes.boards import WON, classes, figures_of

UTH = "cincinnati/ultimate-texas-holdem"
LIMIT = 5_000_000
"""Cents that a hand of Ultimate Texas Hold'em pays at most, I.10.V."""


@pytest.mark.parametrize("stake", [100_000, 500_000, 700_000, 1_000_000, 2_000_000])
def test_hands_that_a_payout_limit_levels_on_one_path_and_not_on_another_are_told_apart(stake: int) -> None:
    """A straight and a flush net the limit alike where four times the ante is raised, and differ where once the ante is."""
    figures = figures_of(playable(UTH), "ante", stake=stake)
    best = int(figures.row_of[len(classes()) - 1])
    nets = [figures.cells[best, path, WON].net for path in range(len(figures.paths) - 1)]
    assert max(nets) == LIMIT
    assert all(cell.net <= LIMIT for cell in figures.cells.values())


@pytest.mark.slow
def test_a_payout_limit_costs_the_more_the_larger_the_stake() -> None:
    edges = [next(analyze(playable(UTH), "ante", stake=stake)).house_edge for stake in (500, 100_000, 1_000_000)]
    assert edges == sorted(edges)
    assert [f"{float(edge):.6f}" for edge in edges] == ["0.021850", "0.036662", "0.124355"]
