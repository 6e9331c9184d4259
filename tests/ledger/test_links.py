"""One jackpot for many tables, through the ledger: every process feeds the same meter, and every table sees it won."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from math import floor as whole
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from croupier.errors import BadInput, OutOfBounds
from croupier.ledger import books, schema
from croupier.ledger.database import Database
from croupier.ledger.verify import verify
from croupier.server import house, playing, recall, seeing
from croupier.server.floor import Floor, prepare
from croupier.server.people import HOUSE, Person, Role, issue
from croupier.table.requests import CardDue, DealerAct, Decision, Request
from tests.support.evening import DEALER, FLOOR_PERSON, made_ready, opened, the_round
from tests.support.serving import DATABASES, fresh_database

CHAPTER, STUD, HOLDEM = "cincinnati/linked-progressive", "cincinnati/mississippi-stud", "cincinnati/ultimate-texas-holdem"
METER, LINK, SEED = "multi-link", "cincinnati-multi-link", 1_000_000
ROYAL, STRAIGHT_FLUSH, NOTHING = "As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "2c 4d 7s 9c Jd"
SUE = Person("sue", Role.SURVEILLANCE)
CREW = {"dealer": DEALER, "supervisor": FLOOR_PERSON, "surveillance": SUE, "floor-or-surveillance": SUE}
FIRST, SECOND = Person("ann", Role.PLAYER), Person("bob", Role.PLAYER)


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return fresh_database(request.param, tmp_path)


@pytest.fixture
def floor(address: str) -> Iterator[Floor]:
    with opened(address) as database:
        yield Floor(database)


def table_for(floor: Floor, person: Person, game: str = CHAPTER, **rules: Any) -> str:
    """A table at which people deal, and somebody to play there."""
    with floor.database.write() as connection:
        issue(connection, person.name, person.role, by=HOUSE)
    house.chips(floor, FLOOR_PERSON, person.name, 10**7, cash_out=False)
    settings = {"equipment": "entered"}
    opened = house.open_table(floor, FLOOR_PERSON, game, settings=settings, house_rules=rules)
    house.sit(floor, person, str(opened["table"]), 1)
    return str(opened["table"])


def bet(floor: Floor, table: str, person: Person) -> None:
    made_ready(floor, table)
    playing.open_round(floor, DEALER, table)
    finish(floor, table, "", until="wager")
    playing.answer(floor, person, table, [["wager", 1, "progressive", 100]])
    playing.answer(floor, DEALER, table, [["no-more-bets"]])


def finish(floor: Floor, table: str, hand: str, *, until: str = "") -> None:
    """The dealer deals this hand to seat 1, and whatever waits is done."""
    cards = hand.split()
    while (request := waits(floor, table)) is not None and request.kind != until:
        once(floor, table, request, cards)


def waits(floor: Floor, table: str) -> Request | None:
    found: Request | None = floor.read(table, lambda live: the_round(live).pending)
    return found


def once(floor: Floor, table: str, request: Request, cards: list[str]) -> None:
    if isinstance(request, CardDue):
        playing.answer(floor, DEALER, table, [["card", cards.pop(0)]])
    elif isinstance(request, Decision):
        playing.answer(floor, DEALER, table, [["choice", request.seat, "stay"]])
    else:
        assert isinstance(request, DealerAct)
        playing.answer(floor, CREW[request.who], table, [["done", request.act]])


def won(floor: Floor, table: str) -> int:
    return sum(line.won for line in floor.read(table, lambda live: the_round(live).lines) if line.wager == "progressive")


def shown(floor: Floor, table: str) -> int:
    """What the table's JSON says its meter stands at."""
    seen = seeing.see(floor, FLOOR_PERSON, table)
    assert seen["link"] == LINK
    if seen["view"] is not None:
        assert seen["view"]["meters"] == seen["meters"]
    return int(seen["meters"][METER])


def sound(database: Database) -> None:
    verdict = verify(database, prepare)
    assert verdict.sound, verdict.wrong


