"""Practice stays practice: its chips, tips and meters never mix with real ones, and a table is its players' own."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

import croupier
from croupier.errors import Refused
from croupier.ledger import books
from croupier.ledger.database import Database
from croupier.ledger.verify import verify
from croupier.server import house, playing
from croupier.server.floor import Floor, prepare
from croupier.server.people import NotAllowed, Person, Role

GAME = next(entry.id for entry in croupier.listing() if entry.game == "big-six")


def test_only_practice_tables_left_alone_are_cleared_away(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    floor = Floor(database, most_tables=2)
    _, kept = house.admit_guest(floor)
    guest, administrator = Person(kept["name"], Role.GUEST), Person("administrator", Role.ADMINISTRATOR)
    left = house.open_table(floor, guest, GAME, settings={"practice": True})["table"]
    house.sit(floor, guest, left, 1)
    playing.open_round(floor, guest, left)
    playing.answer(floor, guest, left, [["wager", 1, next(iter(prepare(GAME, None, None).spots)), 500]])
    house.open_table(floor, administrator, GAME)
    with pytest.raises(Refused, match="2 tables are open already"):
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
