"""What two or more games say about the same thing, a row a thing; whether they differ is decided on values, not on words or citations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.compliance import describe
from croupier.compliance.wording import bounds, choice_text, limits, need_text, pays, size, words
from croupier.rules.resolve import GameRules

Data = Mapping[str, Any]
PLACES = 10
"""Digits to which a house edge found in floating-point numbers is compared."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the games compared: its rules, as plain data beside them, and its prices where they are known already."""

    game: GameRules
    rulebook: str
    described: Data
    prices: Sequence[Data] | None

    @classmethod
    def of(cls, game: GameRules, rulebook: str, prices: Sequence[Data] | None = None) -> Side:
        return cls(game, rulebook, describe.rules(game), prices)


@dataclass(frozen=True, slots=True)
class Fact:
    """What one side says: the value that is compared, the words for it, and the clauses it rests on."""

    value: Any
    says: str
    kind: str = ""
    """Who decides it: the text, or the house."""
    detail: str = ""
    """More of it in words, which are not compared."""
    clauses: str = ""
    called: str = ""
    """What this side's text calls the wager it is about."""
    known: bool = True


UNKNOWN = Fact(None, "not priced yet", known=False)
"""What nobody has worked out: neither equal to anything nor different from it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing as every side has it; None where a side says nothing of it."""

    name: str
    facts: tuple[Fact | None, ...]
    compared: bool = True

    @property
    def differs(self) -> bool:
        values = [None if fact is None else fact.value for fact in self.facts if fact is None or fact.known]
        return self.compared and any(value != values[0] for value in values[1:])

    @property
    def unknown(self) -> bool:
        """Might it differ, for all that is known?"""
        return self.compared and not self.differs and any(fact is not None and not fact.known for fact in self.facts)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the rules, row by row."""

    name: str
    rows: tuple[Row, ...]

    @property
    def compared(self) -> int:
        return sum(row.compared for row in self.rows)

    @property
    def differing(self) -> int:
        return sum(row.differs for row in self.rows)

    @property
    def unknown(self) -> int:
        return sum(row.unknown for row in self.rows)


def compare(sides: Sequence[Side]) -> tuple[Part, ...]:
    """All that the games say, side by side."""
    return (
        # That documents differ is no difference between games.
        Part("glance", _rows(sides, _glance, compared=lambda name: name not in ("name", "rulebook", "clause"))),
        Part("options", _rows(sides, _options)),
        Part("wagers", _rows(sides, _wagers)),
        Part("paytables", _rows(sides, _paytables)),
        Part("prices", _rows(sides, _prices, without=lambda side: UNKNOWN if side.prices is None else None)),
        Part("rulings", _rows(sides, _rulings)),
    )


def _rows(
    sides: Sequence[Side],
    look: Callable[[Side], Mapping[str, Fact]],
    *,
    compared: Callable[[str], bool] = lambda _: True,
    without: Callable[[Side], Fact | None] = lambda _: None,
) -> tuple[Row, ...]:
    """A row for every name any side has, in the order of the first that has it; `without` is what a side says of the others' names.

    Names of wagers are ids, which a wager has in common in every rulebook, whatever each of the texts calls it.
    """
    found = [look(side) for side in sides]
    names = dict.fromkeys(name for facts in found for name in facts)
    return tuple(
        Row(name, tuple(facts.get(name, without(side)) for side, facts in zip(sides, found, strict=True)), compared(name))
        for name in names
    )


def _glance(side: Side) -> Mapping[str, Fact]:
    """Document, clause and counts."""
    plain = {
        "name": side.game.name,
        "rulebook": side.rulebook,
        "clause": side.game.clause,
        "procedure": side.game.file.procedure,
        "wagers": sum(wager["offered"] for wager in side.described["wagers"]),
        "irregularities": len(side.described["rulings"]),
        "readings": len(side.described["readings"]),
    }
    return {name: Fact(value, str(value)) for name, value in plain.items()}


def _options(side: Side) -> Mapping[str, Fact]:
    """Every rule and option: fixed by the text, or what the house may choose, with the plain choice first."""
    return {option["option"]: _option(side, option) for option in side.described["options"]}


def _option(side: Side, described: Data) -> Fact:
    option = side.game.file.options[described["option"]]
    if option.is_ is not None:
        text = choice_text(option, option.is_)
    elif option.one_of is not None:
        text = " or ".join(choice_text(option, choice) for choice in option.one_of)
    else:
        text = bounds(option) or choice_text(option, described["value"])
    kind = "fixed" if option.is_ is not None else "the house's choice"
    return Fact((kind, text), text, kind=kind, clauses=described["clause"])


def _wagers(side: Side) -> Mapping[str, Fact]:
    """Stakes, needs and what the posted table pays."""
    described = zip(side.game.file.wagers, side.described["wagers"], strict=True)
    return {name: _wager(side.game, name, wager) for name, wager in described}


def _wager(game: GameRules, name: str, wager: Data) -> Fact:
    needs = "; ".join(need_text(need) for need in wager["needs"])
    paid = pays(game, name)
    parts = [size(wager), limits(game, name), f"needs {needs}" if needs else "", f"pays {paid}" if paid else ""]
    text = "; ".join(filter(None, parts))
    return Fact(text, text, clauses=wager["clause"], called=wager["wager"])


def _paytables(side: Side) -> Mapping[str, Fact]:
    """What each hand of each wager pays; where a text prints several tables, each figure with the tables that have it."""
    found: dict[str, dict[str, list[str]]] = {}
    clauses: dict[str, list[str]] = {}
    called: dict[str, str] = {}
    for table in side.described["paytables"]:
        column = str(table["id"]) + (f" {words(table['column'])}" if table.get("column") else "")
        for hand, figure in table["rows"].items():
            name = f"{_wager_id(side, table['wager'])}: {words(hand)}"
            said = ("at least " if table["floor"] else "") + figure
            found.setdefault(name, {}).setdefault(said, []).append(column)
            clauses.setdefault(name, []).append(table["clause"])
            called[name] = table["wager"]
    return {name: _figures(figures, ", ".join(dict.fromkeys(clauses[name])), called[name]) for name, figures in found.items()}


def _wager_id(side: Side, called: str) -> str:
    """A wager's id by what the text calls it; a place of its own, as a number of a dice layout, goes by its name."""
    return side.game.names.get(called, called)


