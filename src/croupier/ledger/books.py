"""Writing in the books: an event and its transfers go in together, chained to the event before, or not at all."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from croupier.errors import BadInput, Refused
from croupier.ledger import schema
from croupier.ledger.batch import BATCH, Batch

HOUSE = "house"
"""The stream of everything that belongs to no table: sign-ins, buy-ins, cash-outs, starts of the server."""
GENESIS = schema.GENESIS
HEADS = "heads"
"""The event of the house that says how far other chains had come: a table cannot vanish from the books without breaking it."""
CAGE, TIPS, COMMISSION = "cage", "tips", "commission"
PRACTICE_CAGE = f"practice-{CAGE}"
"""Where practice chips come from and go: the house's own cage has issued none of them."""
SALT = "salt"
"""Random bits in whatever tells acts of a round: without them the hash of an event would tell the cards in it to whoever tries them all."""
ASKED = "asked"
"""Where an event says under which idempotency key it was asked for, with the digest of the request and the receipt's hash."""


EVENT_VERSION = 3
"""How events are written now."""
_FIELDS = ("version", "stream", "seq", "kind", "at", "by", "marks", "body")
"""What of an event is hashed, in this order."""

_compact = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""How everything that is hashed is written. It was made here, and holds itself nowhere."""

# Built once: SQLAlchemy takes longer to put a statement together than SQLite to run it.
_HEAD = select(schema.streams).where(schema.streams.c.id == bindparam("stream"))
_BALANCE = select(schema.accounts.c.balance).where(schema.accounts.c.id == bindparam("account"))
_BALANCES = select(schema.accounts.c.id, schema.accounts.c.balance).where(
    schema.accounts.c.id.in_(bindparam("accounts", expanding=True))
)
MOST = 10**17


class Transfer(NamedTuple):
    """Whole cents from one account to another, and why. `settles` and `reverses` are keys that can be used once."""

    debit: str
    credit: str
    amount: int
    kind: str
    round: str | None = None
    wager: str | None = None
    settles: str | None = None
    reverses: str | None = None


class Event(NamedTuple):
    """One link of a chain."""

    id: int
    stream: str
    seq: int
    kind: str
    at: str
    by: str
    marks: str
    body: dict[str, Any]
    hash: str


class Added(NamedTuple):
    """Where an event stands that was added. Its hash is not known yet: the receipt of what was asked for may still go into it."""

    id: int
    stream: str
    seq: int
    at: str


@dataclass(slots=True)
class _Unhashed:
    """The last event of a write: hashed when the next one comes, or the receipt, or the end of the write."""

    row: list[Any]
    body: dict[str, Any]
    transfers: Sequence[Transfer]

    def complete(self, writing: Batch, receipt: str | None = None) -> None:
        _, stream, seq, version, kind, at, by, marks, _, previous, _ = self.row
        asked = writing.asked
        if asked is not None:
            self.body[ASKED] = asked if receipt is None else [*asked, receipt]
        body = _compact(self.body)
        digest = link(previous, (version, stream, seq, kind, at, by, marks, body), self.transfers)
        writing.chain(self.row, body, digest)


class Short(Refused):
    """An account cannot pay."""


def now() -> str:
    """The time, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def link(previous: str, fields: Sequence[Any], transfers: Sequence[Transfer]) -> str:
    """The hash of an event: of what it says (see `fields`), what it moved, and the hash before it."""
    written = _compact([previous, fields, transfers])
    return hashlib.sha256(written.encode()).hexdigest()


def kind_of(account: str) -> str:
    """What an account is, by the first word of its name: `player:ann`, `tray:t1`, `meter:vip:main`."""
    return account.partition(":")[0]


def fields(row: Any) -> list[Any]:
    """What of a row of `events` is hashed."""
    return [getattr(row, name) for name in _FIELDS]


def _batch(connection: Connection) -> Batch | None:
    found: Batch | None = connection.info.get(BATCH)
    return found


def batch(connection: Connection) -> Batch:
    """Where this transaction keeps what it writes; only `Database.write` opens one."""
    found = _batch(connection)
    assert found is not None, "this connection only reads"
    return found


def debt_of(account: str) -> str:
    """Where it stands what a player owes the house: `debt:ann` for `player:ann`."""
    return f"debt:{account.removeprefix('player:')}"


def head(connection: Connection, stream: str) -> tuple[int, str]:
    """The last sequence number and hash of a stream; locked until the transaction ends where it is one that writes."""
    if (writing := _batch(connection)) is not None:
        return writing.head(stream)
    found = connection.execute(_HEAD, {"stream": stream}).first()
    return (found.seq, found.hash) if found else (0, GENESIS)


def append(
    connection: Connection,
    stream: str,
    kind: str,
    body: Mapping[str, Any],
    transfers: Sequence[Transfer] = (),
    *,
    by: str,
    marks: Sequence[str] = (),
) -> Added:
    """Add an event to its chain and post what it moves; raises `Short` where an account would be overdrawn."""
    writing = batch(connection)
    seq, previous = writing.head(stream)
    if transfers:
        _post(writing, transfers)
    number, at = writing.number(), now()
    row = [number, stream, seq + 1, EVENT_VERSION, kind, at, by, " ".join(marks), "", previous, ""]
    said = dict(body)
    if "acts" in said:
        said[SALT] = secrets.token_hex(16)
    writing.open(row, _Unhashed(row, said, transfers))
    for place, transfer in enumerate(transfers):
        writing.add("transfers", (number, place, *transfer))
    return Added(number, stream, seq + 1, at)


