"""Who is who: a token is what it is now, a seat is a seat, guests practise, and nobody approves for themself."""

from __future__ import annotations

import json
import secrets
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.ledger import books
from croupier.ledger.database import Database
from croupier.server import admission, people
from croupier.server.client import Client, Problem
from croupier.server.floor import Floor
from croupier.server.people import HOUSE, Role
from tests.server.test_api_seeing import POKER, cards, live, names, token_of, told
from tests.support.serving import Served, raw, serving, status

# Whoever sits down sees as a seat


def _decided(server: Served) -> tuple[Client, str]:
    """An administrator who has sat down at a real table and must decide now."""
    seated = server.person(f"boss-{secrets.token_hex(3)}", "administrator", chips=10**6)
    table = server.client().open_table(POKER)
    seated.sit(table, 1)
    seated.answer(table, ["wager", 1, "ante", 1000], ["no-more-bets"], new_round=True)
    return seated, table


def test_an_administrator_who_sits_is_told_no_more_than_the_seat_by_any_way_in(server: Served) -> None:
    seated, table = _decided(server)
    every = server.client().table(table).view
    own = seated.table(table).view
    assert every is not None and own is not None
    hidden = {card for card in cards(every) if card != "??"} - {card for card in cards(own) if card != "??"}
    assert len(hidden) == 3, "the dealer's three cards are hidden from the seat"
    heard: list[str] = []
    raw(seated).event_hooks["response"] = [lambda answer: heard.append(answer.read().decode())]
    round_id, last = f"{table}-1", server.client().get("/ledger/events", stream=table)[0]["id"]
    for path in (
        f"/tables/{table}",
        f"/tables/{table}/history",
        f"/tables/{table}/hint",
        f"/rounds/{round_id}",
        f"/rounds/{round_id}/steps",
        f"/ledger/events/{last}",
    ):
        seated.get(path)
    raw(seated).event_hooks["response"] = []
    for asked in ({"stream": table}, {"kind": "acts"}, {}):  # other tables have cards of the same names
        heard.append(json.dumps([event for event in seated.get("/ledger/events", **asked) if event["stream"] == table]))
    with live(server, table, token_of(seated)) as socket:
        heard.append(json.dumps(told(socket, "table")))
    for text in heard:
        assert not names(text) & hidden, f"{names(text) & hidden} in {text[:2000]}"
    assert seated.recall(round_id)["log"] is None
    seated.answer(table, ["choice", 1, "fold"])
    assert seated.recall(round_id)["log"], "when the round is over there is nothing left to hide from an auditor"


def test_an_auditor_who_does_not_sit_still_sees_every_card(server: Served) -> None:
    _, table = _decided(server)
    auditor = server.person(f"eye-{secrets.token_hex(3)}", "surveillance")
    view: dict[str, Any] = auditor.recall(f"{table}-1")["view"]
    assert "??" not in cards(view) and auditor.recall(f"{table}-1")["log"]
    acts = [event["body"]["acts"] for event in auditor.get("/ledger/events", stream=table, kind="acts")]
    assert "??" not in json.dumps(acts)


def test_what_another_has_behind_is_nobodys_to_read(server: Served) -> None:
    name = secrets.token_hex(3)
    ann, bob = server.person(f"ann-{name}", chips=7_654_321), server.person(f"bob-{name}", chips=10**6)
    table = server.client().open_table(POKER)
    ann.sit(table, 1)
    bob.sit(table, 2)
    ann.answer(table, ["wager", 1, "ante", 1000], new_round=True)
    bob.answer(table, ["wager", 2, "ante", 1000], ["no-more-bets"])
    for over in (False, True):
        for path in (f"/tables/{table}", f"/rounds/{table}-1", f"/rounds/{table}-1/steps"):
            said = json.dumps(bob.get(path))
            assert "7654321" not in said and "7653321" not in said, f"{path}, over: {over}"
        if not over:
            ann.answer(table, ["choice", 1, "fold"])
            bob.answer(table, ["choice", 2, "fold"])
    log = bob.recall(f"{table}-1")["log"]
    assert croupier.replay(log).done, "and the log is replayed without it"


