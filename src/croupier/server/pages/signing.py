"""Who looks at a page: a browser's session and its token, found anew whenever a page does or shows anything.

A browser comes in and goes out by an address of ours, which gives it a new session each time: nobody can have set it one
beforehand, and what it had is worth nothing afterwards. A page's socket is its browser's: another may neither join it nor
speak for it. A page whose person is not who it was drawn for is emptied at once.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import socketio  # type: ignore[import-untyped]
from fastapi import Request
from fastapi.responses import RedirectResponse
from nicegui import Client, app, background_tasks, core, ui

from croupier.server import people
from croupier.server.people import Person
from croupier.server.remembered import Latest
from croupier.server.sessions import Sessions, new_session
from croupier.server.workbench import Workbench

LASTS, MOST_TICKETS = 60.0, 10_000
REFUSED = "Implicit handshake failed"
"""In the words that make a browser load the page anew: after a restart its pages are nobody's."""
LOOKS = 1.0
"""Seconds after which pages look for what another process did to their tokens."""


class Ticket(NamedTuple):
    """Leave for one browser to change who it is, by going to the address of that name once."""

    name: str
    token: str | None
    to: str
    until: float


class Signing:
    """The browsers of this process, and the pages drawn for them."""

    def __init__(self, bench: Workbench) -> None:
        self.bench, self.sessions = bench, Sessions(bench.database)
        self._tickets: Latest[Ticket] = Latest(MOST_TICKETS)
        """By session, one each: whoever asks again and again takes nobody else's."""
        self._pages: dict[str, tuple[Client, Person]] = {}
        self._looking = asyncio.Lock()

    def declare(self) -> None:
        """The address by which browsers come in and go out, and the watch over pages."""
        app.get("/enter/{ticket}", include_in_schema=False)(self._enter)
        app.on_startup(self._watch)
        self.bench.floor.listen(people.TOKENS, self._stir)

    # Who

    def person(self, client: Client) -> Person | None:
        """Who looks at this page now."""
        return self.sessions.person(_session_of(client))

    def drawn_for(self, client: Client, person: Person) -> None:
        """The page shows what is for this person's eyes: it is emptied when its browser is somebody else's, or nobody's."""
        self._pages[client.id] = (client, person)
        client.on_delete(lambda: self._pages.pop(client.id, None))

    # Coming and going

    def change(self, client: Client, token: str | None, *, to: str | None = None, instead: bool = True) -> None:
        """Send a browser off to become the holder of a token, or nobody; it comes back to this page, or goes on `to` another."""
        own = client.request.url
        # An address that begins with two strokes would lead to another's server.
        here = "/" + own.path.lstrip("/\\") + (f"?{own.query}" if own.query else "")
        session, name = _session_of(client), secrets.token_urlsafe(32)
        self._tickets.keep(session, Ticket(name, token, to or here, time.monotonic() + LASTS))
        go = "replace" if instead else "assign"
        client.run_javascript(f"location.{go}('/enter/{name}'{'' if to else ' + location.hash'})")

    async def _enter(self, request: Request, ticket: str) -> RedirectResponse:
        old = str(request.session.get("id", ""))
        found = self._tickets.get(old)
        if found is None or found.until < time.monotonic() or not _same(found.name, ticket):
            return RedirectResponse("/", 303)
        del self._tickets[old]
        session = new_session()
        await asyncio.to_thread(self.sessions.end, old)
        if found.token is not None:
            await asyncio.to_thread(self.sessions.begin, session, found.token)
        request.session.clear()
        request.session["id"] = session
        self._stir()
        return RedirectResponse(found.to, 303)

    # Watching

    def _stir(self) -> None:
        """Some token or session is not what it was; this comes on any thread."""
        if core.loop is not None:
            core.loop.call_soon_threadsafe(lambda: background_tasks.create(self.look(), name="signed out"))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOKS)
            await self.look()

    async def look(self) -> None:
        """Empty every page that was drawn for somebody else than its browser is now."""
        async with self._looking:
            pages = list(self._pages.values())
            sessions = {_session_of(client) for client, _ in pages}
            try:
                now = await asyncio.to_thread(self.sessions.people, sessions)
            except Exception:  # the database is away: nothing new can be shown either, and it is asked again soon
                return
            for client, person in pages:
                if now.get(_session_of(client)) != person and self._pages.pop(client.id, None) is not None:
                    _empty(client)


def _empty(client: Client) -> None:
    if not client.is_deleted:
        with client:
            client.content.clear()
            ui.label("You are not signed in any more.").props("data-testid=signed-out")
        client.run_javascript("location.reload()")


def _session_of(client: Client) -> str:
    return str(client.request.session["id"])


def _same(one: str, other: str | None) -> bool:
    return other is not None and hmac.compare_digest(one.encode(), other.encode())


# Sockets


def bind_sockets(sio: socketio.AsyncServer) -> None:
    """Let a socket speak for pages of its own browser only: those whose session its cookie carries."""
    handlers: dict[str, Callable[..., Any]] = sio.handlers["/"]
    connect = handlers["connect"]

    async def connected(sid: str, environ: dict[str, Any], auth: Any = None) -> None:
        named = parse_qs(environ.get("QUERY_STRING", "")).get("client_id", [""])[0]
        if not _owns(environ, named):
            raise socketio.exceptions.ConnectionRefusedError(REFUSED)
        await connect(sid, environ, auth)

    def bound(handle: Callable[..., Any]) -> Callable[[str, Any], Awaitable[Any]]:
        async def heard(sid: str, message: Any = None) -> Any:
            if not isinstance(message, dict) or not _owns(sio.get_environ(sid) or {}, message.get("client_id")):
                return False
            answer = handle(sid, message)
            return await answer if asyncio.iscoroutine(answer) else answer

        return heard

    handlers["connect"] = connected
    handlers |= {name: bound(handlers[name]) for name in ("handshake", "event", "javascript_response", "ack")}


def _owns(environ: dict[str, Any], client_id: Any) -> bool:
    client = Client.instances.get(client_id) if isinstance(client_id, str) else None
    session = environ.get("asgi.scope", {}).get("session") or {}
    return client is not None and _same(_session_of(client), session.get("id"))
