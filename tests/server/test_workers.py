"""Heavy work has processes and a queue of its own: who asks much waits, the others do not, and nobody waits for ever."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

import croupier
from croupier.equipment.randomness import Seeded
from croupier.errors import BadInput, Busy
from croupier.ledger.database import Database
from croupier.server.client import Client
from croupier.server.floor import prepare
from croupier.server.workbench import Workbench
from croupier.server.workers import Pool, Worker
from croupier.table import acts
from croupier.table.drivers import Chance
from croupier.table.requests import Decision, Wagering
from croupier.table.round import Round
from tests.support.serving import Served

SLOW = "cincinnati/ultimate-texas-holdem"


def written(game: str, seed: int) -> dict[str, Any]:
    """A round that waits for seat 1's decision."""
    round_, chance = Round(croupier.playable(game), [1]), Chance(Seeded(seed))
    while not isinstance(round_.pending, Decision):
        assert round_.pending is not None
        if isinstance(round_.pending, Wagering):
            for spot in ("ante", "blind"):
                if spot in round_.playable.spots:
                    round_.answer(acts.Wager(1, spot, 1000))
            round_.answer(acts.NoMoreBets())
            continue
        act = chance.answer(round_, round_.pending)
        assert act is not None
        round_.answer(act)
    return round_.written()


@pytest.fixture
def pool() -> Iterator[Pool]:
    found = Pool(workers=1, each=3, most=5, seconds=60, longest=60)
    yield found
    found.close()


def question(seed: int, game: str = "ny/three-card-poker") -> dict[str, Any]:
    return {"written": written(game, seed)}


def test_the_worker_that_was_made_ready_is_asked_first() -> None:
    pool = Pool(workers=2, each=3, most=5, seconds=60, longest=60)
    try:
        game = {"game": "ny/three-card-poker", "house_rules": {}, "version": None}
        pool.make_ready("ahead", game)
        pool.make_ready("no such work", {})  # which is nobody's to hear of
        until = time.monotonic() + 60
        while (pool._ahead or 0 not in pool._free) and time.monotonic() < until:
            time.sleep(0.01)
        for seed in (1, 2):
            assert pool.ask("ann", "advice", question(seed)).result(60)["best"]
        first, *others = pool._workers
        assert first.process is not None and not any(other.process for other in others)
    finally:
        pool.close()


