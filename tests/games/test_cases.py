"""Rounds written from the texts alone, by readers who had not seen the code, with the settlement the text demands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.errors import BadInput
from croupier.table.written import answer_json

CASES = [case for path in sorted((Path(__file__).parents[1] / "cases").glob("*.json")) for case in json.loads(path.read_text())]
FIELDS = ("seat", "wager", "stake", "outcome", "returned", "won", "commission")


def test_there_are_cases_for_every_game() -> None:
    assert {case["game"] for case in CASES} >= {entry.id for entry in croupier.listing()}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    expected = case["expect"]
    story = f"{case['why']} ({case['cite']})\n{json.dumps(case['input'])}"
    if "refused" in expected:
        with pytest.raises(BadInput) as refusal:
            croupier.settle(case["input"])
        assert "\n" not in str(refusal.value)
        return
    answer = answer_json(croupier.settle(case["input"]))
    assert answer["net"] == expected["net"], story
    if "lines" in expected:
        told = [field for field in FIELDS if all(field in line for line in expected["lines"])]
        wanted = sorted(tuple(line[field] for field in told) for line in expected["lines"])
        assert sorted(tuple(line[field] for field in told) for line in answer["lines"]) == wanted, story
    if "showdown" in expected:
        assert answer["showdown"].items() >= expected["showdown"].items(), story
    if "remaining" in expected:
        assert answer["remaining"] == expected["remaining"], story
