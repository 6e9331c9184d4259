"""Wheels beyond single wagers: the marker on the number, the ball looked at, results that do not stand."""

from __future__ import annotations

import pytest

import croupier
from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.carried import Carried
from croupier.table.round import Round
from croupier.table.views import view

ROULETTES = ("cincinnati/roulette", "cleveland/roulette", "ny/roulette")


def spinning(game_id: str, **options: str) -> Round:
    round_ = Round(playable(game_id, {"options": options}), [1], carried=Carried(lasting=True))
    round_.answer(acts.Wager(1, "red", 500))
    round_.answer(acts.NoMoreBets())
    return round_


@pytest.mark.parametrize("game_id", ROULETTES)
def test_the_point_marker_lies_on_the_number_before_anything_is_settled(game_id: str) -> None:
    """G.6.III; 9.6(c); 5324.4(c)(6)."""
    round_ = spinning(game_id)
    round_.answer(acts.Spun("17"))
    assert view(round_, "public").layout.marks["point marker"] == "17"


@pytest.mark.parametrize("game_id", ROULETTES)
def test_a_ball_that_left_the_wheel_is_inspected_before_it_is_spun_again(game_id: str) -> None:
    """G.7.III; 9.7(c); 5324.4(f)(4)."""
    round_ = spinning(game_id)
    round_.answer(acts.Reported("ball-leaves-the-wheel"))
    with pytest.raises(BadInput, match="inspect"):
        round_.answer(acts.Spun("17"))
    round_.answer(acts.Done("inspect"))
    round_.answer(acts.Spun("1"))
    assert round_.done and round_.net == {1: 500}


@pytest.mark.parametrize("game_id", ROULETTES)
def test_a_double_zero_on_a_wheel_used_as_single_zero_can_be_written(game_id: str) -> None:
    document = {
        "game": game_id,
        "house_rules": {"options": {"wheel": "double-zero-as-single-zero"}},
        "spin": ["00", "1"],
        "seats": {"1": {"wagers": {"red": 500}}},
    }
    played = croupier.settle(document)
    assert played.net == {1: 500} and played.table.marks["point marker"] == "1"
    with pytest.raises(BadInput, match="spin"):
        croupier.settle(document | {"spin": "00"})
    with pytest.raises(BadInput, match="spin"):
        croupier.settle({key: value for key, value in document.items() if key != "spin"})


@pytest.mark.clause("ny/big-six", "5324.3(c)(2)")
def test_an_indicator_on_a_spindle_is_no_result_and_the_supervisor_has_the_wheel_spun_again() -> None:
    round_ = Round(playable("ny/big-six"), [1])
    round_.answer(acts.Wager(1, "first-prize", 100))
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Reported("indicator-on-a-spindle"))
    round_.answer(acts.Spun("first-prize"))
    assert round_.net == {1: 4500}
    assert round_.playable.terms.rulings["indicator-on-a-spindle"].authority == "supervisor"


@pytest.mark.clause("cleveland/big-six", "15.4(A)")
def test_on_a_peg_the_supervisor_names_the_section_and_every_line_says_so() -> None:
    round_ = Round(playable("cleveland/big-six"), [1])
    for spot in ("$1", "joker"):
        round_.answer(acts.Wager(1, spot, 100))
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Reported("clapper-on-a-peg"))
    assert round_.pending is not None and round_.pending.who == "supervisor"
    round_.answer(acts.Spun("joker"))
    assert all("15.4(A)" in line.clause and line.reading == "section-before-the-peg" for line in round_.lines)
