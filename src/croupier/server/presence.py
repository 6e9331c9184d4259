"""Who serves a ledger, and how the last one ended.

An SQLite ledger has one server at a time: a lock of the operating system, which ends with its process however that ends. A PostgreSQL
ledger may have several; each holds a shared lock there, so that a newcomer knows whether it is the first.

A stop is *orderly* when the server was told to stop, answered or gave up what it had taken, and could still write that it stopped. A
server that comes first and does not find that written comes after a death, and what was being played then was interrupted.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, delete, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import BadInput
from croupier.ledger import schema
from croupier.ledger.database import Database, Halted

SERVING, YES, NO = "serving", "yes", "no"
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
    lock: _Lock = _Shared(database) if database.path is None else _Own(Path(database.path), address)
    try:
        before = Before.OTHERS if not lock.first() else Before.DIED if _written(database) == YES else Before.STOPPED
        _write(database, YES)
        yield before
        if lock.last():
            _write(database, NO)
    finally:
        lock.close()


def _written(database: Database) -> str | None:
    with database.read() as connection:
        found = connection.execute(select(schema.about.c.value).where(schema.about.c.key == SERVING)).scalar()
    return None if found is None else str(found)


def _write(database: Database, value: str) -> None:
    """Say so in the ledger; one that cannot be written is served for reading, and does not stop in order."""
    with suppress(Halted, SQLAlchemyError), database.write() as connection:
        connection.execute(delete(schema.about).where(schema.about.c.key == SERVING))
        connection.execute(insert(schema.about).values(key=SERVING, value=value))


class _Own:
    """A file beside an SQLite ledger, locked while its server lives, with that server's name in it."""

    def __init__(self, ledger: Path, address: str) -> None:
        self.ledger, self.address = ledger.resolve(), address
        self.file: int | None = None

    def first(self) -> bool:
        try:
            import fcntl
        except ImportError:  # no such locks on this system
            return True
        try:
            self.file = os.open(f"{self.ledger}-serving", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:  # where no file can be made no ledger can be written either
            return True
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            other = os.read(self.file, 200).decode(errors="replace").strip() or "another process"
            raise BadInput(f"database: {self.ledger} is served already, by {other}") from None
        os.ftruncate(self.file, 0)
        os.pwrite(self.file, f"process {os.getpid()} at {self.address}\n".encode(), 0)
        return True

    def last(self) -> bool:
        return True

    def close(self) -> None:
        if self.file is not None:
            os.close(self.file)


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
