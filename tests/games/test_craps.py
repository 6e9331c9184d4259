"""Craps beyond single wagers: who throws, what ends a hand, what is called and ordered, and accounts of several shooters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.errors import BadInput, OutOfBounds, Refused
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.legal import NoMoreBets
from croupier.table.round import Round, replay
from croupier.table.session import Session, replay_session
from croupier.table.session_acts import Phase, Step
from croupier.table.written import answer_json
from tests.games.test_dice_wagers import CRAPS


def table(game_id: str, *seats: int, house: dict[str, Any] | None = None) -> Round:
    return Round(playable(game_id, house), seats or (1,))


def roll(round_: Round, *dice: int) -> None:
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Rolled(dice))


def bet(round_: Round, spot: str, amount: int, seat: int = 1) -> None:
    round_.answer(acts.Wager(seat, spot, amount))


def shooter(round_: Round) -> str:
    return round_.table.marks["shooter"]


@pytest.mark.parametrize("game_id", CRAPS)
@pytest.mark.clause("oneida/craps", "Craps I.1", "Craps I.2", "Craps J.1")
def test_the_first_roll_needs_a_shooter_with_a_line_bet(game_id: str) -> None:
    round_ = table(game_id, 3, 5)
    line = round_.playable.rules.shooter_makes.value
    bet(round_, "field", 100, 3)
    with pytest.raises(Refused, match=" or ".join(line)):
        round_.answer(acts.NoMoreBets())
    assert {entry["spot"] for entry in round_.legal() if entry.get("opens")} == set(line)
    bet(round_, line[-1], 500, 5)
    roll(round_, 2, 4)
    assert shooter(round_) == "seat 5" and round_.table.marks["point"] == "6"


@pytest.mark.parametrize("game_id", CRAPS)
@pytest.mark.clause("cincinnati/craps", "B.11.I", "B.11.I.B")
def test_the_shooter_may_pass_the_dice_after_a_roll_and_may_be_ordered_to(game_id: str) -> None:
    round_ = table(game_id, 1, 2, 3)
    for seat in (1, 2, 3):
        bet(round_, "pass", 500, seat)
    with pytest.raises(Refused):
        round_.answer(acts.Choice(1, "pass-the-dice"))
    roll(round_, 2, 4)
    round_.answer(acts.Choice(1, "pass-the-dice"))
    roll(round_, 2, 2)
    assert shooter(round_) == "seat 2" and round_.table.marks["point"] == "6"
    round_.answer(acts.Reported("shooter-ordered-to-pass-the-dice"))
    roll(round_, 1, 2)
    assert shooter(round_) == "seat 3" and not round_.table.aftermath
    roll(round_, 3, 4)
    assert round_.done and round_.net == {1: -500, 2: -500, 3: -500}
    assert replay(round_.playable, json.loads(json.dumps(round_.written()))).lines == round_.lines


@pytest.mark.parametrize("game_id", CRAPS)
def test_without_a_line_bet_the_dice_are_thrown_only_for_come_bets_and_set_no_point(game_id: str) -> None:
    round_ = table(game_id)
    bet(round_, "pass", 500)
    roll(round_, 2, 4)
    bet(round_, "come", 500)
    bet(round_, "place-9", 500)
    roll(round_, 4, 4)
    roll(round_, 3, 3)
    roll(round_, 4, 5)
    assert round_.table.marks["point"] == "off", "nobody had a line bet"
    assert round_.table.seats[1].stakes == {"come-8": 500, "place-9": 500}
    with pytest.raises(Refused):
        bet(round_, "come", 500)
    roll(round_, 3, 4)
    assert round_.table.seats[1].stakes == {"place-9": 500}, "place bets are off"


@pytest.mark.parametrize("game_id", CRAPS)
@pytest.mark.clause("oneida/craps", "Craps K.2", "Craps K.2.c", "Craps E.3")
def test_other_wagers_wait_for_the_next_shooter_and_come_down_only_by_their_player(game_id: str) -> None:
    """B.11.III; Craps K.2, K.2.c."""
    round_ = table(game_id, 1, 2)
    bet(round_, "pass", 500)
    roll(round_, 2, 4)
    waiting = {"place-9": 500, "buy-4": 2000, "lay-10": 2000, "four-the-hardway": 100}
    waiting = {spot: stake for spot, stake in waiting.items() if spot in round_.table.spots}
    for spot, stake in waiting.items():
        bet(round_, spot, stake)
    roll(round_, 3, 3)
    assert round_.table.seats[1].stakes == waiting
    with pytest.raises(Refused, match=r"nobody can throw.*place-9"):
        round_.answer(acts.NoMoreBets())
    assert NoMoreBets() not in round_.listed()
    bet(round_, "buy-4", 0)
    bet(round_, "pass", 500, 2)
    roll(round_, 2, 3)
    assert shooter(round_) == "seat 2" and "void" not in {line.outcome for line in round_.lines}
    roll(round_, 4, 5)
    assert [(line.wager, line.won) for line in round_.lines if line.seat == 1 and line.wager.startswith("place")] == [
        (round_.table.spots["place-9"].called, 700)
    ]


@pytest.mark.parametrize("game_id", CRAPS)
def test_when_nothing_is_left_on_the_layout_and_nobody_bets_the_hand_is_over(game_id: str) -> None:
    round_ = table(game_id)
    bet(round_, "pass", 500)
    roll(round_, 1, 6)
    round_.answer(acts.NoMoreBets())
    assert round_.done and round_.net == {1: 500}


@pytest.mark.clause("cincinnati/craps", "B.4.III.D", "B.12.I.B")
def test_a_fire_bet_does_not_come_back_before_a_loser_seven_b_4_iii_d() -> None:
    round_ = table("cincinnati/craps", 1, 2)
    bet(round_, "pass", 500)
    bet(round_, "fire", 10000)
    roll(round_, 1, 3)
    roll(round_, 2, 2)
    with pytest.raises(Refused, match="fire"):
        bet(round_, "fire", 0)
    with pytest.raises(Refused, match="fire"):
        round_.answer(acts.NoMoreBets())
    bet(round_, "dont-pass", 500, 2)
    roll(round_, 3, 3)
    roll(round_, 3, 4)
    assert round_.done and round_.net == {1: 500 - 10000, 2: 500}


@pytest.mark.clause("cincinnati/craps", "B.12.I.D", "B.12.II.B")
def test_points_made_carry_their_fire_markers_b_12_i_d() -> None:
    """Each different point gets the number of points made by then; a point made again counts no more (B.12.II.B)."""
    round_ = table("cincinnati/craps")
    for dice in ((1, 3), (3, 3), (1, 3), (4, 4)):
        bet(round_, "pass", 500)
        roll(round_, *dice)
        roll(round_, *dice)
    markers = {name: mark for name, mark in round_.table.marks.items() if name.startswith("fire marker")}
    assert markers == {"fire marker 4": "point 1", "fire marker 6": "point 2", "fire marker 8": "point 3"}
    without = table("cincinnati/craps", house={"options": {"fire-bet": False}})
    bet(without, "pass", 500)
    roll(without, 1, 3)
    roll(without, 1, 3)
    assert not any(name.startswith("fire") for name in without.table.marks)


@pytest.mark.parametrize("game_id", CRAPS)
@pytest.mark.clause("cincinnati/craps", "B.11.II")
def test_the_marker_lies_off_on_a_line_while_the_dice_are_thrown_for_come_bets(game_id: str) -> None:
    """On don't pass by B.11.II and Craps K.2.b, on pass where that is the only line (3.10(b))."""
    round_ = table(game_id, 1, 2)
    bet(round_, "pass", 500)
    roll(round_, 2, 4)
    bet(round_, "come", 500)
    roll(round_, 4, 4)
    roll(round_, 3, 3)
    assert "off marker" not in round_.table.marks
    round_.answer(acts.NoMoreBets())
    line = round_.playable.rules.shooter_makes.value[-1]
    assert round_.table.marks["off marker"] == f"{line}, before seat 1" and round_.table.marks["point"] == "off"
    round_.answer(acts.Rolled((4, 5)))
    bet(round_, "pass", 500, 2)
    round_.answer(acts.NoMoreBets())
    assert "off marker" not in round_.table.marks and shooter(round_) == "seat 2"


