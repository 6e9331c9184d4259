"""The API under load: settled rounds a second at one table and at fifty, beside the bare commit rate of the same database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.crash import Server, postgresql
from croupier.ledger.database import Database
from croupier.ledger.verify import verify
from croupier.server import house, people
from croupier.server.floor import Floor, prepare
from croupier.server.people import HOUSE, Role

GAME, SECONDS, WORKERS = "ny/three-card-poker", 6.0, 2
OPEN = {"acts": [["wager", 1, "ante", 1000], ["no-more-bets"]], "new_round": True}
PLAY = {"acts": [["choice", 1, "play"]]}
FULL, SEATS, CHIPS = "ny/roulette", 6, 8
"""A table with several players: each puts chips down one by one, all at once, and the wheel is spun when they have."""


class Line:
    """One kept-alive connection: no more of HTTP than the benchmark needs, so that it measures the server.

    What the client spends is in every figure all the same: some 0.05 ms of each request, on the other core at best.
    """

    def __init__(self, port: int, token: str) -> None:
        self.port, self.head = port, f"Host: 127.0.0.1\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        self.reader: asyncio.StreamReader | None = None

    async def post(self, path: str, body: object) -> None:
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        sent = json.dumps(body).encode()
        head = f"POST /api/v1{path} HTTP/1.1\r\n{self.head}Idempotency-Key: {secrets.token_hex(8)}\r\nContent-Length: {len(sent)}\r\n\r\n"
        self.writer.write(head.encode() + sent)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in answer.split(b"\r\n") if line.lower().startswith(b"content-length"))
        said = await self.reader.readexactly(length)
        if not answer.startswith(b"HTTP/1.1 2"):
            raise AssertionError(f"{path}: {answer[:40]!r} {said!r}")


async def _table(port: int, token: str, table: str, until: float, latencies: list[float]) -> int:
    line, rounds = Line(port, token), 0
    while time.perf_counter() < until:
        await line.post(f"/tables/{table}/answers", OPEN)
        start = time.perf_counter()
        await line.post(f"/tables/{table}/answers", PLAY)
        latencies.append(time.perf_counter() - start)
        rounds += 1
    return rounds


async def _full_table(port: int, tokens: list[str], table: str, until: float, latencies: list[float]) -> int:
    """Players at one table, each with a line of their own; how many requests were answered."""
    lines, requests = [Line(port, token) for token in tokens], 0
    path = f"/tables/{table}/answers"

    async def stakes(seat: int, line: Line) -> None:
        for number in range(CHIPS):
            start = time.perf_counter()
            await line.post(path, {"acts": [["wager", seat, "straight-up-" + str(number + 1), 500]]})
            latencies.append(time.perf_counter() - start)

    while time.perf_counter() < until:
        await lines[0].post(path, {"acts": [["wager", 1, "red", 500]], "new_round": True})
        await asyncio.gather(*(stakes(seat, line) for seat, line in enumerate(lines, 1)))
        await lines[0].post(path, {"acts": [["no-more-bets"]]})
        requests += SEATS * CHIPS + 2
    return requests


def _busy(servers: list[Server]) -> float:
    """Seconds of CPU the servers have taken."""
    ticks = 0
    for server in servers:
        fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def _load(ports: list[int], seats: list[tuple[str, str]], seconds: float = SECONDS) -> tuple[float, list[float]]:
    latencies: list[float] = []
    start = time.perf_counter()
    players = [
        _table(ports[number % len(ports)], token, table, start + seconds, latencies)
        for number, (token, table) in enumerate(seats)
    ]
    rounds = await asyncio.gather(*players)
    return sum(rounds) / (time.perf_counter() - start), sorted(latencies)


def commits(address: str, seconds: float = 2.0) -> float:
    """Transactions of one small row a second, one after another, by the driver itself: what the disk gives at most."""
    if "://" in address:
        import psycopg

        connection: Any = psycopg.connect(address)
        insert = "INSERT INTO bare VALUES (%s)"
    else:
        connection = sqlite3.connect(address + ".bare")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        insert = "INSERT INTO bare VALUES (?)"
    connection.execute("CREATE TABLE bare (written TEXT)")
    connection.commit()
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        connection.execute(insert, (secrets.token_hex(100),))
        connection.commit()
        count += 1
    rate = count / (time.perf_counter() - start)
    connection.execute("DROP TABLE bare")
    connection.commit()
    connection.close()
    return rate


def measure(name: str, address: str) -> Iterator[str]:
    """Lines to print for one database."""
    database = Database(address)
    floor, seats = Floor(database), []
    for number in range(50):
        player = f"player-{number}"
        with database.write() as connection:
            token = people.issue(connection, player, Role.PLAYER, by=HOUSE, lifetime=timedelta(hours=1))[0]
        house.chips(floor, HOUSE, player, 10**9, cash_out=False)
        table = house.open_table(floor, HOUSE, GAME)["table"]
        house.sit(floor, people.Person(player, Role.PLAYER), table, 1)
        seats.append((token, table))
    full = house.open_table(floor, HOUSE, FULL)["table"]
    for number in range(SEATS):
        house.sit(floor, people.Person(f"player-{number}", Role.PLAYER), full, number + 1)
    bare = commits(address)
    # PostgreSQL takes as many processes as there are; an SQLite ledger has one.
    servers = [Server(address) for _ in range(WORKERS if "://" in address else 1)]
    for server in servers:
        server.start()
    ports = [server.port for server in servers]
    try:
        for count in (1, 50):
            uvloop.run(_load(ports, seats[:count], SECONDS / 3))  # warm
            before = _busy(servers)
            rate, latencies = uvloop.run(_load(ports, seats[:count]))
            spent = (_busy(servers) - before) / (rate * SECONDS) * 1000
            p50, p99 = statistics.median(latencies) * 1000, latencies[int(len(latencies) * 0.99)] * 1000
            yield (
                f"api, {name:10} {count:2} table{'s' if count > 1 else ' '} {rate:8,.0f} settled rounds/s   "
                f"a decision takes {p50:.1f} ms (p50), {p99:.1f} ms (p99)   bare commits {bare:,.0f}/s: "
                f"{2 * rate / bare:.2f} requests each   {spent:.2f} ms of CPU a round in {len(servers)} "
                f"process{'es' if len(servers) > 1 else ''}, load {os.getloadavg()[0]:.1f}"
            )
        tokens = [token for token, _ in seats[:SEATS]]
        for seconds in (SECONDS / 3, SECONDS):  # the first to warm
            taken: list[float] = []
            before, start = _busy(servers), time.perf_counter()
            requests = uvloop.run(_full_table(ports[0], tokens, full, start + seconds, taken))
            rate, spent = requests / (time.perf_counter() - start), _busy(servers) - before
        taken.sort()
        yield (
            f"api, {name:10} {SEATS} players at one table {rate:8,.0f} requests/s   a chip down takes "
            f"{statistics.median(taken) * 1000:.1f} ms (p50), {taken[int(len(taken) * 0.99)] * 1000:.1f} ms (p99)   "
            f"bare commits {bare:,.0f}/s: {rate / bare:.2f} requests each   {spent / requests * 1000:.2f} ms of CPU a request"
        )
    finally:
        for server in servers:
            server.kill()
    verdict = verify(database, prepare)
    assert verdict.sound, verdict.wrong
    database.close()


def rows() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield from measure("SQLite", f"{folder}/ledger.db")
    with contextlib.ExitStack() as stack:
        try:
            address = stack.enter_context(postgresql())
        except Exception as error:
            yield f"api, PostgreSQL: not measured: {error}"
            return
        yield from measure("PostgreSQL", address)


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
