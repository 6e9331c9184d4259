"""Hands in the books: whatever is altered, deleted, forged, swapped or cut off is noticed and named."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import subprocess
import sys
from math import inf, nextafter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from croupier.errors import BadInput
from croupier.ledger import schema
from croupier.ledger.database import Database
from croupier.ledger.verify import Verdict, verify
from croupier.server import people
from croupier.server.floor import prepare
from croupier.server.people import HOUSE, Role
from tests.support import verifier
from tests.support.evening import evening, opened
from tests.support.serving import PROLOGUE, fresh_database

GAMES = ["cincinnati/mississippi-stud", "ny/three-card-poker", "oneida/craps", "cincinnati/blackjack"]
BOOKS = {name: table for name, table in schema.metadata.tables.items() if name not in schema.BESIDE}
COLUMNS = [(table, column.name) for table, found in BOOKS.items() for column in found.c]
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
    if isinstance(value, float):
        return nextafter(value, inf)
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
        for table in BOOKS:
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0], (
                f"{table} is empty: nothing to tamper with"
            )
    connection.close()


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda name: name)
def test_an_altered_value_is_noticed(clean: Path, tmp_path: Path, table: str, column: str) -> None:
    check_tampering(clean, tmp_path, table, column, 0)


def test_a_transfer_moved_before_the_first_event_is_named(clean: Path, tmp_path: Path) -> None:
    path = copied(clean, tmp_path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE transfers SET event = 0 WHERE id = (SELECT max(id) FROM transfers)")
    connection.close()
    assert judged(path).event == 0


@pytest.mark.slow
@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda name: name)
def test_many_altered_values_are_noticed(clean: Path, tmp_path: Path, table: str, column: str) -> None:
    for seed in range(1, 21):
        check_tampering(clean, tmp_path, table, column, seed)


def test_a_seed_kept_with_a_later_round_of_a_shoe_is_noticed(clean: Path, tmp_path: Path) -> None:
    path = copied(clean, tmp_path)
    with raw(path) as connection:
        later = [row[0] for row in connection.execute("SELECT id FROM rounds WHERE seed IS NULL")]
        assert later, "every round of these books began a shoe"
        connection.execute("UPDATE rounds SET seed='x' WHERE id=?", (later[-1],))
    connection.close()
    verdict = judged(path)
    assert not verdict.sound and "goes on with the shoe" in (verdict.wrong or ""), verdict.wrong


@pytest.mark.parametrize("table", list(BOOKS))
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
        "events": "INSERT INTO events(version, stream, seq, kind, at, by, marks, body, previous, hash) "
        "SELECT version, stream, seq + 1, kind, at, by, marks, body, hash, hash FROM events ORDER BY id DESC LIMIT 1",
        "transfers": "INSERT INTO transfers(event, position, debit, credit, amount, kind) "
        "SELECT max(event), 99, 'cage', 'player:ann', 100, 'buy-in' FROM transfers",
        "tokens": "INSERT INTO tokens SELECT 'z' || substr(id, 2), 'z' || substr(hash, 2), 'eve', 'administrator', issued, "
        "expires, NULL FROM tokens LIMIT 1",
        "rounds": 'INSERT INTO rounds SELECT "table" || \'-99\', "table", 99, status, seed, first, opened, '
        "dealer, players, irregular, corrected FROM rounds LIMIT 1",
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


def test_history_written_anew_is_noticed_by_whoever_kept_an_anchor(clean: Path, tmp_path: Path) -> None:
    """Older books put back, and other play on top of them, are sound in themselves: only what was kept elsewhere tells."""

    def command(path: Path, *words: str) -> tuple[int, str, str]:
        words = ("ledger", "verify", "--database", str(path), *words)
        done = subprocess.run([sys.executable, "-c", PROLOGUE, *words], capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    before, later, forked = (copied(clean, folder) for folder in (tmp_path / name for name in "abc") if not folder.mkdir())
    anchor = tmp_path / "anchor.json"
    for path, names in ((later, ("x1", "x2", "x3")), (forked, ("y1", "y2", "y3", "y4"))):
        with opened(str(path)) as database:
            for name in names:
                with database.write() as connection:
                    people.issue(connection, name, Role.PLAYER, by=HOUSE)
    assert command(later, "--keep", str(anchor))[0] == 0
    assert command(later, "--anchor", str(anchor))[0] == 0
    assert judged(before).sound and judged(forked).sound
    code, said, _ = command(before, "--anchor", str(anchor))
    assert code == 1 and "events were taken away" in said
    code, said, _ = command(forked, "--anchor", str(anchor))
    assert code == 1 and "history was written anew" in said
    anchor.write_text("[1, 2]")
    code, said, problem = command(later, "--anchor", str(anchor))
    assert code == 2 and not said and problem.startswith("croupier: anchor: ") and problem.count("\n") == 1


def test_tampering_is_noticed_on_postgresql_too(tmp_path: Path) -> None:
    address = fresh_database("postgresql", tmp_path)
    write_books(address)
    with opened(address) as database, database.read() as reading:  # numbers there have gaps
        ninth = reading.execute(text("SELECT id FROM events ORDER BY id OFFSET 8 LIMIT 1")).scalar()
        moved = reading.execute(text("SELECT event FROM transfers ORDER BY id OFFSET 3 LIMIT 1")).scalar()
    hands: list[tuple[str, str, bool]] = [
        (f"UPDATE events SET body = replace(body, '1', '2') WHERE id = {ninth}", f"event {ninth}", True),
        (f"UPDATE transfers SET amount = amount + 1 WHERE event = {moved}", f"event {moved}", True),
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
