"""Proof that the books were not touched: every chain recomputed, every round played again, every balance added up."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Table, func, select

from croupier.errors import CroupierError
from croupier.ledger import books as writing
from croupier.ledger import schema
from croupier.ledger.books import ASKED, GENESIS, HOUSE, Transfer, event_of, link
from croupier.ledger.database import SHARED, Database
from croupier.ledger.live import COMPANION, LiveTable, Prepare

Anchor = Mapping[str, tuple[int, str]]
"""How far each chain had come, and its hash there, when an auditor last looked and took it home."""


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

    @property
    def sound(self) -> bool:
        return self.wrong is None


@dataclass(slots=True)
class _Books:
    """What the events say so far."""

    anchor: Anchor = field(default_factory=dict)
    heads: dict[str, tuple[int, str]] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SHARED, 0))
    tables: dict[str, LiveTable] = field(default_factory=dict)
    settled: dict[str, Transfer] = field(default_factory=dict)
    rows: dict[str, dict[str, list[Any]]] = field(
        default_factory=lambda: {name: {} for name in ("tables", "rounds", "tokens", "receipts")}
    )
    """What the other tables must hold, by name and key, in the order of `_ROWS`."""


_ROWS = {
    "tables": ("game", "name", "status", "snapshot", "opened"),
    "rounds": ("table", "number", "first", "opened", "status"),
    "tokens": ("name", "role", "issued", "expires", "hash", "revoked"),
    "receipts": ("request", "hash"),
}


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
        with database.snapshot() as connection:
            if database.sqlite:
                _check_file(connection)
            _walk(connection, verdict, prepare, progress, _Books(anchor or {}), numbered=database.sqlite)
    except Wrong as error:
        verdict.wrong, verdict.event = str(error), error.event or verdict.event
    except Exception as error:  # books that cannot even be read are not sound, whatever it is that stops the reading
        if getattr(error, "connection_invalidated", False):
            raise
        where = f"event {verdict.event}: " if verdict.event else ""
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
        verdict.events += 1
        verdict.transfers += len(posted)
        if verdict.events % 200 == 0:
            progress(verdict.events, total)
    verdict.event = None
    if following is not None:
        raise Wrong(f"transfers of event {following[0]}, which is not there", following[0])
    _check_ends(connection, books, verdict)
    _check_rows(connection, books)
    for stream, (seq, _) in books.anchor.items():
        if books.heads.get(stream, (0, GENESIS))[0] < seq:
            raise Wrong(f"{stream}: the anchor was taken at event {seq}, and the chain ends before: events were taken away")
    verdict.heads = dict(sorted(books.heads.items()))
    progress(total, total)


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
    for transfer in posted:
        for account, amount in ((transfer.credit, transfer.amount), (transfer.debit, -transfer.amount)):
            books.balances[account] = books.balances.get(account, 0) + amount
        if books.balances[transfer.debit] < 0 and writing.kind_of(transfer.debit) in ("player", "practice", COMPANION):
            raise Wrong(f"{where}: {transfer.debit} pays {transfer.amount} and does not have it")
        if transfer.settles:
            books.settled[transfer.settles] = transfer
        if transfer.reverses:
            original = books.settled.pop(transfer.reverses, None)
            if original is None or (original.amount, original.credit) != (transfer.amount, transfer.debit):
                raise Wrong(f"{where}: it reverses {transfer.reverses}, which was not posted or already reversed")
    if ASKED in event.body:
        key, *told = event.body[ASKED]
        books.rows["receipts"][f"{event.by} {key}"] = [*told, None][:2]
    if row.stream == HOUSE:
        if writing.house_transfers(row.kind, event.body) != posted:
            raise Wrong(f"{where}: it moves other amounts than it says")
        _keep_token(books.rows["tokens"], event)
        return
    try:
        if row.kind == "table-opened":
            books.tables[row.stream] = LiveTable(row.stream, event.body, prepare)
        table = books.tables[row.stream]
        if row.kind == "round-opened":
            verdict.rounds += 1
            table.seed = seeds.get(event.body["round"])
            if _commitment(table.seed) != event.body["commitment"]:
                raise Wrong(f"{where}: the round's seed is not the one committed to")
            if event.body["snapshot"] != table.snapshot():
                raise Wrong(f"{where}: the table did not stand as it says")
        if table.fold(row.kind, event.body) != posted:
            raise Wrong(f"{where}: playing it again moves other amounts")
        _keep_table(books.rows, event, table)
    except Wrong:
        raise
    except (CroupierError, KeyError, TypeError, ValueError) as error:
        raise Wrong(f"{where}: it cannot be played again: {error}") from None


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


def _keep_token(tokens: dict[str, list[Any]], event: writing.Event) -> None:
    if event.kind == "token-issued":
        tokens[event.body["id"]] = [*(event.body[name] for name in _ROWS["tokens"][:-1]), None]
    elif event.kind == "token-revoked":
        tokens[event.body["id"]][-1] = event.at


def _keep_table(rows: Mapping[str, dict[str, list[Any]]], event: writing.Event, table: LiveTable) -> None:
    """How the lists of tables and rounds must read after this event."""
    if event.kind == "table-opened":
        rows["tables"][table.id] = [event.body["game"], event.body["name"], "open", 1, event.at]
    elif event.kind == "table-closed":
        rows["tables"][table.id][2] = "closed"
    elif event.kind == "round-opened":
        rows["tables"][table.id][3] = event.seq
        rows["rounds"][table.round_id] = [table.id, table.number, event.seq, event.at, "playing"]
    if table.round is not None:
        rows["rounds"][table.round_id][4] = table.status


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
    if sum(kept.values()):
        raise Wrong(f"the accounts add up to {sum(kept.values())}, not to nothing")
    verdict.issued = -kept.get("cage", 0)


def _check_rows(connection: Connection, books: _Books) -> None:
    """Tables, rounds, tokens and receipts are what the events say they are."""
    for name, columns in _ROWS.items():
        expected, kept = books.rows[name], {}
        for row in connection.execute(select(_table(name))):
            key = f"{row.actor} {row.key}" if name == "receipts" else row.id
            kept[key] = [getattr(row, column) for column in columns]
            if name == "receipts" and writing.receipt_hash(row[:-1]) != row.hash:
                raise Wrong(f"receipts: {key}: what was answered, or when, was changed")
        for key in sorted({*kept, *expected}, key=str):
            if kept.get(key) != expected.get(key):
                raise Wrong(f"{name}: {key} is kept as {kept.get(key)}, the events say {expected.get(key)}")


def _table(name: str) -> Table:
    return schema.metadata.tables[name]
