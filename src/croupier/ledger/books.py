"""Writing in the books: an event and its transfers go in together, chained to the event before, or not at all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from croupier.errors import Refused
from croupier.ledger import schema

HOUSE = "house"
"""The stream of everything that belongs to no table: sign-ins, buy-ins, cash-outs, starts of the server."""
GENESIS = "0" * 64
CAGE, TIPS, COMMISSION = "cage", "tips", "commission"
ASKED = "asked"
"""Where a transaction keeps its idempotency key and the digest of its request: every event it writes carries them."""


# Built once: SQLAlchemy takes longer to put a statement together than SQLite to run it.
_HEAD = select(schema.streams).where(schema.streams.c.id == bindparam("stream")).with_for_update()
_MOVE_HEAD = (
    update(schema.streams)
    .where(schema.streams.c.id == bindparam("stream"))
    .values(seq=bindparam("new_seq"), hash=bindparam("new_hash"))
)
_EVENT, _STREAM, _TRANSFER = insert(schema.events), insert(schema.streams), insert(schema.transfers)
_CHANGE = (
    update(schema.accounts)
    .where(schema.accounts.c.id == bindparam("account"), schema.accounts.c.balance >= bindparam("least"))
    .values(balance=schema.accounts.c.balance + bindparam("moved"))
)
_BALANCE = select(schema.accounts.c.balance).where(schema.accounts.c.id == bindparam("account"))
_BALANCES = (
    select(schema.accounts.c.id, schema.accounts.c.balance)
    .where(schema.accounts.c.id.in_(bindparam("accounts", expanding=True)))
    .order_by(schema.accounts.c.id)
)
_BALANCES_LOCKED = _BALANCES.with_for_update()
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


class Short(Refused):
    """An account cannot pay."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def link(previous: str, fields: Sequence[Any], transfers: Iterable[Sequence[Any]]) -> str:
    """The hash of an event: of what it says, what it moved, and the hash before it."""
    written = json.dumps([previous, list(fields), [list(transfer) for transfer in transfers]], separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()


def kind_of(account: str) -> str:
    """What an account is, by the first word of its name: `player:ann`, `tray:t1`, `meter:t1:main`."""
    return account.partition(":")[0]


def head(connection: Connection, stream: str) -> tuple[int, str]:
    """The last sequence number and hash of a stream, locked until the transaction ends."""
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
    after: tuple[int, str] | None = None,
) -> Event:
    """Add an event to its chain and post what it moves; raises `Short` where an account would be overdrawn."""
    seq, previous = head(connection, stream) if after is None else after
    if (asked := connection.info.get(ASKED)) is not None:
        body = {**body, ASKED: asked}
    at, written, marked = now(), json.dumps(body, separators=(",", ":")), " ".join(marks)
    fields = (stream, seq + 1, kind, at, by, marked, written)
    digest = link(previous, fields, transfers)
    names = ("stream", "seq", "kind", "at", "by", "marks", "body")
    row = dict(zip(names, fields, strict=True)) | {"previous": previous, "hash": digest}
    (number,) = connection.execute(_EVENT, row).inserted_primary_key or (0,)
    if seq:
        connection.execute(_MOVE_HEAD, {"stream": stream, "new_seq": seq + 1, "new_hash": digest})
    else:
        connection.execute(_STREAM, {"id": stream, "seq": 1, "hash": digest})
    if transfers:
        _post(connection, number, transfers)
    return Event(number, stream, seq + 1, kind, at, by, marked, dict(body), digest)


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


def _post(connection: Connection, number: int, transfers: Sequence[Transfer]) -> None:
    """Every transfer must be covered when it is made: what comes in later in the same event pays for nothing before it."""
    # In the order of their names, so that two tables touching the same accounts never wait for each other in a ring.
    for account, (low, moved) in sorted(lows(transfers).items()):
        if max(abs(moved), -low) > MOST:
            raise Refused(f"{account}: {max(abs(moved), -low)} cents at once are more than the books hold")
        owing = kind_of(account) in schema.OWING
        change = {"account": account, "moved": moved, "least": -schema.MOST_OWED if owing else -low}
        if connection.execute(_CHANGE, change).rowcount == 1:
            continue
        if low < 0 and not owing:
            raise Short(f"{account} has less than {-low / 100:,.2f}")
        open_account(connection, account, moved)
    try:
        connection.execute(
            _TRANSFER,
            [transfer._asdict() | {"event": number, "position": place} for place, transfer in enumerate(transfers)],
        )
    except IntegrityError:
        raise Refused("that settlement has already been posted") from None


def house_transfers(kind: str, body: Mapping[str, Any]) -> list[Transfer]:
    """What an event of the house moves: chips for cash, cash for chips, and nothing otherwise."""
    if kind == "buy-in":
        return [Transfer(CAGE, f"player:{body['player']}", body["amount"], kind)]
    if kind == "cash-out":
        return [Transfer(f"player:{body['player']}", CAGE, body["amount"], kind)]
    return []


def receipt_hash(fields: Sequence[str]) -> str:
    """The hash of a receipt: of who asked what, under which key, and what was answered when."""
    return hashlib.sha256(json.dumps(list(fields), separators=(",", ":")).encode()).hexdigest()


def open_account(connection: Connection, account: str, balance: int = 0) -> None:
    connection.execute(insert(schema.accounts).values(id=account, kind=kind_of(account), balance=balance))


def balance(connection: Connection, account: str) -> int:
    """Cents in an account; one that was never used is empty."""
    found = connection.execute(_BALANCE, {"account": account}).scalar()
    return int(found or 0)


def balances(connection: Connection, accounts: Iterable[str], *, lock: bool = False) -> dict[str, int]:
    """Cents in each account, read in one statement. Locked, in the order of their names, nobody else moves them until the
    transaction ends; an account that was never used is empty, and there is nothing to lock."""
    wanted = sorted(set(accounts))
    held = dict.fromkeys(wanted, 0)
    if wanted:
        found = connection.execute(_BALANCES_LOCKED if lock else _BALANCES, {"accounts": wanted})
        held.update((row[0], int(row[1])) for row in found)
    return held


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
    return Event(row.id, row.stream, row.seq, row.kind, row.at, row.by, row.marks, json.loads(row.body), row.hash)
