"""The books: nothing is lost, doubled or touched unseen, at tables of every registered game, on SQLite and on PostgreSQL."""

from __future__ import annotations

import random
import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import floor as whole
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from croupier.errors import BadInput, Refused
from croupier.ledger import books, links, schema
from croupier.ledger.books import Short, Transfer
from croupier.ledger.database import Database
from croupier.ledger.live import LiveTable
from croupier.ledger.verify import verify
from croupier.rules.posting import posted
from croupier.server import corrections, house, playing, recall, seeing
from croupier.server.floor import Floor, prepare
from croupier.server.people import NotAllowed
from croupier.table import acts, session_acts
from croupier.table.link import Link
from croupier.table.meters import Meter
from croupier.table.requests import Arrangement, CardDue, Decision, RollDue, SpinDue
from croupier.table.session_acts import Phase
from tests.support import verifier
from tests.support.evening import (
    CHIPS,
    DEALER,
    FLOOR_PERSON,
    GAMES,
    PLAYERS,
    Auditor,
    Session,
    buy_in,
    evening,
    made_ready,
    opened,
    the_round,
)
from tests.support.serving import DATABASES, fresh_database

ANN, BOB, CLEO = PLAYERS
POKER, DICE = "ny/three-card-poker", "cincinnati/craps"


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return fresh_database(request.param, tmp_path)


@pytest.fixture
def floor(address: str) -> Any:
    with opened(address) as database:
        found = Floor(database)
        buy_in(found)
        yield found


def tally(database: Database) -> dict[str, list[Any]]:
    """Everything the ledger keeps, row by row."""
    with database.read() as connection:
        return {name: [tuple(row) for row in connection.execute(select(t))] for name, t in schema.metadata.tables.items()}


def a_table(floor: Floor, game: str = POKER, **settings: Any) -> str:
    return str(house.open_table(floor, FLOOR_PERSON, game, settings=settings)["table"])


def _parts(games: list[str], count: int) -> list[list[str]]:
    return [games[start::count] for start in range(count)]


PARTS = [pytest.param(part, marks=[pytest.mark.slow] * (number > 1)) for number, part in enumerate(_parts(GAMES, 4))]


@pytest.mark.parametrize("games", PARTS, ids=lambda games: f"{len(games)}-games-with-{games[0].partition('/')[2]}")
def test_the_books_add_up_after_every_transaction_at_every_game(address: str, games: list[str]) -> None:
    done = evening(address, games, seed=1, rounds=1)
    assert done["answer wager"] > len(games) and done["answer no-more-bets"] > len(games) // 2
    if "://" not in address:
        assert verifier.verify(address) is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 4))
def test_the_books_add_up_over_long_evenings(address: str, seed: int) -> None:
    done = evening(address, GAMES, seed=seed, rounds=2)
    for what in ("void", "rule", "report", "tip", "fill", "credit", "reverse", "reverse again refused", "leave", "sit"):
        assert done[what], f"{what} never happened: {done}"
    assert done["asked again"]


def test_the_books_can_be_proved_while_play_goes_on(floor: Floor) -> None:
    """A proof sees one moment: what is written meanwhile is neither missing nor too much."""
    stop, failed = threading.Event(), list[BaseException]()

    def play() -> None:
        try:
            session = Session([floor], Auditor(floor.database, asleep=True), POKER, 3)
            while not stop.is_set():
                session.play(1)
        except BaseException as error:
            failed.append(error)
            raise

    players = [threading.Thread(target=play) for _ in range(2)]
    for player in players:
        player.start()
    try:
        seen: list[int] = []
        while len(set(seen)) < 8 and not failed:
            verdict = verify(floor.database, prepare)
            assert verdict.sound, verdict.wrong
            seen.append(verdict.events)
    finally:
        stop.set()
        for player in players:
            player.join()
    assert not failed, failed


# Once, and never more than there is


