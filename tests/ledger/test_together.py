"""Group commit: many writers, one thread, nobody answered before the disk has it, one refusal undoes one's own work alone."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest
from sqlalchemy import Connection, select, text, update

from croupier.errors import BadInput, Refused
from croupier.ledger import books, schema
from croupier.ledger.books import Short, Transfer
from croupier.ledger.database import Database, Halted
from croupier.ledger.together import MOST, Write
from croupier.ledger.verify import verify
from croupier.server import admission, house, people, playing
from croupier.server.floor import Floor, prepare
from croupier.server.people import HOUSE, NotSignedIn, Person, Role
from tests.support import verifier
from tests.support.evening import FLOOR_PERSON, opened
from tests.support.serving import DATABASES, fresh_database

POKER = "ny/three-card-poker"


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with opened(fresh_database(request.param, tmp_path)) as found:
        yield found


def invite(database: Database, name: str) -> None:
    database.do(lambda connection: people.issue(connection, name, Role.PLAYER, by=HOUSE))


def noted(connection: Connection, who: int, what: int, *, direct: bool) -> int:
    """An event, and in between a statement of one's own."""
    number = books.append(connection, f"n{who}", "note", {"what": what}, by=f"p{who}").id
    if direct:
        held = connection.execute(select(schema.events.c.id).where(schema.events.c.id == number)).scalar()
        assert held == number, "a statement of one's own finds what was added before it"
        connection.execute(text("INSERT INTO about VALUES (:key, 'x')"), {"key": f"{who}-{what}"})
    moved = [Transfer(books.CAGE, f"player:{who}", 1, "buy-in")]
    books.append(connection, f"n{who}", "note", {"what": what}, moved, by=f"p{who}")
    return number


def test_everything_acknowledged_is_there_and_everything_refused_is_not(database: Database) -> None:
    acknowledged: dict[int, set[int]] = {who: set() for who in range(10)}
    unseen: list[tuple[int, int]] = []

    def work(who: int) -> None:
        for what in range(40):

            def one(connection: Connection, what: int = what) -> int:
                number = noted(connection, who, what, direct=what % 5 == who % 5)
                if what % 7 == who % 7:
                    raise BadInput("refused")
                return number

            try:
                number = database.do(one)
            except BadInput:
                continue
            with database.read() as connection:
                if connection.execute(select(schema.events.c.id).where(schema.events.c.id == number)).first() is None:
                    unseen.append((who, what))
            acknowledged[who].add(what)

    threads = [threading.Thread(target=work, args=(who,)) for who in acknowledged]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not unseen, "answered before the commit"
    assert max(database._together.sizes) > 1, "nobody shared a commit"
    with database.read() as connection:
        for who, done in acknowledged.items():
            written = [event.body["what"] for event in books.read_events(connection, f"n{who}")]
            assert written == [what for what in sorted(done) for _ in (1, 2)]
            assert books.balance(connection, f"player:{who}") == len(done)
        direct = set(connection.execute(select(schema.about.c.key)).scalars()) - {"version"}
    assert direct == {f"{who}-{what}" for who, done in acknowledged.items() for what in done if what % 5 == who % 5}


class Held:
    """The writer kept busy, so that what is asked for meanwhile shares one commit."""

    def __init__(self, database: Database) -> None:
        self.database, self.release, inside = database, threading.Event(), threading.Event()

        def wait(_connection: Connection) -> None:
            inside.set()
            self.release.wait(20)

        self.first = database.submit(Write(wait, alone=True))
        inside.wait(20)

    def all(self, *works: Any) -> list[Any]:
        """What became of each."""
        futures = [self.database.submit(Write(work)) for work in works]
        self.release.set()
        return [future.exception(20) or future.result() for future in futures]


def test_who_comes_while_the_disk_is_busy_shares_the_next_commit_in_order_and_in_bounds(database: Database) -> None:
    works = [lambda c, n=n: books.append(c, books.HOUSE, "note", {"n": n}, by="t").id for n in range(20)]
    numbers = Held(database).all(*works)
    assert numbers == sorted(numbers) and len(set(numbers)) == 20
    assert database._together.sizes[-3:] == [1, MOST, 20 - MOST]


