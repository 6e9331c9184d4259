"""What lies in the files: nobody else reads them, no open seed is in them, nothing is taken out of them unnoticed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from croupier.cli.serving import verify_ledger
from croupier.errors import BadInput, Refused
from croupier.ledger import books, schema, seal
from croupier.ledger.database import Database
from croupier.ledger.verify import verify
from croupier.server import house, playing, seeing
from croupier.server.client import Problem
from croupier.server.floor import Floor, prepare
from tests.support import verifier
from tests.support.evening import FLOOR_PERSON, PLAYERS, buy_in, opened
from tests.support.serving import DATABASES, fresh_database, serving

POKER = "ny/three-card-poker"
ANN = PLAYERS[0]


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "postgresql":
        monkeypatch.setenv(seal.ENVIRONMENT, str(tmp_path / "house.key"))
    return fresh_database(request.param, tmp_path)


def key_file(address: str, folder: Path) -> Path:
    return folder / "house.key" if "://" in address else Path(f"{address}.key")


def a_round(floor: Floor) -> str:
    """A table with a round that waits for a decision."""
    table = str(house.open_table(floor, FLOOR_PERSON, POKER)["table"])
    house.sit(floor, ANN, table, 1)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
    return table


def kept_seed(database: Database, table: str) -> str:
    with database.read() as connection:
        return str(connection.execute(select(schema.rounds.c.seed).where(schema.rounds.c.table == table)).scalar())


# Who may read


def test_the_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with opened(str(tmp_path / "new" / "house" / "ledger.db")) as database:
            floor = Floor(database)
            buy_in(floor)
            a_round(floor)
            files = list((tmp_path / "new" / "house").iterdir())
            assert {file.name for file in files} >= {
                "ledger.db",
                "ledger.db-wal",
                "ledger.db-shm",
                "ledger.db.key",
                "ledger.db.anchors",
            }
            for file in files:
                assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
            assert stat.S_IMODE((tmp_path / "new" / "house").stat().st_mode) == 0o700
    finally:
        os.umask(before)


def test_a_file_others_could_read_is_tightened_with_a_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "ledger.db"
    with opened(str(path)):
        pass
    path.chmod(0o644)
    with opened(str(path)):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "could be read by others" in caplog.text


def foreign(path: Path, kind: str) -> None:
    """A file that is no ledger, for everybody to read."""
    if kind == "text":
        path.write_text("milk, eggs, bread\n" * 100)
    else:
        connection = sqlite3.connect(path)
        connection.execute(f"PRAGMA journal_mode={'WAL' if kind == 'wal' else 'DELETE'}")
        connection.execute("CREATE TABLE about (colour TEXT)" if kind == "about" else "CREATE TABLE recipes (name TEXT)")
        connection.execute("CREATE TABLE accounts (id TEXT, kind TEXT, balance INTEGER)")
        connection.commit()
        connection.close()
    path.chmod(0o644)


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("kind", ["text", "recipes", "about", "wal"])
def test_a_file_that_is_no_ledger_is_refused_and_left_as_it_is(
    kind: str, create: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "notes.txt"
    foreign(path, kind)
    before = path.read_bytes()
    with pytest.raises(BadInput, match=r"^database: .*notes.txt: ") as refused:
        Database(str(path), create=create)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before and stat.S_IMODE(path.stat().st_mode) == 0o644 and caplog.text == ""
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_an_empty_file_becomes_a_ledger_only_where_one_may_be_made(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    path.touch(0o644)
    with pytest.raises(BadInput, match="there is no ledger in it"):
        Database(str(path), create=False)
    assert path.stat().st_size == 0 and stat.S_IMODE(path.stat().st_mode) == 0o644
    with opened(str(path)) as database:
        assert verify(database, prepare).sound
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_no_file_holds_no_ledger(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(BadInput, match="not a file"):
            Database(str(path))


def test_the_notice_of_a_tightened_file_is_given_only_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "ledger.db"
    with opened(str(path)):
        pass
    path.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", lambda *_rest, **_more: None)  # a file system without permissions
    with opened(str(path)):
        assert "for its owner alone" not in caplog.text


# The seed of a round being played


def test_the_seed_of_a_round_being_played_cannot_be_read_in_the_books(address: str) -> None:
    with opened(address) as database:
        floor = Floor(database)
        buy_in(floor)
        table = a_round(floor)
        seed = floor.read(table, lambda live: live.seed)
        assert seed and seal.is_sealed(kept_seed(database, table))
        with database.read() as connection:
            for name, kept in schema.metadata.tables.items():
                for row in connection.execute(select(kept)):
                    assert seed not in json.dumps([str(value) for value in row]), f"{name} says it"
        if database.path:
            for end in ("", "-wal"):
                raw = Path(database.path + end).read_bytes()
                assert seed.encode() not in raw and bytes.fromhex(seed) not in raw
        assert verify(database, prepare).sound
        playing.answer(floor, ANN, table, [["choice", 1, "play"]])
        assert kept_seed(database, table) == seed == seeing.see(floor, ANN, table)["round"]["seed"]
        verdict = verify(database, prepare)
        assert verdict.sound and not verdict.unopened, verdict.wrong


def test_an_interrupted_round_goes_on_with_the_same_key_and_can_only_be_voided_without_it(address: str, tmp_path: Path) -> None:
    with opened(address) as database:
        floor = Floor(database)
        buy_in(floor)
        table, other = a_round(floor), None
        seed = floor.read(table, lambda live: live.seed)
    with opened(address) as database:  # another process, the same key
        floor = Floor(database)
        assert floor.read(table, lambda live: live.seed) == seed
        playing.answer(floor, ANN, table, [["choice", 1, "play"]])
        other = a_round(floor)
        with database.read() as connection:
            before = books.balance(connection, ANN.account)
    key = key_file(address, tmp_path)
    key.rename(key.with_suffix(".lost"))
    with opened(address) as database:  # a new key
        floor = Floor(database)
        with pytest.raises(Refused, match=r"sealed with another key.*can only be voided"):
            playing.answer(floor, ANN, other, [["choice", 1, "fold"]])
        playing.void(floor, FLOOR_PERSON, other, "the key is lost")
        with database.read() as connection:
            assert books.balance(connection, ANN.account) == before + 1000
        playing.answer(floor, ANN, other, [["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
        playing.answer(floor, ANN, other, [["choice", 1, "fold"]])


def test_a_sealed_seed_that_was_changed_or_moved_to_another_round_does_not_open() -> None:
    key, seed = seal.Key(b"k" * 32), "5e" * 32
    kept = key.seal(seed, "t-1")
    assert key.open(kept, "t-1") == seed and key.seal(seed, "t-1") != kept
    for wrong, name in (
        (kept, "t-2"),
        (kept[:-1] + ("0" if kept[-1] != "0" else "1"), "t-1"),
        ("sealed:zz", "t-1"),
        ("sealed:", "t-1"),
    ):
        with pytest.raises(seal.Unsealed):
            key.open(wrong, name)
    with pytest.raises(seal.Unsealed):
        seal.Key(b"o" * 32).open(kept, "t-1")


def spoil_seed(address: str) -> None:
    """One digit of a sealed seed in the books is another."""
    with opened(address) as database, database._reader.begin() as connection:
        kept = str(connection.execute(select(schema.rounds.c.seed).where(schema.rounds.c.seed.like("sealed:%"))).scalar())
        spoilt = kept[:-1] + ("0" if kept[-1] != "0" else "1")
        connection.execute(text("UPDATE rounds SET seed = :new WHERE seed = :old"), {"new": spoilt, "old": kept})


def test_a_sealed_seed_that_was_spoilt_is_found_with_the_houses_key_and_told_without(address: str, tmp_path: Path) -> None:
    with opened(address) as database:
        floor = Floor(database)
        buy_in(floor)
        table = a_round(floor)
        assert verify(database, prepare).sound
    spoil_seed(address)
    with opened(address) as database:
        verdict = verify(database, prepare)
        assert verdict.wrong and f"the sealed seed of {table}-1 does not open with the house's key" in verdict.wrong
        anchors = database.anchors.path
        anchors.rename(anchors.with_suffix(".kept"))
    key_file(address, tmp_path).unlink()
    with opened(address) as database:  # another key, and nothing that this one signed: it may have been sealed with the first
        verdict = verify(database, prepare)
        assert verdict.sound and verdict.unopened == 1, verdict.wrong


def test_a_seed_sealed_before_the_key_was_lost_is_told_and_one_sealed_after_is_found(address: str, tmp_path: Path) -> None:
    with opened(address) as database:
        floor = Floor(database)
        buy_in(floor)
        a_round(floor)
        database.anchors.path.unlink()
    key_file(address, tmp_path).unlink()
    with opened(address) as database:  # a new key and new anchors
        floor = Floor(database)
        table = a_round(floor)
        verdict = verify(database, prepare)
        assert verdict.sound and verdict.unopened == 1, verdict.wrong
        kept = kept_seed(database, table)
        with database._reader.begin() as connection:
            connection.execute(text("UPDATE rounds SET seed = :new WHERE seed = :old"), {"new": kept[:-2] + "zz", "old": kept})
        assert f"the sealed seed of {table}-1 does not open" in str(verify(database, prepare).wrong)


@pytest.mark.parametrize("content", ["", "zz", "ab" * 8])
def test_a_key_file_that_holds_no_key_is_refused_in_a_line(tmp_path: Path, content: str) -> None:
    (tmp_path / "ledger.db.key").write_text(content)
    with pytest.raises(BadInput, match=r"^key: "):
        Database(str(tmp_path / "ledger.db"))


# Taken away


def test_a_deleted_write_ahead_log_is_noticed_and_what_was_acknowledged_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with serving(str(path), tmp_path) as server:
        administrator = server.client()
        administrator.issue("ann", "player")
        told = [int(administrator.post("/chips", {"player": "ann", "amount": 100})["event"]) for _ in range(20)]
        (tmp_path / "ledger.db-wal").unlink()
        with pytest.raises(Problem, match="cannot be written") as halted:
            administrator.post("/chips", {"player": "ann", "amount": 100})
        assert halted.value.status == 503 and administrator.get("/health")["status"] == "halted"
        assert (
            "ledger.db-wal was removed or exchanged under the running server; what was acknowledged is saved" in server.said()
        )
        token = server.token
        os.kill(server.process.pid, 9)
    with serving(str(path), tmp_path, token=token) as server:
        assert {event["id"] for event in server.client().get("/ledger/events", kind="buy-in")} >= set(told)
        assert server.client().verify().sound


def cut_out(path: Path, table: str) -> None:
    """Every trace of a closed table taken out of the books, the numbers closed up, no hash of another chain touched."""
    connection = sqlite3.connect(path)
    run = connection.execute
    run("PRAGMA ignore_check_constraints=ON")
    gone = [row[0] for row in run("SELECT id FROM events WHERE stream = ?", (table,))]
    for number in gone:
        for debit, credit, amount in run("SELECT debit, credit, amount FROM transfers WHERE event = ?", (number,)).fetchall():
            run("UPDATE accounts SET balance = balance + ? WHERE id = ?", (amount, debit))
            run("UPDATE accounts SET balance = balance - ? WHERE id = ?", (amount, credit))
        run("DELETE FROM transfers WHERE event = ?", (number,))
        run("DELETE FROM events WHERE id = ?", (number,))
    run("DELETE FROM streams WHERE id = ?", (table,))
    run('DELETE FROM rounds WHERE "table" = ?', (table,))
    run("DELETE FROM tables WHERE id = ?", (table,))
    run("DELETE FROM accounts WHERE id LIKE ?", (f"%:{table}%",))
    run("DELETE FROM receipts WHERE answer LIKE ?", (f"%{table}%",))
    for name in ("events", "transfers"):
        for new, (old,) in enumerate(run(f"SELECT id FROM {name} ORDER BY id").fetchall(), start=1):
            if name == "events":
                run("UPDATE transfers SET event = ? WHERE event = ?", (new, old))
            run(f"UPDATE {name} SET id = ? WHERE id = ?", (new, old))
    connection.commit()
    connection.close()


def test_a_table_taken_out_of_the_books_is_missed_without_an_anchor_from_outside(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with opened(str(path)) as database:
        floor = Floor(database)
        buy_in(floor)
        table = a_round(floor)
        playing.answer(floor, ANN, table, [["choice", 1, "fold"]])
        house.close_table(floor, FLOOR_PERSON, table)
        assert verify(database, prepare).sound
    cut_out(path, table)
    (tmp_path / "ledger.db.anchors").unlink()
    with opened(str(path)) as database:
        verdict = verify(database, prepare)
    assert verdict.wrong and f"the house's chain has {table} at event" in verdict.wrong
    assert "was not there" in str(verifier.verify(path))


def test_history_cut_off_or_written_anew_does_not_agree_with_the_signed_anchors(address: str, tmp_path: Path) -> None:
    if "://" in address:
        pytest.skip("a copy of the file is put back")
    path = Path(address)
    with opened(address) as database:
        buy_in(Floor(database))
        database.checkpoint()
    early = Path(shutil.copy(path, tmp_path / "early"))
    with opened(address) as database:
        floor = Floor(database)
        house.close_table(floor, FLOOR_PERSON, str(house.open_table(floor, FLOOR_PERSON, POKER)["table"]))
        verdict = verify(database, prepare)
        assert verdict.sound and verdict.anchors == 2, verdict.wrong
    shutil.copy(early, path)
    with opened(address) as database:
        verdict = verify(database, prepare)
    assert verdict.wrong and "cut off, or written anew" in verdict.wrong
    anchors = tmp_path / "ledger.db.anchors"
    lines = anchors.read_text().splitlines()
    for forged in ([lines[1]], [lines[0], lines[0]], [lines[0].replace(json.loads(lines[0])[3][:6], "abcdef")], ["[]"]):
        anchors.write_text("\n".join(forged) + "\n")
        with opened(address) as database:
            assert "anchors: line" in str(verify(database, prepare).wrong)


@pytest.mark.parametrize("line", ["5", "{}", "[" * 100_000, '["a", "b", 1e400, "c", "d"]', "\x00", '"'])
def test_a_damaged_file_of_anchors_stops_no_ledger_and_is_found(tmp_path: Path, line: str) -> None:
    """It is read by the thread that writes: a number for the last line ended that, and a server waited for it for ever."""
    database = Database(str(tmp_path / "ledger.db"))
    try:
        buy_in(Floor(database))
        database.checkpoint()
        a_round(Floor(database))
        with database.anchors.path.open("a") as file:
            file.write(f"{line}\n")
        database.checkpoint()
        buy_in(Floor(database))
        verdict = verify(database, prepare)
        assert not verdict.sound and "anchors: line" in str(verdict.wrong)
    finally:
        database.close()


def test_anchors_and_a_key_that_are_no_plain_files_are_not_waited_for(tmp_path: Path) -> None:
    """A pipe keeps whoever reads it waiting, and a device has no end."""
    address = tmp_path / "ledger.db"
    database = Database(str(address))
    buy_in(Floor(database))
    a_round(Floor(database))
    database.checkpoint()
    database.anchors.path.unlink()
    os.mkfifo(database.anchors.path)
    assert not verify(database, prepare).sound
    database.checkpoint()
    database.close()
    key = key_file(str(address), tmp_path)
    for odd in (os.mkfifo, lambda path: path.symlink_to("/dev/zero")):
        key.unlink()
        odd(key)
        with pytest.raises(BadInput, match="not a plain file"):
            Database(str(address), create=False)


def test_anchors_that_are_gone_or_begun_anew_are_told(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(address) as database:
        assert verify(database, prepare).unanchored == 0  # no checkpoint yet
        floor = Floor(database)
        buy_in(floor)
        a_round(floor)
        verdict = verify(database, prepare)
        assert verdict.sound and verdict.anchors and not verdict.unanchored, verdict.wrong
        database.anchors.path.unlink()
        verdict = verify(database, prepare)
        assert verdict.sound and verdict.unanchored, verdict.wrong
        assert verify_ledger(address, anchor=None, keep=None, as_json=False) == 0
        assert "not proved: " in capsys.readouterr().out
        monkeypatch.setattr("croupier.ledger.verify._AT_ONCE", timedelta(0))  # a minute is not waited for
        house.close_table(floor, FLOOR_PERSON, str(house.open_table(floor, FLOOR_PERSON, POKER)["table"]))
        verdict = verify(database, prepare)
        assert verdict.sound and verdict.anchors and verdict.unanchored, verdict.wrong
    key_file(address, tmp_path).unlink()
    with opened_for_reading(address) as database:  # moved, without its key: nothing signed is asked for
        verdict = verify(database, prepare)
        assert verdict.sound and not verdict.unanchored, verdict.wrong


@contextlib.contextmanager
def opened_for_reading(address: str) -> Iterator[Database]:
    database = Database(address, create=False)
    try:
        yield database
    finally:
        database.close()


def test_heads_are_noted_by_themselves_after_so_many_events(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.ledger.checkpoints.EVERY", 20)
    with opened(address) as database:
        floor = Floor(database)
        buy_in(floor)
        table = a_round(floor)
        playing.answer(floor, ANN, table, [["choice", 1, "fold"]])
        for _ in range(8):
            playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
            playing.answer(floor, ANN, table, [["choice", 1, "fold"]])
        with database.read() as connection:
            noted = [e.body["heads"] for e in books.read_events(connection, books.HOUSE) if e.kind == books.HEADS]
        assert len(noted) >= 2 and noted[-1][table][0] > noted[0][table][0]
        verdict = verify(database, prepare)
        assert verdict.sound and verdict.anchors >= 2, verdict.wrong


# Put in


def test_a_receipt_is_in_the_chain(address: str) -> None:
    """Changed with its own hash, it is not what the event says was answered."""
    with opened(address) as database:
        floor = Floor(database)
        buy_in(floor)
        house.chips(floor, FLOOR_PERSON, ANN.name, 100, cash_out=False, key="k1")
        table = str(house.open_table(floor, FLOOR_PERSON, POKER, key="k2")["table"])
        house.close_table(floor, FLOOR_PERSON, table, key="k3")
        assert verify(database, prepare).sound
        with database.read() as connection:
            row = connection.execute(select(schema.receipts)).mappings().first()
        assert row is not None
        forged = dict(row) | {"answer": json.dumps({"event": 1, "balance": 10**9})}
        forged["hash"] = books.receipt_hash([forged[name] for name in ("actor", "key", "request", "answer", "at")])
        with database._reader.begin() as connection:
            change = "UPDATE receipts SET answer = :answer, hash = :hash WHERE actor = :actor AND key = :key"
            connection.execute(text(change), {name: forged[name] for name in ("answer", "hash", "actor", "key")})
        verdict = verify(database, prepare)
        assert verdict.wrong and verdict.wrong.startswith("receipts: ")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER mine AFTER INSERT ON transfers BEGIN UPDATE accounts SET balance = balance + 1 WHERE id = 'tips'; END",
        "CREATE VIEW mine AS SELECT * FROM accounts",
        "CREATE TABLE mine (x)",
        "CREATE INDEX mine ON events (at)",
        "ALTER TABLE tokens ADD COLUMN mine TEXT",
    ],
)
def test_what_the_program_did_not_make_is_reported(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "ledger.db"
    with opened(str(path)) as database:
        assert verify(database, prepare).sound
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
    with opened(str(path)) as database:
        wrong = verify(database, prepare).wrong
    assert wrong and "not this program's" in wrong


def test_a_trigger_on_postgresql_is_reported(tmp_path: Path) -> None:
    with opened(fresh_database("postgresql", tmp_path)) as database:
        assert verify(database, prepare).sound
        with database._reader.begin() as connection:
            connection.execute(text("CREATE FUNCTION mine() RETURNS trigger AS 'BEGIN RETURN NEW; END' LANGUAGE plpgsql"))
            connection.execute(text("CREATE TRIGGER mine BEFORE INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION mine()"))
        assert "a trigger mine" in str(verify(database, prepare).wrong)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("ALTER TABLE events ADD COLUMN extra int", "column extra"),
        ("ALTER TABLE events ALTER COLUMN kind SET DEFAULT 'acts'", "column kind"),
        ("ALTER TABLE transfers ALTER COLUMN amount TYPE numeric", "column amount"),
        ("ALTER TABLE events ALTER COLUMN by DROP NOT NULL", "column by"),
        ("ALTER TABLE accounts DROP CONSTRAINT covered", "number of conditions"),
        ("ALTER TABLE transfers DROP CONSTRAINT transfers_debit_fkey", "reference to accounts"),
        ("ALTER TABLE events DROP CONSTRAINT events_stream_seq_key", "none is there twice (stream, seq)"),
        ("DROP INDEX settles_once", "lacks the index settles_once"),
        ("DROP INDEX settles_once; CREATE INDEX settles_once ON transfers (settles)", "none is there twice (settles)"),
        ("CREATE INDEX mine ON events (lower(body))", "index mine"),
        ("CREATE MATERIALIZED VIEW mine AS SELECT * FROM events", "materialized view mine"),
        ("CREATE SEQUENCE mine", "sequence mine"),
        ("CREATE TYPE mine AS ENUM ('a')", "type mine"),
        ("ALTER TABLE accounts ENABLE ROW LEVEL SECURITY", "accounts"),
        ("CREATE POLICY mine ON accounts USING (id <> 'cage')", "policy mine"),
    ],
)
def test_what_was_changed_about_the_tables_on_postgresql_is_reported(tmp_path: Path, statement: str, told: str) -> None:
    with opened(fresh_database("postgresql", tmp_path)) as database:
        assert verify(database, prepare).sound
        with database._reader.begin() as connection:
            connection.exec_driver_sql(statement)
        assert told in str(verify(database, prepare).wrong)


@pytest.mark.parametrize(
    "statement", ["DROP INDEX settles_once", "DROP INDEX reverses_once; CREATE INDEX reverses_once ON transfers (reverses)"]
)
def test_a_rule_that_was_taken_away_or_weakened_on_sqlite_is_reported(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "ledger.db"
    with opened(str(path)) as database:
        assert verify(database, prepare).sound
        connection = sqlite3.connect(path)
        connection.executescript(statement)
        connection.close()
        assert "s_once" in str(verify(database, prepare).wrong)


def test_a_ledger_of_another_version_is_refused_in_a_line(address: str) -> None:
    with opened(address) as database, database._reader.begin() as connection:
        connection.execute(text("UPDATE about SET value = '1' WHERE key = 'version'"))
    with pytest.raises(BadInput, match=f"this ledger is of version 1, and this program writes version {schema.VERSION} only"):
        Database(address)


def test_indices_of_an_earlier_program_are_made_again_and_found(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with opened(str(path)) as database:
        buy_in(Floor(database))
    connection = sqlite3.connect(path)
    named = {index.name: "kind" if "kind" in str(index.name) else "marks" for index in schema.events.indexes}
    for name, column in named.items():
        connection.execute(f"DROP INDEX {name}")
        connection.execute(f"CREATE INDEX {name} ON events (id) WHERE {column} NOT IN ('acts', 'settled')")
    connection.commit()
    connection.close()
    with opened(str(path)) as database:
        with database.read() as reading:
            for condition in (schema.RARE, schema.SIGNIFICANT):
                plan = reading.execute(text(f"EXPLAIN QUERY PLAN SELECT * FROM events WHERE {condition}")).all()
                assert any(name in str(plan) for name in map(str, named)), plan
        assert verify(database, prepare).sound


def test_events_carry_their_version(address: str) -> None:
    with opened(address) as database:
        buy_in(Floor(database))
        with database.read() as connection:
            assert set(connection.execute(select(schema.events.c.version)).scalars()) == {books.EVENT_VERSION}


# Locked by somebody else


def test_a_table_can_be_looked_at_while_another_program_writes(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with serving(str(path), tmp_path) as server:
        administrator = server.client()
        table = administrator.open_table(POKER, settings={"practice": True})
        administrator.sit(table, 1)
        administrator.answer(table, ["wager", 1, "ante", 1000], ["no-more-bets"], new_round=True)
        rival = sqlite3.connect(path, isolation_level=None)
        rival.execute("BEGIN IMMEDIATE")
        try:
            import threading

            done: list[Any] = []
            writer = threading.Thread(target=lambda: done.append(administrator.answer(table, ["choice", 1, "fold"])))
            writer.start()
            for _ in range(5):
                assert server.client(server.token).table(table).seq
                assert server.client(server.token).get("/me")["name"] == "administrator"
            assert not done
        finally:
            rival.execute("ROLLBACK")
            rival.close()
        writer.join(30)
        assert done
