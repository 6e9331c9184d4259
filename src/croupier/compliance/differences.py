"""What two or more games say about the same thing, a row a thing; whether they differ is decided on values, not on words or citations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.compliance import describe
from croupier.compliance.wording import bounds, choice_text, limits, need_text, pays, size, words
from croupier.rules.resolve import GameRules

Data = Mapping[str, Any]


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


@dataclass(frozen=True, slots=True)
class Row:
    """One thing as every side has it; None where a side says nothing of it."""

    name: str
    facts: tuple[Fact | None, ...]
    compared: bool = True

    @property
    def differs(self) -> bool:
        values = [fact.value if fact is not None else None for fact in self.facts]
        return self.compared and any(value != values[0] for value in values[1:])


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the rules, row by row."""

    name: str
    rows: tuple[Row, ...]

    @property
    def differing(self) -> int:
        return sum(row.differs for row in self.rows)


def compare(sides: Sequence[Side]) -> tuple[Part, ...]:
    """All that the games say, side by side."""
    priced = all(side.prices is not None for side in sides)
    return (
        # Documents and counts differ as a matter of course: only another procedure is a difference between games.
        Part("glance", _rows(sides, _glance, compared=lambda name: name == "procedure")),
        Part("options", _rows(sides, _options)),
        Part("wagers", _rows(sides, _wagers)),
        Part("paytables", _rows(sides, _paytables)),
        Part("prices", _rows(sides, _prices, compared=lambda _: priced)),
        Part("rulings", _rows(sides, _rulings)),
    )


def _rows(
    sides: Sequence[Side], look: Callable[[Side], Mapping[str, Fact]], *, compared: Callable[[str], bool] = lambda _: True
) -> tuple[Row, ...]:
    """A row for every name any side has, in the order of the first that has it."""
    found = [look(side) for side in sides]
    names = dict.fromkeys(name for facts in found for name in facts)
    return tuple(Row(name, tuple(facts.get(name) for facts in found), compared(name)) for name in names)


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
    return {wager["wager"]: _wager(side.game, name, wager) for name, wager in described}


def _wager(game: GameRules, name: str, wager: Data) -> Fact:
    needs = "; ".join(need_text(need) for need in wager["needs"])
    paid = pays(game, name)
    parts = [size(wager), limits(game, name), f"needs {needs}" if needs else "", f"pays {paid}" if paid else ""]
    text = "; ".join(filter(None, parts))
    return Fact(text, text, clauses=wager["clause"])


def _paytables(side: Side) -> Mapping[str, Fact]:
    """What each hand of each wager pays; where a text prints several tables, each figure with the tables that have it."""
    found: dict[str, dict[str, list[str]]] = {}
    clauses: dict[str, list[str]] = {}
    for table in side.described["paytables"]:
        called = str(table["id"]) + (f" {words(table['column'])}" if table.get("column") else "")
        for hand, figure in table["rows"].items():
            name = f"{table['wager']}: {words(hand)}"
            said = ("at least " if table["floor"] else "") + figure
            found.setdefault(name, {}).setdefault(said, []).append(called)
            clauses.setdefault(name, []).append(table["clause"])
    return {name: _figures(figures, ", ".join(dict.fromkeys(clauses[name]))) for name, figures in found.items()}


def _figures(figures: Mapping[str, Sequence[str]], clauses: str) -> Fact:
    if len(figures) == 1:
        text = next(iter(figures))
    else:
        text = "; ".join(f"{figure} (table {', '.join(dict.fromkeys(tables))})" for figure, tables in figures.items())
    return Fact(frozenset(figures), text, clauses=clauses)


def _prices(side: Side) -> Mapping[str, Fact]:
    """House edges, where they are known already."""
    found: dict[str, list[Data]] = {}
    for price in side.prices or ():
        found.setdefault(price["wager"], []).append(price)
    return {name: _edges(known) for name, known in found.items()}


def _edges(known: Sequence[Data]) -> Fact:
    if len(known) == 1:
        text = f"{known[0]['house_edge']:.4%}"
    else:
        text = "; ".join(f"table {price['paytable']} {price['house_edge']:.4%}" for price in known)
    return Fact(frozenset(price["house_edge_exact"] or price["house_edge"] for price in known), text)


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
