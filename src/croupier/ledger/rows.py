"""What the lists beside the events must hold, event by event: tables, rounds, results, tokens and receipts follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, select

from croupier.ledger import corrections, results, schema
from croupier.ledger.books import ASKED, Event, receipt_hash
from croupier.ledger.live import LiveTable

_OF_A_ROUND = ("round-opened", "acts", "ruling-approved", "round-voided")
_SUMMARY = ("status", "dealer", "players", "irregular")
_COLUMNS = {
    "tables": ("game", "name", "status", "opened", "owner", "shared"),
    "rounds": ("table", "number", "first", "opened", "corrected", *_SUMMARY),
    "results": ("table", "round", "day", "dealer", "stake", "win", "squares"),
    "tokens": ("name", "role", "issued", "expires", "hash", "revoked"),
    "receipts": ("request", "hash"),
}
_KEYS: Mapping[str, Callable[[Any], str]] = {
    "receipts": lambda row: f"{row.actor} {row.key}",
    "results": lambda row: f"{row.event} {row.wager}",
}


class Rows:
    """The lists as the events so far say they are."""

    def __init__(self) -> None:
        self._expected: dict[str, dict[str, list[Any]]] = {name: {} for name in _COLUMNS}

    def event(self, event: Event) -> None:
        """What any event says of a receipt, and one of the house of a token."""
        if ASKED in event.body:
            key, *told = event.body[ASKED]
            self._expected["receipts"][f"{event.by} {key}"] = [*told, None][:2]
        tokens = self._expected["tokens"]
        if event.kind == "token-issued":
            tokens[event.body["id"]] = [*(event.body[name] for name in _COLUMNS["tokens"][:-1]), None]
        elif event.kind == "token-revoked":
            tokens[event.body["id"]][-1] = event.at

    def table(self, event: Event, table: LiveTable) -> None:
        """What an event of a table, folded in, makes of it, of its rounds and of their results."""
        tables, rounds = self._expected["tables"], self._expected["rounds"]
        if event.kind == "table-opened":
            kept = [event.body["game"], event.body["name"], "open", event.at, table.owner, int(table.settings.shared)]
            tables[table.id] = kept
        elif event.kind == "table-shared":
            tables[table.id][5] = int(table.settings.shared)
        elif event.kind == "table-closed":
            tables[table.id][2] = "closed"
        elif event.kind == "round-opened":
            rounds[table.round_id] = [table.id, table.number, event.seq, event.at, 0]
        if event.kind in corrections.KINDS:
            kept = rounds[event.body["round"]]
            now = results.afterwards(kept[-1], event.body)
            kept[4], kept[-1] = now["corrected"], now["irregular"]
        elif event.kind in _OF_A_ROUND:
            now = results.summary(table)
            rounds[table.round_id][5:] = [now[name] for name in _SUMMARY]
        for row in results.rows(table, event, event.body, table.earned()):
            self._expected["results"][f"{event.id} {row['wager']}"] = [row[name] for name in _COLUMNS["results"]]

    def opened(self, round_id: str) -> str | None:
        """When a round began; None where there is none so far."""
        kept = self._expected["rounds"].get(round_id)
        return None if kept is None else str(kept[3])

    def wrong(self, connection: Connection) -> str | None:
        """The first row that is not what the events say."""
        for name, columns in _COLUMNS.items():
            expected, kept = self._expected[name], {}
            for row in connection.execute(select(schema.metadata.tables[name])):
                key = _KEYS[name](row) if name in _KEYS else row.id
                kept[key] = [getattr(row, column) for column in columns]
                if name == "receipts" and receipt_hash(row[:-1]) != row.hash:
                    return f"receipts: {key}: what was answered, or when, was changed"
            for key in sorted({*kept, *expected}, key=str):
                if kept.get(key) != expected.get(key):
                    return f"{name}: {key} is kept as {kept.get(key)}, the events say {expected.get(key)}"
        return None