def test_a_call_holds_until_the_player_calls_otherwise() -> None:
    round_ = table("cincinnati/craps")
    bet(round_, "pass", 500)
    bet(round_, "place-6", 600)
    bet(round_, "six-the-hardway", 100)
    with pytest.raises(Refused):
        round_.answer(acts.Choice(1, "off place-6"))
    round_.answer(acts.Choice(1, "off six-the-hardway"))
    roll(round_, 3, 4)
    assert round_.table.seats[1].stakes == {"place-6": 600, "six-the-hardway": 100}
    bet(round_, "pass", 500)
    round_.answer(acts.Choice(1, "on place-6"))
    round_.answer(acts.Choice(1, "off place-6"))
    roll(round_, 2, 4)
    assert round_.table.seats[1].stakes == {"pass": 500, "place-6": 600, "six-the-hardway": 100}, "the hardway was still off"
    with pytest.raises(Refused):
        round_.answer(acts.Choice(1, "off six-the-hardway"))


@pytest.mark.clause("oneida/craps", "Craps H.6")
def test_odds_above_the_limit_are_taken_only_as_far_as_an_exact_payout_needs_h_6() -> None:
    round_ = table("oneida/craps", house={"options": {"odds-limit": "1x"}})
    bet(round_, "pass", 501)
    roll(round_, 2, 4)
    with pytest.raises(Refused):
        bet(round_, "pass-odds", 506)
    bet(round_, "pass-odds", 505)
    roll(round_, 2, 4)
    assert round_.lines[-1].won == 606


