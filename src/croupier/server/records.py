"""Reading the books: accounts, events, rounds, and a round again moment by moment. Nothing is written here.

Who may look is for the caller to say; a seed is shown only when its round is over.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, literal, or_, select

from croupier.equipment import randomness
from croupier.errors import Unknown
from croupier.ledger import books, results, schema
from croupier.ledger.books import SALT, Event, Transfer
from croupier.ledger.links import for_practice, is_for_practice, stream_of
from croupier.ledger.live import Disagrees
from croupier.ledger.seal import is_sealed
from croupier.server import telling
from croupier.server.floor import Floor, prepare
from croupier.server.people import Person
from croupier.server.recall import Recalled, recall, seat_in
from croupier.server.remembered import Latest
from croupier.table import acts
from croupier.table.narrate import told
from croupier.table.round import Round, replay
from croupier.table.views import Eyes, Role, View, asked, masked, view

MARKS = (
    "open",
    "close",
    "fill",
    "credit",
    "shuffle",
    "reshuffle",
    "jackpot",
    "settled",
    "void",
    "recovery",
    "reversal",
    "correction",
    "irregularity",
    "sign-in",
)
"""What events are marked with."""
LAST = 2**63 - 1
"""No event has a greater number: databases know none."""
SIGNIFICANT = "significant"
"""Any mark that not every round has."""


def accounts(floor: Floor) -> list[dict[str, Any]]:
    """Every account and what it holds, in cents, by kind and name; those that hold practice chips say so."""
    table, at = schema.accounts, schema.tables
    with floor.database.read() as connection:
        rows = connection.execute(select(table).order_by(table.c.kind, table.c.id)).all()
        tables = set(connection.execute(select(at.c.id).where(at.c.owner.is_not(None))).scalars())
    return [
        {"account": row.id, "kind": row.kind, "balance": int(row.balance), "practice": _practice(row.id, tables)}
        for row in rows
    ]


def _practice(account: str, tables: Container[str]) -> bool:
    """Does an account hold practice chips: by its own name, its table's or its jackpot's?"""
    kind, _, name = account.partition(":")
    owner, _, _ = name.partition(":")
    if kind == "meter":
        return is_for_practice(owner)
    return kind.startswith("practice") or owner == "practice" or owner in tables


def conservation(held: Sequence[dict[str, Any]], *, practice: bool = False) -> dict[str, Any]:
    """What the house's accounts add up to, by kind, or those of practice; each cage owes exactly the chips it has issued."""
    kinds: dict[str, int] = {}
    for account in held:
        if account["practice"] is practice:
            kinds[account["kind"]] = kinds.get(account["kind"], 0) + account["balance"]
    cage = books.PRACTICE_CAGE if practice else books.CAGE
    return {"kinds": kinds, "issued": -kinds.get(cage, 0), "sum": sum(kinds.values())}


def events(
    floor: Floor,
    person: Person,
    *,
    stream: str | None = None,
    kind: str | None = None,
    mark: str | None = None,
    practice: bool = True,
    before: int | None = None,
    limit: int = 50,
) -> list[dict[str, Any]]:
    """Events, newest first, each in words; without `practice`, those of the house's own books. `before` reads on from a number."""
    table = schema.events
    query = select(table).order_by(table.c.id.desc()).limit(limit)
    if stream is not None:
        query = query.where(table.c.stream == stream)
    if kind is not None:
        query = query.where(table.c.kind == kind)
        if kind not in schema.OFTEN:  # said in the words of the index, which is then used
            query = query.where(schema.RARE)
    if mark is not None and mark not in schema.ROUTINE:  # again the words of an index
        query = query.where(schema.SIGNIFICANT)
    if not practice:
        own = select(schema.tables.c.id).where(schema.tables.c.owner.is_not(None))
        query = query.where(table.c.stream.not_in(own), table.c.stream.not_like(stream_of(for_practice("%", "%"))))
    if mark not in (None, SIGNIFICANT):
        # Whole words: a reshuffle is no shuffle.
        words = literal(" ") + table.c.marks + literal(" ")
        query = query.where(words.contains(f" {mark} ", autoescape=True))
    if before is not None:
        query = query.where(table.c.id < before)
    with floor.database.read() as connection:
        rows = connection.execute(query).all()
        settled = _settled(connection, schema.results.c.event, [row.id for row in rows])
    seen = _own(floor, person, rows)
    return [_event(row, seen, settled) for row in rows]


