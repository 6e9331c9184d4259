"""What one dealer sells or cashes for one player in a day, over the counter or with wagers said aloud."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, func, select

from croupier.ledger import schema
from croupier.server.people import NotAllowed, Person

DEALER_LIMIT = 1_000_000
"""What one dealer sells or cashes for one player in a day, unless the house says otherwise; more is for the floor."""


def never_to_oneself(person: Person, player: str) -> None:
    """Raise where somebody of the house would move money or chips of the house's to or from themself."""
    if player == person.name:
        raise NotAllowed(f"{player}: nobody moves the house's money to themself, or their own to the house")


def check_dealer(
    connection: Connection, person: Person, player: str, amount: int, kind: str, *, limit: int, besides: int = 0
) -> None:
    """Raise where a dealer would go beyond the day's limit for a player; the floor has none.

    `besides` is what the same write has sold and the books do not have yet.
    """
    if person.rules:
        return
    done = _sold(connection, person, player, kind) + besides
    if done + amount > limit:
        raise NotAllowed(f"a dealer's {kind} for one player is at most {limit} cents in a day, {done} are done: ask the floor")


def _sold(connection: Connection, person: Person, player: str, kind: str) -> int:
    """What this person has sold to a player, or cashed for them, since this time yesterday."""
    moved, events = schema.transfers, schema.events
    since = (datetime.now(UTC) - timedelta(days=1)).isoformat(timespec="milliseconds")
    query = (
        select(func.sum(moved.c.amount))
        .join(events, events.c.id == moved.c.event)
        .where(moved.c.kind == kind, events.c.by == person.name, events.c.at > since)
        .where((moved.c.debit if kind == "cash-out" else moved.c.credit) == f"player:{player}")
    )
    return int(connection.execute(query).scalar() or 0)
