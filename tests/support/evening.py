"""An evening at the tables, by chance, straight through the floor: every game, every kind of act, the books added up after each."""

from __future__ import annotations

import contextlib
import json
import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from math import floor as whole
from typing import Any

from sqlalchemy import select

import croupier
from croupier.equipment.randomness import Seeded
from croupier.errors import BadInput, Refused
from croupier.ledger import books, schema
from croupier.ledger.database import Database
from croupier.ledger.live import COMPANION, LiveTable
from croupier.ledger.verify import verify
from croupier.server import between, corrections, house, people, playing, recall, seeing
from croupier.server.floor import Floor, prepare
from croupier.server.people import HOUSE, Person, Role
from croupier.table import acts
from croupier.table.drivers import Chance
from croupier.table.requests import Arrangement, CardDue, DealerAct, Decision, Offer, RollDue, SpinDue, Wagering
from croupier.table.round import Round

GAMES = [entry.id for entry in croupier.listing()]
CHIPS = 10**8
FLOOR_PERSON, DEALER = Person("fay", Role.FLOOR), Person("dan", Role.DEALER)
PLAYERS = tuple(Person(name, Role.PLAYER) for name in ("ann", "bob", "cleo"))


@contextlib.contextmanager
def opened(address: str) -> Iterator[Database]:
    database = Database(address)
    try:
        yield database
    finally:
        database.close()


def the_round(live: LiveTable) -> Round:
    assert live.round is not None
    return live.round


class Auditor:
    """Adds up the books after every transaction, without the program's own help: only transfers and accounts are read.

    Where others write at the same time there is no "after": then it is `asleep`, and `verify` has the last word.
    """

    def __init__(self, database: Database, *, asleep: bool = False) -> None:
        self.database, self.last, self.transactions, self.asleep = database, 0, 0, asleep
        self.balances: Counter[str] = Counter()

    def check(self, floor: Floor, *tables: str, refused: bool = False) -> None:
        self.transactions += 1
        if self.asleep:
            return
        moved, accounts = schema.transfers, schema.accounts
        with self.database.snapshot() as connection:
            for row in connection.execute(select(moved).where(moved.c.id > self.last).order_by(moved.c.id)):
                self.balances[row.debit] -= row.amount
                self.balances[row.credit] += row.amount
                self.last = row.id
            kept = {row.id: row.balance for row in connection.execute(select(accounts))}
        assert sum(kept.values()) == 0, "players, house, pending, meters and funds hold what the cage has issued"
        assert {name: held for name, held in kept.items() if held} == {n: h for n, h in self.balances.items() if h}
        assert all(held >= 0 for name, held in kept.items() if books.kind_of(name) not in schema.OWING)
        for table in tables:
            floor.read(table, lambda live: self._stands(live, kept, refused=refused))

    @staticmethod
    def _stands(live: LiveTable, kept: dict[str, int], *, refused: bool) -> None:
        """What the table says it has is what its accounts hold; a table that refused was not told either what others put on its meters."""
        felt = None if live.round is None else live.round.table
        stack = live.playable.stack
        placed = {} if felt is None else {number: felt.put_down(seat) for number, seat in felt.seats.items()}
        if felt is not None and not live.open:  # what stood over several rounds went back when the table was closed
            placed = {
                number: {spot: cents for spot, cents in stakes.items() if not felt.spot(spot).wager.lasts}
                for number, stakes in placed.items()
            }
        layout = sum(cents for stakes in placed.values() for spot, cents in stakes.items() if spot != stack)
        assert kept.get(f"pending:{live.id}", 0) == layout, "the pending account is the chips on the layout"
        for seat in range(1, live.playable.seats + 1) if stack is not None else ():
            lies = placed[seat].get(stack, 0) if live.playing else live.stack(seat)
            assert kept.get(live.position.stack(seat), 0) == lies, "a stack is what lies before its player"
        if not live.open:
            return
        assert kept[f"tray:{live.id}"] == live.position.tray
        meters = live.meters if live.round is None else {n: m.amount for n, m in live.round.table.meters.items()}
        for name, amount in (
            meters.items() if live.at_meters() and not refused else ()
        ):  # otherwise others may have moved them since
            assert kept.get(f"meter:{live.link}:{name}", 0) == whole(amount)
        for account, held in live.position.companions.items():
            assert kept[account] == held


def made_ready(floor: Floor, table: str) -> None:
    """Whatever is due at a table where people deal is done by the floor, step by step."""
    while (due := floor.read(table, lambda live: live.session.due)) is not None:
        between.tell(floor, FLOOR_PERSON, table, [["step", due.step, due.by]])


