"""The command line as its users meet it: real processes, real exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import main
from croupier.games.registry import all_games

BIG_SIX = {"game": "ny/big-six", "spin": "first-prize", "seats": {"1": {"wagers": {"first-prize": 500}}}}


def croupier(*words: str, stdin: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A real process."""
    environment = {**os.environ, "COLUMNS": "140"}
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment,
        check=False,
    )


def within(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The same entry point inside this process, for the many calls that ask of every game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["croupier", *words])
        patch.setenv("COLUMNS", "140")
        try:
            main()
        except SystemExit as stop:
            assert not stop.code, f"{words}: {capsys.readouterr().err}"
    return capsys.readouterr().out


def answer(*words: str, stdin: str = "") -> Any:
    done = croupier(*words, "--json", stdin=stdin)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def slowness() -> float:
    """How many times slower than usual a plain loop is just now, by CPU time: some machines are, and change from minute to minute."""
    start = time.process_time()
    sum(number * number for number in range(1_000_000))
    return max(1.0, (time.process_time() - start) / 0.1)


def test_games_come_at_once() -> None:
    times = []
    for _ in range(3):
        start = os.times()
        entries = answer("games")
        end = os.times()
        spent = end.children_user + end.children_system - start.children_user - start.children_system
        times.append(spent / slowness())
    assert min(times) < 0.5, "CPU seconds of a usual machine: the wall depends on what else runs here"
    assert {"id", "rulebook", "game", "name", "family", "clause"} <= entries[0].keys()
    assert [entry["id"] for entry in entries] == all_games()
    assert (
        "numba"
        not in subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "croupier", "games"], capture_output=True, text=True, check=True
        ).stderr
    )


def test_games_of_one_rulebook() -> None:
    assert {entry["rulebook"] for entry in answer("games", "--rulebook", "oneida")} == {"oneida"}
    assert croupier("games", "--rulebook", "atlantis").returncode == 2


@pytest.mark.parametrize("game", all_games())
def test_every_command_works_on_every_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules = json.loads(within(capsys, "rules", game, "--json"))
    assert rules["options"] and rules["wagers"] and rules["paytables"] and rules["rulings"]
    assert all(option["clause"] for option in rules["options"])
    tables = json.loads(within(capsys, "paytables", game, "--json"))
    assert all({"wager", "id", "rows", "floor", "clause", "when"} <= table.keys() and table["clause"] for table in tables)
    assert all(ruling["clause"] and ruling["says"] for ruling in json.loads(within(capsys, "rulings", game, "--json")))
    assert all(reading["adopted"] for reading in json.loads(within(capsys, "rules", game, "--readings", "--json")))
    assert json.loads(within(capsys, "rules", game, "--clauses", "--json"))
    for words in ((), ("--clauses",), ("--readings",)):
        assert within(capsys, "rules", game, *words).strip()
    assert within(capsys, "paytables", game).strip() and within(capsys, "rulings", game).strip()


def test_the_shape_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(within(capsys, "shape", "--json"))
    assert all(0 < entry["lines"] <= 200 for entry in found["procedures"]), "a procedure over 200 lines asks to be rethought"
    assert sum(entry["files"] for entry in found["procedures"]) == len(all_games())
    assert "three-card-poker" in within(capsys, "shape")


def test_one_clause_and_why() -> None:
    found = answer("rules", "ny/three-card-poker", "--clause", "5324.31(c)(6)(ii)")
    assert found["became"] == "implemented" and "wagers.pair-plus" in found["where"]
    assert answer("rules", "ny/three-card-poker", "--why", "tie")["clauses"][0]["clause"] == "5324.31(b)(3)"


def test_settle_one_round_a_list_and_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(BIG_SIX))
    one = answer("settle", str(path))
    assert one["net"] == {"1": 22500} and one["lines"][0]["clause"] == "5324.3(b)(3), 5324.3(d)"
    bad = {**BIG_SIX, "spin": "seventh-prize"}
    many = answer("settle", "-", stdin=json.dumps([BIG_SIX, bad, 7, BIG_SIX]))
    assert many[0] == many[3] == one and "seventh-prize" in many[1]["refused"] and "refused" in many[2]
    refused = croupier("settle", "-", stdin=json.dumps(bad))
    assert refused.returncode == 2 and refused.stdout == ""
    assert refused.stderr.count("\n") == 1 and "5324.3" in refused.stderr
    assert "22" in croupier("settle", str(path)).stdout


