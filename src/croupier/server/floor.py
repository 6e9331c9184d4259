"""The gaming floor: every table, kept by its events. Each call is one transaction: acknowledged, it is on the disk."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, bindparam, insert, select

from croupier import documents
from croupier.errors import BadInput, Unknown
from croupier.games import registry
from croupier.ledger import books, schema
from croupier.ledger.books import Event, Transfer
from croupier.ledger.database import Database
from croupier.ledger.live import LiveTable
from croupier.server.people import Person
from croupier.table.playable import Playable

_RECEIPT = select(schema.receipts).where(
    schema.receipts.c.actor == bindparam("who"), schema.receipts.c.key == bindparam("under")
)
_KEEP_RECEIPT = insert(schema.receipts)


@lru_cache(maxsize=256)
def _prepared(game: str, house_rules: str, version: str | None) -> Playable:
    return registry.playable(game, json.loads(house_rules), version)


def prepare(game: str, house_rules: Mapping[str, Any] | None, version: str | None) -> Playable:
    """A game ready to play, kept for the next table that plays it the same way."""
    documents.check(house_rules, "house_rules")
    return _prepared(game, json.dumps(house_rules or {}, sort_keys=True), version)


@contextmanager
def _asking(connection: Connection, key: str | None, request: Mapping[str, Any]) -> Iterator[None]:
    """Let every event written meanwhile say under which key it was asked for: a receipt cannot vanish unnoticed."""
    if key is not None:
        connection.info[books.ASKED] = [key, _digest(request)]
    try:
        yield
    finally:
        connection.info.pop(books.ASKED, None)


class Conflicted(BadInput):
    """Somebody else was first, or an idempotency key was used for another request."""


class Floor:
    """Tables by id. Reading folds in what other processes wrote; writing locks the table's chain first."""

    def __init__(self, database: Database, *, most_tables: int = 1000) -> None:
        self.database, self.most_tables = database, most_tables
        self._tables: dict[str, LiveTable] = {}
        self._locks: WeakValueDictionary[str, threading.RLock] = WeakValueDictionary()
        """Kept while somebody holds or waits for one: a name that is no table's leaves nothing behind."""
        self._guard = threading.Lock()
        self._listeners: dict[str, list[Callable[[], None]]] = {}

    # Tables kept in memory

    def _lock(self, table_id: str) -> threading.RLock:
        with self._guard:
            return self._locks.setdefault(table_id, threading.RLock())

    def _current(self, connection: Connection, table_id: str, head: tuple[int, str]) -> LiveTable:
        """The table as of the last event written by anybody."""
        seq, digest = head
        if not seq:
            raise Unknown("table", table_id)
        table = self._tables.get(table_id) or self._rebuilt(connection, table_id)
        if table.seq < seq:
            for event in books.read_events(connection, table_id, first=table.seq + 1):
                self._fold(connection, table, event)
        table.hash = digest
        self._tables[table_id] = table
        return table

    def _rebuilt(self, connection: Connection, table_id: str) -> LiveTable:
        """The table at its latest snapshot; what came after is folded in by whoever asked."""
        row = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).first()
        if row is None:
            raise Unknown("table", table_id)
        opening = books.read_events(connection, table_id, first=1, last=1)[0].body
        if row.snapshot == 1:
            return LiveTable(table_id, opening, prepare)
        snapshot = books.read_events(connection, table_id, first=row.snapshot, last=row.snapshot)[0].body["snapshot"]
        table = LiveTable.rebuilt(table_id, opening, snapshot, prepare)
        table.seq = row.snapshot - 1
        return table

    def _fold(self, connection: Connection, table: LiveTable, event: Event) -> None:
        if event.kind == "round-opened":
            found = connection.execute(select(schema.rounds.c.seed).where(schema.rounds.c.id == event.body["round"]))
            table.seed = found.scalar()
        table.fold(event.kind, event.body)
        table.seq, table.fresh = event.seq, True

    def read(self, table_id: str, look: Callable[[LiveTable], Any]) -> Any:
        """What `look` sees of the table, with nobody writing meanwhile."""
        with self._lock(table_id), self.database.read() as connection:
            return look(self._current(connection, table_id, books.head(connection, table_id)))

    def change(
        self,
        table_id: str,
        person: Person,
        request: Mapping[str, Any],
        work: Callable[[Connection, LiveTable], dict[str, Any]],
        *,
        key: str | None = None,
    ) -> dict[str, Any]:
        """One transaction at a table; asked again with the same key, the same answer and nothing done twice."""
        with self._lock(table_id):
            try:
                with self.database.write() as connection:
                    # Locked before looking for a receipt: the same request may be on its way in another process.
                    head = books.head(connection, table_id)
                    told = self._told(connection, person, key, request)
                    if told is not None:
                        return told
                    with _asking(connection, key, request):
                        answer = work(connection, self._current(connection, table_id, head))
                    self._tell(connection, person, key, request, answer)
            except BaseException as error:
                table = self._tables.get(table_id)
                if table is None or not (isinstance(error, BadInput) and table.fresh):
                    self._tables.pop(table_id, None)
                raise
            table = self._tables[table_id]
            table.fresh = True
        self.stir(table_id)
        return answer

    def house(
        self,
        person: Person,
        request: Mapping[str, Any],
        work: Callable[[Connection], dict[str, Any]],
        *,
        key: str | None = None,
    ) -> dict[str, Any]:
        """One transaction that belongs to no table."""
        with self.database.write() as connection:
            books.head(connection, books.HOUSE)  # locked, as above
            told = self._told(connection, person, key, request)
            if told is not None:
                return told
            with _asking(connection, key, request):
                answer = work(connection)
            self._tell(connection, person, key, request, answer)
        return answer

    def _told(
        self, connection: Connection, person: Person, key: str | None, request: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """What was answered when this was first asked under this key."""
        if key is None:
            return None
        found = connection.execute(_RECEIPT, {"who": person.name, "under": key}).first()
        if found is None:
            return None
        if found.request != _digest(request):
            raise Conflicted(f"the idempotency key {key!r} was used for another request")
        answer: dict[str, Any] = json.loads(found.answer)
        return answer

    def _tell(
        self, connection: Connection, person: Person, key: str | None, request: Mapping[str, Any], answer: Mapping[str, Any]
    ) -> None:
        if key is not None:
            row = {"actor": person.name, "key": key, "request": _digest(request), "answer": json.dumps(answer)}
            row["at"] = books.now()
            connection.execute(_KEEP_RECEIPT, row | {"hash": books.receipt_hash(list(row.values()))})

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
    ) -> Event:
        table.fresh = False
        after = (table.seq, table.hash)
        event = books.append(connection, table.id, kind, body, list(transfers), by=by.name, marks=list(marks), after=after)
        table.seq, table.hash = event.seq, event.hash
        return event

    def event(
        self, connection: Connection, table: LiveTable, kind: str, body: Mapping[str, Any], by: Person, *marks: str
    ) -> dict[str, Any]:
        """An event whose effect is the fold's own, as a receipt."""
        return receipt(self.folded(connection, table, kind, body, by, *marks))

    def folded(
        self, connection: Connection, table: LiveTable, kind: str, body: Mapping[str, Any], by: Person, *marks: str
    ) -> Event:
        """An event whose effect is the fold's own."""
        return self.write(connection, table, kind, body, table.fold(kind, body), by=by, marks=marks)

    def stir(self, name: str) -> None:
        """Tell whoever listens there that something has changed."""
        for listener in list(self._listeners.get(name, ())):
            listener()

    def listen(self, table_id: str, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every change made in this process; the answer stops it."""
        self._listeners.setdefault(table_id, []).append(listener)
        return lambda: self._listeners[table_id].remove(listener)


def receipt(event: Event) -> dict[str, Any]:
    return {"event": event.id, "seq": event.seq, "table": event.stream}


def _digest(request: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()
