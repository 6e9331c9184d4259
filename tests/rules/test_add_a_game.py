"""The guide to adding a game, followed: its files written as they stand there make a game that is played, settled and priced."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import croupier
from croupier.rules import source

GUIDE = Path(__file__).parents[2] / "docs" / "add-a-game.md"
FILES = dict(re.findall(r"^```\w+ (\S+)\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
OURS = {name: text for name, text in FILES.items() if not name.startswith("rulebooks/")}
GAME = "atlantis/compass"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A copy of the program with the guide's files in it, and the environment in which it runs."""
    root = tmp_path_factory.mktemp("world")
    shutil.copytree(Path(croupier.__file__).parent, root / "croupier", ignore=shutil.ignore_patterns("__pycache__", "*.nb?"))
    for name, text in FILES.items():
        place = root / name if name.startswith("rulebooks/") else root / "croupier" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(root), source.SEARCH_PATH: str(root / "rulebooks")}


def run(world: dict[str, str], *arguments: str, given: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *arguments], env=world, input=given, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_guide_needs_few_files() -> None:
    """Two of the rulebook; of the six others these two are code, the rest are rounds and payouts written by somebody else."""
    assert sorted(OURS) == ["games/wheel/compass.py", "odds/games/compass.py"] and len(FILES) == 4


def test_the_game_keeps_the_rules_of_the_house(world: dict[str, str]) -> None:
    run(world, "-c", f"from croupier.testing import check_game; check_game({GAME!r}, rounds=100)")


def test_the_game_is_settled_with_its_clauses(world: dict[str, str]) -> None:
    seats = {"1": {"wagers": {"north": 1000, "south": 500}}}
    rounds = [{"game": GAME, "spin": spin, "seats": seats} for spin in ("north", "calm")]
    blown, calm = json.loads(run(world, "-m", "croupier", "settle", "-", "--json", given=json.dumps(rounds)))
    assert blown["net"] == {"1": 1000} and calm["net"] == {"1": 0}
    assert {(line["outcome"], line["clause"]) for line in calm["lines"]} == {("push", "1.3")}


def test_the_game_is_priced(world: dict[str, str]) -> None:
    priced = json.loads(run(world, "-m", "croupier", "analyze", GAME, "--json"))["wagers"]
    assert {price["wager"]: Fraction(price["house_edge_exact"]) for price in priced} == {
        "north": Fraction(1, 18),
        "south": Fraction(1, 18),
    }
