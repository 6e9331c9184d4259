"""One person cannot stop the others: what is asked too often, too dearly or under another spelling costs whoever asks it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import re
import secrets
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from croupier.errors import BadInput, Refused
from croupier.ledger.database import Database, Halted
from croupier.server import admission, guards, house, logs, people, playing, rates
from croupier.server.api import refusal
from croupier.server.app import create_app
from croupier.server.capacity import EACH, opened_by
from croupier.server.client import Client
from croupier.server.floor import Floor
from croupier.server.pages.loading import Loading
from croupier.server.people import Person, Role
from croupier.server.rates import Rate
from croupier.server.remembered import Latest, Tables
from croupier.server.sessions import Sessions, new_session
from croupier.server.workbench import Workbench
from tests.support.serving import Served, raw, serving, status


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that allows little, so that little is enough to try it."""
    folder = tmp_path_factory.mktemp("strict")
    with serving(str(folder / "ledger.db"), folder, "--requests", "100") as served:
        yield served
        assert "Traceback" not in served.said()


def get(served: Served, path: str, **headers: str) -> int:
    return httpx.get(
        f"{served.address}{path}", headers={k.replace("_", "-"): v for k, v in headers.items()}, timeout=60, verify=False
    ).status_code


def guess(served: Served, times: int, **headers: str) -> list[int]:
    with httpx.Client(base_url=served.address, timeout=60) as client:
        return [
            client.get("/api/v1/me", headers={"Authorization": f"Bearer {secrets.token_hex(8)}", **headers}).status_code
            for _ in range(times)
        ]


def test_wrong_tokens_slow_down_the_guesser_and_nobody_else(tmp_path: Path) -> None:
    with serving(str(tmp_path / "ledger.db"), tmp_path, "--requests", "100") as server:
        unused = server.client().issue("ann", "player").token
        guesses = guess(server, 120)
        assert guesses[0] == 401 and guesses.count(429) >= 15
        assert get(server, "/api/v1/me", Authorization=f"Bearer {server.token}") == 200
        assert get(server, "/api/v1/me", Authorization=f"Bearer {unused}") == 200, "nor is a token that was never used yet"
        assert get(server, "/api/v1/health") == 200
        assert get(server, "/api/v1/games", Authorization="Bearer guessed") == 429, "a wrong token is no new client anywhere"


def test_one_token_has_one_limit_however_it_is_spelled(strict: Served) -> None:
    token = strict.client().issue("bob", "player").token
    spelled = [f"{word}{' ' * blanks}{token}" for word in ("Bearer", "bearer", "bEARER") for blanks in range(1, 5)]
    with httpx.Client(base_url=strict.address, timeout=60) as client:
        found = [client.get("/api/v1/me", headers={"Authorization": spelled[n % 12]}).status_code for n in range(300)]
    assert set(found) == {200, 429} and found.count(200) <= 200


def test_where_a_request_comes_from_is_believed_of_named_proxies_only(strict: Served, tmp_path: Path) -> None:
    with httpx.Client(base_url=strict.address, timeout=60) as client:
        forged = (
            client.get("/api/v1/me", headers={"Authorization": "Bearer no", "X-Forwarded-For": f"10.1.0.{number}"}).status_code
            for number in range(200)
        )
        assert 429 in forged
    with serving(str(tmp_path / "ledger.db"), tmp_path, "--requests", "10", "--proxy", "127.0.0.1") as behind:
        assert 429 in guess(behind, 15, **{"X-Forwarded-For": "10.1.0.1"})
        assert guess(behind, 5, **{"X-Forwarded-For": "10.1.0.2"}) == [401] * 5, "another behind the same proxy"
        assert guess(behind, 1, **{"X-Forwarded-For": "10.9.9.9, 10.1.0.1"}) == [429], (
            "the last address is the proxy's own word"
        )


