"""Proof that the books were not touched: every chain recomputed, every round played again, every balance added up."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, func, select

from croupier.errors import BadInput, CroupierError
from croupier.ledger import books as writing
from croupier.ledger import links, schema
from croupier.ledger import poker_rooms as rooms
from croupier.ledger.anchors import Anchor as HouseAnchor
from croupier.ledger.books import GENESIS, HOUSE, Transfer, event_of, link
from croupier.ledger.database import SHARED, Database
from croupier.ledger.live import COMPANION, LiveTable, Prepare
from croupier.ledger.objects import strange
from croupier.ledger.rows import Rows
from croupier.ledger.seal import Unsealed, is_sealed

Anchor = Mapping[str, tuple[int, str]]
"""How far each chain had come, and its hash there, when an auditor last looked and took it home."""
_AT_ONCE = timedelta(minutes=1)
"""An anchor is signed right after its checkpoint; of checkpoints committed together, the last is signed."""


@dataclass(slots=True)
class Verdict:
    """What was checked, and the first thing that is wrong."""

    events: int = 0
    transfers: int = 0
    rounds: int = 0
    issued: int = 0
    wrong: str | None = None
    event: int | None = None
    """The first event that was tampered with, where it is an event."""
    heads: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Where each chain ends: an anchor, for whoever keeps it elsewhere."""
    anchors: int = 0
    """Signed anchors of the house that agree; none where its key is not there."""
    unopened: int = 0
    """Rounds whose sealed seed the house's key does not open: whether their chance follows from it cannot be said."""
    unanchored: int = 0
    """Checkpoints older than the first signed anchor there is, though the house's key is there: that file is gone, or begun anew."""

    @property
    def sound(self) -> bool:
        return self.wrong is None


@dataclass(slots=True)
class _Books:
    """What the events say so far."""

    rooms: rooms.Audit
    anchor: Anchor = field(default_factory=dict)
    unsealed: Callable[[str | None, str], str | None] = lambda kept, round_id: kept
    heads: dict[str, tuple[int, str]] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SHARED, 0))
    tables: dict[str, LiveTable] = field(default_factory=dict)
    settled: dict[str, Transfer] = field(default_factory=dict)
    links: links.Audit = field(default_factory=links.Audit)
    rows: Rows = field(default_factory=Rows)
    signed: HouseAnchor | None = None
    """The first anchor that the house's key has signed."""
    proven: bool = False
    """Has the key been at work by now: signed an anchor, or sealed a seed that it opens? From then on it opens all."""
    unopened: set[str] = field(default_factory=set)
    """Shoes from before, whose seed another key has sealed."""


class Wrong(CroupierError):
    """The books do not add up."""

    def __init__(self, message: str, event: int | None = None) -> None:
        super().__init__(message)
        self.event = event


def _transfers(connection: Connection, *, numbered: bool) -> Iterator[tuple[int, list[Transfer]]]:
    """The transfers of each event. On SQLite, where nothing else draws numbers, they are `numbered` without a gap."""
    table, last = schema.transfers, 0
    query = select(table).order_by(table.c.event, table.c.position)
    rows = connection.execute(query, execution_options={"yield_per": 2000})
    for event, group in groupby(rows, key=lambda row: int(row.event)):
        found = list(group)
        if [row.position for row in found] != list(range(len(found))):
            raise Wrong(f"event {event}: its transfers are not numbered from 0", event)
        for row in found:
            if numbered and row.id != last + 1:
                raise Wrong(f"event {event}: its transfer {row.id} does not follow transfer {last}", event)
            last = row.id
        yield event, [Transfer(*(getattr(row, name) for name in Transfer._fields)) for row in found]