def test_a_settlement_is_posted_once_by_the_database_itself(floor: Floor) -> None:
    once = Transfer(books.CAGE, "player:ann", 5, "paid", "r1", "ante", "r1#1:paid")
    back = Transfer("player:ann", books.CAGE, 5, "reversal", "r1", "ante", None, "r1#1:paid")
    with floor.database.write() as connection:
        number = books.append(connection, books.HOUSE, "test", {}, [once], by="t").id
        books.append(connection, books.HOUSE, "test", {}, [back], by="t")
    before = tally(floor.database)
    for transfer in (once, back):
        with pytest.raises(Refused, match="already been posted"), floor.database.write() as connection:
            books.append(connection, books.HOUSE, "test", {}, [transfer], by="t")
        with pytest.raises(IntegrityError), floor.database.write() as connection:
            connection.execute(insert(schema.transfers).values(transfer._asdict() | {"event": number, "position": 7}))
    assert tally(floor.database) == before


def test_an_overdraft_is_refused_and_changes_nothing(floor: Floor) -> None:
    table = a_table(floor)
    house.sit(floor, ANN, table, 1)
    playing.open_round(floor, DEALER, table)
    house.chips(floor, FLOOR_PERSON, ANN.name, CHIPS - 1500, cash_out=True)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000]])
    before = tally(floor.database)
    for act in (["wager", 1, "pair-plus", 1000], ["wager", 1, "ante", 1600]):
        with pytest.raises(Refused, match=r"from behind, 5\.00 is there"):
            playing.answer(floor, ANN, table, [act])
    with pytest.raises(Short):
        house.tip(floor, ANN, table, 501)
    with pytest.raises(Short):
        house.chips(floor, FLOOR_PERSON, BOB.name, CHIPS + 1, cash_out=True)
    with pytest.raises(Refused, match="the tray holds"):
        house.fill(floor, FLOOR_PERSON, table, house.FLOAT + 1, credit=True)
    assert tally(floor.database) == before
    seen = floor.read(table, lambda live: dict(the_round(live).table.seats[1].stakes))
    assert seen == {"ante": 1000}, "what was refused does not stand on the layout either"
    with pytest.raises(IntegrityError), floor.database.write() as connection:
        connection.execute(update(schema.accounts).where(schema.accounts.c.id == "player:ann").values(balance=-1))
    assert tally(floor.database) == before


def test_transfers_of_one_event_are_covered_one_by_one_in_their_order(floor: Floor) -> None:
    """A stake is not paid for by what it wins: the same two transfers are fine one way round and refused the other."""
    stake, won = Transfer("player:poor", "tips", 500, "wager"), Transfer("tips", "player:poor", 600, "paid")
    with floor.database.write() as connection:
        books.append(connection, books.HOUSE, "test", {}, [Transfer(books.CAGE, "tips", 1000, "test")], by="t")
        books.append(connection, books.HOUSE, "test", {}, [Transfer(books.CAGE, "player:poor", 400, "test")], by="t")
    before = tally(floor.database)
    with pytest.raises(Short, match=r"player:poor has less than 5\.00"), floor.database.write() as connection:
        books.append(connection, books.HOUSE, "test", {}, [stake, won], by="t")
    with pytest.raises(Short, match="never:seen"), floor.database.write() as connection:
        unseen = [Transfer("never:seen", "tips", 1, "test"), Transfer("tips", "never:seen", 2, "test")]
        books.append(connection, books.HOUSE, "test", {}, unseen, by="t")
    assert tally(floor.database) == before
    with floor.database.write() as connection:
        books.append(connection, books.HOUSE, "test", {}, [won, stake], by="t")
        books.append(connection, books.HOUSE, "test", {}, [Transfer("debt:poor", "tips", 5, "debt")], by="t")
        held = books.balances(connection, ["player:poor", "debt:poor", "nobody", "tips"], lock=True)
    assert held == {"player:poor": 500, "debt:poor": -5, "nobody": 0, "tips": 905}


