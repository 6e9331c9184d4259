"""The API as people use it: who may do what, what each may see, requests sent twice, and everything that must not work."""

from __future__ import annotations

import json
import re
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from benchmarks.walker import Walker
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import croupier
from croupier.server.client import Client, Problem
from croupier.server.floor import prepare
from tests.serving import Served, serving

POKER = "ny/three-card-poker"
"""Its text gives the ruling on an exposed dealer's card to the floor."""
ROLES = ("player", "dealer", "floor", "surveillance", "administrator")
HOUSE = frozenset(["floor", "administrator"])
DEALERS = HOUSE | {"dealer"}
AUDITORS = HOUSE | {"surveillance"}
HEADERS = ("x-content-type-options", "x-frame-options", "referrer-policy", "content-security-policy", "permissions-policy")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("api")
    with serving(str(folder / "ledger.db"), folder, "--requests", "1000000") as served:
        yield served
        assert "Traceback" not in served.said(), served.said()[-3000:]


@pytest.fixture(scope="module")
def everybody(server: Served) -> dict[str, Client]:
    """One of each role, the player with chips."""
    found = {role: server.person(role if role != "administrator" else "adam", role) for role in ROLES}
    server.client().buy_in("player", 10**9)
    server.client().buy_in("adam", 10**9)
    return found


@pytest.fixture
def two(server: Served) -> tuple[Client, Client]:
    """Two players with chips."""
    name = secrets.token_hex(3)
    return server.person(f"ann-{name}", chips=10**8), server.person(f"bob-{name}", chips=10**8)


def status(act: Callable[[], Any]) -> int:
    """What the server answers with."""
    try:
        act()
    except Problem as problem:
        return problem.status
    return 200


def last_event(client: Client) -> int:
    return int(client.get("/ledger/events", limit=1)[0]["id"])


def raw(client: Client) -> httpx.Client:
    return client._http


# Who may do what


class Stage:
    """A table brought to where a write makes sense, by the administrator."""

    def __init__(self, server: Served, **settings: Any) -> None:
        self.administrator = server.client()
        self.table = self.administrator.open_table(POKER, settings={"closing": "dealer"} | settings)
        self.token = self.administrator.issue(f"guest-{secrets.token_hex(3)}", "player")
        self.administrator.buy_in(self.token.name, 10**6)
        self.guest = server.client(self.token.token)

    def playing(self) -> Stage:
        self.guest.sit(self.table, 1)
        self.administrator.open_round(self.table)
        self.guest.answer(self.table, ["wager", 1, "ante", 1000])
        return self

    def deciding(self) -> Stage:
        self.playing().administrator.answer(self.table, ["no-more-bets"])
        return self

    def held(self, server: Served) -> Stage:
        self.deciding()
        dealer = server.person(f"dealer-{secrets.token_hex(3)}", "dealer")
        assert dealer.report(self.table, "dealer-card-exposed").awaits == "floor"
        return self

    def settled(self) -> tuple[str, int]:
        """A round that is over and a line of it that moved something."""
        self.deciding().guest.answer(self.table, ["choice", 1, "fold"])
        round_id = f"{self.table}-1"
        lines = self.administrator.recall(round_id)["lines"]
        return round_id, next(line["line"] for line in lines if line["stake"] > line["returned"] or line["won"])


Write = Callable[[Served], Callable[[Client], Any]]


def _reverse(server: Served) -> Callable[[Client], Any]:
    round_id, line = Stage(server).settled()
    return lambda who: who.post(f"/rounds/{round_id}/reversals", {"line": line, "why": "misread"})


def _at(stage: Callable[[Served], Stage], act: Callable[[Client, str], Any]) -> Write:
    def prepared(server: Served) -> Callable[[Client], Any]:
        table = stage(server).table
        return lambda who: act(who, table)

    return prepared


def _empty(server: Served) -> Stage:
    return Stage(server)


