"""What two or more games say about the same thing, a row a thing; whether they differ is decided on the plain values, not the citations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from croupier.rules.resolve import GameRules
from croupier.server.pages.game_choices import bounds
from croupier.server.pages.game_markup import Citations, Text, join, value_text
from croupier.server.pages.game_rules import limits, need_text, pays, size
from croupier.server.pages.saying import words

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the games compared."""

    game: GameRules
    described: Data
    prices: Sequence[Data] | None
    cite: Citations
    rulebook: str


@dataclass(frozen=True, slots=True)
class Row:
    """One thing, as every side has it."""

    name: str
    cells: tuple[Text, ...]
    differs: bool


Entry = tuple[Any, Text]
"""What is compared, and how it is shown."""
ABSENT: Entry = (None, Markup('<span class="muted">–</span>'))


def _rows(sides: Sequence[Mapping[str, Entry]]) -> list[Row]:
    """A row for every name any side has, in the order of the first that has it."""
    names = dict.fromkeys(name for side in sides for name in side)
    found = []
    for name in names:
        entries = [side.get(name, ABSENT) for side in sides]
        found.append(Row(name, tuple(shown for _, shown in entries), any(value != entries[0][0] for value, _ in entries[1:])))
    return found


def _each(sides: Sequence[Side], look: Callable[[Side], Mapping[str, Entry]]) -> list[Row]:
    return _rows([look(side) for side in sides])


def glance(sides: Sequence[Side]) -> list[Row]:
    """Document, clause and counts."""

    def look(side: Side) -> Mapping[str, Entry]:
        counts = {
            "wagers": sum(wager["offered"] for wager in side.described["wagers"]),
            "irregularities": len(side.described["rulings"]),
            "readings": len(side.described["readings"]),
        }
        plain = {
            "name": side.game.name,
            "rulebook": side.rulebook,
            "clause": side.game.clause,
            "procedure": side.game.file.procedure,
        }
        return {name: (value, str(value)) for name, value in (plain | counts).items()}

    # Documents and counts differ as a matter of course: only another procedure is a difference between games.
    return [replace(row, differs=row.differs and row.name == "procedure") for row in _each(sides, look)]


def options(sides: Sequence[Side]) -> list[Row]:
    """Every rule and option: fixed by the text, or what the house may choose, with the plain choice first."""

    def look(side: Side) -> Mapping[str, Entry]:
        return {option["option"]: _option(side, option) for option in side.described["options"]}

    return _each(sides, look)


def _option(side: Side, described: Data) -> Entry:
    option = side.game.file.options[described["option"]]
    if option.is_ is not None:
        text = value_text(option.is_)
    elif option.one_of is not None:
        text = " or ".join(map(value_text, option.one_of))
    else:
        text = bounds(option) or value_text(described["value"])
    kind = "fixed" if option.is_ is not None else "the house's choice"
    shown = join((text, Markup('<span class="muted">({})</span>').format(kind), side.cite.chips(described["clause"])), " ")
    return (kind, text), shown


def wagers(sides: Sequence[Side]) -> list[Row]:
    """Stakes, needs and what the posted table pays."""

    def look(side: Side) -> Mapping[str, Entry]:
        return {
            wager["wager"]: _wager(side, name, wager)
            for name, wager in zip(side.game.file.wagers, side.described["wagers"], strict=True)
        }

    return _each(sides, look)


def _wager(side: Side, name: str, wager: Data) -> Entry:
    needs = "; ".join(need_text(need) for need in wager["needs"])
    parts = [
        size(wager),
        limits(side.game, name),
        f"needs {needs}" if needs else "",
        f"pays {pays(side.game, name)}" if pays(side.game, name) else "",
    ]
    text = "; ".join(filter(None, parts))
    return text, join((text, side.cite.chips(wager["clause"])), " ")


def paytables(sides: Sequence[Side]) -> list[Row]:
    """What each hand of each wager pays; where a text prints several tables, each figure with the tables that have it."""

    def look(side: Side) -> Mapping[str, Entry]:
        found: dict[str, dict[str, list[str]]] = {}
        clauses: dict[str, list[str]] = {}
        for table in side.described["paytables"]:
            for hand, figure in table["rows"].items():
                name = f"{table['wager']}: {words(hand)}"
                said = ("at least " if table["floor"] else "") + figure
                found.setdefault(name, {}).setdefault(said, []).append(_table_name(table))
                clauses.setdefault(name, []).append(table["clause"])
        return {name: _figures(side, figures, clauses[name]) for name, figures in found.items()}

    return _each(sides, look)


def _table_name(table: Data) -> str:
    return str(table["id"]) + (f" {words(table['column'])}" if table.get("column") else "")


def _figures(side: Side, figures: Mapping[str, Sequence[str]], clauses: Iterable[str]) -> Entry:
    if len(figures) == 1:
        text = next(iter(figures))
    else:
        text = "; ".join(f"{figure} (table {', '.join(dict.fromkeys(tables))})" for figure, tables in figures.items())
    cited = ", ".join(dict.fromkeys(clauses))
    return frozenset(figures), join((text, side.cite.chips(cited)), " ")


def prices(sides: Sequence[Side]) -> list[Row]:
    """House edges, where they are known already."""
    if not any(side.prices for side in sides):
        return []

    def look(side: Side) -> Mapping[str, Entry]:
        found: dict[str, list[Data]] = {}
        for price in side.prices or ():
            found.setdefault(price["wager"], []).append(price)
        return {name: _edges(known) for name, known in found.items()}

    rows = _each(sides, look)
    unpriced = [place for place, side in enumerate(sides) if side.prices is None]
    return [
        Row(
            row.name,
            tuple(
                Markup('<span class="muted">not priced yet</span>') if place in unpriced else cell
                for place, cell in enumerate(row.cells)
            ),
            row.differs and not unpriced,
        )
        for row in rows
    ]


def _edges(known: Sequence[Data]) -> Entry:
    if len(known) == 1:
        text = f"{known[0]['house_edge']:.4%}"
    else:
        text = "; ".join(f"table {price['paytable']} {price['house_edge']:.4%}" for price in known)
    return {price["house_edge_exact"] or price["house_edge"] for price in known}, Markup(
        '<span class="figures">{}</span>'
    ).format(text)


def rulings(sides: Sequence[Side]) -> list[Row]:
    """What each irregularity does."""

    def look(side: Side) -> Mapping[str, Entry]:
        return {ruling["irregularity"]: _ruling(side, ruling) for ruling in side.described["rulings"]}

    return _each(sides, look)


def _ruling(side: Side, ruling: Data) -> Entry:
    compared = (
        ruling["remedy"],
        ruling["after_first"],
        ruling["otherwise"],
        tuple(ruling["then"]),
        tuple(sorted(ruling["choices"].items())),
    )
    then = f", then {', '.join(map(words, ruling['then']))}" if ruling["then"] else ""
    remedy = Markup("<b>{}</b>").format(words(ruling["remedy"]) + then)
    return compared, join((remedy, Markup("<br>"), ruling["says"], " ", side.cite.chips(ruling["clause"])))
