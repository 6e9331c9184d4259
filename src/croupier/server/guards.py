"""What stands before every request: its size, its rate, how many at once, and the headers of every answer."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import anyio
import anyio.to_thread
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.errors import CroupierError
from croupier.server import people
from croupier.server.rates import WINDOW, Known, Open, Rate, Turns, bearer, of_address, of_token
from croupier.server.workbench import Workbench

GUEST = 100
"""A new guest counts for so many requests."""
PIECE = 2 * 1024
"""Bytes of a request for which it counts once more: whoever sends much has it read by the thread that answers everybody."""
MESSAGES = 6000
"""What sockets of one address may send in ten seconds, counted as requests are: it is read by that thread too."""
LOOKUPS, PAUSE, REFUSAL = 4, 0.05, 0.2
"""Tokens looked up at once before their request is let in; seconds a token waits for it where too much was guessed, and a guess then
for its refusal: the queue is short that a good one comes into."""
_HEALTH = "/api/v1/health"
_PAGE = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'self'"
)
_API = "default-src 'none'; frame-ancestors 'none'"
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def _encoded(**more: str) -> list[tuple[bytes, bytes]]:
    added = _HEADERS | {name.replace("_", "-"): value for name, value in more.items()}
    return [(name.encode(), value.encode()) for name, value in added.items()]


_OF_PAGES, _OF_API = _encoded(content_security_policy=_PAGE), _encoded(content_security_policy=_API, cache_control="no-store")


class Guards:
    """Refuse what is too large, too frequent or too much at once; add the security headers to everything else."""

    def __init__(self, app: ASGIApp, workbench: Workbench) -> None:
        self.app, self.workbench, self.limits, self.rate = app, workbench, workbench.limits, workbench.rate
        self.guesses = Rate(self.rate.most)
        """Tokens nobody knows, by address: every guess would be a new client otherwise."""
        self.known = Known()
        self.at_once = Turns(self.limits.at_once)
        self.sockets = Open(self.limits.sockets)
        self.messages = Rate(MESSAGES)
        self._lookups, self._guessed = anyio.CapacityLimiter(LOOKUPS), anyio.CapacityLimiter(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        if self.rate.often(address) or not self.sockets.take(address):
            await send({"type": "websocket.close", "code": 1013})
            return
        try:
            await self.app(scope, self._heard(address, receive, send), send)
        finally:
            self.sockets.give_back(address)

    def _heard(self, address: str, receive: Receive, send: Send) -> Receive:
        """What a socket sends, whoever reads it then; where its address sends too much, the socket is closed and has hung up."""

        async def heard() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and self.messages.often(address, 1 + _size(message) // PIECE):
                with suppress(RuntimeError, OSError):  # closed already, from either side
                    await send({"type": "websocket.close", "code": 1013})
                return {"type": "websocket.disconnect", "code": 1013}
            return message

        return heard

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, api = dict(scope["headers"]), scope["path"].startswith("/api/")

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                added = _OF_API if api else _OF_PAGES
                message["headers"] = [*message["headers"], *(header for header in added if header[0] not in given)]
            await send(message)

        length = headers.get(b"content-length", b"0")
        if len(length) > 12 or not length.isdigit() or int(length) > self.limits.body:
            await refuse(answer, 413, self._too_large())
            return
        if b"transfer-encoding" in headers:
            receive, length = self._limited(receive), str(self.limits.body).encode()
        if not api:
            # Pages have limits of their own: see pages/loading.py. Their scripts and pictures come from here.
            cost = 1 + int(length) // PIECE
            if scope["path"].startswith("/_nicegui") and self.rate.often(f"parts {address_of(scope)}", cost):
                await refuse(answer, 429, self.rate.refusal, retry=True)
            else:
                await self.app(scope, receive, answer)
            return
        client = await self._client(scope)
        if client is None:
            await asyncio.sleep(REFUSAL)
        if client is None or self.rate.often(client, GUEST if _new_guest(scope) else 1 + int(length) // PIECE):
            await refuse(answer, 429, self.rate.refusal, retry=True)
            return
        async with self.at_once.turn(client):
            await self.app(scope, receive, answer)

    async def _client(self, scope: Scope) -> str | None:
        """Out of whose share a request comes: that of a good token's holder, else the address's; None for one guess too many.

        A good token is never refused for what others try from its address.
        """
        address, secret = address_of(scope), bearer(scope["headers"])
        alive = f"{_HEALTH} " if scope["path"] == _HEALTH else ""
        if secret is None:
            return alive + address
        name = of_token(secret)
        share = self.known.share(name)
        if share is None:
            share = await self._looked_up(secret, address)
            if share is None:
                return f"{alive}guess {address}" if alive or not self.guesses.often(address) else None
            self.known.add(name, share)
        return alive + share

    async def _looked_up(self, secret: str, address: str) -> str | None:
        """The share of whoever holds a token that was not here lately; where too much was guessed later, and one by one."""
        if not self.guesses.full(address):
            return await anyio.to_thread.run_sync(self._share, secret, limiter=self._lookups)
        await asyncio.sleep(PAUSE)
        return await anyio.to_thread.run_sync(self._share, secret, limiter=self._guessed)

    def _share(self, secret: str) -> str | None:
        try:
            return people.identify(self.workbench.database, secret).share
        except (CroupierError, SQLAlchemyError):  # with no database nobody is known, and the route will say so
            return None

    def _too_large(self) -> str:
        return f"a request has at most {self.limits.body} bytes"

    def _limited(self, receive: Receive) -> Receive:
        """A body sent in pieces, refused where it grows too large."""
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > self.limits.body:
                raise HTTPException(413, self._too_large())
            return message

        return counted


def _size(message: Message) -> int:
    return len(message.get("text") or message.get("bytes") or "")


def address_of(scope: Scope) -> str:
    """Where a request comes from, as limits count it."""
    return of_address(str((scope.get("client") or ("?",))[0]))


def _new_guest(scope: Scope) -> bool:
    return bool(scope["method"] == "POST" and scope["path"] == "/api/v1/guests")


async def refuse(send: Send, status: int, why: str, *, retry: bool = False) -> None:
    """One line, before anything was done."""
    body = json.dumps({"error": why, "clause": None}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if retry:
        headers.append((b"retry-after", str(int(WINDOW)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