def where(connection: Connection) -> tuple[int, str]:
    """An event, and who wrote it."""
    return books.append(connection, books.HOUSE, "note", {}, by="t").id, threading.current_thread().name


async def asked(database: Database, count: int) -> list[tuple[int, str]]:
    return await asyncio.gather(*(database.written(Write(where)) for _ in range(count)))


def test_those_who_ask_in_one_turn_of_an_event_loop_share_a_commit_that_is_made_there(tmp_path: Path) -> None:
    with opened(str(tmp_path / "ledger.db")) as database:
        database.do(where)
        found = asyncio.run(asked(database, 5))
        assert {name for _, name in found} == {threading.main_thread().name}
        assert database._together.sizes[-1] == 5
        with database.read() as connection:
            assert [event.id for event in books.read_events(connection)[-5:]] == [number for number, _ in found]


def test_an_event_loop_goes_on_while_the_books_are_locked_and_a_thread_waits_for_them(tmp_path: Path) -> None:
    """By another program, or by work of one's own that takes long: whoever asks is answered later, everybody else at once."""
    with opened(str(tmp_path / "ledger.db")) as database:
        database.do(where)
        other = sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")

        async def beside(release: Any) -> list[tuple[int, str]]:
            asking = asyncio.create_task(asked(database, 3))
            for _ in range(50):
                await asyncio.sleep(0.001)
            assert not asking.done()
            release()
            return await asking

        assert {name for _, name in asyncio.run(beside(lambda: other.execute("ROLLBACK")))} == {"ledger"}
        other.close()
        held = Held(database)
        assert {name for _, name in asyncio.run(beside(held.release.set))} == {"ledger"}


def test_whoever_asks_in_an_event_loop_after_closing_is_still_answered(tmp_path: Path) -> None:
    with opened(str(tmp_path / "ledger.db")) as database:
        assert [name for _, name in (database.do(where), *asyncio.run(asked(database, 1)))] == ["ledger", "MainThread"]
        database.close()
        assert [name for _, name in asyncio.run(asked(database, 1))] == ["ledger"]


def test_a_ledger_that_was_closed_is_opened_again_with_a_log_of_its_own(tmp_path: Path) -> None:
    with opened(str(tmp_path / "ledger.db")) as database:
        database.do(where)
        log, kept = tmp_path / "ledger.db-wal", tmp_path / "kept"
        kept.hardlink_to(log)  # else the next log might be given the number of this one
        database.close()
        assert not log.exists()
        database.do(where)
        assert log.stat().st_ino != kept.stat().st_ino
        database.do(where)


def test_where_a_commit_takes_long_an_event_loop_makes_none_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(str(tmp_path / "ledger.db")) as database:
        database.do(where)
        monkeypatch.setattr("croupier.ledger.database.LONG", -1.0)
        first, then = asyncio.run(asked(database, 1)), asyncio.run(asked(database, 1))
        assert [first[0][1], then[0][1]] == [threading.main_thread().name, "ledger"]


def test_money_is_spent_once_within_a_group(database: Database) -> None:
    with database.write() as connection:
        books.append(connection, books.HOUSE, "test", {}, [Transfer(books.CAGE, "player:ann", 10, "buy-in")], by="t")

    def spend(connection: Connection) -> int:
        return books.append(connection, books.HOUSE, "test", {}, [Transfer("player:ann", "tips", 4, "tip")], by="t").id

    found = Held(database).all(*[spend] * 5)
    assert [isinstance(one, Short) for one in found] == [False, False, True, True, True]
    with database.read() as connection:
        assert books.balance(connection, "player:ann") == 2 and books.balance(connection, "tips") == 8


def test_what_one_process_remembers_of_the_books_it_forgets_when_another_writes(database: Database) -> None:
    def bought(connection: Connection) -> int:
        books.append(connection, books.HOUSE, "buy-in", *_bought(), by="t")
        return books.balance(connection, "player:ann")

    other = Database(database.address)
    try:
        assert [one.do(bought) for one in (database, database, other, database, other, other, database)] == [*range(10, 80, 10)]
    finally:
        other.close()
    assert verify(database, prepare).sound