def test_a_jackpot_hit_at_one_table_is_seen_at_the_other(floor: Floor) -> None:
    """L.5.II, L.7.IV: two games, one meter; each winner is paid by what it stands at when their turn comes."""
    first, second = table_for(floor, FIRST), table_for(floor, SECOND)
    stud = str(house.open_table(floor, FLOOR_PERSON, STUD)["table"])
    bet(floor, first, FIRST)
    assert [shown(floor, table) for table in (first, second, stud)] == [SEED + 21] * 3
    bet(floor, second, SECOND)
    assert [shown(floor, table) for table in (first, second, stud)] == [SEED + 42] * 3
    finish(floor, second, STRAIGHT_FLUSH)
    assert won(floor, second) == (SEED + 42) // 10
    left = SEED + 42 - (SEED + 42) // 10
    assert [shown(floor, table) for table in (first, second, stud)] == [left] * 3
    finish(floor, first, ROYAL)
    assert won(floor, first) == left
    assert [shown(floor, table) for table in (first, second, stud)] == [SEED] * 3
    later = str(house.open_table(floor, FLOOR_PERSON, HOLDEM)["table"])
    assert shown(floor, later) == SEED
    for table in (first, second, stud, later):
        assert recallable(floor, table)
    sound(floor.database)


def test_all_of_the_meter_comes_from_the_cage_and_whatever_else_is_won_from_the_tray(floor: Floor) -> None:
    """14.2(e)."""
    chapter = "cleveland/linked-progressive"
    for person, hand, payer in ((FIRST, ROYAL, "cage"), (SECOND, STRAIGHT_FLUSH, "tray")):
        table = table_for(floor, person, chapter)
        bet(floor, table, person)
        finish(floor, table, hand)
        assert floor.read(table, lambda live: live.meters[METER]) < SEED + 21
        paid = select(schema.transfers).where(schema.transfers.c.kind == "paid", schema.transfers.c.round == f"{table}-1")
        with floor.database.read() as connection:
            [row] = connection.execute(paid).all()
        assert (row.debit.partition(":")[0], row.credit, row.amount) == (payer, person.account, won(floor, table))
    sound(floor.database)


def recallable(floor: Floor, table: str) -> bool:
    """Every round of the table is rebuilt by a process that was not there, to the cent."""
    again = Floor(floor.database)
    rounds = floor.read(table, lambda live: live.number)
    return all(recall.shown(again, FLOOR_PERSON, f"{table}-{number}")["status"] for number in range(1, rounds + 1))


@pytest.mark.clause(
    "cincinnati/linked-progressive", "L.5.II", "L.5.II.A", "L.5.II.B", "L.5.II.C", "L.5.II.D", "L.5.II.E", "L.5.II.F"
)
def test_every_game_that_the_chapter_links_feeds_its_meter() -> None:
    linked = prepare(CHAPTER, None, None).terms.options["linked-games"]
    named = linked if isinstance(linked, (list, tuple)) else str(linked).split()
    assert len(named) == 6
    assert {prepare(f"cincinnati/{game}", None, None).terms.link for game in named} == {LINK}


def test_a_void_takes_its_own_share_off_the_shared_meter(floor: Floor) -> None:
    first, second = table_for(floor, FIRST), table_for(floor, SECOND)
    bet(floor, first, FIRST)
    bet(floor, second, SECOND)
    finish(floor, second, ROYAL)
    assert shown(floor, first) == SEED
    playing.void(floor, FLOOR_PERSON, first, "a fight")
    assert shown(floor, second) == SEED - 21
    sound(floor.database)


def test_a_table_on_other_terms_has_a_link_of_its_own_or_none(floor: Floor) -> None:
    table = table_for(floor, FIRST)
    richer = {"multi-link": {"seed": 2 * SEED}}
    with pytest.raises(OutOfBounds, match=r"starts at 1000000 cents.*L\.7\.III"):
        house.open_table(floor, FLOOR_PERSON, CHAPTER, house_rules={"meters": richer})
    richer["multi-link"]["link"] = "high-limit"
    apart = str(house.open_table(floor, FLOOR_PERSON, CHAPTER, house_rules={"meters": richer})["table"])
    assert seeing.see(floor, FLOOR_PERSON, apart)["meters"][METER] == 2 * SEED
    bet(floor, table, FIRST)
    assert seeing.see(floor, FLOOR_PERSON, apart)["meters"][METER] == 2 * SEED and shown(floor, table) == SEED + 21
    sound(floor.database)


def test_nobody_tells_a_round_what_its_meter_stands_at(floor: Floor) -> None:
    table = table_for(floor, FIRST)
    bet(floor, table, FIRST)
    for person in (FIRST, DEALER, FLOOR_PERSON):
        with pytest.raises(BadInput, match="meters read by the table"):
            playing.answer(floor, person, table, [["meter", METER, "99999999"]])


