"""Handle, win and hold, beside what the prices of the wagers say: by game, table, dealer, day or wager.

Everything is added up by the database from what each event came to; no round is played again and nothing is locked. What is not
priced is said to be so: the theoretical hold, and how far the win is from it, are of the wagers that are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, get_args

from sqlalchemy import Connection, func, select

from croupier.errors import BadInput
from croupier.ledger import books, schema
from croupier.ledger.results import DROP, RAKE, TIME
from croupier.rules.naming import words
from croupier.rules.terms import Wager
from croupier.server.floor import Floor, prepare
from croupier.server.jobs import known_prices
from croupier.table.playable import Playable

By = Literal["game", "table", "dealer", "day", "wager"]
BY: tuple[By, ...] = get_args(By)
_POTS = (RAKE, TIME, DROP)


class Theory(NamedTuple):
    """What a dollar on a wager costs its player on average, and the variance; both nothing `within` another wager's price."""

    edge: float
    variance: float
    within: str = ""


@dataclass(slots=True)
class Hold:
    """What one game, table, dealer, day or wager came to. Cents; the expected win is a statistic."""

    name: str
    label: str
    rounds: int = 0
    handle: int = 0
    win: int = 0
    drop: int = 0
    """What went into the players' own fund: the house keeps it, and it is no win of the house."""
    pots: bool = False
    """Is the house paid from players' pots, or by the hour? Then there is nothing to hold against the players."""
    priced: int = 0
    """What of the handle was staked on wagers whose price is known."""
    priced_win: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, wager: str, stake: int, win: int, squares: float, theory: Theory | None) -> None:
        if wager in _POTS:
            self.pots = True
            self.drop += win if wager == DROP else 0
            self.win += win if wager != DROP else 0
            return
        self.handle += stake
        self.win += win
        if theory is not None:
            self.priced += stake
            self.priced_win += win
            self.expected += theory.edge * stake
            self.variance += theory.variance * squares * 10_000

    @property
    def hold(self) -> float | None:
        return self.win / self.handle if self.handle > 0 else None

    @property
    def theoretical(self) -> float | None:
        """The theoretical hold of what is priced; None where nothing is."""
        return self.expected / self.priced if self.priced > 0 else None

    @property
    def error(self) -> float | None:
        """One standard error of the hold of what is priced, as if each wager were decided by itself."""
        return self.variance**0.5 / self.priced if self.priced > 0 and self.variance > 0 else None

    @property
    def deviation(self) -> float | None:
        """How many standard errors the win on what is priced lies above the expected one."""
        return (self.priced_win - self.expected) / self.variance**0.5 if self.variance > 0 else None

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "label": self.label,
            "rounds": self.rounds,
            "handle": self.handle,
            "win": self.win,
            "hold": self.hold,
            "drop": self.drop,
            "priced": self.priced,
            "theoretical_win": round(self.expected) if self.priced > 0 else None,
            "theoretical_hold": self.theoretical,
            "standard_error": self.error,
            "deviation": self.deviation,
        }


def report(
    floor: Floor,
    by: By,
    *,
    since: str | None = None,
    until: str | None = None,
    table: str | None = None,
    practice: bool = False,
) -> list[Hold]:
    """The house's books, or those of `practice`, from day to day; the largest handle first, days in their order."""
    if by not in BY:
        raise BadInput(f"by: {by!r} is none of {', '.join(BY)}")
    chosen = _Chosen(by, since, until, table, practice)
    with floor.database.snapshot() as connection:
        tables = {row.id: row for row in connection.execute(chosen.tables())}
        sums = connection.execute(chosen.sums()).all()
        counted = connection.execute(chosen.rounds()).all() if by != "wager" else []
        theories = _theories(connection, {row.table for row in sums})
    found: dict[str, Hold] = {}
    together: dict[str, dict[str, None]] = {}
    for row in sums:
        at, theory = tables[row.table], theories[row.table].get(row.wager)
        name = theory.within if by == "wager" and theory is not None and theory.within else chosen.name(row, at)
        hold = found.setdefault(name, Hold(name, at.name if by == "table" else words(name) if by == "wager" else name))
        hold.add(row.wager, int(row.stake), int(row.win), float(row.squares), theory)
        if row.wager != name:
            together.setdefault(name, {})[words(row.wager)] = None
    if by == "wager":
        for name, others in together.items():
            found[name].label += f" with {', '.join(others)}"
    for row in counted:
        if (name := chosen.name(row, tables[row.table])) in found:
            found[name].rounds += int(row.counted)
    order = (lambda hold: hold.name) if by == "day" else (lambda hold: (-hold.handle, -hold.win, hold.name))
    return sorted(found.values(), key=order)


