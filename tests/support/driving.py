"""What the tests play with: every registered game, and the random players of `croupier.testing`."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from croupier.games.registry import all_games, playable
from croupier.rules.listing import listing
from croupier.rules.terms import Rule
from croupier.table.playable import Playable
from croupier.testing import driving
from croupier.testing.driving import RandomPlayer, play_on, seats_for

__all__ = [
    "GAMES",
    "PROCEDURES",
    "RandomPlayer",
    "answered",
    "by_procedure",
    "equipment_variants",
    "house_variants",
    "listed",
    "play_on",
    "ready",
    "seats_for",
]

GAMES = all_games()
PROCEDURES = {entry.id: entry.procedure for entry in listing()}


@cache
def listed(game_id: str) -> Playable:
    """A row under its plain house, made once: to choose the rows that a test is tried with, not to play."""
    return playable(game_id)


@cache
def _houses(game_id: str) -> tuple[dict[str, Any], ...]:
    return tuple(driving.house_variants(game_id))


@cache
def _equipment(game_id: str) -> tuple[dict[str, Any], ...]:
    return tuple(driving.equipment_variants(game_id))


def house_variants(game_id: str) -> list[dict[str, Any]]:
    """Those of `croupier.testing`, found once for all tests."""
    return deepcopy(list(_houses(game_id)))


def equipment_variants(game_id: str) -> list[dict[str, Any]]:
    return deepcopy(list(_equipment(game_id)))


def by_procedure(*, without: Iterable[str] = ()) -> list[Any]:
    """Every row: the first that each procedure plays always, the others where long proofs are run."""
    known, left_out = set[str](), set(without)
    found = []
    for game in GAMES:
        procedure = PROCEDURES[game]
        if procedure in left_out:
            continue
        found.append(pytest.param(game, marks=[pytest.mark.slow] if procedure in known else []))
        known.add(procedure)
    return found


def ready(game_id: str, house: dict[str, Any] | None = None) -> Playable:
    return playable(game_id, house)


def answered(rules: Any, **answers: Any) -> Any:
    """A procedure's rules with other answers than its rulebook's; each keeps the clause it rests on."""
    given = {}
    for name, value in answers.items():
        rule = getattr(rules, name)
        given[name] = replace(rule, value=value) if isinstance(rule, Rule) else value
    return rules.model_copy(update=given)