@pytest.mark.parametrize(("unit", "most"), [(1, 1500), (100, 1600), (500, 2000)])
@pytest.mark.clause("cincinnati/craps", "B.7.VI")
def test_excess_odds_go_by_the_chips_in_use_b_7_vi(unit: int, most: int) -> None:
    """Three times 5.00 cannot be paid 3 to 2 in whole dollars: a dollar more is taken, and with five-dollar chips a chip more."""
    for limits in ({"unit": unit}, {"unit": unit, "maximum": 1500}):
        options = {"odds-limit": "3x"} if "maximum" not in limits else {}
        round_ = table("cincinnati/craps", house={"options": options, "limits": {"pass-odds": limits}})
        bet(round_, "pass", 500)
        roll(round_, 2, 3)
        with pytest.raises(Refused):
            bet(round_, "pass-odds", most + unit)
        bet(round_, "pass-odds", most)


@pytest.mark.parametrize(
    ("dice", "taken", "laid"), [((2, 2), 1500, 3000), ((2, 3), 2000, 3000), ((2, 4), 2500, 3000), ((5, 5), 1500, 3000)]
)
def test_a_graded_limit_of_odds_goes_by_the_number_they_stand_on(dice: tuple[int, int], taken: int, laid: int) -> None:
    """Three, four and five times what is bet, or what wins so much: laid, that is six times on every number."""
    for line, odds, most in (("pass", "pass-odds", taken), ("dont-pass", "dont-pass-odds", laid)):
        round_ = table("oneida/craps", house={"options": {"odds-limit": "3-4-5x"}})
        bet(round_, line, 500)
        roll(round_, *dice)
        with pytest.raises(Refused):
            bet(round_, odds, most + 30)
        bet(round_, odds, most)
    with pytest.raises(OutOfBounds, match="3-4-5x"):
        playable("oneida/craps", {"options": {"odds-limit": "3-4x"}})


