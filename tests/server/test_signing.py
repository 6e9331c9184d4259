"""Who a browser is: by its cookie and its own pages alone, for as long as its token is good, and again after a restart."""

from __future__ import annotations

import asyncio
import base64
import contextvars
import json
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from nicegui import background_tasks, core
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from croupier.ledger.database import Database
from croupier.server import admission, house, people, playing
from croupier.server.client import Client
from croupier.server.floor import Floor
from croupier.server.hosts import Hosts
from croupier.server.pages import frame as framing
from croupier.server.pages.signing import Signing
from croupier.server.pages.table.bets import Bets
from croupier.server.pages.table.room import Room
from croupier.server.pages.table.sight import Sight
from croupier.server.workbench import Workbench
from tests.server.test_api_seeing import POKER, live, told
from tests.server.test_browser import CHROMIUM, DRIVER, _received, _shows, browser
from tests.support.browser_play import awaited, click, marked, moved, sign_in, state
from tests.support.serving import Served, fresh_database, serving, status

in_a_browser = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no browser: install chromium and chromium-driver (Debian)")
EVIL = "http://evil.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("signing")
    with serving(str(folder / "ledger.db"), folder) as found:
        yield found
        assert "Traceback" not in found.said(), found.said()[-3000:]


@contextmanager
def page(**how: Any) -> Iterator[WebDriver]:
    driver = browser(**how)
    try:
        yield driver
    finally:
        driver.quit()


def within(seconds: float, what: Callable[[], Any]) -> Any:
    """What comes true in so many seconds."""
    until = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < until, f"not within {seconds} seconds"
        time.sleep(0.02)
    return found


# Tickets


def a_browser(session: str, path: str = "/") -> tuple[Any, list[str]]:
    """As much of a page's client as signing looks at, and where it was sent."""
    sent: list[str] = []
    url = httpx.URL(scheme="http", host="here", path="/").copy_with(raw_path=path.encode())
    asked = SimpleNamespace(url=SimpleNamespace(path=path, query=url.query.decode()), session={"id": session})
    return SimpleNamespace(request=asked, run_javascript=lambda script: sent.append(script.split("'")[1])), sent


def test_a_browser_has_one_ticket_however_often_it_asks(tmp_path: Path) -> None:
    with fresh(tmp_path) as signing:
        for _ in range(1000):
            signing.change(a_browser("one")[0], None)
        assert len(signing._tickets) == 1
        other, sent = a_browser("other")
        signing.change(other, None, to="/tables")
        assert enters(signing, sent[0], "one") == "/" and enters(signing, sent[0], "other") == "/tables"
        assert enters(signing, sent[0], "other") == "/", "once"


@pytest.mark.parametrize("path", ["//evil.example/x", "///evil.example/x", "/\\\\evil.example/x"])
def test_no_address_leads_a_browser_elsewhere_when_it_signs_in(tmp_path: Path, path: str) -> None:
    with fresh(tmp_path) as signing:
        client, sent = a_browser("one", path)
        signing.change(client, None)
        assert enters(signing, sent[0], "one") == "/evil.example/x"


@contextmanager
def fresh(folder: Path) -> Iterator[Signing]:
    database = Database(str(folder / "ledger.db"))
    try:
        yield Signing(Workbench(database))
    finally:
        database.close()


def enters(signing: Signing, address: str, session: str) -> str:
    """Where a browser comes to by that address."""
    request: Any = SimpleNamespace(session={"id": session})
    return asyncio.run(signing._enter(request, address.rpartition("/")[2])).headers["location"]


# Hosts and origins


def test_names_of_a_server() -> None:
    here = Hosts.of("127.0.0.1")
    assert [here.name(host) for host in ("127.0.0.1:8080", "LocalHost", "[::1]:1")] == ["127.0.0.1", "localhost", "[::1]"]
    for host in (
        "evil.example",
        "localhost.evil.example",
        "localhost@evil.example",
        "",
        "127.0.0.2",
        "localhost:x",
        "a b",
        "[::2]",
    ):
        assert here.name(host) is None, host
    given = Hosts.of("10.0.0.7", ["Casino.example"])
    assert given.name("casino.example:443") == "casino.example" and given.name("10.0.0.7") and not given.name("localhost")
    assert given.own("https://casino.example", "10.0.0.7:8080") and not given.own("https://10.0.0.7", "10.0.0.7:8080")
    everywhere = Hosts.of("0.0.0.0")
    assert everywhere.name("192.0.2.3:80") == "192.0.2.3" and everywhere.name("evil.example") is None
    assert here.own("http://localhost:8080", "localhost:8080") and not here.own("http://localhost:9999", "localhost:8080")
    assert not any(here.own(origin, "localhost:8080") for origin in ("null", "", EVIL, "file://localhost:8080"))


