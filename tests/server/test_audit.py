"""What the audit says: events in words, rounds with their money, the hold beside the theoretical one; and what it keeps to itself."""

from __future__ import annotations

import csv
import io
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from croupier.errors import BadInput, Unknown
from croupier.ledger import results, schema
from croupier.ledger.verify import verify
from croupier.odds.price import Outcome, Price
from croupier.server import corrections, exports, holding, house, playing, records, telling
from croupier.server.api import PREFIX
from croupier.server.floor import Floor, prepare
from croupier.server.people import HOUSE, Person, Role, issue
from tests.support.evening import DEALER, FLOOR_PERSON, made_ready, opened
from tests.support.serving import DATABASES, fresh_database, raw, shared

ANN, GUS = Person("ann", Role.PLAYER), Person("gus", Role.GUEST)
ROULETTE, POKER = "ny/roulette", "ny/three-card-poker"
CHIPS, STAKE = 1_000_000, 500


@pytest.fixture(params=DATABASES)
def floor(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Floor]:
    with opened(fresh_database(request.param, tmp_path)) as database:
        yield Floor(database)


@pytest.fixture
def table(floor: Floor) -> str:
    """A roulette table of the house with somebody at it."""
    with floor.database.write() as connection:
        issue(connection, ANN.name, ANN.role, by=HOUSE)
    house.chips(floor, FLOOR_PERSON, ANN.name, CHIPS, cash_out=False)
    found = str(house.open_table(floor, FLOOR_PERSON, ROULETTE, name="=Wheel 1", companions=1)["table"])
    house.sit(floor, ANN, found, 1)
    return found


def spin(floor: Floor, table: str, *, person: Person = ANN) -> str:
    acts = [["wager", 1, "red", STAKE], ["wager", 1, "straight-up-17", 100], ["no-more-bets"]]
    return str(playing.answer(floor, person, table, acts, new_round=True)["round"])


def held(floor: Floor, account: str = ANN.account) -> int:
    return next(entry["balance"] for entry in records.accounts(floor) if entry["account"] == account)


def sound(floor: Floor) -> None:
    verdict = verify(floor.database, prepare)
    assert verdict.sound, verdict.wrong


def test_the_houses_win_is_what_players_lost_whatever_companions_and_corrections_did(floor: Floor, table: str) -> None:
    rounds = [spin(floor, table) for _ in range(8)]
    for round_id, reverse in ((rounds[0], False), (rounds[1], True)):
        number, line = next(
            (number, line) for number, line in recalled(floor, round_id) if line.wager == "red" and line.seat == 1
        )
        clause = line.clause.split(", ")[0]
        corrections.correct(floor, FLOOR_PERSON, round_id, number, returned=250, won=0, clause=clause, why="half lost")
        if reverse:
            corrections.reverse(floor, FLOOR_PERSON, round_id, number, "never staked")
    playing.answer(floor, ANN, table, [["wager", 1, "red", STAKE]], new_round=True)
    playing.void(floor, FLOOR_PERSON, table, "the ball left the wheel")
    for by in holding.BY:
        found = holding.total(holding.report(floor, by))
        assert found.win == CHIPS - held(floor)
        assert found.handle == 8 * (STAKE + 100) - STAKE, "a reversed wager was never made, nor one of a void round"
        assert found.rounds == (9 if by != "wager" else 0)
    listed = {entry["round"]: entry for entry in records.rounds(floor)}
    assert sum(entry["win"] for entry in listed.values()) == CHIPS - held(floor)
    assert all(entry["players"] == ["ann"] for entry in listed.values() if entry["status"] == "settled")
    sound(floor)


def recalled(floor: Floor, round_id: str) -> list[Any]:
    from croupier.server.recall import recall

    return recall(floor, round_id).table.position.lines