def _settled(connection: Connection, by: Any, wanted: Sequence[Any]) -> dict[Any, tuple[int, int]]:
    """What was staked against the house and what the house won, for each of these events or rounds."""
    kept = schema.results
    sums = (func.sum(kept.c.stake), func.sum(kept.c.win))
    query = select(by, *sums).where(by.in_(wanted), kept.c.wager != results.DROP).group_by(by)
    return {row[0]: (int(row[1]), int(row[2])) for row in connection.execute(query)}


class _Own(NamedTuple):
    """The rounds that somebody sees with a seat's eyes, whatever else they are, and the tables whose seeds would tell them more."""

    seats: Mapping[str, int]
    seeds: frozenset[str]


def _own(floor: Floor, person: Person, rows: Iterable[Any]) -> _Own:
    """What of these events is of rounds that the person sat in."""
    sat, seats = _sat_at(floor, person, {row.stream for row in rows}), {}
    for round_id in {str(_body(row).get("round")) for row in rows if row.stream in sat}:
        with suppress(Exception):  # a round that cannot be rebuilt, however it was damaged, is an auditor's to look into
            if (seat := _seat_in(floor, person, round_id)) is not None:
                seats[round_id] = seat
    return _Own(seats, frozenset(stream for stream, down in sat.items() if down))


def _sat_at(floor: Floor, person: Person, streams: Iterable[str]) -> dict[str, bool]:
    """At which of these tables the person ever sat, and whether hands that nobody showed stay down there."""
    at, kept = schema.tables, schema.events
    taken = (kept.c.kind == "seat-taken") & kept.c.body.contains(f':{person.name}"', autoescape=True)
    query = select(at.c.id, at.c.game).join(kept, kept.c.stream == at.c.id).where(at.c.id.in_(streams), taken, schema.RARE)
    with floor.database.read() as connection:
        return {row.id: prepare(row.game, None, None).hands_stay_down for row in connection.execute(query.distinct())}


_SEATS: Latest[int | None] = Latest(10_000)
"""Who sat where in rounds that are over; no seat is 0."""


def _seat_in(floor: Floor, person: Person, round_id: str) -> int | None:
    name = f"{round_id} {person.account}"
    if (known := _SEATS.get(name, 0)) != 0:
        return known
    recalled = recall(floor, round_id)
    seat = seat_in(recalled, person)
    if recalled.round.done:
        _SEATS.keep(name, seat)
    return seat


def _body(row: Any) -> dict[str, Any]:
    try:
        body = json.loads(row.body)
    except ValueError:  # somebody changed it, and an auditor must see that
        body = None
    return body if isinstance(body, dict) else {"unreadable": row.body}


def _masked(row: Any, own: _Own) -> dict[str, Any]:
    """What an event says, for whoever looks."""
    body = _body(row)
    if row.stream in own.seeds:
        body.pop("seed", None)
    seat = own.seats.get(str(body.get("round")))
    if seat is not None and "acts" in body:
        body.pop(SALT, None)  # with it the hash would tell the cards
        body["acts"] = [masked(acts.read(form), seat) for form in body["acts"]]
        if "snapshot" in body:  # what is left in the shoe tells of what went unseen
            body["snapshot"].pop("session", None)
    return body