def test_balances_that_were_locked_are_not_moved_by_another_until_the_transaction_ends(floor: Floor) -> None:
    moved = threading.Event()

    def other() -> None:
        house.chips(floor, FLOOR_PERSON, ANN.name, 100, cash_out=False)
        moved.set()

    with floor.database.write() as connection:
        held = books.balances(connection, [ANN.account, BOB.account], lock=True)
        rival = threading.Thread(target=other)
        rival.start()
        assert not moved.wait(0.2)
        assert books.balances(connection, [ANN.account, BOB.account]) == held == dict.fromkeys(held, CHIPS)
    rival.join()
    with floor.database.read() as connection:
        assert books.balance(connection, ANN.account) == CHIPS + 100


def test_an_amount_the_books_cannot_hold_is_refused(floor: Floor) -> None:
    """At once, or one on top of the other; what comes from outside is bounded long before."""
    with pytest.raises(BadInput, match="a number is at most"):
        house.open_table(floor, FLOOR_PERSON, POKER, house_rules={"limits": {"ante": {"minimum": 10**14}}})
    most = Transfer(books.CAGE, "tips", books.MOST - 10**12, "test")
    with floor.database.write() as connection:
        books.append(connection, books.HOUSE, "test", {}, [most], by="t")
    before = tally(floor.database)
    for transfers in ([most._replace(amount=books.MOST + 1, credit="commission")], [most], [most._replace(amount=10**12 + 1)]):
        with pytest.raises(Refused, match="more than the books hold"), floor.database.write() as connection:
            books.append(connection, books.HOUSE, "test", {}, transfers, by="t")
    assert tally(floor.database) == before


# Whose money it is


def play_out(floor: Floor, table: str, *people: Any) -> str:
    """A round in which everybody given bets an ante and plays; its id."""
    playing.open_round(floor, DEALER, table)
    for seat, person in people:
        playing.answer(floor, person, table, [["wager", seat, "ante", 1000]])
    playing.answer(floor, DEALER, table, [["no-more-bets"]])
    while pending := floor.read(table, lambda live: the_round(live).pending):
        assert isinstance(pending, Decision)
        playing.answer(floor, dict(people)[pending.seat], table, [["choice", pending.seat, pending.choices[0]]])
    return str(floor.read(table, lambda live: live.round_id))


def test_a_line_is_reversed_to_the_one_who_bet_not_to_who_sits_there_now(floor: Floor) -> None:
    table = a_table(floor)
    house.sit(floor, ANN, table, 1)
    round_id = play_out(floor, table, (1, ANN))
    house.leave(floor, ANN, table, 1)
    house.sit(floor, BOB, table, 1)
    recalled = recall.recall(floor, round_id)
    assert recalled.players == {1: ANN.account}
    assert recall.shown(floor, ANN, round_id)["players"] == {"1": ANN.account}
    with pytest.raises(NotAllowed):
        recall.shown(floor, BOB, round_id)
    with floor.database.read() as connection:
        bob = books.balance(connection, BOB.account)
    for number, line in recalled.table.position.lines:
        if line.stake - line.returned or line.won:
            corrections.reverse(floor, FLOOR_PERSON, round_id, number, "the wrong hand was paid")
    with floor.database.read() as connection:
        assert books.balance(connection, ANN.account) == CHIPS and books.balance(connection, BOB.account) == bob
    verdict = verify(floor.database, prepare)
    assert verdict.sound, verdict.wrong


