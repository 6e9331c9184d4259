"""What a person sees of a table: its state with their eyes, and every answer they may give now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import select

from croupier.errors import Refused
from croupier.ledger import books, schema
from croupier.ledger.links import whole_cents
from croupier.ledger.live import COMPANION, LiveTable
from croupier.server import playing
from croupier.server.floor import Floor
from croupier.server.people import Person
from croupier.server.permissions import (
    check_sight,
    deals_at,
    free_positions,
    may_answer,
    may_do,
    may_give,
    may_open_round,
    may_rule,
    owns,
)
from croupier.table import acts, views
from croupier.table.legal import Legal, LegalStep
from croupier.table.link import Link
from croupier.table.requests import CardDue, Decision, RollDue
from croupier.table.round import Round
from croupier.table.settlement import as_json


def role_at(table: LiveTable, person: Person) -> views.Role:
    """With whose eyes this person looks at the latest round: those of the seat they had in it, not of one that they have taken since."""
    seat = table.seat_in_round(person.account)
    if seat is None and table.round is not None and table.seat_of(person.account) is not None:
        return views.PUBLIC  # they sit where somebody else's cards lie
    return views.role_of(seat, audits=person.audits, deals=person.deals and not person.rules)


@dataclass(frozen=True, slots=True)
class Seen:
    """A table with one person's eyes: all of it as the API gives it, and the answers that are theirs to give now as values."""

    state: dict[str, Any]
    answers: tuple[Legal, ...]


def see(floor: Floor, person: Person, table_id: str) -> dict[str, Any]:
    """The table for `person`, as the API gives it."""
    return see_answers(floor, person, table_id).state


def stage(floor: Floor, table_id: str) -> tuple[int, dict[str, int]]:
    """What changes whenever there is something new to see: the table's last event, and meters that other tables move."""
    seq, link, meters = floor.read(table_id, lambda table: (table.seq, table.link, table.meters))
    if link is None:
        return seq, {name: int(amount) for name, amount in meters.items()}
    with floor.database.read() as connection:
        return seq, whole_cents(floor.links.at(connection, link) or Link({}))


def see_answers(floor: Floor, person: Person, table_id: str) -> Seen:
    """The table for `person`, and what they may answer."""
    seen: Seen = floor.read(table_id, lambda table: _look(table, person))
    with floor.database.read() as connection:
        held = books.balance(connection, seen.state["you"]["account"])
        link = seen.state["link"]
        shared = floor.links.at(connection, link) if link is not None else None
    seat = seen.state["you"]["seat"]
    if seat is not None and seen.state["pending"] is not None and seen.state["view"]["seats"][str(seat)]["chips"] != held:
        # Chips bought, cashed or staked elsewhere since the table last counted: what is listed goes by what is there now.
        seen = floor.read(table_id, lambda table: _supposing(table, person, seat, held))
    del seen.state["you"]["account"]
    seen.state["you"]["balance"] = held
    if shared is not None:  # other tables feed these meters too: what they stand at now, whatever this round was told
        seen.state["meters"] = whole_cents(shared)
        if seen.state["view"] is not None:
            seen.state["view"]["meters"] = whole_cents(shared)
    return seen


def _supposing(table: LiveTable, person: Person, seat: int, held: int) -> Seen:
    if table.round is None or seat not in table.seats_of(person.account):
        return _look(table, person)
    with table.round.supposing(seat, held):
        return _look(table, person)


def look(table: LiveTable, person: Person) -> dict[str, Any]:
    """What `see` shows, without the balance."""
    return _look(table, person).state


def _look(table: LiveTable, person: Person) -> Seen:
    check_sight(person, table)
    listed = answers(table, person)
    return Seen(_state(table, person, listed), listed)


