"""Hands in the books, and a failing disk: whatever is altered, cut off or swapped is named; what was acknowledged is there."""

from __future__ import annotations

import json
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from croupier.errors import BadInput
from croupier.ledger import books, schema
from croupier.ledger.database import Database, Halted
from croupier.ledger.verify import Verdict, verify
from croupier.server import house, people, playing
from croupier.server.client import Problem
from croupier.server.floor import Floor, prepare
from croupier.server.people import HOUSE, Role
from tests import verifier
from tests.evening import DEALER, FLOOR_PERSON, PLAYERS, evening, opened, the_round
from tests.serving import PROLOGUE, fresh_database, serving

GAMES = ["cincinnati/mississippi-stud", "ny/three-card-poker", "oneida/craps", "cincinnati/blackjack"]
COLUMNS = [(table, column.name) for table, found in schema.metadata.tables.items() for column in found.c]
CHAIN = ("events", "transfers", "accounts", "streams")
"""What the independent verifier answers for; tables, rounds, tokens and receipts follow from the events."""


def write_books(address: str) -> None:
    """An evening at a few tables, tokens issued and one revoked."""
    evening(address, GAMES, seed=11, rounds=1)
    with opened(address) as database, database.write() as connection:
        for name, role in (("ann", Role.PLAYER), ("dan", Role.DEALER), ("old", Role.FLOOR)):
            _, kept = people.issue(connection, name, role, by=HOUSE)
        people.revoke(connection, kept["id"], by=HOUSE)


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("clean") / "ledger.db"
    write_books(str(path))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path


def copied(clean: Path, folder: Path) -> Path:
    """The clean books, to lay hands on; nothing of an earlier copy beside them."""
    for old in folder.glob("ledger.db*"):
        old.unlink()
    return Path(shutil.copy(clean, folder / "ledger.db"))


def judged(path: Path) -> Verdict:
    """What `verify` says; a ledger that cannot even be opened is not sound."""
    try:
        database = Database(str(path), create=False)
    except BadInput as error:
        return Verdict(wrong=str(error))
    try:
        return verify(database, prepare)
    finally:
        database.close()


def altered(value: Any, rng: random.Random) -> Any:
    """One byte of a stored value flipped; nothing becomes something."""
    if value is None:
        return "x"
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(0, 12))
    place = rng.randrange(len(value)) if value else 0
    other = chr(ord(value[place]) ^ rng.choice((1, 2, 4, 16))) if value else "x"
    return value[:place] + other + value[place + 1 :]


def raw(path: Path) -> sqlite3.Connection:
    """In by the back door: no keys, no checks."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA ignore_check_constraints=ON")
    return connection


def tamper(path: Path, table: str, column: str, rng: random.Random) -> tuple[int, Any, Any]:
    """Alter one column of a random row; the row's number, and the value before and after."""
    connection = raw(path)
    rows = connection.execute(f'SELECT rowid, "{column}" FROM {table}').fetchall()
    for _ in range(50):
        number, before = rng.choice(rows)
        after = altered(before, rng)
        try:
            connection.execute(f'UPDATE {table} SET "{column}"=? WHERE rowid=?', (after, number))
        except sqlite3.IntegrityError:  # another row is called that: try again
            continue
        connection.commit()
        connection.close()
        return number, before, after
    raise AssertionError(f"{table}.{column} could not be altered")


def check_tampering(clean: Path, folder: Path, table: str, column: str, seed: int) -> None:
    rng, path = random.Random(f"{table} {column} {seed}"), copied(clean, folder)
    number, before, after = tamper(path, table, column, rng)
    what = f"{table}.{column} of row {number}: {before!r} -> {after!r} (seed {seed})"
    verdict = judged(path)
    assert not verdict.sound, f"not noticed: {what}"
    if table in ("events", "transfers"):
        assert verdict.event is not None, f"no event is named: {what}: {verdict.wrong}"
    if table == "events" and column != "id":
        assert verdict.event == number, f"another event is named: {what}: {verdict.wrong}"
    if table in CHAIN:
        assert verifier.verify(path) is not None, f"the independent verifier did not notice: {what}"