WRITES: dict[str, tuple[frozenset[str], Write]] = {
    "open a table": (HOUSE, lambda s: lambda who: who.open_table(POKER)),
    "open a practice table": (
        frozenset(ROLES) - {"surveillance"},
        lambda s: lambda who: who.open_table(POKER, settings={"practice": True}),
    ),
    "close a table": (HOUSE, _at(_empty, lambda who, table: who.close_table(table))),
    "sit": (frozenset(["player", "administrator"]), _at(_empty, lambda who, table: who.sit(table, 2))),
    "seat a companion": (HOUSE, _at(_empty, lambda who, table: who.sit(table, 2, companion=True))),
    "empty another's seat": (HOUSE, _at(lambda s: Stage(s).playing(), lambda who, table: who.leave(table, 1))),
    "open a round": (DEALERS, _at(_empty, lambda who, table: who.open_round(table))),
    "bet for another": (
        HOUSE,
        _at(lambda s: Stage(s).playing(), lambda who, table: who.answer(table, ["wager", 1, "pair-plus", 500])),
    ),
    "call no more bets": (DEALERS, _at(lambda s: Stage(s).playing(), lambda who, table: who.answer(table, ["no-more-bets"]))),
    "decide for another": (
        HOUSE,
        _at(lambda s: Stage(s).deciding(), lambda who, table: who.answer(table, ["choice", 1, "fold"])),
    ),
    "enter what the equipment did": (
        DEALERS,
        _at(lambda s: _opened(Stage(s, equipment="entered")), lambda who, table: who.answer(table, ["done", "shuffle"])),
    ),
    "report an irregularity": (
        DEALERS,
        _at(lambda s: Stage(s).deciding(), lambda who, table: who.report(table, "wrong-number-of-cards")),
    ),
    "rule": (HOUSE, lambda s: _rule(Stage(s).held(s).table)),
    "void a round": (HOUSE, _at(lambda s: Stage(s).playing(), lambda who, table: who.void(table, "a fight"))),
    "fill the tray": (HOUSE, _at(_empty, lambda who, table: who.post(f"/tables/{table}/fills", {"amount": 100}))),
    "take a credit": (HOUSE, _at(_empty, lambda who, table: who.post(f"/tables/{table}/credits", {"amount": 100}))),
    "sell chips": (DEALERS, lambda s: lambda who: who.buy_in("zoe", 100)),
    "cash chips": (DEALERS, lambda s: lambda who: (s.client().buy_in("zoe", 100), who.cash_out("zoe", 100))),
    "issue a token": (frozenset(["administrator"]), lambda s: lambda who: who.issue("zoe", "player")),
    "revoke a token": (frozenset(["administrator"]), lambda s: _revoke(s.client().issue("zoe", "player").id)),
    "reverse a line": (HOUSE, _reverse),
}
READS: dict[str, tuple[frozenset[str], str]] = {
    "list the tokens": (frozenset(["administrator"]), "/tokens"),
    "read the accounts": (AUDITORS, "/ledger/accounts"),
    "read the events": (AUDITORS, "/ledger/events"),
    "read an event": (AUDITORS, "/ledger/events/1"),
    "read the rounds": (AUDITORS, "/rounds"),
    "prove the books": (AUDITORS, "/ledger/verify"),
    "see the tables": (frozenset(ROLES), "/tables"),
    "see oneself": (frozenset(ROLES), "/me"),
}


def _opened(stage: Stage) -> Stage:
    stage.administrator.open_round(stage.table)
    return stage


def _rule(table: str) -> Callable[[Client], Any]:
    return lambda who: who.rule(table, approve=True)


def _revoke(token: str) -> Callable[[Client], Any]:
    return lambda who: who.revoke(token)


@pytest.mark.parametrize("what", WRITES)
def test_a_write_is_for_those_whose_role_it_is(server: Served, everybody: dict[str, Client], what: str) -> None:
    allowed, prepared = WRITES[what]
    act = prepared(server)
    administrator = server.client()
    for role in sorted(ROLES, key=lambda role: role in allowed):
        before = last_event(administrator)
        answered = status(partial(act, everybody[role]))
        if role not in allowed:
            assert answered == 403, f"a {role} may not {what}"
            assert last_event(administrator) == before or what == "cash chips", (
                f"a {role} was refused and something was written"
            )
        else:
            assert answered == 200, f"a {role} may {what}: {answered}"
            act = prepared(server)
    nobody = server.client("")
    assert status(lambda: act(nobody)) == 401, f"nobody may {what}"


@pytest.mark.parametrize("what", READS)
def test_a_look_is_for_those_whose_role_it_is(server: Served, everybody: dict[str, Client], what: str) -> None:
    allowed, path = READS[what]
    for role in ROLES:
        assert status(partial(everybody[role].get, path)) == (200 if role in allowed else 403), f"{role}: {what}"
    assert status(lambda: server.client("").get(path)) == 401


IN_THE_MATRIX = {
    "/tables", "/tables/{table}/close", "/tables/{table}/seats", "/tables/{table}/seats/{seat}", "/tables/{table}/rounds",
    "/tables/{table}/answers", "/tables/{table}/irregularities", "/tables/{table}/rulings", "/tables/{table}/void",
    "/tables/{table}/fills", "/tables/{table}/credits", "/chips", "/tokens", "/tokens/{token}", "/rounds/{round}/reversals",
}  # fmt: skip
FOR_EVERYBODY = {"/guests", "/settle"}
FOR_WHOEVER_IS_SIGNED_IN = {"/tables/{table}/tips", "/games/{rulebook}/{game}/prices", "/jobs/{job}"}


