"""The few statements a batch is written with, as SQLite and PostgreSQL take them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from typing import Any

from sqlalchemy import Float, Integer

from croupier.ledger import schema

Head = tuple[int, str]
Added = Mapping[str, Sequence[Sequence[Any]]]
"""New rows by table, in an order in which none comes before what it refers to; values in the order of `columns`."""
Changed = Mapping[tuple[str, tuple[str, ...]], Mapping[str, tuple[Any, ...]]]
"""New values, by table and columns, then by the row's id. None of these rows is new."""

PATIENCE = 30
"""Seconds another program may keep the database locked."""
_NUMBERS, _FEW = 64, 16
"""So many numbers are drawn at once: where that asks the database, and where it does not."""
_KEPT = 20_000
"""So many heads and balances are remembered from one transaction to the next."""
_DRAWN = frozenset(["transfers"])
"""Tables whose rows the database numbers."""
_compact = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_AT_ONCE = nullcontext()
"""A statement that goes to a file is done when it returns."""


@cache
def columns(table: str) -> tuple[str, ...]:
    """The columns a row is written with, in order."""
    return tuple(c.name for c in schema.metadata.tables[table].c if not (table in _DRAWN and c.name == "id"))


class SQLite:
    """The statements as SQLite takes them. The whole database is locked by whoever writes.

    What one transaction knew when it was committed the next one knows too, unless another connection has written meanwhile.
    """

    numbered = True
    """One writer at a time: events are numbered without a gap."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self._waits = True
        self._version: int | None = None
        self._heads: dict[str, Head] = {}
        self._held: dict[str, int] = {}
        self._last: int | None = None

    def begin(self, *, wait: bool = True) -> bool:
        """Lock the database, and say so; another program is waited for, or not."""
        if self.driver.in_transaction:
            return True
        try:
            self._wait(wait)
            self.driver.execute("BEGIN IMMEDIATE")
        except sqlite3.Error:
            if wait:
                raise
            return False
        version = self.driver.execute("PRAGMA data_version").fetchone()[0]
        if version != self._version:
            self.forget()
            self._version = version
        return True

    def _wait(self, wait: bool) -> None:
        if wait is not self._waits:
            self.driver.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000 if wait else 0}")
            self._waits = wait

    def look(
        self, streams: Sequence[str], receipts: Sequence[tuple[str, str]], accounts: Sequence[str], _events: int
    ) -> tuple[list[Any], list[Any], list[Any], list[int]]:
        found = [(stream, *self._heads[stream]) for stream in streams if stream in self._heads]
        held = [(account, self._held[account]) for account in accounts if account in self._held]
        if len(found) < len(streams):
            found += self._read(
                "SELECT id, seq, hash FROM streams", [stream for stream in streams if stream not in self._heads]
            )
        if len(held) < len(accounts):
            held += self._read(
                "SELECT id, balance FROM accounts", [account for account in accounts if account not in self._held]
            )
        told = [row for asked in receipts for row in self.driver.execute(_SQLITE_RECEIPT, asked)]
        return found, told, held, []

    def _read(self, query: str, names: list[str]) -> list[Any]:
        found: list[Any] = self.driver.execute(
            f"{query} WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(names),)
        ).fetchall()
        return found

    def learn(self, heads: Mapping[str, Head], held: Mapping[str, int | None], last: int | None) -> None:
        """This stands in the books now."""
        if len(self._heads) + len(self._held) > _KEPT:
            self.forget()
        self._heads |= {stream: head for stream, head in heads.items() if head[0]}
        self._held |= {account: balance for account, balance in held.items() if balance is not None}
        self._last = last or self._last

    def forget(self) -> None:
        self._heads, self._held, self._last = {}, {}, None

    def numbers(self, after: int | None) -> list[int]:
        last = after or self._last or self.driver.execute("SELECT max(id) FROM events").fetchone()[0] or 0
        return list(range(last + _FEW, last, -1))

    def has(self, number: int, digest: str) -> bool:
        return self.driver.execute("SELECT 1 FROM events WHERE id = ? AND hash = ?", (number, digest)).fetchone() is not None

    def write(self, added: Added, changed: Changed) -> None:
        for table, rows in added.items():
            self.driver.executemany(_sqlite_insert(table), rows)
        for (table, names), values in changed.items():
            self.driver.executemany(_sqlite_update(table, names), [(*now, key) for key, now in values.items()])

    def say(self, statement: str) -> None:
        self.driver.execute(statement)

    def together(self) -> Any:
        return _AT_ONCE

    def rescue(self) -> bool:
        """Bring what the write-ahead log holds into the database file: an open log can be read even when it was deleted."""
        try:
            self._wait(True)
            busy, pages, brought = self.driver.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
        except Exception:
            return False
        return not busy and bool(pages == brought)


_SQLITE_RECEIPT = 'SELECT actor, "key", request, answer FROM receipts WHERE actor = ? AND "key" = ?'


@cache
def _sqlite_insert(table: str) -> str:
    names = columns(table)
    return f"INSERT INTO {table} ({_quoted(names)}) VALUES ({', '.join('?' * len(names))})"


@cache
def _sqlite_update(table: str, names: tuple[str, ...]) -> str:
    return f"UPDATE {table} SET {', '.join(f'{_quoted([name])} = ?' for name in names)} WHERE id = ?"


class PostgreSQL:
    """The statements as PostgreSQL takes them: everything that is written in one, everything that can be sent at once sent at once.

    Rows go as JSON and names as the text of an array: the driver takes longer to write a list down than the database to read it.
    """

    numbered = False

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def begin(self) -> None:
        """The connection begins by itself."""

    def learn(self, heads: Mapping[str, Head], held: Mapping[str, int | None], last: int | None) -> None:
        """Nothing is remembered: other processes write too."""

    def forget(self) -> None:
        """Nothing was remembered."""

    def look(
        self, streams: Sequence[str], receipts: Sequence[tuple[str, str]], accounts: Sequence[str], events: int
    ) -> tuple[list[Any], list[Any], list[Any], list[int]]:
        """In this order: receipts are looked for, and numbers drawn, when the chains are locked already."""
        actors, keys = _array(actor for actor, _ in receipts), _array(key for _, key in receipts)
        asked = [
            (
                "SELECT id, seq, hash FROM streams WHERE id = ANY(%s::text[]) ORDER BY id FOR UPDATE",
                (_array(streams),),
                streams,
            ),
            (_PG_RECEIPTS, (actors, keys), receipts),
            (
                "SELECT id, balance FROM accounts WHERE id = ANY(%s::text[]) ORDER BY id FOR UPDATE",
                (_array(accounts),),
                accounts,
            ),
            (_PG_NUMBERS, (events,), events),
        ]
        with self.together():
            cursors = [self.driver.execute(query, given) if wanted else None for query, given, wanted in asked]
        heads, told, held, numbers = (cursor.fetchall() if cursor else [] for cursor in cursors)
        return heads, told, held, [number for (number,) in reversed(numbers)]

    def numbers(self, _after: int | None) -> list[int]:
        return [number for (number,) in reversed(self.driver.execute(_PG_NUMBERS, (_NUMBERS,)).fetchall())]

    def has(self, number: int, digest: str) -> bool:
        return self.driver.execute("SELECT 1 FROM events WHERE id = %s AND hash = %s", (number, digest)).fetchone() is not None

    def write(self, added: Added, changed: Changed) -> None:
        if not added and not changed:
            return
        given = [_records(columns(table), rows) for table, rows in added.items()]
        given += [_records(("id", *names), [(key, *now) for key, now in rows.items()]) for (_, names), rows in changed.items()]
        self.driver.execute(_pg_write(tuple(added), tuple(changed)), given)

    def say(self, statement: str) -> None:
        self.driver.execute(statement)

    def together(self) -> Any:
        return self.driver.pipeline()

    def rescue(self) -> bool:
        return False


_PG_RECEIPTS = (
    'SELECT actor, "key", request, answer FROM receipts WHERE (actor, "key") IN (SELECT * FROM unnest(%s::text[], %s::text[]))'
)
_PG_NUMBERS = "SELECT nextval(pg_get_serial_sequence('events', 'id')) FROM generate_series(1, %s)"


def _array(texts: Iterable[str]) -> str:
    """As PostgreSQL reads an array of texts."""
    return "{" + ",".join('"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"' for text in texts) + "}"


def _records(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    return _compact([dict(zip(names, row, strict=True)) for row in rows])


def _type(table: str, column: str) -> str:
    kind = schema.metadata.tables[table].c[column].type
    return "bigint" if isinstance(kind, Integer) else "double precision" if isinstance(kind, Float) else "text"


@cache
def _pg_write(added: tuple[str, ...], changed: tuple[tuple[str, tuple[str, ...]], ...]) -> str:
    """New rows and new values, all in one statement: what refers to what is looked at when all of it is there."""

    def rows(table: str, names: Sequence[str]) -> str:
        given = ", ".join(f'"{name}" {_type(table, name)}' for name in names)
        return f"json_to_recordset(%s::json) AS v({given})"

    parts = []
    for table in added:
        names = _quoted(columns(table))
        parts.append(f"INSERT INTO {table} ({names}) SELECT {names} FROM {rows(table, columns(table))}")
    for table, changing in changed:
        new = ", ".join(f'"{name}" = v."{name}"' for name in changing)
        parts.append(f"UPDATE {table} SET {new} FROM {rows(table, ('id', *changing))} WHERE {table}.id = v.id")
    return f"WITH {', '.join(f'w{number} AS ({part})' for number, part in enumerate(parts))} SELECT"


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
