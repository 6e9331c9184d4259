"""What long evenings at live tables found: who leaves with a streak, a table that closes under one, chips that one process knew of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from croupier.ledger import schema
from croupier.server import house, playing, seeing
from croupier.server.floor import Floor
from tests.ledger.test_money_and_chance import ANN, BOB, held, known, sound
from tests.support.evening import DEALER, FLOOR_PERSON, opened
from tests.support.serving import fresh_database

GAME, CHIPS, STREAK = "ny/blackjack", 1_000_000, 500


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def played(floor: Floor, table: str, *wagers: list[Any]) -> None:
    """One round; whoever is asked stands or declines."""
    people = {1: ANN, 2: BOB}
    for number, form in enumerate(wagers):
        playing.answer(floor, people[form[1]], table, [form], new_round=not number)
    playing.answer(floor, FLOOR_PERSON, table, [["no-more-bets"]])
    while (pending := seeing.see(floor, FLOOR_PERSON, table)["pending"]) is not None:
        seat, choices = pending["seat"], [entry.get("choice") for entry in pending["legal"]]
        form = ["choice", seat, "stand"] if "stand" in choices else ["wager", seat, "insurance", 0]
        playing.answer(floor, people[seat], table, [form])


def with_a_streak(floor: Floor) -> str:
    """A table at which Bob, who sits at seat 2, has won a hand of a streak."""
    known(floor, ANN, BOB)
    table = str(house.open_table(floor, FLOOR_PERSON, GAME)["table"])
    for seat, person in ((1, ANN), (2, BOB)):
        house.chips(floor, FLOOR_PERSON, person.name, CHIPS, cash_out=False)
        house.sit(floor, person, table, seat)
    for _ in range(30):
        played(floor, table, ["wager", 2, "blackjack", 1000], ["wager", 2, "streak-5", STREAK])
        if floor.read(table, lambda live: live.session.carried.stakes):
            return table
    raise AssertionError("no hand was won")


def pending(floor: Floor, table: str) -> int:
    with floor.database.read() as connection:
        query = select(schema.accounts.c.balance).where(schema.accounts.c.id == f"pending:{table}")
        return int(connection.execute(query).scalar_one())


@pytest.mark.clause("ny/blackjack", "5324.11(m)(7)")
def test_whoever_leaves_with_a_streak_loses_it_in_the_next_round_and_keeps_the_seat_till_then(floor: Floor) -> None:
    table = with_a_streak(floor)
    before = held(floor, BOB.account)
    house.leave(floor, BOB, table, 2)
    assert pending(floor, table) == STREAK and seeing.see(floor, ANN, table)["players"]["2"]["leaving"]
    played(floor, table, ["wager", 1, "blackjack", 1000])
    assert pending(floor, table) == 0 and held(floor, BOB.account) == before
    assert "2" not in seeing.see(floor, ANN, table)["players"]
    house.sit(floor, BOB, table, 2)
    sound(floor)


def test_a_table_that_closes_under_a_streak_strands_no_chips(floor: Floor) -> None:
    table = with_a_streak(floor)
    before = held(floor, BOB.account)
    house.close_table(floor, FLOOR_PERSON, table)
    assert pending(floor, table) == 0 and held(floor, BOB.account) == before + STREAK
    sound(floor)


def test_chips_counted_when_a_report_is_dismissed_are_known_to_every_process(floor: Floor) -> None:
    known(floor, ANN, BOB)
    table = str(house.open_table(floor, FLOOR_PERSON, "ny/craps")["table"])
    for seat, person in ((1, ANN), (2, BOB)):
        house.chips(floor, FLOOR_PERSON, person.name, CHIPS, cash_out=False)
        house.sit(floor, person, table, seat)
    house.chips(floor, FLOOR_PERSON, BOB.name, CHIPS, cash_out=True)
    playing.answer(floor, ANN, table, [["wager", 1, "pass", 1000]], new_round=True)
    playing.report(floor, DEALER, table, "shooter-ordered-to-pass-the-dice")
    house.chips(floor, FLOOR_PERSON, BOB.name, CHIPS, cash_out=False)
    playing.rule(floor, FLOOR_PERSON, table, approve=False)
    playing.answer(floor, BOB, table, [["wager", 2, "pass", 1000]])
    assert seeing.see(Floor(floor.database), BOB, table)["view"]["seats"]["2"]["stakes"] == {"pass": 1000}
    sound(floor)
