"""Requests sent twice, too large, too many, misshapen: done once or refused in one clear line, never with a stack trace."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from pydantic import TypeAdapter, ValidationError
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from croupier.server.client import Client, Problem
from croupier.server.models import Act
from tests.support.serving import Served, last_event, raw, serving, status

POKER = "ny/three-card-poker"
HEADERS = ("x-content-type-options", "x-frame-options", "referrer-policy", "content-security-policy", "permissions-policy")


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


def test_a_token_asked_for_twice_under_one_key_is_one_token(server: Served) -> None:
    administrator, key = server.client(), {"Idempotency-Key": secrets.token_hex(12)}
    asked = {"name": "tess", "role": "dealer", "hours": 2}
    first = raw(administrator).post("/tokens", json=asked, headers=key)
    again = raw(administrator).post("/tokens", json=asked, headers=key)
    assert (first.status_code, first.json()) == (again.status_code, again.json()) and first.status_code == 201
    assert sum(token.name == "tess" for token in administrator.tokens()) == 1
    assert server.client(first.json()["token"]).me().role == "dealer"
    other = raw(administrator).post("/tokens", json=asked | {"hours": 3}, headers=key)
    assert other.status_code == 409
    fresh = {"Authorization": f"Bearer {administrator.issue('administrator', 'administrator').token}"}
    assert raw(administrator).post("/tokens", json=asked, headers=key | fresh).status_code == 409, "the secret was another's"
    assert (
        raw(administrator).post("/tokens", json=asked, headers={"Idempotency-Key": "another"}).json()["token"]
        != first.json()["token"]
    )
    gone = f"/tokens/{first.json()['id']}"
    under = {"Idempotency-Key": secrets.token_hex(12)}
    assert [raw(administrator).delete(gone, headers=under).status_code for _ in range(2)] == [204, 204]
    assert raw(administrator).delete(gone).status_code == 404, "without the key it is another request"


def test_a_guest_who_asks_twice_under_one_key_is_one_guest(server: Served) -> None:
    with httpx.Client(base_url=f"{server.address}/api/v1", timeout=60) as stranger:
        key = {"Idempotency-Key": secrets.token_hex(12)}
        first, again = (stranger.post("/guests", headers=key) for _ in range(2))
        assert first.status_code == 201 and first.json() == again.json()
        assert stranger.post("/guests").json()["name"] != first.json()["name"]
        assert stranger.post("/guests", headers={"Idempotency-Key": "short"}).status_code == 409
        assert [token.name for token in server.client().tokens()].count(first.json()["name"]) == 1
    kept = b"".join(file.read_bytes() for file in Path(server.database).parent.glob("ledger.db*"))
    assert key["Idempotency-Key"].encode() not in kept, "the key is worth a token and is not kept"


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


@pytest.mark.parametrize("key", [None, "a key", "k" * 101, "fresh"])
def test_the_short_way_to_a_table_and_the_usual_one_answer_alike(
    server: Served, two: tuple[Client, Client], key: str | None
) -> None:
    """The same requests, once as most send them and once spelt so that they take the way of all others."""
    ann, _ = two
    tables = [ann.open_table(POKER, settings={"practice": True}) for _ in range(2)]
    for table in tables:
        ann.sit(table, 1)
    bodies: list[bytes] = [
        b'{"acts": [["wager", 1, "ante", 1000]]}',
        b'{"acts": [], "new_round": true}',
        b'{"acts": [["wager", 1, "ante", 1000.0], ["wager", 1, "nowhere", 5]], "expected": null}',
        b'{"acts": [["wager", 1, "ante", "1000"]]}',
        b'{"acts": [["dance"]]}',
        b'{"acts": [["choice", 1, "play"]]}',
        b'{"acts": [["no-more-bets"]], "expected": 1}',
        b'{"acts": [], "other": 1}',
        b'{"acts": [["wager", 1, "ante", 1' + b"0" * 5000 + b"]]}",
        b"[" * 5000,
        b'{"acts": [["choice", 1, "\xff"]]}',
        b"",
        b'{"acts": [["no-more-bets"], ["choice", 1, "fold"]]}',
    ]
    found: list[list[Any]] = []
    for table, kind in zip(tables, ("application/json", "application/json; charset=utf-8"), strict=True):
        said = []
        for number, body in enumerate(bodies):
            more = {} if key is None else {"Idempotency-Key": key if key != "fresh" else f"{table}-{number}"}
            answer = raw(ann).post(f"/tables/{table}/answers", content=body, headers={"Content-Type": kind} | more)
            told = answer.json()
            dealt = {name: len(told.pop(name) or ()) for name in ("acts",) if name in told}
            told = {name: value for name, value in told.items() if name not in ("event", "table", "round")}
            said.append((answer.status_code, sorted(answer.headers), told, dealt))
        stranger = httpx.post(
            f"{server.address}/api/v1/tables/{table}/answers", content=bodies[0], headers={"Content-Type": kind}, timeout=60
        )
        said.append((stranger.status_code, sorted(stranger.headers), stranger.json(), {}))
        nowhere = raw(ann).post("/tables/t00000000/answers", content=bodies[0], headers={"Content-Type": kind})
        said.append((nowhere.status_code, sorted(nowhere.headers), nowhere.json(), {}))
        found.append(said)
    assert found[0] == found[1]
    assert {status for status, *_ in found[0]} >= ({200, 401, 404, 409, 422} if key in (None, "fresh") else {401, 404, 422})
    pieces = raw(ann).post(
        f"/tables/{tables[0]}/answers", content=(b" " * 1000 for _ in range(300)), headers={"Content-Type": "application/json"}
    )
    assert pieces.status_code == 413


# Limits, headers, and everything that must not work


def test_headers_stand_on_every_answer(server: Served) -> None:
    answers = [
        httpx.get(f"{server.address}{path}", timeout=60)
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
    server.client().issue("zoe", "player")
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
        with httpx.Client(
            base_url=f"{server.address}/api/v1", timeout=60
        ) as stranger:  # one line: eighty would take longer than the window
            guesses = [stranger.get("/me", headers={"Authorization": f"Bearer {n}"}) for n in range(80)]
        assert [guess.status_code for guess in guesses] == [401] * 60 + [429] * 20, "a new guess is no new client"
        assert "Traceback" not in server.said()


def test_too_many_messages_over_a_socket(tmp_path: Path) -> None:
    with serving(str(tmp_path / "ledger.db"), tmp_path, "--requests", "60") as server:
        table = server.client().open_table(POKER)
        with connect(f"ws{server.address.removeprefix('http')}/api/v1/tables/{table}/live") as socket:
            socket.send(json.dumps({"token": server.token}))
            said = []
            for _ in range(80):
                socket.send(json.dumps({"acts": [["wager", 1, "ante", 1000]]}))
            with pytest.raises(ConnectionClosed):
                while True:
                    said.append(json.loads(socket.recv(timeout=30)))
        refused = [message["error"] for message in said if "error" in message]
        assert 30 < len(refused) <= 60 and "more than 60 requests" in refused[-1] and "requests" not in refused[0]
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
    document = httpx.get(f"{server.address}/api/v1/openapi.json", timeout=60).json()
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


def test_an_act_is_of_one_form_at_most_so_that_the_first_that_fits_is_the_one() -> None:
    forms = [TypeAdapter(form) for form in get_args(get_args(Act)[0])]
    words = [1, 98.0, True, None, "play", "Kh", "cash", "floor", "", [1, 2], [1, 2, 3], [7, 1]]
    kinds = sorted({get_args(get_args(form)[0])[0] for form in get_args(get_args(Act)[0])})

    def fits(form: TypeAdapter[Any], act: list[Any]) -> bool:
        try:
            form.validate_python(act)
        except ValidationError:
            return False
        return True

    found = dict.fromkeys(kinds, 0)
    for kind in kinds:
        for parts in ([], *([a] for a in words), *([a, b] for a in words for b in words)):
            for more in ([], [1000], [1000, "floor", "cash"]):
                count = sum(fits(form, [kind, *parts, *more]) for form in forms)
                assert count <= 1, (kind, parts, more)
                found[kind] += count
    assert all(found.values()), found