@pytest.mark.parametrize(("dice", "times"), [((1, 1), 1), ((5, 6), 2), ((2, 2), 3), ((4, 5), 4), ((2, 4), 5), ((6, 6), 1)])
@pytest.mark.clause("cleveland/crapless-craps", "3.6(a)", "3.6(c)")
def test_of_ten_points_a_graded_limit_has_five_figures_3_6(dice: tuple[int, int], times: int) -> None:
    """Three figures would leave 2, 3, 11 and 12 without one of their own."""
    round_ = table("cleveland/crapless-craps", house={"options": {"odds-limit": "1-2-3-4-5x"}})
    bet(round_, "pass", 500)
    roll(round_, *dice)
    with pytest.raises(Refused):
        bet(round_, "pass-odds", 500 * times + 10)
    bet(round_, "pass-odds", 500 * times)
    with pytest.raises(OutOfBounds, match="3-4-5-6-7x"):
        playable("cleveland/crapless-craps", {"options": {"odds-limit": "3-4-5x"}})


@pytest.mark.clause("cleveland/crapless-craps", "3.8", "3.10(a)(1)", "3.10(b)", "3.10(c)", "3.10(d)", "3.7(b)(1)", "3.7(c)")
def test_the_dice_of_ten_points_go_clockwise_to_whoever_has_a_pass_bet_3_10() -> None:
    session = Session(playable("cleveland/crapless-craps"))
    session.answer(Phase("open", "floor"))
    threw = []
    for seats in ((1, 4, 7), (1, 4, 7), (1, 7), (7,)):
        while (due := session.due) is not None:
            session.answer(Step(due.step, due.by))
        round_ = session.start()
        with pytest.raises(Refused, match="makes a pass bet"):
            round_.answer(acts.NoMoreBets())
        for seat in seats:
            bet(round_, "pass", 500, seat)
        roll(round_, 1, 1)
        threw.append(shooter(round_))
        roll(round_, 3, 4)
        session.finish(round_)
    assert threw == ["seat 1", "seat 4", "seat 7", "seat 7"]


def test_combined_wagers_follow_the_odds_the_house_posts_for_their_parts() -> None:
    house = {"paytables": {"craps-2": {"win": "31:1"}}}
    round_ = table("oneida/craps", house=house)
    bet(round_, "pass", 500)
    bet(round_, "horn", 400)
    roll(round_, 1, 1)
    assert [line.won for line in round_.lines if line.wager == "horn"] == [3100]
    with pytest.raises(OutOfBounds):
        playable("oneida/craps", {"paytables": {"craps-2": {"win": "29:1"}}})


def test_a_fire_bet_goes_on_with_the_successor_12_i_b() -> None:
    round_ = table("cincinnati/craps", 1, 2)
    bet(round_, "fire", 500)
    for seat, point in ((1, (1, 3)), (1, (1, 4)), (2, (2, 4)), (2, (2, 6))):
        bet(round_, "pass", 500, 1)
        bet(round_, "pass", 500, 2)
        roll(round_, *point)
        assert shooter(round_) == f"seat {seat}"
        if seat == 1 and point == (1, 4):
            round_.answer(acts.Choice(1, "pass-the-dice"))
        roll(round_, *point)
    bet(round_, "pass", 500, 2)
    roll(round_, 4, 5)
    roll(round_, 3, 4)
    assert [(line.outcome, line.won) for line in round_.lines if line.wager == "fire"] == [("4-points", 12000)]


@pytest.mark.parametrize("game_id", CRAPS)
@pytest.mark.clause("cincinnati/craps", "B.8.II.A", "B.8.III", "B.11.I.A", "B.11.III", "B.11.IV")
def test_after_a_loser_seven_the_dice_go_on_to_the_left_and_round_the_table(game_id: str) -> None:
    """B.8.II.A, B.11.I.A, B.11.III; Craps I.1, K.1.a, K.3."""
    session = Session(playable(game_id))
    session.answer(Phase("open", "floor"))
    threw = []
    for seats in ((1, 4, 7), (1, 4, 7), (1, 4, 7), (1, 4, 7), (4,), (4,), (1, 4)):
        while (due := session.due) is not None:
            session.answer(Step(due.step, due.by))
        round_ = session.start()
        for seat in seats:
            bet(round_, "pass", 500, seat)
        roll(round_, 2, 2)
        threw.append(shooter(round_))
        roll(round_, 3, 4)
        session.finish(round_)
    assert threw == [f"seat {number}" for number in (1, 4, 7, 1, 4, 4, 1)]
    again = replay_session(session.playable, json.loads(json.dumps(session.written())))
    assert again.carried == session.carried


