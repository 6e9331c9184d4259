"""Who serves a ledger, and how the last one ended.

An SQLite ledger has one server at a time: a lock of the operating system, which ends with its process however that ends. A PostgreSQL
ledger may have several; each holds a shared lock there, so that a newcomer knows whether it is the first.

A stop is *orderly* when the server was told to stop, answered or gave up what it had taken, and could still write that it stopped. A
server that comes first and does not find that written comes after a death, and what was being played then was interrupted.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import ClassVar, Protocol

from sqlalchemy import Connection, delete, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import BadInput
from croupier.ledger import schema
from croupier.ledger.database import Database, Halted

SERVING, BY, YES, NO = "serving", "served-by", "yes", "no"
LOCK = 20261116
EVERY = 5.0
"""Seconds between two looks whether the lock in PostgreSQL still stands: it goes when the database is started again."""


class Before(Enum):
    """What a server finds when it comes."""

    STOPPED = "nobody serves this ledger, and the last server stopped in order, or there was none"
    DIED = "nobody serves it, and the last server died"
    OTHERS = "others serve it"


class _Lock(Protocol):
    def first(self) -> bool:
        """Take it: does nobody else serve this ledger?"""

    def last(self) -> bool:
        """Is nobody else left?"""

    def close(self) -> None: ...


@contextmanager
def serving(database: Database, address: str) -> Iterator[Before]:
    """Serve this ledger, as the only one where there can be only one; says what was found."""
    lock: _Lock = _Shared(database) if database.path is None else _Own(database, address)
    try:
        before = Before.OTHERS if not lock.first() else Before.DIED if _written(database, SERVING) == YES else Before.STOPPED
        _write(database, SERVING, YES)
        yield before
        if lock.last():
            _write(database, SERVING, NO)
    finally:
        lock.close()


def _written(database: Database, key: str) -> str | None:
    with database.read() as connection:
        found = connection.execute(select(schema.about.c.value).where(schema.about.c.key == key)).scalar()
    return None if found is None else str(found)


def _write(database: Database, key: str, value: str) -> None:
    """Say so in the ledger; one that cannot be written is served for reading, and does not stop in order."""
    with suppress(Halted, SQLAlchemyError), database.write() as connection:
        connection.execute(delete(schema.about).where(schema.about.c.key == key))
        connection.execute(insert(schema.about).values(key=key, value=value))


class _Own:
    """A lock on an SQLite ledger's own file, whatever it is called and whatever is removed beside it.

    SQLite's own locks are of another kind and are not met. But the system drops those of a whole process with the first descriptor of
    the file that it closes: a descriptor taken here is let go of, kept, and used again, and never closed.
    """

    _kept: ClassVar[dict[tuple[int, int], list[int]]] = {}

    def __init__(self, database: Database, address: str) -> None:
        assert database.path is not None
        self.database, self.ledger, self.address = database, Path(database.path).resolve(), address
        self.file: int | None = None

    def first(self) -> bool:
        try:
            self.file = self._itself() if sys.platform == "linux" else self._beside()
        except OSError:  # where no file can be made no ledger can be written either
            return True
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(f"database: {self.ledger} is served already, by {self._other()}") from None
        self._sign()
        return True

    def _itself(self) -> int:
        found = self.ledger.stat()
        kept = self._kept.get((found.st_dev, found.st_ino))
        return kept.pop() if kept else os.open(self.ledger, os.O_RDONLY)

    def _beside(self) -> int:
        """Where a system has one kind of locks only, SQLite needs those on the ledger for itself."""
        return os.open(f"{self.ledger}-serving", os.O_RDWR | os.O_CREAT, 0o600)

    def _sign(self) -> None:
        """Say who serves it, in the ledger's own file: there whoever knows it by another name reads it, too."""
        _write(self.database, BY, f"process {os.getpid()} at {self.address}")
        with suppress(sqlite3.Error), closing(sqlite3.connect(self.ledger)) as connection:
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _other(self) -> str:
        with suppress(SQLAlchemyError):
            return _written(self.database, BY) or "another process"
        return "another process"

    def last(self) -> bool:
        return True

    def close(self) -> None:
        if self.file is not None:
            fcntl.flock(self.file, fcntl.LOCK_UN)
            found = os.fstat(self.file)
            self._kept.setdefault((found.st_dev, found.st_ino), []).append(self.file)
            self.file = None


class _Shared:
    """A lock in PostgreSQL that every server holds; taken anew by a thread where the connection was lost."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.connection: Connection | None = None
        self._leaving, self._thread = threading.Event(), threading.Thread(target=self._keep, daemon=True)

    def _ask(self, function: str) -> bool:
        assert self.connection is not None
        return bool(self.connection.execute(text(f"SELECT {function}({LOCK})")).scalar())

    def _join(self) -> None:
        self.connection = self.database.lasting()
        self._ask("pg_advisory_lock_shared")

    def first(self) -> bool:
        self.connection = self.database.lasting()
        alone, until = self._ask("pg_try_advisory_lock"), time.monotonic() + 0.5
        while not alone and time.monotonic() < until:  # the database may not have noticed yet that a killed server hung up
            time.sleep(0.05)
            alone = self._ask("pg_try_advisory_lock")
        self._ask("pg_advisory_lock_shared")
        if alone:
            self._ask("pg_advisory_unlock")
        self._thread.start()
        return alone

    def _keep(self) -> None:
        while not self._leaving.wait(EVERY):
            with suppress(SQLAlchemyError):
                try:
                    assert self.connection is not None
                    self.connection.execute(text("SELECT 1"))
                except SQLAlchemyError:
                    self._join()

    def last(self) -> bool:
        self._leaving.set()
        self._thread.join()
        with suppress(SQLAlchemyError):
            self._ask("pg_advisory_unlock_shared")
            return self._ask("pg_try_advisory_lock")
        return False

    def close(self) -> None:
        self._leaving.set()
        if self.connection is not None:
            with suppress(SQLAlchemyError):
                self.connection.invalidate()  # the lock goes with it
                self.connection.close()
