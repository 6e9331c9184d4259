"""How the ledger's database is connected to."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from croupier.errors import BadInput
from croupier.ledger import schema
from croupier.ledger.batch import BATCH, Batch
from croupier.ledger.statements import PATIENCE


def url_of(given: str) -> str:
    """A database address; a bare path is an SQLite file."""
    if "://" not in given:
        return f"sqlite+pysqlite:///{given}"
    for short, long in (("postgresql://", "postgresql+psycopg://"), ("sqlite://", "sqlite+pysqlite://")):
        if given.startswith(short):
            return long + given.removeprefix(short)
    return given


def sqlite(path: str, *, writing: bool) -> Engine:
    """Connections to an SQLite file: one that writes, or many that read."""
    engine = create_engine(
        f"sqlite+pysqlite:///{path}",
        poolclass=QueuePool,
        pool_size=1 if writing else 40,
        max_overflow=0,
        connect_args={"check_same_thread": False, "timeout": PATIENCE},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=0"):
            connection.execute(f"PRAGMA {pragma}")
        if writing:  # receipts come in no order: the pages of their index stay in memory, 32 MB at most
            connection.execute("PRAGMA cache_size=-32000")

    if not writing:

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine


def check_ledger(path: Path, *, create: bool) -> None:
    """Refuse a file that is no ledger, before anything of it is changed; an empty one may become a ledger where one may be made.

    SQLite reads it itself: were it opened and closed here, every lock that this process holds on it would be gone.
    """
    if path.exists() and not path.is_file():
        raise BadInput(f"database: {path}: not a file")
    # Who only reads leaves a write-ahead log behind where there was none; who also writes brings one in that was left.
    mode = "ro" if path.with_name(f"{path.name}-wal").exists() else "rw"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=PATIENCE)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            ours = "about" in tables and _version(connection)
    except sqlite3.Error as error:
        raise BadInput(f"database: {path}: {error}") from None
    if not ours and (tables or not create):
        raise BadInput(
            f"database: {path}: {'another program keeps something else there' if tables else 'there is no ledger in it'}"
        )


def _version(connection: sqlite3.Connection) -> bool:
    """Does its `about` say of which version the ledger is?"""
    try:
        return connection.execute("SELECT value FROM about WHERE key = 'version'").fetchone() is not None
    except sqlite3.OperationalError as error:
        if "no such column" in str(error):
            return False
        raise


def renew_indices(connection: Connection) -> None:
    """Make those again that an earlier program made with a list in their condition: no question of today's finds them."""
    lists = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% NOT IN %'")
    stale = set(lists.scalars())
    for index in schema.events.indexes:
        if index.name in stale:
            index.drop(connection)
            index.create(connection)


def flush_first(engine: Engine) -> None:
    """A statement that does not go through the batch must find what the batch holds."""

    @event.listens_for(engine, "before_cursor_execute")
    def flush(connection: Connection, *_rest: Any) -> None:
        batch: Batch | None = connection.info.get(BATCH)
        if batch is not None:
            batch.direct()