@pytest.fixture(scope="module")
def modest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where five guests or ten pages are enough for ten seconds."""
    folder = tmp_path_factory.mktemp("modest")
    with serving(str(folder / "ledger.db"), folder, "--requests", "500") as served:
        yield served
        assert "Traceback" not in served.said()


def test_guests_come_in_one_by_one(modest: Served) -> None:
    with httpx.Client(timeout=60) as client:
        came = [client.post(f"{modest.address}/api/v1/guests").status_code for _ in range(40)]
        assert came.count(201) <= 10 and came.count(429) >= 30
        refused = client.post(f"{modest.address}/api/v1/guests")
        assert refused.headers["retry-after"] == "10"


def memory(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_tables_that_never_were_leave_nothing_behind(server: Served) -> None:
    """Also over a socket, whose path was taken as it came."""
    token, address = Client(server.address).guest().token, server.address.removeprefix("http")

    def knock(name: str) -> None:
        try:
            with connect(f"ws{address}/api/v1/tables/{name}/live", open_timeout=10) as socket:
                socket.send(f'{{"token": "{token}"}}')
                socket.recv(timeout=10)
        except WebSocketException:
            pass

    for _ in range(20):
        knock(secrets.token_hex(3000))
    before = memory(server.process.pid)
    for _ in range(400):
        knock(secrets.token_hex(3000))
    assert memory(server.process.pid) - before < 1_500_000


def test_the_names_a_limit_remembers_are_bounded() -> None:
    rate = rates.Rate(5)
    for number in range(3 * rates.MOST_NAMES):
        rate.count(str(number))
    assert len(rate._seen) == rates.MOST_NAMES
    assert all(rate.often("one") is False for _ in range(5)) and rate.often("one")
    assert not rate.often("dear", 500) and rate.often("dear"), "what costs more than there is can be had once"


def test_an_address_of_ipv6_is_its_network() -> None:
    assert rates.of_address("2001:db8::1") == rates.of_address("2001:db8::ffff:1") != rates.of_address("2001:db8:0:1::1")
    assert rates.of_address("::ffff:10.0.0.1") == rates.of_address("10.0.0.1")


def test_turns_are_given_in_order_and_forgotten() -> None:
    turns, order = rates.Turns(1), []

    async def work(number: int) -> None:
        async with turns.turn("ann"):
            order.append(number)
            await asyncio.sleep(0)

    async def all_of_them() -> None:
        given_up = asyncio.create_task(work(9))
        async with turns.turn("ann"):
            waiting = [asyncio.create_task(work(number)) for number in range(4)]
            await asyncio.sleep(0)
            given_up.cancel()
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)

    asyncio.run(all_of_them())
    assert order == [0, 1, 2, 3] and not turns._held


def test_who_loads_page_after_page_waits_for_the_next(modest: Served) -> None:
    with httpx.Client(timeout=60) as client:
        statuses = [client.get(f"{modest.address}/tables").status_code for _ in range(14)]
        assert statuses[0] == 200 and statuses.count(200) <= 10 and 429 in statuses
        assert get(modest, "/api/v1/me", Authorization=f"Bearer {modest.token}") == 200


def test_a_guest_holds_a_few_practice_tables_and_the_floor_is_not_full(server: Served) -> None:
    guest, administrator = Client(server.address), server.client()
    guest.guest()
    answers = [status(lambda: guest.open_table("ny/big-six", settings={"practice": True})) for _ in range(12)]
    assert answers == [200] * EACH + [409] * (12 - EACH)
    opened = [administrator.open_table("ny/big-six") for _ in range(EACH + 2)]
    for table in opened:
        administrator.close_table(table)
    own = [entry.table for entry in guest.tables()][-1]
    assert status(lambda: guest.open_table("ny/big-six", settings={"practice": True})) == 409
    guest.close_table(own)
    guest.open_table("ny/big-six", settings={"practice": True})


def test_guests_of_one_address_hold_a_few_tables_and_none_of_the_houses_or_of_the_inviteds(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    floor, boss = Floor(database, most_tables=20), Person("boss", Role.FLOOR)

    def guest(address: str) -> Person:
        _, kept = admission.admit_guest(floor, address=address)
        return Person(kept["name"], Role.GUEST, kept["id"])

    def opened(person: Person, times: int, **settings: bool) -> int:
        found = 0
        for _ in range(times):
            with contextlib.suppress(Refused):
                house.open_table(floor, person, "ny/big-six", settings=settings)
                found += 1
        return found

    many = [guest("10.0.0.1") for _ in range(4)]
    assert len({person.share for person in many}) == 1 and guest("10.0.0.2").share != many[0].share
    assert sum(opened(person, 3, practice=True) for person in many) == EACH
    assert opened(guest("10.0.0.2"), EACH, practice=True) == 10 - EACH, "half of them are for whoever was invited"
    assert opened(Person("ann", Role.PLAYER), EACH + 1, practice=True) == EACH
    assert opened(boss, 30, practice=True) == 10 - EACH
    assert opened(boss, 30) == 20, "and practice takes none of the house's own"
    database.close()


def test_a_guests_address_is_not_to_be_read_off_the_share(tmp_path: Path) -> None:
    one, other = (Database(str(tmp_path / name)) for name in ("one.db", "other.db"))
    assert people.share_at(one, "10.0.0.1") == people.share_at(one, "10.0.0.1") != people.share_at(one, "10.0.0.2")
    assert people.share_at(one, "10.0.0.1") != people.share_at(other, "10.0.0.1"), "it needs the house's key"
    for database in (one, other):
        database.close()


def test_requests_of_many_guests_come_out_of_one_share(tmp_path: Path) -> None:
    with serving(str(tmp_path / "ledger.db"), tmp_path, "--requests", "300") as server, httpx.Client(timeout=60) as client:
        tokens, began = [Client(server.address).guest().token for _ in range(2)], time.monotonic()
        asked, headers = f"{server.address}/api/v1/me", [{"Authorization": f"Bearer {token}"} for token in tokens]
        found = [client.get(asked, headers=headers[number % 2]).status_code for number in range(500)]
        windows = (time.monotonic() - began) / rates.WINDOW
        assert found[0] == 200 and found.count(200) <= 300 * (1 + windows) + 1
        assert 429 in found or windows > 1, "two guests had twice what one has"
        assert get(server, "/api/v1/me", Authorization=f"Bearer {server.token}") == 200


CRAPS = {
    "game": "oneida/craps",
    "rolls": [{"wagers": {str(seat): {"field": 600} for seat in range(1, 17)}, "dice": [6, 6]}] * 150,
}


def test_one_address_that_settles_large_rounds_keeps_nobody_else_waiting(server: Served) -> None:
    body, stop, statuses = json.dumps(CRAPS), threading.Event(), []
    other = server.person("settles-not")

    def flood() -> None:
        with httpx.Client(timeout=60, headers={"Content-Type": "application/json"}) as client:
            while not stop.is_set():
                statuses.append(client.post(f"{server.address}/api/v1/settle", content=body).status_code)
                stop.wait(0.05)

    with ThreadPoolExecutor(20) as many:
        for _ in range(20):
            many.submit(flood)
        time.sleep(2)
        seconds = []
        for _ in range(200):
            began = time.perf_counter()
            other.me()
            seconds.append(time.perf_counter() - began)
        stop.set()
    assert sorted(seconds)[20] < 0.5, sorted(seconds)
    assert set(statuses) <= {200, 429, 503} and 429 in statuses


def test_short_rounds_are_settled_one_at_a_time_to_an_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    at_once: list[int] = []
    under_way: list[None] = []

    def settled(_told: Any, *, written: Any) -> Any:
        under_way.append(None)
        at_once.append(len(under_way))
        time.sleep(0.02)
        under_way.pop()
        return {"why": "not today", "clause": None}

    monkeypatch.setattr("croupier.server.working.settled", settled)
    database = Database(str(tmp_path / "ledger.db"))
    bench = Workbench(database)

    async def evening() -> None:
        transport = httpx.ASGITransport(create_app(bench, pages=False))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            await asyncio.gather(*[client.post("/api/v1/settle", json={"game": "ny/roulette"}) for _ in range(8)])

    asyncio.run(evening())
    assert at_once == [1] * 8
    bench.close()
    database.close()


def test_where_too_much_was_guessed_a_token_is_looked_up_later_and_others_at_once(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    bench = Workbench(database)
    stands = guards.Guards(create_app(bench, pages=False), bench)
    for _ in range(bench.limits.requests):
        stands.guesses.count("10.0.0.1")

    async def seconds(address: str) -> float:
        began = time.perf_counter()
        await stands._looked_up("guessed", address)
        return time.perf_counter() - began

    async def evening() -> tuple[list[float], float]:
        guesses = [asyncio.create_task(seconds("10.0.0.1")) for _ in range(50)]
        await asyncio.sleep(0)
        other = await seconds("10.0.0.2")
        return await asyncio.gather(*guesses), other

    guessed, other = asyncio.run(evening())
    assert min(guessed) >= guards.PAUSE > other
    bench.close()
    database.close()


def test_a_fault_fills_no_log() -> None:
    """Whole traces of the first few of each, then none; also where a worker tells it as text."""
    bound, said = logs.Traced(), list[str]()

    def fault(number: int, *, other: bool = False) -> None:
        try:
            if other:
                raise KeyError(number)
            raise ValueError(f"{number}\nINFO: all is well\x1b[2J")
        except (ValueError, KeyError):
            record = logging.LogRecord(
                "uvicorn.error", logging.ERROR, __file__, 1, "Exception in ASGI application", (), sys.exc_info()
            )
        if bound.filter(record):
            said.append(logging.Formatter("%(message)s").format(record))

    for number in range(200):
        fault(number)
    fault(0, other=True)
    assert len(said) == logs.FAULTS + 1 and all("Traceback" in line for line in said)
    assert not any("\nINFO" in line or "\x1b" in line for line in said)
    told = 0
    for _ in range(50):
        text = 'Traceback (most recent call last):\n  File "x.py", line 3\nKeyError: 1'
        told += bound.filter(
            logging.LogRecord("croupier.server.workers", logging.ERROR, "w", 1, "%s failed\n%s", ("advice", text), None)
        )
    assert told == logs.FAULTS


def test_every_logger_of_the_program_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    names = (*logs.PAGES, *logs.OWN, "uvicorn.error")
    before = {name: (logging.getLogger(name).handlers, logging.getLogger(name).propagate) for name in names}
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "filters", [])
    try:
        logs.install()
        found = logging.getLogger("croupier.server.workers")
        while found.propagate and found.parent is not None:
            found = found.parent
        assert [type(bound) for handler in found.handlers for bound in handler.filters] == [logs.Traced]
    finally:
        for name, (handlers, propagate) in before.items():
            logging.getLogger(name).handlers, logging.getLogger(name).propagate = handlers, propagate


def test_tables_that_were_closed_are_forgotten_and_so_are_the_oldest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    floor, boss = Floor(database), Person("boss", Role.FLOOR)

    def opened() -> str:
        table = str(house.open_table(floor, boss, "ny/big-six", settings={"practice": True})["table"])
        floor.read(table, lambda found: found)
        return table

    kept = [opened() for _ in range(6)]
    for table in kept[:4]:
        house.close_table(floor, boss, table)
    monkeypatch.setattr(Tables.spare, "__kwdefaults__", {"most": 4, "closed": 1})
    last = opened()
    assert list(floor._tables) == [*kept[4:], kept[3], last], "those that are closed go first"
    with floor._lock(kept[4]):  # as a writer holds it until all is on the disk
        spared = threading.Thread(target=lambda: floor._tables.spare(floor._lock, most=0, closed=0))
        spared.start()
        spared.join()
    assert kept[4] in floor._tables
    assert floor.read(kept[0], lambda found: found.open) is False, "what was forgotten is read again"
    stop = floor.listen("t00000000", lambda: None)
    stop()
    assert not floor._listeners
    known = Latest[int](3)
    for number in range(9):
        known.keep(str(number), number)
    assert list(known) == ["6", "7", "8"]
    database.close()


def test_who_goes_from_game_to_game_leaves_tables_where_nothing_is_at_stake(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    floor, ann = Floor(database), Person("ann", Role.GUEST)
    opened = []
    for number in range(EACH + 2):
        house.make_room(floor, ann)
        opened.append(house.open_table(floor, ann, "ny/three-card-poker", settings={"practice": True}, companions=1)["table"])
        house.sit(floor, ann, opened[-1], 1)
        playing.open_round(floor, ann, opened[-1])
        if number == 0:
            playing.answer(floor, ann, opened[-1], [["wager", 1, "ante", 1000]])
    with database.read() as connection:
        left = opened_by(connection, ann)
    assert left == [opened[0], *opened[3:]], "chips that lie on a layout stay there"
    database.close()


ABSURD: list[tuple[str, dict[str, Any]]] = [
    ("/tables", {"game": "oneida/craps", "house_rules": {"options": {"seats": 1000}}}),
    ("/tables", {"game": "oneida/craps", "house_rules": {"options": {"seats": 31}}}),
    ("/tables", {"game": "oneida/craps", "house_rules": {"options": {"seats": int("9" * 4299)}}}),
    ("/tables", {"game": "oneida/craps", "house_rules": {"limits": {"horn": {"maximum": int("9" * 4299)}}}}),
    ("/tables", {"game": "oneida/craps", "house_rules": {"limits": {"horn": {"maximum": 10**18}}}}),
    ("/tables", {"game": "oneida/craps", "bank": 10**18}),
    ("/tables", {"game": "oneida/craps", "companions": int("9" * 4299)}),
    ("/tables", {"game": "cincinnati/blackjack", "house_rules": {"options": {"decks": 1000}}}),
    ("/games/oneida/craps/prices", {"house_rules": {"options": {"odds-limit": int("9" * 4299)}}}),
    ("/settle", {"game": "ny/roulette", "spin": "1", "seats": {"1": {"wagers": {"straight-up-1": int("9" * 4299)}}}}),
    ("/settle", {"game": "ny/roulette", "spin": "1", "seats": {"9" * 5000: {"wagers": {"straight-up-1": 500}}}}),
    ("/settle", {"game": "ny/roulette", "spin": "1", "seats": {"1": {"wagers": {"straight-up-1": 10**18}}}}),
    ("/settle", {"game": "ny/roulette", "acts": [], "meters": {"a": "1/" + "9" * 5000}}),
    ("/settle", {"game": "ny/roulette", "acts": [["wager", int("9" * 4299), "red", 500]]}),
    ("/chips", {"player": "ann", "amount": 10**18}),
]


@pytest.mark.parametrize(("path", "body"), ABSURD, ids=[f"{path}-{number}" for number, (path, _) in enumerate(ABSURD)])
def test_numbers_of_absurd_size_are_refused_in_one_line(server: Served, path: str, body: dict[str, Any]) -> None:
    answer = raw(server.client()).post(path, json=body)
    assert answer.status_code in (404, 409, 422), answer.text[:300]
    assert 0 < len(answer.json()["error"]) < 300 and "\n" not in answer.json()["error"]


def test_a_person_watches_so_many_tables(server: Served) -> None:
    token, table = server.client().issue("watcher", "player").token, server.client().open_table("ny/big-six")
    address = f"ws{server.address.removeprefix('http')}/api/v1/tables/{table}/live"
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            socket = stack.enter_context(connect(address))
            socket.send(json.dumps({"token": token}))
            assert "table" in json.loads(socket.recv(timeout=20))
        socket = stack.enter_context(connect(address))
        socket.send(json.dumps({"token": token}))
        assert "more than 20 sockets" in json.loads(socket.recv(timeout=20))["error"]


def page_socket(server: Served) -> tuple[httpx.Client, str, Any]:
    """A browser at a page, as far as the server can tell: its cookie, its client id, its socket."""
    client = httpx.Client(base_url=server.address, timeout=60)
    text = client.get("/tables").text
    found = re.search(r'"client_id": ?"([0-9a-f-]{36})"|client_id[\\"\': ]+([0-9a-f-]{36})', text)
    assert found is not None
    name = found[1] or found[2]
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    query = f"EIO=4&transport=websocket&client_id={name}"
    address = f"ws{server.address.removeprefix('http')}/_nicegui_ws/socket.io/?{query}"
    socket = connect(address, additional_headers={"Cookie": cookie, "Origin": server.address}).__enter__()
    socket.recv(timeout=10)
    socket.send("40")
    assert str(socket.recv(timeout=10)).startswith("40"), "let in"
    return client, name, socket


ODD_EVENTS: list[Any] = [None, 1, "x", [], {}, [[]], {"client_id": 5}, {"client_id": []}, {"client_id": None, "id": "x"}]


def test_visitors_do_not_write_the_log_and_who_sends_too_much_is_cut_off(tmp_path: Path) -> None:
    with serving(str(tmp_path / "ledger.db"), tmp_path) as server:
        client, name, socket = page_socket(server)
        forged = "fine\nINFO: all is well\r\n\x1b[2J" + "x" * 20_000
        for level in ("debug", "info", "warning", "error", "shout"):
            for _ in range(20):
                socket.send("42" + json.dumps(["log", {"client_id": name, "level": level, "message": forged}]))
        for kind in ("handshake", "event", "javascript_response", "ack", "log", "nonsense"):
            for odd in ODD_EVENTS:
                socket.send("42" + json.dumps([kind, odd]))
            socket.send("42" + json.dumps([kind]))
            socket.send("42" + json.dumps([kind, 1, 2, 3]))
        for arguments in (5, [5], ["{"], [None] * 50, ["[" * 5000]):
            message = {"client_id": name, "id": 1, "listener_id": "no", "args": arguments}
            socket.send("42" + json.dumps(["event", message]))
        said = []
        with contextlib.suppress(ConnectionClosed, TimeoutError):
            for _ in range(1000):
                socket.send("42" + json.dumps(["ack", {"client_id": name, "next_message_id": 0}]))
            while "41" not in said:
                said.append(socket.recv(timeout=20))
                if said[-1] == "2":
                    socket.send("3")  # still here
        assert "41" in said, "the server takes leave"
        socket.close()
        for number in range(60):
            client.get(f"/no-such-page-{number}%0aINFO:%20forged")
        client.close()
        assert httpx.get(f"{server.address}/api/v1/health", timeout=60).status_code == 200
        written = server.said()
    assert "Traceback" not in written and "\nINFO: all is well" not in written
    assert "\x1b" not in written and "\nINFO: forged" not in written and len(written) < 20_000


UNSPOKEN = [
    "47",
    "4x",
    "44",
    "4[[[",
    "42{",
    '42["event"',
    '4{"a":1}',
    "451-x",
    "4\n\x1b[2J",
    '459999999999-["x",{"_placeholder":true,"num":0}]',
    "40",
]


def test_frames_that_no_page_sends_are_neither_logged_nor_kept(tmp_path: Path) -> None:
    """Below the events: the machinery of the pages told each with a trace of its own, and kept bytes for as long as they came."""
    with serving(str(tmp_path / "ledger.db"), tmp_path) as server:
        for frame in UNSPOKEN:
            client, _, socket = page_socket(server)
            with contextlib.suppress(ConnectionClosed):
                for _ in range(3):
                    socket.send(frame)
            socket.close()
            client.close()
        client, _, socket = page_socket(server)
        before = memory(server.process.pid)
        socket.send(UNSPOKEN[-2])
        with pytest.raises(ConnectionClosed):
            for _ in range(200):
                socket.send(b"\x00" * 250_000)
        assert memory(server.process.pid) < before + 6_000_000
        client.close()
        written = server.said()
    assert "Traceback" not in written and "\x1b" not in written and len(written) < 10_000


def test_what_a_socket_sends_counts_by_its_size(tmp_path: Path) -> None:
    """Read by the thread that answers everybody, a quarter of a megabyte is not one message like another."""
    large = "42" + json.dumps(["nonsense", [[]] * 60_000])
    with serving(str(tmp_path / "ledger.db"), tmp_path) as server:
        client, _, socket = page_socket(server)
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(200):
                socket.send(large)
            socket.recv(timeout=5)
            socket.recv(timeout=3)  # it would have asked twice whether the page is still here
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013
        client.close()
        assert httpx.get(f"{server.address}/api/v1/health", timeout=60).status_code == 200


def test_what_the_database_says_is_for_the_log() -> None:
    shown, body = refusal(
        Halted("the ledger cannot be written: connection to server on socket /somewhere/.s.PGSQL.5432 failed")
    )
    assert shown == 503 and "cannot be written" in body["error"] and "somewhere" not in body["error"]
    lost = OperationalError("select", {}, Exception("connection to server at 10.0.0.7 failed"))
    shown, body = refusal(lost)
    assert shown == 503 and "cannot be read" in body["error"] and "10.0.0.7" not in body["error"]


def test_pages_for_somebody_signed_in_are_not_used_up_by_others_at_their_address(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "ledger.db"))
    sessions, session = Sessions(database), new_session()
    with database.write() as connection:
        _, kept = people.issue(connection, "ann", Role.PLAYER, by=people.HOUSE)
    sessions.begin(session, kept["id"])
    statuses: list[int] = []

    async def page(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def answered(message: Any) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    async def load(**session: str) -> int:
        scope = {"type": "http", "path": "/", "client": ("10.0.0.1", 5), "session": session}
        await loading(scope, _nothing, answered)
        return statuses[-1]

    loading = Loading(page, Rate(500), sessions)

    async def evening() -> list[int]:
        visitors = [await load(), *[await load(id=new_session()) for _ in range(14)]]
        return [visitors.count(200), visitors.count(429), await load(id=session)]

    assert asyncio.run(evening()) == [10, 5, 200]
    database.close()


async def _nothing() -> dict[str, Any]:
    return {}


def test_a_round_that_is_too_large_for_the_form_is_shown_as_json() -> None:
    """The form is drawn by the thread that answers everybody: three letters of a round would be twenty elements of it."""
    from croupier.server.floor import prepare
    from croupier.server.pages.desk.form import MOST_DRAWN, formable
    from croupier.server.writing import form

    dice, cards = form(prepare("oneida/craps", None, None)), form(prepare("ny/blackjack", None, None))
    assert formable({"game": "oneida/craps", "rolls": [{}] * 30}, dice)
    assert not formable({"game": "oneida/craps", "rolls": [{}] * (MOST_DRAWN + 1)}, dice)
    assert formable({"game": "ny/blackjack", "seats": {"1": {}}}, cards)
    for seats in ({"99": {}}, {"1": {}, "9" * 5000: {}}, {"1": {"wagers": {str(number): 1 for number in range(MOST_DRAWN)}}}):
        assert not formable({"game": "ny/blackjack", "seats": seats}, cards)


def test_a_page_does_one_thing_at_a_time_for_each_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was begun goes on though nobody waits for it any more, and holds up what the same share asks next and nobody else's."""
    from croupier.server.pages import frame

    now, most, who = [0], [0], [Person("ann", Role.PLAYER)]
    monkeypatch.setattr(frame, "person", lambda: who[0])

    def work() -> None:
        now[0] += 1
        most[0] = max(most[0], now[0])
        time.sleep(0.05)
        now[0] -= 1

    async def ask() -> None:
        asked = [asyncio.create_task(frame.alone(work)) for _ in range(6)]
        await asyncio.sleep(0.01)
        for task in asked[:3]:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert most[0] == 1
        hers = asyncio.create_task(frame.alone(work))
        await asyncio.sleep(0.01)
        who[0] = Person("bob", Role.PLAYER)
        await frame.alone(work)
        await hers
        assert most[0] == 2, "another's waits for nobody"

    asyncio.run(ask())


