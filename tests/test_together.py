"""Group commit: many threads, one writer, nobody answered before the disk has it, one refusal undoes one's own work alone."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from croupier.errors import BadInput
from croupier.ledger.database import Database, Halted


@pytest.fixture
def database(tmp_path: Path) -> Database:
    found = Database(str(tmp_path / "ledger.db"))
    with found.write() as connection:
        connection.execute(text("CREATE TABLE notes (who INTEGER, what INTEGER)"))
    return found


def rows(database: Database) -> set[tuple[int, int]]:
    with database.read() as connection:
        return {(row.who, row.what) for row in connection.execute(text("SELECT * FROM notes"))}


def test_everything_acknowledged_is_there_and_everything_refused_is_not(database: Database) -> None:
    acknowledged: set[tuple[int, int]] = set()
    unseen: list[tuple[int, int]] = []

    def work(who: int) -> None:
        for what in range(60):
            try:
                with database.write() as connection:
                    connection.execute(text("INSERT INTO notes VALUES (:who, :what)"), {"who": who, "what": what})
                    if what % 7 == who % 7:
                        raise BadInput("refused")
            except BadInput:
                continue
            if (who, what) not in rows(database):
                unseen.append((who, what))
            acknowledged.add((who, what))

    threads = [threading.Thread(target=work, args=(who,)) for who in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not unseen, "answered before the commit"
    assert rows(database) == acknowledged and len(acknowledged) == 12 * 60 - sum(
        what % 7 == who % 7 for who in range(12) for what in range(60)
    )


def test_a_failed_write_fails_everyone_who_shared_it_and_nothing_is_taken_afterwards(database: Database) -> None:
    inside, release = threading.Event(), threading.Event()
    found: list[str] = []

    def first() -> None:
        try:
            with database.write() as connection:
                connection.execute(text("INSERT INTO notes VALUES (1, 1)"))
                inside.set()
                release.wait(10)
        except Halted:
            found.append("first")

    def second() -> None:
        inside.wait(10)
        try:
            with database.write() as connection:
                connection.execute(text("PRAGMA query_only = ON"))
                connection.execute(text("INSERT INTO notes VALUES (2, 2)"))
        except Halted:
            found.append("second")

    threads = [threading.Thread(target=first), threading.Thread(target=second)]
    for thread in threads:
        thread.start()
    inside.wait(10)
    while not database._together._waiting:  # the second must be waiting, so that both share one commit
        pass
    release.set()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["first", "second"] and rows(database) == set()
    with pytest.raises(Halted), database.write():
        pass
