"""Reading the books: accounts that add up, events found and followed, rounds again moment by moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.event import listen

from croupier.errors import Unknown
from croupier.games.registry import all_games
from croupier.ledger.database import Database
from croupier.server import corrections, house, people, playing, records
from croupier.server.floor import Floor
from croupier.server.people import HOUSE, Person, Role
from croupier.server.recall import corrections as recalled_corrections
from croupier.server.recall import recall
from croupier.table.views import FLOOR, HIDDEN, PUBLIC

FLO, ANN = Person("flo", Role.FLOOR), Person("ann", Role.PLAYER)
GAME = next(game for game in all_games() if game.endswith("three-card-poker"))


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    """One table, three finished rounds and one that is being played."""
    found = Floor(Database(str(tmp_path / "books.db")))
    with found.database.write() as connection:
        people.issue(connection, "ann", Role.PLAYER, by=HOUSE)
    house.chips(found, FLO, "ann", 100_000, cash_out=False)
    table = house.open_table(found, FLO, GAME, companions=2)["table"]
    house.sit(found, ANN, table, 1)
    for played in range(4):
        playing.open_round(found, ANN, table)
        playing.answer(found, ANN, table, [["wager", 1, "ante", 1000], ["no-more-bets"]])
        if played < 3:
            playing.answer(found, ANN, table, [["choice", 1, "play"]])
    return found


def test_accounts_add_up_to_nothing(floor: Floor) -> None:
    kept = records.conservation(records.accounts(floor))
    assert kept["sum"] == 0 and kept["issued"] > 0
    assert {"cage", "player", "tray", "pending"} <= kept["kinds"].keys()


def test_events_newest_first_by_table_kind_and_mark(floor: Floor) -> None:
    every = records.events(floor, HOUSE, limit=500)
    assert [event["id"] for event in every] == sorted((event["id"] for event in every), reverse=True)
    table = records.rounds(floor)[0]["table"]
    assert all(event["stream"] == table for event in records.events(floor, HOUSE, stream=table))
    assert [event["kind"] for event in records.events(floor, HOUSE, kind="table-opened")] == ["table-opened"]
    assert [event["kind"] for event in records.events(floor, HOUSE, mark="sign-in")] == ["token-issued"]
    assert len(records.events(floor, HOUSE, mark="settled")) == 3
    assert records.events(floor, HOUSE, mark="settle") == [] and records.events(floor, HOUSE, mark="%") == []
    older = records.events(floor, HOUSE, before=every[3]["id"], limit=2)
    assert [event["id"] for event in older] == [event["id"] for event in every[4:6]]


def test_an_event_opened_says_whether_it_was_touched(floor: Floor) -> None:
    settled = records.events(floor, HOUSE, mark="settled")[0]["id"]
    found = records.event(floor, HOUSE, settled)
    assert found["hash_right"] and found["chain_right"] and found["transfers"]
    assert records.event(floor, HOUSE, found["before"])["after"] == settled
    with floor.database.write() as connection:
        connection.execute(text("UPDATE transfers SET amount = amount + 1 WHERE event = :id"), {"id": settled})
    assert not records.event(floor, HOUSE, settled)["hash_right"]
    with floor.database.write() as connection:
        connection.execute(text("UPDATE events SET body = '{' WHERE id = :id"), {"id": settled})
    assert records.event(floor, HOUSE, settled)["body"] == {"unreadable": "{"}
    with pytest.raises(Unknown):
        records.event(floor, HOUSE, 10**9)


def test_rounds_newest_first_and_on(floor: Floor) -> None:
    every = records.rounds(floor)
    assert [entry["status"] for entry in every] == ["playing", "settled", "settled", "settled"]
    assert all("seed" not in entry for entry in every)
    assert records.rounds(floor, before=every[1]["round"], limit=1) == [every[2]]
    assert records.rounds(floor, table="t00000000") == []


def test_moments_end_where_the_round_does_and_hide_what_was_hidden(floor: Floor) -> None:
    recalled = recall(floor, records.rounds(floor)[1]["round"])
    floor_saw, public_saw = records.moments(recalled, FLOOR), records.moments(recalled, PUBLIC)
    assert len(floor_saw) == len(public_saw) == len(recalled.round.log) + 1
    last, seen = floor_saw[-1].view.as_json(), public_saw[-1].view.as_json()
    assert last["lines"] and last == seen | {
        key: last[key] for key in ("dealer", "community", "piles", "pending", "seats", "says")
    }
    dealt = next(place for place, moment in enumerate(floor_saw) if moment.view.layout.dealer)
    assert HIDDEN not in floor_saw[dealt].view.layout.dealer and set(public_saw[dealt].view.layout.dealer) == {HIDDEN}
    assert all(moment.words and moment.event for moment in floor_saw)


def test_the_seed_is_checked_when_the_round_is_over(floor: Floor) -> None:
    playing_now, settled = (entry["round"] for entry in records.rounds(floor)[:2])
    assert records.check_seed(floor, playing_now) is None
    check = records.check_seed(floor, settled)
    assert check is not None and check.matches and check.follows
    with floor.database.write() as connection:
        connection.execute(text("UPDATE rounds SET seed = :seed WHERE id = :id"), {"seed": "00" * 32, "id": settled})
    check = records.check_seed(floor, settled)
    assert check is not None and not check.matches and not check.follows


def test_a_reversal_is_found_with_who_and_why(floor: Floor) -> None:
    settled = records.rounds(floor)[2]["round"]
    line = next(number for number, one in recall(floor, settled).table.position.lines if one.won or one.returned != one.stake)
    corrections.reverse(floor, FLO, settled, line, "misread")
    (found,) = recalled_corrections(floor, settled)
    assert (found["why"], found["kind"], found["by"], list(found["lines"])) == ("misread", "reversal", FLO.name, [line])
    assert recalled_corrections(floor, records.rounds(floor)[1]["round"]) == []


def test_a_rare_kind_of_event_is_found_by_its_index(floor: Floor) -> None:
    """Most events are acts: what is looked for among them by its kind is not found by reading all of them."""
    asked: list[tuple[str, Any]] = []
    listen(floor.database._reader, "before_cursor_execute", lambda _c, _d, said, given, *_: asked.append((said, given)))
    assert {event["kind"] for event in records.events(floor, FLO, kind="buy-in")} == {"buy-in"}
    assert {event["kind"] for event in records.events(floor, FLO, kind="acts")} == {"acts"}
    with floor.database.read() as connection:
        said, given = next(query for query in asked if "events.kind = " in query[0])
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {said}", given).all()
    assert "events_by_kind" in str(plan)
