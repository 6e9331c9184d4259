"""Answers over a real connection: head and body come in one packet, and nothing that must come earlier waits for it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from croupier.server.one_write import OneWrite

BODY = b'{"said": "yes"}'


async def _app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        said = await receive()
        await send({"type": "websocket.send", "text": said["text"] * 2})
        await send({"type": "websocket.close"})
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(BODY))]})
    if scope["path"] == "/later":
        await asyncio.sleep(0.2)
    await send({"type": "http.response.body", "body": BODY[:5], "more_body": True})
    await send({"type": "http.response.body", "body": BODY[5:]})


def _serving(work: Callable[[int], Awaitable[None]]) -> None:
    async def serve() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            server = uvicorn.Server(uvicorn.Config(_app, http=OneWrite, lifespan="off", log_level="critical"))
            running = asyncio.create_task(server.serve([listening]))
            await work(listening.getsockname()[1])
            server.should_exit = True
            await running

    asyncio.run(serve())


async def _line(port: int, *sent: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for part in sent:
        writer.write(part)
    return reader, writer


@pytest.mark.parametrize("times", [1, 3])
def test_an_answer_is_whole_however_many_were_asked_for(times: int) -> None:
    async def ask(port: int) -> None:
        reader, writer = await _line(port, b"GET / HTTP/1.1\r\nHost: here\r\n\r\n" * times)
        for _ in range(times):
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
            assert await reader.readexactly(len(BODY)) == BODY
        writer.close()

    _serving(ask)


def test_the_head_comes_with_the_body() -> None:
    def first(port: int) -> bytes:
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            return line.recv(65536)

    async def ask(port: int) -> None:
        for _ in range(20):
            assert (await asyncio.to_thread(first, port)).partition(b"\r\n\r\n")[2]

    _serving(ask)


def test_a_head_does_not_wait_for_a_body_that_takes_its_time() -> None:
    async def ask(port: int) -> None:
        reader, writer = await _line(port, b"GET /later HTTP/1.1\r\nHost: here\r\n\r\n")
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 0.15)
        assert await reader.readexactly(len(BODY)) == BODY
        writer.close()

    _serving(ask)


def test_an_answer_without_a_body_and_one_that_ends_the_line() -> None:
    async def ask(port: int) -> None:
        for head in (b"HEAD / HTTP/1.1\r\nConnection: close", b"GET / HTTP/1.1\r\nConnection: close"):
            reader, writer = await _line(port, head + b"\r\nHost: here\r\n\r\n")
            whole = await asyncio.wait_for(reader.read(), 5)
            assert whole.partition(b"\r\n\r\n")[2] == (b"" if head.startswith(b"HEAD") else BODY)
            writer.close()
        reader, writer = await _line(port, b"HEAD / HTTP/1.1\r\nHost: here\r\n\r\n")
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
        writer.close()

    _serving(ask)


def test_a_client_that_waits_to_be_asked_for_its_body_is_asked() -> None:
    async def ask(port: int) -> None:
        reader, writer = await _line(
            port, b"POST / HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        )
        assert b" 100 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
        writer.write(b"{}")
        assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
        writer.close()

    _serving(ask)


def test_a_socket_is_opened_and_answered() -> None:
    async def ask(port: int) -> None:
        async with connect(f"ws://127.0.0.1:{port}/") as line:
            await line.send("ja")
            assert await line.recv() == "jaja"

    _serving(ask)
