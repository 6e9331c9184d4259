"""Many at once: one answer wins and the others are told, whoever asks in which process; afterwards every chip is there."""

from __future__ import annotations

import json
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from benchmarks.walker import Walker
from websockets.sync.client import connect

from croupier.server.client import Client, Problem
from croupier.server.models import Receipt
from tests.support.serving import DATABASES, Served, fresh_database, serving

POKER = "ny/three-card-poker"
FAST = ("ny/three-card-poker", "ny/roulette", "ny/big-six", "ny/mississippi-stud", "cincinnati/four-card-poker", "oneida/craps")
CHIPS = 10**9


@pytest.fixture(scope="module", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp(request.param)
    with serving(fresh_database(request.param, folder), folder, "--requests", "1000000") as served:
        yield served
        sound(served)
        assert "Traceback" not in served.said(), served.said()[-3000:]


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Three processes behind one address, on PostgreSQL."""
    folder = tmp_path_factory.mktemp("workers")
    database = fresh_database("postgresql", folder)
    with serving(database, folder, "--requests", "1000000", workers=3) as served:
        yield served
        sound(served)
        assert "Traceback" not in served.said(), served.said()[-3000:]


def sound(served: Served) -> None:
    """The books are proved, and what players and house hold is what the cage has issued."""
    administrator = served.client()
    verdict = administrator.verify()
    assert verdict.sound, verdict.wrong
    accounts = administrator.get("/ledger/accounts")
    assert sum(account["balance"] for account in accounts) == 0
    assert -next(account["balance"] for account in accounts if account["kind"] == "cage") == verdict.issued


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """Everything at the same moment; what each got, an exception where it was refused."""
    gate = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        gate.wait()
        try:
            return act()
        except Problem as problem:
            return problem

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def clients(served: Served, token: str, count: int) -> list[Client]:
    """As many connections as clients: on several processes they are answered by different ones."""
    return [Client(served.address, token, timeout=60) for _ in range(count)]


def split(answers: Sequence[Any]) -> tuple[list[Any], list[Problem]]:
    return [a for a in answers if not isinstance(a, Problem)], [a for a in answers if isinstance(a, Problem)]


def seated(served: Served, game: str = POKER) -> tuple[str, Client, str]:
    """A table with somebody at seat 1: its id, their client and token."""
    administrator, name = served.client(), f"one-{secrets.token_hex(4)}"
    token = administrator.issue(name, "player").token
    administrator.buy_in(name, CHIPS)
    player = served.client(token)
    table = administrator.open_table(game)
    player.sit(table, 1)
    return table, player, token


def race(served: Served, rounds: int, count: int = 8) -> None:
    """So many clients of one person give the pending request different answers at once: exactly one wins."""
    table, player, token = seated(served)
    crowd = clients(served, token, count)

    def bet(client: Client, number: int, seq: int) -> Receipt:
        return client.answer(table, ["wager", 1, "ante", 1000 + 500 * number], expected=seq)

    def decide(client: Client, number: int) -> Receipt:
        return client.answer(table, ["choice", 1, ("play", "fold")[number % 2]])

    for _ in range(rounds):
        player.open_round(table)
        seq = player.table(table).seq
        won, lost = split(at_once([partial(bet, client, number, seq) for number, client in enumerate(crowd)]))
        assert len(won) == 1 and {problem.status for problem in lost} == {409}
        stake = won[0].acts[0][3]
        now = player.table(table)
        assert now.view is not None and now.view["seats"]["1"]["stakes"] == {"ante": stake}
        assert now.seq == won[0].seq == seq + 1
        player.answer(table, ["no-more-bets"])
        won, lost = split(at_once([partial(decide, client, number) for number, client in enumerate(crowd)]))
        assert len(won) == 1 and {problem.status for problem in lost} == {409}, "without `expected` the rules refuse the second"
        assert player.table(table).pending is None
    for client in crowd:
        client.close()


def test_eight_answers_to_one_request(server: Served) -> None:
    race(server, rounds=3)


def processes_in_use(served: Served) -> int:
    """How many processes hold a connection to this server's port."""
    port, lines = int(served.address.rpartition(":")[2]), Path("/proc/net/tcp").read_text().splitlines()[1:]
    rows = [line.split() for line in lines]
    established = {f"socket:[{row[9]}]" for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "01"}
    pids = Path(f"/proc/{served.process.pid}/task/{served.process.pid}/children").read_text().split()
    held = [{str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir()} for pid in pids]
    return sum(bool(links & established) for links in held)


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="no /proc here to see which process answers")
def test_clients_are_answered_by_different_processes(workers: Served) -> None:
    crowd = clients(workers, workers.token, 24)
    assert at_once([client.me for client in crowd])[0].name == "administrator"
    assert processes_in_use(workers) > 1
    for client in crowd:
        client.close()


