"""Group commit: one writes at a time, whoever wants to write waits for it, and all who came meanwhile share one commit.

Each works on what those before it in the group have done, and is refused alone; nobody is answered before the commit they share
is on the disk. While the disk is busy the next group gathers. A group that lost a race with another process is tried again one
by one.

A thread writes what is queued. An event loop writes for its own: everybody who asked in one turn of it, when the turn is over.
That wakes no thread, and two threads do not wrest the interpreter from each other. Where it would mean waiting, the thread does it.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Connection

from croupier.ledger.batch import BATCH, Batch
from croupier.ledger.gate import Gate

_log = logging.getLogger("croupier.ledger")
MOST = 16
"""So many share one commit at most: whoever comes when a group has just begun waits for few, not for everybody."""
LINGER = 0.001
"""Seconds the thread waits at most for as many as shared the last commits."""
_TRIES = 4


@dataclass(slots=True, eq=False)
class Write:
    """One piece of work, and what is known beforehand of what it will look at."""

    work: Callable[[Connection], Any]
    streams: tuple[str, ...] = ()
    receipt: tuple[str, str] | None = None
    accounts: Callable[[], Iterable[str]] = tuple
    lock: Gate | None = None
    """Held from the moment the work begins until the commit is on the disk."""
    undo: Callable[[BaseException], None] = lambda error: None
    """Called, under the lock, where nothing came of it."""
    alone: bool = False
    """Shares no commit, and is not tried a second time."""
    answer: Any = None
    error: BaseException | None = None
    future: Future[Any] | None = None
    waiter: tuple[asyncio.AbstractEventLoop, asyncio.Future[Any]] | None = None


class Transactions(Protocol):
    """What the writer needs of a database."""

    def at_once(self) -> bool:
        """Begin now, if nothing need be waited for on the way to the commit."""

    def begin(self) -> tuple[Connection, Batch]: ...
    def commit(self, batch: Batch) -> None: ...
    def rollback(self) -> None: ...
    def in_books(self, batch: Batch, mark: tuple[int, str]) -> bool: ...
    def doubtful(self, error: BaseException) -> bool: ...
    def again(self, error: BaseException, *, doubt: bool, tries: int) -> bool: ...
    def judged(self, error: BaseException, *, doubt: bool) -> BaseException: ...
    def refused(self, error: BaseException) -> bool: ...
    def committed(self, batch: Batch) -> None: ...
    def told(self) -> None:
        """Everybody has their answer: the time for what nobody waits for."""


class Together:
    """The one writer of a process: whose turn it is, a thread or an event loop."""

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._guard, self._turn = threading.Lock(), threading.Lock()
        self._asked: deque[Write] = deque()
        """By an event loop, in this turn of its."""
        self._loop: asyncio.AbstractEventLoop | None = None
        """The one that will write them when the turn is over."""
        self.sizes: list[int] = []
        """How many shared each of the last commits."""

    def submit(self, write: Write) -> None:
        with self._guard:
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, args=(self._queue,), name="ledger", daemon=True)
                self._thread.start()
            self._queue.put(write)

    def close(self) -> None:
        """Write what is waiting, then stop. Who comes later has a queue and a thread of their own, after this one."""
        with self._guard:
            thread, self._thread = self._thread, None
            waiting, self._queue = self._queue, queue.SimpleQueue()
        if thread is not None:
            waiting.put(None)
            thread.join()
        with self._turn:  # an event loop may be at it
            pass

    def ask(self, write: Write, loop: asyncio.AbstractEventLoop) -> None:
        """From an event loop: have it written when this turn of the loop is over."""
        self._asked.append(write)
        if self._loop is not loop:
            self._loop = loop
            loop.call_soon(self._answer, loop)

    def _answer(self, loop: asyncio.AbstractEventLoop) -> None:
        group: list[Write] = []
        while self._asked and len(group) < MOST:
            group.append(self._asked.popleft())
        try:
            if group and not self._at_once(group, loop):
                for write in group:
                    self.submit(write)
        finally:  # the others follow when these have been told, and not before
            self._loop = loop if self._asked else None
            if self._asked:
                loop.call_soon(self._answer, loop)

    def _at_once(self, group: list[Write], loop: asyncio.AbstractEventLoop) -> bool:
        """Write it in this thread, unless that means waiting."""
        if not self._turn.acquire(blocking=False):
            return False
        held: list[Gate] = []
        try:
            for write in group:
                if write.lock is not None:
                    if not write.lock.attempt():  # somebody looks there
                        return False
                    held.append(write.lock)
            if not self._transactions.at_once():
                return False
            self._commit(group, loop)
            return True
        finally:
            for gate in held:
                gate.__exit__()
            self._turn.release()

    def _serve(self, waiting: queue.SimpleQueue[Write | None]) -> None:
        for group in self._groups(waiting):
            with self._turn:
                self._commit(group)

    def _commit(self, group: list[Write], here: asyncio.AbstractEventLoop | None = None) -> None:
        self.sizes = [*self.sizes[-99:], len(group)]
        self._write(group)
        _tell(group, here)
        _afterwards(self._transactions.told)

    def _groups(self, waiting: queue.SimpleQueue[Write | None]) -> Iterator[list[Write]]:
        """Whoever waits, a group at a time, until the end of the queue."""
        kept = None
        while (first := kept or waiting.get()) is not None:
            group, kept = [first], None
            came, until = max(self.sizes[-2:], default=1), time.monotonic() + LINGER
            while not first.alone and len(group) < MOST:
                # Who was answered together asks together again: the first of them waits a little for the others.
                left = until - time.monotonic() if len(group) < came else 0.0
                try:
                    following = waiting.get(timeout=left) if left > 0 else waiting.get_nowait()
                except queue.Empty:
                    break
                if following is None or following.alone:
                    if following is None:
                        waiting.put(None)
                    kept = following
                    break
                group.append(following)
            yield group

    def _write(self, group: list[Write]) -> None:
        mark: tuple[int, str] | None = None
        failed: BaseException | None = None
        for tries in range(_TRIES):
            failed, doubt = self._attempt(group, mark)
            if failed is None:
                return
            mark = doubt or mark
            if group[0].alone or not self._transactions.again(failed, doubt=mark is not None, tries=tries):
                break
            if len(group) > 1 and mark is None:
                for write in group:
                    self._write([write])
                return
        assert failed is not None
        judged = self._transactions.judged(failed, doubt=mark is not None)
        for write in group:
            write.answer, write.error = None, judged

    def _attempt(self, group: list[Write], mark: tuple[int, str] | None) -> tuple[BaseException | None, tuple[int, str] | None]:
        """One transaction: the error it failed with, and what would be in the books if it is not known whether it did.

        `mark` is that of an earlier attempt: with its chains locked it can be seen whether it is there, and then all is done.
        """
        committing, batch = False, None
        locks: list[Gate] = []
        try:
            try:
                connection, batch = self._transactions.begin()
                streams = {stream for write in group for stream in write.streams}
                receipts = {write.receipt for write in group if write.receipt is not None}
                accounts = {account for write in group for account in write.accounts()}
                batch.prefetch(streams, receipts, accounts, len(group) + 2)
                if mark is not None and self._transactions.in_books(batch, mark):
                    self._transactions.rollback()
                    return None, None
                connection.info[BATCH] = batch
                try:
                    for write in group:
                        if write.lock is not None:
                            write.lock.__enter__()
                            locks.append(write.lock)
                        self._one(connection, batch, write)
                finally:
                    connection.info.pop(BATCH, None)
                committing = True
                self._transactions.commit(batch)
            except BaseException as error:
                self._transactions.rollback()
                for write in group:
                    write.undo(error)
                unknown = committing and batch is not None and self._transactions.doubtful(error)
                return error, batch.mark if unknown and batch is not None else None
            _afterwards(self._transactions.committed, batch)
        finally:
            while locks:
                locks.pop().__exit__()
        return None, None

    def _one(self, connection: Connection, batch: Batch, write: Write) -> None:
        write.answer = write.error = None
        batch.begin()
        try:
            write.answer = write.work(connection)
            batch.end()
        except BaseException as error:
            if not self._transactions.refused(error):
                raise
            batch.forget()
            write.undo(error)
            write.error = error


def _afterwards(work: Callable[..., None], *given: Any) -> None:
    """What is done once a commit was made. It stands whatever becomes of that, and whoever waits is told, and whoever comes next is."""
    try:
        work(*given)
    except Exception as error:
        _log.error("after a commit: %s", error, exc_info=error)


def _tell(group: list[Write], here: asyncio.AbstractEventLoop | None = None) -> None:
    """Everybody their answer; those who wait in one event loop are told in one go, and at once where it is this one."""
    loops: dict[asyncio.AbstractEventLoop, list[Write]] = {}
    for write in group:
        if write.waiter is not None:
            loops.setdefault(write.waiter[0], []).append(write)
        elif write.future is not None:
            if write.error is not None:
                write.future.set_exception(write.error)
            else:
                write.future.set_result(write.answer)
    for loop, writes in loops.items():
        if loop is here:
            _deliver(writes)
            continue
        with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
            loop.call_soon_threadsafe(_deliver, writes)


def _deliver(writes: list[Write]) -> None:
    for write in writes:
        assert write.waiter is not None
        waiter = write.waiter[1]
        if waiter.done():  # hung up meanwhile
            continue
        if write.error is not None:
            waiter.set_exception(write.error)
        else:
            waiter.set_result(write.answer)