def test_the_one_bad_round_is_found_at_once(floor: Floor, table: str) -> None:
    for _ in range(4):
        spin(floor, table)
    playing.answer(floor, ANN, table, [["wager", 1, "red", STAKE]], new_round=True)
    ruling = "ball-leaves-the-wheel"
    playing.report(floor, FLOOR_PERSON, table, ruling, when_it_comes=True)
    bad = str(playing.answer(floor, ANN, table, [["no-more-bets"]])["round"])
    spin(floor, table)
    (found,) = records.rounds(floor, which="significant")
    assert (found["round"], found["irregular"]) == (bad, [ruling])
    assert records.rounds(floor, which="irregular") == [found]
    said = [event["said"] for event in records.events(floor, HOUSE, mark="irregularity")]
    assert said and all(telling.words(ruling) in line for line in said)
    significant = records.events(floor, HOUSE, mark=records.SIGNIFICANT)
    assert {mark for event in significant for mark in event["marks"]} >= {"irregularity", "open"}
    assert not any(set(event["marks"]) <= {"settled", "shuffle", "sign-in"} for event in significant)
    sound(floor)


def test_an_event_says_what_happened_and_how_much(floor: Floor, table: str) -> None:
    spin(floor, table)
    (event,) = records.events(floor, HOUSE, stream=table, mark="settled")
    assert "seat 1 puts $5.00 on red, puts $1.00 on straight-up 17" in event["said"]
    assert "the wheel stops at" in event["said"] and "$6.00 settled, the house" in event["said"]
    assert (event["stake"], event["win"]) == (600, CHIPS - held(floor))
    words = {event["kind"]: event["said"] for event in records.events(floor, HOUSE, limit=500)}
    assert words["buy-in"] == "ann buys in for $10,000.00"
    assert words["table-opened"] == f"=Wheel 1 opens, {ROULETTE}, with $100,000.00 in the tray"
    assert not [said for said in words.values() if "cannot be read" in said]
    assert telling.told("acts", {"acts": 7}) == "acts: this cannot be read"


def test_an_event_of_an_absurd_number_is_none(floor: Floor, table: str) -> None:
    for number in (0, -1, 2**63 - 1, 2**63, 10**19, -(10**19)):
        with pytest.raises(Unknown, match="no event called"):
            records.event(floor, FLOOR_PERSON, number)


def test_no_event_in_words_names_a_card(floor: Floor) -> None:
    """Whoever audits and plays at once sees as a seat does: the words of a hand being played name no card, nor what others have."""
    with floor.database.write() as connection:
        issue(connection, ANN.name, ANN.role, by=HOUSE)
    house.chips(floor, FLOOR_PERSON, ANN.name, CHIPS, cash_out=False)
    table = str(house.open_table(floor, FLOOR_PERSON, POKER, companions=2)["table"])
    house.sit(floor, ANN, table, 1)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
    (event,) = records.events(floor, HOUSE, stream=table, kind="round-opened")
    cards = [form[1] for form in event["body"]["acts"] if form[0] == "card"]
    assert cards and not [card for card in cards if card in event["said"]]
    assert f"{len(cards)} cards dealt" in event["said"]
    assert "10,000.00" not in event["said"], "what is behind is nobody's to read"
    shown = exports.events(records.events(floor, HOUSE))
    assert not [card for card in cards if f" {card}" in shown]


def test_practice_is_no_part_of_the_houses_books(floor: Floor, table: str) -> None:
    spin(floor, table)
    house_only = holding.report(floor, "game")
    before = records.conservation(records.accounts(floor))
    practice = str(house.open_table(floor, GUS, ROULETTE, settings={"practice": True}, companions=2)["table"])
    house.sit(floor, GUS, practice, 1)
    spin(floor, practice, person=GUS)
    held = records.accounts(floor)
    assert records.conservation(held) == before and before["sum"] == 0
    apart = records.conservation(held, practice=True)
    assert apart["sum"] == 0 and apart["issued"] > 0 and "cage" not in apart["kinds"]
    assert holding.report(floor, "game") == house_only
    (own,) = holding.report(floor, "table", practice=True)
    assert own.name == practice and own.handle == 600
    assert {entry["table"] for entry in records.rounds(floor, practice=False)} == {table}
    assert practice not in {event["stream"] for event in records.events(floor, HOUSE, practice=False, limit=500)}
    sound(floor)


