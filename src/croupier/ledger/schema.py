"""The ledger's tables. Events and transfers are only ever added; balances, heads and rounds can be rebuilt from them."""

from __future__ import annotations

from itertools import product

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

VERSION = "6"
OWING = ("cage", "practice-cage", "debt")
"""Kinds of account that may be below nothing: a cage by the chips it has issued, a debt by what somebody owes the house."""
GENESIS = "0" * 64
"""What a chain's first event has as the hash before it."""
metadata = MetaData()
_number = BigInteger().with_variant(Integer, "sqlite")

about = Table("about", metadata, Column("key", String, primary_key=True), Column("value", String, nullable=False))

streams = Table(
    "streams",
    metadata,
    Column("id", String, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("hash", String, nullable=False),
)
"""The last event of each chain: one chain a table, so that tables do not wait for each other, and one for the house."""

events = Table(
    "events",
    metadata,
    Column("id", _number, primary_key=True, autoincrement=True),
    Column("stream", String, nullable=False),
    Column("seq", Integer, nullable=False),
    # How the event is to be read: a later program still folds what an earlier one wrote.
    Column("version", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("at", String, nullable=False),
    Column("by", String, nullable=False),
    Column("marks", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("previous", String, nullable=False),
    Column("hash", String, nullable=False),
    UniqueConstraint("stream", "seq"),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("balance", BigInteger, nullable=False),
    CheckConstraint(f"balance >= 0 OR kind IN {OWING}", name="covered"),
)

transfers = Table(
    "transfers",
    metadata,
    Column("id", _number, primary_key=True, autoincrement=True),
    Column("event", _number, ForeignKey("events.id"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("debit", String, ForeignKey("accounts.id"), nullable=False),
    Column("credit", String, ForeignKey("accounts.id"), nullable=False),
    Column("amount", BigInteger, CheckConstraint("amount > 0"), nullable=False),
    Column("kind", String, nullable=False),
    Column("round", String),
    Column("wager", String),
    Column("settles", String),
    Column("reverses", String),
    UniqueConstraint("event", "position"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("name", String, nullable=False),
    Column("status", String, nullable=False),
    Column("opened", String, nullable=False),
    Column("owner", String),
    Column("shared", Integer, nullable=False),
)
"""A practice table has an owner, and is shared where others may see it and sit there; the house's own have none."""

rounds = Table(
    "rounds",
    metadata,
    Column("id", String, primary_key=True),
    Column("table", String, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("status", String, nullable=False),
    Column("seed", String),
    Column("first", Integer, nullable=False),
    Column("opened", String, nullable=False),
    Column("dealer", String, nullable=False),
    Column("players", String, nullable=False),
    Column("irregular", String, nullable=False),
    Column("corrected", Integer, nullable=False),
    UniqueConstraint("table", "number"),
)
"""Who dealt (nobody where the equipment did), who had staked, what was irregular, and whether it was corrected afterwards."""

results = Table(
    "results",
    metadata,
    Column("event", _number, ForeignKey("events.id"), primary_key=True),
    Column("wager", String, primary_key=True),
    Column("table", String, ForeignKey("tables.id"), nullable=False),
    Column("round", String),
    Column("day", String, nullable=False),
    Column("dealer", String, nullable=False),
    Column("stake", BigInteger, nullable=False),
    Column("win", BigInteger, nullable=False),
    Column("squares", Float, nullable=False),
)
"""What each wager came to for the house, event by event: a summary, so that handle and hold are added up and nothing is replayed.

`squares` is the sum of the squares of the stakes, in dollars: what a deviation is reckoned with, and no money."""
Index("results_by_round", results.c.round)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String, primary_key=True),
    Column("hash", String, nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("role", String, nullable=False),
    Column("issued", String, nullable=False),
    Column("expires", String, nullable=False),
    Column("revoked", String),
)

receipts = Table(
    "receipts",
    metadata,
    Column("actor", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("request", String, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", String, nullable=False),
    Column("hash", String, nullable=False),
)
"""What a write with an idempotency key answered, kept in the same transaction as what it did."""

jobs = Table(
    "jobs",
    metadata,
    Column("id", String, primary_key=True),
    Column("owner", String, nullable=False),
    Column("what", Text, nullable=False),
    Column("status", String, nullable=False),
    Column("done", BigInteger, nullable=False),
    Column("total", BigInteger),
    Column("message", Text, nullable=False),
    Column("result", Text),
    Column("asked", BigInteger, nullable=False),
    Column("began", BigInteger),
    Column("ended", BigInteger),
    Column("beat", BigInteger),
)
"""Long work, where every process of the server finds it; no part of the books. Times are milliseconds."""

sessions = Table("sessions", metadata, Column("hash", String, primary_key=True), Column("token", String, nullable=False))
cookies = Table("cookies", metadata, Column("secret", String, primary_key=True))
"""Browsers that are signed in, and what their cookies are signed with; no part of the books."""

BESIDE = ("jobs", "sessions", "cookies")
"""Tables that are no part of the books: no event says what they hold."""

OFTEN = ("acts", "round-opened")
# Not as a list: SQLite would put one together for every event that is added.
RARE = text(" AND ".join(f"kind <> '{kind}'" for kind in OFTEN))
"""Events that are looked for by their kind: the others are most of the book, and found by reading it backwards."""
Index("events_by_kind", events.c.kind, sqlite_where=RARE, postgresql_where=RARE)
_EVERY_ROUND = product(("", "reshuffle"), ("", "settled"), ("", "shuffle"))
ROUTINE = (*(" ".join(filter(None, marks)) for marks in _EVERY_ROUND), "sign-in")
SIGNIFICANT = text(" AND ".join(f"marks <> '{marks}'" for marks in ROUTINE))
"""Events that are marked with more than every round has: irregularities, voids, corrections, fills and the like."""
Index("events_significant", events.c.id, sqlite_where=SIGNIFICANT, postgresql_where=SIGNIFICANT)
# A settlement is posted once and reversed at most once. Most transfers are neither, and are in neither index.
for _key in (transfers.c.settles, transfers.c.reverses):
    Index(f"{_key.name}_once", _key, unique=True, sqlite_where=_key.is_not(None), postgresql_where=_key.is_not(None))
