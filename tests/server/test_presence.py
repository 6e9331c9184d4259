"""One server to an SQLite ledger, several to PostgreSQL; children that leave with their master; recovery only after a death."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.ledger.database import Database
from croupier.server import presence
from croupier.server.client import Client
from tests.support.serving import DATABASES, PROLOGUE, Served, fresh_database, serving, start

POKER = "ny/three-card-poker"


def playing(server: Served) -> str:
    """A table with a round that waits for a decision."""
    administrator = server.client()
    table = str(administrator.open_table(POKER, settings={"practice": True}))
    administrator.sit(table, 1)
    administrator.answer(table, ["wager", 1, "ante", 1000], ["no-more-bets"], new_round=True)
    return table


def recoveries(administrator: Client) -> list[str]:
    return [event["body"]["round"] for event in administrator.get("/ledger/events", mark="recovery")]


def until(ask: Callable[[], bool], *, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not ask():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def test_a_second_server_on_one_sqlite_ledger_is_refused_and_told_who_serves_it(tmp_path: Path) -> None:
    path, other = tmp_path / "ledger.db", tmp_path / "other.db"
    with serving(str(path), tmp_path) as server:
        table = playing(server)
        other.symlink_to(path)
        for name in (path, other, f"sqlite:///{path}"):
            words = [sys.executable, "-c", PROLOGUE, "serve", "--database", str(name), "--port", str(free_port())]
            second = subprocess.run(words, capture_output=True, text=True, timeout=60)
            assert second.returncode == 2 and len(second.stderr.splitlines()) == 1
            assert f"process {server.process.pid} at {server.address}/" in second.stderr
        assert recoveries(server.client()) == []
        token = server.token
        server.stop(signal.SIGKILL)
    with serving(str(path), tmp_path, token=token) as server:  # the lock went with the process
        assert recoveries(server.client()) == [f"{table}-1"]


def test_a_second_server_is_refused_where_the_lock_file_is_gone_and_under_another_name_of_the_file(tmp_path: Path) -> None:
    path, other = tmp_path / "ledger.db", tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()
    with serving(str(path), tmp_path) as server:
        table = playing(server)
        os.link(path, other)
        for beside in tmp_path.glob("*-serving"):
            beside.unlink()
        for name in (path, other):
            words = [sys.executable, "-c", PROLOGUE, "serve", "--database", str(name), "--port", str(free_port())]
            second = subprocess.run(words, capture_output=True, text=True, timeout=60)
            assert second.returncode == 2 and len(second.stderr.splitlines()) == 1, second
            assert f"process {server.process.pid} at {server.address}/" in second.stderr
        server.client().answer(table, ["choice", 1, "fold"])
        assert server.client().verify().sound


def test_one_process_serves_a_ledger_once_and_again_when_it_has_stopped(tmp_path: Path) -> None:
    """What SQLite holds in this process stays held: another program cannot take its log away meanwhile."""
    database = Database(str(tmp_path / "ledger.db"))
    try:
        for number in range(2):
            with presence.serving(database, f"the {number}th"):
                named = f"is served already, by process {os.getpid()} at the {number}th"
                with pytest.raises(BadInput, match=named), presence.serving(database, "another"):
                    raise AssertionError
                database.checkpoint()
        subprocess.run([sys.executable, "-c", LOOKS, database.address], check=True, timeout=60)
        assert Path(f"{database.path}-wal").exists()
        database.checkpoint()
        assert database.trouble() is None
    finally:
        database.close()


LOOKS = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('select * from about').fetchall(); c.close()"
"""Another program that opens the ledger and, as the last it knows of, would take the log away when it closes."""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def port_of(server: Served) -> int:
    return int(server.address.rpartition(":")[2])


@pytest.mark.parametrize("kind", DATABASES)
def test_recovery_is_written_after_a_death_and_not_after_an_orderly_stop(kind: str, tmp_path: Path) -> None:
    database = fresh_database(kind, tmp_path)
    with serving(database, tmp_path) as server:
        token, table = server.token, playing(server)
    assert server.process.returncode == 0, "told to stop, it stops in order"
    with serving(database, tmp_path, token=token) as server:
        assert f"Round {table}-1" in server.said()
        assert recoveries(server.client()) == []
        server.stop(signal.SIGKILL)
    with serving(database, tmp_path, token=token) as server:
        assert recoveries(server.client()) == [f"{table}-1"]
        server.client().answer(table, ["choice", 1, "fold"])


def test_a_second_server_joins_a_postgresql_ledger_and_interrupts_nothing(tmp_path: Path) -> None:
    database = fresh_database("postgresql", tmp_path)
    with serving(database, tmp_path / "a") as first:
        table = playing(first)
        with serving(database, tmp_path / "b", token=first.token) as second:
            assert recoveries(second.client()) == [] and "interrupted" not in second.said()
            second.stop(signal.SIGKILL)
        first.client().answer(table, ["choice", 1, "fold"])
        assert recoveries(first.client()) == [], "others went on serving: nothing was interrupted"


def children(process: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="children are found in /proc")
def test_children_leave_with_a_master_that_is_killed(tmp_path: Path) -> None:
    server = start(str(tmp_path / "ledger.db"), tmp_path, workers=2)
    left = children(server.process.pid)
    assert len(left) >= 3
    try:
        server.stop(signal.SIGKILL)
        until(lambda: not any(map(alive, left)))
        with socket.create_server(("127.0.0.1", port_of(server))):
            pass  # the port is free
    finally:
        for child in left:
            if alive(child):
                os.kill(child, signal.SIGKILL)