@pytest.mark.parametrize("game_id", CRAPS)
def test_a_cocked_die_is_called_and_a_no_roll_is_thrown_again(game_id: str) -> None:
    round_ = table(game_id)
    bet(round_, "pass", 500)
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Reported("far-end-missed"))
    round_.answer(acts.Reported("cocked-die"))
    assert round_.pending is not None and round_.pending.who == "stickperson"
    round_.answer(acts.Rolled((6, 1)))
    assert round_.lines[0].won == 500


def test_fractions_of_a_cent_are_not_paid_and_the_line_says_by_which_reading() -> None:
    round_ = table("cincinnati/craps")
    bet(round_, "pass", 500)
    bet(round_, "horn", 102)
    roll(round_, 5, 6)
    horn = next(line for line in round_.lines if line.wager == "horn")
    assert (horn.returned, horn.won, horn.reading) == (25, 382, "uneven-amounts")


def test_an_account_may_cover_several_shooters_and_players_who_do_not_shoot() -> None:
    rolls = [
        {"wagers": {"2": {"place-6": 600}}, "dice": [2, 4]},
        {"wagers": {}, "irregularities": [{"irregularity": "die-off-the-table"}], "dice": [3, 4]},
        {"wagers": {"2": {"field": 500}}, "dice": [5, 6]},
    ]
    answer = answer_json(croupier.settle({"game": "cincinnati/craps", "rolls": rolls}))
    assert answer["net"] == {"2": -100} and answer["remaining"] == {"2": {}}


@pytest.mark.parametrize(
    "rolls",
    [
        [],
        {},
        [{"dice": [1, 2]}],
        [{"wagers": {"1": {"pass": 500}}}],
        [{"wagers": {"1": {"pass": True}}, "dice": [1, 2]}],
        [{"wagers": {"0": {"pass": 500}}, "dice": [1, 2]}],
        [{"wagers": {"1": {"pass": 500}}, "on": {"1": ["pass"]}, "dice": [1, 2]}],
        [{"wagers": {"1": {"pass": 500}}, "on": {"1": ["place-6"]}, "dice": [1, 2]}],
        [{"wagers": {"1": {"pass": 500}}, "throw": [1, 2]}],
        [{"wagers": {"1": {"pass": 500}}, "irregularities": [{"irregularity": "earthquake"}], "dice": [1, 2]}],
    ],
)
def test_a_broken_account_is_refused(rolls: Any) -> None:
    with pytest.raises(BadInput):
        croupier.settle({"game": "cincinnati/craps", "rolls": rolls})


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[2] / "docs" / "playthroughs").glob("*-craps.json")))
def test_the_playthroughs_settle(path: Path) -> None:
    answer = answer_json(croupier.settle(json.loads(path.read_text())))
    assert answer["lines"] and any(line["won"] for line in answer["lines"])


@pytest.mark.clause("oneida/craps", "Craps J.2.b", "Craps J.2.b.ii")
def test_no_roll_is_called_at_once_by_the_stickperson_or_whom_the_house_names() -> None:
    def called(game_id: str, **options: str) -> set[str]:
        rulings = playable(game_id, {"options": options}).terms.rulings
        return {rulings[name].authority for name in ("far-end-missed", "improper-throw") if rulings[name].remedy == "again"}

    assert called("cincinnati/craps") == called("oneida/craps") == {"stickperson"}
    assert called("oneida/craps", **{"no-roll-called-by": "boxperson"}) == {"boxperson"}