def test_every_write_of_the_api_is_for_somebody(server: Served) -> None:
    """A write that is added must be added to the matrix, or to those that need no role."""
    document = httpx.get(f"{server.address}/api/v1/openapi.json").json()
    writes = {path.removeprefix("/api/v1") for path, operations in document["paths"].items() if {*operations} - {"get"}}
    assert writes == IN_THE_MATRIX | FOR_EVERYBODY | FOR_WHOEVER_IS_SIGNED_IN
    nobody = raw(server.client(""))
    for path in IN_THE_MATRIX | FOR_WHOEVER_IS_SIGNED_IN:
        for method in {*document["paths"][f"/api/v1{path}"]} - {"get"}:
            at = path.replace("{table}", "t0123abcd").replace("{seat}", "1").replace("{token}", "0" * 12)
            at = at.replace("{round}", "t0123abcd-1").replace("{job}", "0" * 16).replace("{rulebook}/{game}", POKER)
            answer = nobody.request(method, at, json={} if method == "post" else None)
            assert answer.status_code == 401, f"{method} {at}: {answer.status_code}: who one is comes before what one sends"


def test_a_player_acts_for_the_own_seat_alone(server: Served, two: tuple[Client, Client]) -> None:
    ann, bob = two
    table = server.client().open_table(POKER)
    ann.sit(table, 1)
    bob.sit(table, 2)
    ann.open_round(table)
    ann.answer(table, ["wager", 1, "ante", 1000])
    assert status(lambda: ann.answer(table, ["wager", 2, "ante", 1000])) == 403
    assert status(lambda: bob.answer(table, ["wager", 1, "ante", 0])) == 403
    assert status(lambda: ann.answer(table, ["wager", 3, "ante", 1000])) == 403
    bob.answer(table, ["wager", 2, "ante", 1000])
    ann.answer(table, ["no-more-bets"])
    for acts in (["choice", 2, "play"], ["card", "As"], ["done", "reveal"], ["choice", 0, "play"]):
        assert status(partial(ann.answer, table, acts)) in (403, 409)
    assert status(lambda: ann.leave(table, 2)) == 403
    assert status(lambda: ann.answer(table, ["choice", 1, "play"], ["choice", 2, "fold"])) == 403, "all or nothing"
    assert ann.table(table).pending.seat == 1  # type: ignore[union-attr]
    assert ann.table(table).pending.yours and not bob.table(table).pending.yours  # type: ignore[union-attr]
    assert bob.table(table).pending.legal == []  # type: ignore[union-attr]


def test_what_the_text_gives_to_the_floor_waits_for_the_floor(server: Served, everybody: dict[str, Client]) -> None:
    dealer, floor = everybody["dealer"], everybody["floor"]
    for approve in (False, True):
        stage = Stage(server).deciding()
        receipt = dealer.report(stage.table, "dealer-card-exposed")
        assert receipt.awaits == "floor" and receipt.acts is None
        assert stage.guest.table(stage.table).held == {"irregularity": "dealer-card-exposed", "seat": 0, "by": "dealer"}
        for blocked in (
            lambda s=stage: s.guest.answer(s.table, ["choice", 1, "fold"]),
            lambda s=stage: dealer.report(s.table, "dealer-card-exposed"),
            lambda s=stage: s.administrator.close_table(s.table),
        ):
            assert status(blocked) == 409
        for role in ("player", "dealer", "surveillance"):
            assert status(partial(everybody[role].rule, stage.table, approve=True)) == 403
        ruled = floor.rule(stage.table, approve=approve)
        assert (ruled.acts is not None) is approve
        assert status(partial(floor.rule, stage.table, approve=True)) == 409, "ruled once"
        now = stage.guest.table(stage.table)
        assert now.held is None
        if not approve:
            stage.guest.answer(stage.table, ["choice", 1, "fold"])
        kinds = [event["kind"] for event in floor.get("/ledger/events", stream=stage.table)]
        assert "irregularity-reported" in kinds and ("ruling-approved" if approve else "ruling-dismissed") in kinds


# Tokens


def test_no_token_a_wrong_one_and_a_revoked_one_are_refused(server: Served) -> None:
    administrator = server.client()
    issued = administrator.issue("rev", "player")
    held = server.client(issued.token)
    assert held.me().name == "rev"
    administrator.revoke(issued.id)
    assert status(held.me) == 401
    assert status(lambda: administrator.revoke(issued.id)) == 404
    assert next(token for token in administrator.tokens() if token.id == issued.id).revoked
    for header in (
        None,
        "",
        "Bearer",
        "Bearer nonsense",
        "Basic YTpi",
        f"bearer{server.token}",
        f"Token {server.token}",
    ):
        answer = httpx.get(f"{server.address}/api/v1/me", headers={} if header is None else {"Authorization": header})
        assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer", header


