"""Coverage says the truth: what is called implemented has a test, and the test is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from croupier.compliance import coverage
from croupier.games.registry import all_games, playable
from tests.support import proofs

ROOT = Path(__file__).parents[2]


def test_every_test_that_coverage_names_is_there() -> None:
    ids = {name for name, _ in proofs.cases()}
    functions = {
        f"{path.relative_to(ROOT)}::{name}"
        for path in proofs.TESTS.rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)\(", path.read_text())
    }
    for game in all_games():
        for clause, test in coverage.proofs(playable(game).terms).items():
            path = ROOT / test.partition(" (")[0].partition("::")[0]
            assert test in ids or test in functions or ("::" not in test and path.exists()), f"{game} {clause}: {test}"


def test_a_clause_without_a_test_is_not_called_implemented() -> None:
    rows = coverage.coverage(playable(game).terms for game in all_games())
    assert len(rows) == len(all_games()) and all(row["unaccounted"] == 0 for row in rows)
    for game in all_games():
        for entry in coverage.clauses(playable(game).terms):
            assert (entry["became"] == "implemented") <= (entry["test"] is not None)


@pytest.mark.slow
def test_what_coverage_names_is_what_the_tests_go_through() -> None:
    """Kept by `python -m tests.support.proofs`."""
    for game, shown in proofs.proofs().items():
        assert coverage.proofs(playable(game).terms) == json.loads(json.dumps(shown)), game
