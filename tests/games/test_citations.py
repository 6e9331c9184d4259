"""Every settlement line cites what decides it: the sets in `tests/citations` were written from the texts by second readers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import croupier

CASES: list[dict[str, Any]] = [
    case for path in sorted((Path(__file__).parents[1] / "citations").glob("*.json")) for case in json.loads(path.read_text())
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['input']['game']}: {case['id']}" for case in CASES])
def test_a_line_cites_what_decides_it_and_what_pays_it(case: dict[str, Any]) -> None:
    """`decides` and `pays` list equally good paragraphs, one of which must be named; `also` may be named, nothing else may.

    `readings` are all that the result rests on, where they are written down.
    """
    settled = croupier.settle(case["input"]).lines
    for wanted in case["lines"]:
        found = [line for line in settled if (line.seat, line.wager) == (wanted["seat"], wanted["wager"])]
        assert found, f"no line for {wanted['wager']} of seat {wanted['seat']}"
        cited = set(found[0].clause.split(", "))
        decides, pays = set(wanted["decides"]), set(wanted.get("pays", ()))
        assert cited & decides, f"{wanted['wager']}: {sorted(cited)} does not name what decides, {sorted(decides)}"
        assert not pays or cited & pays, f"{wanted['wager']}: {sorted(cited)} does not name what pays, {sorted(pays)}"
        beside = cited - decides - pays - set(wanted.get("also", ()))
        assert not beside, f"{wanted['wager']}: {sorted(beside)} does not decide this"
        if "readings" in wanted:
            assert sorted(found[0].readings) == sorted(wanted["readings"]), f"{wanted['wager']} rests on other readings"