def verify(
    database: Database,
    prepare: Prepare,
    progress: Callable[[int, int], None] = lambda done, total: None,
    *,
    anchor: Anchor | None = None,
) -> Verdict:
    """Walk the events in the order they were written. `progress` is told how far it has come.

    Whoever holds the database could write all of it anew from some event on. Only an `anchor` taken before shows that.
    """
    verdict = Verdict()
    try:
        anchors = _signed(database)  # first: what is anchored meanwhile is of a later moment than the one that is proved
        with database.snapshot() as connection:
            if database.sqlite:
                _check_file(connection)
            for found in strange(connection, sqlite=database.sqlite):
                raise Wrong(found)
            books = _Books(rooms.Audit(prepare), anchor or {}, database.unsealed, signed=next(iter(anchors), None))
            _walk(connection, verdict, prepare, progress, books, numbered=database.sqlite)
            _check_anchors(connection, anchors)
            verdict.anchors = len(anchors)
            verdict.unanchored = 0 if database.key is None else _count_unanchored(connection, anchors or _signed(database))
    except Wrong as error:
        verdict.wrong = str(error)
        verdict.event = verdict.event if error.event is None else error.event
    except Exception as error:  # books that cannot even be read are not sound, whatever it is that stops the reading
        if getattr(error, "connection_invalidated", False):
            raise
        where = "" if verdict.event is None else f"event {verdict.event}: "
        verdict.wrong = f"{where}it cannot be read: {type(error).__name__}: {str(error).splitlines()[0]}"
    return verdict


def _check_file(connection: Connection) -> None:
    """A value read from an index may not be the one in the row: only the database itself can compare the two."""
    said = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
    if said != "ok":
        raise Wrong(f"the file is damaged: {said}")


def _walk(
    connection: Connection,
    verdict: Verdict,
    prepare: Prepare,
    progress: Callable[[int, int], None],
    books: _Books,
    *,
    numbered: bool,
) -> None:
    table = schema.events
    total = int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)
    seeds = {row.id: row.seed for row in connection.execute(select(schema.rounds.c.id, schema.rounds.c.seed))}
    moved = _transfers(connection, numbered=numbered)
    following = next(moved, None)
    for row in connection.execute(select(table).order_by(table.c.id), execution_options={"yield_per": 500}):
        verdict.event = int(row.id)
        if numbered and row.id != verdict.events + 1:
            raise Wrong(f"event {row.id}: event {verdict.events + 1} is missing before it")
        posted: list[Transfer] = []
        if following is not None and following[0] == row.id:
            posted, following = following[1], next(moved, None)
        elif following is not None and following[0] < row.id:
            raise Wrong(f"transfers of event {following[0]}, which is not there", following[0])
        _check_link(row, posted, books)
        _check_effect(row, posted, books, prepare, seeds, verdict)
        if row.kind == writing.HEADS and row.stream == HOUSE:
            _check_heads(connection, row)
        verdict.events += 1
        verdict.transfers += len(posted)
        if verdict.events % 200 == 0:
            progress(verdict.events, total)
    verdict.event = None
    if following is not None:
        raise Wrong(f"transfers of event {following[0]}, which is not there", following[0])
    _check_ends(connection, books, verdict)
    if (wrong := books.rows.wrong(connection)) is not None:
        raise Wrong(wrong)
    for stream, (seq, _) in books.anchor.items():
        if books.heads.get(stream, (0, GENESIS))[0] < seq:
            raise Wrong(f"{stream}: the anchor was taken at event {seq}, and the chain ends before: events were taken away")
    verdict.heads = dict(sorted(books.heads.items()))
    progress(total, total)


def _check_heads(connection: Connection, row: Any) -> None:
    """What the house's chain says of other chains: the event is there, with that hash. That it is whole, its own chain proves."""
    table = schema.events
    for stream, (seq, digest) in event_of(row).body["heads"].items():
        found = connection.execute(select(table.c.hash).where(table.c.stream == stream, table.c.seq == seq)).scalar()
        if found != digest:
            raise Wrong(f"event {row.id}: the house's chain has {stream} at event {seq}, which is not there or another", row.id)