def total(holds: Iterable[Hold]) -> Hold:
    """All of them together."""
    found = Hold("", "Total")
    for hold in holds:
        for part in ("rounds", "handle", "win", "drop", "priced", "priced_win", "expected", "variance"):
            setattr(found, part, getattr(found, part) + getattr(hold, part))
    return found


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What is asked for, as the database is asked."""

    by: By
    since: str | None
    until: str | None
    table: str | None
    practice: bool

    def name(self, row: Any, table: Any) -> str:
        return str(table.game if self.by == "game" else getattr(row, self.by)) or "the equipment"

    def tables(self) -> Any:
        kept = schema.tables
        owned = kept.c.owner.is_not(None) if self.practice else kept.c.owner.is_(None)
        query = select(kept.c.id, kept.c.game, kept.c.name).where(owned)
        return query.where(kept.c.id == self.table) if self.table else query

    def sums(self) -> Any:
        kept = schema.results
        parts = [kept.c.table, kept.c.wager, *([kept.c[self.by]] if self.by in ("day", "dealer") else [])]
        sums = [func.sum(kept.c[name]).label(name) for name in ("stake", "win", "squares")]
        return self._within(select(*parts, *sums), kept.c.table, kept.c.day).group_by(*parts)

    def rounds(self) -> Any:
        kept = schema.rounds
        day = func.substr(kept.c.opened, 1, 10).label("day")
        parts = [kept.c.table, *([day] if self.by == "day" else [kept.c.dealer] if self.by == "dealer" else [])]
        query = select(*parts, func.count().label("counted")).where(kept.c.status != "playing")
        return self._within(query, kept.c.table, day).group_by(*parts)

    def _within(self, query: Any, table: Any, day: Any) -> Any:
        query = query.where(table.in_(self.tables().with_only_columns(schema.tables.c.id)))
        query = query.where(day >= self.since) if self.since else query
        return query.where(day <= self.until) if self.until else query


def _theories(connection: Connection, tables: Iterable[str]) -> dict[str, Mapping[str, Theory]]:
    """What the wagers of these tables are worth by the stored prices of their games."""
    known: dict[int, Mapping[str, Theory]] = {}
    found: dict[str, Mapping[str, Theory]] = {}
    for table in tables:
        opening = books.read_events(connection, table, first=1, last=1)[0].body
        game = prepare(opening["game"], opening["house_rules"], opening["version"])
        if id(game) not in known:
            known[id(game)] = _Priced.of(game, opening).wagers()
        found[table] = known[id(game)]
    return found


@dataclass(frozen=True, slots=True)
class _Priced:
    """A game and what is stored of its prices."""

    game: Playable
    prices: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, game: Playable, opening: Mapping[str, Any]) -> _Priced:
        """Prices under the table's own rules or, as limits posted at a table only bound a stake, under the same without them."""
        without = {part: value for part, value in (opening["house_rules"] or {}).items() if part != "limits"}
        same = prepare(opening["game"], without, opening["version"])
        return cls(game, known_prices(game) or known_prices(same) or [])

    def wagers(self) -> dict[str, Theory]:
        """By the names that settlement lines have. A wager without a price of its own may be part of the one it belongs to."""
        found = {}
        for name, spot in self.game.called.items():
            entry = self._entry(name, spot.wager)
            if entry is None:
                if (opener := self._within(spot.wager)) is not None:
                    found[name] = Theory(0.0, 0.0, opener.called)
            elif spot.wager.placed != "never":  # a bonus of its own is paid on another's stake
                found[name] = Theory(entry["house_edge"], entry["variance"])
        return found

    def _within(self, wager: Wager) -> Wager | None:
        """The wager in whose price this one is counted: one that it belongs to, and that puts more at risk than its own stake."""
        opener = self.game.terms.wagers.get(wager.of or "")
        entry = None if opener is None else self._entry(opener.called, opener)
        return opener if entry is not None and entry["element_of_risk"] != entry["house_edge"] else None

    def _entry(self, name: str, wager: Wager) -> dict[str, Any] | None:
        """The price under the tables that are posted; None where it moves with a meter, or more than one could be meant."""
        entries = [entry for entry in self.prices if entry["wager"] == name]
        entries = entries or [entry for entry in self.prices if entry["wager"] in (wager.id, wager.called)]
        if len(entries) > 1:
            posted = {table.id for table in self.game.terms.chosen.values() if wager.id in (table.wager, self._of(table.wager))}
            entries = [entry for entry in entries if entry["paytable"] in posted]
        return entries[0] if len(entries) == 1 and "meter" not in entries[0] else None

    def _of(self, wager: str) -> str | None:
        found = self.game.terms.wagers.get(wager)
        return None if found is None else found.of
