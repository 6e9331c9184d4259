"""Pages are drawn by the thread that answers everybody: whoever loads many waits after each as long as it took.

Somebody invited has a share of their own, whoever else is at their address; all others share their address's.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.server.guards import address_of, refuse
from croupier.server.rates import WINDOW, Rate, Turns
from croupier.server.sessions import Sessions

PAGE = 50
"""A page counts for so many requests."""
LONGEST = 1.0
"""Seconds at most between two pages to one person or address."""


class Loading:
    """One page at a time to each, and so many in ten seconds."""

    def __init__(self, app: ASGIApp, rate: Rate, sessions: Sessions) -> None:
        self.app, self.rate, self.sessions = app, rate, sessions
        self.turns = Turns(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith("/_nicegui"):
            await self.app(scope, receive, send)
            return
        name = await self._who(scope)
        if self.rate.often(name, PAGE):
            await refuse(send, 429, f"more than {max(1, self.rate.most // PAGE)} pages in {WINDOW:.0f} seconds", retry=True)
            return
        await self.turns.take(name)
        began, waiting = time.monotonic(), True

        def pass_on() -> None:
            nonlocal waiting
            if waiting:
                waiting = False
                pause = min(time.monotonic() - began, LONGEST)
                asyncio.get_running_loop().call_later(pause, self.turns.give_back, name)

        async def answer(message: Message) -> None:
            pass_on()  # once it is drawn: whoever reads slowly keeps nobody else waiting
            await send(message)

        try:
            await self.app(scope, receive, answer)
        finally:
            pass_on()

    async def _who(self, scope: Scope) -> str:
        session = scope.get("session", {}).get("id")
        person = None
        if session:
            with suppress(SQLAlchemyError):  # without its database nobody is known, and the page will say so
                person = await asyncio.to_thread(self.sessions.person, session)
        return f"page {address_of(scope)}" if person is None else f"page of {person.share}"