def test_a_page_is_drawn_anew_one_part_at_a_time_for_each_share_and_with_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """What draws is the thread that answers everybody."""
    from croupier.server.pages import frame

    times: list[tuple[float, float]] = []
    monkeypatch.setattr(frame, "_share", lambda: "somebody")

    def draw() -> None:
        began = time.monotonic()
        time.sleep(0.05)
        times.append((began, time.monotonic()))

    async def write() -> None:
        await asyncio.gather(*[frame.drawn(draw) for _ in range(4)])
        await asyncio.sleep(0.1)

    asyncio.run(write())
    assert len(times) == 4
    assert all(later[0] - earlier[1] > 0.04 for earlier, later in itertools.pairwise(times))


def test_the_desk_draws_what_stands_there_in_the_end_however_fast_somebody_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each change had the game read in a thread of its own, and the form drawn: sixty held everybody up for thirteen seconds."""
    from croupier.server.pages import frame
    from croupier.server.pages.desk import page

    warmed: list[int] = []
    drawn: list[int] = []
    desk: Any = page.Desk("ny/roulette")
    desk.panel, desk.chooser = MagicMock(), MagicMock()
    desk.panel.client.is_deleted = False
    desk.rebuild = lambda: drawn.append(desk.document["version"])
    monkeypatch.setattr(frame, "_share", lambda: "somebody")
    monkeypatch.setattr(page, "warm", lambda document: warmed.append(document["version"]) or time.sleep(0.02))

    async def write() -> None:
        for number in range(60):
            await desk.load({"game": "ny/roulette", "version": number})
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.2)

    asyncio.run(write())
    assert drawn[-1] == 59 and len(drawn) < 20 and len(warmed) < 20


def test_a_round_at_the_desk_is_nested_no_deeper_than_any_document() -> None:
    from croupier.server.writing import read_text

    with pytest.raises(BadInput, match="nested too deeply"):
        read_text('{"game": "ny/roulette", "house_rules": ' + '{"a":' * 400 + "1" + "}" * 401)
