"""One person cannot stop the others: what is asked too often, too dearly or under another spelling costs whoever asks it."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from croupier.server import rates
from croupier.server.client import Client
from tests.serving import Served, serving


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that allows little, so that little is enough to try it."""
    folder = tmp_path_factory.mktemp("strict")
    with serving(str(folder / "ledger.db"), folder, "--requests", "100") as served:
        yield served
        assert "Traceback" not in served.said()


def get(served: Served, path: str, **headers: str) -> int:
    return httpx.get(f"{served.address}{path}", headers={k.replace("_", "-"): v for k, v in headers.items()}).status_code


def guess(served: Served, times: int, **headers: str) -> list[int]:
    with httpx.Client(base_url=served.address) as client:
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
    with httpx.Client(base_url=strict.address) as client:
        found = [client.get("/api/v1/me", headers={"Authorization": spelled[n % 12]}).status_code for n in range(300)]
    assert set(found) == {200, 429} and found.count(200) <= 200


def test_where_a_request_comes_from_is_believed_of_named_proxies_only(strict: Served, tmp_path: Path) -> None:
    with httpx.Client(base_url=strict.address) as client:
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


def test_guests_come_in_one_by_one(tmp_path: Path) -> None:
    with serving(str(tmp_path / "ledger.db"), tmp_path, "--requests", "500") as server, httpx.Client() as client:
        came = [client.post(f"{server.address}/api/v1/guests").status_code for _ in range(40)]
        assert came.count(201) <= 10 and came.count(429) >= 30
        refused = client.post(f"{server.address}/api/v1/guests")
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


def test_who_loads_page_after_page_waits_for_the_next(tmp_path: Path) -> None:
    with serving(str(tmp_path / "ledger.db"), tmp_path, "--requests", "500") as server, httpx.Client() as client:
        statuses = [client.get(f"{server.address}/tables").status_code for _ in range(14)]
        assert statuses[0] == 200 and statuses.count(200) <= 10 and 429 in statuses
        assert get(server, "/api/v1/me", Authorization=f"Bearer {server.token}") == 200
