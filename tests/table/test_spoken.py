"""Wagers said aloud, with cash or late: taken where the text takes them, confirmed by whom it names, refused with its clause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.games.registry import all_games, playable
from croupier.server import playing
from croupier.server.floor import Floor
from croupier.server.people import NotAllowed
from croupier.table import acts
from croupier.table.requests import RollDue, Wagering
from croupier.table.round import Round, replay
from tests.ledger.test_money_and_chance import ANN, held, seated, sound
from tests.support.driving import listed
from tests.support.evening import DEALER, FLOOR_PERSON, made_ready, opened
from tests.support.serving import fresh_database

ONEIDA, CINCINNATI = "oneida/craps", "cincinnati/craps"
REFUSED = {
    "ny/three-card-poker": "5324.31(c)(2)",
    "cincinnati/pai-gow-poker": "F.7.I",
    "cincinnati/big-six": "N.4.III",
    "oneida/four-card-poker": "Four Card Poker F.2",
    "cleveland/three-card-poker": "10.7(b)",
}
TAKEN = {
    "cincinnati/craps": "B.4.II",
    "cleveland/crapless-craps": "3.4(b)",
    "cincinnati/mini-baccarat": "E.8.II",
    "cincinnati/commission-free-baccarat": "E2.8.II",
}


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def open_for_wagers(game: str) -> Round:
    round_ = Round(playable(game), [1])
    round_.answer(acts.Chips(1, 1000))
    while not isinstance(round_.pending, Wagering):
        round_.answer(acts.Done("shuffle"))
    return round_


def first_spot(round_: Round) -> str:
    return str(next(entry["spot"] for entry in round_.legal() if entry["act"] == "wager"))


@pytest.mark.parametrize(("game", "clause"), REFUSED.items())
@pytest.mark.clause("ny/three-card-poker", "5324.31(c)(2)")
@pytest.mark.clause("cincinnati/pai-gow-poker", "F.7.I")
@pytest.mark.clause("cincinnati/big-six", "N.4.III")
@pytest.mark.clause("oneida/four-card-poker", "Four Card Poker F.2")
@pytest.mark.clause("cleveland/three-card-poker", "10.7(b)")
def test_a_verbal_wager_with_cash_is_refused_where_the_text_refuses_it(game: str, clause: str) -> None:
    round_ = open_for_wagers(game)
    with pytest.raises(Refused, match="a verbal wager with cash is not accepted") as refusal:
        round_.answer(acts.Called(1, first_spot(round_), 500, "dealer", "cash"))
    assert refusal.value.clause == clause and round_.table.seats[1].chips == 1000


@pytest.mark.parametrize(("game", "clause"), TAKEN.items())
@pytest.mark.clause("cincinnati/craps", "B.4.II")
@pytest.mark.clause("cleveland/crapless-craps", "3.4(b)")
@pytest.mark.clause("cincinnati/mini-baccarat", "E.8.II")
@pytest.mark.clause("cincinnati/commission-free-baccarat", "E2.8.II")
def test_where_it_is_taken_the_dealer_confirms_it_and_the_cash_becomes_chips(game: str, clause: str) -> None:
    round_ = open_for_wagers(game)
    spot = first_spot(round_)
    with pytest.raises(Refused, match="confirmed by the dealer") as refusal:
        round_.answer(acts.Called(1, spot, 500, "player", "cash"))
    assert refusal.value.clause == clause
    round_.answer(acts.Called(1, spot, 500, "dealer", "cash"))
    round_.answer(acts.Called(1, spot, 700, "dealer", "cash"))
    assert (round_.table.seats[1].stakes[spot], round_.table.seats[1].chips) == (1200, 1000)
    assert replay(round_.playable, round_.written()).table.seats[1].stakes == {spot: 1200}


@pytest.mark.parametrize("game", all_games())
@pytest.mark.clause("cincinnati/crazy-4-poker", "M.7.II")
@pytest.mark.clause("cincinnati/dj-wild-stud", "O.7.a")
@pytest.mark.clause("cincinnati/four-card-poker", "C.7.II")
@pytest.mark.clause("cincinnati/let-it-ride", "D.7.I")
@pytest.mark.clause("cincinnati/mississippi-stud", "J.7.I")
@pytest.mark.clause("cincinnati/texas-holdem-bonus", "K.7.I")
@pytest.mark.clause("cincinnati/three-card-poker", "H.7.II")
@pytest.mark.clause("cincinnati/ultimate-texas-holdem", "I.6.I")
@pytest.mark.clause("cincinnati/roulette", "G.4.I")
@pytest.mark.clause("cleveland/roulette", "9.4(a)")
@pytest.mark.clause("cleveland/mississippi-stud", "12.7(a)")
@pytest.mark.clause("cleveland/ultimate-texas-holdem", "11.7(a)")
@pytest.mark.clause("oneida/mississippi-stud", "Mississippi Stud G.1")
@pytest.mark.clause("oneida/three-card-poker", "Three Card Poker F.2")
def test_every_text_is_asked_and_a_refusal_names_a_clause(game: str) -> None:
    round_ = open_for_wagers(game)
    try:
        round_.answer(acts.Called(1, first_spot(round_), 500, "nobody", "cash"))
    except Refused as refusal:
        assert refusal.clause
    else:
        raise AssertionError("nobody confirmed it")


def in_the_air(game: str) -> Round:
    round_ = open_for_wagers(game)
    round_.answer(acts.Wager(1, "pass", 500))
    round_.answer(acts.NoMoreBets())
    assert isinstance(round_.pending, RollDue)
    return round_


@pytest.mark.clause("oneida/craps", "Craps E.1")
def test_a_wager_while_the_dice_are_in_the_air_is_confirmed_aloud_e_1() -> None:
    round_ = in_the_air(ONEIDA)
    with pytest.raises(Refused, match="waits for roll"):
        round_.answer(acts.Wager(1, "field", 200))
    with pytest.raises(Refused, match=r"in the air is confirmed by the dealer or the boxperson.*Craps E\.1"):
        round_.answer(acts.Called(1, "field", 200, "player", "chips"))
    with pytest.raises(Refused, match=r"needs 9\.00 from behind"):
        round_.answer(acts.Called(1, "field", 900, "dealer", "chips"))
    round_.answer(acts.Called(1, "field", 200, "dealer", "chips"))
    round_.answer(acts.Rolled((1, 1)))
    assert {line.wager: line.won - line.stake + line.returned for line in round_.lines} == {"pass": -500, "field": 400}
    again = replay(round_.playable, round_.written())
    assert again.lines == round_.lines


@pytest.mark.clause("oneida/craps", "Craps E.2")
def test_late_cash_is_confirmed_by_the_boxperson_e_2() -> None:
    round_ = in_the_air(ONEIDA)
    with pytest.raises(Refused, match=r"confirmed by the boxperson.*Craps E\.2"):
        round_.answer(acts.Called(1, "field", 200, "dealer", "cash"))
    round_.answer(acts.Called(1, "field", 200, "boxperson", "cash"))
    assert round_.table.seats[1].chips == 500


@pytest.mark.clause("cleveland/crapless-craps", "3.4(a)")
def test_where_wagers_are_taken_until_the_dice_land_nobody_need_confirm_one_in_chips_3_4() -> None:
    round_ = in_the_air("cleveland/crapless-craps")
    round_.answer(acts.Called(1, "field", 200, "player", "chips"))
    round_.answer(acts.Rolled((1, 1)))
    assert [(line.wager, line.won) for line in round_.lines] == [("field", 400)]


@pytest.mark.clause("cincinnati/craps", "B.4.I")
def test_elsewhere_wagers_precede_the_throw_b_4_i() -> None:
    round_ = in_the_air(CINCINNATI)
    with pytest.raises(Refused, match=r"in the air is not accepted.*B\.4\.I"):
        round_.answer(acts.Called(1, "field", 200, "dealer", "chips"))
    with pytest.raises(BadInput, match="cash or chips or coupon"):
        round_.answer(acts.Called(1, "field", 200, "dealer", "marbles"))


def test_at_a_live_table_the_dealer_takes_the_cash_and_the_books_stay_sound(floor: Floor) -> None:
    table = seated(floor, CINCINNATI, 1000, settings={"equipment": "entered", "closing": "dealer"})
    made_ready(floor, table)
    playing.open_round(floor, DEALER, table)
    with pytest.raises(NotAllowed):
        playing.answer(floor, ANN, table, [["called", 1, "pass", 500, "dealer", "cash"]])
    playing.answer(floor, DEALER, table, [["called", 1, "pass", 500, "dealer", "cash"]])
    assert held(floor) == 1000
    with pytest.raises(NotAllowed, match="in a day"):
        playing.answer(floor, DEALER, table, [["called", 1, "field", 1_000_000, "dealer", "cash"]])
    playing.answer(floor, DEALER, table, [["no-more-bets"], ["roll", [3, 4]]])
    assert held(floor) == 2000
    sound(floor)
    again = Floor(floor.database)
    playing.void(again, FLOOR_PERSON, table, "the evening is over")
    assert held(floor) == 1500
    sound(floor)


@pytest.mark.parametrize(
    ("game", "spot", "says", "clause"),
    [
        (ONEIDA, "pass", "no coupon is taken", "Craps E.2"),
        (ONEIDA, "field", "a coupon goes with pass or dont-pass", "Craps E.2"),
        ("oneida/four-card-poker", "ante", "no coupon is taken", "Four Card Poker F.2"),
        ("ny/roulette", "red", "no coupon is taken", "5324.4(c)(1)"),
        ("ny/big-six", None, "no coupon is taken", "5324.3(b)(1)"),
        ("cincinnati/blackjack", "blackjack", "knows no coupons", "A"),
    ],
)
@pytest.mark.clause("ny/roulette", "5324.4(c)(1)")
@pytest.mark.clause("ny/big-six", "5324.3(b)(1)")
def test_a_coupon_is_refused_because_no_text_says_what_it_pays(game: str, spot: str | None, says: str, clause: str) -> None:
    round_ = open_for_wagers(game)
    with pytest.raises(Refused, match=says) as refusal:
        round_.answer(acts.Called(1, spot or first_spot(round_), 500, "dealer", "coupon"))
    assert clause in str(refusal.value.clause)


@pytest.mark.parametrize("game", [game for game in all_games() if "verbal-cash" in listed(game).terms.file.wagering])
def test_every_text_that_speaks_of_cash_and_words_is_kept(game: str) -> None:
    """Taken when the one whom the text names has confirmed it, and from nobody else; or not at all."""
    rule = playable(game).terms.file.wagering["verbal-cash"]
    for by in ("dealer", "boxperson", "passer-by"):
        round_ = open_for_wagers(game)
        called = acts.Called(1, first_spot(round_), 500, by, "cash")
        if rule.allowed and (not rule.confirmed_by or by in rule.confirmed_by):
            round_.answer(called)
            assert round_.table.seats[1].stakes
        else:
            with pytest.raises(Refused) as refusal:
                round_.answer(called)
            assert refusal.value.clause == ", ".join(rule.clause) and not round_.table.seats[1].stakes


@pytest.mark.parametrize("game", [game for game in all_games() if "coupons" in listed(game).terms.file.wagering])
def test_no_coupon_is_taken_where_a_text_does_not_say_what_it_pays(game: str) -> None:
    round_ = open_for_wagers(game)
    with pytest.raises(Refused, match="coupon") as refusal:
        round_.answer(acts.Called(1, first_spot(round_), 500, "dealer", "coupon"))
    assert refusal.value.clause == ", ".join(playable(game).terms.file.wagering["coupons"].clause)


LATE = [
    game for game in all_games() if "late" in listed(game).terms.file.wagering and listed(game).terms.file.procedure == "craps"
]


@pytest.mark.parametrize("game", LATE)
def test_every_text_that_speaks_of_wagers_in_the_air_is_kept(game: str) -> None:
    rule = playable(game).terms.file.wagering["late"]
    for by in dict.fromkeys((*rule.confirmed_by, "dealer", "passer-by")):
        round_ = in_the_air(game)
        called = acts.Called(1, "field", 200, by, "chips")
        if rule.allowed and (not rule.confirmed_by or by in rule.confirmed_by):
            round_.answer(called)
            assert round_.table.seats[1].stakes["field"] == 200
        else:
            with pytest.raises(Refused) as refusal:
                round_.answer(called)
            assert refusal.value.clause == ", ".join(rule.clause) and "field" not in round_.table.seats[1].stakes