def _event(row: Any, own: _Own, settled: Mapping[int, tuple[int, int]]) -> dict[str, Any]:
    body = _masked(row, own)
    stake, win = settled.get(row.id, (0, 0))
    said = telling.told(row.kind, body, stake=stake, win=win)
    return {
        "id": row.id,
        "said": said,
        "stake": stake,
        "win": win,
        "stream": row.stream,
        "seq": row.seq,
        "kind": row.kind,
        "at": row.at,
        "by": row.by,
        "marks": row.marks.split(),
        "body": body,
        "previous": row.previous,
        "hash": row.hash,
    }


def event(floor: Floor, person: Person, number: int) -> dict[str, Any]:
    """One event with what it moved, and whether its hash and its place in the chain are right."""
    table, moved = schema.events, schema.transfers
    if not 0 < number <= LAST:
        raise Unknown("event", str(number))
    with floor.database.read() as connection:
        row = connection.execute(select(table).where(table.c.id == number)).first()
        if row is None:
            raise Unknown("event", str(number))
        rows = connection.execute(select(moved).where(moved.c.event == number).order_by(moved.c.position)).all()
        chain = select(table.c.id, table.c.hash).where(table.c.stream == row.stream)
        before = connection.execute(chain.where(table.c.seq == row.seq - 1)).first()
        after = connection.execute(chain.where(table.c.seq == row.seq + 1)).first()
        settled = _settled(connection, schema.results.c.event, [number])
    transfers = [Transfer(*(getattr(transfer, name) for name in Transfer._fields)) for transfer in rows]
    return _event(row, _own(floor, person, [row]), settled) | {
        "transfers": [transfer._asdict() for transfer in transfers],
        "before": before.id if before else None,
        "after": after.id if after else None,
        "hash_right": books.link(row.previous, books.fields(row), transfers) == row.hash,
        "chain_right": row.previous == (before.hash if before else books.GENESIS if row.seq == 1 else None),
    }


def kinds(floor: Floor) -> list[str]:
    """Every kind of event there has been, and those that every round has."""
    with floor.database.read() as connection:
        rare = connection.execute(select(schema.events.c.kind).where(schema.RARE).distinct()).scalars()
        return sorted({*schema.OFTEN, *rare})


_BAD = {
    "irregular": schema.rounds.c.irregular != "",
    "void": schema.rounds.c.status == "void",
    "corrected": schema.rounds.c.corrected == 1,
}
WHICH = {SIGNIFICANT: or_(*_BAD.values()), **_BAD, "playing": schema.rounds.c.status == "playing"}
"""Rounds that are looked for."""


def rounds(
    floor: Floor,
    *,
    table: str | None = None,
    which: str | None = None,
    practice: bool = True,
    limit: int = 50,
    before: str | None = None,
) -> list[dict[str, Any]]:
    """Rounds, newest first, or only those that `WHICH` names; `before` reads on from a round's id."""
    kept, at = schema.rounds, schema.tables
    query = (
        select(*(column for column in kept.c if column.name not in ("seed", "first")), at.c.game, at.c.name)
        .join(at, at.c.id == kept.c.table)
        .order_by(kept.c.opened.desc(), kept.c.id.desc())
        .limit(limit)
    )
    if table is not None:
        query = query.where(kept.c.table == table)
    if which is not None:
        if which not in WHICH:
            raise Unknown("kind of round", which, WHICH)
        query = query.where(WHICH[which])
    if not practice:
        query = query.where(at.c.owner.is_(None))
    with floor.database.read() as connection:
        if before is not None:
            last = connection.execute(select(kept.c.opened).where(kept.c.id == before)).scalar()
            if last is None:
                raise Unknown("round", before)
            query = query.where((kept.c.opened < last) | ((kept.c.opened == last) & (kept.c.id < before)))
        rows = connection.execute(query).all()
        settled = _settled(connection, schema.results.c.round, [row.id for row in rows])
    found = []
    for row in rows:
        stake, win = settled.get(row.id, (0, 0))
        said = {name: getattr(row, name) for name in ("table", "number", "status", "opened", "game", "name", "dealer")}
        said |= {"players": row.players.split(), "irregular": row.irregular.split(), "corrected": bool(row.corrected)}
        found.append({"round": row.id, **said, "stake": stake, "win": win})
    return found


