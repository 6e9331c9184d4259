"""Group commit for a database with one writer: whoever waits for the writer joins the transaction that is open.

Whoever joins works in a savepoint of their own, so that one refusal undoes one's own work alone; nobody is answered before the
commit they share is on the disk. The disk is asked once for all who came meanwhile. The first has nobody's work to spare: refused,
the whole transaction is undone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import Connection, Engine

MOST = 64
"""So many share one commit at most: nobody waits longer for the others than for the disk."""


@dataclass(slots=True)
class _Group:
    connection: Connection
    size: int = 0
    settled: threading.Event = field(default_factory=threading.Event)
    error: Exception | None = None


class Together:
    """The one writer of a database, shared by the threads of this process."""

    def __init__(self, engine: Engine, fatal: Callable[[BaseException], bool]) -> None:
        """`fatal` says of an error whether the transaction as a whole is lost with it."""
        self._engine, self._fatal = engine, fatal
        self._lock, self._count = threading.Lock(), threading.Lock()
        self._waiting = 0
        self._group: _Group | None = None

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One piece of work; left without an error, it is on the disk."""
        with self._count:
            self._waiting += 1
        with self._lock:
            with self._count:
                self._waiting -= 1
            group = self._group
            if group is None:
                connection = self._engine.connect()
                try:
                    connection.begin()
                except BaseException:
                    connection.close()
                    raise
                group = self._group = _Group(connection)
            group.size += 1
            try:
                if group.size == 1:
                    yield group.connection
                else:
                    with group.connection.begin_nested():
                        yield group.connection
            except BaseException as error:
                if group.size == 1 or self._fatal(error):
                    self._end(group, error if isinstance(error, Exception) else RuntimeError(str(error)))
                else:
                    self._end_if_last(group)
                raise
            self._end_if_last(group)
        group.settled.wait()
        if group.error is not None:
            raise group.error

    def _end_if_last(self, group: _Group) -> None:
        with self._count:
            last = self._waiting == 0
        if last or group.size >= MOST:
            self._end(group, None)

    def _end(self, group: _Group, error: Exception | None) -> None:
        self._group = None
        try:
            if error is None:
                group.connection.commit()
            else:
                group.connection.rollback()
        except Exception as failed:
            error = error or failed
        finally:
            group.error = error
            group.connection.close()
            group.settled.set()