def may_have_companions(game: str) -> bool:
    """May the house's companions sit at a real table of it?"""
    try:
        house.check_companions(prepare(game, None, None), practice=False)
    except Refused:
        return False
    return True


class Session:
    """An evening at one table, by chance: people come and go, bet, decide, err, tip, and the floor rules, voids and corrects.

    Every act goes through one of several floors over the same database, as if through as many processes.
    """

    def __init__(self, floors: list[Floor], auditor: Auditor, game: str, seed: int) -> None:
        self.floors, self.auditor, self.rng = floors, auditor, random.Random(f"{game} {seed}")
        self.chance, self.done = Chance(Seeded(seed)), Counter[str]()
        self.tries = 0
        self.entered = self.rng.random() < 0.3
        settings = {
            "equipment": "entered" if self.entered else "electronic",
            "closing": self.rng.choice(["players", "dealer"]),
            "practice": False,
        }
        seats = prepare(game, None, None).seats
        companions = self.rng.randrange(0, min(3, seats)) if may_have_companions(game) else 0
        bank = self.rng.choice([house.FLOAT, house.FLOAT, 100])
        self.table = str(
            house.open_table(self.floor, FLOOR_PERSON, game, settings=settings, bank=bank, companions=companions)["table"]
        )
        self.auditor.check(self.floor, self.table)
        taken = set(range(2, 2 + companions))
        free = [seat for seat in range(1, seats + 1) if seat not in taken]
        for person in PLAYERS[: self.rng.randrange(1, 3)]:
            if free:
                seat = free.pop(self.rng.randrange(len(free)))
                self.step("sit", partial(house.sit, self.floor, person, self.table, seat))

    @property
    def floor(self) -> Floor:
        return self.rng.choice(self.floors)

    def step(self, what: str, act: Callable[[], Any]) -> bool:
        """One transaction, and the books after it; a refusal must leave them as they were."""
        try:
            act()
        except BadInput as refused:
            self.done[f"{what} refused"] += 1
            self.tries += 1
            assert self.tries < 300, f"stuck: {what}: {refused}"
            self.auditor.check(self.floor, self.table, refused=True)
            return False
        self.done[what] += 1
        self.tries = 0
        self.auditor.check(self.floor, self.table)
        return True

    def live(self, look: Callable[[LiveTable], Any]) -> Any:
        return self.floor.read(self.table, look)

    def play(self, rounds: int, limit: int = 150) -> None:
        """So many rounds; one that takes too long is voided by the floor."""
        for _ in range(rounds):
            if self.entered:
                made_ready(self.floor, self.table)
            self.step("open", lambda: playing.open_round(self.floor, DEALER, self.table))
            for _ in range(limit):
                if not self.live(lambda live: live.playing):
                    break
                self.once()
            else:
                self.step("void", lambda: playing.void(self.floor, FLOOR_PERSON, self.table, "it is late"))
            self.between()

    def once(self) -> None:
        draw = self.rng.random()
        if self.live(lambda live: live.held is not None):
            approve = self.rng.random() < 0.6
            if not self.step("rule", lambda: playing.rule(self.floor, FLOOR_PERSON, self.table, approve=approve)):
                self.step("dismiss", lambda: playing.rule(self.floor, FLOOR_PERSON, self.table, approve=False))
        elif draw < 0.10:
            self.trouble()
        elif draw < 0.13:
            self.step("void", lambda: playing.void(self.floor, FLOOR_PERSON, self.table, "a fight at the next table"))
        elif draw < 0.18:
            self.around()
        else:
            person, form = self.answer()
            if form == ["chips"]:  # nobody who sits here has a chip left
                for poor in PLAYERS:
                    self.step("buy-in", partial(house.chips, self.floor, FLOOR_PERSON, poor.name, CHIPS, cash_out=False))
                return
            self.step(f"answer {form[0]}", lambda: self.say(person, form))

    def say(self, person: Person, form: list[Any]) -> None:
        """Answer, half of the time under a key; the same request again gets the same receipt and changes nothing."""
        key = secrets.token_hex(8) if self.rng.random() < 0.5 else None
        receipt = playing.answer(self.floor, person, self.table, [form], key=key)
        if key is not None and self.rng.random() < 0.3:
            seq = self.live(lambda live: live.seq)
            again = playing.answer(self.floor, person, self.table, [form], key=key)
            assert json.dumps(again) == json.dumps(receipt)
            assert self.live(lambda live: live.seq) == seq
            self.done["asked again"] += 1

    def trouble(self) -> None:
        """An irregularity, now or when its moment comes, by the dealer or the floor; now and then one that cannot be."""

        def choose(live: LiveTable) -> tuple[str, int] | None:
            round_, rulings = the_round(live), live.playable.terms.rulings
            names = round_.irregularities() if self.rng.random() < 0.8 else list(rulings)
            for_the_floor = [name for name in names if rulings[name].authority != "dealer"]
            if not names:
                return None
            name = self.rng.choice(for_the_floor or names if self.rng.random() < 0.5 else names)
            in_play = [number for number, seat in round_.table.seats.items() if seat.in_play] or [1]
            return name, self.rng.choice(in_play) if rulings[name].seat != (self.rng.random() < 0.1) else 0

        chosen = self.live(choose)
        if chosen is not None:
            person, later = self.rng.choice([DEALER, DEALER, FLOOR_PERSON]), self.rng.random() < 0.2
            self.step("report", lambda: playing.report(self.floor, person, self.table, *chosen, when_it_comes=later))

    def around(self) -> None:
        """Tips, fills, credits, and people who get up in the middle of a round."""
        person, amount = self.rng.choice(PLAYERS), self.rng.randrange(1, 5000)
        what = self.rng.choice(["tip", "fill", "credit", "leave", "sit", "cash-out", "cash-out", "buy-in"])
        seats = self.live(lambda live: (live.seat_of(person.account), live.playable.seats))
        match what:
            case "tip":
                self.step(what, lambda: house.tip(self.floor, person, self.table, amount))
            case "fill" | "credit":
                self.step(what, lambda: house.fill(self.floor, FLOOR_PERSON, self.table, amount, credit=what == "credit"))
            case "cash-out" | "buy-in":
                with self.floor.database.read() as connection:
                    held = books.balance(connection, person.account)
                amount = (
                    self.rng.choice([held, held, held - amount, 2000]) if what == "cash-out" else self.rng.choice([500, CHIPS])
                )
                cash = partial(house.chips, self.floor, FLOOR_PERSON, person.name, max(amount, 1), cash_out=what == "cash-out")
                self.step(what, cash)
            case "leave" if seats[0] is not None:
                self.step(what, lambda: house.leave(self.floor, person, self.table, seats[0]))
            case "sit":
                seat = self.rng.randrange(1, seats[1] + 1)
                self.step(what, lambda: house.sit(self.floor, person, self.table, seat))

    def between(self) -> None:
        """Now and then a line of the last round is corrected, once; and somebody always sits."""
        self.around()
        if self.rng.random() < 0.5:
            self.correct(self.live(lambda live: live.round_id))
        people_there = self.live(lambda live: [who for who in live.players.values() if not who.startswith(COMPANION)])
        if not people_there:
            free = self.live(lambda live: [s for s in range(1, live.playable.seats + 1) if s not in live.players])
            if not free:
                self.step("leave", lambda: house.leave(self.floor, FLOOR_PERSON, self.table, 2))
                free = [2]
            self.step("sit", lambda: house.sit(self.floor, PLAYERS[0], self.table, free[0]))

    def correct(self, round_id: str) -> None:
        """The floor takes back a line or two, each of them once."""
        lines = recall.recall(self.floor, round_id).table.position.lines
        for number, _ in self.rng.sample(lines, min(2, len(lines))):
            if self.step("reverse", partial(corrections.reverse, self.floor, FLOOR_PERSON, round_id, number, "misread")):
                again = partial(corrections.reverse, self.floor, FLOOR_PERSON, round_id, number, "once more")
                assert not self.step("reverse again", again)

    def answer(self) -> tuple[Person, list[Any]]:
        """A legal answer and the person to give it."""
        found: tuple[Person, list[Any]] = self.live(self._answer)
        return found

    def _answer(self, live: LiveTable) -> tuple[Person, list[Any]]:
        assert live.round is not None and live.round.pending is not None
        request = live.round.pending
        owner = {seat: next((p for p in PLAYERS if p.account == who), FLOOR_PERSON) for seat, who in live.players.items()}
        if isinstance(request, Wagering):
            legal = live.round.legal()
            closing = [entry for entry in legal if entry["act"] == "no-more-bets"]
            theirs = self.rng.random() < 0.05  # the floor may put chips down for a companion
            mine = [e for e in legal if e.get("seat") in live.players if theirs or owner[e["seat"]] in PLAYERS]
            if not closing and not mine:
                return DEALER, ["chips"]
            if closing and (self.rng.random() < 0.35 or not mine):
                return DEALER, ["no-more-bets"]
            return self._wager(self.rng.choice(mine or [e for e in legal if e["act"] == "wager"]), owner)
        if isinstance(request, Offer):
            return self._wager(self.rng.choice(live.round.legal()), owner)
        if isinstance(request, Decision):
            choice = self.rng.choice(list(request.choices))
            return owner.get(request.seat, FLOOR_PERSON), ["choice", request.seat, choice]
        if isinstance(request, Arrangement):
            person = owner.get(request.seat, DEALER)
            return person, acts.write(request.act(self.rng.choice(list(request.settings))))
        assert isinstance(request, (CardDue, DealerAct, RollDue, SpinDue))
        act = self.chance.answer(live.round, request) if not isinstance(request, CardDue) else self._card(live)
        assert act is not None
        return (FLOOR_PERSON if request.who not in ("equipment", "dealer") else DEALER), acts.write(act)

    def _card(self, live: LiveTable) -> acts.Act:
        assert live.round is not None
        return acts.Dealt(self.rng.choice([face for face, left in live.round.table.remaining.items() if left]))

    def _wager(self, entry: dict[str, Any], owner: dict[int, Person]) -> tuple[Person, list[Any]]:
        if entry["act"] == "choice":  # dice: a standing wager called on or off
            return owner.get(entry["seat"], FLOOR_PERSON), ["choice", entry["seat"], entry["choice"]]
        least, most, step = entry["minimum"], entry["maximum"], entry["step"]
        amount = least + step * self.rng.randrange(0, 40)
        if entry["stake"] and self.rng.random() < 0.1:
            amount = 0
        elif most is not None:
            amount = min(amount, most)
        return owner.get(entry["seat"], FLOOR_PERSON), ["wager", entry["seat"], entry["spot"], amount]


