"""Game recall: any round again, from its events: what was done, who could see what, how it was settled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from croupier.errors import Unknown
from croupier.ledger import books, schema
from croupier.ledger.books import Event
from croupier.ledger.corrections import KINDS, Corrected
from croupier.ledger.live import LiveTable
from croupier.ledger.seal import Unsealed, is_sealed
from croupier.server.floor import Floor, prepare
from croupier.server.people import NotAllowed, Person
from croupier.table import acts
from croupier.table.round import Round, replay
from croupier.table.views import FLOOR, Eyes, Role, role_of, view
from croupier.table.written import answer_json


@dataclass(frozen=True, slots=True)
class Recalled:
    """A round as it was: the table after its last event, its events, and who sat where when it began."""

    id: str
    status: str
    opened: str
    table: LiveTable
    events: list[Event]
    players: dict[int, str]
    seed: str | None

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    def player(self, seat: int) -> str:
        """The account that sat there in this round."""
        return self.players[seat]

    def seat_of(self, account: str) -> int | None:
        return next((seat for seat, player in self.players.items() if player == self.table.own(account)), None)


def recall(floor: Floor, round_id: str) -> Recalled:
    """Fold the round's own events again, from the snapshot it was opened with."""
    with floor.database.read() as connection:
        row = connection.execute(select(schema.rounds).where(schema.rounds.c.id == round_id)).first()
        if row is None:
            raise Unknown("round", round_id)
        following = connection.execute(
            select(schema.rounds.c.first).where(schema.rounds.c.table == row.table, schema.rounds.c.number == row.number + 1)
        ).scalar()
        last = None if following is None else int(following) - 1
        opening = books.read_events(connection, row.table, first=1, last=1)[0].body
        events = books.read_events(connection, row.table, first=row.first, last=last)
        shoe = events[0].body["shoe"]
        kept = connection.execute(select(schema.rounds.c.seed).where(schema.rounds.c.id == shoe)).scalar()
    table = LiveTable.rebuilt(row.table, opening, events[0].body["snapshot"], prepare)
    try:
        table.seed = floor.database.unsealed(kept, shoe)
    except Unsealed:  # its acts can be shown all the same; only that they follow from the seed cannot
        table.seed = None
    players, own = dict(table.players), []
    for event in events:
        if event.kind == "table-closed":
            break
        table.fold(event.kind, event.body)
        own.append(event)
        if table.playing:  # who sits down after the round had no part in it
            players |= table.players
    return Recalled(round_id, row.status, row.opened, table, own, players, None if is_sealed(kept) else kept)


def corrections(floor: Floor, round_id: str) -> list[dict[str, Any]]:
    """What was changed about a round when it was over: by whom, when, why, and what each line gave its player before and after."""
    kept, found = schema.events, []
    query = select(kept).where(kept.c.stream == round_id.rpartition("-")[0], kept.c.kind.in_(KINDS)).order_by(kept.c.id)
    with floor.database.read() as connection:
        events = [books.event_of(row) for row in connection.execute(query)]
    for event in events:
        if event.body["round"] == round_id:
            lines = [Corrected.read(entry) for entry in event.body["lines"]]
            said = {name: event.body[name] for name in ("why", "clause", "authority", "debts")}
            said["irregularity"] = event.body.get("irregularity")
            said |= {"taken": taken} if (taken := event.body.get("pot", {}).get("taken")) is not None else {}
            said["lines"] = {entry.line: [entry.was.given, entry.now.given] for entry in lines}
            found.append({"event": event.id, "kind": event.kind, "by": event.by, "at": event.at} | said)
    return found


def seat_in(recalled: Recalled, person: Person) -> int | None:
    """The seat with whose eyes even an auditor sees the round: their own while it is played, and for ever where hands stay down."""
    if recalled.round.done and not recalled.round.playable.hands_stay_down:
        return None
    return recalled.seat_of(person.account)


def role_in(recalled: Recalled, person: Person) -> Role:
    """With whose eyes this person may look at the round."""
    if person.audits:
        return role_of(seat_in(recalled, person), audits=True)
    seat = recalled.seat_of(person.account)
    if seat is None:
        raise NotAllowed(f"{person.name} did not play in {recalled.id}")
    return seat


def shown(floor: Floor, person: Person, round_id: str) -> dict[str, Any]:
    """The round for the person who asks: log, commitment, settlement, the last view."""
    recalled = recall(floor, round_id)
    role = role_in(recalled, person)
    round_, over = recalled.round, recalled.round.done
    events = [
        {"id": e.id, "seq": e.seq, "kind": e.kind, "at": e.at, "by": e.by, "marks": e.marks.split(), "hash": e.hash}
        for e in recalled.events
    ]
    return {
        "round": round_id,
        "table": recalled.table.id,
        "game": round_.playable.terms.id,
        "status": recalled.status,
        "opened": recalled.opened,
        "commitment": recalled.table.commitment,
        "seed": recalled.seed if Eyes(round_, role).may_know_the_deck else None,
        "players": {str(seat): account for seat, account in sorted(recalled.players.items())},
        "log": _log(round_, role) if over or role == FLOOR else None,
        "settlement": answer_json(round_) if over else None,
        "lines": [{"line": number} | line._asdict() for number, line in recalled.table.position.lines] if over else [],
        "corrections": _visible(corrections(floor, round_id), recalled, role) if over else [],
        "view": view(round_, role).as_json(),
        "events": events,
    }


def _visible(changed: list[dict[str, Any]], recalled: Recalled, role: Role) -> list[dict[str, Any]]:
    """The corrections that concern whoever looks: a seat is told of its own lines and debts only."""
    if not isinstance(role, int):
        return changed
    own = {number for number, line in recalled.table.position.lines if line.seat == role}
    account = recalled.player(role)
    return [
        entry
        | {
            "lines": {number: moved for number, moved in entry["lines"].items() if number in own},
            "debts": {name: cents for name, cents in entry["debts"].items() if name == account},
        }
        for entry in changed
        if own & entry["lines"].keys()
    ]


def _log(round_: Round, role: Role) -> dict[str, Any]:
    """The log, to be replayed anywhere; what others had behind is left out of it, and replay does not miss it.

    What is left in the shoe is not for players to know: it could hold any card.
    """
    eyes, written = Eyes(round_, role), round_.written()
    if role == FLOOR:
        return written
    seen = [form for act in round_.log if (form := acts.write(act)) == eyes.act(act)]
    if written.get("carried", {}).get("stub"):
        written["carried"] |= {"stub": {str(card): count for card, count in round_.playable.counts.items()}}
    return written | {"acts": seen}


def steps(floor: Floor, person: Person, round_id: str, *, after: int = 0, limit: int | None = None) -> Iterator[dict[str, Any]]:
    """The round act by act, each with the table as this person could see it then: from some step on, and so many of them."""
    recalled = recall(floor, round_id)
    role = role_in(recalled, person)
    written = recalled.round.written()
    again = replay(recalled.round.playable, written | {"acts": []})
    eyes = Eyes(recalled.round, role)
    last = None if limit is None else after + limit
    for number, act in enumerate([None, *recalled.round.log]):
        if number == last:
            return
        if act is not None:
            again.answer(act)
        if number >= after:
            yield {"act": None if act is None else eyes.act(act), "view": view(again, role).as_json()}
