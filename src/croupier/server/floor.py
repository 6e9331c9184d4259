"""The gaming floor: every table, kept by its events. Each call is one transaction: acknowledged, it is on the disk."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, select

from croupier import documents
from croupier.errors import BadInput, Busy, Refused, Unknown
from croupier.games import registry
from croupier.ledger import books, corrections, results, schema
from croupier.ledger.books import Added, Event, Transfer
from croupier.ledger.database import Database, Halted
from croupier.ledger.faults import of_database
from croupier.ledger.gate import Gate
from croupier.ledger.links import account_of, stream_of
from croupier.ledger.live import LiveTable
from croupier.ledger.seal import Unsealed
from croupier.ledger.together import Write
from croupier.server.cash import DEALER_LIMIT
from croupier.server.links import Links
from croupier.server.people import Person
from croupier.server.remembered import Tables
from croupier.table.playable import Playable


@lru_cache(maxsize=256)
def _prepared(game: str, house_rules: str, version: str | None) -> Playable:
    return registry.playable(game, json.loads(house_rules), version)


def prepare(game: str, house_rules: Mapping[str, Any] | None, version: str | None) -> Playable:
    """A game ready to play, kept for the next table that plays it the same way."""
    documents.check(house_rules, "house_rules")
    return _prepared(game, json.dumps(house_rules or {}, sort_keys=True), version)


_log = logging.getLogger(__name__)
_STOPPED = "a fault of the program stopped this table"
_AFTER_A_FAULT = {"void", "leave", "close"}
"""What may still be done at a table that was stopped."""


class Conflicted(BadInput):
    """Somebody else was first, or an idempotency key was used for another request."""


class Floor:
    """Tables by id. Reading folds in what other processes wrote, and locks nothing; writing locks the table's chain first."""

    def __init__(self, database: Database, *, most_tables: int = 1000, dealer_limit: int = DEALER_LIMIT) -> None:
        self.database, self.most_tables, self.dealer_limit = database, most_tables, dealer_limit
        self.links = Links()
        self._tables = Tables()
        # So many locks and no more, whatever names are asked for; two tables may share one.
        self._locks = [Gate() for _ in range(256)]
        self._listeners: dict[str, list[Callable[[], None]]] = {}
        self._listening = threading.Lock()
        self._sealed: dict[str, str] = {}
        """Rounds that were sealed with a key this house does not have."""

    # Tables kept in memory

    def _lock(self, table_id: str) -> Gate:
        return self._locks[hash(table_id) % len(self._locks)]

    def _current(self, connection: Connection, table_id: str, seq: int) -> LiveTable:
        """The table as of the last event written by anybody."""
        if not seq:
            raise Unknown("table", table_id)
        table = self._tables.get(table_id) or self._rebuilt(connection, table_id)
        if table.seq < seq:
            for event in books.read_events(connection, table_id, first=table.seq + 1):
                self._fold(connection, table, event)
        self._tables[table_id] = table
        self._tables.move_to_end(table_id)
        return table

    def _rebuilt(self, connection: Connection, table_id: str) -> LiveTable:
        """The table as its latest round found it; what came after is folded in by whoever asked."""
        row = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).first()
        if row is None:
            raise Unknown("table", table_id)
        opening = books.read_events(connection, table_id, first=1, last=1)[0].body
        rounds = schema.rounds
        latest = select(rounds.c.first).where(rounds.c.table == table_id).order_by(rounds.c.number.desc()).limit(1)
        first = connection.execute(latest).scalar()
        if first is None:
            return LiveTable(table_id, opening, prepare)
        snapshot = books.read_events(connection, table_id, first=first, last=first)[0].body["snapshot"]
        table = LiveTable.rebuilt(table_id, opening, snapshot, prepare)
        table.seq = first - 1
        return table

    def _fold(self, connection: Connection, table: LiveTable, event: Event) -> None:
        if event.kind == "round-opened" and event.body["shoe"] != table.shoe:
            round_id = event.body["shoe"]
            kept = connection.execute(select(schema.rounds.c.seed).where(schema.rounds.c.id == round_id)).scalar()
            try:
                table.seed = self.database.unsealed(kept, round_id)
            except Unsealed as error:
                table.seed, self._sealed[round_id] = None, str(error)
        table.fold(event.kind, event.body)
        table.fed(), table.earned()  # its link has it, and the books
        table.seq, table.fresh = event.seq, True

    def read(self, table_id: str, look: Callable[[LiveTable], Any]) -> Any:
        """What `look` sees of the table, with nobody writing meanwhile."""
        with self._lock(table_id).looking(), self.database.read() as connection:
            if table_id not in self._tables:
                self._tables.spare(self._lock)
            return look(self._current(connection, table_id, books.head(connection, table_id)[0]))

    def change(
        self,
        table_id: str,
        person: Person,
        request: Mapping[str, Any],
        work: Callable[[Connection, LiveTable], dict[str, Any]],
        *,
        key: str | None = None,
        house: bool = False,
        link: str | None = None,
        room: str | None = None,
    ) -> dict[str, Any]:
        """One transaction at a table; asked again with the same key, the same answer and nothing done twice.

        One that adds to the chain of the `house`, of a `link` or of a `room` too says so: all are locked at once.
        """
        if table_id not in self._tables:  # rebuilt here: the writer, whom all tables share, should not have to
            self.read(table_id, lambda table: None)
        write = self._write(table_id, person, request, work, key)
        further = (
            *((books.HOUSE,) if house else ()),
            *((stream_of(link),) if link is not None else ()),
            *((room,) if room else ()),
        )
        write.streams = tuple(dict.fromkeys((*write.streams, *further)))
        answer: dict[str, Any] = self.database.submit(write).result()
        self.stir(table_id)
        return answer

    async def changed(
        self,
        table_id: str,
        person: Person,
        request: Mapping[str, Any],
        work: Callable[[Connection, LiveTable], dict[str, Any]],
        *,
        key: str | None = None,
    ) -> dict[str, Any]:
        """`change`, awaited: no thread waits for the disk."""
        if table_id not in self._tables:
            await asyncio.to_thread(self.read, table_id, lambda table: None)
        answer: dict[str, Any] = await self.database.written(self._write(table_id, person, request, work, key))
        self.stir(table_id)
        return answer

    def _write(
        self,
        table_id: str,
        person: Person,
        request: Mapping[str, Any],
        work: Callable[[Connection, LiveTable], dict[str, Any]],
        key: str | None,
    ) -> Write:
        digest = _digest(request) if key is not None else ""

        def play(connection: Connection) -> dict[str, Any]:
            seq, _ = books.head(connection, table_id)
            told = _told(connection, person, key, digest)
            if told is not None:
                return told
            table = self._current(connection, table_id, seq)
            if table.playing and table.shoe in self._sealed and "void" not in request:
                raise Refused(f"{self._sealed[table.shoe]}: the round can only be voided")
            if table.stopped is not None and not request.keys() & _AFTER_A_FAULT:
                raise Refused(f"{_STOPPED}: {'the floor voids the round' if table.playing else 'the floor closes it'}")
            table.fresh = True
            try:
                answer = work(connection, table)
            except Exception as error:
                if isinstance(error, (BadInput, Halted, Busy)) or of_database(error) or table.fresh:
                    raise
                answer = self._stop(connection, table_id, seq, person, error)
            _tell(connection, person, key, answer)
            table.fresh = True
            return answer

        def undo(error: BaseException) -> None:
            table = self._tables.get(table_id)
            if table is None or not (isinstance(error, BadInput) and table.fresh):
                self._tables.pop(table_id, None)

        known = self._tables.get(table_id)
        linked = known.link if known is not None and known.at_meters(closing=True) else None
        return Write(
            play,
            streams=(table_id,) if linked is None else (table_id, stream_of(linked)),
            receipt=None if key is None else (person.name, key),
            accounts=lambda: self._accounts(table_id),
            lock=self._lock(table_id),
            undo=undo,
        )

    def _stop(self, connection: Connection, table_id: str, seq: int, person: Person, error: Exception) -> dict[str, Any]:
        """A fault of the program once something had been played. Undone, it could be asked again and answered otherwise, and to have
        failed would tell what chance had said: so the table stands as before, and nobody plays on at it.
        """
        _log.error("%s was stopped by a fault", table_id, exc_info=error)
        books.batch(connection).restart()
        self._tables.pop(table_id, None)
        table = self._current(connection, table_id, seq)
        answer = self.event(connection, table, "table-stopped", {"fault": type(error).__name__}, person, "irregularity")
        return answer | {"refused": {"act": 0, "error": f"{_STOPPED}: the floor voids the round", "clause": None}}

    def _accounts(self, table_id: str) -> list[str]:
        """Whose balances a write at this table will want to know."""
        table = self._tables.get(table_id)
        if table is None:
            return []
        meters = [account_of(table.link or "", name) for name in table.position.meters] if table.at_meters(closing=True) else []
        stacks = [table.position.stack(seat) for seat in table.players] if table.playable.stack else []
        return [*table.players.values(), f"tray:{table_id}", f"pending:{table_id}", *stacks, *meters]

    def house(
        self,
        person: Person,
        request: Mapping[str, Any],
        work: Callable[[Connection], dict[str, Any]],
        *,
        key: str | None = None,
        stream: str = books.HOUSE,
    ) -> dict[str, Any]:
        """One transaction that belongs to no table: in the house's own chain, or in another."""
        digest = _digest(request) if key is not None else ""

        def play(connection: Connection) -> dict[str, Any]:
            told = _told(connection, person, key, digest)
            if told is not None:
                return told
            answer = work(connection)
            _tell(connection, person, key, answer)
            return answer

        receipt = None if key is None else (person.name, key)
        answer: dict[str, Any] = self.database.submit(Write(play, streams=(stream,), receipt=receipt)).result()
        return answer

    def write(
        self,
        connection: Connection,
        table: LiveTable,
        kind: str,
        body: Mapping[str, Any],
        transfers: Iterable[Transfer],
        *,
        by: Person,
        marks: Iterable[str] = (),
    ) -> Added:
        table.fresh = False
        event = books.append(connection, table.id, kind, body, list(transfers), by=by.name, marks=list(marks))
        table.seq = event.seq
        for row in results.rows(table, event, body, table.earned()):
            books.put(connection, "results", row)
        if kind in corrections.KINDS:
            kept = select(schema.rounds.c.irregular).where(schema.rounds.c.id == body["round"])
            now = results.afterwards(str(connection.execute(kept).scalar() or ""), body)
            books.change(connection, "rounds", body["round"], **now)
        if table.link is not None and (moved := table.fed()):
            self.links.tell(connection, table, moved, round_id=body.get("round", table.round_id), by=by.name)
        return event

    def event(
        self, connection: Connection, table: LiveTable, kind: str, body: Mapping[str, Any], by: Person, *marks: str
    ) -> dict[str, Any]:
        """An event whose effect is the fold's own, as a receipt."""
        return receipt(self.folded(connection, table, kind, body, by, *marks))

    def folded(
        self, connection: Connection, table: LiveTable, kind: str, body: Mapping[str, Any], by: Person, *marks: str
    ) -> Added:
        """An event whose effect is the fold's own."""
        return self.write(connection, table, kind, body, table.fold(kind, body), by=by, marks=marks)

    def stir(self, name: str) -> None:
        """Tell whoever listens there that something has changed."""
        for listener in list(self._listeners.get(name, ())):
            listener()

    def listen(self, table_id: str, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every change made in this process; the answer stops it."""
        with self._listening:
            self._listeners.setdefault(table_id, []).append(listener)
        return lambda: self._stop_listening(table_id, listener)

    def _stop_listening(self, table_id: str, listener: Callable[[], None]) -> None:
        with self._listening:
            listeners = self._listeners[table_id]
            listeners.remove(listener)
            if not listeners:
                del self._listeners[table_id]


def receipt(event: Added) -> dict[str, Any]:
    return {"event": event.id, "seq": event.seq, "table": event.stream}


def _told(connection: Connection, person: Person, key: str | None, digest: str) -> dict[str, Any] | None:
    """What was answered when this was first asked under this key; otherwise every event added now says that it was."""
    if key is None:
        return None
    writing = books.batch(connection)
    found = writing.told(person.name, key)
    if found is None:
        writing.asked = [key, digest]
        return None
    if found[0] != digest:
        raise Conflicted(f"the idempotency key {key!r} was used for another request")
    answer: dict[str, Any] = json.loads(found[1])
    return answer


def _tell(connection: Connection, person: Person, key: str | None, answer: Mapping[str, Any]) -> None:
    if key is not None:
        books.acknowledge(connection, person.name, key, _plain(answer))


_plain = json.JSONEncoder(check_circular=False).encode
_sorted = json.JSONEncoder(sort_keys=True, check_circular=False).encode


def _digest(request: Mapping[str, Any]) -> str:
    return hashlib.sha256(_sorted(request).encode()).hexdigest()
