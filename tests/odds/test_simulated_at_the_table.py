"""Wagers that a game's kernel has no place for: played at the real table beside it, and what the command says of both."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from fractions import Fraction
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import app
from croupier.errors import BadInput
from croupier.games.registry import all_games, playable
from croupier.odds import simulate as simulating
from croupier.odds.analyze import analyze
from croupier.odds.reference import Reference
from croupier.odds.simulate import has_kernel, play, simulations, without_a_place
from croupier.odds.simulation import CuttingCard
from croupier.rules import source
from croupier.table.playable import Playable

BESIDE = "ny/four-card-poker"
"""Its bet is counted by a kernel, and its wager on four aces is played at the table."""


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the answer of `croupier simulate --json`."""
    code = app(["simulate", *words, "--json"], standalone_mode=False)
    return code or 0, json.loads(capsys.readouterr().out)


def test_a_run_that_was_let_finish_says_so_whatever_was_played_at_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(simulating, "AT_THE_TABLE", 20)
    code, answer = told(capsys, BESIDE, "--rounds", "50")
    assert (code, answer["interrupted"], answer["rounds"]) == (0, False, 50)
    assert {wager["rounds"] for wager in answer["wagers"]} == {20, 50}


def test_a_run_that_was_cut_short_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where what was counted until then is whole, and nothing more is then played at the table."""
    count = simulating._count_on

    def cut(device: Any, executor: Any, work: Any, rounds: int, seed: int, report: Any) -> tuple[Any, int]:
        return count(device, executor, work, rounds // 2, seed, report)

    monkeypatch.setattr(simulating, "_count_on", cut)
    code, answer = told(capsys, BESIDE, "--rounds", "50")
    assert (code, answer["interrupted"], answer["rounds"]) == (130, True, 25)
    assert {wager["rounds"] for wager in answer["wagers"]} == {25}


def test_an_interrupt_before_the_second_kernel_has_counted_anything_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    count, calls = simulating._count_on, list[int]()

    def cut(device: Any, executor: Any, work: Any, rounds: int, seed: int, report: Any) -> tuple[Any, int]:
        calls.append(rounds)
        return count(device, executor, work, rounds, seed, report) if len(calls) == 1 else (None, 0)

    monkeypatch.setattr(simulating, "_count_on", cut)
    found = play(playable("cincinnati/craps"), 50)
    assert len(calls) == 2 and found.interrupted and (found.rounds, found.asked) == (0, 50)
    assert {price.rounds for price in found.prices} == {50}


def test_a_game_that_no_shoe_is_followed_of_is_refused_rather_than_dealt_from_full_packs() -> None:
    with pytest.raises(BadInput, match="multiple-action-blackjack is not simulated from a shoe"):
        play(
            playable(next(name for name in all_games() if "multiple-action" in name)),
            10,
            cutting_card=CuttingCard(Fraction(1, 2)),
        )


def test_what_is_played_at_the_table_names_the_play_and_not_a_wager() -> None:
    """The third wager of a game of one raise is called by what it is made for: its play."""
    game = playable("ny/ultimate-texas-holdem")
    (told,) = Reference(game).prices(Counter({("ante", "lose", Fraction(-1), Fraction(1)): 3}), rounds=3, seed=1)
    assert told.strategy == "optimal"


# A wager that no code knows, in a game with a kernel

POSEIDON = """
[wagers.poseidon]
looks-at = "{looks_at}"
decided = "showdown"
{folding}
clause = "Scroll IV.1"
needs = [{{ wager = "{needs}", clause = "Scroll IV.1" }}]

[[paytables]]
wager = "poseidon"
id = "1"
rows = {{ three-of-a-kind = "30:1", pair = "3:2" }}
floor = false
clause = "Scroll IV.2"
"""
ADDED = [
    ("ny/three-card-poker", "dealers-three"),
    ("cleveland/mississippi-stud", "own-with-community"),
    ("ny/let-it-ride", "own-three"),
    ("pa/raise-it-up-stud", "own-three"),
    pytest.param("ny/criss-cross-poker", "community-five", marks=pytest.mark.slow),
]


def house(name: str, root: Path, monkeypatch: pytest.MonkeyPatch, *changed: tuple[str, str], added: str = "") -> Playable:
    """The game of a rulebook copied whole, with some words changed and something added."""
    rulebook, _, game = name.partition("/")
    with resources.as_file(resources.files("croupier") / "rulebooks" / rulebook) as ours:
        shutil.copytree(ours, root / "atlantis")
    file = root / "atlantis" / f"{game}.toml"
    text = file.read_text(encoding="utf-8")
    for old, new in changed:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text + added, encoding="utf-8")
    monkeypatch.setenv(source.SEARCH_PATH, str(root))
    return playable(f"atlantis/{game}")


@pytest.mark.parametrize(("name", "looks_at"), ADDED)
def test_a_wager_that_no_kernel_knows_leaves_the_others_theirs(
    name: str, looks_at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (plain,) = simulations(playable(name))
    folding = "" if "let-it-ride" in name else "lost-by-folding = false"
    added = POSEIDON.format(looks_at=looks_at, needs=plain.sections[0].wager, folding=folding)
    game = house(name, tmp_path, monkeypatch, added=added)
    (run,) = simulations(game)
    assert has_kernel(game)
    assert [section.wager for section in run.sections] == [section.wager for section in plain.sections]
    assert (run.work().count(3, 0, 5000) == plain.work().count(3, 0, 5000)).all()
    assert without_a_place(game, [run]) == ["poseidon"]
    monkeypatch.setattr(simulating, "AT_THE_TABLE", 60)
    beside = next(price for price in play(game, 500, 3).prices if price.wager == "poseidon")
    (exact,) = analyze(game, "poseidon")
    assert beside.rounds == 60
    assert abs(float(beside.house_edge - exact.house_edge)) <= 6 * (float(exact.variance) / 60) ** 0.5


def test_a_wager_of_a_known_name_on_other_cards_is_not_counted_by_the_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = 'looks-at = "community-three"', 'looks-at = "own-two"'
    game = house("cleveland/mississippi-stud", tmp_path, monkeypatch, other)
    (run,) = simulations(game)
    assert without_a_place(game, [run]) == ["three-card-bonus"]