def test_a_foreign_host_is_refused_everywhere(server: Served) -> None:
    for path in ("/api/v1/health", "/api/v1/games", "/", "/tables", "/_nicegui_ws/socket.io/?EIO=4&transport=polling"):
        assert httpx.get(server.address + path, headers={"Host": "evil.example"}, timeout=60).status_code == 400, path
    assert httpx.post(server.address + "/api/v1/guests", headers={"Host": "evil.example"}, timeout=60).status_code == 400
    sockets = ("/api/v1/tables/t00000000/live", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket")
    for path in sockets:
        for headers, answered in (({"Host": "evil.example"}, 400), ({"Origin": EVIL}, 403), ({"Origin": "null"}, 403)):
            with pytest.raises(InvalidStatus) as refused, connect(f"ws{server.address[4:]}{path}", additional_headers=headers):
                pass
            assert refused.value.response.status_code == answered, (path, headers)


def test_another_sites_page_makes_no_guest_and_asks_nothing_of_the_pages(server: Served) -> None:
    before = len(server.client().tokens())
    for origin in (EVIL, "null", "http://127.0.0.1:1"):
        assert httpx.post(server.address + "/api/v1/guests", headers={"Origin": origin}, timeout=60).status_code == 403
        polling = f"{server.address}/_nicegui_ws/socket.io/?EIO=4&transport=polling"
        assert httpx.get(polling, headers={"Origin": origin}, timeout=60).status_code == 403
    assert len(server.client().tokens()) == before
    assert httpx.post(server.address + "/api/v1/guests", headers={"Origin": server.address}, timeout=60).status_code == 201


# A page's socket


@contextmanager
def joined(
    server: Served, query: dict[str, Any], *, cookie: str | None, origin: str | None = None
) -> Iterator[ClientConnection]:
    """A socket that asks to be the socket of a page."""
    asked = query | {"EIO": 4, "transport": "websocket", "implicit_handshake": "true"}
    headers = ({"Cookie": f"session={cookie}"} if cookie else {}) | ({"Origin": origin} if origin else {})
    address = f"ws{server.address[4:]}/_nicegui_ws/socket.io/?{urlencode(asked)}"
    with connect(address, additional_headers=headers) as socket:
        assert str(socket.recv(timeout=10)).startswith("0{")
        socket.send("40")
        yield socket


def field(driver: WebDriver, testid: str) -> WebElement:
    found = awaited(driver, testid)
    return found if found.tag_name == "input" else found.find_element(By.TAG_NAME, "input")


def sent_events(driver: WebDriver) -> list[str]:
    """What the page has told the server, frame by frame."""
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    frames = [m["params"]["response"]["payloadData"] for m in messages if m["method"] == "Network.webSocketFrameSent"]
    return [frame for frame in frames if frame.startswith('42["event"')]


@in_a_browser
def test_another_socket_neither_joins_a_page_nor_presses_its_buttons(server: Served) -> None:
    boss = f"boss-{secrets.token_hex(3)}"
    issued = server.client().issue(boss, "administrator")

    def names() -> list[str]:
        return [token.name for token in server.client().tokens()]

    with page(logged=True) as driver:
        sign_in(driver, server.address, issued.token)
        driver.get(f"{server.address}/audit/tokens")
        field(driver, "token-name").send_keys(eve := f"eve-{secrets.token_hex(3)}")
        field(driver, "token-hours").send_keys("x")
        click(driver, "token-issue")
        button = awaited(driver, "token-issue").get_attribute("id").removeprefix("c")
        pressed = within(10, lambda: [event for event in sent_events(driver) if f'"id":{button},' in event])[0]
        field(driver, "token-hours").send_keys(Keys.BACKSPACE)
        query = driver.execute_script(
            "const q = window.socket.io.opts.query; return {client_id: q.client_id, tab_id: q.tab_id, document_id: q.document_id}"
        )
        query["next_message_id"] = driver.execute_script("return window.nextMessageId")
        cookie = driver.get_cookie("session")["value"]
        stranger = httpx.get(f"{server.address}/", timeout=60)
        named = re.search(r"client_id\W+([0-9a-f-]{36})", stranger.text)
        assert named is not None
        own = {"client_id": named[1], "tab_id": "t", "document_id": "d", "next_message_id": 0}
        for refused in (None, "e30=.x.y", stranger.cookies["session"]):
            with joined(server, query, cookie=refused) as socket:
                assert str(socket.recv(timeout=10)).startswith("44"), "a socket without the page's own cookie is refused"
        with pytest.raises(InvalidStatus), joined(server, query, cookie=cookie, origin=EVIL):
            pass
        with joined(server, own, cookie=stranger.cookies["session"]) as socket:
            assert str(socket.recv(timeout=10)).startswith("40"), "the stranger's own page is theirs"
            for frame in (pressed, '42["event",5]', '42["event",{"client_id":[]}]', '42["log",{"client_id":"x"}]'):
                socket.send(frame)
            socket.send('420["handshake",{}]')
            within(10, lambda: str(socket.recv(timeout=10)).startswith("430"))
        assert eve not in names()
        with joined(server, query, cookie=cookie, origin=server.address) as socket:
            assert str(socket.recv(timeout=10)).startswith("40")
            socket.send(pressed)
            within(10, lambda: eve in names())
        server.client().revoke(issued.id)
        within(3, lambda: marked(driver, "signed-out") or marked(driver, "audit-closed"))


# A token that ends


def _all_shown(driver: WebDriver, cards: list[str], sent: list[str]) -> bool:
    sent.append(_received(driver))
    return all(_shows("".join(sent), card) for card in cards)


@in_a_browser
def test_a_revoked_page_shows_no_card_more(server: Served) -> None:
    administrator, name = server.client(), secrets.token_hex(3)
    eye = administrator.issue(f"eye-{name}", "surveillance")
    ann = server.person(f"ann-{name}", chips=10**6)
    table = administrator.open_table(POKER)
    ann.sit(table, 1)
    with page(logged=True) as driver:
        sign_in(driver, server.address, eye.token)
        driver.get(f"{server.address}/tables/{table}")
        for revoked in (False, True):
            if revoked:
                administrator.revoke(eye.id)
                within(3, lambda: not marked(driver, "table-state"))
                _received(driver)
            awaited(driver, "sign-in" if revoked else "table-state")
            ann.answer(table, ["wager", 1, "ante", 1000], ["no-more-bets"], new_round=True)
            view = administrator.table(table).view
            assert view is not None
            dealt = [*view["dealer"], *view["seats"]["1"]["cards"]]
            if revoked:
                time.sleep(1.5)  # long enough for what must not come
                assert not any(_shows(_received(driver), card) for card in dealt)
            else:
                within(10, partial(_all_shown, driver, dealt, []))
            ann.answer(table, ["choice", 1, "fold"])


def test_a_revoked_token_leaves_a_live_table_at_once(server: Served) -> None:
    administrator = server.client()
    eye = administrator.issue(f"eye-{secrets.token_hex(3)}", "surveillance")
    table = administrator.open_table(POKER)
    with live(server, table, eye.token) as socket:
        told(socket, "table")
        administrator.revoke(eye.id)
        assert "revoked" in json.loads(socket.recv(timeout=3))["error"]
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=3)