def buy_in(floor: Floor) -> None:
    for person in PLAYERS:
        with floor.database.write() as connection:
            people.issue(connection, person.name, person.role, by=HOUSE)
        house.chips(floor, FLOOR_PERSON, person.name, CHIPS, cash_out=False)


def evening(address: str, games: list[str], seed: int, rounds: int) -> Counter[str]:
    """Every game given, one after another, through three floors; at the end the books are proved and rebuilt."""
    done = Counter[str]()
    with contextlib.ExitStack() as stack:
        databases = [stack.enter_context(opened(address)) for _ in range(2)]
        floors = [Floor(database) for database in databases]
        buy_in(floors[0])
        auditor = Auditor(databases[0])
        sessions = []
        for game in games:
            session = Session(floors, auditor, game, seed)
            try:
                session.play(rounds)
                _left_in_the_middle(session)
            except Exception as error:
                error.add_note(f"{game}, seed {seed}, on {address}")
                raise
            sessions.append(session)
        rebuilt_like(databases[1], floors[0], sessions)
        for session in sessions:
            session.play(1)
            assert session.step("close", partial(house.close_table, session.floor, FLOOR_PERSON, session.table))
            session.correct(session.live(lambda live: live.round_id))  # even after that
            done += session.done
        verdict = verify(databases[0], prepare)
        assert verdict.sound, verdict.wrong
        assert verdict.rounds == done["open"], "every round opened was played again"
        done["transactions"] = auditor.transactions
    return done


def _left_in_the_middle(session: Session) -> None:
    """Open one more round and leave it where it stands."""
    session.step("open", lambda: playing.open_round(session.floor, DEALER, session.table))
    for _ in range(session.rng.randrange(0, 6)):
        if session.live(lambda live: live.playing):
            session.once()


def rebuilt_like(database: Database, floor: Floor, sessions: list[Session]) -> None:
    """A floor that has seen nothing rebuilds every table from its events; then play goes on there and here alike."""
    again = Floor(database)
    for session in sessions:
        for person in (FLOOR_PERSON, DEALER, *PLAYERS):
            look = partial(seeing.look, person=person)
            before, after = floor.read(session.table, look), again.read(session.table, look)
            assert after == before, f"{before['game']}: rebuilt, {person.name} sees another table"
        session.floors.append(again)
        if session.live(lambda live: live.playing):
            session.once()
        if session.live(lambda live: live.playing):
            session.step("void", partial(playing.void, session.floor, FLOOR_PERSON, session.table, "to begin anew"))
