"""The API as people use it: who may do what, for whom, and who they are."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.server.client import Client
from tests.support.serving import Served, last_event, raw, status

POKER, ROOM = "ny/three-card-poker", "ny/poker"
SHOE = "cincinnati/mini-baccarat"
"""Its text gives the ruling on an exposed dealer's card to the floor."""
ROLES = ("player", "dealer", "floor", "surveillance", "administrator")
HOUSE = frozenset(["floor", "administrator"])
DEALERS = HOUSE | {"dealer"}
AUDITORS = HOUSE | {"surveillance"}


@pytest.fixture(scope="module")
def everybody(server: Served) -> dict[str, Client]:
    """One of each role, the player with chips."""
    found = {role: server.person(role if role != "administrator" else "adam", role) for role in ROLES}
    server.client().buy_in("player", 10**9)
    server.client().buy_in("adam", 10**9)
    return found


# Who may do what


class Stage:
    """A table brought to where a write makes sense, by the administrator."""

    def __init__(self, server: Served, *, ready: bool = True, game: str = "", **settings: Any) -> None:
        self.administrator = server.client()
        self.table = self.administrator.open_table(game or POKER, settings={"closing": "dealer"} | settings)
        while ready and (due := [entry for entry in self.administrator.table(self.table).session["due"] if entry["yours"]]):
            self.administrator.tell(self.table, ["step", due[0]["step"], due[0]["by"]])
        self.token = self.administrator.issue(f"guest-{secrets.token_hex(3)}", "player")
        self.administrator.buy_in(self.token.name, 10**6)
        self.guest = server.client(self.token.token)

    def dealt(self) -> Stage:
        """A shoe of which a round was dealt."""
        self.guest.sit(self.table, 1)
        self.administrator.open_round(self.table)
        self.guest.answer(self.table, ["wager", 1, "player", 1000])
        self.administrator.answer(self.table, ["no-more-bets"])
        return self

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


def _correct(server: Served) -> Callable[[Client], Any]:
    stage = Stage(server)
    round_id, line = stage.settled()
    settled = next(entry for entry in stage.administrator.recall(round_id)["lines"] if entry["line"] == line)
    right = {"line": line, "returned": settled["stake"], "won": 0, "clause": settled["clause"].split(", ")[0], "why": "misread"}
    return lambda who: who.post(f"/rounds/{round_id}/corrections", right)


def _rule_late(server: Served) -> Callable[[Client], Any]:
    round_id, _ = Stage(server).settled()
    late = {"irregularity": "wrong-number-of-cards", "why": "the deck was counted"}
    return lambda who: who.post(f"/rounds/{round_id}/rulings", late)


def _at(stage: Callable[[Served], Stage], act: Callable[[Client, str], Any]) -> Write:
    def prepared(server: Served) -> Callable[[Client], Any]:
        table = stage(server).table
        return lambda who: act(who, table)

    return prepared


def _time(server: Served) -> Callable[[Client], Any]:
    house_rules = {"options": {"rake": {"method": "time-charge", "cents": 600}}}
    table = server.client().open_table(ROOM, house_rules=house_rules)
    server.person(f"pays-{secrets.token_hex(3)}", chips=10**6).sit(table, 2)
    return lambda who: who.post(f"/tables/{table}/time-charges")


def _pot(server: Served) -> tuple[str, list[str]]:
    """A table at which one of two players has folded, a cent of their pot in the fund; and their names."""
    administrator, names = server.client(), [f"{name}-{secrets.token_hex(3)}" for name in ("yan", "zoe")]
    table = administrator.open_table(ROOM, house_rules={"options": {"promotional-drop": 1}})
    players = [server.person(name, "player") for name in names]
    for seat, (name, player) in enumerate(zip(names, players, strict=True), 1):
        administrator.buy_in(name, 10_000)
        player.sit(table, seat)
    administrator.open_round(table)
    for seat, player in enumerate(players, 1):
        player.answer(table, ["wager", seat, "stack", 5000])
    administrator.answer(table, ["no-more-bets"])
    seat = administrator.table(table).pending.seat  # type: ignore[union-attr]
    players[seat - 1].answer(table, ["choice", seat, "fold"])  # type: ignore[operator]
    return table, names


def _fund(server: Served) -> Callable[[Client], Any]:
    table, names = _pot(server)
    return lambda who: who.post(f"/tables/{table}/promotions", {"player": names[0], "amount": 1})