def _signed(database: Database) -> list[HouseAnchor]:
    try:
        return list(database.anchors)
    except BadInput as error:
        raise Wrong(str(error)) from None


def _check_anchors(connection: Connection, anchors: list[HouseAnchor]) -> None:
    """The anchors the house has signed, against its chain."""
    chain = select(schema.events.c.hash).where(schema.events.c.stream == HOUSE)
    for anchor in anchors:
        if connection.execute(chain.where(schema.events.c.seq == 1)).scalar() != anchor.ledger:
            raise Wrong(f"the anchor of {anchor.at} is of another ledger: this one was exchanged, or begun anew")
        if connection.execute(chain.where(schema.events.c.seq == anchor.seq)).scalar() != anchor.hash:
            raise Wrong(
                f"the anchor of {anchor.at}: event {anchor.seq} of the house is gone or another: cut off, or written anew"
            )


def _count_unanchored(connection: Connection, anchors: list[HouseAnchor]) -> int:
    """Checkpoints that were made well before the first of these anchors was signed; without any, all of them."""
    table = schema.events
    query = select(table.c.seq, table.c.at).where(table.c.stream == HOUSE, table.c.kind == writing.HEADS)
    rows = connection.execute(query).all()
    if not anchors:
        return len(rows)
    begun = datetime.fromisoformat(anchors[0].at) - _AT_ONCE
    return sum(row.seq < anchors[0].seq and datetime.fromisoformat(row.at) < begun for row in rows)


def _check_link(row: Any, posted: list[Transfer], books: _Books) -> None:
    seq, previous = books.heads.get(row.stream, (0, GENESIS))
    where = f"event {row.id} ({row.stream} {row.seq}, {row.kind})"
    if row.seq != seq + 1:
        raise Wrong(f"{where}: event {seq + 1} of {row.stream} is missing before it")
    if row.previous != previous:
        raise Wrong(f"{where}: it does not follow the event before it")
    if link(previous, writing.fields(row), posted) != row.hash:
        raise Wrong(f"{where}: what it says, or what it moved, was changed")
    books.heads[row.stream] = (row.seq, row.hash)
    if books.signed is not None and row.stream == HOUSE and (row.seq, row.hash) == (books.signed.seq, books.signed.hash):
        books.proven = True
    seen = books.anchor.get(row.stream)
    if seen is not None and seen[0] == row.seq and seen[1] != row.hash:
        raise Wrong(
            f"{where}: it, or one before it in its chain, is not the one the anchor was taken at: history was written anew"
        )


def _check_effect(
    row: Any, posted: list[Transfer], books: _Books, prepare: Prepare, seeds: dict[str, str | None], verdict: Verdict
) -> None:
    where = f"event {row.id} ({row.stream} {row.seq}, {row.kind})"
    event = event_of(row)
    _check_chips(where, event, books)
    if row.stream.startswith(rooms.STREAM):
        _must_hold(where, books.rooms.event(event, posted, books.balances, books.tables, opened=books.rows.opened))
    for transfer in posted:
        for account, amount in ((transfer.credit, transfer.amount), (transfer.debit, -transfer.amount)):
            books.balances[account] = books.balances.get(account, 0) + amount
        if books.balances[transfer.debit] < 0 and writing.kind_of(transfer.debit) in ("player", "practice", "stack", COMPANION):
            raise Wrong(f"{where}: {transfer.debit} pays {transfer.amount} and does not have it")
        if transfer.settles:
            books.settled[transfer.settles] = transfer
        if transfer.reverses:
            original = books.settled.pop(transfer.reverses, None)
            if original is None or (original.amount, original.credit) != (transfer.amount, transfer.debit):
                raise Wrong(f"{where}: it reverses {transfer.reverses}, which was not posted or already reversed")
    books.rows.event(event)
    if row.stream == HOUSE:
        if writing.house_transfers(row.kind, event.body) != posted:
            raise Wrong(f"{where}: it moves other amounts than it says")
        return
    if row.stream.startswith(links.STREAM):
        _must_hold(where, books.links.event(event, posted))
        return
    if row.stream.startswith(rooms.STREAM):
        return
    try:
        if row.kind == "table-opened":
            books.tables[row.stream] = LiveTable(row.stream, event.body, prepare)
        table = books.tables[row.stream]
        if row.kind == "round-opened":
            verdict.rounds += 1
            shoe = event.body["shoe"]
            table.seed = _opened(where, seeds.get(shoe), shoe, books)
            verdict.unopened += shoe in books.unopened
            if shoe not in books.unopened and _commitment(table.seed) != event.body["commitment"]:
                raise Wrong(f"{where}: the round's seed is not the one committed to")
            if shoe != event.body["round"] and seeds.get(event.body["round"]) is not None:
                raise Wrong(f"{where}: a seed is kept with it, though it goes on with the shoe of {shoe}")
            if event.body["snapshot"] != table.snapshot():
                raise Wrong(f"{where}: the table did not stand as it says")
        _must_hold(where, books.links.stands(event, table.link))
        if table.fold(row.kind, event.body) != posted:
            raise Wrong(f"{where}: playing it again moves other amounts")
        _must_hold(where, books.links.moved(table.link, table.fed()))
        books.rows.table(event, table)
    except Wrong:
        raise
    except (CroupierError, KeyError, TypeError, ValueError) as error:
        raise Wrong(f"{where}: it cannot be played again: {error}") from None


