"""Long work beside the server: who asked for it, how far it is, what came of it. Every process finds it in the ledger's database.

A job belongs to who asked, and ends with the token it was asked with. Each person, and all guests of one address together, have
at most one running while others wait, and few waiting; the same work is done once for all.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from croupier.errors import Busy, CroupierError, Unknown
from croupier.ledger import schema
from croupier.ledger.database import Database
from croupier.server import people
from croupier.server.askers import Asker, uninvited
from croupier.server.workers import FAILED, Ended, Worker
from croupier.table.playable import Playable

EACH, EACH_OF_THE_HOUSE = 3, 20
"""Jobs that one person may have waiting and running."""
MOST_WAITING, MOST_KEPT = 100, 100
RUNNING = 2
"""Jobs run at once."""
LONGEST = 3600.0
"""Seconds after which a job is given up."""
BEAT, SILENT = 1.0, 20.0
"""Seconds between two signs of life of whoever runs a job, and without one after which it is over."""
_JOBS = schema.jobs
_UNDER_WAY = select(_JOBS).where(_JOBS.c.status.in_(["waiting", "running"]))
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


class Work(NamedTuple):
    """What is to be done: a kind of work that `working` knows, and the game under a house's rules."""

    kind: str
    game: str
    house_rules: Mapping[str, Any]
    version: str | None

    @classmethod
    def on(cls, kind: str, game: Playable) -> Self:
        """The work on a game as it was resolved."""
        terms = game.terms
        return cls(kind, terms.id, {part: dict(value) for part, value in terms.house_rules.items() if value}, terms.version)

    def __str__(self) -> str:
        return json.dumps(self._asdict(), sort_keys=True)


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stands now; ask again for how it went on."""

    id: str
    asker: Asker
    status: Status
    done: int
    total: int | None
    message: str
    result: Any
    began: int | None
    ended: int | None

    @property
    def owner(self) -> str:
        return self.asker.name

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return 0.0 if self.began is None else max(0, (_now() if self.ended is None else self.ended) - self.began) / 1000

    def as_json(self) -> dict[str, Any]:
        """The shape the API gives."""
        return {
            "id": self.id,
            "status": str(self.status),
            "done": self.done,
            "total": self.total,
            "message": self.message,
            "seconds": round(self.seconds, 3),
            "result": self.result,
        }


def _share(row: Any) -> str:
    return Asker.read(row.owner).share


def _now() -> int:
    return time.time_ns() // 10**6


def _job(row: Row[Any]) -> Job:
    result = None if row.result is None else json.loads(row.result)
    return Job(
        row.id, Asker.read(row.owner), Status(row.status), row.done, row.total, row.message, result, row.began, row.ended
    )


@dataclass(slots=True)
class _Here:
    """A job that this process runs, and how far it has said it is."""

    worker: Worker
    told: tuple[int, int | None, str] = (0, None, "starting")


class Runner:
    """The jobs of one database, and this process's part in running them."""

    def __init__(
        self, database: Database, *, each: int = EACH, most_waiting: int = MOST_WAITING, most_kept: int = MOST_KEPT
    ) -> None:
        self.database, self.each, self.most_waiting, self.most_kept = database, each, most_waiting, most_kept
        self._here: dict[str, _Here] = {}
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._closed = False

    # Asking

    def start(self, work: Work, asker: Asker) -> Job:
        """Put it in the queue; asked again by the same person before it is over, the job that does it."""
        with self.database.write() as connection:
            under_way = [(Asker.read(row.owner), row) for row in connection.execute(_UNDER_WAY)]
            for other, row in under_way:
                if other.name == asker.name and row.what == str(work):
                    return _job(row)
            self._check_share(asker, [other for other, _ in under_way])
            new = {"id": secrets.token_hex(8), "owner": str(asker), "what": str(work), "status": str(Status.WAITING)}
            connection.execute(insert(_JOBS).values({**new, "done": 0, "message": "waiting", "asked": _now()}))
            self._forget(connection)
        self._wake()
        return self.find(new["id"])

    def _check_share(self, asker: Asker, under_way: Sequence[Asker]) -> None:
        """Refuse one job more where those of the asker's share, of all guests or of everybody are too many."""
        share = [other for other in under_way if other.share == asker.share]
        own = [other for other in share if other.name == asker.name]
        most = EACH_OF_THE_HOUSE if asker.house else self.each
        if len(own) >= most:
            raise Busy(f"{len(own)} of your jobs are not over: wait for one, or cancel it", own=True)
        if len(share) >= most:
            raise Busy(f"{len(share)} jobs of guests at your address are not over: wait for one", own=True)
        if asker.house:
            return
        guests = [other for other in under_way if uninvited(other.share)]
        if len(under_way) >= self.most_waiting or (uninvited(asker.share) and len(guests) >= self.most_waiting // 2):
            raise Busy(f"{len(under_way)} jobs are waiting, and that is the most: try again later")

    def find(self, id_: str) -> Job:
        """A job as it stands now."""
        with self.database.read() as connection:
            row = connection.execute(select(_JOBS).where(_JOBS.c.id == id_)).first()
        if row is None:
            raise Unknown("job", id_)
        job, here = _job(row), self._here.get(id_)
        if job.status is Status.WAITING:
            self._wake()  # whoever put it there may be gone
        if here is not None and job.status is Status.RUNNING:
            return _told(job, here.told)
        return job

    def latest(self, work: Work) -> Job | None:
        """The last job that did or does this, whoever asked; one that is under way before one that is over."""
        query = select(_JOBS).where(_JOBS.c.what == str(work)).order_by(_JOBS.c.asked.desc()).limit(1)
        with self.database.read() as connection:
            row = connection.execute(query).first()
        return None if row is None else _job(row)

    def ahead(self, id_: str) -> int:
        """How many jobs were asked for before one that waits."""
        with self.database.read() as connection:
            asked = select(_JOBS.c.asked).where(_JOBS.c.id == id_).scalar_subquery()
            earlier = _JOBS.c.status.in_([Status.WAITING, Status.RUNNING]) & (_JOBS.c.asked < asked)
            return int(connection.execute(select(func.count()).select_from(_JOBS).where(earlier)).scalar() or 0)

    def cancel(self, id_: str) -> Job:
        """Take a job out of the queue, or end its process; one that is over stays as it is."""
        self._finish(id_, Status.CANCELLED, "cancelled")
        here = self._here.get(id_)
        if here is not None and self.find(id_).status is Status.CANCELLED:
            here.worker.end()
        return self.find(id_)

    def wait(self, id_: str, *, seconds: float) -> Job:
        """The job once it is over, or as it stands when the time is up."""
        until = time.monotonic() + seconds
        while not (job := self.find(id_)).status.over and time.monotonic() < until:
            with self._changed:
                self._changed.wait(0.1)
        return job

    def close(self) -> None:
        """The server stops: what it runs is ended, and says so."""
        self._closed = True
        for id_, here in list(self._here.items()):
            self._finish(id_, Status.FAILED, "the server stopped")
            here.worker.end()

    # Running

    def _wake(self) -> None:
        with self._changed:
            if not self._threads:
                for target in (*[self._work] * RUNNING, self._keep):
                    self._threads.append(threading.Thread(target=target, name="croupier-jobs", daemon=True))
                    self._threads[-1].start()
            self._changed.notify_all()

    def _work(self) -> None:
        worker = Worker()
        while not self._closed:
            try:
                claimed = self._claim(worker)
                if claimed is None:
                    with self._changed:
                        self._changed.wait(BEAT)
                else:
                    self._run(*claimed, worker)
            except Exception as error:  # the database is away: the job stays where it is, and whoever runs it is silent
                log.warning("jobs cannot go on: %s", _line(error))
                time.sleep(BEAT)

    def _claim(self, worker: Worker) -> tuple[str, str] | None:
        """The next job: of the shares that have none running, that which has waited longest since one of its own last began."""
        with self.database.read() as connection:
            served = connection.execute(select(_JOBS.c.owner, func.max(_JOBS.c.began).label("last")).group_by(_JOBS.c.owner))
            last = {_share(row): row.last or 0 for row in sorted(served, key=lambda row: row.last or 0)}
            running = connection.execute(select(_JOBS).where(_JOBS.c.status == Status.RUNNING)).all()
            waiting = connection.execute(select(_JOBS).where(_JOBS.c.status == Status.WAITING).order_by(_JOBS.c.asked)).all()
        free = [
            row
            for row in waiting
            if _share(row) not in {_share(other) for other in running} and row.what not in {other.what for other in running}
        ]
        if not free or len(running) >= RUNNING:
            return None
        row = min(free, key=lambda row: (last[_share(row)], row.asked))
        mine = update(_JOBS).where(_JOBS.c.id == row.id, _JOBS.c.status == Status.WAITING)
        changes = {"status": str(Status.RUNNING), "began": _now(), "beat": _now(), "message": "starting"}
        with self.database.write() as connection:
            if not connection.execute(mine.values(changes)).rowcount:
                return None
        self._here[row.id] = _Here(worker)
        return row.id, row.what

    def _run(self, id_: str, what: str, worker: Worker) -> None:
        here, work = self._here[id_], json.loads(what)

        def told(done: int, total: int | None, message: str) -> None:
            here.told = (done, total, message)

        try:
            kind = work.pop("kind")
            result = worker.ask(kind, work, seconds=LONGEST, told=told)
            total = here.told[0] if here.told[1] is None else here.told[1]
            here.told = (total, total, "done")
            self._finish(id_, Status.DONE, "done", done=total, total=total, result=json.dumps(result))
            self._done_for_all(id_, what)
        except Ended as error:
            self._finish(id_, Status.FAILED, str(error))
        except CroupierError as error:
            self._finish(id_, Status.FAILED, str(error) or FAILED)
        finally:
            del self._here[id_]
            with self._changed:
                self._changed.notify_all()

    def _done_for_all(self, id_: str, what: str) -> None:
        """Whoever waits for the same work has it too."""
        kept = select(_JOBS.c.result).where(_JOBS.c.id == id_).scalar_subquery()
        same = update(_JOBS).where(_JOBS.c.what == what, _JOBS.c.status == Status.WAITING)
        with self.database.write() as connection:
            connection.execute(same.values(status=str(Status.DONE), message="done", result=kept, began=_now(), ended=_now()))

    def _finish(self, id_: str, status: Status, message: str, **changes: Any) -> None:
        """What a job came to, unless it is over already."""
        unfinished = (_JOBS.c.id == id_) & _JOBS.c.status.in_([Status.WAITING, Status.RUNNING])
        with self.database.write() as connection:
            connection.execute(
                update(_JOBS).where(unfinished).values(status=str(status), message=message, ended=_now(), **changes)
            )
        with self._changed:
            self._changed.notify_all()

    def _keep(self) -> None:
        """While this process has jobs: sign that they live, end those cancelled elsewhere, and give up those nobody may ask for or runs."""
        while not self._closed:
            time.sleep(BEAT)
            try:
                for id_, here in list(self._here.items()):
                    done, total, message = here.told
                    alive = update(_JOBS).where(_JOBS.c.id == id_, _JOBS.c.status == Status.RUNNING)
                    with self.database.write() as connection:
                        kept = connection.execute(alive.values(beat=_now(), done=done, total=total, message=message)).rowcount
                    if not kept and self._here.get(id_) is here:
                        here.worker.end()
                self._give_up()
                self._end_with_tokens()
            except Exception as error:
                log.warning("jobs cannot be looked after: %s", _line(error))

    def _give_up(self) -> None:
        silent = (_JOBS.c.status == Status.RUNNING) & (_JOBS.c.beat < _now() - 1000 * SILENT)
        with self.database.read() as connection:
            lost = connection.execute(select(_JOBS.c.id).where(silent)).scalars().all()
        for id_ in lost:
            self._finish(id_, Status.FAILED, "the server that ran it stopped")

    def _end_with_tokens(self) -> None:
        """Cancel what was asked with a token that is worth nothing any more."""
        with self.database.read() as connection:
            asked = {row.id: Asker.read(row.owner).token for row in connection.execute(_UNDER_WAY)}
        held = people.holders(self.database, {token for token in asked.values() if token})
        for id_, token in asked.items():
            if token and token not in held:
                self.cancel(id_)

    def _forget(self, connection: Connection) -> None:
        over = _JOBS.c.status.not_in([Status.WAITING, Status.RUNNING])
        old = select(_JOBS.c.id).where(over).order_by(_JOBS.c.asked.desc()).offset(self.most_kept)
        connection.execute(delete(_JOBS).where(_JOBS.c.id.in_(old)))


def known_prices(game: Playable) -> list[dict[str, Any]] | None:
    """What the store has, in the shape of `croupier analyze --json`; nothing is computed."""
    from croupier.odds import store

    stored = store.stored(game)
    return None if stored is None else [price.as_json() for price in stored]


def _line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".partition("\n")[0]


def _told(job: Job, told: tuple[int, int | None, str]) -> Job:
    from dataclasses import replace

    done, total, message = told
    return replace(job, done=done, total=total, message=message)
