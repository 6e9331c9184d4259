"""Procedures by name, found by looking; and games made ready to play."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any

from croupier import games
from croupier.equipment.cards import deck
from croupier.errors import Conflict
from croupier.rules.listing import listing
from croupier.rules.resolve import GameRules, resolve_file
from croupier.table.playable import Playable, Shape, answers, compile_tables, lay_out


@lru_cache(maxsize=1)
def procedures() -> dict[str, str]:
    """Procedure id (`three-card-poker`) to the module that plays it."""
    found = {}
    for family in pkgutil.iter_modules(games.__path__):
        if family.ispkg:
            package = importlib.import_module(f"croupier.games.{family.name}")
            for module in pkgutil.iter_modules(package.__path__):
                found[module.name.replace("_", "-")] = f"croupier.games.{family.name}.{module.name}"
    return found


def procedure(name: str) -> ModuleType:
    """The module of a procedure."""
    return importlib.import_module(procedures()[name])


def prepare(rules: GameRules) -> Playable:
    """A resolved game with its procedure, layout and compiled pay tables."""
    if rules.file.procedure not in procedures():
        raise Conflict(
            f"there is no procedure {rules.file.procedure!r}",
            file=f"{rules.id}.toml",
            key="procedure",
            clauses=[rules.clause],
        )
    module = procedure(rules.file.procedure)
    asked = answers(rules, module.RULES)
    wheel = module.wheel(asked) if hasattr(module, "wheel") else None
    marks = getattr(module, "layout_marks", lambda rules, wheel: wheel.marks if wheel else ())(asked, wheel)
    spots, names = lay_out(rules, marks)
    pack = tuple(deck(decks=asked.decks, jokers=getattr(asked, "jokers", 0))) if hasattr(asked, "decks") else ()
    return Playable(
        terms=rules,
        rules=asked,
        play=module.play,
        spots=spots,
        names=names,
        tables=compile_tables(rules, getattr(module, "PATTERNS", {})),
        shape=module.shape(asked) if hasattr(module, "shape") else getattr(module, "SHAPE", Shape()),
        pack=pack,
        wheel=wheel,
        seats=asked.seats,
        script=getattr(module, "SCRIPT", None),
        patterns=getattr(module, "PATTERNS", {}),
        simulated=getattr(module, "simulated_round", None),
    )


def playable(game_id: str, house_rules: Mapping[str, Any] | None = None, version: str | None = None) -> Playable:
    """`rulebook/game` ready to play under a house's choices."""
    return prepare(resolve_file(game_id, house_rules, version))


def resolve(rulebook: str, game: str, house_rules: Mapping[str, Any] | None = None, version: str | None = None) -> Playable:
    """The same, by rulebook and game."""
    return playable(f"{rulebook}/{game}", house_rules, version)


def all_games() -> list[str]:
    """Every registered game."""
    return [entry.id for entry in listing()]