def test_eight_answers_to_one_request_in_three_processes(workers: Served) -> None:
    race(workers, rounds=4)


def same_key(served: Served, rounds: int, count: int = 8) -> None:
    """The same write under the same key, so many times at once: one event, one receipt for all."""
    table, player, token = seated(served)
    name = player.me().name
    administrators, crowd = clients(served, served.token, count), clients(served, token, count)

    def one_answer(acts: list[Callable[[], Any]]) -> Any:
        answers = at_once(acts)
        assert len({str(answer) for answer in answers}) == 1 and not split(answers)[1], answers
        return answers[0]

    for number in range(rounds):
        before = player.me().balance
        chips, opening, ante, closing = (f"{what}-{table}-{number}" for what in ("chips", "round", "ante", "bets"))
        assert one_answer([partial(client.buy_in, name, 700, key=chips) for client in administrators]) == before + 700
        assert player.me().balance == before + 700
        one_answer([partial(client.open_round, table, key=opening) for client in crowd])
        one_answer([partial(client.answer, table, ["wager", 1, "ante", 1000], key=ante) for client in crowd])
        one_answer([partial(client.answer, table, ["no-more-bets"], key=closing) for client in crowd])
        player.answer(table, ["choice", 1, "fold"])
    one_answer([partial(client.open_table, POKER, key=f"open-{table}") for client in administrators])
    for client in (*administrators, *crowd):
        client.close()


def test_one_request_sent_eight_times_at_once_is_done_once(server: Served) -> None:
    same_key(server, rounds=2)


def test_one_request_sent_eight_times_to_three_processes_is_done_once(workers: Served) -> None:
    same_key(workers, rounds=4)


def test_one_seat_and_one_purse(server: Served) -> None:
    """Eight people want one seat; one person bets the same chips at two tables: one of each succeeds."""
    administrator = server.client()
    table = administrator.open_table(POKER)
    crowd = [server.person(f"many-{secrets.token_hex(4)}", chips=1000) for _ in range(8)]
    won, lost = split(at_once([partial(client.sit, table, 1) for client in crowd]))
    assert len(won) == 1 and {problem.status for problem in lost} == {409}
    poor = next(client for client in crowd if administrator.table(table).players["1"]["name"] != client.me().name)
    tables = [administrator.open_table(POKER) for _ in range(6)]
    for other in tables:
        poor.sit(other, 1)
        poor.open_round(other)
    won, lost = split(at_once([partial(poor.answer, table, ["wager", 1, "ante", 1000]) for table in tables]))
    assert len(won) == 1 and {problem.status for problem in lost} == {409}
    assert poor.me().balance == 0
    out = at_once([lambda: administrator.cash_out(poor.me().name, 1)])
    assert isinstance(out[0], Problem) and out[0].status == 409


