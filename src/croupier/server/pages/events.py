"""What browsers send over the pages' socket: so much from each, of the right shape, and nothing of it into the log."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from nicegui import core

from croupier.server.rates import Rate, of_address

EACH, TOGETHER = 600, 6000
"""Events of one socket, and of all from one address, in ten seconds: faster than people click and type."""
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


def _address(sid: str) -> str:
    scope = (core.sio.get_environ(sid) or {}).get("asgi.scope") or {}
    return of_address(str((scope.get("client") or ("?",))[0]))


def _dropped(_sid: str, *_message: Any) -> None:
    """A browser does not write the server's log."""