def test_who_has_bet_in_a_round_keeps_the_seat_until_it_is_over(floor: Floor) -> None:
    """Dice: a wager is lost, its player gets up, another sits down, and the floor voids the round: the stake is the first one's."""
    table = a_table(floor, DICE, equipment="entered")
    house.sit(floor, ANN, table, 1)
    house.sit(floor, BOB, table, 2)
    made_ready(floor, table)
    playing.open_round(floor, DEALER, table)
    playing.answer(floor, BOB, table, [["wager", 2, "pass", 1000]])
    playing.answer(floor, ANN, table, [["wager", 1, "field", 1000]])
    while not isinstance(floor.read(table, lambda live: the_round(live).log[-1]), acts.Rolled):
        request = floor.read(table, lambda live: the_round(live).pending)
        form = {"wager": ["no-more-bets"], "roll": ["roll", [2, 4]]}.get(request.kind)
        form = form or (["done", request.act] if request.kind == "done" else ["choice", request.seat, request.choices[0]])
        playing.answer(floor, FLOOR_PERSON, table, [form])
    assert floor.read(table, lambda live: [line.seat for line in the_round(live).lines]) == [1], "the field is lost on a six"
    house.leave(floor, ANN, table, 1)
    with pytest.raises(Refused, match="taken"):
        house.sit(floor, CLEO, table, 1)
    playing.void(floor, FLOOR_PERSON, table, "the dice were loaded")
    with floor.database.read() as connection:
        assert {books.balance(connection, person.account) for person in PLAYERS} == {CHIPS}
    house.sit(floor, CLEO, table, 1)
    assert verify(floor.database, prepare).sound


def test_a_refused_second_round_leaves_the_first_its_seed(floor: Floor) -> None:
    table = a_table(floor)
    house.sit(floor, ANN, table, 1)
    playing.open_round(floor, DEALER, table)
    with pytest.raises(Refused, match="is being played"):
        playing.open_round(floor, DEALER, table)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000]])
    playing.answer(floor, DEALER, table, [["no-more-bets"]])
    playing.answer(floor, ANN, table, [["choice", 1, "fold"]])
    seen = seeing.see(floor, ANN, table)["round"]
    with floor.database.read() as connection:
        published = [e.body["seed"] for e in books.read_events(connection, table) if "seed" in e.body]
        kept = connection.execute(select(schema.rounds.c.seed)).scalar_one()
    assert published == [kept] == [seen["seed"]]


def test_a_ruling_that_cannot_be_carried_out_still_waits(floor: Floor) -> None:
    """The seat a report concerns folds away under the ruling: approving is refused, and the report is not forgotten."""
    table = a_table(floor, "cleveland/three-card-poker")
    house.sit(floor, ANN, table, 1)
    playing.open_round(floor, DEALER, table)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000]])
    playing.answer(floor, DEALER, table, [["no-more-bets"]])
    assert playing.report(floor, DEALER, table, "player-leaves-the-table", 1)["awaits"] == "floor"
    live = floor._tables[table]
    assert live.round is not None
    live.round.table.seats[1].in_play = False
    with pytest.raises(Refused, match="seat in play"):
        playing.rule(floor, FLOOR_PERSON, table, approve=True)
    assert floor.read(table, lambda live: live.held) is not None
    with pytest.raises(Refused, match="waits for the floor"):
        playing.answer(floor, ANN, table, [["choice", 1, "fold"]])
    playing.rule(floor, FLOOR_PERSON, table, approve=False)
    playing.answer(floor, ANN, table, [["choice", 1, "fold"]])


def test_an_irregularity_whose_moment_is_now_is_reported_now(floor: Floor) -> None:
    """Kept for later it would be thrown before every answer, and every answer refused after it."""
    table = a_table(floor, "cincinnati/let-it-ride")
    house.sit(floor, ANN, table, 1)
    playing.open_round(floor, DEALER, table)
    playing.answer(floor, ANN, table, [["wager", 1, f"bet-number-{number}", 500] for number in (1, 2, 3)])
    playing.answer(floor, DEALER, table, [["no-more-bets"]])
    receipt = playing.report(floor, FLOOR_PERSON, table, "wrong-number-of-cards", when_it_comes=True)
    assert receipt["acts"][0] == ["irregularity", "wrong-number-of-cards", 0]
    assert not floor.read(table, lambda live: live.playing)