def test_both_verifiers_find_untouched_books_sound(clean: Path) -> None:
    verdict = judged(clean)
    assert verdict.sound, verdict.wrong
    assert verifier.verify(clean) is None
    with sqlite3.connect(clean) as connection:
        for table in schema.metadata.tables:
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0], (
                f"{table} is empty: nothing to tamper with"
            )
    connection.close()


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda name: name)
def test_an_altered_value_is_noticed(clean: Path, tmp_path: Path, table: str, column: str) -> None:
    check_tampering(clean, tmp_path, table, column, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda name: name)
def test_many_altered_values_are_noticed(clean: Path, tmp_path: Path, table: str, column: str) -> None:
    for seed in range(1, 31):
        check_tampering(clean, tmp_path, table, column, seed)


@pytest.mark.parametrize("table", list(schema.metadata.tables))
def test_a_deleted_row_is_noticed(clean: Path, tmp_path: Path, table: str) -> None:
    for seed in range(3):
        rng, path = random.Random(seed), copied(clean, tmp_path)
        connection = raw(path)
        numbers = [row[0] for row in connection.execute(f"SELECT rowid FROM {table}")]
        number = rng.choice(numbers)
        connection.execute(f"DELETE FROM {table} WHERE rowid=?", (number,))
        connection.commit()
        connection.close()
        verdict = judged(path)
        assert not verdict.sound, f"row {number} of {table} is gone and nobody noticed"
        if table in ("events", "transfers"):
            assert verdict.event or "its head says event" in (verdict.wrong or ""), verdict.wrong
        if table in CHAIN:
            assert verifier.verify(path) is not None


def test_a_forged_event_a_forged_transfer_and_a_forged_token_are_noticed(clean: Path, tmp_path: Path) -> None:
    forged = {
        "events": "INSERT INTO events(stream, seq, kind, at, by, marks, body, previous, hash) "
        "SELECT stream, seq + 1, kind, at, by, marks, body, hash, hash FROM events ORDER BY id DESC LIMIT 1",
        "transfers": "INSERT INTO transfers(event, position, debit, credit, amount, kind) "
        "SELECT max(event), 99, 'cage', 'player:ann', 100, 'buy-in' FROM transfers",
        "tokens": "INSERT INTO tokens SELECT 'z' || substr(id, 2), 'z' || substr(hash, 2), 'eve', 'administrator', issued, "
        "expires, NULL FROM tokens LIMIT 1",
        "rounds": 'INSERT INTO rounds SELECT "table" || \'-99\', "table", 99, status, seed, first, opened FROM rounds LIMIT 1',
        "accounts": "INSERT INTO accounts VALUES ('player:eve', 'player', 0)",
        "receipts": "INSERT INTO receipts SELECT actor, key || 'x', request, answer, at, hash FROM receipts LIMIT 1",
    }
    for table, statement in forged.items():
        path = copied(clean, tmp_path)
        with raw(path) as connection:
            connection.execute(statement)
        connection.close()
        assert not judged(path).sound, f"forged in {table} and nobody noticed"


@pytest.mark.parametrize("with_transfers", [False, True])
def test_a_tail_cut_off_is_noticed(clean: Path, tmp_path: Path, with_transfers: bool) -> None:
    for count in (1, 2, 7, 40):
        path = copied(clean, tmp_path)
        with raw(path) as connection:
            (last,) = connection.execute("SELECT max(id) FROM events").fetchone()
            connection.execute("DELETE FROM events WHERE id > ?", (last - count,))
            if with_transfers:
                connection.execute("DELETE FROM transfers WHERE event > ?", (last - count,))
        connection.close()
        verdict = judged(path)
        assert verdict.wrong is not None
        assert "its head says event" in verdict.wrong or last - count < (verdict.event or 0) <= last, verdict.wrong
        assert verifier.verify(path) is not None


