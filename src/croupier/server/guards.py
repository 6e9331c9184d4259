"""What stands before every request: its size, its rate, and the headers of every answer."""

from __future__ import annotations

import json

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.server.rates import WINDOW, Rate, of_token
from croupier.server.workbench import Limits

_BEARER = "Bearer "
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


class Guards:
    """Refuse what is too large or too frequent; add the security headers to everything else."""

    def __init__(self, app: ASGIApp, limits: Limits, rate: Rate) -> None:
        self.app, self.limits, self.rate = app, limits, rate
        self.unknown = Rate(rate.most)
        """Tokens nobody knows, by address: without this every guess would be a new client."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        api = scope["type"] in ("http", "websocket") and scope["path"].startswith("/api/")
        if scope["type"] == "websocket" and api and self.rate.often(_address(scope)):
            await send({"type": "websocket.close", "code": 1013})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                if message["status"] == 401:
                    self.unknown.count(_address(scope))
                given = {name for name, _ in message["headers"]}
                added = _HEADERS | {"content-security-policy": _API if api else _PAGE}
                if api:
                    added["cache-control"] = "no-store"
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in added.items() if name.encode() not in given),
                ]
            await send(message)

        if api and (self.unknown.full(_address(scope)) or self.rate.often(_client(scope, headers))):
            await _refuse(answer, 429, self.rate.refusal, retry=True)
            return
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > self.limits.body:
            await _refuse(answer, 413, self._too_large())
            return
        await self.app(scope, self._limited(receive) if b"transfer-encoding" in headers else receive, answer)

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


def _address(scope: Scope) -> str:
    return str((scope.get("client") or ("?",))[0])


def _client(scope: Scope, headers: dict[bytes, bytes]) -> str:
    """Who asks, as far as can be told before the token is looked up."""
    said = headers.get(b"authorization", b"").decode("latin-1")
    return of_token(said.removeprefix(_BEARER)) if said else _address(scope)


async def _refuse(send: Send, status: int, why: str, *, retry: bool = False) -> None:
    body = json.dumps({"error": why, "clause": None}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if retry:
        headers.append((b"retry-after", str(int(WINDOW)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