def test_a_token_expires(server: Served) -> None:
    issued = server.client().issue("brief", "player", hours=1)
    held = server.client(issued.token)
    assert held.me().role == "player"
    with closing(sqlite3.connect(server.database)) as connection, connection:
        for expires, answered in (("2020-01-01T00:00:00+00:00", 401), (issued.expires, 200)):
            connection.execute("UPDATE tokens SET expires = ? WHERE id = ?", (expires, issued.id))
            connection.commit()
            assert status(held.me) == answered


def test_secrets_are_kept_only_as_hashes(server: Served) -> None:
    """Not in the database's files, not in what the server says, not in any event."""
    administrator = server.client()
    tokens = [administrator.issue(f"secret-{number}", "player").token for number in range(3)]
    guest = Client(server.address).guest().token
    folder = Path(server.database).parent
    kept = b"".join(file.read_bytes() for file in folder.glob("ledger.db*"))
    for token in (*tokens, guest, server.token):
        assert len(token) >= 43, "256 bits"
        assert token.encode() not in kept
        assert token not in json.dumps(administrator.get("/ledger/events", limit=500))
        assert token not in json.dumps([entry.model_dump() for entry in administrator.tokens()])
    assert not any(token in server.said() for token in (*tokens, guest))
    assert server.said().count(server.token) == 1, "the first one is shown, once"


def test_a_name_is_a_name(server: Served) -> None:
    administrator = server.client()
    for name in ("", "house", "Ann", "a b", "-ann", "a" * 41, "ann\n", "äöü", "ann:bob", "../x"):
        assert status(partial(administrator.post, "/tokens", {"name": name, "role": "player"})) in (409, 422), name
    assert status(lambda: administrator.issue("ok", "king")) == 422


# What each may see


