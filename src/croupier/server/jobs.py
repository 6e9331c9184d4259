"""Long work beside the server: one job at a time, each a process of its own, so that it can be cancelled and slows nobody down.

A job is one of the commands of `croupier` with `--json`; its progress is read from the lines it prints. Nothing is priced here.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import logging
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import IO, Any

from croupier.errors import BadInput, Unknown
from croupier.table.playable import Playable

MOST_WAITING, MOST_KEPT = 20, 100
FAILED = "the work stopped with an error that the server's log has"

# A worker gives way to the server, and leaves with it: when the server is gone its end of standard input is closed.
WORKER = """
import os, threading
def leave_with_the_server():
    os.read(0, 1)
    os._exit(1)
threading.Thread(target=leave_with_the_server, daemon=True).start()
if hasattr(os, "nice"):
    os.nice(10)
from croupier.cli.main import main
main()
"""

log = logging.getLogger(__name__)


class Status(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def over(self) -> bool:
        return self not in (Status.WAITING, Status.RUNNING)


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stands now; ask the runner again for how it went on."""

    id: str
    what: tuple[str, ...]
    """The words of the command."""
    status: Status = Status.WAITING
    done: int = 0
    total: int | None = None
    message: str = ""
    result: Any = None
    began: float | None = None
    ended: float | None = None

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        if self.began is None:
            return 0.0
        return (time.monotonic() if self.ended is None else self.ended) - self.began

    def as_json(self) -> dict[str, Any]:
        """The shape the API gives."""
        return {
            "id": self.id,
            "what": list(self.what),
            "status": str(self.status),
            "done": self.done,
            "total": self.total,
            "message": self.message,
            "seconds": round(self.seconds, 3),
            "result": self.result,
        }


class Runner:
    """The queue and its one worker. Asking for work that is waiting or running gives the job that does it."""

    def __init__(self, *, most_waiting: int = MOST_WAITING, most_kept: int = MOST_KEPT) -> None:
        self.most_waiting, self.most_kept = most_waiting, most_kept
        self._jobs: dict[str, Job] = {}
        self._queue: deque[str] = deque()
        self._changed = threading.Condition()
        self._process: subprocess.Popen[str] | None = None
        self._current: str | None = None
        self._thread: threading.Thread | None = None

    def start(self, what: Sequence[str]) -> Job:
        """Put a command in the queue; a queue that is too long is refused."""
        wanted = tuple(what)
        with self._changed:
            for job in self._jobs.values():
                if job.what == wanted and not job.status.over:
                    return job
            if len(self._queue) >= self.most_waiting:
                raise BadInput(f"{len(self._queue)} jobs are waiting, and that is the most: try again later")
            job = Job(secrets.token_hex(8), wanted)
            self._jobs[job.id] = job
            self._queue.append(job.id)
            self._forget()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="croupier-jobs", daemon=True)
                self._thread.start()
                atexit.register(self.close)
            self._changed.notify_all()
            return job

    def find(self, id_: str) -> Job:
        """A job as it stands now."""
        with self._changed:
            if id_ not in self._jobs:
                raise Unknown("job", id_)
            return self._jobs[id_]

    def jobs(self) -> list[Job]:
        """Every job that is remembered, the oldest first."""
        with self._changed:
            return list(self._jobs.values())

    def latest(self, what: Sequence[str]) -> Job | None:
        """The last job with these words, however it stands."""
        wanted = tuple(what)
        return next((job for job in reversed(self.jobs()) if job.what == wanted), None)

    def ahead(self, id_: str) -> int:
        """How many jobs come before one that waits."""
        with self._changed:
            return self._queue.index(id_) + (self._current is not None) if id_ in self._queue else 0

    def cancel(self, id_: str) -> Job:
        """Take a job out of the queue, or end its process; one that is over stays as it is."""
        job = self.find(id_)
        with self._changed:
            process = self._process if self._jobs[job.id].status is Status.RUNNING else None
            if self._jobs[job.id].status.over:
                return self._jobs[job.id]
            if job.id in self._queue:
                self._queue.remove(job.id)
            self._change(job.id, status=Status.CANCELLED, message="cancelled", ended=time.monotonic())
        if process is not None:
            _end(process)
        return self.find(id_)

    def wait(self, id_: str, *, seconds: float) -> Job:
        """The job once it is over, or as it stands when the time is up."""
        with self._changed:
            self._changed.wait_for(lambda: id_ not in self._jobs or self._jobs[id_].status.over, timeout=seconds)
        return self.find(id_)

    def close(self) -> None:
        """Cancel everything: the server stops."""
        for job in self.jobs():
            if not job.status.over:
                self.cancel(job.id)

    def _change(self, id_: str, **changes: Any) -> None:
        with self._changed:
            self._jobs[id_] = replace(self._jobs[id_], **changes)
            self._changed.notify_all()

    def _forget(self) -> None:
        over = [job.id for job in self._jobs.values() if job.status.over and job.id != self._current]
        for id_ in over[: max(0, len(self._jobs) - self.most_kept)]:
            del self._jobs[id_]

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._queue))
                self._current = id_ = self._queue.popleft()
            try:
                with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
                    self._run(id_, output)
            except Exception:
                log.exception("a job was lost")
                if self._process is not None:
                    _end(self._process)
                self._finish(id_, status=Status.FAILED, message=FAILED)
            with self._changed:
                self._process = self._current = None

    def _run(self, id_: str, output: IO[str]) -> None:
        """Start the process, read its progress until it is over, then its answer or its refusal."""
        with self._changed:
            if self._jobs[id_].status.over:
                return
            self._change(id_, status=Status.RUNNING, began=time.monotonic(), message="starting")
            self._process = process = _begin(self._jobs[id_].what, output)
        said: deque[str] = deque(maxlen=40)
        with process:
            assert process.stderr is not None
            for line in process.stderr:
                told = _progress(line)
                if told is None:
                    said.append(line.rstrip())
                elif not self.find(id_).status.over:
                    self._change(id_, done=told["done"], total=told["total"], message=str(told["message"]))
            code = process.wait()
        if code == 0:
            output.seek(0)
            job = self.find(id_)
            total = job.done if job.total is None else job.total
            self._finish(id_, status=Status.DONE, result=json.load(output), done=total, total=total, message="done")
            return
        refusal = next((line.removeprefix("croupier: ") for line in reversed(said) if line.startswith("croupier: ")), None)
        if refusal is None and not self.find(id_).status.over:
            log.error("a job ended with %s: %s", code, "\n".join(said))
        self._finish(id_, status=Status.FAILED, message=refusal or FAILED)

    def _finish(self, id_: str, **changes: Any) -> None:
        """What a job came to, unless it has been cancelled meanwhile."""
        with self._changed:
            if not self._jobs[id_].status.over:
                self._change(id_, ended=time.monotonic(), **changes)