# Meters


def lucky_card(live: LiveTable, to: int | str, rng: random.Random, *, own_suits: bool) -> acts.Act:
    """Royal and straight flushes all the time, several at once: from own cards in one suit a seat, or with hearts in common."""
    assert live.round is not None
    left = {str(card): card for card, count in live.round.table.remaining.items() if count}
    if own_suits:
        wanted = [rank + "cdhs"[to % 4] for rank in "AKQJT98"] if isinstance(to, int) else []
    else:
        wanted = {1: ["Ah", "Kh", "Qh"], 2: ["9h", "8h", "7h"], "community": ["Jh", "Th", "Qh"]}.get(to, [])
    lucky = [left[card] for card in wanted if card in left] if rng.random() < 0.95 else []
    return acts.Dealt(lucky[0] if lucky else rng.choice(list(left.values())))


def lucky_wager(live: LiveTable) -> acts.Act:
    """Whoever plays bets on the progressive too; then no more bets."""
    assert live.round is not None
    for entry in live.round.legal():
        if "progressive" in entry.get("spot", "") and not entry["stake"] and live.round.table.seats[entry["seat"]].stakes:
            return acts.Wager(entry["seat"], entry["spot"], entry["minimum"])
    return acts.NoMoreBets()


def progressive_rounds(game: str, rounds: int, seed: int) -> tuple[Counter[str], int]:
    """Rounds at a table whose meters are fed and won all the time; after each act the accounts stand where the meters do."""
    rng, balances, jackpots = random.Random(seed), Counter[str](), 0
    settings = {"equipment": "electronic", "closing": "dealer", "practice": False}
    opening: dict[str, Any] = {
        "game": game,
        "house_rules": posted(prepare(game, None, None).terms, None),
        "version": None,
        "settings": settings,
        "float": 10**9,
    }
    terms = prepare(game, None, None).terms
    opening |= {"link": "all", "meters": {name: str(meter.seed) for name, meter in terms.meters.items()}}
    live = LiveTable("t00000000", opening, prepare)

    def take(transfers: list[Transfer]) -> None:
        for transfer in transfers:
            assert transfer.amount > 0
            balances[transfer.debit] -= transfer.amount
            balances[transfer.credit] += transfer.amount
        now = live.meters if live.round is None else {name: meter.amount for name, meter in live.round.table.meters.items()}
        for name, amount in now.items():
            assert balances[f"meter:all:{name}"] == whole(amount)

    take(links.seeds("all", Link.opened(terms.meters)))
    opening["session"] = [session_acts.write(act) for act in live.by_equipment(Phase("open", "floor"), at=books.now())]
    take(live.fold("table-opened", opening))
    for seat in (1, 2, 3, 4):
        take(live.fold("seat-taken", {"seat": seat, "account": f"companion:{seat}", "chips": 10**6}))
    for number in range(1, rounds + 1):
        between = [session_acts.write(act) for act in live.before_a_round(books.now(), "")[0]]
        opened = {"round": f"t-{number}", "number": number, "commitment": "", "shoe": f"t-{number}", "session": between}
        take(live.fold("round-opened", opened))
        live.companions.meters = True  # at a real table they leave jackpots to the players
        while live.round is not None and (request := live.round.pending) is not None:
            act = live.companions.answer(live.round, request)
            if isinstance(request, CardDue):
                act = lucky_card(live, request.to, rng, own_suits=bool(number % 2))
            elif isinstance(request, RollDue):
                act = acts.Rolled(tuple(rng.randint(1, 6) for _ in range(request.dice)))
            elif isinstance(request, SpinDue):
                act = acts.Spun(rng.choice(request.marks))
            elif isinstance(request, Arrangement) and act is None:
                act = request.act(request.settings[0])
            elif act is None:
                act = lucky_wager(live) if request.kind == "wager" else acts.Done(getattr(request, "act", ""))
            live.play(act)
            take(live.settle())
        paid = [meter.paid for meter in live.round.table.meters.values()] if live.round else []
        jackpots += any(paid)
        left_up = live.session.carried.stakes.values()  # streaks stay on the layout
        assert balances[f"pending:{live.id}"] == sum(sum(stakes.values()) for stakes in left_up)
    return balances, jackpots