def test_two_events_swapped_are_noticed(clean: Path, tmp_path: Path) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        path = copied(clean, tmp_path)
        with raw(path) as connection:
            first, second = sorted(rng.sample([row[0] for row in connection.execute("SELECT id FROM events")], 2))
            for old, new in ((first, -1), (second, first), (-1, second)):
                connection.execute("UPDATE events SET id=? WHERE id=?", (new, old))
                if seed % 2:  # with what they moved
                    connection.execute("UPDATE transfers SET event=? WHERE event=?", (new, old))
        connection.close()
        verdict = judged(path)
        assert not verdict.sound and verdict.event and verdict.event <= second, f"{first} and {second}: {verdict}"
        assert verifier.verify(path) is not None


def content(path: Path) -> list[Any] | None:
    """Everything the tables hold, or None where it cannot be read."""
    try:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            return [sorted(connection.execute(f"SELECT * FROM {table}"), key=repr) for table in CHAIN]
        finally:
            connection.close()
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def flip_bytes(clean: Path, folder: Path, seeds: range) -> int:
    """One byte of the file flipped at a time: unless the tables hold what they held, both verifiers notice."""
    whole, hits, before = clean.read_bytes(), 0, content(clean)
    for seed in seeds:
        rng, path = random.Random(seed), copied(clean, folder)
        place = rng.randrange(len(whole))
        path.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << rng.randrange(8))]) + whole[place + 1 :])
        if content(path) != before:
            hits += 1
            assert verifier.verify(path) is not None, f"byte {place}, seed {seed}"
            assert not judged(path).sound, f"byte {place}, seed {seed}"
    return hits


def test_a_byte_of_the_file_flipped_is_noticed(clean: Path, tmp_path: Path) -> None:
    assert flip_bytes(clean, tmp_path, range(60)) > 10


@pytest.mark.slow
def test_thousands_of_flipped_bytes_are_noticed(clean: Path, tmp_path: Path) -> None:
    assert flip_bytes(clean, tmp_path, range(100, 3100)) > 500


def test_a_truncated_file_is_noticed(clean: Path, tmp_path: Path) -> None:
    whole, rng = clean.read_bytes(), random.Random(3)
    for size in (0, 1, 100, 4096, len(whole) - 4096, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(20))):
        path = copied(clean, tmp_path)
        path.write_bytes(whole[:size])
        assert verifier.verify(path) is not None, f"cut to {size} of {len(whole)} bytes"
        assert not judged(path).sound, f"cut to {size} of {len(whole)} bytes"


def test_the_command_says_sound_or_names_the_event(clean: Path, tmp_path: Path) -> None:
    def command(*words: str) -> tuple[int, str]:
        done = subprocess.run([sys.executable, "-c", PROLOGUE, "ledger", "verify", *words], capture_output=True, text=True)
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode, done.stdout

    code, said = command("--database", str(clean), "--json")
    assert code == 0 and json.loads(said)["sound"]
    path = copied(clean, tmp_path)
    number, _, _ = tamper(path, "events", "body", random.Random(1))
    code, said = command("--database", str(path))
    assert code == 1 and said.startswith(f"NOT SOUND: event {number} ")
    code, said = command("--database", str(tmp_path / "nowhere.db"))
    assert code == 2 and not said