def test_the_theoretical_hold_weighs_the_stored_prices_and_says_what_is_not_priced(
    floor: Floor, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert holding.report(floor, "game") == []
    rounds = 3
    for _ in range(rounds):
        spin(floor, table)
    monkeypatch.setattr(holding, "known_prices", lambda game: None)
    (unknown,) = holding.report(floor, "game")
    assert unknown.theoretical is None and unknown.as_json()["theoretical_hold"] is None and unknown.deviation is None
    outcomes = (Outcome("win", 18, Fraction(1)), Outcome("lose", 20, Fraction(-1)))
    red = Price("red", "1", outcomes).as_json()
    monkeypatch.setattr(holding, "known_prices", lambda game: [red])
    (part,) = holding.report(floor, "game")
    assert (part.priced, part.handle) == (rounds * STAKE, rounds * (STAKE + 100))
    assert part.theoretical == pytest.approx(2 / 38) and part.expected == pytest.approx(rounds * STAKE * 2 / 38)
    won = next(hold.win for hold in holding.report(floor, "wager") if hold.name == "red")
    spread = (rounds * (1 - (2 / 38) ** 2)) ** 0.5 * STAKE
    assert part.deviation == pytest.approx((won - part.expected) / spread)
    metered = red | {"meter": {"name": "m"}}
    monkeypatch.setattr(holding, "known_prices", lambda game: [metered])
    assert holding.report(floor, "game")[0].theoretical is None, "a price that moves with a meter is no theory"
    with pytest.raises(BadInput):
        holding.report(floor, "player")  # type: ignore[arg-type]


def test_a_wager_that_another_ones_price_counts_stands_with_it(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ante, play and ante bonus have one price, per ante: none of them has a hold to be compared by itself."""
    with floor.database.write() as connection:
        issue(connection, ANN.name, ANN.role, by=HOUSE)
    house.chips(floor, FLOOR_PERSON, ANN.name, CHIPS, cash_out=False)
    table = str(house.open_table(floor, FLOOR_PERSON, POKER)["table"])
    house.sit(floor, ANN, table, 1)
    for _ in range(3):
        playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
        playing.answer(floor, ANN, table, [["choice", 1, "play"]])
    outcomes = (Outcome("win", 1, Fraction(2), Fraction(2)), Outcome("lose", 1, Fraction(-3), Fraction(2)))
    posted = prepare(POKER, None, None).terms.chosen["ante-bonus"].id
    prices = [Price("ante", posted, outcomes).as_json(), Price("ante", "another", outcomes).as_json()]
    monkeypatch.setattr(holding, "known_prices", lambda game: prices)
    (ante,) = holding.report(floor, "wager")
    assert (ante.name, ante.handle, ante.priced, ante.win) == ("ante", 6000, 6000, CHIPS - held(floor))
    assert ante.label.startswith("ante with ") and "play" in ante.label  # and the bonus, if one of the hands has won it
    assert ante.expected == pytest.approx(3 * 1000 * 0.5)
    monkeypatch.setattr(holding, "known_prices", lambda game: [price | {"paytable": "another"} for price in prices])
    assert holding.report(floor, "game")[0].theoretical is None, "which of the two tables is meant is not guessed"


def test_by_dealer_and_by_day(floor: Floor, table: str) -> None:
    spin(floor, table)
    dealt = str(house.open_table(floor, FLOOR_PERSON, ROULETTE, settings={"equipment": "entered"})["table"])
    house.sit(floor, ANN, dealt, 1)
    made_ready(floor, dealt)
    playing.open_round(floor, DEALER, dealt)
    playing.answer(floor, ANN, dealt, [["wager", 1, "red", STAKE]])
    while floor.read(dealt, lambda live: live.playing):
        pending = floor.read(dealt, lambda live: live.round.pending)
        forms = {"wager": ["no-more-bets"], "spin": ["spin", "2"], "done": ["done", getattr(pending, "act", "")]}
        playing.answer(floor, DEALER, dealt, [forms.get(pending.kind, ["done", getattr(pending, "act", "")])])
    by = {hold.name: hold for hold in holding.report(floor, "dealer")}
    assert by.keys() == {"the equipment", DEALER.name}
    assert (by[DEALER.name].handle, by[DEALER.name].win, by[DEALER.name].rounds) == (STAKE, STAKE, 1)
    today = datetime.now(UTC).date().isoformat()
    assert [hold.name for hold in holding.report(floor, "day")] == [today]
    assert holding.report(floor, "day", until="2020-01-01") == [] and holding.report(floor, "day", since=today)
    assert [hold.handle for hold in holding.report(floor, "table", table=dealt)] == [STAKE]
    assert records.rounds(floor, table=dealt)[0]["dealer"] == DEALER.name
    sound(floor)


def test_a_figure_that_was_changed_in_the_summary_is_found(floor: Floor, table: str) -> None:
    round_id = spin(floor, table)
    for statement in (
        update(schema.results).values(win=schema.results.c.win + 1),
        update(schema.rounds).where(schema.rounds.c.id == round_id).values(irregular="x"),
        update(schema.tables).values(owner="gus"),
        schema.results.delete(),
    ):
        with floor.database.write() as connection:
            connection.execute(statement)
        assert not verify(floor.database, prepare).sound, str(statement)


def test_a_cell_that_somebody_wrote_is_no_formula(floor: Floor, table: str) -> None:
    spin(floor, table)
    for said in ("=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\uff1d1"):
        assert exports.safe(said) == f"'{said}"
    assert [exports.safe(cell) for cell in ("ann", "", None, -5, exports.dollars(-1250))] == [
        "ann",
        "",
        None,
        -5,
        exports.dollars(-1250),
    ]
    for found in (
        exports.events(records.events(floor, HOUSE, limit=500)),
        exports.rounds(records.rounds(floor)),
        exports.holds(holding.report(floor, "table"), "table"),
    ):
        rows = list(csv.reader(io.StringIO(found)))
        assert len(rows) > 1 and len({len(row) for row in rows}) == 1
        cells = [cell for row in rows for cell in row]
        assert any("=Wheel 1" in cell for cell in cells) and not [cell for cell in cells if cell[:1] in "=+@\t" and cell]
        assert all(cell[1:].replace(".", "").isdigit() for cell in cells if cell.startswith("-"))


def test_reading_the_books_writes_nothing_and_asks_for_few_rows(floor: Floor, table: str) -> None:
    for _ in range(3):
        spin(floor, table)
    with floor.database.read() as connection:
        before = connection.execute(select(func.count()).select_from(schema.results)).scalar()
    with floor.database.write():  # a writer who takes their time
        assert holding.report(floor, "game") and records.rounds(floor) and records.events(floor, HOUSE)
    with floor.database.read() as connection:
        assert connection.execute(select(func.count()).select_from(schema.results)).scalar() == before
    assert results.merged([results.Result("ante", 5, 1, 25), results.Result("ante", -5, -1, -25)]) == []


BOOKS = (
    *("/ledger/events", "/ledger/events.csv", "/ledger/hold", "/ledger/hold.csv", "/rounds", "/rounds.csv"),
    *("/ledger/hold?by=dealer&since=2026-01-01", "/rounds.csv?which=significant", "/ledger/events.csv?mark=irregularity"),
)


def test_only_those_who_audit_read_the_books_as_a_file_or_otherwise() -> None:
    served, name = shared(), secrets.token_hex(3)
    auditor = served.person(f"eye-{name}", "surveillance")
    others = [served.person(f"{role}-{name}", role) for role in ("player", "dealer")]
    for path in BOOKS:
        address = f"{served.address}{PREFIX}{path}"
        assert httpx.get(address, timeout=60).status_code == 401
        assert {raw(other).get(address).status_code for other in others} == {403}
        answer = raw(auditor).get(address)
        assert answer.status_code == 200, answer.text
        if ".csv" in path:
            assert answer.headers["content-type"].startswith("text/csv")
            assert (
                answer.headers["content-disposition"].startswith("attachment") and answer.headers["cache-control"] == "no-store"
            )
    for path in (
        "/ledger/hold?by=player",
        "/ledger/hold?since=yesterday",
        "/rounds?which=all",
        "/ledger/events.csv?limit=10001",
    ):
        assert raw(auditor).get(f"{served.address}{PREFIX}{path}").status_code == 422
    assert raw(auditor).get(f"{served.address}{PREFIX}/rounds?before=t00000000-1").status_code == 404
