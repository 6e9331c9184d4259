"""What a group of writes adds to the books: in memory until it goes to the database in a few statements.

Heads, balances and receipts are read once for the whole group, and locked. A write that is refused is forgotten without asking
the database, unless it spoke to the database itself: then it has a savepoint of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Integer

from croupier.ledger import schema

BATCH = "batch"
"""Under this name the connection that writes carries its batch."""
_ORDER = ("accounts", "events", "streams", "transfers", "tables", "rounds", "tokens", "receipts")
"""In which tables rows are added first: a transfer names its event and its accounts, a round its table."""
_NUMBERS = 64
_DRAWN = frozenset(["transfers"])
"""Tables whose rows the database numbers."""

Head = tuple[int, str]


class Change(NamedTuple):
    """New values for a row that is there, or will be."""

    table: str
    columns: tuple[str, ...]
    key: str
    values: tuple[Any, ...]


@cache
def columns(table: str) -> tuple[str, ...]:
    """The columns a row is written with, in order."""
    return tuple(c.name for c in schema.metadata.tables[table].c if not (table in _DRAWN and c.name == "id"))


class SQLite:
    """The statements as SQLite takes them. The whole database is locked by whoever writes."""

    numbered = True
    """One writer at a time: events are numbered without a gap."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def look(
        self, streams: Sequence[str], receipts: Sequence[tuple[str, str]], accounts: Sequence[str], _events: int
    ) -> tuple[list[Any], list[Any], list[Any], list[int]]:
        run = self.driver.execute
        heads = run("SELECT id, seq, hash FROM streams WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(streams),))
        found, told, held = heads.fetchall() if streams else [], [], []
        for pair in receipts:
            told += run("SELECT actor, key, request, answer FROM receipts WHERE actor = ? AND key = ?", pair).fetchall()
        if accounts:
            query = "SELECT id, balance FROM accounts WHERE id IN (SELECT value FROM json_each(?))"
            held = run(query, (json.dumps(accounts),)).fetchall()
        return found, told, held, []

    def numbers(self, after: int | None) -> list[int]:
        last = after or self.driver.execute("SELECT max(id) FROM events").fetchone()[0] or 0
        return list(range(last + _NUMBERS, last, -1))

    def has(self, number: int, digest: str) -> bool:
        return self.driver.execute("SELECT 1 FROM events WHERE id = ? AND hash = ?", (number, digest)).fetchone() is not None

    def add(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        self.driver.executemany(_sqlite_insert(table), rows)

    def change(self, table: str, names: tuple[str, ...], rows: Mapping[str, tuple[Any, ...]]) -> None:
        self.driver.executemany(_sqlite_update(table, names), [(*values, key) for key, values in rows.items()])

    def say(self, statement: str) -> None:
        self.driver.execute(statement)

    def together(self) -> Any:
        return nullcontext()

    def rescue(self) -> bool:
        """Bring what the write-ahead log holds into the database file: an open log can be read even when it was deleted."""
        try:
            busy, pages, brought = self.driver.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
        except Exception:
            return False
        return not busy and bool(pages == brought)


@cache
def _sqlite_insert(table: str) -> str:
    names = columns(table)
    return f"INSERT INTO {table} ({_quoted(names)}) VALUES ({', '.join('?' * len(names))})"


@cache
def _sqlite_update(table: str, names: tuple[str, ...]) -> str:
    return f"UPDATE {table} SET {', '.join(f'{_quoted([name])} = ?' for name in names)} WHERE id = ?"


class PostgreSQL:
    """The statements as PostgreSQL takes them: a row each as arrays, everything that can be sent at once sent at once."""

    numbered = False

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def look(
        self, streams: Sequence[str], receipts: Sequence[tuple[str, str]], accounts: Sequence[str], events: int
    ) -> tuple[list[Any], list[Any], list[Any], list[int]]:
        """In this order: receipts are looked for, and numbers drawn, when the chains are locked already."""
        actors, keys = [actor for actor, _ in receipts], [key for _, key in receipts]
        asked = [
            ("SELECT id, seq, hash FROM streams WHERE id = ANY(%s::text[]) ORDER BY id FOR UPDATE", (list(streams),), streams),
            (_PG_RECEIPTS, (actors, keys), receipts),
            ("SELECT id, balance FROM accounts WHERE id = ANY(%s::text[]) ORDER BY id FOR UPDATE", (list(accounts),), accounts),
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

    def add(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        self.driver.execute(_pg_insert(table), [list(column) for column in zip(*rows, strict=True)])

    def change(self, table: str, names: tuple[str, ...], rows: Mapping[str, tuple[Any, ...]]) -> None:
        # In the order of their names, so that two processes touching the same accounts never wait for each other in a ring.
        keys = sorted(rows)
        self.driver.execute(_pg_update(table, names), [keys, *([rows[k][n] for k in keys] for n in range(len(names)))])

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


def _type(table: str, column: str) -> str:
    return "bigint[]" if isinstance(schema.metadata.tables[table].c[column].type, Integer) else "text[]"


@cache
def _pg_insert(table: str) -> str:
    names = columns(table)
    given = ", ".join(f"%s::{_type(table, name)}" for name in names)
    return f"INSERT INTO {table} ({_quoted(names)}) SELECT * FROM unnest({given})"


@cache
def _pg_update(table: str, names: tuple[str, ...]) -> str:
    given = ", ".join(f"%s::{_type(table, name)}" for name in ("id", *names))
    new = ", ".join(f"{_quoted([name])} = v.v{place}" for place, name in enumerate(names))
    called = ", ".join(("id", *(f"v{place}" for place in range(len(names)))))
    return f"UPDATE {table} SET {new} FROM unnest({given}) AS v({called}) WHERE {table}.id = v.id"


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


class Batch:
    """One transaction's work, write by write: `begin`, then `end` or `forget`; `flush` before the commit."""

    def __init__(self, store: SQLite | PostgreSQL) -> None:
        self.store = store
        self.asked: list[str] | None = None
        """The idempotency key of the write at work and the digest of its request: every event it adds carries them."""
        self.last: Any = None
        """The last event added by the write at work, as whoever added it wants it back."""
        self.mark: tuple[int, str] | None = None
        """Number and hash of the last event of all: if it is in the books, everything is."""
        self.kinds: set[str] = set()
        self.added = 0
        """How many events, refused ones among them."""
        self.moved: dict[str, Head | None] = {}
        """Where the chains that were added to end."""
        self._heads: dict[str, Head] = {}
        self._held: dict[str, int | None] = {}
        self._told: dict[tuple[str, str], tuple[str, str] | None] = {}
        self._numbers: list[int] = []
        self._rows: dict[str, list[Sequence[Any]]] = {table: [] for table in _ORDER}
        self._changes: list[Change] = []
        self._direct = False
        self._begun: dict[str, int] = {}
        self._changed = 0
        self._before: list[tuple[dict[Any, Any], Any, Any]] = []
        self._stood: tuple[list[int], tuple[int, str] | None] = ([], None)

    # What is there

    def prefetch(
        self, streams: Iterable[str], receipts: Iterable[tuple[str, str]], accounts: Iterable[str], events: int
    ) -> None:
        """Everything the group is known to need, at once; chains before accounts, each in the order of their names."""
        wanted, pairs, held = sorted(set(streams)), sorted(set(receipts)), sorted(set(accounts))
        found, told, balances, self._numbers = self.store.look(wanted, pairs, held, events)
        self._heads = dict.fromkeys(wanted, (0, schema.GENESIS)) | {row[0]: (row[1], row[2]) for row in found}
        self._told = dict.fromkeys(pairs) | {(row[0], row[1]): (row[2], row[3]) for row in told}
        self._held = dict.fromkeys(held) | {row[0]: int(row[1]) for row in balances}

    def head(self, stream: str) -> Head:
        """The last number and hash of a chain, locked until the transaction ends."""
        if stream not in self._heads:
            found, *_ = self.store.look([stream], [], [], 0)
            self._heads[stream] = (found[0][1], found[0][2]) if found else (0, schema.GENESIS)
            if not self.store.numbered:  # numbers drawn before a chain was locked could be smaller than those in it
                self._numbers = []
        return self._heads[stream]

    def told(self, actor: str, key: str) -> tuple[str, str] | None:
        """The digest of what was asked under this key and what was answered."""
        if (actor, key) not in self._told:
            _, found, *_ = self.store.look([], [(actor, key)], [], 0)
            self._told[actor, key] = (found[0][2], found[0][3]) if found else None
        return self._told[actor, key]

    def balances(self, accounts: Iterable[str]) -> dict[str, int]:
        """Cents in each account, locked until the transaction ends."""
        wanted = list(accounts)
        missing = sorted({account for account in wanted if account not in self._held})
        if missing:
            _, _, found, _ = self.store.look([], [], missing, 0)
            self._held |= dict.fromkeys(missing) | {row[0]: int(row[1]) for row in found}
        return {account: self._held[account] or 0 for account in wanted}

    # What is added

    def number(self) -> int:
        """The number of the next event."""
        if not self._numbers:
            self._numbers = self.store.numbers(self._rows["events"][-1][0] if self._rows["events"] else None)
        return self._numbers.pop()

    def put(self, table: str, row: Mapping[str, Any]) -> None:
        """A new row."""
        self._rows[table].append([row[name] for name in columns(table)])

    def change(self, table: str, key: str, **values: Any) -> None:
        """New values for the row called `key`."""
        self._changes.append(Change(table, tuple(values), key, tuple(values.values())))

    def move_head(self, stream: str, head: Head) -> None:
        if self.head(stream)[0]:
            self.change("streams", stream, seq=head[0], hash=head[1])
        else:
            self.put("streams", {"id": stream, "seq": head[0], "hash": head[1]})
        for known in (self._heads, self.moved):
            self._keep(known, stream)
            known[stream] = head

    def hold(self, account: str, kind: str, balance: int) -> None:
        """The account holds so much from now on."""
        if self._held[account] is None:
            self.put("accounts", {"id": account, "kind": kind, "balance": balance})
        else:
            self.change("accounts", account, balance=balance)
        self._keep(self._held, account)
        self._held[account] = balance

    def tell(self, row: Mapping[str, Any]) -> None:
        """Keep a receipt."""
        self.put("receipts", row)
        pair = (row["actor"], row["key"])
        self._keep(self._told, pair)
        self._told[pair] = (row["request"], row["answer"])

    def amend(self, number: int, **values: Any) -> None:
        """Other values for an event that this transaction has added."""
        names = columns("events")
        for row in reversed(self._rows["events"]):
            if row[0] == number:
                assert isinstance(row, list)
                for name, value in values.items():
                    row[names.index(name)] = value
                return
        self.change("events", str(number), **values)

    # One write after another

    def begin(self) -> None:
        self.asked = self.last = None
        self._direct = False
        self._begun = {table: len(rows) for table, rows in self._rows.items()}
        self._changed, self._before = len(self._changes), []
        self._stood = (list(self._numbers), self.mark)

    def _keep(self, known: dict[Any, Any], key: Any) -> None:
        self._before.append((known, key, known.get(key)))

    def end(self) -> None:
        if self._direct:
            self.store.say("RELEASE SAVEPOINT one")

    def forget(self) -> None:
        """The write at work was refused: nothing of it stays."""
        for table, rows in self._rows.items():
            del rows[self._begun[table] :]
        del self._changes[self._changed :]
        for known, key, value in reversed(self._before):
            known[key] = value
        self._numbers, self.mark = self._stood
        if self._direct:
            self.store.say("ROLLBACK TO SAVEPOINT one")
            self._heads, self._held, self._told, self._numbers = {}, {}, {}, []

    def direct(self) -> None:
        """The write at work is about to speak to the database itself: it must find everything there, and be undone there."""
        if not self._direct:
            own = {table: rows[self._begun[table] :] for table, rows in self._rows.items()}, self._changes[self._changed :]
            for table, rows in self._rows.items():
                del rows[self._begun[table] :]
            del self._changes[self._changed :]
            self.flush()
            self.store.say("SAVEPOINT one")
            self._direct = True
            self._rows, self._changes = own
        self.flush()
        self._heads, self._held, self._told, self._numbers = {}, {}, {}, []

    def flush(self) -> None:
        """Everything to the database."""
        for table in _ORDER:
            if self._rows[table]:
                self.store.add(table, self._rows[table])
                self._rows[table] = []
        latest: dict[tuple[str, tuple[str, ...]], dict[str, tuple[Any, ...]]] = {}
        for change in self._changes:
            latest.setdefault((change.table, change.columns), {})[change.key] = change.values
        for (table, names), rows in sorted(latest.items()):
            self.store.change(table, names, rows)
        self._changes = []
        self._begun, self._changed = dict.fromkeys(_ORDER, 0), 0
