"""Practice stays practice: its chips, tips and meters never mix with real ones, and a table is its players' own."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

import croupier
from croupier.errors import Refused
from croupier.ledger import books
from croupier.ledger.database import Database
from croupier.ledger.verify import verify
from croupier.server import admission, house, playing, seeing
from croupier.server.app import close_idle_tables
from croupier.server.floor import Floor, prepare
from croupier.server.people import NotAllowed, Person, Role

GAME = next(entry.id for entry in croupier.listing() if entry.game == "big-six")


def test_only_practice_tables_left_alone_are_cleared_away(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    floor = Floor(database, most_tables=2)
    _, kept = admission.admit_guest(floor)
    guest, administrator = Person(kept["name"], Role.GUEST), Person("administrator", Role.ADMINISTRATOR)
    left = house.open_table(floor, guest, GAME, settings={"practice": True})["table"]
    house.sit(floor, guest, left, 1)
    playing.open_round(floor, guest, left)
    playing.answer(floor, guest, left, [["wager", 1, next(iter(prepare(GAME, None, None).spots)), 500]])
    house.open_table(floor, administrator, GAME)
    with pytest.raises(Refused, match="1 practice tables are open to guests already"):
        house.open_table(floor, guest, GAME, settings={"practice": True})
    with database.read() as connection:
        assert books.balance(connection, f"practice:{guest.name}") == house.PRACTICE_CHIPS - 500
        assert books.balance(connection, f"player:{guest.name}") == 0, "practice chips are not the player's own"
    assert house.clear_away(floor, idle=timedelta(0)) == [left]
    with database.read() as connection:
        assert books.balance(connection, f"practice:{guest.name}") == house.PRACTICE_CHIPS
    house.open_table(floor, guest, GAME, settings={"practice": True})
    assert verify(database, prepare).sound


ANN, BOB, FLOOR = Person("ann", Role.PLAYER), Person("bob", Role.PLAYER), Person("floor", Role.FLOOR)


def held(database: Database, account: str) -> int:
    with database.read() as connection:
        return books.balance(connection, account)


def test_nobody_else_closes_or_voids_a_practice_table_somebody_sits_at(tmp_path: Path) -> None:
    floor = Floor(Database(str(tmp_path / "ledger.db")))
    table = house.open_table(floor, ANN, GAME, settings={"practice": True})["table"]
    house.sit(floor, ANN, table, 1)
    playing.open_round(floor, ANN, table)
    for what in (
        lambda who: playing.void(floor, who, table, "mine now"),
        lambda who: house.leave(floor, who, table, 1),
        lambda who: house.sit(floor, who, table, 2, companion=True),
    ):
        with pytest.raises(NotAllowed):
            what(BOB)
    playing.void(floor, ANN, table, "I have seen enough")
    with pytest.raises(NotAllowed):
        house.close_table(floor, BOB, table)
    house.leave(floor, ANN, table, 1)
    house.close_table(floor, ANN, table)


def test_practice_chips_reach_no_real_account(tmp_path: Path) -> None:
    """A practice table neither feeds the house's jackpot nor is paid from it: it has its owner's own."""
    database = Database(str(tmp_path / "ledger.db"))
    floor = Floor(database)
    game = next(entry.id for entry in croupier.listing() if croupier.playable(entry.id).terms.meters)
    meter = next(iter(croupier.playable(game).terms.meters))
    real = house.open_table(floor, FLOOR, game)["table"]
    house.close_table(floor, FLOOR, real)
    fund = held(database, f"meter:{croupier.playable(game).terms.link}:{meter}")
    assert fund > 0
    practice = house.open_table(floor, ANN, game, settings={"practice": True})["table"]
    assert held(database, f"meter:{croupier.playable(game).terms.link}:{meter}") == fund
    assert held(database, f"meter:{croupier.playable(game).terms.link}-practice-ann:{meter}") == fund
    house.sit(floor, ANN, practice, 1)
    house.tip(floor, ANN, practice, 500)
    house.leave(floor, ANN, practice, 1)
    house.close_table(floor, ANN, practice)
    assert held(database, f"meter:{croupier.playable(game).terms.link}:{meter}") == fund
    assert (held(database, "tips"), held(database, "practice-tips")) == (0, 500)
    with pytest.raises(Refused):
        house.chips(floor, FLOOR, "ann", 1, cash_out=True)
    assert verify(database, prepare).sound


def test_a_table_of_ones_own_is_private_until_its_owner_lets_others_in(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    floor = Floor(database)
    own = house.open_table(floor, ANN, GAME, settings={"practice": True})["table"]
    real = house.open_table(floor, FLOOR, GAME)["table"]

    def listed(person: Person) -> dict[str, bool]:
        return {row["table"]: row["yours"] for row in seeing.tables(floor, person)}

    assert listed(ANN) == {own: True, real: False}
    assert listed(BOB) == {real: False}
    assert own in listed(FLOOR), "the floor sees every table"
    for look in (seeing.see, seeing.history):
        with pytest.raises(NotAllowed, match="somebody else's own"):
            look(floor, BOB, own)
    with pytest.raises(NotAllowed):
        house.share(floor, BOB, own, shared=True)
    house.share(floor, ANN, own, shared=True)
    assert listed(BOB) == {own: False, real: False}
    house.sit(floor, BOB, own, 2)
    assert seeing.seats(floor, own) == {"players": 1, "companions": 0, "free": prepare(GAME, None, None).seats - 1}
    playing.open_round(floor, ANN, own)
    house.share(floor, ANN, own, shared=False)
    assert seeing.see(Floor(database), BOB, own)["settings"]["shared"] is False, "whoever sits there still sees it, read anew"
    assert listed(Person("carl", Role.PLAYER)) == {real: False}
    assert verify(database, prepare).sound


def test_play_resumes_the_table_one_has_for_the_game_under_the_same_rules(tmp_path: Path) -> None:
    floor = Floor(Database(str(tmp_path / "ledger.db")))
    game = "ny/three-card-poker"
    assert house.own_table(floor, ANN, game) is None
    one = house.open_table(floor, ANN, game, settings={"practice": True})["table"]
    assert house.own_table(floor, ANN, game) == one
    assert house.own_table(floor, BOB, game) is None
    assert house.own_table(floor, ANN, game, house_rules={"options": {"six-card-bonus": False}}) is None
    house.close_table(floor, ANN, one)
    assert house.own_table(floor, ANN, game) is None


def test_idle_practice_tables_close_by_themselves_and_every_chip_goes_home(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    floor = Floor(database)
    left = house.open_table(floor, ANN, GAME, settings={"practice": True}, companions=1)["table"]
    house.sit(floor, ANN, left, 1)
    playing.open_round(floor, ANN, left)
    playing.answer(floor, ANN, left, [["wager", 1, next(iter(prepare(GAME, None, None).spots)), 500]])
    real = house.open_table(floor, FLOOR, GAME)["table"]

    async def until_closed() -> None:
        loop, closed = asyncio.get_running_loop(), asyncio.Event()

        def look() -> None:
            if not floor.read(left, lambda table: table.open):
                loop.call_soon_threadsafe(closed.set)

        floor.listen(left, look)
        closing = asyncio.create_task(close_idle_tables(floor, timedelta(milliseconds=1)))
        await asyncio.wait_for(closed.wait(), 30)
        closing.cancel()

    asyncio.run(until_closed())
    assert held(database, "practice:ann") == house.PRACTICE_CHIPS
    assert [held(database, f"{account}:{left}") for account in ("tray", "pending")] == [0, 0]
    assert [row["table"] for row in seeing.tables(floor, FLOOR)] == [real], "a table of the house is not closed"
    assert verify(database, prepare).sound