def test_a_token_revoked_in_one_process_ends_in_all(tmp_path: Path) -> None:
    with serving(fresh_database("postgresql", tmp_path), tmp_path, workers=2) as served:
        administrator = served.client()
        eye = administrator.issue("eye", "surveillance")
        table = administrator.open_table(POKER)
        with ExitStack() as stack:
            sockets = [stack.enter_context(live(served, table, eye.token)) for _ in range(4)]
            for socket in sockets:
                told(socket, "table")
            administrator.revoke(eye.id)
            for socket in sockets:
                assert "revoked" in json.loads(socket.recv(timeout=2))["error"]
        elsewhere = httpx.get(
            f"{served.address}/tables", headers={"Host": f"LOCALHOST:{served.address.rpartition(':')[2]}"}, timeout=60
        )
        assert re.fullmatch(r"http://localhost:\d+/tables", elsewhere.headers["location"])
        assert httpx.get(f"{served.address}/tables", headers={"Host": "evil.example"}, timeout=60).status_code == 400


def session_of(driver: WebDriver) -> str:
    return str(json.loads(base64.b64decode(driver.get_cookie("session")["value"].split(".")[0]))["id"])


@in_a_browser
def test_a_page_left_open_acts_for_nobody_once_its_browser_is_somebody_else(server: Served) -> None:
    """The same name with another token, in the same browser: what the first token could do, its old page cannot."""
    name = f"ann-{secrets.token_hex(3)}"
    tokens = {role: server.client().issue(name, role).token for role in ("administrator", "player")}
    with page() as driver:
        driver.get(server.address)
        seen = [session_of(driver)]
        sign_in(driver, server.address, tokens["administrator"])
        seen.append(session_of(driver))
        old = driver.get_cookie("session")["value"]
        driver.get(f"{server.address}/audit/tokens")
        awaited(driver, "token-issue")
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        driver.get(server.address)
        click(driver, "signed-in")
        click(driver, "sign-out")
        awaited(driver, "sign-in")
        seen.append(session_of(driver))
        sign_in(driver, server.address, tokens["player"])
        seen.append(session_of(driver))
        assert len(set(seen)) == 4, "a session is new at every coming and going"
        driver.switch_to.window(first)
        within(3, lambda: not marked(driver, "token-issue"))
        again = httpx.get(f"{server.address}/audit", headers={"Cookie": f"session={old}"}, timeout=60)
        assert "audit-closed" in again.text, "the cookie of before is nobody's"


