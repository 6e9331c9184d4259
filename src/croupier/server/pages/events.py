"""What browsers send over the pages' socket: so much from each, of the right shape, and nothing of it into the log."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from nicegui import core

from croupier.server.rates import Rate, of_address

EACH, TOGETHER = 600, 6000
"""Events of one socket, and of all from one address, in ten seconds: faster than people click and type."""
ENTER, TEXT = "0", ("0", "1", "2", "3")
"""What a message begins with that comes in, and what those do that have no bytes beside them."""
_SHAPES: dict[str, dict[str, type]] = {
    "handshake": {"client_id": str, "tab_id": str, "document_id": str},
    "event": {"client_id": str, "id": int, "listener_id": str},
    "javascript_response": {"client_id": str, "request_id": str},
    "ack": {"client_id": str, "next_message_id": int},
}
_MISSHAPEN = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)


def install() -> None:
    """Stand before the handlers of the pages' sockets."""
    handlers = core.sio.handlers["/"]
    if handlers["log"] is _dropped:
        return
    each, together = Rate(EACH), Rate(TOGETHER)

    def guarded(name: str, handler: Callable[..., Any]) -> Callable[..., Any]:
        async def taken(sid: str, *message: Any) -> Any:
            if each.often(sid) or together.often(_address(sid)):
                await core.sio.disconnect(sid)
                return None
            if len(message) != 1 or not well_formed(name, message[0]):
                return None
            try:
                found = handler(sid, message[0])
                return await found if inspect.isawaitable(found) else found
            except _MISSHAPEN:  # what a page's own handler raises is dealt with before it comes here
                return None

        return taken

    for name in _SHAPES:
        handlers[name] = guarded(name, handlers[name])
    handlers["connect"] = _connecting(handlers["connect"])
    machinery = core.sio.eio.handlers
    machinery["message"] = _in_text(machinery["message"])
    handlers["log"] = _dropped


def well_formed(name: str, message: Any) -> bool:
    """Has the message what its handler takes for granted?"""
    return isinstance(message, dict) and all(
        isinstance(message.get(key), kind) and not isinstance(message.get(key), bool) for key, kind in _SHAPES[name].items()
    )


def _connecting(handler: Callable[..., Any]) -> Callable[..., Any]:
    async def connect(sid: str, environ: Any, *more: Any) -> Any:
        try:
            found = handler(sid, environ, *more)
            return await found if inspect.isawaitable(found) else found
        except _MISSHAPEN:
            return False

    return connect


def _in_text(handler: Callable[..., Any]) -> Callable[..., Any]:
    """No page sends bytes: what waits for its bytes, as many as it says, would be kept though its socket were closed.

    Nor does a page come in twice by one socket.
    """

    async def heard(socket: str, said: Any) -> Any:
        kind = said[:1] if isinstance(said, str) else ""
        if kind not in TEXT or (kind == ENTER and core.sio.manager.sid_from_eio_sid(socket, "/") is not None):
            await _hang_up(socket)
            return None
        try:
            return await handler(socket, said)
        except _MISSHAPEN:
            return None

    return heard


async def _hang_up(socket: str) -> None:
    """At once: its own machinery asks the browser to, and goes on listening to one that does not."""
    environ = core.sio.environ.get(socket) or {}
    if environ.get("asgi.scope", {}).get("type") == "websocket":
        with suppress(RuntimeError, OSError):  # closed already, from either side
            await environ["asgi.send"]({"type": "websocket.close", "code": 1003})
    await core.sio.eio.disconnect(socket)


def _address(sid: str) -> str:
    scope = (core.sio.get_environ(sid) or {}).get("asgi.scope") or {}
    return of_address(str((scope.get("client") or ("?",))[0]))


def _dropped(_sid: str, *_message: Any) -> None:
    """A browser does not write the server's log."""
