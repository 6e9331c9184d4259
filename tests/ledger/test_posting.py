"""What a live table posts: limits at its opening, other ones between rounds with notice, and odds alike at all tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.errors import OutOfBounds, Refused
from croupier.games.registry import all_games, playable
from croupier.ledger.live import LiveTable
from croupier.rules.posting import check_posted, posted
from croupier.rules.resolve import resolve_file
from croupier.server import house, playing, seeing
from croupier.server.floor import Floor, prepare
from croupier.server.limits import post_limits
from croupier.server.people import NotAllowed
from croupier.table.session import Session, replay_session
from croupier.table.session_acts import Limits, Phase, Start, Step
from tests.ledger.test_money_and_chance import ANN, BOB, known, seated, sound
from tests.support.evening import FLOOR_PERSON, opened
from tests.support.serving import fresh_database

CRAPS, MINI, ROULETTE = "cincinnati/craps", "cincinnati/mini-baccarat", "ny/roulette"
FIELD = {"2": "3:1", "3": "1:1", "4": "1:1", "9": "1:1", "10": "1:1", "11": "1:1", "12": "3:1"}
HIGHER: dict[str, Any] = {"table": {"minimum": 2500, "maximum": 100_000, "unit": 500}}


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


@pytest.mark.parametrize("game", all_games())
def test_the_workbench_posts_limits_with_which_every_game_opens(game: str) -> None:
    check_posted(resolve_file(game, posted(resolve_file(game), None)))


@pytest.mark.clause("cincinnati/craps", "B.3.III")
def test_a_live_table_without_posted_limits_does_not_open_b_3_iii() -> None:
    opening = {"game": CRAPS, "house_rules": {}, "version": None, "settings": {}, "float": 0, "funds": {}, "link": None}
    with pytest.raises(Refused, match=r"no minimum is posted for pass.*B\.3\.III"):
        LiveTable("t00000000", opening, prepare).fold("table-opened", opening)


@pytest.mark.clause("cincinnati/roulette", "G.1.I.C")
def test_a_text_that_only_says_may_lets_a_table_open_without_g_1_i_c() -> None:
    check_posted(resolve_file("cincinnati/roulette"))


def test_limits_change_between_rounds_and_bind_the_next_one(floor: Floor) -> None:
    table = seated(floor, CRAPS, 100_000)
    with pytest.raises(NotAllowed):
        post_limits(floor, ANN, table, HIGHER)
    playing.open_round(floor, ANN, table)
    with pytest.raises(Refused, match="the limits cannot be changed: the table is playing"):
        post_limits(floor, FLOOR_PERSON, table, HIGHER)
    playing.void(floor, FLOOR_PERSON, table, "the limits change")
    with pytest.raises(OutOfBounds, match="below the minimum"):
        post_limits(floor, FLOOR_PERSON, table, {"table": {"minimum": 500, "maximum": 100}})
    post_limits(floor, FLOOR_PERSON, table, HIGHER)
    assert seeing.see(floor, ANN, table)["limits"] == HIGHER
    playing.open_round(floor, ANN, table)
    with pytest.raises(Refused, match="pass of 2000 cents is not allowed: from 2500 to 100000 in steps of 500"):
        playing.answer(floor, ANN, table, [["wager", 1, "pass", 2000]])
    again = Floor(floor.database)  # as after a crash: from the events alone
    playing.answer(again, ANN, table, [["wager", 1, "pass", 2500]])
    sound(floor)


@pytest.mark.clause("ny/roulette", "5324.2(t)")
def test_commission_staff_and_surveillance_are_told_first_5324_2_t(floor: Floor) -> None:
    table = seated(floor, ROULETTE, 100_000)
    with pytest.raises(Refused, match=r"surveillance must be told before what is posted changes.*5324\.2\(t\)"):
        post_limits(floor, FLOOR_PERSON, table, HIGHER, told=("commission",))
    post_limits(floor, FLOOR_PERSON, table, HIGHER, told=("commission", "surveillance"))
    assert seeing.see(floor, ANN, table)["limits"] == HIGHER


def test_a_session_changes_its_limits_between_rounds_and_replays() -> None:
    game = playable(ROULETTE)
    session = Session(game, electronic=True)
    session.answer(Phase("open", "dealer"))
    while session.due is not None:
        session.answer(Step(session.due.step, session.due.by))
    with pytest.raises(Refused, match=r"5324\.2\(t\)"):
        session.answer(Limits(HIGHER, "floor"))
    session.answer(Limits(HIGHER, "floor", ("commission", "surveillance")))
    session.answer(Start((1,), {}))
    with pytest.raises(Refused, match="the table is playing"):
        session.answer(Limits(HIGHER, "floor", ("commission", "surveillance")))
    for one in (session, replay_session(game, session.written())):
        assert one.round is not None and one.round.table.spots["red"].wager.limits.minimum == 2500
    assert Session.stood(game, session.standing(), electronic=True).playable.terms.posted.minimum == 2500


@pytest.mark.parametrize(
    ("game", "first", "other", "clause"),
    [
        (CRAPS, {}, {"paytables": {"field": FIELD}}, r"field is not as at table.*B\.5\.II\.A"),
        ("oneida/craps", {}, {"paytables": {"field": FIELD}}, r"field is not as at table.*Craps F\.1"),
        (MINI, {}, {"options": {"tie-vigorish": "5%"}}, r"tie-vigorish is not as at table.*E\.13\.VI"),
    ],
)
@pytest.mark.clause("cincinnati/craps", "B.5.II.A")
@pytest.mark.clause("oneida/craps", "Craps F.1")
@pytest.mark.clause("cincinnati/mini-baccarat", "E.13.VI")
def test_a_second_table_with_other_odds_or_vigorish_is_refused(
    floor: Floor, game: str, first: dict[str, Any], other: dict[str, Any], clause: str
) -> None:
    house.open_table(floor, FLOOR_PERSON, game, house_rules=first)
    with pytest.raises(Refused, match=clause):
        house.open_table(floor, FLOOR_PERSON, game, house_rules=other)
    house.open_table(floor, FLOOR_PERSON, game, house_rules=first)
    house.open_table(floor, FLOOR_PERSON, game, house_rules=other, settings={"practice": True})


@pytest.mark.parametrize(
    ("game", "clause"), [(ROULETTE, "5324.4(c)(2)"), ("cincinnati/roulette", "G.4.II"), ("cleveland/roulette", "9.4(b)")]
)
@pytest.mark.clause("ny/roulette", "5324.4(c)(2)")
@pytest.mark.clause("cincinnati/roulette", "G.4.II")
@pytest.mark.clause("cleveland/roulette", "9.4(b)")
def test_no_two_players_have_chips_of_one_colour(floor: Floor, game: str, clause: str) -> None:
    table = seated(floor, game, 100_000)
    known(floor, BOB)
    house.chips(floor, FLOOR_PERSON, BOB.name, 10_000, cash_out=False)
    red = seeing.see(floor, ANN, table)["players"]["1"]["colour"]
    with pytest.raises(Refused, match=f"{red} is played by another") as refusal:
        house.sit(floor, BOB, table, 2, colour=red)
    assert refusal.value.clause == clause
    with pytest.raises(Refused, match="is no colour of chips"):
        house.sit(floor, BOB, table, 2, colour="plaid")
    house.sit(floor, BOB, table, 2)
    players = seeing.see(Floor(floor.database), BOB, table)["players"]
    assert players["1"]["colour"] != players["2"]["colour"]
    house.leave(floor, ANN, table, 1)
    house.leave(floor, BOB, table, 2)
    house.sit(floor, BOB, table, 2, colour=red)
    sound(floor)