def _state(table: LiveTable, person: Person, listed: Sequence[Legal]) -> dict[str, Any]:
    role, round_, free = role_at(table, person), table.round, free_positions(table, person)
    return {
        "table": table.id,
        "name": table.opening["name"],
        "game": table.playable.terms.id,
        "seq": table.seq,
        "status": "open" if table.open else "closed",
        "settings": table.settings._asdict(),
        "capacity": table.playable.seats,
        "link": table.link,
        "meters": {name: int(amount) for name, amount in table.meters.items()},
        "players": {
            str(seat): {
                "name": account.partition(":")[2] if not account.startswith(COMPANION) else f"companion {seat}",
                "companion": account.startswith(COMPANION),
                "you": account == table.own(person.account),
                "leaving": seat in table.leaving,
                "away": seat in table.session.carried.away,
                **({"colour": table.colours[seat]} if seat in table.colours else {}),
            }
            for seat, account in sorted(table.players.items())
        },
        "you": {
            "name": person.name,
            "role": str(person.role),
            "seat": table.seat_of(person.account),
            "seats": table.seats_of(person.account),
            "account": table.own(person.account),
        },
        "round": None
        if round_ is None
        else {
            "id": table.round_id,
            "number": table.number,
            "done": round_.done,
            "commitment": table.commitment,
            "seed": playing.published(table) if views.Eyes(round_, role).may_know_the_deck else None,
            **so_far(round_, role),
        },
        "view": None if round_ is None else views.layout(round_, role).as_json(),
        "pending": pending(table, person, listed),
        "limits": dict(table.playable.terms.house_rules.get("limits", {})),
        "free": free,
        "session": session_of(table, person),
        "held": None if table.held is None else table.held._asdict(),
        "stopped": table.stopped,
        "armed": None if table.armed is None else table.armed.irregularity,
        "irregularities": reportable(table, person),
        "may": {
            "open_round": table.open and not table.playing and table.stopped is None and may_open_round(person, table),
            "sit": bool(free),
            "report": table.playing and deals_at(person, table),
            "rule": table.held is not None and may_rule(person, table, table.awaited),
            "share": table.open and owns(person, table),
        },
    }


def session_of(table: LiveTable, person: Person) -> dict[str, Any]:
    """The table between rounds, as all may see it: what is due and by whom, who deals, how far the shoe is dealt."""
    session = table.session
    carried = session.round.table.carried if session.playing and session.round is not None else session.carried
    return {
        "state": str(session.state),
        "dealer": session.dealer,
        "due": [due._asdict() | {"yours": not table.electronic and may_do(person, table, due.by)} for due in session.waiting],
        "left": session.round.table.cards_left if session.playing and session.round is not None else carried.left,
        "last_round": carried.last_round,
        "shoe": table.shoe,
        "batch": carried.batch or None,
        "barred": list(carried.barred),
        "held_to_the_minimum": list(carried.held),
        "vigorish": {str(seat): cents for seat, cents in carried.vigorish.items()},
        "button": carried.button or None,
        "kill": carried.kill.get("holder"),
        "away": {str(seat): cents for seat, cents in carried.away.items()},
        "blinds_owed": dict(sorted((str(seat), blinds) for seat, blinds in carried.owes.items())),
    }


def so_far(round_: Round, role: views.Role) -> dict[str, Any]:
    """What has happened in the round for all to see, and to oneself: dice and wheel, rulings, hands set, stakes settled."""
    eyes = views.Eyes(round_, role)
    return {
        "results": [
            act.result if isinstance(act, acts.Spun) else list(act.dice)
            for act in round_.log
            if isinstance(act, (acts.Spun, acts.Rolled))
        ],
        "reported": [[act.irregularity, act.seat] for act in round_.log if isinstance(act, acts.Reported)],
        "arranged": {str(seat): hands for seat, hands in eyes.set_hands().items()},
        "settled": [as_json(line) for line in eyes.settled()],
    }


def answers(table: LiveTable, person: Person) -> tuple[Legal, ...]:
    """Every answer this person may give now."""
    round_ = table.round
    request = round_.pending if round_ is not None else None
    if round_ is None or request is None or table.held is not None or table.stopped is not None:
        return ()
    if isinstance(request, RollDue):  # any faces: too many to list
        return ()
    if isinstance(request, CardDue):  # any card left too; that one went unseen is no card
        unseen = [entry for entry in round_.listed() if isinstance(entry, LegalStep)]
        return tuple(entry for entry in unseen if may_give(person, table, request, entry.act()))
    seats = table.seats_of(person.account)
    about = (*seats, 0, None)
    return tuple(
        entry
        for entry in round_.listed()
        if (not seats or getattr(entry, "seat", None) in about) and may_give(person, table, request, entry.act())
    )


