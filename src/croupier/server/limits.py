"""What is posted at a table: other limits between rounds, and what must be alike at all tables of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field
from sqlalchemy import Connection, select

from croupier.errors import Refused
from croupier.ledger import books, schema
from croupier.rules.posting import differs
from croupier.rules.resolve import GameRules
from croupier.server import between
from croupier.server.floor import Floor, prepare
from croupier.server.lines import check_line
from croupier.server.models import Wire, Word, like
from croupier.server.numbers import check_numbers
from croupier.server.people import Person


class PostLimits(Wire):
    """Other limits, and who was told."""

    model_config = like(limits={"table": {"minimum": 1000, "maximum": 50000, "unit": 500}})
    limits: dict[str, Any] = Field(description="For the whole table under `table`, and for wagers of their own; in cents.")
    told: list[Word] = Field(default=[], max_length=9, description="Who was told before, where the text asks for it.")


def post_limits(
    floor: Floor,
    person: Person,
    table_id: str,
    limits: Mapping[str, Any],
    *,
    told: tuple[str, ...] = (),
    key: str | None = None,
) -> dict[str, Any]:
    """Other limits at an open table, between rounds, once those have been told whom the text names."""
    check_numbers(limits, "limits")
    for who in told:
        check_line("told", who)
    return between.tell(floor, person, table_id, [["limits", dict(limits), "floor", list(told)]], key=key)


def check_uniform(connection: Connection, terms: GameRules) -> None:
    """Refuse a table whose odds or vigorish differ from those of another open one, where the text wants them alike in the house."""
    if "uniform" not in terms.file.wagering:
        return
    tables = schema.tables
    query = select(tables.c.id).where(tables.c.status == "open", tables.c.game == terms.id).order_by(tables.c.opened)
    for table_id in connection.execute(query).scalars():
        opening = books.read_events(connection, table_id, first=1, last=1)[0].body
        if opening["settings"].get("practice"):
            continue
        other = prepare(opening["game"], opening["house_rules"], opening["version"]).terms
        if (what := differs(terms, other)) is not None:
            clause = ", ".join(terms.file.wagering["uniform"].clause)
            raise Refused(f"{what} is not as at table {table_id}: it is alike at all tables of the house", clause=clause)
