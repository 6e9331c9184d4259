"""Prices at a stated stake: limits on payouts and fractions of a cent weigh by it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.odds.analyze import analyze, tables_of
from croupier.odds.posted import with_posted
from croupier.rules.payouts import Kind, Payout

THREE, CRAZY = "cleveland/three-card-poker", "cincinnati/crazy-4-poker"


def test_a_limit_on_payouts_is_in_the_price_at_the_stake() -> None:
    """10.12(g): no less than $50,000 for one hand, which a straight flush on pair plus at $2,000 exceeds."""
    game = playable(THREE, {"options": {"maximum-payout": 5_000_000}})
    small, large = (next(analyze(game, "pair-plus", stake=stake)) for stake in (500, 200_000))
    assert small.house_edge == next(analyze(playable(THREE), "pair-plus")).house_edge < large.house_edge
    assert max(outcome.net for outcome in large.outcomes) == Fraction(5_000_000, 200_000)


def test_a_fraction_of_a_cent_is_not_paid() -> None:
    game = playable("ny/three-card-poker")
    table = game.terms.chosen["pair-plus"]
    rows = {**table.rows, "pair": Payout(Kind.TO_ONE, Fraction(3, 2), "3:2")}
    house = with_posted(game, replace(table, rows=rows))
    whole, odd = (next(analyze(house, "pair-plus", stake=stake)) for stake in (100, 101))
    assert {outcome.net for outcome in whole.outcomes if outcome.outcome == "pair"} == {Fraction(3, 2)}
    assert {outcome.net for outcome in odd.outcomes if outcome.outcome == "pair"} == {Fraction(151, 101)}


def test_a_row_at_three_to_two_is_priced_in_the_main_game_too() -> None:
    game = playable("ny/three-card-poker")
    table = tables_of(game, "ante-bonus")[0]
    dearer = {**table.rows, "straight": Payout(Kind.TO_ONE, Fraction(3, 2), "3:2")}
    house = with_posted(game, replace(table, rows=dearer))
    assert next(analyze(house, "ante")).house_edge < next(analyze(game, "ante")).house_edge


@pytest.mark.parametrize("stake", [0, -500])
def test_a_stake_of_nothing_is_refused(stake: int) -> None:
    with pytest.raises(BadInput, match="stake"):
        list(analyze(playable(THREE), stake=stake))