def many_tables(served: Served, tables: int, rounds: int) -> Counter[str]:
    """So many tables, each played by its own thread and client."""
    administrator = served.client()
    tokens = []
    for number in range(tables):
        name = f"table-{number}-{secrets.token_hex(3)}"
        tokens.append(administrator.issue(name, "player").token)
        administrator.buy_in(name, CHIPS)

    def play(number: int) -> str:
        with Client(served.address, tokens[number], timeout=120) as client:
            table = client.open_table(FAST[number % len(FAST)], settings={"practice": True}, companions=1)
            client.sit(table, 1)
            Walker(client, table, seed=number, troubled=True).play(rounds)
        return table

    with ThreadPoolExecutor(tables) as pool:
        opened = list(pool.map(play, range(tables)))
    return Counter({table: len(administrator.get("/rounds", table=table)) for table in opened})


def test_twenty_tables_at_once(server: Served) -> None:
    played = many_tables(server, 20, 1)
    assert len(played) == 20 and all(played.values())


def test_twenty_tables_over_three_processes(workers: Served) -> None:
    played = many_tables(workers, 20, 1)
    assert len(played) == 20 and all(played.values())


@pytest.mark.slow
def test_sixty_tables_for_a_long_time(workers: Served) -> None:
    played = many_tables(workers, 60, 4)
    assert len(played) == 60 and all(count >= 4 for count in played.values())


def crowd_at_one_table(served: Served, rounds: int) -> Counter[int]:
    """Six players answer for themselves as fast as they can, all at one table, with nobody's turn agreed on."""
    administrator = served.client()
    table = administrator.open_table(POKER)
    tokens = {}
    for seat in range(1, 7):
        name = f"seat-{seat}-{secrets.token_hex(3)}"
        tokens[seat] = administrator.issue(name, "player").token
        administrator.buy_in(name, CHIPS)
    over, answered = threading.Event(), Counter[int]()

    def play(seat: int) -> None:
        with Client(served.address, tokens[seat], timeout=60) as client:
            client.sit(table, seat)
            walker = Walker(client, table, seat=seat, seed=seat)
            while not over.is_set():
                now = client.table(table)
                if now.pending is None and now.round is not None and now.round.number >= rounds:
                    over.set()
                try:
                    if now.pending is None:
                        client.open_round(table)
                    elif now.pending.yours:
                        client.answer(table, walker.answer(now), expected=now.seq)
                    else:
                        continue
                    answered[200] += 1
                except Problem as problem:
                    answered[problem.status] += 1

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(play, tokens))
    return answered


def test_many_clients_at_one_table(server: Served) -> None:
    answered = crowd_at_one_table(server, rounds=4)
    assert set(answered) <= {200, 409} and answered[200] > 12, answered


def test_many_clients_at_one_table_over_three_processes(workers: Served) -> None:
    answered = crowd_at_one_table(workers, rounds=4)
    assert set(answered) <= {200, 409} and answered[200] > 12, answered


def test_a_live_table_is_pushed_whichever_process_wrote(workers: Served) -> None:
    table, player, token = seated(workers)
    address = f"ws{workers.address.removeprefix('http')}/api/v1/tables/{table}/live"
    with ExitStack() as stack:
        sockets = [stack.enter_context(connect(address)) for _ in range(6)]
        for socket in sockets:
            socket.send(json.dumps({"token": token}))
        before = [json.loads(socket.recv(timeout=30))["table"]["seq"] for socket in sockets]
        player.open_round(table)
        for socket in sockets:
            told = json.loads(socket.recv(timeout=30))["table"]
            assert told["seq"] > before[0] and told["pending"]["kind"] == "wager"


def test_a_browser_is_sent_to_the_process_that_draws_the_pages(workers: Served) -> None:
    answer = httpx.get(f"{workers.address}/", timeout=60)
    port = int(workers.address.rpartition(":")[2])
    assert answer.status_code in (302, 307) and answer.headers["location"] == f"http://127.0.0.1:{port + 1}/"
    assert httpx.get(f"{workers.address}/api/v1/nowhere", timeout=60).status_code == 404
