"""What each may see: nobody is told another's hidden cards, over REST or at the live table; and the live table itself."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest
from benchmarks.walker import Walker
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

import croupier
from croupier.server.client import Client, Problem
from croupier.server.floor import prepare
from tests.support.evening import may_have_companions
from tests.support.serving import Served, raw, status

POKER = "ny/three-card-poker"


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


def names(text: str) -> set[str]:
    """Every card named in a text."""
    return set(re.findall(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jo)(?![A-Za-z0-9])", text))


def cards(view: dict[str, Any]) -> list[str]:
    found = [*view["dealer"], *view["community"]]
    for pile in (*view["piles"].values(), *(seat["cards"] for seat in view["seats"].values())):
        found += pile
    return found


AT_ONCE = {"cleveland/linked-progressive"}
"""Where nobody is asked anything while cards lie face down."""
DEALT = [
    e.id
    for e in croupier.listing()
    if e.id not in AT_ONCE and prepare(e.id, None, None).shape.hand and len(prepare(e.id, None, None).pack) <= 53
]


class Curious:
    """A player who keeps every word the server says, on every way in, and looks for cards that are none of their business."""

    def __init__(self, client: Client, table: str, socket: ClientConnection, *, hints: bool) -> None:
        self.client, self.table, self.socket, self.looked, self.asks_for_hints = client, table, socket, 0, hints
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
        if self.asks_for_hints:
            assert raw(self.client).get(f"/tables/{self.table}/hint").status_code in (200, 409)
        while True:
            message = self.socket.recv(timeout=20)
            self.heard.append(str(message))
            if json.loads(message).get("table", {}).get("seq", 0) >= seen.seq:
                break
        stay_down = prepare(seen.game, None, None).hands_stay_down
        if stay_down:  # the seed would tell the whole deck
            assert own.round is not None and own.round.seed is None, seen.game
        if not seen.round.done or stay_down:
            visible = {card for card in cards(own.view) if card != "??"}
            hidden = {card for card in cards(seen.view) if card != "??"} - visible
            self.looked += bool(hidden)
            for text in self.heard:
                assert not names(text) & hidden, f"{seen.game}: {sorted(names(text) & hidden)} in {text[:3000]}"
        self.heard.clear()


def watch(server: Served, game: str, rounds: int, seed: int, *, hints: bool = False) -> int:
    """Two players at a table, and two companions where they may sit; after every act both look at everything. How often something was hidden."""
    administrator, floor = server.client(), server.person(f"eye-{secrets.token_hex(3)}", "surveillance")
    capacity, name = prepare(game, None, None).seats, secrets.token_hex(3)
    table = administrator.open_table(game, companions=min(2, capacity - 2) if may_have_companions(game) else 0)
    with ExitStack() as stack:
        players: dict[int, tuple[Curious, Walker]] = {}
        for seat in (1, capacity):
            client = server.person(f"watch-{seat}-{name}", chips=10**9)
            client.sit(table, seat)
            socket = stack.enter_context(live(server, table, token_of(client)))
            players[seat] = (Curious(client, table, socket, hints=hints), Walker(client, table, seat=seat, seed=seed + seat))
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
            client = curious.client
            asked = client.table(table).pending
            if now.pending.kind == "done" and asked is not None and not asked.legal:
                client = administrator  # a step that is no player's: a win that is looked at before it is paid
            try:
                client.answer(table, walker.answer(client.table(table)))
            except Problem as refused:
                assert refused.status == 409, refused
            for other, _ in players.values():
                other.look(floor)
        return sum(curious.looked for curious, _ in players.values())


@pytest.mark.parametrize("game", {game.partition("/")[2]: game for game in DEALT}.values())
def test_nobody_is_told_anothers_hidden_cards(server: Served, game: str) -> None:
    assert watch(server, game, 1, seed=4), "nothing was hidden: the test proves nothing"


@pytest.mark.slow
@pytest.mark.parametrize("game", DEALT[::4])
def test_nobody_is_told_anothers_hidden_cards_over_many_rounds(server: Served, game: str) -> None:
    assert watch(server, game, 2, seed=40, hints=True), "nothing was hidden: the test proves nothing"


# The live table


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
    with live(server, "t00000000", token_of(two[0])) as socket:
        assert "no table called" in told(socket, "error")
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=30)
    for table in ("nonsense", "%00"):
        with pytest.raises(InvalidStatus), live(server, table, token_of(two[0])):
            pass


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
        with contextlib.suppress(ConnectionClosed):  # the server may have hung up before the words were sent
            socket.send(json.dumps({"acts": [["wager", 1, "ante", 1000]]}))
        with pytest.raises(ConnectionClosed):
            for _ in range(5):
                assert "table" not in json.loads(socket.recv(timeout=30)), "nothing is shown to a revoked token"
        assert administrator.table(table).seq == seq, "nothing was taken from a revoked token"


def test_a_live_table_takes_no_message_without_end(server: Served, two: tuple[Client, Client]) -> None:
    table = two[0].open_table(POKER, settings={"practice": True})
    with live(server, table, token_of(two[0])) as socket:
        told(socket, "table")
        socket.send(json.dumps({"acts": [], "key": "x" * 300_000}))
        with pytest.raises(ConnectionClosed):
            for _ in range(3):
                assert "receipt" not in json.loads(socket.recv(timeout=30))
    assert status(two[0].me) == 200
