"""A player at two positions of a live table: one stack, sound books, and refusals that name their clause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.server import house, playing, recall, seeing
from croupier.server.floor import Floor
from tests.ledger.test_money_and_chance import ANN, BOB, held, known, seated, sound
from tests.support.evening import FLOOR_PERSON, opened
from tests.support.serving import fresh_database

GAME = "cleveland/three-card-poker"
TWO: dict[str, Any] = {"options": {"positions-per-player": 2}}


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def play(floor: Floor, table: str) -> None:
    """Whatever the table asks Ann, she goes on."""
    while (seen := seeing.see(floor, ANN, table))["pending"] is not None:
        asked = seen["pending"]
        assert asked["yours"] and asked["seat"] in seen["you"]["seats"]
        playing.answer(floor, ANN, table, [["choice", asked["seat"], "play"]])


def test_a_second_seat_is_beside_the_first_and_the_refusal_names_the_clause(floor: Floor) -> None:
    table = seated(floor, GAME, 100_000, house_rules=TWO)
    assert seeing.see(floor, ANN, table)["free"] == [2]
    with pytest.raises(Refused, match=r"seat 3 is not beside seat 1.*10\.7\(e\)"):
        house.sit(floor, ANN, table, 3)
    house.sit(floor, ANN, table, 2)
    seen = seeing.see(floor, ANN, table)
    assert (seen["you"]["seat"], seen["you"]["seats"], seen["free"], seen["may"]["sit"]) == (1, [1, 2], [], False)
    with pytest.raises(Refused, match=r"already sits at seat 1 and 2: a player has 2 positions.*10\.7\(e\)"):
        house.sit(floor, ANN, table, 3)


def test_where_the_house_allows_one_position_the_refusal_says_by_which_clause(floor: Floor) -> None:
    table = seated(floor, GAME, 100_000)
    with pytest.raises(Refused, match=r"already sits at seat 1: a player has 1 position.*10\.7\(e\)"):
        house.sit(floor, ANN, table, 2)


def test_two_positions_draw_on_one_stack_and_the_books_stay_sound(floor: Floor) -> None:
    table = seated(floor, GAME, 4000, house_rules=TWO)
    house.sit(floor, ANN, table, 2)
    known(floor, BOB)
    house.chips(floor, FLOOR_PERSON, BOB.name, 10_000, cash_out=False)
    playing.open_round(floor, ANN, table)
    with pytest.raises(Refused, match="changed between rounds"):
        house.leave(floor, ANN, table, 2)
        house.sit(floor, BOB, table, 2)
    house.sit(floor, BOB, table, 3)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 2000]])
    assert held(floor) == 2000
    house.leave(floor, BOB, table, 3)
    playing.answer(floor, ANN, table, [["no-more-bets"]])
    play(floor, table)
    sound(floor)


def test_a_round_at_two_positions_is_played_recalled_and_verified(floor: Floor) -> None:
    table = seated(floor, GAME, 100_000, house_rules=TWO)
    house.sit(floor, ANN, table, 2)
    for _ in range(5):
        playing.open_round(floor, ANN, table)
        playing.answer(floor, ANN, table, [["wager", 1, "ante", 2000], ["wager", 2, "ante", 1000], ["no-more-bets"]])
        seen = seeing.see(floor, ANN, table)
        cards = {seat: seen["view"]["seats"][seat]["cards"] for seat in ("1", "2")}
        assert all(len(hand) == 3 and "??" not in hand for hand in cards.values())
        play(floor, table)
        told = recall.shown(floor, ANN, seen["round"]["id"])
        assert {line["seat"] for line in told["lines"]} == {1, 2}
    sound(floor)
    house.leave(floor, ANN, table, 2)
    assert seeing.see(floor, ANN, table)["you"]["seats"] == [1]
    sound(floor)
