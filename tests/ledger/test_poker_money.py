"""A pot in the books: players' money goes to players, the rake and the promotion's part to accounts of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from croupier.ledger import schema
from croupier.server import house, playing, seeing
from croupier.server.floor import Floor
from tests.ledger.test_money_and_chance import ANN, BOB, held, known, sound
from tests.support.evening import FLOOR_PERSON, opened
from tests.support.serving import fresh_database

CHIPS, STACK = 20_000, 5000


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def opened_table(floor: Floor, game: str, **options: Any) -> str:
    known(floor, ANN, BOB)
    table = str(house.open_table(floor, FLOOR_PERSON, game, house_rules={"options": options})["table"])
    for seat, person in ((1, ANN), (2, BOB)):
        house.chips(floor, FLOOR_PERSON, person.name, CHIPS, cash_out=False)
        house.sit(floor, person, table, seat)
    return table


def play_a_hand(floor: Floor, table: str) -> None:
    """Both bet what they can: check, call or bet."""
    playing.answer(floor, ANN, table, [["wager", 1, "stack", STACK]], new_round=True)
    playing.answer(floor, BOB, table, [["wager", 2, "stack", STACK]])
    playing.answer(floor, FLOOR_PERSON, table, [["no-more-bets"]])
    for _ in range(60):
        pending = seeing.see(floor, FLOOR_PERSON, table)["pending"]
        if pending is None:
            return
        person = ANN if pending["seat"] == 1 else BOB
        choices = [entry["choice"] for entry in pending["legal"] if "choice" in entry]
        wanted = next(choice for choice in ("bet", "call", "check", "show") if choice in choices)
        playing.answer(floor, person, table, [["choice", pending["seat"], wanted]])
    raise AssertionError("the hand does not end")


def balances(floor: Floor) -> dict[str, int]:
    with floor.database.read() as connection:
        return {row.id: row.balance for row in connection.execute(select(schema.accounts))}


@pytest.mark.clause("cleveland/poker", "8.16(b)(1)(ii)", "8.21(e)")
def test_a_pot_passes_no_tray_and_rake_and_drop_have_their_own_accounts(floor: Floor) -> None:
    options = {"rake": {"method": "percentage", "percent": 10, "maximum": 400}, "promotional-drop": True}
    table = opened_table(floor, "cleveland/poker", **options)
    tray = balances(floor)[f"tray:{table}"]
    for hands in (1, 2, 3):
        play_a_hand(floor, table)
        found = balances(floor)
        assert held(floor, ANN.account) + held(floor, BOB.account) == 2 * CHIPS - hands * (240 + 100)
        assert found[f"rake:{table}"] == hands * 240 and found[f"promotional-drop:{table}"] == hands * 100
        assert found[f"tray:{table}"] == tray and not found[f"pending:{table}"]
    with floor.database.read() as connection:
        kinds = {row.kind for row in connection.execute(select(schema.transfers))}
    assert "collected" not in kinds and {"rake", "promotional-drop", "paid"} <= kinds
    sound(floor)


def test_a_table_with_a_kill_is_the_same_after_a_restart(tmp_path: Path) -> None:
    address = fresh_database("sqlite", tmp_path)
    game, options = "ny/poker", {"variant": "omaha-high-low-split-eight-or-better", "kill": "kill", "kill-mark": 1}
    with opened(address) as database:
        floor = Floor(database)
        table = opened_table(floor, game, **options)
        for _ in range(4):
            play_a_hand(floor, table)
        before = floor.read(table, lambda live: live.session.carried.as_json())
    with opened(address) as database:
        floor = Floor(database)
        assert floor.read(table, lambda live: live.session.carried.as_json()) == before
        play_a_hand(floor, table)
        sound(floor)
