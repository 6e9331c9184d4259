"""A golden playthrough of each game, told in text and compared with what the table does today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import croupier
from croupier.cli.narrate import narrate

FOLDER = Path(__file__).parents[2] / "docs" / "playthroughs"
INPUTS = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    golden = path.with_suffix(".txt")
    told = narrate(json.loads(path.read_text()), croupier.playable)
    assert golden.is_file(), f"write it with: croupier playthrough {path.name} > {golden.name}"
    assert told == golden.read_text(), f"the table tells it otherwise: croupier playthrough {path.name}"
    assert "IRREGULARITY" in told and "settlement" in told


def test_every_game_has_one() -> None:
    assert {json.loads(path.read_text())["game"] for path in INPUTS} >= {entry.id for entry in croupier.listing()}
