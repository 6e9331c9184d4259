"""A round in progress: the procedure on one side, whoever answers on the other, the log between them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from croupier.errors import BadInput, Refused, Unknown, shown
from croupier.table import acts, spoken
from croupier.table.carried import Carried, carried_from
from croupier.table.legal import Legal
from croupier.table.playable import Playable
from croupier.table.remedies import Irregularity, RoundVoid, check_report
from croupier.table.requests import Request
from croupier.table.settlement import Line, money, net
from croupier.table.table import Table

_BESIDE = frozenset([acts.Chips, acts.Called, acts.Metered, acts.Reported])
"""Acts that come whatever is pending."""


async def _conduct(table: Table) -> None:
    try:
        await table.playable.play(table, table.playable.rules)
    except RoundVoid as void:
        table.void_round(void.clause, void.reading)
    table.finish()


class Round:
    """Send answers in; read what is pending and, at the end, the settlement. A refused answer changes nothing."""

    def __init__(
        self,
        playable: Playable,
        seats: Iterable[int] | None = None,
        meters: Mapping[str, int | Fraction] | None = None,
        carried: Carried | None = None,
    ) -> None:
        """`carried` is what the round before left on the table; the round changes it."""
        self.playable = playable
        self._start = (None if seats is None else tuple(read_seats(list(seats), playable) or ()), dict(meters or {}))
        self._carried = None if carried is None else carried.as_json()
        self.table = Table(playable, self._start[0], meters, carried)
        self.log: list[acts.Act] = []
        self.earlier: list[Round] = []
        """Rounds of the same written account that came before this one."""
        self._procedure: Coroutine[Request, Any, None] = _conduct(self.table)
        self.pending: Request | None = self._procedure.send(None)

    def __repr__(self) -> str:
        """The game, what each seat has won or lost so far, and what is pending."""
        won = ", ".join(f"seat {seat}: {money(cents)}" for seat, cents in sorted(self.net.items()))
        waits = "over" if self.pending is None else f"waits for {self.pending.describe()}"
        return f"<Round of {self.playable.terms.id}: {'; '.join(filter(None, (won, waits)))}>"

    @property
    def start(self) -> dict[str, Any]:
        """With what the round was begun, to begin it again."""
        carried = None if self._carried is None else carried_from(self._carried)
        return {"seats": self._start[0], "meters": self._start[1], "carried": carried}

    @property
    def done(self) -> bool:
        return self.pending is None

    @property
    def lines(self) -> list[Line]:
        return self.table.lines

    @property
    def net(self) -> dict[int, int]:
        """Cents won or lost by each seat that played."""
        return net(self.table.lines)

    def answer(self, act: acts.Act) -> None:
        """Give the pending request its answer, or report an irregularity."""
        pending = self.pending
        if pending is None:
            raise Refused("the round is over", clause=self.playable.terms.clause)
        try:
            if type(act) not in _BESIDE:
                pending.check(act, self.table)
                self.log.append(act)
                self.pending = self._procedure.send(act)
            elif isinstance(act, acts.Chips):
                self._count(act)
            elif isinstance(act, acts.Called):
                self._called(act, pending)
            elif isinstance(act, acts.Metered):
                self._stand(act)
            elif isinstance(act, acts.Reported):
                ruling = check_report(self.table, act, pending)
                self.log.append(act)
                self.pending = self._procedure.throw(Irregularity(act, ruling))
        except StopIteration:
            self.pending = None

    def answer_in_one(self, dealt: list[acts.Dealt]) -> None:
        """Cards that are due one after the other, all at once: the same as to answer with each of them in turn."""
        left, due = self.table.remaining, 0 if self.pending is None else self.pending.ahead + 1
        cards = [act.card for act in dealt]
        there = all(map(left.get, cards))
        if there and len({*cards}) < len(cards):
            there = all(left[card] >= count for card, count in Counter(cards).items())
        if len(dealt) > due or not there:
            for act in dealt:
                self.answer(act)
            return
        self.log += dealt
        try:
            self.pending = self._procedure.send(dealt)
        except StopIteration:
            self.pending = None

    def _called(self, act: acts.Called, pending: Request) -> None:
        """A wager said aloud: cash becomes chips and goes down with it; refused, nothing has changed."""
        wagering, late = spoken.wagering_for(self.table, act, pending)
        wager = spoken.as_wager(self.table, act)
        seat = self.table.seats[act.seat]
        before = seat.chips
        if before is not None and act.means == "cash":
            seat.chips = before + act.amount
        try:
            wagering.check(wager, self.table)
        except BadInput:
            seat.chips = before
            raise
        self.log.append(act)
        if late:
            self.table.place(wager)
            seat.in_play = True
        else:
            self.pending = self._procedure.send(wager)

    def _count(self, act: acts.Chips) -> None:
        """What a seat has behind, said anew: what is pending is offered accordingly."""
        if act.seat not in self.table.seats:
            raise Refused(f"there is no seat {act.seat} to count chips at", clause=self.table.seats_clause)
        if act.cents < 0:
            raise Refused(f"seat {act.seat}: {act.cents} cents are no chips", clause=self.table.seats_clause)
        self.log.append(act)
        self._hold(act.seat, act.cents)

    def _stand(self, act: acts.Metered) -> None:
        """A meter that other tables share, told anew."""
        (amount,) = read_meters({act.meter: act.stands}).values()
        if act.meter not in self.table.meters:
            raise Unknown("meter", act.meter, self.table.meters)
        self.log.append(act)
        self.table.meters[act.meter].stand(amount)

    @contextmanager
    def supposing(self, seat: int, cents: int) -> Iterator[None]:
        """The round as it will stand once it is told that a seat has so much behind; nothing is logged."""
        known = self.table.seats[seat].chips
        try:
            self._hold(seat, cents)
            yield
        finally:
            self._hold(seat, known)

    def _hold(self, seat: int, chips: int | None) -> None:
        self.table.seats[seat].chips = chips
        if self.pending is not None:
            self.pending.afford(self.table)

    def listed(self) -> list[Legal]:
        """Every legal answer to the pending request."""
        return list(self.pending.legal(self.table)) if self.pending is not None else []

    def legal(self) -> list[dict[str, Any]]:
        """The same in their JSON form, as the API gives them."""
        return [entry.as_json() for entry in self.listed()]

    def irregularities(self) -> list[str]:
        """What could be reported now."""
        if self.pending is None:
            return []
        return [name for name, ruling in self.playable.terms.rulings.items() if self.pending.moment in ruling.when]

    def written(self) -> dict[str, Any]:
        """The round as its log: everything needed to play it again."""
        game = self.playable.terms
        seats, meters = self._start
        return {
            "game": game.id,
            "version": game.version,
            "house_rules": {key: dict(value) for key, value in game.house_rules.items()},
            "seats": None if seats is None else list(seats),
            "meters": {name: str(amount) for name, amount in meters.items()},
            **({} if self._carried is None else {"carried": self._carried}),
            "acts": [acts.write(act) for act in self.log],
        }


_CENTS = re.compile(r"[0-9]{1,30}(/[1-9][0-9]{0,29})?")


def read_seats(given: Any, playable: Playable) -> list[int] | None:
    if given is None:
        return None
    if not isinstance(given, list) or not all(type(seat) is int and 1 <= seat <= playable.seats for seat in given):
        clause = playable.seats_clause
        raise Refused(f"seats: a list of those at the table: seats are 1 to {playable.seats}", clause=clause)
    return given


def read_meters(given: Any) -> dict[str, Fraction]:
    if given is not None and not isinstance(given, Mapping):
        raise BadInput("meters: a table of names and amounts is expected")
    for name, amount in (given or {}).items():
        if isinstance(amount, bool) or not (isinstance(amount, int) or _CENTS.fullmatch(str(amount))):
            raise BadInput(f"meters.{name}: {shown(amount)}: whole or fractional cents are expected")
    return {name: Fraction(amount) for name, amount in (given or {}).items()}


def replay(playable: Playable, written: Mapping[str, Any]) -> Round:
    """The same round, rebuilt from its log."""
    if not isinstance(written.get("acts"), list):
        raise BadInput("a log has a list of acts")
    carried = carried_from(written["carried"]) if written.get("carried") is not None else None
    round_ = Round(playable, read_seats(written.get("seats"), playable), read_meters(written.get("meters")), carried)
    for number, form in enumerate(written["acts"], start=1):
        try:
            round_.answer(acts.read(form))
        except BadInput as error:
            raise BadInput(f"act {number} {json.dumps(form)}: {error}") from None
    return round_
