"""What a group of writes adds to the books: in memory until it goes to the database in a few statements.

Heads, balances and receipts are read once for the whole group, and locked. A write that is refused is forgotten without asking
the database, unless it spoke to the database itself: then it has a savepoint of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from croupier.ledger import schema
from croupier.ledger.statements import Head, PostgreSQL, SQLite, columns

BATCH = "batch"
"""Under this name the connection that writes carries its batch."""
_ORDER = ("accounts", "events", "streams", "transfers", "tables", "rounds", "results", "tokens", "receipts")
"""In which tables rows are added first: a transfer names its event and its accounts, a round its table."""
_ID, _STREAM, _SEQ, _KIND, _BODY, _HASH = (
    list(schema.events.c.keys()).index(name) for name in ("id", "stream", "seq", "kind", "body", "hash")
)
"""Where these stand in a row of `events`."""


class Unhashed(Protocol):
    """An event that can still be added to: when no more comes, `complete` gives it to `Batch.chain`."""

    def complete(self, writing: Batch, receipt: str | None = None) -> None: ...


class Change(NamedTuple):
    """New values, by column, for a row that is there, or will be."""

    table: str
    key: str
    values: dict[str, Any]


class Batch:
    """One transaction's work, write by write: `begin`, then `end` or `forget`; `flush` before the commit."""

    def __init__(self, store: SQLite | PostgreSQL) -> None:
        self.store = store
        self.asked: list[str] | None = None
        """The idempotency key of the write at work and the digest of its request: every event it adds carries them."""
        self._last: Unhashed | None = None
        """The last event added by the write at work."""
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
        self._direct = self._spoken = False
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
        if self._last is not None:
            self.complete()
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
        self.add(table, [row[name] for name in columns(table)])

    def add(self, table: str, row: Sequence[Any]) -> None:
        """A new row, its values in the order of `columns`."""
        self._rows[table].append(row)

    def open(self, row: list[Any], event: Unhashed) -> None:
        """A new event, which is not hashed yet."""
        self._rows["events"].append(row)
        self._last = event
        self.kinds.add(row[_KIND])
        self.added += 1

    def complete(self, receipt: str | None = None) -> None:
        """Hash the last event, with what was answered where that is known."""
        event, self._last = self._last, None
        if event is not None:
            event.complete(self, receipt)

    def chain(self, row: list[Any], body: str, digest: str) -> None:
        """The end of an event's chain, now that its hash is known."""
        if digest == row[_HASH]:  # it went to the database already, and nothing has been added to it since
            return
        row[_BODY], row[_HASH] = body, digest
        if self._rows["events"][-1:] != [row]:
            self.change("events", str(row[_ID]), body=body, hash=digest)
        self.mark = (row[_ID], digest)
        self.move_head(row[_STREAM], (row[_SEQ], digest))

    def change(self, table: str, key: str, **values: Any) -> None:
        """New values for the row called `key`."""
        self._changes.append(Change(table, key, values))

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

    def tell(self, row: tuple[str, ...]) -> None:
        """Keep a receipt."""
        actor, key, request, answer, *_ = row
        self.add("receipts", row)
        self._keep(self._told, (actor, key))
        self._told[actor, key] = (request, answer)

    # One write after another

    def begin(self) -> None:
        self.asked = self._last = None
        self._direct = False
        self._begun = {table: len(rows) for table, rows in self._rows.items()}
        self._changed, self._before = len(self._changes), []
        self._stood = (list(self._numbers), self.mark)

    def _keep(self, known: dict[Any, Any], key: Any) -> None:
        self._before.append((known, key, known.get(key)))

    def end(self) -> None:
        self.complete()
        if self._direct:
            self.store.say("RELEASE SAVEPOINT one")

    def forget(self) -> None:
        """The write at work was refused: nothing of it stays."""
        self._last = None
        for table, rows in self._rows.items():
            del rows[self._begun[table] :]
        del self._changes[self._changed :]
        for known, key, value in reversed(self._before):
            known[key] = value
        self._numbers, self.mark = self._stood
        if self._direct:
            self.store.say("ROLLBACK TO SAVEPOINT one")
            self._heads, self._held, self._told, self._numbers = {}, {}, {}, []

    def restart(self) -> None:
        """Nothing of the write at work stays so far, and it goes on."""
        asked = self.asked
        self.forget()
        self.begin()
        self.asked = asked

    def direct(self) -> None:
        """The write at work is about to speak to the database itself: it must find everything there, and be undone there."""
        last = self._last
        self.complete()
        if not self._direct:
            own = {table: rows[self._begun[table] :] for table, rows in self._rows.items()}, self._changes[self._changed :]
            for table, rows in self._rows.items():
                del rows[self._begun[table] :]
            del self._changes[self._changed :]
            self.flush()
            self.store.say("SAVEPOINT one")
            self._direct = self._spoken = True
            self._rows, self._changes = own
        self.flush()
        self.store.forget()  # it knows the books as the last commit left them, and more has been written since
        self._heads, self._held, self._told, self._numbers = {}, {}, {}, []
        self._last = last  # its receipt is still to come

    def flush(self) -> None:
        """Everything to the database."""
        added = {table: self._rows[table] for table in _ORDER if self._rows[table]}
        latest: dict[tuple[str, str], dict[str, Any]] = {}
        for table, key, values in self._changes:
            latest.setdefault((table, key), {}).update(values)
        changed: dict[tuple[str, tuple[str, ...]], dict[str, tuple[Any, ...]]] = {}
        for (table, key), values in latest.items():
            if table not in added or not _new(table, added[table], key, values):
                changed.setdefault((table, tuple(values)), {})[key] = tuple(values.values())
        self.store.write(added, dict(sorted(changed.items())))
        self._rows, self._changes = {table: [] for table in _ORDER}, []
        self._begun, self._changed = dict.fromkeys(_ORDER, 0), 0

    def committed(self) -> None:
        """Everything is in the books; what a write has said to the database itself is not known here."""
        if self._spoken:
            self.store.forget()
        else:
            self.store.learn(self._heads, self._held, self.mark[0] if self.mark else None)


def _new(table: str, rows: Sequence[Any], key: str, values: Mapping[str, Any]) -> bool:
    """Is the row called `key` among these? Then it has these values from the beginning."""
    names = columns(table)
    place = names.index("id")
    for row in rows:
        if str(row[place]) == key:
            for name, value in values.items():
                row[names.index(name)] = value
            return True
    return False