def names(text: str) -> set[str]:
    """Every card named in a text."""
    return set(re.findall(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jo)(?![A-Za-z0-9])", text))


def cards(view: dict[str, Any]) -> list[str]:
    found = [*view["dealer"], *view["community"]]
    for pile in (*view["piles"].values(), *(seat["cards"] for seat in view["seats"].values())):
        found += pile
    return found


DEALT = [e.id for e in croupier.listing() if prepare(e.id, None, None).shape.hand and len(prepare(e.id, None, None).pack) <= 53]


class Curious:
    """A player who keeps every word the server says, on every way in, and looks for cards that are none of their business."""

    def __init__(self, client: Client, table: str, socket: ClientConnection) -> None:
        self.client, self.table, self.socket, self.looked = client, table, socket, 0
        self.heard: list[str] = []
        raw(client).event_hooks["response"] = [self.hear]

    def hear(self, answer: httpx.Response) -> None:
        answer.read()
        self.heard.append(answer.text)

    def look(self, floor: Client) -> None:
        """Ask for everything; none of it may name a card that one's own view hides."""
        seen = floor.table(self.table)
        own = self.client.table(self.table)
        if seen.round is None or own.view is None or seen.view is None:
            self.heard.clear()
            return
        for path in (f"/rounds/{seen.round.id}", f"/rounds/{seen.round.id}/steps", f"/tables/{self.table}/history", "/me"):
            self.client.get(path)
        while True:
            message = self.socket.recv(timeout=20)
            self.heard.append(str(message))
            if json.loads(message).get("table", {}).get("seq", 0) >= seen.seq:
                break
        if not seen.round.done:
            visible = {card for card in cards(own.view) if card != "??"}
            hidden = {card for card in cards(seen.view) if card != "??"} - visible
            self.looked += bool(hidden)
            for text in self.heard:
                assert not names(text) & hidden, f"{seen.game}: {sorted(names(text) & hidden)} in {text[:3000]}"
        self.heard.clear()


def watch(server: Served, game: str, rounds: int, seed: int) -> int:
    """Two players and two companions at a table; after every act both look at everything. How often something was hidden."""
    administrator, floor = server.client(), server.person(f"eye-{secrets.token_hex(3)}", "surveillance")
    capacity, name = prepare(game, None, None).seats, secrets.token_hex(3)
    table = administrator.open_table(game, companions=min(2, capacity - 2))
    with ExitStack() as stack:
        players: dict[int, tuple[Curious, Walker]] = {}
        for seat in (1, capacity):
            client = server.person(f"watch-{seat}-{name}", chips=10**9)
            client.sit(table, seat)
            socket = stack.enter_context(live(server, table, token_of(client)))
            players[seat] = (Curious(client, table, socket), Walker(client, table, seat=seat, seed=seed + seat))
        for number in range(60 * rounds):
            now = floor.table(table)
            if now.pending is None:
                if rounds == 0:
                    break
                rounds -= 1
                players[1][0].client.open_round(table)
                continue
            turn = now.pending.seat or (1, capacity)[number % 2 if now.pending.kind == "wager" else 0]
            curious, walker = players[turn]
            try:
                curious.client.answer(table, walker.answer(curious.client.table(table)))
            except Problem as refused:
                assert refused.status == 409, refused
            for other, _ in players.values():
                other.look(floor)
        return sum(curious.looked for curious, _ in players.values())


@pytest.mark.parametrize("game", {game.partition("/")[2]: game for game in DEALT}.values())
def test_nobody_is_told_anothers_hidden_cards(server: Served, game: str) -> None:
    assert watch(server, game, 1, seed=4), "nothing was hidden: the test proves nothing"


@pytest.mark.slow
@pytest.mark.parametrize("game", DEALT)
def test_nobody_is_told_anothers_hidden_cards_over_many_rounds(server: Served, game: str) -> None:
    assert watch(server, game, 25, seed=40) >= 12


# Requests sent twice


def test_the_same_request_again_gets_the_same_receipt_and_is_done_once(server: Served, two: tuple[Client, Client]) -> None:
    ann, bob = two
    administrator = server.client()
    name = ann.me().name

    def again(client: Client, method: str, path: str, body: Any, other: Any = None) -> Any:
        """Send it three times, then another one under the same key."""
        key = {"Idempotency-Key": secrets.token_hex(8)}
        first = raw(client).request(method, path, json=body, headers=key)
        assert first.is_success, first.text
        written = last_event(administrator)
        for _ in range(2):
            repeated = raw(client).request(method, path, json=body, headers=key)
            assert (repeated.status_code, repeated.json()) == (first.status_code, first.json())
        if other is not None:
            assert raw(client).request(method, path, json=other, headers=key).status_code == 409
        assert raw(client).request(
            "POST",
            "/chips" if path != "/chips" else "/tables",
            json={"player": "zoe", "amount": 7} if path != "/chips" else {"game": POKER},
            headers=key,
        ).status_code in (403, 409)
        assert last_event(administrator) == written, "nothing was done twice"
        return first.json()

    again(administrator, "POST", "/chips", {"player": name, "amount": 100}, {"player": name, "amount": 101})
    assert ann.me().balance == 10**8 + 100
    table = again(administrator, "POST", "/tables", {"game": POKER, "companions": 1}, {"game": POKER, "companions": 2})["table"]
    assert len(administrator.table(table).players) == 1
    at = f"/tables/{table}"
    again(ann, "POST", f"{at}/seats", {"seat": 1}, {"seat": 3})
    again(ann, "POST", f"{at}/rounds", None)
    seq = ann.table(table).seq
    again(
        ann,
        "POST",
        f"{at}/answers",
        {"acts": [["wager", 1, "ante", 1000]], "expected": seq},
        {"acts": [["wager", 1, "ante", 1000]], "expected": seq + 1},
    )
    again(ann, "POST", f"{at}/tips", {"amount": 5}, {"amount": 6})
    again(administrator, "POST", f"{at}/fills", {"amount": 5}, {"amount": 6})
    again(administrator, "POST", f"{at}/credits", {"amount": 5}, {"amount": 6})
    again(ann, "POST", f"{at}/answers", {"acts": [["no-more-bets"]]})
    again(ann, "POST", f"{at}/answers", {"acts": [["choice", 1, "fold"]]})
    again(administrator, "POST", f"/rounds/{table}-1/reversals", {"line": 1, "why": "misread"}, {"line": 1, "why": "no"})
    again(ann, "POST", f"{at}/rounds", None)
    again(administrator, "POST", f"{at}/void", {"why": "late"}, {"why": "early"})
    again(ann, "DELETE", f"{at}/seats/1", None)
    again(administrator, "POST", f"{at}/close", None)
    assert ann.me().balance == 10**8 + 100 - 5
    bob_key = {"Idempotency-Key": "shared"}
    assert raw(bob).post("/tables", json={"game": POKER, "settings": {"practice": True}}, headers=bob_key).status_code == 201
    assert raw(ann).post("/tables", json={"game": POKER, "settings": {"practice": True}}, headers=bob_key).status_code == 201, (
        "keys are one's own"
    )
    for key in ("", "x" * 101, "a b", "ä".encode().decode("latin-1")):
        answer = raw(ann).post(
            "/tables",
            json={"game": POKER, "settings": {"practice": True}},
            headers=[(b"Idempotency-Key", key.encode("latin-1"))],
        )
        assert answer.status_code == 422, key


def test_an_answer_given_too_late_is_refused(server: Served, two: tuple[Client, Client]) -> None:
    ann, _ = two
    table = ann.open_table(POKER, settings={"practice": True})
    ann.sit(table, 1)
    ann.open_round(table)
    seq = ann.table(table).seq
    ann.answer(table, ["wager", 1, "ante", 1000], expected=seq)
    with pytest.raises(Problem, match="has moved on") as refused:
        ann.answer(table, ["wager", 1, "ante", 2000], expected=seq)
    assert refused.value.status == 409
    with pytest.raises(Problem) as refused:
        ann.answer(table, ["wager", 1, "nowhere", 1000])
    assert refused.value.clause, "a refusal cites its clause"


# Limits, headers, and everything that must not work


def test_headers_stand_on_every_answer(server: Served) -> None:
    answers = [
        httpx.get(f"{server.address}{path}")
        for path in (
            "/",
            "/nowhere",
            "/api/v1/health",
            "/api/v1/nowhere",
            "/api/v1/me",
            "/api/v1/tables/x",
            "/api/nowhere",
            "/api/",
        )
    ]
    client = raw(server.client())
    answers += [
        client.get("/tables/t00000000"),
        client.put("/health"),
        client.get("/tables/nonsense"),
        client.post("/tables", content=b"x" * 300_000),
        client.post("/tables", json={"game": "no/such"}),
        client.post("/chips", json={"player": "zoe", "amount": 10**9, "cash_out": True}),
        client.head("/health"),
    ]
    assert {answer.status_code for answer in answers} >= {200, 401, 404, 405, 409, 413, 422}
    for answer in answers:
        assert all(name in answer.headers for name in HEADERS), f"{answer.request.url}: {answer.status_code}"
        assert "server" not in answer.headers
        if "/api/" in str(answer.request.url):
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["content-type"] == "application/json", f"{answer.request.url}: {answer.text[:100]}"


def test_an_address_that_is_none_says_so_and_a_wrong_method_says_which(server: Served) -> None:
    client = raw(server.client())
    assert client.get("/nowhere").json() == {"error": "there is nothing at /api/v1/nowhere", "clause": None}
    for method, path, allowed in (
        ("PUT", "/health", "GET"),
        ("GET", "/chips", "POST"),
        ("POST", "/tokens/0123456789ab", "DELETE"),
    ):
        answer = client.request(method, path)
        assert answer.status_code == 405 and allowed in answer.headers["allow"]


def test_a_body_that_is_too_large_is_refused_whole_or_in_pieces(server: Served) -> None:
    client, before = raw(server.client()), last_event(server.client())
    body = json.dumps({"player": "zoe", "amount": 100}).encode()

    def pieces(size: int) -> Iterator[bytes]:
        yield body
        yield from (b" " * 1000 for _ in range(size // 1000))

    assert client.post("/chips", content=body + b" " * 300_000).status_code == 413
    assert client.post("/chips", content=pieces(300_000)).status_code == 413
    assert client.post("/chips", content=pieces(3_000_000)).status_code == 413
    assert client.post("/chips", content=pieces(1000), headers={"Content-Type": "application/json"}).status_code == 200
    assert last_event(server.client()) == before + 1


def test_too_many_requests_and_too_many_tables(tmp_path: Path) -> None:
    with serving(str(tmp_path / "ledger.db"), tmp_path, "--requests", "60", "--tables", "2", "--no-guests") as server:
        administrator, other = server.client(), server.person("zoe", "floor")
        tables = [administrator.open_table(POKER) for _ in range(2)]
        assert status(lambda: administrator.open_table(POKER)) == 409
        administrator.close_table(tables[0])
        administrator.open_table(POKER)
        assert status(Client(server.address).guest) == 403, "guests were not to be let in"
        statuses = [raw(administrator).get("/health").status_code for _ in range(80)]
        assert statuses.count(429) >= 20 and statuses[0] == 200
        refused = raw(administrator).get("/health")
        assert refused.status_code == 429 and refused.headers["retry-after"] == "10" and "x-frame-options" in refused.headers
        assert other.me().name == "zoe", "one client's haste is not another's"
        assert "Traceback" not in server.said()


ODD_BODIES: list[bytes] = [
    b"",
    b"null",
    b"[]",
    b"{",
    b'"text"',
    b"\xff\xfe\x00",
    b'{"game": "\\ud800"}',
    b'{"game": "' + b"x" * 5000 + b'"}',
    b'{"amount": ' + b"9" * 5000 + b"}",
    b'{"amount": NaN}',
    b'{"amount": 1e400, "player": "zoe"}',
    b'{"amount": -1, "player": "zoe"}',
    b'{"amount": true, "player": "zoe"}',
    b'{"amount": 1.5, "player": "zoe"}',
    b'{"amount": "100", "player": "zoe"}',
    b"[" * 50_000 + b"]" * 50_000,
    b'{"a":' * 30_000 + b"1" + b"}" * 30_000,
    b'{"game": "ny/three-card-poker", "house_rules": {"options": {"x": NaN}}}',
    b'{"game": "ny/three-card-poker", "house_rules": {"\\ud800": 1}}',
    b'{"game": "ny/three-card-poker", "house_rules": {"options": []}}',
    b'{"game": "ny/three-card-poker", "house_rules": {"paytables": {"ante": ["\\u0000"]}}}',
    b'{"game": "ny/three-card-poker", "house_rules": {"limits": {"ante": {"minimum": 1e309}}}}',
    b'{"game": "ny/three-card-poker", "version": "\\u0000"}',
    b'{"game": "../../etc/passwd"}',
    b'{"game": "ny/three-card-poker", "seats": {"1": {"wagers": {"ante": "\\ud800"}}}}',
    b'{"game": "ny/big-six", "spin": NaN, "seats": {"1": {"wagers": {"first-prize": 500}}}}',
    b'{"game": "ny/big-six", "spin": "first-prize", "seats": {"1e5": {"wagers": {"first-prize": 1e10}}}}',
    b'{"game": "ny/big-six", "spin": ["x"], "seats": [1, 2, 3]}',
    b'{"game": ["ny/big-six"], "spin": {"a": 1}}',
    b'{"game": "ny/big-six", "acts": [["wager", 1, "first-prize", 100000000000000000000000000]], "seats": [1]}',
    b'{"acts": [["wager", 1]]}',
    b'{"acts": [["wager", 1, "ante", 1000, 5]]}',
    b'{"acts": [[]]}',
    b'{"acts": [["roll", [0, 7]]]}',
    b'{"acts": [["choice", -1, "fold"]], "expected": -5}',
    b'{"irregularity": "\\ud83d", "seat": 1}',
    b'{"why": "\\u0000"}',
    b'{"why": ""}',
    b'{"\\ud800": 1}',
    b'{"game": "ny/big-six", "spin": "first-prize", "seats": {"\\ud800": {"wagers": {"first-prize": 500}}}}',
    b'{"game": "ny/big-six", "spin": "first-prize", "seats": {"1": {"wagers": {"first-prize": 500}}}, "version": ["x"]}',
    b'{"game": "ny/three-card-poker", "house_rules": {"limits": {"ante": 5}}}',
    b'{"game": "ny/three-card-poker", "house_rules": {"limits": {"ante": {"minimum": 100000000000000000000000000}}}, "companions": 1}',
    b'{"game": "cincinnati/mississippi-stud", "house_rules": {"meters": {"multi-link": {"seed": 100000000000000000000000000}}}}',
    b'{"game": "cincinnati/blackjack", "house_rules": {"options": {"decks": 1000000000}}}',
    b'{"game": "ny/three-card-poker", "bank": 100000000000, "companions": 20}',
]


def test_nothing_anybody_sends_brings_the_server_down(server: Served, two: tuple[Client, Client]) -> None:
    """Every odd body at every write: refused with one clear line, never with a stack trace."""
    ann, _ = two
    table = ann.open_table(POKER, settings={"practice": True})
    ann.sit(table, 1)
    ann.open_round(table)
    document = httpx.get(f"{server.address}/api/v1/openapi.json").json()
    administrator = raw(server.client())
    for path, operations in document["paths"].items():
        for method in operations:
            if method not in ("post", "delete"):
                continue
            at = path.removeprefix("/api/v1").replace("{table}", table).replace("{round}", f"{table}-1").replace("{seat}", "1")
            for body in ODD_BODIES:
                headers = {"Content-Type": "application/json"}
                answer = administrator.request(method, at.replace("{token}", "0" * 12), content=body, headers=headers)
                assert answer.status_code < 500, f"{method} {at}: {body[:80]!r}: {answer.status_code} {answer.text[:300]}"
                assert "Traceback" not in answer.text and 'File "' not in answer.text
                if not answer.is_success:
                    assert answer.json()["error"], f"{method} {at}: {body[:80]!r}: {answer.text[:300]}"
            if status(partial(ann.open_round, table)) not in (200, 201, 409):  # one of them closed the table
                table = ann.open_table(POKER, settings={"practice": True})
                ann.sit(table, 1)


@pytest.mark.parametrize(
    "path",
    [
        "/tables/%00", "/tables/..%2f..%2fetc", "/tables/t0123abcd%0a", "/rounds/t0123abcd-0", "/rounds/t0123abcd-99999999999",
        "/ledger/events/99999999999999999999", "/ledger/events/0", "/ledger/events?before=-1", "/ledger/events?limit=501",
        "/ledger/events?stream=%27%3B--", "/ledger/events?mark=%25", "/games/ny/%e2%98%83", "/games/ny/three-card-poker?version=%00",
        "/games/x/y", "/games?rulebook=..", "/tables?status=all", "/tables/t0123abcd/history?limit=0", "/tokens/zzz",
        "/games/ny/three-card-poker/rulings/none",
    ],
)  # fmt: skip
def test_an_odd_address_is_refused_in_one_line(server: Served, path: str) -> None:
    answer = raw(server.client()).get(path)
    assert answer.status_code in (404, 405, 409, 422), answer.text[:300]
    assert answer.json()["error"]


# The live table


@contextmanager
def live(server: Served, table: str, token: str | None) -> Iterator[ClientConnection]:
    """A WebSocket to a table, the token sent as its first message."""
    with connect(f"ws{server.address.removeprefix('http')}/api/v1/tables/{table}/live") as socket:
        if token is not None:
            socket.send(json.dumps({"token": token}))
        yield socket


def told(socket: ClientConnection, part: str) -> Any:
    """The next message of a kind, within some seconds."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        message = json.loads(socket.recv(timeout=30))
        if part in message:
            return message[part]
    raise AssertionError(f"no {part} came")


def token_of(client: Client) -> str:
    return str(raw(client).headers["Authorization"]).removeprefix("Bearer ")


def test_a_live_table_is_pushed_on_every_change_and_takes_answers(server: Served, two: tuple[Client, Client]) -> None:
    ann, bob = two
    table = server.client().open_table(POKER)
    ann.sit(table, 1)
    bob.sit(table, 2)
    with live(server, table, token_of(ann)) as socket, live(server, table, token_of(bob)) as other:
        first = told(socket, "table")
        assert first == ann.get(f"/tables/{table}") | {"you": first["you"]}
        assert first["you"]["seat"] == 1 and told(other, "table")["you"]["seat"] == 2
        began = time.monotonic()
        ann.open_round(table)
        assert told(other, "table")["pending"]["kind"] == "wager" and time.monotonic() - began < 20
        assert told(socket, "table")["seq"] > first["seq"]
        other.send(json.dumps({"acts": [["wager", 2, "ante", 1000]], "key": "one"}))
        receipt = told(other, "receipt")
        assert receipt["acts"] == [["wager", 2, "ante", 1000]]
        other.send(json.dumps({"acts": [["wager", 2, "ante", 1000]], "key": "one"}))
        assert told(other, "receipt") == receipt, "the same key, the same receipt"
        assert told(socket, "table")["view"]["seats"]["2"]["stakes"] == {"ante": 1000}
        other.send(json.dumps({"acts": [["wager", 1, "ante", 1000]]}))
        assert "may not answer" in told(other, "error")
        odd: Any
        for odd in (
            {},
            {"acts": []},
            {"acts": "x"},
            {"act": 1},
            {"acts": [["card"]]},
            {"acts": [], "key": "a b"},
            [],
            5,
            "x",
            None,
        ):
            other.send(json.dumps(odd))
            assert told(other, "error")
        other.send(json.dumps({"acts": [["no-more-bets"]]}))
        assert told(other, "receipt")


@pytest.mark.parametrize("first", ['{"token": "nonsense"}', "{}", "[]", "5", "not json", b"\xff\x00", '{"token": null}'])
def test_a_live_table_without_a_token_is_closed(server: Served, two: tuple[Client, Client], first: str | bytes) -> None:
    table = two[0].open_table(POKER, settings={"practice": True})
    with live(server, table, None) as socket:
        socket.send(first)
        with pytest.raises(ConnectionClosed):
            for _ in range(3):
                assert "table" not in json.loads(socket.recv(timeout=30))


def test_a_live_table_that_does_not_exist_is_closed(server: Served, two: tuple[Client, Client]) -> None:
    for table in ("t00000000", "nonsense", "%00"):
        with live(server, table, token_of(two[0])) as socket:
            assert "no table called" in told(socket, "error")
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=30)


def test_a_revoked_token_is_put_out_of_a_live_table(server: Served) -> None:
    administrator = server.client()
    issued = administrator.issue("rover", "player")
    administrator.buy_in("rover", 10**6)
    rover = server.client(issued.token)
    table = rover.open_table(POKER, settings={"practice": True})
    rover.sit(table, 1)
    rover.open_round(table)
    with live(server, table, issued.token) as socket:
        seq = told(socket, "table")["seq"]
        administrator.revoke(issued.id)
        socket.send(json.dumps({"acts": [["wager", 1, "ante", 1000]]}))
        assert "revoked" in told(socket, "error")
        assert administrator.table(table).seq == seq, "nothing was taken from a revoked token"
        administrator.post(f"/tables/{table}/fills", {"amount": 1})
        with pytest.raises(ConnectionClosed):
            for _ in range(5):
                assert "table" not in json.loads(socket.recv(timeout=30)), "nothing is shown to a revoked token"


def test_a_live_table_takes_no_message_without_end(server: Served, two: tuple[Client, Client]) -> None:
    table = two[0].open_table(POKER, settings={"practice": True})
    with live(server, table, token_of(two[0])) as socket:
        told(socket, "table")
        socket.send(json.dumps({"acts": [], "key": "x" * 300_000}))
        with pytest.raises(ConnectionClosed):
            for _ in range(3):
                assert "receipt" not in json.loads(socket.recv(timeout=30))
    assert status(two[0].me) == 200


def test_the_books_are_sound_after_all_this(server: Served) -> None:
    verdict = server.client().verify()
    assert verdict.sound, verdict.wrong