def test_tampering_is_noticed_on_postgresql_too(tmp_path: Path) -> None:
    address = fresh_database("postgresql", tmp_path)
    write_books(address)
    hands: list[tuple[str, str, bool]] = [
        ("UPDATE events SET body = replace(body, '1', '2') WHERE id = 9", "event 9", True),
        ("UPDATE transfers SET amount = amount + 1 WHERE event = 5", "event 5", True),
        ("UPDATE accounts SET balance = balance + 1 WHERE id = 'player:ann'", "player:ann", False),
        ("DELETE FROM transfers WHERE id = (SELECT max(id) FROM transfers)", "event", True),
        ("DELETE FROM events WHERE id = (SELECT max(id) FROM events)", "head says", False),
        ("UPDATE tokens SET role = 'administrator' WHERE role = 'player'", "tokens", False),
        ("UPDATE rounds SET seed = reverse(seed) WHERE seed IS NOT NULL", "seed", True),
    ]
    for statement, named, an_event in [("SELECT 1", "", False), *hands]:
        with opened(fresh_database("postgresql", tmp_path, like=address)) as database:
            with database._writer.connect() as connection:
                connection.execute(text("SET session_replication_role = replica"))
                connection.execute(text(statement))
                connection.commit()
            verdict = verify(database, prepare)
            assert named in (verdict.wrong or "") and verdict.sound is not bool(named), f"{statement}: {verdict.wrong}"
            assert bool(verdict.event) is an_event, f"{statement}: {verdict}"


# A disk that fails


def receipts(database: Database) -> set[int]:
    with database.read() as connection:
        return set(connection.execute(select(schema.events.c.id)).scalars())


def pragma(database: Database, statement: str) -> None:
    """Said to the one connection that writes."""
    connection = database._writer.raw_connection()
    connection.cursor().execute(statement)
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
                told.add(house.chips(floor, FLOOR_PERSON, f"p{number}", 100, cash_out=False)["event"])
        assert ("full" if "page" in trouble else "readonly") in str(halted.value), "it says why"
        assert database.failed == str(halted.value)
        pragma(database, trouble.replace("=60", "=1000000").replace("ON", "OFF"))
        with pytest.raises(Halted):
            house.chips(floor, FLOOR_PERSON, "late", 100, cash_out=False)
        assert receipts(database) == told
    with opened(path) as database:
        assert receipts(database) == told and verify(database, prepare).sound
        house.chips(Floor(database), FLOOR_PERSON, "late", 100, cash_out=False)
    assert verifier.verify(path) is None


def test_a_table_is_as_it_was_when_its_act_could_not_be_written(tmp_path: Path) -> None:
    with opened(str(tmp_path / "ledger.db")) as database:
        floor = Floor(database)
        house.chips(floor, FLOOR_PERSON, "ann", 10_000, cash_out=False)
        table = house.open_table(floor, FLOOR_PERSON, GAMES[1])["table"]
        house.sit(floor, PLAYERS[0], table, 1)
        playing.open_round(floor, DEALER, table)
        before = floor.read(table, lambda live: (live.seq, live.hash, the_round(live).log))
        pragma(database, "PRAGMA query_only=ON")
        with pytest.raises(Halted):
            playing.answer(floor, PLAYERS[0], table, [["wager", 1, "ante", 1000]])
        assert floor.read(table, lambda live: (live.seq, live.hash, the_round(live).log)) == before
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
                told.add(house.chips(floor, FLOOR_PERSON, "ann", 100, cash_out=False)["event"])
            except Halted:
                refused += 1
        with pytest.raises(Halted), database.write() as connection:
            connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")
        assert database.failed is None
        told.add(house.chips(floor, FLOOR_PERSON, "ann", 100, cash_out=False)["event"])
        assert receipts(database) == told and len(told) + refused == 31
        assert verify(database, prepare).sound


def test_a_server_on_a_full_disk_says_so_and_takes_nothing_more(tmp_path: Path) -> None:
    """No file may grow: the next write fails as on a full disk. Started again, everything acknowledged is there."""
    path, told = str(tmp_path / "ledger.db"), set[int]()
    with serving(path, tmp_path) as server:
        administrator = server.client()
        table = administrator.open_table(GAMES[1], settings={"practice": True})
        told.add(int(administrator.post("/chips", {"player": "administrator", "amount": 10_000_000})["event"]))
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
            lambda: administrator.open_table(GAMES[1]),
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
        assert held == 100 * (len(told) - 2), "no write that was refused was done"
        told.add(administrator.open_round(table).event)
