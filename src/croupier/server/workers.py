"""Heavy work beside the server: in processes of its own, behind a queue in which everybody has their turn, and not for ever."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from croupier.errors import BadInput, Busy, CroupierError
from croupier.server.askers import uninvited
from croupier.server.working import Told

FAILED = "the work stopped with an error that the server's log has"

log = logging.getLogger(__name__)


class Ended(CroupierError):
    """The work was called off, or took longer than it may."""


class Worker:
    """One process, started when it is first asked and again after it was ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._starting = threading.Lock()

    @property
    def process(self) -> int | None:
        return None if self._process is None else self._process.pid

    def ask(self, work: str, arguments: Mapping[str, Any], *, seconds: float | None = None, told: Told | None = None) -> Any:
        """Have it done there; past its time, or when somebody ends the process, it is `Ended`."""
        process = self._begin()
        late = None if seconds is None else threading.Timer(seconds, self._end, [process])
        if late is not None:
            late.start()
        try:
            assert process.stdin is not None and process.stdout is not None
            with suppress(BrokenPipeError):
                process.stdin.write(json.dumps([work, dict(arguments)]) + "\n")
                process.stdin.flush()
            for line in process.stdout:
                said = json.loads(line)
                if "told" in said:
                    try:
                        if told is not None:
                            told(*said["told"])
                    except BaseException:
                        self._end(process)
                        raise
                elif "refused" in said:
                    raise BadInput(said["refused"])
                elif "failed" in said:
                    log.error("%s failed\n%s", work, said["failed"])
                    raise CroupierError(FAILED)
                else:
                    return said["answer"]
            self._end(process)
            raise Ended("it was called off or took too long")
        finally:
            if late is not None:
                late.cancel()

    def _begin(self) -> subprocess.Popen[str]:
        with self._starting:
            if self._process is None or self._process.poll() is not None:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "croupier.server.working"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    encoding="utf-8",
                    env={**os.environ, "PYTHONIOENCODING": "utf-8"},
                )
            return self._process

    @staticmethod
    def _end(process: subprocess.Popen[str]) -> None:
        process.kill()
        process.wait()

    def end(self) -> None:
        """Call off what it does, and see the process gone."""
        if self._process is not None:
            self._end(self._process)


@dataclass(slots=True)
class _Task:
    """A piece of work, out of whose share it came first, and everybody who waits for it."""

    share: str
    work: str
    arguments: Mapping[str, Any]
    until: float
    waiting: list[Future[Any]] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)

    @property
    def given_up(self) -> bool:
        return all(future.cancelled() for future in self.waiting)

    def tell(self, done: int, total: int | None, message: str) -> None:
        """Pass on how far it is; where nobody waits any more it is called off."""
        if self.given_up:
            raise Ended("nobody waits for it")
        for told in self.told:
            told(done, total, message)


NOBODY = ""
"""Who asks for what is foreseen."""


