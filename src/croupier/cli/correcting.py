"""`croupier ledger correct`, `pot`, `rule` and `corrections`: what is set right about a round when it is over, and by whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from croupier.cli.app import print_json
from croupier.cli.serving import default_database
from croupier.errors import BadInput, shown
from croupier.ledger.database import Database
from croupier.server import corrections, pots, recall
from croupier.server.floor import Floor
from croupier.server.people import Person, identify
from croupier.table.settlement import cents, money


@contextmanager
def _floor(database: str | None) -> Iterator[Floor]:
    books = Database(database or default_database(), create=False)
    try:
        yield Floor(books)
    finally:
        books.close()


def _change(
    database: str | None,
    token: str | None,
    round_id: str,
    work: Callable[[Floor, Person], dict[str, Any]],
    *,
    as_json: bool,
) -> None:
    """Do it in the name of whoever holds the token, and show what it came to."""
    with _floor(database) as floor:
        event = work(floor, identify(floor.database, token))["event"]
        done = next(entry for entry in recall.corrections(floor, round_id) if entry["event"] == event)
    print_json(done) if as_json else print(_said(done))


def correct_line(
    database: str | None,
    token: str | None,
    round_id: str,
    line: int,
    amounts: Mapping[str, str],
    *,
    clause: str,
    why: str,
    as_json: bool,
) -> None:
    returned, won, commission = (cents(amounts[name]) for name in ("returned", "won", "commission"))

    def work(floor: Floor, person: Person) -> dict[str, Any]:
        return corrections.correct(
            floor, person, round_id, line, returned=returned, won=won, commission=commission, clause=clause, why=why
        )

    _change(database, token, round_id, work, as_json=as_json)


def correct_pot(
    database: str | None,
    token: str | None,
    round_id: str,
    given: Sequence[str],
    stays: Mapping[str, str | None],
    *,
    clause: str,
    why: str,
    as_json: bool,
) -> None:
    shares = dict(_share(said) for said in given)
    rake, drop = (None if stays[name] is None else cents(str(stays[name])) for name in ("rake", "promotional_drop"))

    def work(floor: Floor, person: Person) -> dict[str, Any]:
        return pots.correct_pot(floor, person, round_id, shares, rake=rake, promotional_drop=drop, clause=clause, why=why)

    _change(database, token, round_id, work, as_json=as_json)


def _share(said: str) -> tuple[int, int]:
    """A seat and its part of the pot, as in `2=57.00`."""
    seat, equals, dollars = said.partition("=")
    if not equals or not seat.isdecimal() or len(seat) > 2:
        raise BadInput(f"{shown(said)}: a seat and its part of the pot are expected, as in 2=57.00")
    return int(seat), cents(dollars)


def rule_late(
    database: str | None, token: str | None, round_id: str, irregularity: str, seat: int, *, why: str, as_json: bool
) -> None:
    def work(floor: Floor, person: Person) -> dict[str, Any]:
        return corrections.rule_late(floor, person, round_id, irregularity, seat, why=why)

    _change(database, token, round_id, work, as_json=as_json)


def show_corrections(database: str | None, round_id: str, *, as_json: bool) -> None:
    with _floor(database) as floor:
        recall.recall(floor, round_id)
        found = recall.corrections(floor, round_id)
    if as_json:
        print_json(found)
    else:
        print("\n".join(map(_said, found)) or "nothing was changed")


def _said(entry: Mapping[str, Any]) -> str:
    what = entry["irregularity"] or entry["kind"]
    moved = [f"line {line}: {money(was)} to {money(now)}" for line, (was, now) in entry["lines"].items()]
    owed = [f"{account} owes {money(due)}" for account, due in entry["debts"].items()]
    told = "; ".join([*moved, *owed]) or "the play stands"
    return f"{entry['at']} {what} by {entry['by']} ({entry['authority']}, {entry['clause']}): {told}: {entry['why']}"