def _bought() -> tuple[dict[str, Any], list[Transfer]]:
    body = {"player": "ann", "amount": 10}
    return body, books.house_transfers("buy-in", body)


def test_a_settlement_posted_twice_in_a_group_is_refused_to_the_second_alone(database: Database) -> None:
    def settle(connection: Connection) -> int:
        once = Transfer(books.CAGE, "player:ann", 5, "paid", "r1", "ante", "r1#1:paid")
        return books.append(connection, books.HOUSE, "test", {}, [once], by="t").id

    def other(connection: Connection) -> int:
        return books.append(connection, "other", "test", {}, by="t").id

    found = Held(database).all(settle, other, settle, other)
    assert [type(one) for one in found] == [int, int, Refused, int]
    with database.read() as connection:
        assert books.balance(connection, "player:ann") == 5


def test_one_request_sent_twice_in_a_group_is_done_once(database: Database) -> None:
    floor = Floor(database)
    invite(database, "ann")

    def asked(amount: int) -> Any:
        return lambda: house.chips(floor, FLOOR_PERSON, "ann", amount, cash_out=False, key="k1")

    held, found = Held(database), list[Any]()

    def ask(work: Any) -> None:
        try:
            found.append(work()["balance"])
        except BadInput as error:
            found.append(str(error))

    threads = [threading.Thread(target=ask, args=(asked(amount),)) for amount in (100, 100, 100)]
    for thread in threads:
        thread.start()
    while database._together._queue.qsize() < 3:
        pass
    held.release.set()
    for thread in threads:
        thread.join()
    assert found == [100, 100, 100]
    ask(asked(200))
    assert "used for another request" in found[-1]
    with database.read() as connection:
        assert books.balance(connection, "player:ann") == 100


def test_a_refused_answer_in_a_group_leaves_the_table_as_the_one_before_it_did(database: Database) -> None:
    """Writes at one table share a commit, the second is refused: the first stands, in memory and in the books."""
    floor, ann = Floor(database), Person("ann", Role.PLAYER)
    invite(database, "ann")
    house.chips(floor, FLOOR_PERSON, "ann", 10_000, cash_out=False)
    table = str(house.open_table(floor, FLOOR_PERSON, POKER)["table"])
    house.sit(floor, ann, table, 1)
    playing.open_round(floor, ann, table)

    async def both() -> list[Any]:
        answers = [
            playing.answered(floor, ann, table, [["wager", 1, "ante", 1000]]),
            playing.answered(floor, ann, table, [["wager", 1, "ante", 10**9]]),
            playing.answered(floor, ann, table, [["no-more-bets"]]),
        ]
        return await asyncio.gather(*answers, return_exceptions=True)

    found = asyncio.run(both())
    assert isinstance(found[0], dict) and isinstance(found[1], Refused) and isinstance(found[2], dict)
    playing.answer(floor, ann, table, [["choice", 1, "fold"]])
    verdict = verify(database, prepare)
    assert verdict.sound, verdict.wrong


def test_a_failed_write_fails_everyone_who_shared_it_and_nothing_is_taken_afterwards(tmp_path: Path) -> None:
    with opened(str(tmp_path / "ledger.db")) as database:

        def fine(connection: Connection) -> int:
            return books.append(connection, books.HOUSE, "test", {}, by="t").id

        def broken(connection: Connection) -> int:
            connection.execute(text("PRAGMA query_only = ON"))
            return fine(connection)

        found = Held(database).all(fine, broken)
        assert [type(one) for one in found] == [Halted, Halted]
        with database.read() as connection:
            assert books.read_events(connection) == []
        with pytest.raises(Halted), database.write():
            pass
    assert verifier.verify(tmp_path / "ledger.db") is None


