"""Procedures by name, found by looking for what game modules declare; and games made ready to play."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from croupier import games
from croupier.equipment.cards import JOKER
from croupier.errors import Conflict, Duplicate, OutOfBounds
from croupier.games.procedure import Procedure
from croupier.games.settleable import check_looks
from croupier.rules.listing import listing
from croupier.rules.resolve import GameRules, resolve_file
from croupier.table import life
from croupier.table.facts import FACTS, check_facts
from croupier.table.patrons import most_on_a_box
from croupier.table.playable import Playable, answers, compile_tables, lay_out


def public_modules(path: Iterable[str], package: str) -> dict[str, str]:
    """Id (`three-card-poker`) to module, for every module of the families under `path`; two of one name are an error."""
    found: dict[str, str] = {}
    for family in pkgutil.iter_modules(path):
        if family.ispkg:
            folder = [f"{entry}/{family.name}" for entry in path]
            for module in pkgutil.iter_modules(folder):
                name, where = module.name.replace("_", "-"), f"{package}.{family.name}.{module.name}"
                if module.name.startswith("_"):
                    continue
                if name in found:
                    raise Duplicate(f"two games are called {name!r}: {found[name]} and {where}", file=where)
                found[name] = where
    return found


MODULES: Mapping[str, str] = MappingProxyType(public_modules(games.__path__, games.__name__))


MOST_SEATS = 30
"""Where a text leaves the number of players to the house."""


@cache
def procedure(name: str) -> Procedure[Any] | None:
    """What the module of that name declares; None where there is none, or it declares no game."""
    found = vars(importlib.import_module(MODULES[name])).get("PROCEDURE") if name in MODULES else None
    return found if isinstance(found, Procedure) else None


@lru_cache(maxsize=1)
def procedures() -> dict[str, str]:
    """Procedure id (`three-card-poker`) to the module that plays it. Looks into all of them; `procedure` into one."""
    return {name: module for name, module in MODULES.items() if procedure(name) is not None}


def prepare(terms: GameRules) -> Playable:
    """A resolved game with its procedure, layout and compiled pay tables."""
    declared = procedure(terms.file.procedure)
    if declared is None:
        raise Conflict(
            f"there is no procedure {terms.file.procedure!r}",
            file=f"{terms.id}.toml",
            key="procedure",
            clauses=[terms.clause],
        )
    rules = answers(terms, declared.rules)
    if rules.seats.value > MOST_SEATS:
        raise OutOfBounds(f"seats: {rules.seats.value}: no table has more than {MOST_SEATS}")
    pack = tuple(declared.pack(rules))
    _check_cutting_card(terms, len(pack))
    wheel = declared.wheel(rules) if declared.wheel is not None else None
    shape = declared.shape_under(rules)
    _check_areas(terms, declared.areas)
    seen_by = {moment: declared.seen_by.get(moment) for moment in declared.moments}
    check_looks(terms, shape, settles=declared.settles, seen_by=seen_by, joker=JOKER in pack)
    facts = {**FACTS, **declared.facts}
    check_facts(terms, facts)
    spots, names = lay_out(terms, declared.marks(rules, wheel), wheel.marks) if wheel is not None else lay_out(terms)
    return Playable(
        terms=terms,
        rules=rules,
        play=declared.play,
        spots=spots,
        names=names,
        tables=compile_tables(terms, declared.patterns),
        script=declared.written,
        shape=shape,
        pack=pack,
        wheel=wheel,
        seats=rules.seats.value * most_on_a_box(terms),
        boxes=rules.seats.value if most_on_a_box(terms) > 1 else 0,
        patterns=declared.patterns,
        simulated=declared.simulated_round,
        facts=facts,
        least_players=declared.least_players,
        hands_stay_down=declared.hands_stay_down,
        rows_at_once=declared.rows_at_once,
        says=declared.says,
    )


def _check_cutting_card(terms: GameRules, cards: int) -> None:
    """No house places it deeper than there are cards."""
    shoe, behind = life.shoe(terms), life.behind_the_cutting_card(terms, cards)
    if shoe is not None and shoe.behind in terms.house_rules.get("options", {}) and behind is not None and behind > cards:
        raise OutOfBounds(f"{shoe.behind}: {behind} of {cards} cards", clause=terms.clause_of(shoe.behind))


def _check_areas(terms: GameRules, areas: Collection[str]) -> None:
    """Where a game says what its wagers can be on, each that no look decides is on one of these."""
    for wager in terms.wagers.values() if areas else ():
        if wager.looks_at is None and (len(wager.area) != 1 or wager.area[0] not in areas):
            raise Conflict(
                f"{' and '.join(map(repr, wager.area)) or 'nothing'}: a wager here is on one of {', '.join(areas)}",
                file=f"{terms.id}.toml",
                key=f"wagers.{wager.id}.area",
                clauses=[wager.clause],
            )


def playable(game_id: str, house_rules: Mapping[str, Any] | None = None, version: str | None = None) -> Playable:
    """`rulebook/game` ready to play under a house's choices."""
    return prepare(resolve_file(game_id, house_rules, version))


def all_games() -> list[str]:
    """Every registered game."""
    return [entry.id for entry in listing()]


def room_games() -> list[str]:
    """Every game that is played in a room of its own: player against player."""
    declared = ((entry.id, procedure(entry.procedure)) for entry in listing())
    return [game for game, found in declared if found is not None and found.in_a_room]
