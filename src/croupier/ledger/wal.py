"""SQLite's write-ahead log, brought into the database's file beside the writer: no commit waits for that."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from threading import Thread
from typing import Any

_EVENTS = 1000
"""After so many events, some 50 MB at most, the log is brought in."""
_BRING = "PRAGMA wal_checkpoint(PASSIVE)"


class WriteAheadLog:
    """The log of one database. What fails here is not lost: it stays in the log, which is as durable as the file."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._events = 0
        self._bringing: Thread | None = None

    def grown(self, events: int) -> None:
        self._events += events

    def tend(self, writer: Any) -> None:
        """Between two commits, when nobody waits for an answer."""
        if self._bringing is None:
            if self._events >= _EVENTS:
                self._events = 0
                thread = Thread(target=self._bring, name="ledger-log", daemon=True)
                thread.start()
                self._bringing = thread
        elif not self._bringing.is_alive():
            # What was written meanwhile is little. With nothing left to bring in, the next commit begins the log anew.
            self._bringing = None
            with suppress(sqlite3.Error):
                writer.execute(_BRING).fetchall()

    def _bring(self) -> None:
        with suppress(sqlite3.Error), closing(sqlite3.connect(self._path)) as connection:
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute(_BRING).fetchall()