def pending(table: LiveTable, person: Person, listed: Sequence[Legal]) -> dict[str, Any] | None:
    """The request the table waits on, with the answers this person may give."""
    round_ = table.round
    request = round_.pending if round_ is not None else None
    if round_ is None or request is None:
        return None
    waits = table.held is not None or table.stopped is not None
    yours = bool(listed) or (not waits and may_answer(person, table, request))
    asks, clause = views.asked(round_, role_at(table, person), answers=yours)
    return {
        "kind": request.kind,
        "who": request.who,
        "moment": request.moment,
        "seat": getattr(request, "seat", None),
        "hand": request.hand if isinstance(request, Decision) else None,
        "dice": getattr(request, "dice", None),
        "to_call": getattr(request, "to_call", None),
        "asks": asks,
        "clause": clause,
        "yours": yours,
        "legal": [entry.as_json() for entry in listed],
    }


def reportable(table: LiveTable, person: Person) -> list[dict[str, Any]]:
    """Irregularities this person could report: `now`, or when their moment comes."""
    round_ = table.round
    if round_ is None or round_.pending is None or not deals_at(person, table):
        return []
    now = set(round_.irregularities())
    return [
        {
            "irregularity": name,
            "now": name in now,
            "seat": ruling.seat,
            "authority": ruling.authority,
            "says": ruling.says,
            "clause": ", ".join(ruling.clause),
            "needs_floor": not may_rule(person, table, table.authority_on(name, later=name not in now)),
        }
        for name, ruling in round_.playable.terms.rulings.items()
    ]


def tables(floor: Floor, person: Person, *, status: str | None = "open") -> list[dict[str, Any]]:
    """The tables of the floor; of practice tables one's own and those that others are let in to, all of them for the house."""
    kept = schema.tables
    query = select(kept).order_by(kept.c.opened)
    if not person.audits:
        query = query.where(kept.c.owner.is_(None) | (kept.c.owner == person.name) | (kept.c.shared == 1))
    if status is not None:
        query = query.where(kept.c.status == status)
    with floor.database.read() as connection:
        rows = connection.execute(query).all()
    return [
        {"table": row.id, "game": row.game, "name": row.name, "status": row.status, "opened": row.opened}
        | {"owner": row.owner, "shared": bool(row.shared), "yours": row.owner == person.name}
        for row in rows
    ]


def seats(floor: Floor, table_id: str) -> dict[str, int]:
    """How many play at a table, the house's companions apart, and how many seats are free."""

    def count(table: LiveTable) -> dict[str, int]:
        companions = sum(account.startswith(COMPANION) for account in table.players.values())
        taken = len(table.players)
        return {"players": taken - companions, "companions": companions, "free": table.playable.seats - taken}

    found: dict[str, int] = floor.read(table_id, count)
    return found


def history(floor: Floor, person: Person, table_id: str, *, limit: int = 20, after: int = 0) -> list[dict[str, Any]]:
    """The last rounds of a table, newest first, those settled `after` an event: what each seat won, how dice, wheel or hands fell."""
    floor.read(table_id, partial(check_sight, person))
    events = schema.events
    query = (
        select(events)
        .where(events.c.stream == table_id, events.c.seq > after, events.c.marks.contains("settled"))
        .order_by(events.c.seq.desc())
        .limit(limit)
    )
    with floor.database.read() as connection:
        found = [books.event_of(row) for row in connection.execute(query)]
    return [
        {
            "round": event.body["round"],
            "seq": event.seq,
            "at": event.at,
            "net": event.body.get("net", {}),
            "marks": event.marks.split(),
            "results": [form[1] for form in event.body["acts"] if form[0] in ("spin", "roll")],
            "says": event.body.get("says", ""),
            "winner": event.body.get("winner", ""),
        }
        for event in found
    ]


def question(floor: Floor, person: Person, table_id: str) -> dict[str, Any]:
    """The round with this person's pending choices, written down: what they are worth is worked out away from the table."""

    def copy(table: LiveTable) -> dict[str, Any]:
        request = table.round.pending if table.round is not None else None
        if table.round is None or request is None or getattr(request, "seat", None) not in table.seats_of(person.account):
            raise Refused("nothing waits for your decision", clause=table.playable.terms.clause)
        return table.round.written()

    written: dict[str, Any] = floor.read(table_id, copy)
    return written
