"""A table as it happens, over a WebSocket: the token in the first message, then the table after every change."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import CroupierError
from croupier.ledger.database import Halted
from croupier.server import people, playing, seeing
from croupier.server.api import Key, refusal
from croupier.server.models import Answers
from croupier.server.workbench import Workbench

router = APIRouter()
_KEY: TypeAdapter[str | None] = TypeAdapter(Key)
TABLE = re.compile(r"t[0-9a-f]{8}")
POLL = 0.5
"""Seconds after which a socket looks for what another process wrote."""


@router.websocket("/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Say `{"token": ...}`; then read `{"table": ...}` whenever it changes, and answer with `{"acts": [...], "key": ...}`."""
    bench: Workbench = socket.app.state.workbench
    if not TABLE.fullmatch(table):
        await socket.close(code=1008)
        return
    await socket.accept()
    try:
        hello = await asyncio.wait_for(socket.receive_json(), 10)
        token = str(hello.get("token") or "") if isinstance(hello, dict) else ""
        person = await asyncio.to_thread(people.identify, bench.database, token)
        await asyncio.to_thread(bench.floor.read, table, lambda found: None)
    except (CroupierError, Halted, SQLAlchemyError) as error:
        await socket.send_json(refusal(error)[1])
        await socket.close(code=1008)
        return
    except (WebSocketDisconnect, TimeoutError, ValueError, KeyError):
        await _close(socket)
        return
    if not bench.sockets.take(person.share):
        fault = f"more than {bench.sockets.most} sockets of one person, or of guests at one address"
        await socket.send_json({"error": fault, "clause": None})
        await socket.close(code=1013)
        return
    changed, loop = asyncio.Event(), asyncio.get_running_loop()

    def wake() -> None:
        loop.call_soon_threadsafe(changed.set)

    stops = [bench.floor.listen(name, wake) for name in (table, people.TOKENS)]
    telling = asyncio.create_task(_tell(socket, bench, token, table, changed))
    try:
        while True:
            message = await socket.receive_json()
            if bench.rate.often(person.share):
                await socket.send_json({"error": bench.rate.refusal, "clause": None})
                await socket.close(code=1013)
                return
            await _answer(socket, bench, token, table, message)
    except (WebSocketDisconnect, ValueError, KeyError, RuntimeError):
        pass
    finally:
        bench.sockets.give_back(person.share)
        for stop in stops:
            stop()
        telling.cancel()
        await _close(socket)


async def _close(socket: WebSocket) -> None:
    with suppress(RuntimeError):  # already closed from the other side
        await socket.close()


async def _tell(socket: WebSocket, bench: Workbench, token: str, table: str, changed: asyncio.Event) -> None:
    """The table, whenever it is another than last told, to whom the token is then; one revoked or run out ends it."""
    last: tuple[int, dict[str, int]] | None = None

    def look() -> dict[str, Any] | None:
        person = people.identify(bench.database, token)
        moved = seeing.stage(bench.floor, table) != last
        return seeing.see(bench.floor, person, table) if moved else None

    try:
        while True:
            changed.clear()
            seen = await asyncio.to_thread(look)
            if seen is not None:
                last = (seen["seq"], seen["meters"])
                await socket.send_json({"table": seen})
            try:
                await asyncio.wait_for(changed.wait(), POLL)
            except TimeoutError:
                continue
    except (CroupierError, Halted, SQLAlchemyError) as error:
        await socket.send_json(refusal(error)[1])
        await _close(socket)
    except (RuntimeError, WebSocketDisconnect):
        return  # the other side hung up while it was being told


async def _answer(socket: WebSocket, bench: Workbench, token: str, table: str, message: Any) -> None:
    try:
        given = dict(message) if isinstance(message, dict) else {}
        key = _KEY.validate_python(given.pop("key", None))
        body = Answers.model_validate(given)

        def work() -> dict[str, Any]:
            person = people.identify(bench.database, token)  # the token may have been revoked since the socket was opened
            forms: list[Any] = [list(act) for act in body.acts]
            return playing.answer(
                bench.floor,
                person,
                table,
                forms,
                new_round=body.new_round,
                expected=body.expected,
                key=key,
            )

        await socket.send_json({"receipt": await asyncio.to_thread(work)})
    except ValidationError as error:
        await socket.send_json({"error": error.errors()[0]["msg"], "clause": None})
    except (CroupierError, Halted, SQLAlchemyError) as error:
        await socket.send_json(refusal(error)[1])
