"""HTTP as uvicorn speaks it, except that the head of an answer waits for its body: one packet, for which a client wakes once.

Nothing waits longer than a turn of the event loop, and never more than one piece.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class OneWrite(HttpToolsProtocol):
    """The protocol of one connection; a socket that it becomes has the connection as it is."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(_Joining(transport, self.loop))

    def handle_websocket_upgrade(self) -> None:
        if isinstance(self.transport, _Joining):
            self.transport.flush()
            self.transport = self.transport.connection
        super().handle_websocket_upgrade()


class _Joining(asyncio.Transport):
    """A connection on which a piece is written together with the one that follows it, if that comes in the same turn."""

    def __init__(self, connection: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.connection, self._loop = connection, loop
        self._waits: bytes | None = None

    def write(self, data: bytes) -> None:  # type: ignore[override]
        if self._waits is None:
            self._waits = data
            self._loop.call_soon(self.flush)
        else:
            first, self._waits = self._waits, None
            self.connection.writelines((first, data))

    def flush(self) -> None:
        if self._waits is not None:
            first, self._waits = self._waits, None
            self.connection.write(first)

    def close(self) -> None:
        self.flush()
        self.connection.close()

    def is_closing(self) -> bool:
        return self.connection.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.connection.get_extra_info(name, default)

    def pause_reading(self) -> None:
        self.connection.pause_reading()

    def resume_reading(self) -> None:
        self.connection.resume_reading()
