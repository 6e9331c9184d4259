"""Settlement lines: what became of each stake, with separate fields and the clause."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from croupier.errors import BadInput


class Line(NamedTuple):
    """One stake settled. `won` excludes the stake, which is in `returned`; commission is positive."""

    seat: int
    wager: str
    stake: int
    outcome: str
    returned: int
    won: int
    commission: int
    clause: str
    reading: str | None = None

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings relied on, each by its name."""
        return tuple(self.reading.split(", ")) if self.reading else ()

    @property
    def net(self) -> int:
        return self.won + self.returned - self.stake - self.commission


class Tip(NamedTuple):
    """What the house pays into the dealers' tip pool for a player's hand."""

    seat: int
    line: str
    row: str
    cents: int
    clause: str


def money(cents: int) -> str:
    """Cents as dollars: `-12.50`."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"


def cents(text: str) -> int:
    """Dollars as a person types them, in cents: `12.50`, `$1,000`, `7`.

    >>> cents("$1,012.5"), cents(" 7 ")
    (101250, 700)
    """
    plain = text.strip().removeprefix("$").replace(",", "").strip()
    dollars, _, rest = plain.partition(".")
    if not (dollars or rest) or not (dollars + rest).isascii() or not (dollars + rest).isdecimal() or len(rest) > 2:
        raise BadInput(f"{text.strip()!r} is not an amount: dollars, as in 12 or 12.50")
    if len(dollars) > 10:
        raise BadInput(f"{text.strip()!r} is too large an amount")
    return int(dollars or 0) * 100 + int(rest.ljust(2, "0") or 0)


def net(lines: Iterable[Line]) -> dict[int, int]:
    """Cents won or lost by each seat."""
    totals: dict[int, int] = {}
    for line in lines:
        totals[line.seat] = totals.get(line.seat, 0) + line.net
    return totals


def as_json(line: Line) -> dict[str, Any]:
    shown = line._asdict()
    if shown["reading"] is None:
        del shown["reading"]
    return shown