# A restart


@in_a_browser
def test_after_a_restart_a_guest_is_the_same_guest_at_the_same_table_with_the_same_hand(tmp_path: Path) -> None:
    path = str(tmp_path / "ledger.db")
    with page() as driver:
        with serving(path, tmp_path) as served:
            token = served.token
            driver.get(f"{served.address}/play/{POKER}")
            click(driver, "play-as-guest")
            awaited(driver, "request")
            for button in ("spot-ante", "no-more-bets"):
                before = state(driver)[1]
                click(driver, button)
                assert moved(driver, before)
            within(10, lambda: state(driver)[0] == "choice")
            guest, told_before = awaited(driver, "signed-in").text, awaited(driver, "table-state").get_attribute("textContent")
            table = driver.current_url.rpartition("/")[2]
        with serving(path, tmp_path, token=token) as served:
            driver.get(f"{served.address}/tables/{table}")
            within(10, lambda: state(driver)[0] == "choice")
            assert awaited(driver, "signed-in").text == guest
            assert awaited(driver, "table-state").get_attribute("textContent") == told_before
            click(driver, "choice-play")
            awaited(driver, "settlement")
            with Client(served.address, token) as administrator:
                assert status(lambda: administrator.recall(f"{table}-1")) == 200


# One draw


def test_a_click_draws_the_table_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page refreshes itself after what it did, and is not told of its own doing again; of others' it is."""
    floor = Floor(Database(str(tmp_path / "ledger.db")))
    secret, _ = admission.admit_guest(floor)
    person = people.identify(floor.database, secret)
    table = house.open_table(floor, person, POKER, settings={"practice": True})["table"]
    house.sit(floor, person, table, 1)
    playing.open_round(floor, person, table)

    class Bare(Room):
        """A room on no browser: it counts how often it would be drawn."""

        def __init__(self) -> None:
            Sight.__init__(self, floor, person, table)
            self.client: Any = SimpleNamespace(is_deleted=False)
            self._own, self._lock = contextvars.copy_context(), asyncio.Lock()
            self._stirred, self._doing, self._stop, self.drawn = False, 0, None, 0
            self.bets = Bets(self)

        def draw(self) -> None:
            self.drawn += 1

    async def click() -> list[int]:
        monkeypatch.setattr(core, "loop", asyncio.get_running_loop())
        room = Bare()
        room._listen()
        counts = []
        for act in (
            room.answer([["wager", 1, "ante", 1000]]),
            asyncio.to_thread(floor.stir, table),
            room.answer([["nonsense"]]),
        ):
            await act
            await asyncio.sleep(0)
            while background_tasks.running_tasks:
                await asyncio.sleep(0.01)
            counts.append(room.drawn)
        return counts

    monkeypatch.setattr(framing, "signing", lambda: SimpleNamespace(person=lambda client: person))
    monkeypatch.setattr(Room, "tell", lambda room, refusal: None)
    assert asyncio.run(click()) == [1, 2, 3]