def test_what_is_foreseen_is_found_half_done_and_at_new_stakes_only(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    bench = Workbench(database)
    try:
        game, asked = prepare("ny/three-card-poker", None, None), question(1)
        bench.foresee(game, {"ante": 500}, asked["written"])
        assert list(bench.advice._tasks), "it is worked out although nobody has asked"
        joined = bench.advice.ask("ann", "advice", asked)
        assert len(bench.advice._tasks) == 1, "whoever asks the same waits for the same"
        assert joined.result(60)["best"]
        until = time.monotonic() + 60
        while bench.advice._tasks and time.monotonic() < until:
            time.sleep(0.01)
        bench.foresee(game, {"ante": 500}, question(2)["written"])
        assert not bench.advice._tasks, "at the same stakes nothing is new"
        bench.foresee(game, {"ante": 700}, question(2)["written"])
        assert bench.advice._tasks
    finally:
        bench.close()
        database.close()


def test_everybody_has_their_turn_and_their_share(pool: Pool) -> None:
    order: list[str] = []

    def ask(person: str, seed: int) -> Future[Any]:
        future = pool.ask(person, "advice", question(seed))
        future.add_done_callback(lambda _: order.append(f"{person}{seed}"))
        return future

    asked = [ask("ann", seed) for seed in (1, 2, 3)]
    with pytest.raises(Busy) as refused:
        ask("ann", 4)
    assert refused.value.own
    asked += [ask("bob", 5), ask("cleo", 6)]
    with pytest.raises(Busy) as refused:
        ask("dan", 7)
    assert not refused.value.own
    asked.append(ask("bob", 6))  # what cleo asked already
    assert {future.result(60)["best"] for future in asked} <= {"play", "fold"}
    assert asked[4].result() == asked[5].result()
    assert order.index("ann3") > order.index("bob5"), "ann's third does not come before another's first"
    assert pool.ask("ann", "advice", question(4)).result(60), "and once answered, one may ask again"
    assert not pool._asked and not pool._tasks and not pool._queues


def test_guests_of_one_address_ask_as_one_and_leave_half_to_the_invited(pool: Pool) -> None:
    pool._begin = lambda: None  # type: ignore[method-assign]  # nothing is answered: it is all about waiting
    for seed in (1, 2, 3):
        pool.ask(f"guests:{seed}", "advice", question(seed))
    with pytest.raises(Busy, match="3 questions") as refused:
        pool.ask("guests:1", "advice", question(4))
    assert not refused.value.own
    pool.most = 50
    for seed in (4, 5):
        pool.ask("guests:1", "advice", question(seed))
    with pytest.raises(Busy, match="of guests at your address") as refused:
        pool.ask("guests:1", "advice", question(6))
    assert refused.value.own
    pool.most = 6
    pool.ask("person:ann", "advice", question(7))


def test_questions_given_up_count_until_they_are_done_and_one_worker_is_left_to_others() -> None:
    pool = Pool(workers=2, each=2, most=9, seconds=60, longest=60)
    houses = [{"options": {"decks": decks, "mid-shoe-entry": "after-a-shuffle"}} for decks in (6, 8)]
    long = [
        {"game": "ny/blackjack-switch", "house_rules": rules, "version": None} for rules in houses
    ]  # no prices ship for these
    try:
        given_up = [pool.ask("ann", "prices", game) for game in long]
        until = time.monotonic() + 60
        while not pool._working and time.monotonic() < until:
            time.sleep(0.01)
        assert pool.ask("bob", "advice", question(3)).result(60)["best"]
        assert [task.share for task in pool._working] == ["ann"], "one of the two workers is not hers"
        for future in given_up:
            future.cancel()
        if pool._working:  # nobody waits for it, and it goes on
            pool.ask("ann", "advice", question(4))
            with pytest.raises(Busy):
                pool.ask("ann", "advice", question(5))
    finally:
        pool.close()


def test_what_takes_too_long_is_ended_and_the_next_is_answered(pool: Pool) -> None:
    pool.longest = 0.05
    with pytest.raises(Busy, match="not answered within"):
        pool.ask("ann", "prices", {"game": SLOW, "house_rules": {}, "version": None}).result(60)
    pool.longest = 60
    assert pool.ask("ann", "advice", question(1)).result(60)


def test_a_refusal_and_a_fault_are_told_apart() -> None:
    worker = Worker()
    with pytest.raises(BadInput, match="no game called"):
        worker.ask("prices", {"game": "ny/nothing", "house_rules": {}, "version": None})
    with pytest.raises(Exception, match="server's log"):
        worker.ask("advice", {"written": {}})
    assert worker.ask("advice", question(1))["seat"] == 1, "it goes on working"
    worker.end()


def test_a_long_round_is_settled_beside_the_server_as_a_short_one_is(server: Served) -> None:
    spin = [["no-more-bets"], ["spin", "1"]]
    short = {"game": "ny/roulette", "acts": [["wager", 1, "red", 500], *spin]}
    long = {"game": "ny/roulette", "acts": [*[["wager", 1, "red", 500]] * 2000, *spin]}
    with httpx.Client(base_url=f"{server.address}/api/v1", timeout=60) as client:
        many, one = (client.post("/settle", json=body) for body in (long, short))
        assert one.status_code == many.status_code == 200
        assert many.json() == one.json(), "the last word on red is the wager"
        stuck = client.post("/settle", json={"game": "ny/roulette", "acts": [["wager", 1, "no-such", 500]] * 2000})
        assert stuck.status_code == 409 and stuck.json()["error"]


def p95(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)]


def test_one_guest_with_sixty_connections_asking_hints_keeps_nobody_else_waiting(server: Served) -> None:
    guest, other = Client(server.address), server.person("patient")
    guest.guest()
    table = guest.open_table(SLOW, settings={"practice": True})
    guest.sit(table, 1)
    guest.answer(table, ["wager", 1, "ante", 1000], ["wager", 1, "blind", 1000], ["no-more-bets"], new_round=True)
    token = guest._http.headers["Authorization"]

    def me(times: int = 60) -> list[float]:
        found = []
        for _ in range(times):
            began = time.perf_counter()
            other.me()
            found.append(time.perf_counter() - began)
        return found

    me(10)
    quiet = me()
    stop, statuses = threading.Event(), []

    def hammer() -> None:
        with httpx.Client(headers={"Authorization": token}, timeout=5) as client, contextlib.suppress(httpx.TimeoutException):
            while not stop.is_set():
                statuses.append(client.get(f"{server.address}/api/v1/tables/{table}/hint").status_code)
                stop.wait(0.2)

    with ThreadPoolExecutor(60) as many:
        for _ in range(60):
            many.submit(hammer)
        while 429 not in statuses:
            time.sleep(0.05)
        loud = me(300)  # the first few wait for sixty connections that are being made in this very process
        stop.set()
    assert set(statuses) <= {200, 429, 503} and 429 in statuses
    assert p95(loud) < 0.25 + 10 * p95(quiet), f"{p95(quiet):.4f} s before, {p95(loud):.4f} s meanwhile"