def note_heads(connection: Connection, heads: Mapping[str, tuple[int, str]], *, by: str = HOUSE) -> Added:
    """How far these chains have come, in the house's chain."""
    body = {"heads": {stream: list(head) for stream, head in sorted(heads.items())}}
    return append(connection, HOUSE, HEADS, body, by=by)


def acknowledge(connection: Connection, actor: str, key: str, answer: str) -> None:
    """Keep what is answered under an idempotency key, and its hash in the last event that was added for it."""
    writing = batch(connection)
    assert writing.asked is not None
    row = (actor, key, writing.asked[1], answer, now())
    digest = receipt_hash(row)
    writing.tell((*row, digest))
    writing.complete(digest)


def put(connection: Connection, table: str, row: Mapping[str, Any]) -> None:
    """A new row in one of the lists that follow from the events: tables, rounds, tokens."""
    batch(connection).put(table, row)


def change(connection: Connection, table: str, key: str, **values: Any) -> None:
    """New values for a row of such a list."""
    batch(connection).change(table, key, **values)


def lows(transfers: Iterable[Transfer]) -> dict[str, tuple[int, int]]:
    """For each account the lowest point its balance reaches, from where it stood, as transfers are made one by one; and the end."""
    found: dict[str, tuple[int, int]] = {}
    for transfer in transfers:
        low, now = found.get(transfer.debit, (0, 0))
        now -= transfer.amount
        found[transfer.debit] = (min(low, now), now)
        low, now = found.get(transfer.credit, (0, 0))
        found[transfer.credit] = (low, now + transfer.amount)
    return found


def _post(writing: Batch, transfers: Sequence[Transfer]) -> None:
    """Every transfer must be covered when it is made: what comes in later in the same event pays for nothing before it."""
    changes = lows(transfers)
    held = writing.balances(changes)
    for account, (low, moved) in changes.items():
        if max(abs(moved), -low) > MOST or abs(held[account] + moved) > MOST:
            raise Refused(f"{account}: {max(abs(moved), -low)} cents at once are more than the books hold")
        if held[account] + low < 0 and kind_of(account) not in schema.OWING:
            raise Short(f"{account} has less than {-low / 100:,.2f}")
    for account, (_, moved) in changes.items():
        writing.hold(account, kind_of(account), held[account] + moved)


def house_transfers(kind: str, body: Mapping[str, Any]) -> list[Transfer]:
    """What an event of the house moves: chips for cash, cash for chips, a debt collected with either; nothing otherwise."""
    if kind not in ("buy-in", "cash-out"):
        return []
    player, collected = f"player:{body['player']}", []
    if body.get("debt"):
        collected = [Transfer(player, debt_of(player), body["debt"], "debt-paid")]
    if kind == "buy-in":
        return [Transfer(CAGE, player, body["amount"], kind), *collected]
    return [*collected, Transfer(player, CAGE, body["amount"], kind)]


def receipt_hash(fields: Sequence[str]) -> str:
    """The hash of a receipt: of who asked what, under which key, and what was answered when."""
    return hashlib.sha256(_compact(list(fields)).encode()).hexdigest()


def balance(connection: Connection, account: str) -> int:
    """Cents in an account; one that was never used is empty."""
    if (writing := _batch(connection)) is not None:
        return writing.balances([account])[account]
    found = connection.execute(_BALANCE, {"account": account}).scalar()
    return int(found or 0)


def balances(connection: Connection, accounts: Iterable[str], *, lock: bool = False) -> dict[str, int]:
    """Cents in each account, read in one statement. In a transaction that writes they are locked in the order of their names:
    nobody else moves them until it ends; `lock` insists on that. An account that was never used is empty."""
    if lock or _batch(connection) is not None:
        return batch(connection).balances(accounts)
    wanted = list(accounts)
    found = connection.execute(_BALANCES, {"accounts": wanted}).all()
    return dict.fromkeys(wanted, 0) | {row[0]: int(row[1]) for row in found}


def read_events(
    connection: Connection, stream: str | None = None, *, first: int = 0, last: int | None = None, limit: int | None = None
) -> list[Event]:
    """Events of a stream in order, from sequence number `first`."""
    table = schema.events
    query = select(table).order_by(table.c.id)
    if stream is not None:
        query = query.where(table.c.stream == stream, table.c.seq >= first)
        if last is not None:
            query = query.where(table.c.seq <= last)
    if limit is not None:
        query = query.limit(limit)
    return [event_of(row) for row in connection.execute(query)]


def event_of(row: Any) -> Event:
    """A row of the books, of the version that this program writes."""
    if row.version != EVENT_VERSION:
        raise BadInput(f"event {row.id} is of version {row.version}, and this program reads version {EVENT_VERSION} only")
    return Event(row.id, row.stream, row.seq, row.kind, row.at, row.by, row.marks, json.loads(row.body), row.hash)
