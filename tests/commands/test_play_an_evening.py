"""An evening in the terminal: thirty rounds of a shoe, with what happens between them; a stub counted; a jackpot."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.commands.test_cli import croupier

SHOE, STUB, LINKED = "cincinnati/blackjack", "oneida/three-card-poker", "cincinnati/linked-progressive"


def evening(folder: Path, game: str, keys: str, *, seed: int, players: int = 0) -> tuple[str, list[dict[str, Any]]]:
    """What the terminal showed, and the log, which `croupier replay` settles to what the player leaves with."""
    options = ["--seed", str(seed), "--players", str(players), "--log", "log.jsonl"]
    done = croupier("play", game, *options, stdin=keys, cwd=folder)
    assert done.returncode == 0, done.stderr
    replayed = json.loads(croupier("replay", str(folder / "log.jsonl"), "--json").stdout)
    won = sum(answer["net"].get("1", 0) for answer in replayed if answer["done"])
    assert f"You leave with {(100_000 + won) / 100:,.2f}" in done.stdout
    return done.stdout, [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()][: len(replayed)]


def shuffled(log: dict[str, Any]) -> bool:
    return any(form[:2] == ["done", "shuffle"] for form in log["acts"])


def burned(log: dict[str, Any]) -> int:
    return sum(form[:2] == ["done", "burn"] for form in log["acts"])


def wagered(log: dict[str, Any]) -> set[int]:
    return {form[1] for form in log["acts"] if form[0] == "wager"}


def test_thirty_rounds_of_a_shoe_with_a_player_in_mid_shoe_and_a_dealer_relieved(tmp_path: Path) -> None:
    """`stand` and Enter answer every question of the game, and between rounds repeat the bet."""
    go_on = "stand\n\n"
    keys = f"blackjack 10\n\n{go_on * 8}sit 7\nsit 2\n{go_on * 8}dealer bea\nleave 3\n{go_on * 80}"
    said, rounds = evening(tmp_path, SHOE, keys, seed=5, players=3)
    assert len(rounds) >= 30 and said.count("cards left in the shoe") >= 20
    shuffles = [number for number, log in enumerate(rounds) if shuffled(log)]
    assert len(shuffles) >= 2 and shuffles[1] > 8, "the cutting card came out, and the cards were shuffled again"
    came = next(number for number, log in enumerate(rounds) if 7 in wagered(log))
    assert 0 < came < shuffles[1] and "seat 2 is taken" in said
    assert any(3 in wagered(log) for log in rounds[:came]) and 3 not in wagered(rounds[-2])
    relieved = [number for number, log in enumerate(rounds) if burned(log) and number not in shuffles]
    assert len(relieved) == 1, "one card is burned for the new dealer, as of every new shoe"
    assert all(burned(rounds[number]) == 1 for number in shuffles)


def test_the_stub_is_counted_after_every_fifth_round_and_said_so(tmp_path: Path) -> None:
    said, rounds = evening(tmp_path, STUB, "ante 10\n\n" + "fold\n\n" * 12, seed=3)
    assert len(rounds) >= 10 and said.count("count-stub (Three Card Poker") == len(rounds[:-1]) // 5


def test_a_jackpot_grows_from_round_to_round_and_is_paid_as_it_stands(tmp_path: Path) -> None:
    """The eighth round of this seed is a straight flush: a tenth of the meter, to which eight wagers have come by then."""
    said, rounds = evening(tmp_path, LINKED, "progressive 1\n\n" + "stay\n\n" * 10, seed=9400)
    starts = [Fraction(log["meters"].get("multi-link", 1_000_000)) for log in rounds[:9]]
    assert starts[:8] == [1_000_000 + 21 * number for number in range(8)]
    assert starts[8] == 1_000_168 - 100_016 and "straight-flush" in said and "1,000.16" in said
