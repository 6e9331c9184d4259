"""Where all chains stood, now and then: in the house's chain, and signed in a second place."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from croupier.errors import BadInput
from croupier.ledger import books, schema
from croupier.ledger.anchors import Anchor
from croupier.ledger.batch import Batch

if TYPE_CHECKING:
    from croupier.ledger.database import Database

EVERY = 1000
"""After so many events the heads of all tables are written into the house's chain, and signed."""
_log = logging.getLogger("croupier.ledger")


class Checkpoints:
    """What has been written since the last one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._events = 0
        self._noted: dict[str, tuple[int, str]] = {}

    def due(self, batch: Batch) -> bool:
        """Count what was committed, and sign where the house's chain stands if heads were written into it; is it time for more?"""
        house = batch.moved.get(books.HOUSE)
        if books.HEADS in batch.kinds and house is not None:
            self._sign(*house)
        self._events += batch.added
        if self._events < EVERY:
            return False
        self._events = 0
        return True

    def work(self, connection: Connection) -> None:
        """Every head that has moved since, in one event."""
        rows = connection.execute(select(schema.streams).where(schema.streams.c.id != books.HOUSE)).all()
        heads = {row.id: (row.seq, row.hash) for row in rows}
        moved = {stream: head for stream, head in heads.items() if self._noted.get(stream) != head}
        if moved:
            books.note_heads(connection, moved)
            self._noted = heads

    def ledger(self) -> str:
        """Which ledger this is: the hash of the first event of its house."""
        table = schema.events
        with self._database.read() as connection:
            query = select(table.c.hash).where(table.c.stream == books.HOUSE, table.c.seq == 1)
            return str(connection.execute(query).scalar() or "")

    def _sign(self, seq: int, digest: str) -> None:
        try:
            self._database.anchors.add(Anchor(books.now(), self.ledger(), seq, digest))
        except (OSError, ValueError, BadInput) as error:  # what was acknowledged stands; the next anchor will vouch for it
            _log.error("no anchor could be kept: %s", error)