def _opened(where: str, kept: str | None, shoe: str, books: _Books) -> str | None:
    """The seed of a shoe. None, too, where another key than the house has now had sealed it before that one was first used."""
    try:
        seed = books.unsealed(kept, shoe)
    except Unsealed:
        if books.proven and shoe not in books.unopened:
            raise Wrong(
                f"{where}: the sealed seed of {shoe} does not open with the house's key, used before: it was changed"
            ) from None
        books.unopened.add(shoe)
        return None
    books.proven = books.proven or is_sealed(kept)
    return seed


def _must_hold(where: str, wrong: str | None) -> None:
    if wrong is not None:
        raise Wrong(f"{where}: {wrong}")


def _check_chips(where: str, event: writing.Event, books: _Books) -> None:
    """What a table says its seats have behind is what their accounts held then."""
    for form in event.body.get("acts", ()):
        if form[0] != "chips":
            break
        _, seat, cents = form
        account = books.tables[event.stream].players.get(seat, "")
        if books.balances.get(account, 0) != cents:
            raise Wrong(f"{where}: seat {seat} is said to have {cents} behind, {account} held {books.balances.get(account, 0)}")


def _commitment(seed: str | None) -> str:
    """What a seed was committed to with; people who deal commit to nothing."""
    return "" if seed is None else hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def _check_ends(connection: Connection, books: _Books, verdict: Verdict) -> None:
    heads = {row.id: (row.seq, row.hash) for row in connection.execute(select(schema.streams))}
    for stream in sorted({*heads, *books.heads}):
        said, found = heads.get(stream, (0, GENESIS)), books.heads.get(stream, (0, GENESIS))
        if said != found:
            raise Wrong(f"{stream}: its head says event {said[0]}, its chain ends with event {found[0]}: added or cut off")
    kept = {row.id: row.balance for row in connection.execute(select(schema.accounts))}
    for account in sorted({*kept, *books.balances}):
        if kept.get(account) != books.balances.get(account):
            raise Wrong(f"{account}: holds {kept.get(account)}, its transfers add up to {books.balances.get(account)}")
    for row in connection.execute(select(schema.accounts)):
        if row.kind != writing.kind_of(row.id):
            raise Wrong(f"{row.id}: is no account of the kind {row.kind!r}")
    _must_hold("links", books.links.ends(kept))
    if sum(kept.values()):
        raise Wrong(f"the accounts add up to {sum(kept.values())}, not to nothing")
    verdict.issued = -kept.get("cage", 0)
