"""`check`, `audit` and `diff`: a submission against its rulebook, a rulebook against itself, a game against another."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from croupier.compliance import checking
from croupier.errors import BadInput
from croupier.games.registry import all_games, playable
from croupier.odds import shipped
from tests.commands.test_cli import croupier, within
from tests.rules.test_sixth_rulebook import ATLANTIS, rulebook

GAME = "ny/three-card-poker"
FLOOR = """
[[tables]]
name = "pit one"
game = "cincinnati/blackjack"
options = { decks = 6, dealer-hits-soft-17 = true }

[[tables]]
game = "ny/three-card-poker"
options = { seats = 40, nonsense = 3, play-or-fold = "each-wager" }
paytables = { pair-plus = "Z" }
limits = { table = { minimum = 1500, maximum = 500 } }
"""


def submitted(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


def checked(*words: str) -> tuple[int, list[dict[str, Any]]]:
    done = croupier("check", *words, "--json")
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def test_everything_out_of_bounds_is_told_at_once_with_its_clause(tmp_path: Path) -> None:
    code, (blackjack, poker) = checked(submitted(tmp_path / "floor.toml", FLOOR))
    assert code == 1
    assert blackjack["table"] == "pit one" and blackjack["violations"] == []
    told = {entry["at"][0]: entry["clause"] for entry in poker["violations"]}
    assert told == {
        "options.seats": "5324.31(a)(1)",
        "options.nonsense": None,
        "options.play-or-fold": playable(GAME).terms.clause_of("play-or-fold"),
        "paytables.pair-plus": ", ".join(playable(GAME).terms.file.wagers["pair-plus"].clause),
        "limits.table": "5324.31(c)(1)(i)",
    }
    assert all(len(entry["at"]) == 1 for entry in poker["violations"]), "each is wrong by itself"
    shown = croupier("check", submitted(tmp_path / "floor.toml", FLOOR))
    assert shown.returncode == 1 and "5 not the house's to choose" in shown.stdout and "within the rules" in shown.stdout


def test_what_is_left_open_is_told_and_is_no_violation(tmp_path: Path) -> None:
    code, (row,) = checked(submitted(tmp_path / "house.json", json.dumps({"game": GAME, "options": {"seats": 6}})))
    left = {entry["at"]: entry["taken"] for entry in row["open"]}
    assert code == 0 and row["violations"] == []
    assert "options.seats" not in left and left["paytables.pair-plus"] == "A" and left["limits"] is None
    assert croupier("check", str(tmp_path / "house.json")).returncode == 0


def test_choices_that_are_only_wrong_together_are_told_together() -> None:
    """Each stands alone; side by side one contradicts the other, and either may be taken back."""
    game = "cincinnati/texas-holdem-bonus"
    house = {"options": {"table-minimum": 500}, "limits": {"table": {"minimum": 1000}}}
    for part in house:
        assert checking.violations(game, {part: house[part]})[0] == []
    (found,), kept = checking.violations(game, house)
    assert set(found["at"]) == {"options.table-minimum", "limits.table"} and "one figure" in found["says"]
    assert checking.violations(game, kept)[0] == []


@pytest.mark.parametrize(("decks", "cards", "wrong"), [(8, 130, False), (2, 104, False), (2, 105, True), (1, 5300, True)])
def test_a_cutting_card_stands_somewhere_in_the_shoe(decks: int, cards: int, wrong: bool) -> None:
    found, _ = checking.violations("ny/blackjack", {"options": {"decks": decks, "cutting-card": cards}})
    assert ["options.cutting-card" in entry["at"] for entry in found] == [True] * wrong


def test_a_file_of_house_rules_is_checked_for_the_game_that_is_named(tmp_path: Path) -> None:
    house = submitted(tmp_path / "house.toml", "options = { decks = 8 }")
    assert checked(house, "--game", "cincinnati/blackjack")[0] == 0
    assert checked(house, "--game", GAME)[0] == 1
    as_settled = submitted(tmp_path / "round.json", json.dumps({"game": GAME, "house_rules": {"options": {"seats": 99}}}))
    assert [entry["at"] for entry in checked(as_settled)[1][0]["violations"]] == [["options.seats"]]


@pytest.mark.clause("ny/baccarat", "5324.20(d)(2)(iii)")
@pytest.mark.parametrize(
    ("game", "chosen", "what"),
    [
        ("ny/baccarat", {"options": {"vigorish": "4%"}}, "vigorish"),
        ("cincinnati/mini-baccarat", {"options": {"tie-vigorish": "none"}}, None),
    ],
)
def test_what_a_text_wants_alike_at_all_tables_must_be(game: str, chosen: dict[str, Any], what: str | None) -> None:
    plain, other = checking.check({"tables": [{"game": game}, {"game": game, **chosen}]})
    assert plain["violations"] == []
    assert [entry["at"] for entry in other["violations"]] == ([[what]] if what else [])
    assert not what or "all tables of the game are alike" in other["violations"][0]["says"]


@pytest.mark.parametrize("game", all_games())
def test_what_a_house_may_choose_is_within_the_rules_and_what_it_may_not_is_not(game: str) -> None:
    """Every option at its default, said aloud, and one that no text has."""
    terms = playable(game).terms
    said = {name: terms.options[name] for name, option in terms.file.options.items() if option.is_ is None}
    found, kept = checking.violations(game, {"options": said})
    assert found == [] and kept.get("options", {}) == said
    found, kept = checking.violations(game, {"options": {**said, "moon": "full"}, "stars": 3})
    assert [entry["at"] for entry in found] == [["stars"], ["options.moon"]] or [entry["at"] for entry in found] == [
        ["options.moon"],
        ["stars"],
    ]
    assert kept.get("options", {}) == said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("options = {}", "it names no game"),
        ('game = "ny/nothing"', "no game called 'ny/nothing'"),
        ("game = ", "not TOML"),
        ("tables = []", "tables: a list of tables"),
        ("tables = [3]", "table 1: a table of names and values"),
        ('tables = [{ game = "ny/three-card-poker" }]\noptions = {}', "nothing beside it"),
        ('game = "ny/three-card-poker"\nhouse_rules = {}\noptions = {}', "not both"),
        ('game = "ny/three-card-poker"\nversion = "of old"', "version"),
        ("game = 3", "3 is no game's name"),
    ],
)
def test_a_submission_that_cannot_be_read_is_a_line_and_exit_code_two(text: str, says: str, tmp_path: Path) -> None:
    done = croupier("check", submitted(tmp_path / "house.toml", text))
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1 and not done.stdout


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(within(capsys, *words, "--json"))


@pytest.mark.parametrize("name", sorted({game.partition("/")[0] for game in all_games()}))
def test_an_audit_tells_every_reading_and_nothing_is_wrong_but_the_text(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "audit", name)
    games = [game for game in all_games() if game.startswith(f"{name}/")]
    assert found["games"] == games
    readings = Counter(reading.kind for game in games for reading in playable(game).terms.file.readings.values())
    counts = Counter(entry["kind"] for entry in found["findings"] if "adopted" in entry)
    assert counts == readings
    assert not found["counts"].keys() & {"broken", "unaccounted"}
    assert Counter(entry["kind"] for entry in found["findings"]) == found["counts"]
    assert all(entry["clause"] for entry in found["findings"])
    lost = {
        (game, price.wager, price.paytable, float(price.house_edge))
        for game in games
        for price in shipped.prices_of(playable(game)) or ()
        if price.house_edge < 0
    }
    favours = [entry for entry in found["findings"] if entry["kind"] == "players-favour"]
    assert {(e["game"], e["wager"], e["paytable"], e["house_edge"]) for e in favours} == lost
    assert f"{name}, {len(games)} games: " in within(capsys, "audit", name)


def test_an_audit_asks_what_other_rulebooks_rule_on(capsys: pytest.CaptureFixture[str]) -> None:
    """Asked of the files themselves: an irregularity at this game that two others have and this one has not."""
    name, games = "cleveland", all_games()
    ruled = {game: set(playable(game).terms.file.rulings) for game in games}
    missing = set()
    for game in games:
        others = [ruled[other] for other in games if other != game and other.partition("/")[2] == game.partition("/")[2]]
        seen = Counter(irregularity for rulings in others for irregularity in rulings)
        missing |= {(game, known) for known, times in seen.items() if times > 1 and known not in ruled[game]}
    found = [entry for entry in told(capsys, "audit", name)["findings"] if entry["kind"] == "not-ruled"]
    assert {(entry["game"], entry["says"].partition(":")[0]) for entry in found} == {
        (game, known) for game, known in missing if game.startswith(f"{name}/")
    }
    assert found


def test_a_broken_file_and_a_clause_nobody_accounts_for_are_faults_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rulebook(tmp_path, monkeypatch, ATLANTIS)
    sound = croupier("audit", "atlantis", "--json")
    assert sound.returncode == 0, sound.stderr
    (broken := tmp_path / "atlantis" / "krakens.toml").write_text("procedure = 3")
    done = croupier("audit", "atlantis", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 1 and found["games"] == [game]
    assert [entry["says"].partition(":")[0] for entry in found["findings"] if entry["kind"] == "broken"] == [
        "atlantis/krakens.toml"
    ]
    broken.unlink()
    index = tmp_path / "atlantis" / "clauses" / "three-card-poker.toml"
    index.parent.mkdir()
    cited = "".join(f'"{clause}" = {{ lines = [1, 1], says = "Of Atlantis" }}\n' for clause in playable(game).terms.citations)
    index.write_text(f'[clauses]\n{cited}"Scroll III.98" = {{ lines = [98, 98], says = "Mermaids keep the tips" }}\n')
    done = croupier("audit", "atlantis", "--json")
    assert done.returncode == 1 and json.loads(done.stdout)["counts"]["unaccounted"] == 1


def test_two_games_differ_as_a_comparison_of_them_says(capsys: pytest.CaptureFixture[str]) -> None:
    both = ["ny/blackjack", "pa/free-bet-blackjack"]
    found = told(capsys, "diff", *both)
    assert found["games"] == both and found == told(capsys, "compare", *both)
    options = next(part for part in found["parts"] if part["part"] == "options")
    assert options["differing"] == sum(row["differs"] for row in options["rows"]) > 0
    for words in (["ny/blackjack", "ny/blackjack"], ["ny/blackjack", "ny/nothing"]):
        done = croupier("diff", *words)
        assert done.returncode == 2 and done.stderr.count("\n") == 1


def test_an_unknown_rulebook_is_refused() -> None:
    done = croupier("audit", "maine")
    assert done.returncode == 2 and "no rulebook called 'maine'" in done.stderr


def test_the_check_itself_refuses_what_is_no_table() -> None:
    with pytest.raises(BadInput, match="names no game"):
        checking.check({})


def test_choices_of_names_that_a_game_does_not_have_are_told_one_by_one() -> None:
    """Whichever was refused, all the others were tried without it: 300 of them took half a minute, 3,000 the day."""
    odd = {f"odd-{number}": 1 for number in range(400)}
    began = time.process_time()
    found = checking.check(
        {"game": "cincinnati/three-card-poker", "options": odd, "paytables": odd, "meters": odd, "limits": odd, **odd}
    )
    assert time.process_time() - began < 5
    assert len(found[0]["violations"]) == 5 * 400
    assert {entry["at"][0] for entry in found[0]["violations"]} >= {"options.odd-0", "limits.odd-399", "odd-7"}
