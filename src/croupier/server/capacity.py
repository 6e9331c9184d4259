"""How many tables may be open: the house's own, which practice never takes up, and beside them so many to practise at.

Of these a person has a few, all guests of one address a tenth, and all guests together half: whoever was invited finds one.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, func, select

from croupier.ledger import schema
from croupier.server.people import GUESTS, Person, Role

EACH = 6
"""Practice tables that somebody who is not of the house may have open."""
_tables, _tokens = schema.tables, schema.tokens


def why_full(connection: Connection, person: Person, *, practice: bool, most: int) -> str | None:
    """Why there is no room for one more table, where `most` of each sort may be open."""
    if _open(connection, _tables.c.owner.is_not(None) if practice else _tables.c.owner.is_(None)) >= most:
        return f"{most} {'practice ' if practice else ''}tables are open already"
    if person.role is not Role.GUEST:
        return None
    if _open(connection, _tables.c.owner.like("guest-%")) >= (guests := max(1, most // 2)):
        return f"{guests} practice tables are open to guests already: the others are for whoever was invited"
    if _open(connection, _of_share(person.share)) >= (share := max(EACH, most // 10)):
        return f"{share} practice tables are open to guests of your address already: close one first"
    return None


def opened_by(connection: Connection, person: Person) -> list[str]:
    """The open practice tables that are this person's own, the oldest first."""
    query = select(_tables.c.id).where(_tables.c.status == "open", _tables.c.owner == person.name)
    return [str(found) for found in connection.execute(query.order_by(_tables.c.opened)).scalars()]


def _open(connection: Connection, which: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(_tables).where(_tables.c.status == "open", which)
    return int(connection.execute(query).scalar() or 0)


def _of_share(share: str) -> ColumnElement[bool]:
    """Tables whose owners come out of a share: it is the beginning of their tokens' numbers."""
    if not share.startswith(GUESTS):
        return _tables.c.owner == share.partition(":")[2]
    first = share.removeprefix(GUESTS)
    return _tables.c.owner.in_(select(_tokens.c.name).where(_tokens.c.id >= first, _tokens.c.id < first + "g"))
