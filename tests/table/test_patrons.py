"""One patron at several positions: adjacent, as many as the house allows, one stack of chips, and the minimum for several boxes."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.equipment.randomness import Seeded
from croupier.errors import Refused
from croupier.games.registry import all_games, playable
from croupier.table import acts
from croupier.table.carried import Carried
from croupier.table.drivers import Chance, Players, run
from croupier.table.legal import NoMoreBets
from croupier.table.patrons import POSITIONS, check_positions, most_positions
from croupier.table.round import Round, replay
from croupier.table.session import Session, replay_session
from croupier.table.session import ready as ready_table
from croupier.table.session_acts import Left, Phase, Seated, Start, Step
from croupier.table.views import Eyes, view
from tests.support.driving import listed

BLACKJACK = "cincinnati/blackjack"
SEVERAL: dict[str, Any] = {"options": {"positions-per-player": 3}}

CLAUSES = [
    ("cincinnati/blackjack", 7, "A.13.I"),
    ("cincinnati/free-bet-blackjack", 7, "A2.15.I"),
    ("cincinnati/pai-gow-poker", 2, "F.7.IV"),
    ("cleveland/three-card-poker", 2, "10.7(e)"),
    ("cleveland/mississippi-stud", 2, "12.7(f)"),
    ("oneida/four-card-poker", 2, "Four Card Poker F.4"),
    ("ny/three-card-poker", 2, "5324.31(c)(5)"),
]


@pytest.mark.parametrize(("game", "most", "clause"), CLAUSES)
@pytest.mark.clause("cincinnati/blackjack", "A.13.I")
@pytest.mark.clause("cincinnati/free-bet-blackjack", "A2.15.I")
@pytest.mark.clause("cincinnati/pai-gow-poker", "F.7.IV")
@pytest.mark.clause("cleveland/three-card-poker", "10.7(e)")
@pytest.mark.clause("cleveland/mississippi-stud", "12.7(f)")
@pytest.mark.clause("oneida/four-card-poker", "Four Card Poker F.4", "Four Card Poker F.4.a")
@pytest.mark.clause("ny/three-card-poker", "5324.31(c)(5)")
def test_further_positions_are_adjacent_and_no_more_than_the_house_allows(game: str, most: int, clause: str) -> None:
    terms = playable(game, {"options": {"positions-per-player": most}}).terms
    assert most_positions(terms)[0] == most
    check_positions(terms, [2], 3)
    check_positions(terms, [2], 1)
    with pytest.raises(Refused, match="seat 4 is not beside seat 2: one player's positions are adjacent") as apart:
        check_positions(terms, [2], 4)
    with pytest.raises(Refused, match="already sits at seat 1") as full:
        check_positions(terms, range(1, most + 1), most + 1)
    assert clause in str(apart.value.clause) and clause in str(full.value.clause)


@pytest.mark.parametrize("game", [game for game in all_games() if POSITIONS in listed(game).terms.options])
def test_nobody_has_more_positions_than_text_and_house_give_and_the_refusal_cites_it(game: str) -> None:
    terms = playable(game).terms
    most, clause = most_positions(terms)
    with pytest.raises(Refused, match=f"a player has {most} position") as refusal:
        check_positions(terms, range(1, most + 1), most + 1)
    assert refusal.value.clause == clause == ", ".join(terms.file.options[POSITIONS].clause)


@pytest.mark.clause("ny/mississippi-stud", "5324.38(c)(4)")
def test_a_game_whose_text_allows_none_says_so_5324_38_c_4() -> None:
    with pytest.raises(Refused, match=r"a player has 1 position.*5324\.38\(c\)\(4\)"):
        check_positions(playable("ny/mississippi-stud").terms, [1], 2)


def two_boxes(house: dict[str, Any], chips: int = 5000) -> Round:
    round_ = Round(playable(BLACKJACK, house), [1, 2, 3], carried=Carried(patrons=[[1, 2]]))
    for seat in (1, 3):
        round_.answer(acts.Chips(seat, chips))
    round_.answer(acts.Done("shuffle"))
    return round_


def test_one_stack_lies_behind_all_positions_of_a_patron() -> None:
    round_ = two_boxes(SEVERAL)
    round_.answer(acts.Wager(1, "blackjack", 3000))
    assert [round_.table.seats[seat].chips for seat in (1, 2, 3)] == [2000, 2000, 5000]
    with pytest.raises(Refused, match=r"needs 30\.00 from behind, 20\.00 is there"):
        round_.answer(acts.Wager(2, "blackjack", 3000))
    round_.answer(acts.Wager(2, "blackjack", 2000))
    assert round_.table.seats[1].chips == 0
    again = replay(round_.playable, round_.written())
    assert [seat.chips for seat in again.table.seats.values()] == [0, 0, 5000]


@pytest.mark.clause("cincinnati/blackjack", "A.13.II")
@pytest.mark.clause("cincinnati/free-bet-blackjack", "A2.15.II")
def test_the_minimum_for_several_boxes_binds_each_of_them_a_13_ii() -> None:
    house = SEVERAL | {"limits": {"table": {"minimum": 1000, "several-boxes": 2500}}}
    round_ = two_boxes(house, chips=50_000)
    round_.answer(acts.Wager(1, "blackjack", 1000))
    with pytest.raises(Refused, match="from 2500"):
        round_.answer(acts.Wager(2, "blackjack", 1000))
    round_.answer(acts.Wager(2, "blackjack", 2500))
    assert NoMoreBets() not in round_.listed()
    with pytest.raises(Refused, match=r"seat 1: blackjack of 1000 cents is below 2500.*A\.13\.II"):
        round_.answer(acts.NoMoreBets())
    round_.answer(acts.Wager(3, "blackjack", 1000))
    round_.answer(acts.Wager(1, "blackjack", 2500))
    round_.answer(acts.NoMoreBets())


def test_a_lower_minimum_for_several_boxes_is_none_for_one() -> None:
    house = SEVERAL | {"limits": {"table": {"minimum": 1000, "several-boxes": 500}}}
    round_ = two_boxes(house)
    with pytest.raises(Refused, match="from 1000"):
        round_.answer(acts.Wager(1, "blackjack", 500))
    round_.answer(acts.Wager(1, "blackjack", 1000))
    round_.answer(acts.Wager(2, "blackjack", 500))
    round_.answer(acts.Wager(1, "blackjack", 0))
    with pytest.raises(Refused, match="below 1000, the minimum in one box"):
        round_.answer(acts.NoMoreBets())


def test_a_patron_sees_and_says_what_concerns_each_position_and_nobody_elses() -> None:
    house = {"options": {"positions-per-player": 2}}
    round_ = Round(playable("cleveland/three-card-poker", house), [1, 2, 3], carried=Carried(patrons=[[1, 2]]))
    round_.answer(acts.Done("shuffle"))
    for seat in (1, 2, 3):
        round_.answer(acts.Wager(seat, "ante", 1000))
    round_.answer(acts.NoMoreBets())
    while round_.pending is not None and round_.pending.kind == "card":
        round_.answer(acts.read(["card", round_.legal()[0]["card"]]))
    first = view(round_, 1).as_json()
    assert "??" not in first["seats"]["1"]["cards"] + first["seats"]["2"]["cards"]
    assert set(first["seats"]["3"]["cards"]) == {"??"}
    pending = round_.pending
    assert pending is not None and getattr(pending, "seat", None) in (1, 2, 3)
    for role in (1, 2, 3):
        waiting = view(round_, role).pending
        assert waiting is not None
        assert bool(waiting.legal) == (role in round_.table.seats[getattr(pending, "seat", 0)].purse.seats)
    assert [Eyes(round_, 3).own(seat) for seat in (1, 2, 3)] == [False, False, True]


def test_a_session_seats_a_patron_at_a_second_position_between_rounds_and_replays() -> None:
    game = playable("cleveland/three-card-poker", {"options": {"positions-per-player": 2}})
    session = Session(game, electronic=True)
    session.answer(Phase("open", "dealer"))
    while session.due is not None:
        session.answer(Step(session.due.step, session.due.by))
    session.answer(Seated(1, "ann"))
    with pytest.raises(Refused, match=r"not beside.*10\.7\(e\)"):
        session.answer(Seated(3, "ann"))
    session.answer(Seated(2, "ann"))
    with pytest.raises(Refused, match="already sits at seat 1 and 2"):
        session.answer(Seated(3, "ann"))
    session.answer(Start((1, 2), {}))
    assert session.round is not None and session.round.table.seats[2].purse.seats == (1, 2)
    again = replay_session(game, session.written())
    assert again.round is not None and again.round.table.seats[2].purse.seats == (1, 2)
    assert Session.stood(game, session.standing(), electronic=True).patrons == {1: "ann", 2: "ann"}
    session.answer(Left(2))
    assert session.patrons == {1: "ann"}


@pytest.mark.parametrize("entry", ["any-time", "after-a-shuffle"])
@pytest.mark.clause("cincinnati/blackjack", "A.4.IX", "A.4.IX.B")
def test_a_further_position_is_taken_in_mid_shoe_and_waits_where_the_house_says_so_a_4_ix(entry: str) -> None:
    options = playable(BLACKJACK).terms.file.options["mid-shoe-entry"].one_of or ()
    assert "after-a-shuffle" in options
    chosen = entry if entry in options else next(word for word in options if word != "after-a-shuffle")
    game = playable(BLACKJACK, {"options": {"positions-per-player": 3, "mid-shoe-entry": chosen}})
    session = ready_table(game)
    session.answer(Seated(1, "ann"))
    first = session.start()
    run(first, Chance(Seeded(3)), Players({1: {"blackjack": 1000}}, lambda _, request: request.choices[-1]))
    session.finish(first)
    session.do_own_steps()
    session.answer(Seated(2, "ann"))
    assert session.carried.stub is not None and session.carried.patrons == [[1, 2]]
    following = session.start()
    two = acts.Wager(2, "blackjack", 1000)
    if chosen == "after-a-shuffle":
        with pytest.raises(Refused, match=r"seat 2: no wager before the next shuffle.*A\.4\.IX"):
            following.answer(two)
    else:
        following.answer(two)
        assert following.table.seats[2].stakes == {"blackjack": 1000}
