"""How the ledger's database is connected to."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

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