@pytest.mark.parametrize(
    "words",
    [
        ("settle", "no-such-file.json"),
        ("settle", "."),
        ("rules", "nowhere/nothing"),
        ("rules", "ny/roulette", "--clause", "9.9"),
        ("rules", "ny/roulette", "--why", "nothing"),
        ("rules", "ny/roulette", "--set", "wheel"),
        ("rules", "ny/roulette", "--set", "wheel=triple-zero"),
        ("rulings", "ny/roulette", "earthquake"),
        ("paytables", "ny"),
        ("replay", "no-such.jsonl"),
        ("no-such-command",),
        ("games", "--no-such-option"),
        ("rules",),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    done = croupier(*words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("croupier: ") and done.stdout == ""


def test_bad_documents_are_refused() -> None:
    for text in (
        "",
        "{",
        "[1",
        "null",
        "3",
        '"x"',
        "{}",
        '{"game": 4}',
        '{"game": "ny/big-six"}',
        '{"game": "ny/big-six", "seats": []}',
    ):
        done = croupier("settle", "-", stdin=text)
        assert done.returncode == 2 and done.stderr.count("\n") == 1, text


def test_play_keeps_a_log_that_replays_to_the_cent(tmp_path: Path) -> None:
    keys = "ante 10\npair-plus 5\n\nplay\n\nfold\nquit\n"
    done = croupier("play", "ny/three-card-poker", "--seed", "4", "--log", "log.jsonl", stdin=keys, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "seat 1:" in done.stdout and "5324.31" in done.stdout
    replayed = croupier("replay", str(tmp_path / "log.jsonl"), "--json")
    rounds = json.loads(replayed.stdout)
    assert [entry["done"] for entry in rounds[:2]] == [True, True]
    assert f"seat 1: {rounds[0]['net']['1'] / 100:.2f}" in done.stdout


def test_play_refuses_and_goes_on_and_takes_irregularities(tmp_path: Path) -> None:
    keys = "ante 0.001\nante ten\nante 5000\nante 10\nreport earthquake\n\nreport wrong-number-of-cards\nquit\n"
    done = croupier("play", "ny/mississippi-stud", "--seed", "1", "--log", "log.jsonl", stdin=keys, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "is not an amount" in done.stdout and "no irregularity called" in done.stdout and "void" in done.stdout


def opening(rules: dict[str, Any]) -> str:
    """Keys that place the first wager of a game and whatever it cannot be without."""
    wagers = {entry["wager"]: entry for entry in rules["wagers"]}
    first = next(entry for entry in wagers.values() if entry["placed"] == "opening")
    needed = [need["wagers"][0] for need in first["needs"] if not need["when"]]
    spots = {"straight-up": "straight-up-17", "straight": "straight-17"}
    return "".join(f"{spots.get(name, name)} {(wagers[name]['amount'] or 500) / 100}\n" for name in [first["wager"], *needed])


@pytest.mark.parametrize("game", all_games())
def test_play_deals_every_game(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = opening(json.loads(within(capsys, "rules", game, "--json"))) + "\n" + "1\n\n" * 40 + "quit\n"
    done = croupier("play", game, "--seed", "8", "--log", "log.jsonl", stdin=keys, cwd=tmp_path)
    assert done.returncode == 0 and "seat 1:" in done.stdout, done.stdout + done.stderr


def test_the_seed_of_a_round_was_committed_to_before_it(tmp_path: Path) -> None:
    from croupier.equipment.randomness import verify

    done = croupier("play", "ny/big-six", "--log", "log.jsonl", stdin="first-prize 1\n\nquit\n", cwd=tmp_path)
    commitment = done.stdout.split("seed committed as ")[1].split()[0]
    log = json.loads((tmp_path / "log.jsonl").read_text().splitlines()[0])
    assert verify(commitment, log["seed"])


def test_replay_of_a_damaged_log(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    good = {
        "game": "ny/big-six",
        "seats": [1],
        "acts": [["wager", 1, "first-prize", 500], ["no-more-bets"], ["spin", "first-prize"]],
    }
    log.write_text(json.dumps(good) + "\n")
    assert answer("replay", str(log))[0]["net"] == {"1": 22500}
    for acts in (
        [["wager", 1, "first-prize", -5]],
        [["card", "Kh"]],
        [["nonsense"]],
        [[]],
        [["wager", 1]],
        [["card", "Kx"]],
        "x",
    ):
        log.write_text(json.dumps({**good, "acts": acts}) + "\n")
        done = croupier("replay", str(log))
        assert done.returncode == 2 and done.stderr.count("\n") == 1, acts


def test_completion_offers_games() -> None:
    environment = {**os.environ, "_CROUPIER_COMPLETE": "complete_bash", "COMP_WORDS": "croupier rules ny/r", "COMP_CWORD": "2"}
    script = Path(sys.executable).parent / "croupier"
    done = subprocess.run([script], env=environment, capture_output=True, text=True, check=False)
    assert "ny/roulette" in done.stdout


@pytest.mark.parametrize("game", all_games())
def test_one_person_can_try_a_full_table(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = json.loads(within(capsys, "rules", game, "--json"))
    seats = next(option["value"] for option in rules["options"] if option["option"] == "seats")
    answers = 40 if game.endswith("/poker") else 15  # what a hand of eleven players asks one of them
    keys = opening(rules) + "\n" + ("1\n\n" + opening(rules)) * answers + "quit\n"
    done = croupier("play", game, "--seed", "5", "--players", str(seats - 1), "--log", "log.jsonl", stdin=keys, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"seat {seats}:" in done.stdout


def test_more_players_than_seats_are_refused(tmp_path: Path) -> None:
    assert croupier("play", "ny/three-card-poker", "--players", "99", stdin="quit\n", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize("game", all_games())
def test_a_template_settles_when_filled_in_and_is_refused_while_it_is_not(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.commands.test_malformed import croupier as run
    from tests.commands.test_malformed import refused

    filled, empty = (within(capsys, "template", game, *words) for words in (("--filled",), ()))
    settled = run(["settle", "-", "--json"], filled.encode())
    assert settled.code == 0 and json.loads(settled.out)["lines"], settled
    assert "acts" not in json.loads(filled), "a log is nothing that a person writes"
    if filled != empty:
        refused(run(["settle", "-"], empty.encode()), empty)
    assert "??" in empty
    assert json.loads(filled).keys() == json.loads(empty).keys()


def test_templates_follow_the_house_and_the_seed() -> None:
    told = [
        croupier("template", "ny/roulette", "--filled", "--seed", seed, "--set", "wheel=single-zero").stdout for seed in "12"
    ]
    assert told[0] != told[1]
    assert json.loads(told[0])["house_rules"] == {"options": {"wheel": "single-zero"}}


def test_rulebooks_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    games = ["ny/roulette", "cleveland/roulette"]
    told = json.loads(within(capsys, "compare", "roulette", "ny", "cleveland", "--json"))
    assert told["games"] == games and [part["part"] for part in told["parts"]] == [
        "glance",
        "options",
        "wagers",
        "paytables",
        "prices",
        "rulings",
    ]
    options = {row["name"]: row for row in told["parts"][1]["rows"]}
    assert all(set(row["says"]) == set(games) for row in options.values())
    assert all(
        row["differs"] == (len({says and says["says"] for says in row["says"].values()}) > 1) for row in options.values()
    )
    assert told == json.loads(within(capsys, "compare", "ny/roulette", "cleveland/roulette", "--json"))
    some, everything = (within(capsys, "compare", "roulette", "ny", "cleveland", *words) for words in ((), ("--all",)))
    assert len(some) < len(everything) and "wheel" in everything


def test_a_price_that_is_not_known_is_said_to_be_unknown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.rules import source
    from tests.commands.test_malformed import GOOD

    (tmp_path / "atlantis").mkdir()
    (tmp_path / "atlantis" / "big-six.toml").write_text(GOOD["big-six"].replace('"45:1"', '"46:1"'))
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    within(capsys, "analyze", "ny/big-six")
    told = json.loads(within(capsys, "compare", "big-six", "ny", "atlantis", "--json"))
    prices = next(part for part in told["parts"] if part["part"] == "prices")
    assert told["priced"] == ["ny/big-six"] and prices["differing"] == 0, "what nobody knows differs from nothing"
    assert all(row["says"]["atlantis/big-six"] is None and row["says"]["ny/big-six"] for row in prices["rows"])
    shown = within(capsys, "compare", "big-six", "ny", "atlantis")
    assert "not priced" in shown and "croupier analyze atlantis/big-six" in shown
