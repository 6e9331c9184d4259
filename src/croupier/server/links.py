"""Jackpots that tables share, as every process of the server finds them: in the ledger, remembered while nobody has written there."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection

from croupier.ledger import books, links
from croupier.ledger.live import LiveTable
from croupier.rules.model import Meter as Terms
from croupier.server.remembered import MOST, Latest
from croupier.table import acts
from croupier.table.link import Link
from croupier.table.meters import Moved


class Links:
    """The links of one ledger."""

    def __init__(self) -> None:
        self._known: Latest[tuple[tuple[int, str], Link]] = Latest(MOST)

    def at(self, connection: Connection, link: str) -> Link | None:
        """What a link's meters stand at; in a transaction that writes, nobody moves them until it ends."""
        stream = links.stream_of(link)
        head = books.head(connection, stream)
        known = self._known.get(link)
        if known is not None and known[0] == head:
            return known[1]
        if not head[0]:
            return None
        (event,) = books.read_events(connection, stream, first=head[0], last=head[0])
        found = Link.read(event.body["meters"])
        self._known.keep(link, (head, found))
        return found

    def join(self, connection: Connection, link: str, terms: Mapping[str, Terms], *, by: str) -> Link:
        """The link a new table is joined to, opened where it is the first; on other terms than the others it is refused."""
        found = self.at(connection, link)
        if found is None:
            links.open_link(connection, link, terms, by=by)
            return Link.opened(terms)
        found.check(link, terms)
        return found

    def stands(self, connection: Connection, table: LiveTable) -> list[acts.Metered]:
        """What is to be told a round about its meters, where other tables have moved them."""
        assert table.link is not None and table.round is not None
        now = self.at(connection, table.link)
        assert now is not None, f"{table.id} is joined to {table.link}, which was never opened"
        return [
            acts.Metered(name, str(meter.amount))
            for name, meter in now.meters.items()
            if table.round.table.meters[name].amount != meter.amount
        ]

    def tell(self, connection: Connection, table: LiveTable, moved: Mapping[str, Moved], *, round_id: str, by: str) -> None:
        """Write what a table has put on its link and taken off."""
        assert table.link is not None
        before = self.at(connection, table.link)
        assert before is not None
        links.tell(connection, table.link, before.moved(moved), moved, table=table.id, round_id=round_id, by=by)