PROGRESSIVE = [game for game in GAMES if prepare(game, None, None).terms.meters]
RARELY_HIT = ("ny/crazy-4-poker", "ny/four-card-poker")
"""Four aces alone win of the meter."""


@pytest.mark.parametrize("game", PROGRESSIVE)
def test_a_meters_account_is_its_meter_through_jackpots_shared_and_not(game: str) -> None:
    balances, jackpots = progressive_rounds(game, 30, seed=5)
    assert sum(balances.values()) == 0
    assert jackpots or game in RARELY_HIT


@pytest.mark.parametrize(("rate", "ends"), [("21%", "1000063"), ("21.25%", "4000255/4")])
def test_a_meter_goes_on_at_the_next_table_of_its_game(floor: Floor, rate: str, ends: str) -> None:
    """Closed, a table leaves its meters to its link, parts of a cent too; the next one begins with all of it."""
    game = "cincinnati/mississippi-stud"
    stood = Fraction(1_000_000)
    for _ in range(3):
        rules = {"meters": {"multi-link": {"rate": rate}}}
        table = str(house.open_table(floor, FLOOR_PERSON, game, house_rules=rules)["table"])
        assert floor.read(table, lambda live: live.meters["multi-link"]) == stood
        house.sit(floor, ANN, table, 1)
        playing.open_round(floor, DEALER, table)
        playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000], ["wager", 1, "progressive", 100]])
        playing.answer(floor, DEALER, table, [["no-more-bets"]])
        playing.answer(floor, ANN, table, [["choice", 1, "fold"]])
        stood = floor.read(table, lambda live: live.meters["multi-link"])
        house.close_table(floor, FLOOR_PERSON, table)
        with floor.database.read() as connection:
            assert books.balance(connection, "meter:cincinnati-multi-link:multi-link") == whole(stood)
    assert stood == Fraction(ends)
    assert verify(floor.database, prepare).sound


@pytest.mark.slow
@pytest.mark.parametrize("game", PROGRESSIVE)
def test_a_meters_account_is_its_meter_through_hundreds_of_rounds(game: str) -> None:
    balances, jackpots = progressive_rounds(game, 600, seed=6)
    assert sum(balances.values()) == 0 and (jackpots > 40 or game in RARELY_HIT)


@pytest.mark.slow
def test_a_meter_is_seed_and_contributions_less_payouts_over_a_million_wagers() -> None:
    from croupier.rules.payouts import Payout

    rng = random.Random(8)
    terms = prepare("cincinnati/mississippi-stud", None, None).terms.meters["multi-link"]
    meter = Meter.opened(terms)
    rows = [Payout.parse(text) for text in ("10% of meter", "100% of meter")]
    contributed = paid = resets = 0
    for _ in range(1_000):
        for stake in rng.choices(range(1, 500), k=1000):
            meter.contribute(stake)
            contributed += stake
        for _ in range(rng.randrange(0, 4)):
            row = rng.choice(rows)
            paid += meter.pay(row)
            resets += row.figure == 1
    assert meter.amount == terms.seed + contributed * Fraction(21, 100) - paid + resets * terms.seed
    assert meter.balanced()


def test_the_time_of_an_event_is_what_the_clock_shows_to_the_millisecond() -> None:
    before = datetime.now(UTC)
    told = books.now()
    assert told == datetime.fromisoformat(told).isoformat(timespec="milliseconds")
    assert before - timedelta(milliseconds=1) < datetime.fromisoformat(told) <= datetime.now(UTC)
