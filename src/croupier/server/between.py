"""Between rounds at a live table: steps done, dealers relieved, cards shuffled early, tables idle, players let in again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection

from croupier.errors import BadInput, Refused
from croupier.ledger import books
from croupier.ledger.live import LiveTable
from croupier.rules.posting import posted
from croupier.server import playing
from croupier.server.floor import Floor
from croupier.server.models import SeatNumber, Wire, like
from croupier.server.people import NotAllowed, Person
from croupier.server.permissions import may_do, only_dealers, only_floor
from croupier.table import session_acts
from croupier.table.session import State
from croupier.table.session_acts import Away, Back, Dealer, Limits, Permitted, Phase, Reshuffle, SessionAct, Step


def tell(floor: Floor, person: Person, table_id: str, forms: Iterable[Any], *, key: str | None = None) -> dict[str, Any]:
    """Acts of a session in their text form, `["step", "inspect", "dealer"]`: all of them or none, each by who may do it."""
    given = [session_acts.read([*form, person.name] if list(form) == ["dealer"] else form) for form in forms]
    if not given:
        raise BadInput("acts: none given")

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        table.fresh = False  # refused below, this table is read again
        seed, shoe_before = table.seed, table.session.carried.stub
        found: list[SessionAct] = []
        for act in table.by_equipment(at=books.now())[:1]:
            table.session.answer(act)
            found.append(act)
        for told in given:
            own = _by(person, table, told)
            table.session.answer(own)
            found.append(own)
        body: dict[str, Any] = {"acts": [session_acts.write(act) for act in found]}
        if shoe_before is not None and table.shoe_over:
            body["seed"] = seed
            playing.reveal(connection, table)
        event = floor.write(connection, table, "session", body, [], by=person)
        return {"event": event.id, "seq": event.seq, "table": table.id}

    request = {"session": table_id, "acts": [session_acts.write(act) for act in given]}
    return floor.change(table_id, person, request, work, key=key)


class ChangeSeat(Wire):
    """Where a player moves to."""

    model_config = like(to=5)
    to: SeatNumber


def change_seat(floor: Floor, person: Person, table_id: str, seat: int, to: int, *, key: str | None = None) -> dict[str, Any]:
    """A poker player takes another seat that is free, between hands."""

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        if table.player(seat) != table.own(person.account):
            only_floor(person, table, "moving another to a seat")
        table.fresh = False
        return floor.event(connection, table, "seat-changed", {"seat": seat, "to": to}, person)

    return floor.change(table_id, person, {"change-seat": seat, "to": to, "table": table_id}, work, key=key)


def _by(person: Person, table: LiveTable, act: Any) -> SessionAct:
    """The act as this person may do it; raises where they may not."""
    if not table.open and not (isinstance(act, Step) and table.session.state is State.CLOSED and table.session.due):
        raise Refused("the table is closed")
    match act:
        case Step():
            due = table.session.step_called(act.step) or table.session.due
            if table.electronic:
                raise NotAllowed("the equipment does the steps of this table")
            if due is not None and not may_do(person, table, due.by):
                raise NotAllowed(f"{due.step} is for the {due.by} ({due.clause})")
            return act
        case Dealer():
            only_dealers(person, table, "dealing")
            return Dealer(person.name)
        case Reshuffle():
            check = only_dealers if act.by == "dealer" and not table.electronic else only_floor
            check(person, table, "having the cards shuffled")
            return act
        case Away() | Back():
            if table.player(act.seat) != table.own(person.account):
                only_dealers(person, table, "saying that another is away or back")
            return act
        case Permitted():
            only_floor(person, table, "letting somebody wager before the shuffle")
            return act
        case Limits():
            only_floor(person, table, "changing the limits")
            return act._replace(limits=posted(table.playable.terms, {"limits": act.limits})["limits"])
        case Phase("idle" | "resume"):
            # A table that is resumed is opened anew, and the shoe it dealt from is gone: that is to have the cards shuffled.
            check = only_floor if table.electronic and table.session.carried.stub is not None else only_dealers
            check(person, table, "an idle table")
            return act
        case _:
            raise BadInput(f"{session_acts.write(act)[0]}: not something to be told between rounds here")