class Pool:
    """A few workers. Each share has a turn after the others, so many questions at once, and an answer or a refusal in time.

    The same question, asked again before it is answered, is worked out once. The first worker that is free takes the next: what it has
    compiled and remembers serves the question after. What is only made ready waits until nobody asks.
    """

    def __init__(self, *, workers: int, each: int, most: int, seconds: float, longest: float) -> None:
        """`seconds` is how long anybody waits for an answer, `longest` how long one is worked on: the first time compiles."""
        self.each, self.most, self.seconds, self.longest = each, most, seconds, longest
        self._workers = [Worker() for _ in range(workers + 1)]  # the last has work only while the first makes something ready
        self._usual, self._making = workers, False
        self._threads: list[threading.Thread] = []
        self._queues: OrderedDict[str, deque[_Task]] = OrderedDict()
        self._tasks: dict[str, _Task] = {}
        self._working: list[_Task] = []
        """What the workers are at, whether or not anybody waits for it still."""
        self._asked: dict[str, int] = {}
        self._ahead: deque[tuple[str, Mapping[str, Any]]] = deque(maxlen=most)
        self._free: set[int] = set()
        self._changed = threading.Condition()

    def ask(self, share: str, work: str, arguments: Mapping[str, Any], *, told: Told | None = None) -> Future[Any]:
        """The answer, when it comes; refused at once where too much is asked out of one share, or by everybody together."""
        self._check_share(share)  # first: a long question takes a while to be named
        key = json.dumps([work, arguments], sort_keys=True)
        future: Future[Any] = Future()
        with self._changed:
            self._check_share(share)
            if self._full(share) and key not in self._tasks:
                raise Busy(f"{len(self._tasks)} questions are being worked out: ask again in a moment")
            self._asked[share] = self._asked.get(share, 0) + 1
            future.add_done_callback(lambda _: self._answered(share))
            if key not in self._tasks:
                self._tasks[key] = task = _Task(share, work, arguments, time.monotonic() + self.seconds)
                self._queues.setdefault(share, deque()).append(task)
            self._tasks[key].waiting.append(future)
            self._tasks[key].told += [] if told is None else [told]
            self._begin()
            self._changed.notify_all()
        return future

    def _check_share(self, share: str) -> None:
        abandoned = sum(task.share == share and task.given_up for task in list(self._working))
        if self._asked.get(share, 0) + abandoned >= self.each:
            whose = "of guests at your address" if uninvited(share) else "of yours"
            raise Busy(f"{self.each} questions {whose} are being worked out: ask again when one is answered", own=True)

    def _full(self, share: str) -> bool:
        """Is there no room for a question out of this share? Those of guests leave half of it to whoever was invited."""
        guests = sum(uninvited(task.share) for task in self._tasks.values()) if uninvited(share) else 0
        return len(self._tasks) >= self.most or 2 * guests >= self.most

    def make_ready(self, work: str, arguments: Mapping[str, Any]) -> None:
        """Have it done when nobody asks for anything; whatever comes of it is for the worker to remember, and not answered."""
        with self._changed:
            self._ahead.append((work, arguments))
            self._begin()
            self._changed.notify_all()

    def foresee(self, work: str, arguments: Mapping[str, Any]) -> None:
        """Work out what may soon be asked: whoever asks meanwhile waits for that, and finds it half done. Behind what is made ready."""
        with self._changed:
            if self._making or self._ahead or len(self._tasks) >= self.most:
                self.make_ready(work, arguments)
            else:
                self.ask(NOBODY, work, arguments)

    def _begin(self) -> None:
        while len(self._threads) < len(self._workers):
            number = len(self._threads)
            self._threads.append(threading.Thread(target=self._serve, args=(number,), name="croupier-pool", daemon=True))
            self._threads[-1].start()

    @property
    def late(self) -> Busy:
        return Busy(f"not answered within {self.seconds:.0f} seconds: ask again in a while")

    def _answered(self, share: str) -> None:
        with self._changed:
            self._asked[share] -= 1
            if not self._asked[share]:
                del self._asked[share]

    def _next(self, number: int) -> _Task | None:
        """Of the next share the oldest question; the share then waits for all others. None for something to make ready.

        Only the first worker makes anything ready: it is the one that is asked first.
        """
        with self._changed:
            self._free.add(number)
            self._changed.wait_for(lambda: self._comes_to(number))
            self._free.discard(number)
            share = self._whose()
            self._making = self._making or share is None
            self._changed.notify_all()
            if share is None:
                return None
            queue = self._queues.pop(share)
            task = queue.popleft()
            if queue:
                self._queues[share] = queue
            self._working.append(task)
            return task

    def _whose(self) -> str | None:
        """The share whose turn it is. None has all the workers, however long its questions take: one is left to the others."""
        at_work = Counter(task.share for task in self._working)
        return next((share for share in self._queues if at_work[share] < max(1, self._usual - 1)), None)

    def _comes_to(self, number: int) -> bool:
        """Is there something to do, and is it for this worker?"""
        if number != min(self._free) or number >= self._usual + self._making:
            return False
        return self._whose() is not None or (bool(self._ahead) and not number)

    def _make_ready(self, worker: Worker) -> None:
        with self._changed:
            work, arguments = self._ahead.popleft()
        try:
            worker.ask(work, arguments, seconds=self.longest)
        except CroupierError as error:
            log.info("%s was not made ready: %s", work, error)
        finally:
            with self._changed:
                self._making = False

    def _serve(self, number: int) -> None:
        worker = self._workers[number]
        while True:
            task = self._next(number)
            if task is None:
                self._make_ready(worker)
                continue
            answer: Any = None
            error: Exception | None = None
            try:
                if time.monotonic() > task.until or task.given_up:
                    raise Ended
                answer = worker.ask(task.work, task.arguments, seconds=self.longest, told=task.tell)
            except Ended:
                error = self.late
            except Exception as failed:
                error = failed
            with self._changed:
                key = json.dumps([task.work, task.arguments], sort_keys=True)
                del self._tasks[key]
                self._working.remove(task)
                self._changed.notify_all()
            for future in task.waiting:
                if future.set_running_or_notify_cancel():
                    future.set_exception(error) if error is not None else future.set_result(answer)

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