def _begin(what: Sequence[str], output: IO[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, *what],
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "CROUPIER_PROGRESS": "json", "PYTHONIOENCODING": "utf-8"},
        start_new_session=True,
    )


def _end(process: subprocess.Popen[str]) -> None:
    """Kill a process with all that it started, and see it gone."""
    if process.poll() is None:
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
    process.wait()


def _progress(line: str) -> Any:
    try:
        told = json.loads(line)
    except ValueError:
        return None
    return told if isinstance(told, dict) and {"done", "total", "message"} <= told.keys() else None


runner = Runner()
"""The one the API and the pages share."""


def command(word: str, game: str, options: Mapping[str, Any], version: str | None, *more: str) -> tuple[str, ...]:
    """The words that ask about a game under a house's options; both are checked by whoever resolved them."""
    chosen = [part for name in sorted(options) for part in ("--set", f"{name}={json.dumps(options[name])}")]
    return (word, game, *chosen, *(("--version", version) if version else ()), *more, "--json")


def pricing(game: Playable) -> tuple[str, ...]:
    """The command that prices a game as it was resolved."""
    return command("analyze", game.terms.id, game.terms.house_rules.get("options", {}), game.terms.version)


def known_prices(game: Playable) -> list[dict[str, Any]] | None:
    """What the store or the last job has, in the shape of `croupier analyze --json`; nothing is computed."""
    from croupier.odds import store

    stored = store.stored(game)
    if stored is not None:
        return [price.as_json() for price in stored]
    last = runner.latest(pricing(game))
    if last is None or last.status is not Status.DONE:
        return None
    found: list[dict[str, Any]] = last.result["wagers"]
    return found


def start_pricing(game: Playable) -> Job:
    """Price a game beside the server."""
    return runner.start(pricing(game))