def test_a_revoked_token_is_worth_nothing_at_once_here_and_within_a_second_elsewhere(database: Database) -> None:
    floor, administrator = Floor(database), Person("root", Role.ADMINISTRATOR)
    with database.write() as connection:
        secret, kept = people.issue(connection, "ann", Role.PLAYER, by=HOUSE)
    assert people.identify(database, secret).name == "ann" and people.recent(database, secret)
    clock = database.tokens.clock
    with database.read() as connection:
        row = connection.execute(select(schema.tokens)).one()
    admission.revoke_token(floor, administrator, kept["id"])
    database.tokens.keep(row.hash, row, clock)  # looked up before it was revoked, kept after
    with pytest.raises(NotSignedIn, match="revoked"):
        people.identify(database, secret)
    assert database.tokens._seconds < 1


def test_tokens_in_use_are_looked_up_again_together_and_others_are_left_to_be_forgotten(
    database: Database,
) -> None:
    database.tokens._seconds = 3600.0
    with database.write() as connection:
        given = {name: people.issue(connection, name, Role.PLAYER, by=HOUSE)[0] for name in ("ann", "bob", "zoe")}
    for secret in given.values():
        people.identify(database, secret)
    for name in ("ann", "bob"):
        assert people.recent(database, given[name])
    with database.write() as connection:  # as another process would: this one is not told
        connection.execute(update(schema.tokens).where(schema.tokens.c.name != "bob").values(revoked=books.now()))
    assert database.tokens.due() and not database.tokens.due(), "one who asks is told"
    people.renew(database)
    with pytest.raises(NotSignedIn, match="revoked"):
        people.identify(database, given["ann"])
    assert people.identify(database, given["bob"]).name == "bob"
    assert people.identify(database, given["zoe"]).name == "zoe", "not used meanwhile, and not looked up"


def test_closing_waits_for_nobody_who_comes_meanwhile(tmp_path: Path) -> None:
    """Somebody writes on while the writer is stopped, again and again: it always stops, and everything written is there."""
    with opened(str(tmp_path / "ledger.db")) as database:
        going, written = threading.Event(), [0] * 4

        def work(who: int) -> None:
            while not going.is_set():
                database.do(lambda connection: books.append(connection, f"n{who}", "note", {}, by="p"))
                written[who] += 1

        writers = [threading.Thread(target=work, args=(who,), daemon=True) for who in range(4)]
        for writer in writers:
            writer.start()
        for _ in range(200):
            closing = threading.Thread(target=database._together.close, daemon=True)
            closing.start()
            closing.join(20)
            assert not closing.is_alive(), "the writer did not stop"
        going.set()
        for writer in writers:
            writer.join(20)
            assert not writer.is_alive()
        with database.read() as connection:
            assert [books.head(connection, f"n{who}")[0] for who in range(4)] == written


@pytest.mark.parametrize("kind", DATABASES)
def test_a_write_that_asks_the_database_itself_goes_on_from_what_it_has_written(kind: str, tmp_path: Path) -> None:
    """What the writer remembers is what the last commit left: after it has spoken to the database within one, that is old."""
    with opened(fresh_database(kind, tmp_path)) as database:
        database.do(lambda connection: books.append(connection, "n", "note", {}, by="p"))

        def both(connection: Connection) -> int:
            books.append(connection, "n", "note", {}, by="p")
            connection.execute(select(schema.events.c.id)).fetchall()
            books.append(connection, "n", "note", {}, by="p")
            connection.execute(select(schema.events.c.id)).fetchall()
            return books.append(connection, "n", "note", {}, by="p")

        database.do(both)
        with database.read() as connection:
            assert books.head(connection, "n")[0] == 4


@pytest.mark.parametrize("what", ["committed", "told"])
def test_a_fault_after_a_commit_ends_nobody_who_writes(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that writes was gone, whoever had written waited for ever, and `/health` said ready."""
    database = Database(str(tmp_path / "ledger.db"))
    with monkeypatch.context() as patch:
        patch.setattr(Database, what, broken := MagicMock(side_effect=RuntimeError("can't start new thread")))
        for name in ("ann", "bob"):
            writing = threading.Thread(target=invite, args=(database, name), daemon=True)
            writing.start()
            writing.join(10)
            assert not writing.is_alive()
        assert broken.call_count >= 2
    with database.read() as connection:
        assert {row["name"] for row in people.listed(connection)} == {"ann", "bob"}
    database.close()