# Guests practise


def test_a_guest_holds_no_chips_of_the_cage_and_none_that_are_good_at_a_real_table(server: Served) -> None:
    administrator = server.client()
    with Client(server.address) as guest:
        name = guest.guest().name
        assert guest.me().role == "guest"
        assert all(event["body"]["player"] != name for event in administrator.get("/ledger/events", kind="buy-in"))
        table = administrator.open_table(POKER)
        for refused in (lambda: guest.sit(table, 1), lambda: guest.post(f"/tables/{table}/tips", {"amount": 1})):
            with pytest.raises(Problem, match="practice tables only") as problem:
                refused()
            assert problem.value.status == 403
        for act in (administrator.buy_in, administrator.cash_out):
            with pytest.raises(Problem, match="practice chips only"):
                act(name, 100)
        own = guest.open_table(POKER, settings={"practice": True})
        guest.sit(own, 1)
        held = guest.me().balance
        assert held > 0
        guest.answer(own, ["wager", 1, "ante", 1000], ["no-more-bets"], new_round=True)
        with pytest.raises(Problem):
            administrator.cash_out(name, 100)
    assert not [held for held in administrator.get("/ledger/accounts") if held["account"] == f"player:{name}"]


def test_two_guests_never_have_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same draw twice, and a name that somebody with a token has: another is drawn."""
    floor = Floor(Database(str(tmp_path / "ledger.db")))
    draws = iter(["aa", "aa", "aa", "bb", "bb", "cc"])
    monkeypatch.setattr(people.secrets, "token_hex", lambda size: next(draws) if size == 8 else f"{next(numbers):012x}")
    numbers = iter(range(100))
    names = [admission.admit_guest(floor)[1]["name"] for _ in range(2)]
    assert names == ["guest-aa", "guest-bb"]
    with floor.database.write() as connection:
        people.issue(connection, "guest-cc", Role.PLAYER, by=HOUSE)
    with pytest.raises(StopIteration):
        admission.admit_guest(floor)


# The house's people


def test_nobody_stakes_a_players_chips_for_them(server: Served) -> None:
    pat = server.person(f"pat-{secrets.token_hex(3)}", chips=500_000)
    others = [server.person(f"{role}-{secrets.token_hex(3)}", role) for role in ("floor", "dealer", "administrator")]
    table = server.client().open_table("ny/roulette")
    pat.sit(table, 1)
    pat.open_round(table)
    for other in others:
        for acts in ([["wager", 1, "straight-up-0", 500_000]], [["wager", 1, "straight-up-0", 500_000], ["no-more-bets"]]):
            assert status(lambda other=other, acts=acts: other.answer(table, *acts)) == 403
    assert pat.me().balance == 500_000


def test_what_the_floor_is_offered_for_another_is_what_silence_comes_to(server: Served) -> None:
    """Exactly what is listed is taken: the floor may fold for who does not decide, and neither bets nor raises for them."""
    pat = server.person(f"pat-{secrets.token_hex(3)}", chips=500_000)
    fay = server.person(f"fay-{secrets.token_hex(3)}", "floor")
    table = server.client().open_table(POKER)
    pat.sit(table, 1)
    pat.answer(table, ["wager", 1, "ante", 1000], new_round=True)
    offered = fay.table(table).pending
    assert offered is not None and [entry["act"] for entry in offered.legal] == ["no-more-bets"]
    fay.answer(table, ["no-more-bets"])
    offered = fay.table(table).pending
    assert offered is not None and [entry["choice"] for entry in offered.legal] == ["fold"]
    with pytest.raises(Problem, match="play is for seat 1 to say; who says nothing may be given fold"):
        fay.answer(table, ["choice", 1, "play"])
    fay.answer(table, ["choice", 1, "fold"])
    assert server.client().get("/ledger/events", stream=table, limit=1)[0]["by"] == fay.me().name


def test_where_people_deal_the_dealer_enters_what_a_player_says_and_the_books_name_who_did(server: Served) -> None:
    pat = server.person(f"pat-{secrets.token_hex(3)}", chips=500_000)
    dealer = server.person(f"deb-{secrets.token_hex(3)}", "dealer")
    table = server.client().open_table("ny/roulette", settings={"equipment": "entered", "closing": "dealer"})
    pat.sit(table, 1)
    with pytest.raises(Problem, match="inspect is for the supervisor"):
        dealer.tell(table, ["step", "inspect", "supervisor"])
    with pytest.raises(Problem, match=r"no round can start: inspect by the supervisor is due"):
        dealer.open_round(table)
    server.client().tell(table, ["step", "inspect", "supervisor"])
    dealer.answer(table, ["wager", 1, "red", 1000], new_round=True)
    told = server.client().get("/ledger/events", stream=table, limit=1)[0]
    assert told["by"] == dealer.me().name and told["body"]["acts"][-1] == ["wager", 1, "red", 1000]


def test_chips_are_sold_to_people_the_house_knows_within_a_limit_and_never_to_oneself(tmp_path: Path) -> None:
    with serving(str(tmp_path / "ledger.db"), tmp_path, "--chips", "200000") as server:
        dealer, floor = server.person("deb", "dealer"), server.person("fay", "floor")
        server.client().issue("ann", "player")
        for name in ("nobody-at-all", "house", "cage"):
            for who in (dealer, floor, server.client()):
                assert status(lambda who=who, name=name: who.buy_in(name, 100)) == 409, name
        for who in (dealer, floor, server.client()):
            own = who.me().name
            assert status(lambda who=who, own=own: who.buy_in(own, 100)) == 403, "nobody approves for themself"
        dealer.buy_in("ann", 150_000)
        with pytest.raises(Problem, match="200000 cents in a day, 150000 are done: ask the floor"):
            dealer.buy_in("ann", 50_001)
        dealer.buy_in("ann", 50_000)
        assert status(lambda: dealer.buy_in("ann", 1)) == 403
        assert floor.buy_in("ann", 10**9) == 10**9 + 200_000
        assert status(lambda: dealer.cash_out("ann", 10**9)) == 403
        assert dealer.cash_out("ann", 200_000) == 10**9
        assert server.client().verify().sound


def test_who_sits_at_a_real_table_neither_deals_nor_rules_there(server: Served) -> None:
    """A losing hand is not voided, reported or corrected by the one who holds it."""
    seated, table = _decided(server)
    for refused in (
        lambda: seated.void(table, "I was going to lose"),
        lambda: seated.report(table, "wrong-number-of-cards"),
        lambda: seated.close_table(table),
        lambda: seated.sit(table, 3, companion=True),
    ):
        assert status(refused) == 403
    seated.answer(table, ["choice", 1, "fold"])
    line = next(line["line"] for line in server.client().recall(f"{table}-1")["lines"] if line["stake"] > line["returned"])
    body = {"line": line, "why": "mine"}
    assert status(lambda: seated.post(f"/rounds/{table}-1/reversals", body)) == 403
    server.client().post(f"/rounds/{table}-1/reversals", body)


def test_what_the_house_wagers_is_put_down_by_the_dealer(server: Served, two: tuple[Client, Client]) -> None:
    """F.14.VIII: a banking player may ask for less, and sets nothing."""
    ann, _ = two
    dealer = server.person(f"deb-{secrets.token_hex(3)}", "dealer")
    table = server.client().open_table("cincinnati/pai-gow-poker")
    ann.sit(table, 1)
    ann.open_round(table)
    wager = ["wager", 1, "house-wager", 500]
    assert status(lambda: ann.answer(table, wager)) == 403
    assert status(lambda: dealer.answer(table, wager)) not in (200, 403), "there is no bank to wager against"
    assert "house-wager" not in json.dumps(ann.get(f"/tables/{table}")["pending"])


# Practice tables


def test_a_practice_table_is_its_owners(server: Served, two: tuple[Client, Client]) -> None:
    ann, bob = two
    dealer = server.person(f"deb-{secrets.token_hex(3)}", "dealer")
    table = ann.open_table(POKER, settings={"practice": True})

    def attempts(who: Client) -> list[int]:
        return [
            status(lambda: who.sit(table, 2)),
            status(lambda: who.sit(table, 3, companion=True)),
            status(lambda: who.open_round(table)),
            status(lambda: who.void(table, "mine now")),
            status(lambda: who.report(table, "wrong-number-of-cards")),
            status(lambda: who.leave(table, 1)),
            status(lambda: who.answer(table, ["no-more-bets"])),
            status(lambda: who.close_table(table)),
        ]

    assert status(lambda: bob.close_table(table)) == 403, "nor is a table nobody sits at yet anybody's"
    ann.sit(table, 1)
    ann.answer(table, ["wager", 1, "ante", 1000], new_round=True)
    assert attempts(bob) == [403] * 8 and attempts(dealer) == [403] * 8
    assert status(lambda: bob.table(table)) == 403, "nor is it seen"
    assert table not in [listed.table for listed in bob.tables()]
    ann.void(table, "enough")
    ann.leave(table, 1)
    assert status(lambda: bob.close_table(table)) == 403, "nor one everybody has left"
    ann.close_table(table)


def test_an_owner_may_let_others_sit_and_they_play_their_own_seats_only(server: Served, two: tuple[Client, Client]) -> None:
    ann, bob = two
    table = ann.open_table(POKER, settings={"practice": True})
    assert status(lambda: bob.share(table)) == 403
    ann.share(table)
    ann.sit(table, 1)
    bob.sit(table, 2)
    ann.answer(table, ["wager", 1, "ante", 1000], new_round=True)
    bob.answer(table, ["wager", 2, "ante", 1000])
    assert status(lambda: bob.answer(table, ["wager", 1, "ante", 2000])) == 403
    assert status(lambda: ann.answer(table, ["wager", 2, "ante", 2000])) == 403
    for refused in (lambda: bob.void(table, "mine"), lambda: bob.leave(table, 1), lambda: bob.close_table(table)):
        assert status(refused) == 403
    ann.void(table, "enough")
    ann.close_table(table)


# Tokens


def test_a_clock_set_back_revives_no_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(datetime):
        shift = timedelta(0)

        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(tz) + cls.shift

    path = str(tmp_path / "ledger.db")
    database = Database(path)
    monkeypatch.setattr(people, "datetime", Clock)
    monkeypatch.setattr(books, "datetime", Clock)
    with database.write() as connection:
        short, _ = people.issue(connection, "ann", Role.PLAYER, by=HOUSE, lifetime=timedelta(hours=1))
        long, _ = people.issue(connection, "bob", Role.PLAYER, by=HOUSE, lifetime=timedelta(hours=9))
    assert people.identify(database, short).name == "ann"
    Clock.shift = timedelta(hours=2)
    assert people.identify(database, long).name == "bob"
    with database.write() as connection:
        people.issue(connection, "cleo", Role.PLAYER, by=HOUSE)
    Clock.shift = timedelta(0)
    for known in (database, Database(path)):
        with pytest.raises(people.NotSignedIn, match="expired"):
            people.identify(known, short)
        assert people.identify(known, long).name == "bob"


def test_a_name_shows_all_its_characters(server: Served) -> None:
    for name in ("a\u202eb", "\u2066x", "zero\u200bwidth", "\ufeff", "a\u0085b"):
        assert status(lambda name=name: server.client().open_table(POKER, name=name)) == 422, ascii(name)
    for name in (
        "\u3164",
        "\u2800",
        "x\u00ad",
        "\u115f",
        "a\u034fb",
        "a\ufe0fb",
        "a\U000e0041b",
        "\ufff9x\ufffb",
        "a\ue000",
        "\u17b4",
    ):
        assert status(lambda name=name: server.client().open_table(POKER, name=name)) == 409, ascii(name)
    for name in (" ", "\u3000\u00a0", "\u0301", "x" + "\u0300" * 3):
        assert status(lambda name=name: server.client().open_table(POKER, name=name)) == 409, ascii(name)
    for name in ("Café – table 3", "Cafe\u0301", "Đà Nẵng ♠", "द्वितीय"):
        assert server.client().open_table(POKER, name=name)
