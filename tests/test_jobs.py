"""Long work beside the server: it ends, it can be cancelled for good, and it says how far it is."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import croupier
from croupier.errors import BadInput, Unknown
from croupier.server import jobs
from croupier.server.jobs import Job, Runner, Status

LONG = ("simulate", "ny/big-six", "--rounds", "1000000000000", "--json")
SHORT = ("analyze", "ny/big-six", "--json")

SERVER = f"""
import time
from croupier.server.jobs import Runner
runner = Runner()
job = runner.start({LONG!r})
while not runner.find(job.id).done:
    time.sleep(0.02)
print(runner._process.pid, flush=True)
time.sleep(600)
"""


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Runner]:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    found = Runner(most_waiting=2, most_kept=4)
    yield found
    found.close()


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
    """The process of a job that plays, once it has said how far it is."""
    until(lambda: runner.find(job.id).done > 0)
    assert runner._process is not None
    return runner._process.pid


def test_a_job_runs_to_its_end_and_keeps_its_answer(runner: Runner) -> None:
    job = runner.wait(runner.start(SHORT).id, seconds=120)
    assert job.status is Status.DONE
    assert job.result["game"] == "ny/big-six"
    assert {wager["method"] for wager in job.result["wagers"]} == {"exact"}
    assert job.done == job.total == len(croupier.playable("ny/big-six").terms.wagers)
    assert 0 < job.seconds < 120
    assert job.as_json()["status"] == "done"
    assert runner.latest(SHORT) == job


def test_progress_is_seen_while_a_job_runs(runner: Runner) -> None:
    job = runner.start(LONG)
    running(runner, job)
    first = runner.find(job.id)
    assert first.status is Status.RUNNING
    assert first.total == 1_000_000_000_000
    assert "rounds" in first.message
    until(lambda: runner.find(job.id).done > first.done)


def test_a_cancelled_job_leaves_no_process(runner: Runner) -> None:
    job = runner.start(LONG)
    process = running(runner, job)
    assert alive(process)
    cancelled = runner.cancel(job.id)
    assert cancelled.status is Status.CANCELLED
    assert not alive(process)
    assert runner.cancel(job.id) == runner.find(job.id)
    after = runner.wait(runner.start(SHORT).id, seconds=120)
    assert after.status is Status.DONE, "the queue goes on"
    assert runner.find(job.id).status is Status.CANCELLED


def test_one_job_at_a_time_and_the_same_work_once(runner: Runner) -> None:
    first, second = runner.start(LONG), runner.start(SHORT)
    assert runner.start(LONG).id == first.id
    running(runner, first)
    assert runner.find(second.id).status is Status.WAITING
    assert runner.ahead(second.id) == 1
    runner.start(("analyze", "ny/roulette", "--json"))
    with pytest.raises(BadInput, match="2 jobs are waiting"):
        runner.start(("analyze", "ny/three-card-poker", "--json"))
    assert runner.cancel(second.id).status is Status.CANCELLED
    assert runner.find(first.id).status is Status.RUNNING


def test_a_refusal_is_one_clear_line(runner: Runner) -> None:
    job = runner.wait(runner.start(("analyze", "ny/no-such-game", "--json")).id, seconds=60)
    assert job.status is Status.FAILED
    assert job.message.startswith("no game called 'ny/no-such-game'")
    with pytest.raises(Unknown, match="no job called"):
        runner.find("nothing")


def test_a_worker_leaves_with_its_server() -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    assert alive(worker)
    server.kill()
    server.wait()
    until(lambda: not alive(worker))


def test_old_jobs_are_forgotten(runner: Runner) -> None:
    for number in range(8):
        runner.cancel(runner.start(("analyze", f"ny/{number}", "--json")).id)
    assert len(runner.jobs()) <= runner.most_kept


def test_prices_are_known_once_a_job_has_found_them(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "runner", runner)
    game = croupier.playable("ny/three-card-poker", {"options": {"six-card-bonus": False}})
    assert jobs.pricing(game) == ("analyze", "ny/three-card-poker", "--set", "six-card-bonus=false", "--json")
    assert jobs.known_prices(game) is None
    job = runner.wait(jobs.start_pricing(game).id, seconds=300)
    assert job.status is Status.DONE
    assert jobs.known_prices(game) == job.result["wagers"]
    assert "six-card-bonus" not in {wager["wager"] for wager in job.result["wagers"]}
