"""The schema of written rounds and what reads them agree: every round of the cases fits it, and what it refuses is refused."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.errors import BadInput
from croupier.games.registry import all_games
from croupier.table.written_down import example
from croupier.table.written_schema import round_schema

jsonschema_rs = pytest.importorskip("jsonschema_rs")
CASES = [case for path in sorted((Path(__file__).parents[1] / "cases").glob("*.json")) for case in json.loads(path.read_text())]


@lru_cache
def validator(game: str, house_rules: str) -> Any:
    return jsonschema_rs.validator_for(round_schema(croupier.playable(game, json.loads(house_rules))))


def faults(document: Any, game: str, house_rules: Any = None) -> list[str]:
    return [error.message for error in validator(game, json.dumps(house_rules)).iter_errors(document)]


@pytest.mark.parametrize("game", all_games())
def test_every_round_that_settles_fits_the_schema_and_none_that_does_not_fit_settles(game: str) -> None:
    tried = 0
    for case in (case["input"] for case in CASES if case["input"].get("game") == game):
        try:
            croupier.settle(case)
        except BadInput:
            continue
        tried += 1
        assert not faults(case, game, case.get("house_rules")), case
    assert tried
    for seed in range(3):
        written = json.loads(json.dumps(example(croupier.playable(game), seed, croupier.playable)))
        assert not faults(written, game), written
        for spoilt in (
            {**written, "colour": "red"},
            {**written, "game": 5},
            {"game": game},
            {**written, "meters": {"nothing": 5}},
        ):
            assert faults(spoilt, game)
            with pytest.raises(BadInput):
                croupier.settle(spoilt)


def test_the_command_prints_it() -> None:
    from tests.commands.test_malformed import croupier as run
    from tests.commands.test_malformed import refused

    assert json.loads(run(["schema", "--round", "ny/roulette"]).out)["properties"]["game"] == {"const": "ny/roulette"}
    assert len(json.loads(run(["schema", "--round"]).out)["anyOf"]) == len(all_games())
    refused(run(["schema", "--round", "no/such"]), "no game")
    refused(run(["schema", "ny/roulette"]), "no --round")
