"""A price that rests on a play names it: a chip or a side wager that a fold forfeits, and what others' hands pay in envy."""

from __future__ import annotations

import pytest

from croupier.games.registry import playable
from croupier.odds import shipped
from croupier.odds.analyze import analyze
from croupier.odds.simulate import simulations

FORFEITED = [
    pytest.param("cincinnati/crazy-4-poker", "progressive", marks=pytest.mark.slow),
    pytest.param("cincinnati/four-card-poker", "progressive", marks=pytest.mark.slow),
    ("cincinnati/linked-progressive", "progressive"),
    ("cincinnati/mississippi-stud", "progressive"),
    pytest.param("cincinnati/texas-holdem-bonus", "progressive", marks=pytest.mark.slow),
    pytest.param("cincinnati/ultimate-texas-holdem", "progressive", marks=pytest.mark.slow),
    pytest.param("ny/caribbean-stud", "progressive-payout", marks=pytest.mark.slow),
    ("ny/crazy-4-poker", "progressive-payout"),
    ("ny/crazy-4-poker", "queens-up"),
    pytest.param("ny/criss-cross-poker", "five-card-bonus", marks=pytest.mark.slow),
    ("ny/four-card-poker", "progressive-payout"),
    ("oneida/four-card-poker", "aces-up"),
    ("oneida/three-card-poker", "pair-plus"),
    ("pa/raise-it-up-stud", "progressive-payout"),
]
KEPT = [
    ("cincinnati/let-it-ride", "progressive"),
    ("cleveland/mississippi-stud", "progressive"),
    ("ny/four-card-poker", "aces-up"),
    ("ny/three-card-poker", "pair-plus"),
]


def strategies(name: str, wager: str) -> set[str]:
    """What is said of the play today, and by what ships."""
    game = playable(name)
    kept = {price.strategy for price in shipped.prices_of(game) or () if price.wager == wager}
    return kept | {price.strategy for price in analyze(game, wager)}


@pytest.mark.parametrize(("name", "wager"), FORFEITED)
def test_a_wager_that_a_decision_can_lose_is_counted_by_a_play_that_is_named(name: str, wager: str) -> None:
    assert strategies(name, wager) == {"optimal"}


@pytest.mark.parametrize(("name", "wager"), KEPT)
def test_a_wager_that_no_decision_touches_is_played_by_none(name: str, wager: str) -> None:
    assert strategies(name, wager) == {"none"}


@pytest.mark.slow
def test_the_envy_of_a_chip_that_a_fold_forfeits_rests_on_the_others_play() -> None:
    assert strategies("cincinnati/four-card-poker", "envy-bonus") == {"optimal"}


def test_the_simulation_names_the_play_too() -> None:
    (run,) = simulations(playable("cincinnati/linked-progressive"))
    assert [section.strategy for section in run.sections] == ["optimal"]
