"""A verifier that shares nothing with the program: sqlite3, json and hashlib, and the description of the chain.

An event's hash is the SHA-256 of the JSON of [hash before, [version, stream, seq, kind, at, by, marks, body], [transfers...]], a transfer
being [debit, credit, amount, kind, round, wager, settles, reverses]. `python -m tests.support.verifier FILE` says what is wrong.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

EVENT = "id, version, stream, seq, kind, at, by, marks, body, previous, hash"
MOVED = "id, event, position, debit, credit, amount, kind, round, wager, settles, reverses"
SHARED = ("cage", "tips", "commission", "practice-tips", "practice-commission", "practice-cage")


class Wrong(Exception):
    """The first thing that is wrong."""


def verify(path: str | Path) -> str | None:
    """What is wrong with the ledger in this file, or None."""
    try:
        connection = sqlite3.connect(f"file:{Path(path).absolute()}?mode=ro", uri=True)
        try:
            connection.execute("BEGIN")
            _check(connection)
        finally:
            connection.close()
    except Wrong as wrong:
        return str(wrong)
    except (sqlite3.Error, TypeError, ValueError, OverflowError) as error:
        return f"it cannot be read: {error}"
    return None


def _check(connection: sqlite3.Connection) -> None:
    said = connection.execute("PRAGMA integrity_check").fetchone()[0]
    if said != "ok":
        raise Wrong(f"the file is damaged: {said}")
    moved: dict[Any, list[tuple[Any, ...]]] = defaultdict(list)
    for number, row in enumerate(connection.execute(f"SELECT {MOVED} FROM transfers ORDER BY event, position"), start=1):
        if row[0] != number or row[2] != len(moved[row[1]]):
            raise Wrong(f"event {row[1]}: transfer {row[0]} is not where it belongs")
        moved[row[1]].append(row[3:])
    heads: dict[str, tuple[int, str]] = {}
    balances: dict[str, int] = dict.fromkeys(SHARED, 0)
    used: set[str] = set()
    for number, row in enumerate(connection.execute(f"SELECT {EVENT} FROM events ORDER BY id"), start=1):
        identifier, fields, previous, digest = row[0], row[1:9], row[9], row[10]
        seq, before = heads.get(fields[1], (0, "0" * 64))
        if (identifier, fields[2], previous) != (number, seq + 1, before):
            raise Wrong(f"event {identifier}: it does not follow the event before it")
        transfers = moved.pop(identifier, [])
        written = json.dumps([previous, list(fields), [list(transfer) for transfer in transfers]], separators=(",", ":"))
        if hashlib.sha256(written.encode()).hexdigest() != digest:
            raise Wrong(f"event {identifier}: what it says, or what it moved, was changed")
        heads[fields[1]] = (seq + 1, digest)
        if (fields[1], fields[3]) == ("house", "heads"):
            for stream, head in json.loads(fields[7])["heads"].items():
                if heads.get(stream) != tuple(head):
                    raise Wrong(f"event {identifier}: {stream} was not there")
        _add_up(identifier, transfers, balances, used)
    if moved:
        raise Wrong(f"event {min(moved)}: its transfers are there and it is not")
    if {row[0]: row[1:] for row in connection.execute("SELECT id, seq, hash FROM streams")} != heads:
        raise Wrong("a chain does not end where its head says")
    kept = {row[0]: row[1:] for row in connection.execute("SELECT id, kind, balance FROM accounts")}
    if kept != {name: (name.partition(":")[0], balance) for name, balance in balances.items()}:
        raise Wrong("an account does not hold what its transfers add up to")


def _add_up(identifier: int, transfers: list[tuple[Any, ...]], balances: dict[str, int], used: set[str]) -> None:
    for debit, credit, amount, _kind, _round, _wager, settles, reverses in transfers:
        balances[debit] = balances.get(debit, 0) - amount
        balances[credit] = balances.get(credit, 0) + amount
        for key in (settles and f"settles {settles}", reverses and f"reverses {reverses}"):
            if key and (key in used or amount <= 0):
                raise Wrong(f"event {identifier}: {key} twice")
            used |= {key} if key else set()


if __name__ == "__main__":
    found = verify(sys.argv[1])
    print(f"NOT SOUND: {found}" if found else "sound")
    sys.exit(found is not None)
