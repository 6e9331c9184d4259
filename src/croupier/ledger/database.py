"""Where the ledger is kept: one code on SQLite and PostgreSQL. A commit that returns is on the disk."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, insert, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from croupier.errors import BadInput, CroupierError, MissingExtra, Refused
from croupier.ledger import books, schema, seal
from croupier.ledger.anchors import Anchors
from croupier.ledger.batch import Batch
from croupier.ledger.checkpoints import Checkpoints
from croupier.ledger.engines import check_ledger, flush_first, renew_indices, sqlite, url_of
from croupier.ledger.faults import busy, gone, integrity, lost_race, of_database, plain
from croupier.ledger.files import Watch, data_folder, folder_for, made, tightened
from croupier.ledger.recent import Recent
from croupier.ledger.statements import PostgreSQL, SQLite
from croupier.ledger.together import Together, Write
from croupier.ledger.wal import WriteAheadLog

SHARED = ("cage", "tips", "commission", "practice-tips", "practice-commission", "practice-cage")
"""Accounts every table uses: there from the beginning, so that two tables never open one at once."""
LONG = 0.02
"""Seconds: where a commit takes longer, an event loop makes none for a while."""
_AWAY = "the database does not answer; nothing was changed, ask again"
_DOUBT = "the database was lost while this was being written, and whether it was cannot be seen: look, or ask again under the same key"
_BUSY = "another program is writing the ledger; nothing was changed, ask again"
_log = logging.getLogger("croupier.ledger")
logging.getLogger("psycopg").setLevel(logging.ERROR)  # a pipeline cut short by a lost race is no news: the race is told
Answer = TypeVar("Answer")


class Halted(CroupierError):
    """The database cannot be written. Where it failed, nothing more is taken until the server is started again."""


class Away(Halted):
    """Not now, and the next moment perhaps; what it says names no file and no address."""


class Database:
    """Ways in: `submit` and `write`, work that commits or changes nothing, and `read`."""

    def __init__(self, address: str, *, create: bool = True) -> None:
        self.address = address
        self.failed: str | None = None
        self.path: str | None = None
        """The file, where the ledger is one."""
        self._watch: Watch | None = None
        self._log: WriteAheadLog | None = None
        self.checkpoints = Checkpoints(self)
        self.tokens = Recent[Any](0.5)
        """Tokens looked up within the last moment: emptied when one is revoked here, and old before anybody notices elsewhere."""
        self.latest = ""
        """The latest time that tokens were judged by."""
        self._connection: Connection | None = None
        self._store: SQLite | PostgreSQL | None = None
        self._at_once, self._slow_until = False, 0.0
        try:
            url, path = make_url(url_of(address)), ""
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
                if create:
                    folder_for(Path(path))
                    made(Path(path))
                check_ledger(Path(path), create=create)
                self._watch, self._log = Watch(Path(path)), WriteAheadLog(path)
                self._writer, self._reader = sqlite(path, writing=True), sqlite(path, writing=False)
            else:
                waits = {"connect_timeout": 5}
                self._writer = create_engine(url, pool_size=1, max_overflow=1, connect_args=waits)
                self._reader = create_engine(url, pool_size=16, max_overflow=32, pool_pre_ping=True, connect_args=waits)
            self._key_file = Path(
                os.environ.get(seal.ENVIRONMENT) or (f"{path}.key" if self.sqlite else data_folder() / "house.key")
            )
            self.key = seal.key_at(self._key_file, create=create)
            flush_first(self._writer)
            self._together = Together(self)
            try:
                self._prepare(create)
                if self.path is not None:
                    self._own(self.path)
            except BaseException:
                self.close()
                raise
        except (ArgumentError, NoSuchModuleError):
            raise BadInput("database: an address is sqlite:///file.db or postgresql://host/name") from None
        except DBAPIError as error:
            raise BadInput(f"database: {str(error.orig).splitlines()[0]}") from None
        except UnicodeDecodeError:  # names in a damaged file
            raise BadInput("database: the file is damaged") from None
        except ImportError:
            raise MissingExtra("a ledger on PostgreSQL", "postgres") from None
        except ValueError as error:  # a port that is no number
            raise BadInput(f"database: {error}") from None
        except OSError as error:
            raise BadInput(f"database: {error.filename}: {error.strerror}") from None

    def _own(self, path: str) -> None:
        """The files are for their owner alone, now that they are known to be a ledger's."""
        for end in ("", "-wal", "-shm"):
            with suppress(PermissionError):
                tightened(Path(path + end))

    def _prepare(self, create: bool) -> None:
        if create:
            with self._writer.begin() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE" if self.sqlite else "SELECT pg_advisory_xact_lock(20261115)")
                schema.metadata.create_all(connection)
                if self.sqlite:
                    renew_indices(connection)
                if connection.execute(select(schema.about.c.value).where(schema.about.c.key == "version")).first() is None:
                    connection.execute(insert(schema.about).values(key="version", value=schema.VERSION))
                    connection.execute(insert(schema.accounts), [{"id": name, "kind": name, "balance": 0} for name in SHARED])
        with self._reader.begin() as connection:
            missing = schema.metadata.tables.keys() - set(inspect(connection).get_table_names())
            if missing:
                raise BadInput(f"database: this is no whole ledger: it has no {', '.join(sorted(missing))}")
            found = connection.execute(select(schema.about.c.value).where(schema.about.c.key == "version")).scalar()
            if found != schema.VERSION:
                raise BadInput(
                    f"database: this ledger is of version {found}, and this program writes version {schema.VERSION} only"
                )

    # Writing

    def submit(self, write: Write) -> Future[Any]:
        """Have it written; the answer comes when it is on the disk."""
        write.future = Future()
        if self.failed:
            write.future.set_exception(Halted(self.failed))
        else:
            self._together.submit(write)
        return write.future

    async def written(self, write: Write) -> Any:
        """The same, awaited."""
        if self.failed:
            raise Halted(self.failed)
        loop = asyncio.get_running_loop()
        waiter = loop.create_future()
        write.waiter = (loop, waiter)
        self._together.ask(write, loop)
        return await waiter

    def do(self, work: Callable[[Connection], Answer]) -> Answer:
        """One piece of work, and its answer; it may be begun more than once, and is done once."""
        answer: Answer = self.submit(Write(work)).result()
        return answer

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction by itself, worked on in the caller's thread while the writer waits."""
        given: Future[Connection] = Future()
        over: SimpleQueue[BaseException | None] = SimpleQueue()

        def hand_over(connection: Connection) -> None:
            given.set_result(connection)
            error = over.get()
            if error is not None:
                raise error

        def not_begun(found: Future[Any]) -> None:
            if not given.done():
                given.set_exception(found.exception() or RuntimeError("nothing was begun"))

        done = self.submit(Write(hand_over, alone=True))
        done.add_done_callback(not_begun)
        connection = given.result()
        try:
            yield connection
        except BaseException as error:
            over.put(error)
            failed = done.exception()
            if failed is error or failed is None:
                raise
            raise failed from error
        over.put(None)
        done.result()

    # What the writer asks for: see `together.Transactions`

    def at_once(self) -> bool:
        """Not where the database is elsewhere, was slow a moment ago, or is being written by another program."""
        if not isinstance(self._store, SQLite) or time.monotonic() < self._slow_until:
            return False
        self._at_once = self._store.begin(wait=False)
        return self._at_once

    def begin(self) -> tuple[Connection, Batch]:
        if self.failed:
            raise Halted(self.failed)
        if self._connection is None:
            self._connection = self._writer.connect()
            driver = self._connection.connection.driver_connection
            self._store = SQLite(driver) if self.sqlite else PostgreSQL(driver)
        assert self._store is not None
        self._store.begin()
        return self._connection, Batch(self._store)

    def commit(self, batch: Batch) -> None:
        with batch.store.together():
            batch.flush()
            start = time.monotonic()
            batch.store.driver.commit()
        if self._at_once and (now := time.monotonic()) - start > LONG:
            self._slow_until = now + 1.0
        self._at_once = False
        batch.committed()
        if self._watch is not None and (taken := self._watch.changed()):
            self._lost(taken, batch.store.rescue())

    def _lost(self, taken: str, saved: bool) -> None:
        """A file of the ledger was taken away or exchanged: what is written now goes nowhere, and that must be said."""
        known = (
            "what was acknowledged is saved in the ledger's file" if saved else "what was acknowledged last may be lost with it"
        )
        self.failed = f"the ledger cannot be written: {taken} was removed or exchanged under the running server; {known}"
        _log.critical(self.failed)
        raise Halted(self.failed)

    def rollback(self) -> None:
        """Undo what was begun. What state the connection is in after an error is not asked: the next has another."""
        connection, self._connection = self._connection, None
        store, self._store = self._store, None
        if store is not None:
            with suppress(Exception):
                store.driver.rollback()
        if connection is not None:
            with suppress(Exception):
                connection.invalidate()
            with suppress(Exception):
                connection.close()

    def in_books(self, batch: Batch, mark: tuple[int, str]) -> bool:
        return batch.store.has(*mark)

    def doubtful(self, error: BaseException) -> bool:
        """Having failed like this, may a commit have been made all the same?"""
        return not self.sqlite and gone(error)

    def again(self, error: BaseException, *, doubt: bool, tries: int) -> bool:
        """Is there sense in trying once more? After a lost race, and after a lost connection."""
        if lost_race(error):
            return not busy(error)
        if self.sqlite or not gone(error):
            return False
        if doubt or tries == 0:
            time.sleep(0.2 * tries)
            return True
        return False

    def judged(self, error: BaseException, *, doubt: bool) -> BaseException:
        """What those who wanted to write are told. A failed write is not trusted again; a lost connection is made anew."""
        if isinstance(error, Halted) or not of_database(error):
            return error
        if busy(error):
            return Away(_BUSY)
        if lost_race(error):
            if "settles" in str(error) or "reverses" in str(error):
                return Refused("that settlement has already been posted")
            return error
        said = plain(error)
        _log.error("the ledger cannot be written: %s", said)
        if gone(error) and not self.sqlite:
            return Away(_DOUBT if doubt else _AWAY)
        self.failed = f"the ledger cannot be written: {said}"
        return Halted(self.failed)

    def refused(self, error: BaseException) -> bool:
        """Is only the one who got this error refused, and not the whole transaction lost?"""
        return not of_database(error) or integrity(error)

    def committed(self, batch: Batch) -> None:
        if "token-revoked" in batch.kinds:
            self.tokens.clear()
        if self.checkpoints.due(batch):
            self.submit(Write(self.checkpoints.work, streams=(books.HOUSE,)))
        if self._log is not None:
            self._log.grown(batch.added)

    def told(self) -> None:
        if self._log is not None and self._store is not None:
            self._log.tend(self._store.driver)

    def checkpoint(self) -> None:
        """Write every table's head that has moved into the house's chain, and sign where that stands."""
        self.submit(Write(self.checkpoints.work, streams=(books.HOUSE,))).result()

    @property
    def anchors(self) -> Anchors:
        """The signed anchors of this ledger, in a file beside it or, where it is on a server, beside the house's key."""
        path = (
            Path(f"{self.path}.anchors") if self.path else self._key_file.with_name(f"{self.checkpoints.ledger()[:16]}.anchors")
        )
        return Anchors(path, self.key)

    # Seeds of rounds being played

    def sealed(self, seed: str | None, round_id: str) -> str | None:
        """The seed as it may lie in the books while the round is played."""
        if seed is None:
            return None
        self.key = self.key or seal.key_at(self._key_file, create=True)
        assert self.key is not None
        return self.key.seal(seed, round_id)

    def unsealed(self, kept: str | None, round_id: str) -> str | None:
        """The seed that was kept; raises `Unsealed` where this house's key does not open it."""
        if kept is None or not seal.is_sealed(kept):
            return kept
        if self.key is None:
            raise seal.Unsealed(f"{round_id}: its seed is sealed, and the house's key is not there ({self._key_file.name})")
        return self.key.open(kept, round_id)

    # Reading

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

    def trouble(self) -> str | None:
        """Why nothing can be written now, as far as can be told; None where the database answers."""
        if self.failed:
            return self.failed
        try:
            with self.read() as connection:
                connection.execute(select(schema.about.c.value))
        except SQLAlchemyError:
            return "the database does not answer"
        return None

    def close(self) -> None:
        self._together.close()
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
            self._connection = self._store = None
        self._writer.dispose()
        self._reader.dispose()
        if self._watch is not None:  # SQLite takes its log away with the last connection: the next has one of its own
            self._watch.forget()
