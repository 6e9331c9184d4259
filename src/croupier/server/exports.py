"""The records as comma-separated values, for a spreadsheet. No cell that somebody wrote is read there as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from croupier.server.holding import Hold

MOST = 10_000
"""Events or rounds in one file."""
_FORMULA = frozenset("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""What a spreadsheet takes for the beginning of one, in full width too."""
Cell = str | int | Decimal | float | None


def safe(cell: Cell) -> Cell:
    """A cell that is only text to whoever opens the file; figures are figures."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in _FORMULA and cell else cell


def written(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A file, by RFC 4180."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def dollars(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-2)


def events(found: Iterable[Mapping[str, Any]]) -> str:
    heads = ("event", "at", "chain", "number", "kind", "what", "staked", "house win", "by", "marks", "hash")
    return written(
        heads,
        (
            (
                *(entry[name] for name in ("id", "at", "stream", "seq", "kind", "said")),
                dollars(entry["stake"]),
                dollars(entry["win"]),
                entry["by"],
                " ".join(entry["marks"]),
                entry["hash"],
            )
            for entry in found
        ),
    )


def rounds(found: Iterable[Mapping[str, Any]]) -> str:
    heads = (
        *("round", "opened", "table", "table name", "game", "dealer", "players", "staked", "house win", "state"),
        *("irregularities", "corrected"),
    )
    return written(
        heads,
        (
            (
                *(entry[name] for name in ("round", "opened", "table", "name", "game", "dealer")),
                " ".join(entry["players"]),
                dollars(entry["stake"]),
                dollars(entry["win"]),
                entry["status"],
                " ".join(entry["irregular"]),
                "yes" if entry["corrected"] else "",
            )
            for entry in found
        ),
    )


def holds(found: Iterable[Hold], by: str) -> str:
    heads = (
        *(by, "name", "rounds", "handle", "house win", "hold", "players' fund", "handle that is priced"),
        *("theoretical win", "theoretical hold", "standard error of the hold", "deviation in standard errors"),
    )
    return written(
        heads,
        (
            (
                *(hold.name, hold.label, hold.rounds, dollars(hold.handle), dollars(hold.win), _part(hold.hold)),
                *(dollars(hold.drop), dollars(hold.priced)),
                "not priced" if hold.theoretical is None else dollars(round(hold.expected)),
                "not priced" if hold.theoretical is None else _part(hold.theoretical),
                *(_part(hold.error), _part(hold.deviation)),
            )
            for hold in found
        ),
    )


def _part(value: float | None) -> Cell:
    return None if value is None else round(value, 6)
