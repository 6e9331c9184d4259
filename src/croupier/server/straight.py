"""The short way for what is asked most: answers to a table, plainly put, go to the table past all routing.

Anything else takes the usual way, with what was read of it: another address, and a request of the wrong shape, which is told there
what is wrong. The route in `routes/tables.py` describes this request, and does the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.errors import CroupierError
from croupier.server import rates
from croupier.server.api import PREFIX, refused
from croupier.server.models import Answers
from croupier.server.routes.tables import answered
from croupier.server.workbench import Workbench

_ANSWERS = re.compile(rf"{PREFIX}/tables/(t[0-9a-f]{{8}})/answers")
_KEY = re.compile(rb"[!-~]{1,100}")


class Straight:
    """Stands before the application's own routing, behind every guard."""

    def __init__(self, app: ASGIApp, workbench: Workbench) -> None:
        self.app, self.workbench = app, workbench

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _ANSWERS.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        headers = _plain(scope["headers"]) if found is not None else None
        if found is None or headers is None:
            await self.app(scope, receive, send)
            return
        first = await receive()
        body = _read(first)
        if body is None:
            await self.app(scope, _again(first, receive), send)
            return
        key = headers.get(b"idempotency-key")
        response: Response
        try:
            given = None if key is None else key.decode()
            response = await answered(self.workbench, rates.bearer(scope["headers"]), found[1], body, given)
        except (CroupierError, SQLAlchemyError) as error:
            response = refused(error)
        await response(scope, receive, send)


def _plain(given: Sequence[tuple[bytes, bytes]]) -> dict[bytes, bytes] | None:
    """The headers, where none is there twice and nothing is to be said about any."""
    headers = dict(given)
    if len(headers) != len(given) or b"transfer-encoding" in headers or headers.get(b"content-type") != b"application/json":
        return None
    return headers if _KEY.fullmatch(headers.get(b"idempotency-key", b"none")) else None


def _read(first: Message) -> Answers | None:
    """The answers, where all of them came at once and in the right shape."""
    if first["type"] != "http.request" or first.get("more_body"):
        return None
    try:
        return Answers.model_validate_json(first.get("body", b""))
    except ValueError:  # what pydantic says of a wrong shape is one
        return None


def _again(first: Message, receive: Receive) -> Receive:
    """What was received, as if it had not been."""
    kept = [first]

    async def received() -> Message:
        return kept.pop() if kept else await receive()

    return received