def _correct_pot(server: Served) -> Callable[[Client], Any]:
    """The fund's cent goes to whoever won."""
    round_ = f"{_pot(server)[0]}-1"
    lines = server.client().get(f"/rounds/{round_}")["lines"]
    winner = max(lines, key=lambda line: line["won"] + line["returned"])
    body = {"given": {str(winner["seat"]): winner["won"] + winner["returned"] + 1}, "promotional_drop": 0}
    return lambda who: who.post(f"/rounds/{round_}/pot", body | {"clause": "5324.42(f)(5)", "why": "no fund here"})


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
    "move another to a seat": (
        HOUSE,
        lambda s: _move(s, s.client().open_table(ROOM)),
    ),
    "open a round": (DEALERS, _at(_empty, lambda who, table: who.open_round(table))),
    "bet for another": (
        frozenset(),
        _at(lambda s: Stage(s).playing(), lambda who, table: who.answer(table, ["wager", 1, "pair-plus", 500])),
    ),
    "call no more bets": (DEALERS, _at(lambda s: Stage(s).playing(), lambda who, table: who.answer(table, ["no-more-bets"]))),
    "decide for another": (
        HOUSE,
        _at(lambda s: Stage(s).deciding(), lambda who, table: who.answer(table, ["choice", 1, "fold"])),
    ),
    "raise for another": (
        frozenset(),
        _at(lambda s: Stage(s).deciding(), lambda who, table: who.answer(table, ["choice", 1, "play"])),
    ),
    "enter what the equipment did": (
        DEALERS,
        _at(lambda s: _opened(Stage(s, equipment="entered")), lambda who, table: who.answer(table, ["done", "shuffle"])),
    ),
    "do a step of the dealer's": (
        DEALERS,
        _at(
            lambda s: Stage(s, ready=False, equipment="entered"),
            lambda who, table: who.tell(table, ["step", "inspect", "dealer"]),
        ),
    ),
    "take over the deal": (DEALERS, _at(_empty, lambda who, table: who.tell(table, ["dealer"]))),
    "have the cards shuffled": (
        HOUSE,
        _at(lambda s: Stage(s, game=SHOE).dealt(), lambda who, table: who.tell(table, ["shuffle-due", "floor person"])),
    ),
    "report an irregularity": (
        DEALERS,
        _at(lambda s: Stage(s).deciding(), lambda who, table: who.report(table, "wrong-number-of-cards")),
    ),
    "rule": (HOUSE, lambda s: _rule(Stage(s).held(s).table)),
    "void a round": (HOUSE, _at(lambda s: Stage(s).playing(), lambda who, table: who.void(table, "a fight"))),
    "fill the tray": (HOUSE, _at(_empty, lambda who, table: who.post(f"/tables/{table}/fills", {"amount": 100}))),
    "change the limits": (
        HOUSE,
        _at(
            _empty, lambda who, table: who.post_limits(table, {"table": {"minimum": 500}}, told=["commission", "surveillance"])
        ),
    ),
    "take a credit": (HOUSE, _at(_empty, lambda who, table: who.post(f"/tables/{table}/credits", {"amount": 100}))),
    "collect a time charge": (DEALERS, _time),
    "pay from the players' fund": (HOUSE, _fund),
    "bet what a player said aloud": (
        DEALERS,
        _at(
            lambda s: _wagering(Stage(s, equipment="entered")), lambda who, table: who.answer(table, ["wager", 1, "ante", 500])
        ),
    ),
    "sell chips": (DEALERS, lambda s: _zoe(s, lambda who: who.buy_in("zoe", 100))),
    "cash chips": (DEALERS, lambda s: _zoe(s, lambda who: (s.client().buy_in("zoe", 100), who.cash_out("zoe", 100)))),
    "issue a token": (frozenset(["administrator"]), lambda s: lambda who: who.issue("zoe", "player")),
    "revoke a token": (frozenset(["administrator"]), lambda s: _revoke(s.client().issue("zoe", "player").id)),
    "keep a jackpot's period": (HOUSE, lambda s: _period),
    "reverse a line": (HOUSE, _reverse),
    "correct a line": (HOUSE, _correct),
    "set a pot right": (HOUSE, _correct_pot),
    "rule when the round is over": (HOUSE, _rule_late),
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
    "see the poker rooms": (frozenset(ROLES), "/poker-rooms"),
    "see what a fund should have paid": (AUDITORS, f"/poker-rooms/{ROOM}/fund"),
}


def _move(server: Served, table: str) -> Callable[[Client], Any]:
    """A player, from one seat to another and back."""
    server.person(f"moves-{secrets.token_hex(3)}", chips=10**6).sit(table, 2)
    return lambda who: [who.post(f"/tables/{table}/seats/{seat}/change", {"to": 7 - seat}) for seat in (2, 5)]


def _period(who: Client) -> None:
    """Begun, and ended without a hand: what the tables have collected stays for the next."""
    who.post(f"/poker-rooms/{ROOM}/periods", {"least": "straight-flush", "players": 2, "ties": "shared"})
    who.post(f"/poker-rooms/{ROOM}/periods/end")


def _opened(stage: Stage) -> Stage:
    stage.administrator.open_round(stage.table)
    return stage