HANDS = (NOTHING, STRAIGHT_FLUSH, NOTHING, ROYAL, NOTHING)
RATE = "21.37%"


def play_rounds(address: str, table: str, person: Person, rounds: int) -> int:
    """In a process or a thread of its own, over a database of its own."""
    with opened(address) as database:
        floor = Floor(database)
        for number in range(rounds):
            bet(floor, table, person)
            finish(floor, table, HANDS[(number + len(person.name)) % len(HANDS)])
    return rounds


def exact(floor: Floor, tables: Sequence[str], rounds: int) -> Fraction:
    """What the meter must stand at, from the rounds' settlement lines alone."""
    stands = Fraction(SEED)
    for table in tables:
        for number in range(1, rounds + 1):
            for line in recall.shown(floor, FLOOR_PERSON, f"{table}-{number}")["lines"]:
                stands += line["stake"] * Fraction(RATE.rstrip("%")) / 100 if line["wager"] == "progressive" else 0
                stands -= line["won"] if line["outcome"] in ("royal-flush", "straight-flush") and line["stake"] else 0
                stands += SEED if line["outcome"] == "royal-flush" and line["stake"] else 0
    return stands


def parallel(address: str, pool: Any, tables: int, rounds: int) -> None:
    people = [Person("player" + "x" * number, Role.PLAYER) for number in range(tables)]
    with opened(address) as database:
        floor = Floor(database)
        names = [table_for(floor, person, meters={METER: {"rate": RATE}}) for person in people]
        jobs = [pool.submit(play_rounds, address, table, person, rounds) for table, person in zip(names, people, strict=True)]
        assert [job.result() for job in jobs] == [rounds] * tables
        with database.read() as connection:
            now = floor.links.at(connection, LINK)
            held = books.balance(connection, f"meter:{LINK}:{METER}")
        assert now is not None and now.meters[METER].balanced()
        assert now.meters[METER].amount == exact(floor, names, rounds)
        assert held == whole(now.meters[METER].amount) and now.meters[METER].amount.denominator > 1
        assert now.meters[METER].paid > SEED, "jackpots were won meanwhile"
        sound(database)


def test_the_meter_is_seed_and_contributions_less_payouts_under_parallel_threads(address: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        parallel(address, pool, tables=4, rounds=4)


def test_the_meter_is_seed_and_contributions_less_payouts_over_several_processes(tmp_path: Path) -> None:
    with ProcessPoolExecutor(3, mp_context=multiprocessing.get_context("spawn")) as pool:
        parallel(fresh_database("postgresql", tmp_path), pool, tables=3, rounds=6)


def test_two_tables_opened_at_once_open_one_link(address: str) -> None:
    with opened(address) as one, opened(address) as two:
        with one.write() as connection:
            issue(connection, FIRST.name, FIRST.role, by=HOUSE)  # a ledger that has begun
        with ThreadPoolExecutor(2) as pool:
            tables = list(pool.map(lambda database: house.open_table(Floor(database), FLOOR_PERSON, CHAPTER), (one, two)))
        assert len({table["table"] for table in tables}) == 2
        with one.read() as connection:
            kinds = [event.kind for event in books.read_events(connection, f"link-{LINK}")]
        assert kinds == ["link-opened"]
        sound(one)


def test_a_meter_changed_by_hand_is_found(floor: Floor) -> None:
    table = table_for(floor, FIRST)
    bet(floor, table, FIRST)
    finish(floor, table, STRAIGHT_FLUSH)
    with floor.database.write() as connection:
        last = connection.execute(
            select(schema.events).where(schema.events.c.stream == f"link-{LINK}").order_by(schema.events.c.id.desc())
        ).first()
        assert last is not None
        body = json.loads(last.body)
        body["meters"][METER]["amount"] = "5000000"
        forged = books.link(last.previous, [*books.fields(last)[:-1], json.dumps(body, separators=(",", ":"))], [])
        connection.execute(
            text("UPDATE events SET body = :b, hash = :h WHERE id = :i"),
            {"b": json.dumps(body, separators=(",", ":")), "h": forged, "i": last.id},
        )
        connection.execute(text("UPDATE streams SET hash = :h WHERE id = :i"), {"h": forged, "i": f"link-{LINK}"})
    verdict = verify(floor.database, prepare)
    assert not verdict.sound and "what tables did makes them" in str(verdict.wrong)