@pytest.mark.clause("cincinnati/craps", "B.13.I.A", "B.13.I.A.1", "B.13.I.A.2", "B.13.I.A.3")
def test_a_die_that_left_the_table_is_inspected_by_the_boxperson_before_the_dice_are_thrown_again() -> None:
    session = Session(playable("cincinnati/craps"))
    session.answer(Phase("open", "floor"))
    while (due := session.due) is not None:
        session.answer(Step(due.step, due.by))
    round_ = session.start()
    bet(round_, "pass", 500)
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Reported("die-off-the-table"))
    with pytest.raises(Refused, match="the boxperson to inspect"):
        round_.answer(acts.Rolled((5, 6)))
    round_.answer(acts.Done("inspect"))
    round_.answer(acts.Rolled((5, 6)))
    assert round_.net == {1: 500}


# Totals collected

SMALL = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)]
TALL = [(4, 4), (4, 5), (5, 5), (5, 6), (6, 6)]


def bonus_craps(*throws: tuple[int, int], **wagers: int) -> dict[str, tuple[str, int]]:
    """What became of bonus craps wagers that were made before the first of these throws."""
    staked = {name.replace("_", "-"): amount for name, amount in wagers.items()}
    rolls = [{"wagers": {"1": staked if not number else {}}, "dice": list(dice)} for number, dice in enumerate(throws)]
    lines = croupier.settle({"game": "ny/craps", "rolls": rolls}).lines
    return {line.wager: (line.outcome, line.won) for line in lines}


@pytest.mark.clause("ny/craps", "5324.52(b)(41)", "5324.52(d)(5)")
def test_bonus_craps_is_won_with_its_last_total_in_any_order() -> None:
    assert bonus_craps(*SMALL[:4], all_small=500) == {}
    assert bonus_craps(*SMALL, all_small=500) == {"all-small": ("win", 17_000)}
    assert bonus_craps(*reversed(SMALL), all_small=500) == {"all-small": ("win", 17_000)}
    assert bonus_craps(*TALL, all_small=500, all_tall=500) == {"all-tall": ("win", 17_000)}
    every = bonus_craps(*TALL, *SMALL, all_small=500, all_tall=500, make_em_all=100)
    assert every == {"all-tall": ("win", 17_000), "all-small": ("win", 17_000), "make-em-all": ("win", 17_500)}


@pytest.mark.clause("ny/craps", "5324.52(b)(41)")
def test_any_seven_loses_bonus_craps_on_a_come_out_roll_too() -> None:
    assert bonus_craps((3, 4), all_small=500, make_em_all=100) == {"all-small": ("lose", 0), "make-em-all": ("lose", 0)}
    assert bonus_craps(*SMALL[:4], (3, 4), all_small=500) == {"all-small": ("lose", 0)}


@pytest.mark.clause("ny/craps", "5324.52(c)(3)(iii)", "5324.52(a)(5)(ii)")
def test_bonus_craps_is_made_before_a_first_roll_and_never_changed() -> None:
    round_ = table("ny/craps")
    for wager in ("pass", "all-small"):
        bet(round_, wager, 500)
    for amount in (0, 100, 1000):
        with pytest.raises(Refused, match=r"5324\.52\(c\)\(3\)\(iii\)"):
            bet(round_, "all-small", amount)
    roll(round_, 1, 1)
    assert round_.table.marks["lammer 2"] == "thrown"
    for wager in ("all-tall", "fire"):
        with pytest.raises(Refused, match="before a new shooter's first roll"):
            bet(round_, wager, 500)


@pytest.mark.clause("ny/craps", "5324.52(b)(39)")
def test_six_seven_eight_pays_double_on_the_hard_totals() -> None:
    for dice, won in (((3, 3), 1000), ((4, 4), 1000), ((1, 5), 500), ((3, 4), 500), ((6, 2), 500), ((2, 3), 0)):
        rolls = [{"wagers": {"1": {"six-seven-eight": 500}}, "dice": list(dice)}]
        (line,) = croupier.settle({"game": "ny/craps", "rolls": rolls}).lines
        assert line.won == won, dice