def counts(floor: Floor) -> dict[str, int]:
    """How many events, transfers, rounds and tables the ledger keeps."""
    parts = {"events": schema.events, "transfers": schema.transfers, "rounds": schema.rounds, "tables": schema.tables}
    with floor.database.read() as connection:
        return {
            name: int(connection.execute(select(func.count()).select_from(part)).scalar() or 0) for name, part in parts.items()
        }


HELD_BACK: dict[type[acts.Act], str] = {
    acts.Dealt: "a card is dealt",
    acts.Arranged: "a hand is set",
    acts.Discarded: "cards are thrown away",
    acts.Chips: "chips are counted",
}
"""What is said of an act whose cards the reader may not know."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A round after one of its acts: what was done in words, in which event, and the table as `role` saw it."""

    act: list[Any] | None
    words: str
    clause: str | None
    event: int | None
    at: str
    by: str
    view: View


def moments(recalled: Recalled, role: Role) -> list[Moment]:
    """The round from its opening to its end, act by act; a round the floor voided ends with that."""
    opened = recalled.events[0]
    again = replay(recalled.round.playable, recalled.round.written() | {"acts": []})
    found = [Moment(None, "the round is opened", None, opened.id, opened.at, opened.by, view(again, role))]
    eyes = Eyes(recalled.round, role)
    for event, act in _acts(recalled):
        found.append(_moment(again, act, event, eyes))
    for event in recalled.events:
        if event.kind == "round-voided":
            words = f"the floor voids the round: {event.body['why']}"
            seen = view(recalled.round, role)
            found.append(Moment(None, words, event.body["clause"], event.id, event.at, event.by, seen))
    return found


def _acts(recalled: Recalled) -> list[tuple[Event, acts.Act]]:
    return [(event, acts.read(form)) for event in recalled.events for form in event.body.get("acts", ())]


def _moment(again: Round, act: acts.Act, event: Event, eyes: Eyes) -> Moment:
    request = again.pending
    assert request is not None
    form = eyes.act(act)
    lines = told(again, request, act) if form == acts.write(act) else [HELD_BACK[type(act)]]
    clause = getattr(request, "clause", None)
    if clause is not None and not eyes.round.done:
        _, clause = asked(again, eyes.role)
    if isinstance(act, acts.Reported):
        clause = ", ".join(again.playable.terms.rulings[act.irregularity].clause)
    again.answer(act)
    words = " ".join(line.strip() for line in lines)
    return Moment(form, words, clause, event.id, event.at, event.by, view(again, eyes.role))


@dataclass(frozen=True, slots=True)
class SeedCheck:
    """Does the seed belong to the commitment, and do the cards follow from it?"""

    commitment: str
    seed: str | None
    matches: bool
    follows: bool
    why: str = ""


def check_seed(floor: Floor, round_id: str) -> SeedCheck | None:
    """The proof of a finished round's chance; None where people dealt or the round is not over."""
    kept = schema.rounds
    with floor.database.read() as connection:
        row = connection.execute(select(kept).where(kept.c.id == round_id)).first()
        if row is None:
            raise Unknown("round", round_id)
        opening = books.read_events(connection, row.table, first=row.first, last=row.first)[0].body
        seed = connection.execute(select(kept.c.seed).where(kept.c.id == opening["shoe"])).scalar()
    if row.status == "playing" or is_sealed(seed) or not opening["commitment"]:
        return None
    matches = randomness.verify(opening["commitment"], seed or "")
    try:
        recall(floor, round_id)
    except Disagrees as error:
        return SeedCheck(opening["commitment"], seed, matches, False, str(error))
    return SeedCheck(opening["commitment"], seed, matches, bool(seed))
