"""Practice tables that everybody has left make room for others, and nobody's chips are lost with them."""

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
from croupier.server.people import Person, Role

GAME = next(entry.id for entry in croupier.listing() if entry.game == "big-six")


def test_only_practice_tables_left_alone_are_cleared_away(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    floor = Floor(database, most_tables=2)
    _, kept = house.admit_guest(floor)
    guest, administrator = Person(kept["name"], Role.PLAYER), Person("administrator", Role.ADMINISTRATOR)
    left = house.open_table(floor, guest, GAME, settings={"practice": True})["table"]
    house.sit(floor, guest, left, 1)
    playing.open_round(floor, guest, left)
    playing.answer(floor, guest, left, [["wager", 1, next(iter(prepare(GAME, None, None).spots)), 500]])
    house.open_table(floor, administrator, GAME)
    with pytest.raises(Refused, match="2 tables are open already"):
        house.open_table(floor, guest, GAME, settings={"practice": True})
    with database.read() as connection:
        assert books.balance(connection, f"practice:{guest.name}") == house.PRACTICE_CHIPS - 500
        assert books.balance(connection, guest.account) == house.GUEST_CHIPS, "practice chips are not the player's own"
    assert house.clear_away(floor, idle=timedelta(0)) == [left]
    with database.read() as connection:
        assert books.balance(connection, f"practice:{guest.name}") == house.PRACTICE_CHIPS
    house.open_table(floor, guest, GAME, settings={"practice": True})
    assert verify(database, prepare).sound
