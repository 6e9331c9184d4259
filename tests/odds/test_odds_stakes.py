"""What a stake changes: limits on payouts, sums that stand beside odds, and cents that cannot be split."""

from __future__ import annotations

from fractions import Fraction

import pytest

import croupier
from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.shapes.boards import WON, classes, figures_of

UTH = "cincinnati/ultimate-texas-holdem"
LIMIT = 5_000_000
"""Cents that a hand of Ultimate Texas Hold'em pays at most, I.10.V."""


@pytest.mark.parametrize("stake", [100_000, 500_000, 700_000, 1_000_000, 2_000_000])
def test_hands_that_a_payout_limit_levels_on_one_path_and_not_on_another_are_told_apart(stake: int) -> None:
    """A straight and a flush net the limit alike where four times the ante is raised, and differ where once the ante is."""
    figures = figures_of(playable(UTH), "ante", stake=stake, seen=(0, 3, 5))
    best = int(figures.row_of[len(classes()) - 1])
    nets = [figures.cells[best, path, WON].net for path in range(len(figures.paths) - 1)]
    assert max(nets) == LIMIT
    assert all(cell.net <= LIMIT for cell in figures.cells.values())


@pytest.mark.slow
def test_a_payout_limit_costs_the_more_the_larger_the_stake() -> None:
    edges = [next(analyze(playable(UTH), "ante", stake=stake)).house_edge for stake in (500, 100_000, 1_000_000)]
    assert edges == sorted(edges)
    assert [f"{float(edge):.6f}" for edge in edges] == ["0.021850", "0.036662", "0.124355"]


@pytest.mark.parametrize("name", ["cincinnati/blackjack", "cincinnati/free-bet-blackjack"])
@pytest.mark.parametrize("stake", [25, 501])
def test_blackjack_at_a_stake_that_three_to_two_does_not_divide_nets_what_the_table_pays(name: str, stake: int) -> None:
    """A fraction of a cent stays with the house; the same round at the table says so."""
    game = playable(name)
    round_ = croupier.settle(
        {"game": name, "seats": {"1": {"wagers": {"blackjack": stake}, "cards": "As Kd"}}, "dealer": "9c 8d"}
    )
    (line,) = round_.lines
    price = next(analyze(game, "blackjack", stake=stake))
    paid = next(end.net for end in price.outcomes if end.outcome == "blackjack")
    assert paid == Fraction(line.won, stake) < Fraction(3, 2)
    assert price.house_edge > next(analyze(game, "blackjack")).house_edge


def test_insurance_and_house_money_are_asked_at_the_stake() -> None:
    game = playable("cincinnati/blackjack")
    for wager in ("insurance", "house-money"):
        at_stake, plain = next(analyze(game, wager, stake=2500)), next(analyze(game, wager))
        assert at_stake.outcomes == plain.outcomes


@pytest.mark.parametrize("stake", [0, -5])
def test_a_stake_of_nothing_is_refused(stake: int) -> None:
    with pytest.raises(BadInput, match="stake"):
        next(analyze(playable("cincinnati/blackjack"), stake=stake))
