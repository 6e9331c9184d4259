"""Choices of the house that a text ties together: a house that parts them is refused, with the clause that ties them."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import OutOfBounds
from croupier.games.registry import all_games
from croupier.rules.model import Constraint
from croupier.rules.resolve import holds, resolve_file
from croupier.testing.driving import example

TIED = [
    pytest.param(game, constraint, id=f"{game}-{number}")
    for game in all_games()
    for number, constraint in enumerate(resolve_file(game).file.constraints)
]


def apart(game: str, constraint: Constraint) -> list[dict[str, Any]]:
    """Houses that meet the condition and not what it asks for, one for every choice it asks about."""
    options, found = resolve_file(game).file.options, []
    for name, wanted in constraint.must.items():
        choices: list[Any] = list(options[name].one_of or ())
        if isinstance(wanted, dict):
            choices += [int(bound) + step for bound, step in ((wanted.get("at-least", 1), -1), (wanted.get("at-most", 0), 1))]
        other = next((value for value in choices if not holds({name: wanted}, {name: value})), None)
        if other is not None and name not in constraint.when:
            found.append({**{part: example(value) for part, value in constraint.when.items()}, name: other})
    return found


@pytest.mark.parametrize(("game", "constraint"), TIED)
def test_choices_that_go_together_are_refused_apart(game: str, constraint: Constraint) -> None:
    for options in apart(game, constraint):
        with pytest.raises(OutOfBounds):
            resolve_file(game, {"options": options})


def test_a_table_that_goes_with_other_choices_says_with_which() -> None:
    with pytest.raises(OutOfBounds, match=r"one of A, B, C, D \(.*\); E goes with six-card-requires=ante-and-pair-plus \("):
        resolve_file("ny/three-card-poker", {"paytables": {"six-card-bonus": "E"}})
    chosen = {"options": {"six-card-requires": "ante-and-pair-plus"}, "paytables": {"six-card-bonus": "E"}}
    assert resolve_file("ny/three-card-poker", chosen).table_for("six-card-bonus").id == "E"