def _wagering(stage: Stage) -> Stage:
    stage.guest.sit(stage.table, 1)
    _opened(stage).administrator.answer(stage.table, ["done", "shuffle"], ["done", "cut"])
    return stage


def _zoe(server: Served, act: Callable[[Client], Any]) -> Callable[[Client], Any]:
    """Something done for a player the house knows."""
    server.client().issue("zoe", "player")
    return act


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
    "/tables", "/tables/{table}/close", "/tables/{table}/seats", "/tables/{table}/seats/{seat}", "/tables/{table}/seats/{seat}/change", "/tables/{table}/rounds",
    "/tables/{table}/answers", "/tables/{table}/irregularities", "/tables/{table}/rulings", "/tables/{table}/void",
    "/tables/{table}/limits", "/tables/{table}/session",
    "/tables/{table}/fills", "/tables/{table}/credits", "/tables/{table}/time-charges", "/tables/{table}/promotions", "/chips", "/tokens", "/tokens/{token}", "/rounds/{round}/reversals",
    "/rounds/{round}/corrections", "/rounds/{round}/pot", "/rounds/{round}/rulings",
    "/poker-rooms/{rulebook}/{game}/periods", "/poker-rooms/{rulebook}/{game}/periods/end", "/poker-rooms/{rulebook}/{game}/hands",
}  # fmt: skip
FOR_EVERYBODY = {"/guests", "/settle"}
FOR_WHOEVER_IS_SIGNED_IN = {
    "/tables/{table}/tips", "/tables/{table}/sharing", "/games/{rulebook}/{game}/prices", "/jobs/{job}",
    "/poker-rooms/{rulebook}/{game}/lists", "/poker-rooms/{rulebook}/{game}/lists/{player}",
}  # fmt: skip


def test_every_write_of_the_api_is_for_somebody(server: Served) -> None:
    """A write that is added must be added to the matrix, or to those that need no role."""
    document = httpx.get(f"{server.address}/api/v1/openapi.json", timeout=60).json()
    writes = {path.removeprefix("/api/v1") for path, operations in document["paths"].items() if {*operations} - {"get"}}
    assert writes == IN_THE_MATRIX | FOR_EVERYBODY | FOR_WHOEVER_IS_SIGNED_IN
    nobody = raw(server.client(""))
    for path in IN_THE_MATRIX | FOR_WHOEVER_IS_SIGNED_IN:
        for method in {*document["paths"][f"/api/v1{path}"]} - {"get"}:
            at = path.replace("{table}", "t0123abcd").replace("{seat}", "1").replace("{token}", "0" * 12)
            at = at.replace("{round}", "t0123abcd-1").replace("{job}", "0" * 16).replace("{rulebook}/{game}", POKER)
            at = at.replace("{player}", "zoe")
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
    assert bob.table(table).pending.legal == []  # type: ignore[union-attr]
    played = ann.answer(table, ["choice", 1, "play"], ["choice", 2, "fold"])
    assert played.acts == [["choice", 1, "play"]], "what came before the refused act stands"
    assert played.refused is not None and played.refused.act == 1 and "seat 2" in played.refused.error
    assert bob.table(table).pending.yours and not ann.table(table).pending.yours  # type: ignore[union-attr]


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
        answer = httpx.get(
            f"{server.address}/api/v1/me", headers={} if header is None else {"Authorization": header}, timeout=60
        )
        assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer", header


def test_a_token_expires(server: Served) -> None:
    issued = server.client().issue("brief", "player", hours=1)
    held = server.client(issued.token)
    assert held.me().role == "player"
    with closing(sqlite3.connect(server.database)) as connection, connection:
        for expires, answered in (("2020-01-01T00:00:00+00:00", 401), (issued.expires, 200)):
            connection.execute("UPDATE tokens SET expires = ? WHERE id = ?", (expires, issued.id))
            connection.commit()
            until = time.monotonic() + 5  # who somebody is, is asked of the database once a moment
            while status(held.me) != answered:
                assert time.monotonic() < until


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


def test_limits_are_posted_at_an_open_table_and_a_second_seat_is_taken_beside_the_first(
    server: Served, everybody: dict[str, Client]
) -> None:
    higher = {"table": {"minimum": 2500, "maximum": 100_000, "unit": 500}}
    floor, player = everybody["floor"], everybody["player"]
    table = floor.open_table("cleveland/three-card-poker", house_rules={"options": {"positions-per-player": 2}})
    assert floor.table(table).limits["table"]["minimum"] == 100
    assert status(partial(player.post_limits, table, higher)) == 403
    assert status(partial(floor.post_limits, table, {"table": {"minimum": 0}})) == 409
    floor.post_limits(table, higher)
    assert player.table(table).limits == higher
    player.sit(table, 1)
    assert player.table(table).free == [2] and status(partial(player.sit, table, 3)) == 409
    player.sit(table, 2)
    assert player.table(table).you["seats"] == [1, 2]