def _figures(figures: Mapping[str, Sequence[str]], clauses: str, called: str) -> Fact:
    if len(figures) == 1:
        text = next(iter(figures))
    else:
        text = "; ".join(f"{figure} (table {', '.join(dict.fromkeys(tables))})" for figure, tables in figures.items())
    return Fact(frozenset(figures), text, clauses=clauses, called=called)


def _prices(side: Side) -> Mapping[str, Fact]:
    """House edges, where they are known already."""
    found: dict[str, list[Data]] = {}
    for price in side.prices or ():
        found.setdefault(_wager_id(side, price["wager"]), []).append(price)
    return {name: _edges(known) for name, known in found.items()}


def _edges(known: Sequence[Data]) -> Fact:
    text = _edge(known[0]) if len(known) == 1 else "; ".join(f"table {price['paytable']} {_edge(price)}" for price in known)
    edges = frozenset(price["house_edge_exact"] or round(price["house_edge"], PLACES) for price in known)
    return Fact(edges, text, called=known[0]["wager"])


def _edge(price: Data) -> str:
    """A house edge; one that is not exact has a sign that says so."""
    said = f"{price['house_edge']:.4%}".replace("-", "\N{MINUS SIGN}")
    return said if price["house_edge_exact"] else f"≈ {said}"


def _rulings(side: Side) -> Mapping[str, Fact]:
    """What each irregularity does."""
    return {ruling["irregularity"]: _ruling(ruling) for ruling in side.described["rulings"]}


def _ruling(ruling: Data) -> Fact:
    compared = (
        ruling["remedy"],
        ruling["after_first"],
        ruling["otherwise"],
        tuple(ruling["then"]),
        tuple(sorted(ruling["choices"].items())),
    )
    then = f", then {', '.join(map(words, ruling['then']))}" if ruling["then"] else ""
    return Fact(compared, words(ruling["remedy"]) + then, detail=ruling["says"], clauses=ruling["clause"])
