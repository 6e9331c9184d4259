"""A broken rulebook file is refused at load, with file, line, key and clauses."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.errors import Conflict, Duplicate, Gap, MissingClause, OutOfBounds, RulebookError, Unknown, UnknownKey
from croupier.games.registry import playable
from croupier.rules import source

GOOD = (source.SHIPPED / "ny" / "big-six.toml").read_text()


def write(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The text as a game file of a rulebook of its own."""
    home = folder / "broken"
    home.mkdir()
    (home / "big-six.toml").write_text(text.replace('inherits = ["general"]\n', ""))
    monkeypatch.setenv(source.SEARCH_PATH, str(folder))
    return "broken/big-six"


BROKEN = {
    "unknown key": (GOOD.replace("[rulings.too-few", 'colour = "red"\n[rulings.too-few', 1), UnknownKey, r"colour"),
    "unknown key in a wager": (
        GOOD.replace("[wagers.fifth-prize]", "[wagers.fifth-prize]\npays = 2"),
        UnknownKey,
        "wagers.fifth-prize.pays",
    ),
    "duplicate row": (GOOD.replace('rows = { win = "1:1" }', 'rows = { win = "1:1", win = "2:1" }', 1), Duplicate, ""),
    "duplicate pay table": (GOOD.replace('wager = "fifth-prize"', 'wager = "sixth-prize"', 1), Duplicate, "two pay tables"),
    "missing clause": (
        GOOD.replace('area = ["fifth-prize"]\nclause = "5324.3(b)(3)"', 'area = ["fifth-prize"]'),
        MissingClause,
        "wagers.fifth-prize",
    ),
    "empty clause": (
        GOOD.replace('area = ["fifth-prize"]\nclause = "5324.3(b)(3)"', 'area = ["fifth-prize"]\nclause = []'),
        MissingClause,
        "fifth-prize",
    ),
    "missing key": (GOOD.replace('remedy = "again"\n', ""), Gap, "rulings.too-few-revolutions.remedy"),
    "gap: a question without an answer": (
        GOOD.replace("[options.sections]", "[options.wheel-size]"),
        RulebookError,
        "sections",
    ),
    "conflict: two forms of one option": (GOOD.replace("default = 12\n", "default = 12\nis = 12\n"), Conflict, "options.seats"),
    "conflict: not a payout": (GOOD.replace('win = "45:1"', 'win = "45 times"'), Conflict, "45 times"),
    "conflict: a pay table for no wager": (
        GOOD.replace('wager = "first-prize"', 'wager = "zeroth-prize"'),
        Conflict,
        "zeroth-prize",
    ),
    "conflict: a reading that is not there": (
        GOOD.replace("[readings.number-of-players]", "[readings.players]"),
        Conflict,
        "number-of-players",
    ),
    "conflict: an unknown moment": (
        GOOD.replace('when = ["spin"]', 'when = ["lunch"]'),
        Conflict,
        "rulings.too-few-revolutions.when",
    ),
    "not TOML": (GOOD + "\nthis is not toml", Conflict, ""),
    "no such procedure": (GOOD.replace('procedure = "big-six"', 'procedure = "snakes"'), Conflict, "snakes"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_file(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, kind, key = BROKEN[name]
    assert text != GOOD, "the break did not take"
    game = write(tmp_path, text, monkeypatch)
    with pytest.raises(kind) as caught:
        playable(game)
    message = str(caught.value)
    assert "\n" not in message
    assert "big-six.toml" in message
    assert key in message
    if caught.value.line is not None:
        assert f":{caught.value.line}:" in message


def test_line_numbers_are_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = GOOD.replace('win = "45:1"', 'win = "45 times"')
    game = write(tmp_path, text, monkeypatch)
    with pytest.raises(Conflict) as caught:
        playable(game)
    lines = (tmp_path / "broken" / "big-six.toml").read_text().splitlines()
    assert caught.value.line is not None and "45 times" in lines[caught.value.line - 1]


def test_a_game_must_say_what_it_overrides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "twice"
    home.mkdir()
    ruling = '[rulings.too-few-revolutions]\nsays = "x"\nwhen = ["spin"]\nremedy = "void-round"\nclause = "1"\n'
    (home / "general.toml").write_text(f'clause = "1"\nlines = [1, 2]\n{ruling}')
    (home / "big-six.toml").write_text(GOOD)
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    with pytest.raises(Conflict) as caught:
        playable("twice/big-six")
    assert "5324.3(c)(1)" in str(caught.value) and "1" in caught.value.clauses
    (home / "big-six.toml").write_text(
        GOOD.replace("[rulings.too-few-revolutions]", '[rulings.too-few-revolutions]\noverrides = "1"')
    )
    assert playable("twice/big-six").terms.rulings["too-few-revolutions"].remedy == "again"


@pytest.mark.parametrize(
    ("game", "house", "error", "words"),
    [
        ("ny/three-card-poker", {"options": {"seats": 10}}, OutOfBounds, "5324.31(a)(1)"),
        ("ny/three-card-poker", {"options": {"qualifying-rank": "jack"}}, OutOfBounds, "5324.31(f)(1)(i)"),
        ("ny/three-card-poker", {"options": {"version": "anything"}}, OutOfBounds, "5324.31(c)(6)(i)"),
        ("ny/three-card-poker", {"options": {"no-such-option": 1}}, Unknown, "no-such-option"),
        ("ny/three-card-poker", {"paytables": {"pair-plus": "Z"}}, OutOfBounds, "A, B, C, D, E, F, G"),
        ("ny/three-card-poker", {"paytables": {"six-card-bonus": "E"}}, OutOfBounds, "5324.31(f)(2)(i)"),
        ("ny/three-card-poker", {"paytables": {"pair-plus": {"pair": "2:1"}}}, OutOfBounds, "fixed by the text"),
        ("ny/three-card-poker", {"paytables": {"ante-bonus": {"straight-flush": "4:1", "three-of-a-kind": "4:1", "straight": "1:1"}}},
         OutOfBounds, "less than 5:1"),
        ("ny/three-card-poker", {"limits": {"ante": {"minimum": 500, "maximum": 100}}}, OutOfBounds, "below the minimum"),
        ("oneida/mississippi-stud", {"options": {"maximum-payout": 999_999}}, OutOfBounds, "at least 1000000"),
        ("oneida/three-card-poker", {"options": {"dealing": "hand", "shuffler": "manual"}}, OutOfBounds, "Three Card Poker H.1.a"),
        ("cincinnati/mississippi-stud", {"meters": {"multi-link": {"rate": "20%"}}}, OutOfBounds, "21%"),
        ("cincinnati/mississippi-stud", {"rules": {}}, Unknown, "rules"),
        ("ny/no-such-game", {}, Unknown, "ny/baccarat"),
    ],
)  # fmt: skip
def test_a_choice_out_of_bounds_names_the_clause(
    game: str, house: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        playable(game, house)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_a_house_may_pay_more_than_a_floor() -> None:
    rows = {"straight-flush": "6:1", "three-of-a-kind": "4:1", "straight": "2:1"}
    game = playable("ny/three-card-poker", {"paytables": {"ante-bonus": rows}}).terms
    assert game.table_for("ante-bonus").rows["straight"].text == "2:1"
