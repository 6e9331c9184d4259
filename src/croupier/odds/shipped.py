"""The prices that come with the package: of every game as its text has it, found by `make prices`, shown only under the rules they
were found under.

A file a game: a line that says for which rules, what each wager costs and how long that took to find; a line with the strategy to be
read off; then a price a line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from croupier.odds import kept
from croupier.odds.advice import Chart
from croupier.odds.analyze import printed_name
from croupier.odds.price import Price
from croupier.odds.resolved import is_resolved
from croupier.odds.untouched import code_version, untouched
from croupier.table.playable import Playable

VERSION = 1
"""Raised by whoever changes what a price comes to in code and not in a rulebook: a slow test finds them all anew and says so."""
FOLDER = Path(__file__).with_name("shipped_prices")
CODE = FOLDER / "code"
"""Of which code they are the prices: written by `make prices`, and nothing is shown of them under any other."""
WORDS = frozenset({"name", "title", "says", "lines", "text", "adopted", "because", "in_cents", "areas", "banks"})
"""What a rulebook file says in words, where that stands in the text, how it is shown and corrected: no price depends on it."""


@dataclass(frozen=True, slots=True)
class Edge:
    """What one price comes to, and the seconds it took to find."""

    wager: str
    paytable: str
    house_edge: float
    method: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Head:
    """What a file's first line says."""

    key: str
    edges: tuple[Edge, ...]

    @property
    def seconds(self) -> float:
        return sum(edge.seconds for edge in self.edges)


_keys: dict[int, tuple[Playable, str]] = {}
_MOST_KEYS = 256


def against_the_house(game: Playable) -> bool:
    """Is there a wager for the house to win? Where it takes a rake, players play each other, and nothing ships."""
    return game.terms.file.rake is None


def key(game: Playable) -> str:
    """What a shipped price depends on: the rules of the file and the house's choices, as the program read them.

    Found once while a game is in use; a game is told by identity, since it never changes.
    """
    known = _keys.get(id(game))
    if known is None or known[0] is not game:
        while len(_keys) >= _MOST_KEYS:
            _keys.pop(next(iter(_keys)), None)
        known = _keys[id(game)] = (game, _key(game))
    return known[1]


def _key(game: Playable) -> str:
    terms = game.terms
    asked = {
        "version": VERSION,
        "game": terms.id,
        "dated": terms.version,
        "file": _rules(terms.file),
        "options": _rules(terms.options),
        "posted": {wager: table.id for wager, table in terms.chosen.items()},
        "meters": _rules(terms.meters),
        "house": {part: _rules(said) for part, said in terms.house_rules.items() if said and part != "options"},
    }
    return hashlib.sha256(json.dumps(asked, default=str).encode()).hexdigest()[:32]


def _rules(said: Any) -> Any:
    """A part of a file without its words, and without what it leaves as it is: a key that files learn later changes none of them.

    The order of a table's rows is kept: the first that fits is paid.
    """
    if isinstance(said, BaseModel):
        fields = [(name, type(said).model_fields[name]) for name in sorted(type(said).model_fields.keys() - WORDS)]
        told = {name: getattr(said, name) for name, field in fields if getattr(said, name) != field.get_default()}
        return {name: _rules(value) for name, value in told.items()}
    if isinstance(said, Mapping):
        return {str(name): _rules(value) for name, value in said.items()}
    if isinstance(said, (tuple, list)):
        return [_rules(value) for value in said]
    return said


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.jsonl"


def recorded(game: str) -> Head | None:
    """What the file of a game says of itself, whatever rules it is for; None where there is none."""
    return _head(path_of(game))


@cache
def _head(path: Path) -> Head | None:
    try:
        with path.open(encoding="utf-8") as lines:
            told = json.loads(next(lines))
    except (OSError, StopIteration):
        return None
    return Head(told["key"], tuple(Edge(*edge) for edge in told["edges"]))


def expected(game: Playable) -> list[float]:
    """The seconds that each price of a game under any house's choices is expected to take: what those of its wagers took."""
    head, names = recorded(game.terms.id), game.terms.names
    offered = [] if head is None else [edge for edge in head.edges if names.get(edge.wager) in (None, *game.terms.wagers)]
    return [edge.seconds for edge in offered]


def rules_of(game: Playable) -> Head | None:
    """What was found of a game under these rules, by whatever code; None where nothing was."""
    head = recorded(game.terms.id)
    return head if head is not None and head.key == key(game) else None


def edges_of(game: Playable) -> tuple[Edge, ...] | None:
    """What each wager costs; None where nothing is known of these rules, or of the program as it is."""
    head = rules_of(game)
    return head.edges if head is not None and untouched() and of_this_code() else None


@cache
def of_this_code() -> bool:
    """Is the program the one that the prices were found with, or found again?"""
    return CODE.is_file() and CODE.read_text(encoding="utf-8").strip() == code_version()


def stand_for_this_code() -> None:
    """They were found, or found again, with the program as it is."""
    CODE.write_text(f"{code_version()}\n", encoding="utf-8")
    of_this_code.cache_clear()


def main_edge(game: Playable, edges: Iterable[Edge]) -> Edge | None:
    """The first wager of the layout that opens a round, under the table posted for it; None where nobody plays the house."""
    known: dict[str, Edge] = {}
    for edge in edges:
        known.setdefault(edge.wager, edge)
    opening = (
        name for name, wager in game.terms.file.wagers.items() if wager.placed == "opening" and name in game.terms.wagers
    )
    return next((known[called] for called in (printed_name(game, name) for name in opening) if called in known), None)


def prices_of(game: Playable) -> list[Price] | None:
    """Every price, in the order of the layout; None where nothing is known of these rules."""
    return None if edges_of(game) is None or not is_resolved(game) else kept_prices(game)


def kept_prices(game: Playable) -> list[Price]:
    """What the file of a game has, whatever rules and code it is of."""
    return [kept.read(told) for told in _lines(game)[2:]]


def strategy_of(game: Playable) -> Mapping[str, Any] | None:
    """The charts and the remark to go with them, as `croupier strategy --json` gives them."""
    if edges_of(game) is None or not is_resolved(game):
        return None
    told: Mapping[str, Any] = _lines(game)[1]
    return told


def _lines(game: Playable) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path_of(game.terms.id).read_text(encoding="utf-8").splitlines()]


def write(game: Playable, found: Iterable[tuple[Price, float]], strategy: tuple[Iterable[Chart], str]) -> None:
    """Keep a game's prices, each with the seconds it took, and its charts; a file is there whole or not at all."""
    prices, (charts, remark) = list(found), strategy
    edges = [[p.wager, p.paytable, float(p.house_edge), p.method, round(seconds, 3)] for p, seconds in prices]
    played = {"charts": [chart.as_json() for chart in charts], "remark": remark}
    lines = [{"key": key(game), "edges": edges}, played, *(kept.written(price) for price, _ in prices)]
    path = path_of(game.terms.id)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text("".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines), encoding="utf-8")
    unfinished.replace(path)
    _head.cache_clear()
