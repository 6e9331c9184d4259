"""Long work beside the server: it ends, it can be cancelled for good, says how far it is, and belongs to who asked for it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import croupier
from croupier.errors import Busy, Unknown
from croupier.ledger.database import Database
from croupier.server import people
from croupier.server.askers import Asker
from croupier.server.client import Client, Problem
from croupier.server.jobs import Job, Runner, Status, Work
from croupier.server.people import HOUSE, Person, Role
from tests.support.serving import DATABASES, Served, fresh_database, serving, status

SHORT = Work("prices", "ny/big-six", {}, None)
LONG = Work("prices", "cincinnati/ultimate-texas-holdem", {"limits": {"ante": {"maximum": 777700}}}, None)
OTHER = Work("prices", "ny/roulette", {}, None)

SERVER = """
import sys, time
from croupier.ledger.database import Database
from croupier.server.askers import Asker
from croupier.server.jobs import Runner, Work
runner = Runner(Database(sys.argv[1]))
work = Work("prices", "cincinnati/ultimate-texas-holdem", {"limits": {"ante": {"maximum": 777700}}}, None)
job = runner.start(work, Asker("ann", "person:ann"))
while runner.find(job.id).message != "compiling":
    time.sleep(0.02)
print(runner._here[job.id].worker.process, flush=True)
time.sleep(600)
"""


def asker(name: str) -> Asker:
    return Asker.of(Person(name, Role.PLAYER))


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Runner]:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    database = Database(str(tmp_path / "ledger.db"))
    found = Runner(database, most_waiting=5, most_kept=4)
    yield found
    found.close()
    database.close()


def until(ask: Callable[[], bool], *, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not ask():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        # A process that nobody has buried yet is gone all the same.
        return " Z " not in Path(f"/proc/{process}/stat").read_text()
    except ProcessLookupError:
        return False
    except OSError:
        return Path("/proc/self").exists() is False


def running(runner: Runner, job: Job) -> int:
    """The process of a job that works, once it has said so."""
    until(lambda: runner.find(job.id).message == "compiling")
    found = runner._here[job.id].worker.process
    assert found is not None
    return found


def test_a_job_runs_to_its_end_and_keeps_its_answer(runner: Runner) -> None:
    job = runner.wait(runner.start(SHORT, asker("ann")).id, seconds=120)
    assert job.status is Status.DONE, job.message
    assert job.result["game"] == "ny/big-six"
    assert {wager["method"] for wager in job.result["wagers"]} == {"exact"}
    assert job.done == job.total == len(croupier.playable("ny/big-six").terms.wagers)
    assert 0 < job.seconds < 120
    assert job.as_json()["status"] == "done"
    assert runner.latest(SHORT) == job


def test_a_cancelled_job_leaves_no_process(runner: Runner) -> None:
    job = runner.start(LONG, asker("ann"))
    process = running(runner, job)
    assert alive(process)
    shown = runner.find(job.id)
    assert shown.status is Status.RUNNING and shown.total and shown.owner == "ann"
    assert runner.cancel(job.id).status is Status.CANCELLED
    assert not alive(process)
    assert runner.cancel(job.id) == runner.find(job.id)
    assert runner.wait(runner.start(SHORT, asker("ann")).id, seconds=120).status is Status.DONE, "the queue goes on"
    assert runner.find(job.id).status is Status.CANCELLED


def test_nobody_fills_the_queue_for_others_and_the_same_work_is_done_once(runner: Runner) -> None:
    first = runner.start(LONG, asker("ann"))
    assert runner.start(LONG, asker("ann")).id == first.id
    running(runner, first)
    more = [runner.start(Work("prices", f"ny/{number}", {}, None), asker("ann")) for number in range(2)]
    with pytest.raises(Busy, match="3 of your jobs") as refused:
        runner.start(OTHER, asker("ann"))
    assert refused.value.own
    bob = runner.wait(runner.start(SHORT, asker("bob")).id, seconds=120)
    assert bob.status is Status.DONE, "another's turn comes while one is long at work"
    assert [runner.find(job.id).status for job in more] == [Status.WAITING] * 2, "one at a time of each while others may come"
    same = runner.start(LONG, asker("bob"))
    assert same.id != first.id and runner.find(same.id).status is Status.WAITING
    runner.cancel(first.id)
    until(lambda: runner.find(same.id).status is Status.RUNNING)
    runner.cancel(same.id)


def test_whoever_waits_for_the_same_work_has_it_too(runner: Runner) -> None:
    jobs = [runner.start(OTHER, asker(name)) for name in ("ann", "bob")]
    found = [runner.wait(job.id, seconds=120) for job in jobs]
    assert [job.status for job in found] == [Status.DONE] * 2
    assert found[0].result["wagers"] == found[1].result["wagers"]


def test_a_refusal_is_one_clear_line(runner: Runner) -> None:
    job = runner.wait(runner.start(Work("prices", "ny/no-such-game", {}, None), asker("ann")).id, seconds=60)
    assert job.status is Status.FAILED
    assert job.message.startswith("no game called 'ny/no-such-game'")
    with pytest.raises(Unknown, match="no job called"):
        runner.find("nothing")


def test_a_worker_leaves_with_its_server_and_its_job_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.jobs.SILENT", 1.5)
    path = str(tmp_path / "ledger.db")
    server = subprocess.Popen([sys.executable, "-c", SERVER, path], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    assert alive(worker)
    server.kill()
    server.wait()
    until(lambda: not alive(worker))
    runner = Runner(Database(path))
    left = runner.latest(LONG)
    assert left is not None and left.status is Status.RUNNING
    runner._wake()
    until(lambda: runner.find(left.id).status is Status.FAILED)
    assert "stopped" in runner.find(left.id).message
    runner.close()


def test_a_job_ends_with_the_token_it_was_asked_with(runner: Runner) -> None:
    with runner.database.write() as connection:
        kept = [people.issue(connection, name, Role.PLAYER, by=HOUSE)[1] for name in ("ann", "bob")]
    ann, bob = (Asker.of(Person(entry["name"], Role.PLAYER, entry["id"])) for entry in kept)
    job, waiting = runner.start(LONG, ann), runner.start(OTHER._replace(game="ny/nothing"), ann)
    process, other = running(runner, job), runner.start(LONG, bob)
    with runner.database.write() as connection:
        people.revoke(connection, ann.token, by=HOUSE)
    until(lambda: runner.find(job.id).status is Status.CANCELLED and not alive(process), seconds=10)
    until(lambda: runner.find(waiting.id).status is Status.CANCELLED)
    assert not runner.find(other.id).status.over, "another's goes on"
    runner.cancel(other.id)


def test_guests_of_one_address_have_one_persons_jobs_and_leave_the_queue_to_the_invited(runner: Runner) -> None:
    def guest(number: int, address: str) -> Asker:
        return Asker(f"guest-{number}", f"guests:{address}")

    def ask(number: int, who: Asker) -> Job:
        return runner.start(Work("prices", f"ny/{number}", {"of": who.name}, None), who)

    runner._wake = lambda: None  # type: ignore[method-assign]  # nothing is begun: it is all about waiting
    runner.most_waiting = 8
    for number in range(3):
        ask(number, guest(number, "a"))
    with pytest.raises(Busy, match="3 jobs of guests at your address") as refused:
        ask(3, guest(3, "a"))
    assert refused.value.own
    ask(4, guest(4, "b"))
    with pytest.raises(Busy, match="4 jobs are waiting") as full:
        ask(5, guest(5, "c"))
    assert not full.value.own
    assert ask(6, asker("ann")).status is Status.WAITING, "the other half is for whoever was invited"


def test_a_job_of_an_earlier_program_is_its_owners() -> None:
    assert Asker.read("ann") == Asker("ann", "person:ann")
    assert Asker.read("visitor 10.0.0.1").name == "visitor 10.0.0.1"
    for known in (asker("ann"), Asker("visitor 10.0.0.1", "guests:abcdef", "0123456789ab")):
        assert Asker.read(str(known)) == known


def test_old_jobs_are_forgotten(runner: Runner) -> None:
    ids = [runner.cancel(runner.start(Work("prices", f"ny/{number}", {}, None), asker("ann")).id).id for number in range(8)]
    assert runner.find(ids[-1]).status.over
    with pytest.raises(Unknown):
        runner.find(ids[0])


def test_a_house_prices_its_own_pay_tables(server: Served) -> None:
    """The choice of a pay table is a house rule like any other, and the job has the answer."""
    administrator = server.client()
    tables = {t["id"] for t in administrator.get("/games/ny/three-card-poker/paytables") if t["wager"] == "pair-plus"}
    other = sorted(tables)[-1]
    body = {"house_rules": {"options": {"six-card-bonus": False}, "paytables": {"pair-plus": other}}}
    job = administrator.post("/games/ny/three-card-poker/prices", body)
    until(lambda: administrator.get(f"/jobs/{job['id']}")["status"] == "done", seconds=120)
    wagers = administrator.get(f"/jobs/{job['id']}")["result"]["wagers"]
    assert "six-card-bonus" not in {wager["wager"] for wager in wagers}
    assert {w["paytable"] for w in wagers if w["wager"] == "pair-plus"} >= {other}
    assert (
        status(lambda: administrator.post("/games/ny/three-card-poker/prices", {"house_rules": {"options": {"x": 1}}})) == 404
    )


def test_a_job_is_its_owners_and_the_floors(server: Served) -> None:
    administrator, guest, other = server.client(), Client(server.address), server.person("jobs-bob")
    guest.guest()
    job = administrator.post(
        "/games/cincinnati/ultimate-texas-holdem/prices", {"house_rules": {"limits": {"ante": {"maximum": 777700}}}}
    )
    path = f"/jobs/{job['id']}"
    for somebody in (guest, other):
        assert [status(partial(ask, path)) for ask in (somebody.get, somebody.delete)] == [403, 403]
    own = guest.post(
        "/games/cincinnati/ultimate-texas-holdem/prices", {"house_rules": {"limits": {"ante": {"maximum": 777700}}}}
    )
    assert own["id"] != job["id"]
    assert administrator.get(path)["status"] in ("waiting", "running")
    for number in range(1, 5):
        more = {"house_rules": {"limits": {"ante": {"maximum": 777700 + 100 * number}}}}
        try:
            guest.post("/games/cincinnati/ultimate-texas-holdem/prices", more)
        except Problem as problem:
            assert problem.status == 429 and "your jobs" in str(problem)
            break
    else:
        pytest.fail("a guest filled the queue")
    assert administrator.post("/games/ny/big-six/prices")["status"] in ("waiting", "running", "done")
    assert administrator.delete(f"/jobs/{own['id']}")["status"] == "cancelled"
    assert administrator.delete(path)["status"] == "cancelled"


@pytest.mark.parametrize("kind", DATABASES[1:])
def test_every_worker_knows_every_job(kind: str, tmp_path: Path) -> None:
    with serving(fresh_database(kind, tmp_path), tmp_path, workers=2) as server:
        job = server.client().post("/games/ny/big-six/prices")
        for _ in range(30):
            with Client(server.address, server.token) as client:
                assert client.get(f"/jobs/{job['id']}")["id"] == job["id"]
