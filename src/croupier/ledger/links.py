"""Jackpots that tables share, in the books: a chain of their own, whose row is the lock, and an account a meter.

Every event says all of the meters: where they started, what went on them and came off, and what they stand at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import floor
from typing import Any

from sqlalchemy import Connection

from croupier.ledger import books, corrections
from croupier.ledger.books import CAGE, PRACTICE_CAGE, Added, Event, Transfer
from croupier.rules.model import Meter as Terms
from croupier.table.link import Link
from croupier.table.meters import Moved

STREAM = "link-"
OPENED, MOVED = "link-opened", "meters-moved"
_PRACTICE = "-practice-"


def for_practice(link: str, name: str) -> str:
    """Somebody's own jackpot, for their practice tables: nobody else's luck is spent there, and no money of the house."""
    return f"{link}{_PRACTICE}{name}"


def is_for_practice(link: str) -> bool:
    return _PRACTICE in link


def stream_of(link: str) -> str:
    return STREAM + link


def account_of(link: str, meter: str) -> str:
    return f"meter:{link}:{meter}"


def seeds(link: str, opened: Link) -> list[Transfer]:
    """What the house puts on the meters of a new link."""
    cage = PRACTICE_CAGE if is_for_practice(link) else CAGE
    return [
        Transfer(cage, account_of(link, name), meter.seed, "meter", None, name)
        for name, meter in opened.meters.items()
        if meter.seed
    ]


def open_link(connection: Connection, link: str, terms: Mapping[str, Terms], *, by: str) -> Added:
    """A link that no table has been joined to."""
    opened = Link.opened(terms)
    return books.append(connection, stream_of(link), OPENED, {"meters": opened.written()}, seeds(link, opened), by=by)


def tell(
    connection: Connection, link: str, now: Link, moved: Mapping[str, Moved], *, table: str, round_id: str, by: str
) -> Added:
    """A table has fed the meters, or paid from them: the money went with its own event."""
    body: dict[str, Any] = {"table": table, "round": round_id, "meters": now.written()}
    marks = ["jackpot"] if any(entry.paid for entry in moved.values()) else []
    return books.append(connection, stream_of(link), MOVED, body, by=by, marks=marks)


def whole_cents(now: Link) -> dict[str, int]:
    """What the account of each meter holds: a part of a cent stays on the meter."""
    return {name: floor(meter.amount) for name, meter in now.meters.items()}


@dataclass(slots=True)
class Audit:
    """The links as their own chains have them, against what the tables did. Each answer says what is wrong, if anything is."""

    links: dict[str, Link] = field(default_factory=dict)
    untold: set[str] = field(default_factory=set)
    """Links that a table has moved, and whose own chain does not say so yet."""

    def event(self, event: Event, posted: Sequence[Transfer]) -> str | None:
        """An event of a link's own chain."""
        link, said = event.stream.removeprefix(STREAM), event.body["meters"]
        if event.kind == OPENED:
            opened = Link.read(said)
            at_seed = all(
                meter.amount == meter.start == meter.seed and not any(meter.moved) for meter in opened.meters.values()
            )
            self.links[link] = opened
            return None if event.seq == 1 and at_seed and list(posted) == seeds(link, opened) else "a link opens at its seeds"
        if event.kind != MOVED or posted or link not in self.untold:
            return "no table has moved these meters"
        self.untold.discard(link)
        right = self.links[link].written()
        return None if said == right else f"the meters are said to be {said}, what tables did makes them {right}"

    def stands(self, event: Event, link: str | None) -> str | None:
        """What a table was told of its meters, as it was joined to the link or before it fed them or paid."""
        told = [(form[1], form[2]) for form in event.body.get("acts", ()) if form[0] == "meter"]
        if event.kind == "table-opened" and link is not None:
            told += event.body["meters"].items()
        if event.kind in corrections.KINDS:
            told += [(name, form[0]) for name, form in event.body["meters"].items()]
        for name, amount in told:
            if link not in self.links or link in self.untold:
                return f"it is told of the meters of {link}, which were not there or not yet written"
            if str(self.links[link].meters[name].amount) != amount:
                return f"{name} is said to stand at {amount}, and stood at {self.links[link].meters[name].amount}"
        return None

    def moved(self, link: str | None, moved: Mapping[str, Moved]) -> str | None:
        """A table has fed its meters, or paid from them."""
        if not moved:
            return None
        if link not in self.links or link in self.untold:
            return f"it moves the meters of {link}, which were not there or not yet written"
        self.links[link] = self.links[link].moved(moved)
        self.untold.add(link)
        return None

    def ends(self, balances: Mapping[str, int]) -> str | None:
        """Every meter follows from its seed, its contributions and its payouts, and its account holds its whole cents."""
        if self.untold:
            return f"{min(self.untold)}: a table has moved its meters and its chain does not say so"
        for link, now in self.links.items():
            for name, cents in whole_cents(now).items():
                held = balances.get(account_of(link, name), 0)
                if not now.meters[name].balanced() or held != cents:
                    return f"{link}: {name} stands at {now.meters[name].amount}, its account holds {held}"
        return None
