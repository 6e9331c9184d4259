"""What one answered request costs, in CPU: the application before the ledger, and the ledger with its commit.

Best of many short slices of CPU time, which says much the same on a busy machine as on a quiet one; `benchmarks.serving` measures
what a client sees. Everything runs in one thread here, in memory where the system has files there: no switch between the server's
thread and the writer's, no socket, and no wait for a disk from which the processor comes back with cold caches.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest import mock

from benchmarks.serving import GAME, OPEN, PLAY
from croupier.ledger import together
from croupier.ledger.database import Database
from croupier.server import house, people, playing
from croupier.server.app import create_app
from croupier.server.people import HOUSE, Role
from croupier.server.workbench import Limits, Workbench

SLICES, ROUNDS = 40, 50
_MEMORY = "/dev/shm"


def _best(slices: Iterator[None]) -> float:
    """CPU milliseconds a request, in the best slice; each has `ROUNDS` rounds of two requests."""
    next(slices)
    found = []
    for _ in range(SLICES):
        start = time.process_time()
        next(slices)
        found.append(time.process_time() - start)
    return min(found) / (2 * ROUNDS) * 1000


def _ledger(workbench: Workbench, table: str) -> Iterator[None]:
    """Rounds played and committed one by one, in this thread."""
    person = people.Person("player", Role.PLAYER)
    while True:
        for _ in range(ROUNDS):
            for body in (OPEN, PLAY):
                new_round = bool(body.get("new_round"))
                playing.answer(workbench.floor, person, table, body["acts"], new_round=new_round, key=secrets.token_hex(8))
        yield


def _application(workbench: Workbench, table: str, token: str) -> Iterator[None]:
    """The same requests through the whole application, to a table that answers at once."""
    app, loop = create_app(workbench, pages=False), asyncio.new_event_loop()

    async def answered(*_given: Any, **_more: Any) -> dict[str, Any]:
        return {"event": 1, "seq": 1, "table": table, "round": f"{table}-1", "acts": OPEN["acts"]}

    async def ask(body: bytes) -> None:
        headers = {"host": "127.0.0.1", "authorization": f"Bearer {token}", "content-type": "application/json"}
        headers |= {"idempotency-key": secrets.token_hex(8), "content-length": str(len(body))}
        path = f"/api/v1/tables/{table}/answers"
        scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "client": ("127.0.0.1", 1)}
        scope["headers"] = [(name.encode(), value.encode()) for name, value in headers.items()]

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            assert message.get("status", 200) == 200, message

        await app(scope, receive, send)

    async def slice_() -> None:
        for _ in range(ROUNDS):
            for body in (OPEN, PLAY):
                await ask(json.dumps(body).encode())

    while True:
        with mock.patch.object(playing, "answered", answered):
            loop.run_until_complete(slice_())
        yield


def rows() -> Iterator[str]:
    with tempfile.TemporaryDirectory(dir=_MEMORY if Path(_MEMORY).is_dir() else None) as folder:
        database = Database(f"{folder}/ledger.db")
        workbench = Workbench(database, limits=Limits(requests=10**9))
        with database.write() as connection:
            token = people.issue(connection, "player", Role.PLAYER, by=HOUSE, lifetime=timedelta(hours=1))[0]
        house.chips(workbench.floor, HOUSE, "player", 10**9, cash_out=False)
        table = house.open_table(workbench.floor, HOUSE, GAME)["table"]
        house.sit(workbench.floor, people.Person("player", Role.PLAYER), table, 1)
        yield f"request, application    {_best(_application(workbench, table, token)):.3f} ms of CPU: guards, identity, body, answer"

        def at_once(writer: together.Together, write: together.Write) -> None:
            writer._write([write])
            together._tell([write])

        with mock.patch.object(together.Together, "submit", at_once):
            yield f"request, ledger         {_best(_ledger(workbench, table)):.3f} ms of CPU: the game, the books, one commit on SQLite"
        database.close()


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
