"""Where the ledger is kept: one code on SQLite and PostgreSQL. A commit that returns is on the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.pool import QueuePool

from croupier.errors import BadInput
from croupier.ledger import schema
from croupier.ledger.together import Together

SHARED = ("cage", "tips", "commission", "practice-tips", "practice-commission")
"""Accounts every table uses: there from the beginning, so that two tables never open one at once."""


class Halted(Exception):
    """The database failed while writing. Nothing more is taken until the server is started again."""


def _url(given: str) -> str:
    """A database address; a bare path is an SQLite file."""
    if "://" not in given:
        return f"sqlite+pysqlite:///{given}"
    for short, long in (("postgresql://", "postgresql+psycopg://"), ("sqlite://", "sqlite+pysqlite://")):
        if given.startswith(short):
            return long + given.removeprefix(short)
    return given


def _sqlite(path: str, *, writing: bool) -> Engine:
    engine = create_engine(
        f"sqlite+pysqlite:///{path}",
        poolclass=QueuePool,
        # One writer in this process: others wait here in turn, not in SQLite's busy loop.
        pool_size=1 if writing else 40,
        max_overflow=0,
        connect_args={"check_same_thread": False, "timeout": 30},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


class Database:
    """Two ways in: `write`, one transaction that commits or changes nothing, and `read`."""

    def __init__(self, address: str, *, create: bool = True) -> None:
        self.address = address
        self.failed: str | None = None
        self.path: str | None = None
        """The file, where the ledger is one."""
        try:
            url = make_url(_url(address))
            self.sqlite = url.get_backend_name() == "sqlite"
            if not self.sqlite and url.get_backend_name() != "postgresql":
                raise ArgumentError
            if self.sqlite:
                path = url.database or ""
                if not path or path == ":memory:":
                    raise BadInput("database: a ledger in memory would be lost; name a file")
                if not create and not Path(path).exists():
                    raise BadInput(f"database: there is no ledger at {path}")
                self.path = path
                self._writer, self._reader = _sqlite(path, writing=True), _sqlite(path, writing=False)
            else:
                engine = create_engine(url, pool_size=16, max_overflow=32, pool_pre_ping=True)
                self._writer = self._reader = engine
            self._together = Together(self._writer, _fatal) if self.sqlite else None
            try:
                self._prepare(create)
            except BaseException:
                self.close()
                raise
        except (ArgumentError, NoSuchModuleError):
            raise BadInput("database: an address is sqlite:///file.db or postgresql://host/name") from None
        except DBAPIError as error:
            raise BadInput(f"database: {str(error.orig).splitlines()[0]}") from None
        except (ImportError, ValueError) as error:  # a driver that is not installed; a port that is no number
            raise BadInput(f"database: {error}") from None
        except UnicodeDecodeError:  # names in a damaged file
            raise BadInput("database: the file is damaged") from None

    def _prepare(self, create: bool) -> None:
        if create:
            with self._writer.begin() as connection:
                if not self.sqlite:  # several workers may start at once
                    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(20261115)")
                schema.metadata.create_all(connection)
                if connection.execute(select(schema.about.c.value).where(schema.about.c.key == "version")).first() is None:
                    connection.execute(insert(schema.about).values(key="version", value=schema.VERSION))
                    connection.execute(insert(schema.accounts), [{"id": name, "kind": name, "balance": 0} for name in SHARED])
        with self._reader.begin() as connection:
            missing = schema.metadata.tables.keys() - set(inspect(connection).get_table_names())
            if missing:
                raise BadInput(f"database: this is no whole ledger: it has no {', '.join(sorted(missing))}")
            found = connection.execute(select(schema.about.c.value).where(schema.about.c.key == "version")).scalar()
            if found != schema.VERSION:
                raise BadInput(f"database: ledger version {found}, this program writes {schema.VERSION}")

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction. Where the database itself fails, nothing more is written: the ledger never goes on after that."""
        if self.failed:
            raise Halted(self.failed)
        try:
            with self._together.write() if self._together else self._writer.begin() as connection:
                yield connection
        except DBAPIError as error:
            if lost_race(error):
                raise
            message = f"the ledger cannot be written: {str(_first(error).orig).splitlines()[0]}"
            if not error.connection_invalidated:  # a lost connection is made anew; a failed write is not trusted again
                self.failed = message
            raise Halted(message) from error

    @contextmanager
    def read(self) -> Iterator[Connection]:
        with self._reader.begin() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Reading at leisure while others write: everything as it stood at one moment."""
        with self._reader.connect() as connection:
            if not self.sqlite:  # there a transaction that reads sees one moment anyway
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    def lasting(self) -> Connection:
        """A connection outside any transaction, for a lock that is held as long as it lives."""
        return self._reader.connect().execution_options(isolation_level="AUTOCOMMIT")

    def close(self) -> None:
        self._writer.dispose()
        self._reader.dispose()


def _first(error: DBAPIError) -> DBAPIError:
    """What went wrong first: a transaction the database has given up cannot be undone step by step, and says so too."""
    found, earlier = error, error.__context__
    while earlier is not None:
        found, earlier = earlier if isinstance(earlier, DBAPIError) else found, earlier.__context__
    return found


def _fatal(error: BaseException) -> bool:
    return isinstance(error, DBAPIError) and not lost_race(error)


def lost_race(error: DBAPIError) -> bool:
    """A broken constraint, a lost race or a long wait is an answer, not a failure of the database."""
    state = getattr(error.orig, "sqlstate", None)
    busy = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    return isinstance(error, IntegrityError) or busy or state in ("40001", "40P01", "55P03")
