"""Whatever is written wrongly ends in one line and exit code 2: command lines, rounds, logs, house rules, rulebook files.

Most of it runs inside this process through the same entry point, with CROUPIER_DEBUG set: a fault of the program would be raised
here with its traceback. A sample runs as real processes.
"""

from __future__ import annotations

import copy
import io
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer

from croupier.cli.main import app, main
from croupier.errors import BadInput
from croupier.games.registry import all_games
from croupier.rules import source
from tests.support.serving import Served, raw

HERE = Path(__file__).parents[1]
CASES = [case["input"] for path in sorted((HERE / "cases").glob("*.json")) for case in json.loads(path.read_text())]
LONG = "a" * 300
DIGITS = "9" * 5000
DEEP = "[" * 3000
JUNK: list[Any] = [
    None, True, False, -1, 0, 1, 7, 1.5, 10**17, 10**30, -(10**30), 10**4400, float("inf"), float("nan"), "", " ", "zz", "\x00", "\ud800", "é", "٣", "1/0",
    "1e400", "1e999999999", "-5", "Kh", "Kh Kh", "Kx", "ante", LONG, DIGITS, [], [[]], ["Kh"], [5], [None], [[5, [5]]], {}, {"a": 1}, {"": {}}, {"1": {}}, {"a": "1/0"},
    {"options": 5}, {"options": {"seats": 10**9}}, {"options": {"decks": -1}}, {"paytables": {"ante": {"win": "35:0"}}}, {"limits": {"ante": {"minimum": 10**40}}},
    {"meters": {"multi-link": {"rate": "x%"}}}, "x", 5, json.loads("[" * 200 + "]" * 200),
]  # fmt: skip
"""Values that somebody might write where another was meant."""


class Done(NamedTuple):
    code: int
    out: str
    err: str


def croupier(words: list[str], stdin: bytes = b"") -> Done:
    """The entry point, inside this process; a fault of the program is raised."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["croupier", *words])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.setenv("CROUPIER_DEBUG", "1")
        patch.setenv("COLUMNS", "140")
        code: Any = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code or 0
    return Done(int(code), out.getvalue(), err.getvalue())


def refused(done: Done, said: object) -> None:
    """One clear line, exit code 2, nothing else printed."""
    assert done.code == 2, (said, done)
    assert done.err.startswith("croupier: ") and done.err.count("\n") == 1 and done.err.endswith("\n"), (said, done)
    assert done.out == "", (said, done)
    assert len(done.err) < 5000, said


def answered_or_refused(done: Done, said: object) -> None:
    if done.code:
        refused(done, said)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(part, (*path, key))


def spoilt(document: Any, chance: random.Random) -> Any:
    """The document with a value or two replaced, removed, renamed or said of the wrong thing."""
    broken = copy.deepcopy(document)
    for _ in range(chance.choice((1, 1, 2))):
        *holders, last = chance.choice([place for place in places(broken) if place] or [("x",)])
        holder = broken
        for key in holders:
            holder = holder[key]
        if not isinstance(holder, (dict, list)):
            continue
        what = chance.randrange(10)
        if what == 0:
            del holder[last]
        elif what == 1 and isinstance(holder, dict):
            holder[chance.choice(["", "x", LONG, DIGITS, "0", "-1", "٣", "\ud800", "1", "seats", "game"])] = holder.pop(last)
        else:
            holder[last] = copy.deepcopy(chance.choice(JUNK))
    return broken


def text_of(document: Any, chance: random.Random) -> bytes:
    """The document as JSON, now and then damaged as text."""
    sys.set_int_max_str_digits(0)  # to write a number that no reader takes
    try:
        text = json.dumps(document).encode()
    finally:
        sys.set_int_max_str_digits(4300)
    what = chance.randrange(12)
    cut = chance.randrange(len(text) + 1)
    if what == 0:
        return text[:cut]
    if what == 1:
        odd = [b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"}", b",", DEEP.encode(), DIGITS.encode(), b'"']
        return text[:cut] + chance.choice(odd) + text[cut:]
    return text


def parts(count: int) -> list[Any]:
    """The first for the ordinary suite, the others for the long one."""
    return [pytest.param(part, marks=[pytest.mark.slow] * (part > 0)) for part in range(count)]


@pytest.mark.parametrize("part", parts(4))
def test_spoilt_rounds(part: int) -> None:
    chance = random.Random(f"rounds {part}")
    for _ in range(120):
        given = text_of(spoilt(chance.choice(CASES), chance), chance)
        answered_or_refused(croupier([chance.choice(("settle", "playthrough")), "-"], given), given[:2000])


def test_a_spoilt_round_in_a_list_spoils_no_other() -> None:
    chance = random.Random("lists")
    for _ in range(40):
        given = [spoilt(chance.choice(CASES), chance), CASES[0]]
        try:
            text = json.dumps(given).encode()
        except ValueError:
            continue
        done = croupier(["settle", "-", "--json"], text)
        if done.code:
            refused(done, given)  # a value that no document may hold
        else:
            assert len(json.loads(done.out)) == 2


@pytest.fixture(scope="module")
def logs() -> list[dict[str, Any]]:
    """A log of a round of every game."""
    from croupier.server.floor import prepare
    from croupier.table.random_rounds import play_round

    return [play_round(prepare(game, None, None), 3)[0].written() for game in all_games()]


@pytest.mark.parametrize("part", parts(4))
def test_spoilt_logs(part: int, logs: list[dict[str, Any]]) -> None:
    chance = random.Random(f"logs {part}")
    for _ in range(120):
        given = text_of(spoilt(chance.choice(logs), chance), chance)
        answered_or_refused(croupier(["replay", "-"], given), given[:2000])


WORDS = ["", " ", "x", "-", "--", "--json", "-5", "0", "99", LONG, DIGITS, "ny", "ny/", "/", "ny/roulette", "ny/../ny/roulette", "é", "\ud800", "1/0", "1e400", "nan",
         "--set", "--version", "--rulebook", "--seed", "--wager", "--paytable", "--hand", "--why", "--clause", "--meter", "--players", "--penetration", "--shuffler",
         "--rounds", "--device", "--no-such", "decks=[[[", "decks=1e400", f"decks={DIGITS}", f"decks={DEEP}", "=", "a=", "=1", "seats=0", "/", "/dev/null/x", ".", "\x00"]  # fmt: skip


@pytest.mark.parametrize("part", parts(2))
def test_spoilt_command_lines(part: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    chance = random.Random(f"words {part}")
    commands = {name: command for name, command in every_command() if name[0] not in ("serve", "shape", "coverage")}
    for _ in range(200):
        name = chance.choice([*commands, ("nonsense",)])
        own = [option for param in getattr(commands.get(name), "params", ()) for option in param.opts if option.startswith("-")]
        # What counts for a long time is asked of no game at all: every word of the line is still read.
        first = ["no/such-game"] if name[0] in ("analyze", "simulate", "strategy", "equity") else []
        some = [chance.choice(own if own and chance.randrange(3) == 0 else WORDS) for _ in range(chance.randrange(6))]
        words = [*name, *first, *some]
        answered_or_refused(croupier(words, b"quit\n"), words)


SOUND = [
    ["rules", "ny/roulette", "--set", "wheel=single-zero"],
    ["rules", "cincinnati/craps", "--matrix"],
    ["rules", "ny/roulette", "--why", "wagers.red", "--json"],
    ["paytables", "ny/big-six", "--house-rules", "house.json"],
    ["rulings", "ny/roulette", "too-few-revolutions"],
    ["settle", "round.json"],
    ["playthrough", "round.json"],
    ["template", "ny/big-six", "--filled", "--seed", "3"],
    ["compare", "big-six", "ny", "cleveland"],
    ["analyze", "ny/big-six", "--wager", "first-prize", "--paytable", "1", "--stake", "100"],
    ["simulate", "ny/big-six", "--rounds", "100", "--seed", "2", "--device", "cpu"],
    ["strategy", "ny/three-card-poker", "--hand", "Qs 6h 4d"],
    ["equity", "ny/poker", "As Ah", "Kd Kc", "--board", "2c 3d 4h", "--pot", "2000", "--dead", "5c"],
    ["history", "round.json", "--game", "ny/poker"],
    ["token", "ann", "--role", "dealer", "--hours", "3", "--database", "ledger.db"],
    ["ledger", "verify", "--database", "ledger.db", "--keep", "kept.json", "--anchor", "anchor.json"],
    ["ledger", "rule", "t0-1", "void", "--why", "because", "--seat", "1", "--database", "ledger.db"],
]
ODD = ["binary", "nothing", ".", "/dev/null", "no-such.json", "sqlite://", "postgresql://", "wheel=[]", "wheel=NaN", "As Ah", "Zz", "75%", "gpu", "t0-1", "2.5", "red", "void"]  # fmt: skip


@pytest.mark.slow
def test_command_lines_spoilt_in_a_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Sound lines with a word left out, put in or replaced: deeper than lines of chance, which end at their first word."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "nothing").touch()
    (tmp_path / "house.json").write_text("{}")
    (tmp_path / "round.json").write_text(json.dumps(CASES[0]))
    chance = random.Random("a word")
    for _ in range(300):
        words = list(chance.choice(SOUND))
        at, other = chance.randrange(1, len(words)), chance.choice([*WORDS, *ODD])
        words[at : at + chance.randrange(2)] = [] if chance.randrange(4) == 0 else [other]
        if words[0] == "simulate" and "100" not in words:
            continue  # it would play as many rounds as by default
        answered_or_refused(croupier(words, b"quit\n"), words)


def every_command() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command by the words that call it, groups too."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), typer.main.get_command(app))]
    while waiting:
        name, command = waiting.pop()
        if name:
            yield name, command
        waiting += [((*name, word), inner) for word, inner in getattr(command, "commands", {}).items()]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["analyze", "ny/three-card-poker", "--paytable", "Z"], "no pay table of any wager at ny/three-card-poker called 'Z'"),
        (["analyze", "ny/three-card-poker", "--wager", "pairplus"], "did you mean pair-plus?"),
        (["ledger"], "ledger: say what to do with the books: verify, correct, rule or corrections"),
        (["settle", "no-such.json"], "no-such.json: No such file or directory"),
        (["replay", "."], ".: Is a directory"),
        (["playthrough", sys.executable], "not a text file in UTF-8"),
        (["rules", "three-card-poker"], "did you mean cincinnati/three-card-poker, cleveland/three-card-poker, ny/three"),
        (["rules", "ny/three-card-pokr"], "did you mean ny/three-card-poker"),
        (["rules", "ny/roulette", "--set", "whel=single-zero"], "did you mean wheel?"),
        (["rules", "ny/roulette", "--why", "wagers.redd"], "did you mean wagers.red"),
        (["rulings", "ny/roulette", "ball-leaves-wheel"], "did you mean ball-leaves-the-wheel?"),
        (["compare", "roulete"], "did you mean roulette?"),
        (["compare", "roulette", "nyy"], "no rulebook called 'nyy'; did you mean ny?"),
        (["compare", "craps", "blackjack"], "no rulebook called 'blackjack'; there are: cincinnati, "),
        (["rules", "NY/Three-Card-Poker"], "did you mean ny/three-card-poker?"),
        (["rules", "maine/roulette"], "did you mean cincinnati/roulette, cleveland/roulette or ny/roulette?"),
        (["rules", "ny/craps", "--set", "fire=yes"], "did you mean fire-bet?"),
        (["rules"], "Missing argument 'game'; croupier rules --help says what it takes"),
        (["ledger", "mend"], "croupier ledger --help says what it takes"),
        (["compare", "ny/roulette", "ny"], "ny/roulette alone is not compared: name a rulebook beside it"),
        (["gmaes"], "Did you mean 'games'?"),
        (["games", "--rulebok", "ny"], "--rulebook"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_a_slip_is_told_in_one_line_that_says_what_was_meant(words: list[str], said: str) -> None:
    done = croupier(words)
    refused(done, words)
    assert said in done.err


def test_a_wager_written_wrongly_says_which_was_meant() -> None:
    written = {"game": "ny/big-six", "spin": "first-prize", "seats": {"1": {"wagers": {"first-prise": 500}}}}
    rolls = {"game": "cincinnati/craps", "rolls": [{"wagers": {"1": {"dont-pas": 500}}, "dice": [1, 1]}]}
    for document, name in ((written, "first-prize"), (rolls, "dont-pass")):
        done = croupier(["settle", "-"], json.dumps(document).encode())
        refused(done, document)
        assert f"did you mean {name}?" in done.err


def rulebook(folder: Path, text: bytes, name: str = "big-six") -> None:
    home = folder / "broken"
    home.mkdir(exist_ok=True)
    (home / f"{name}.toml").write_bytes(text)


GOOD = {
    name: (source.SHIPPED / "ny" / f"{name}.toml").read_text().replace('inherits = ["general"]\n', "")
    for name in ("big-six", "roulette", "three-card-poker")
}
VALUES = ["[]", "{}", '""', "0", "-1", "true", "1.5", "inf", "nan", DIGITS, "1979-05-27", '"35:0"', '"1/0"', '"0 for 0"', '"$,"', '"x%"', '["x"]', "[[1]]", "{ a = 1 }", '"none"',
          "[" * 600, "{ a = " * 300, '"\\u0000"', f'"{LONG}"', '"../ny/roulette"', '["../ny/general"]']  # fmt: skip


def damaged(text: str, chance: random.Random) -> bytes:
    """A rulebook file with something wrong: a value, a line, a byte."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    what = chance.randrange(8)
    if what <= 3:
        keys = [number for number, line in enumerate(lines) if " = " in line]
        at = chance.choice(keys)
        lines[at] = f"{lines[at].partition(' = ')[0]} = {chance.choice(VALUES)}"
    elif what == 4:
        lines.insert(
            at,
            chance.choice(
                [
                    "x",
                    "x = 1",
                    "[x]",
                    "[[x]]",
                    "[options]",
                    "[paytables]",
                    lines[at],
                    "a.b.c.d = 1",
                    "\x00",
                    "[" * 500,
                    "x" * 9000,
                ]
            ),
        )
    elif what == 5:
        del lines[at]
    elif what == 6:
        found = "\n".join(lines).encode()
        cut = chance.randrange(len(found))
        return (
            found[:cut] + chance.choice([b"\x00", b"\xff", b"\xef\xbb\xbf", b"\r", b"[[", b"'", DIGITS.encode()]) + found[cut:]
        )
    else:
        return "\n".join(lines[:at]).encode()
    return "\n".join(lines).encode()


@pytest.mark.parametrize("part", parts(2))
def test_spoilt_rulebook_files(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    chance = random.Random(f"files {part}")
    shipped = len(all_games())
    for number in range(120):
        name = chance.choice(list(GOOD))
        text = damaged(GOOD[name], chance)
        for other in (tmp_path / "broken").glob("*"):
            other.unlink()
        rulebook(tmp_path, text, name)
        command = chance.choice((["rules"], ["paytables"], ["rulings"], ["rules", "--readings"], ["rules", "--json"]))
        answered_or_refused(croupier([command[0], f"broken/{name}", *command[1:]]), text[:3000])
        if number % 4:
            continue
        listed = croupier(["games"])
        assert listed.code == 0 and listed.err.count("\n") <= 1 and len(listed.out.splitlines()) >= shipped, (
            listed,
            text[:3000],
        )


@pytest.mark.parametrize("command", [["rules"], ["analyze"], ["simulate", "--rounds", "10"], ["play"]], ids=lambda c: c[0])
@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('area = "tie"', 'area = "tei"', "broken/mini-baccarat.toml: wagers.tie.area: 'tei'"),
        ('area = "tie"', 'area = ["tie", "player"]', "broken/mini-baccarat.toml: wagers.tie.area: 'tie' and 'player'"),
        ("[6, 7, 8", "[1000000000000, 6, 7, 8", "decks: 1000000000000: at most 100"),
    ],
)  # fmt: skip
def test_a_wager_on_nothing_known_and_a_shoe_without_end(
    right: str, wrong: str, said: str, command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    text = (source.SHIPPED / "cincinnati" / "mini-baccarat.toml").read_text()
    assert right in text
    rulebook(tmp_path, text.replace(right, wrong).encode(), "mini-baccarat")
    done = croupier([command[0], "broken/mini-baccarat", *command[1:]])
    refused(done, command)
    assert said in done.err


def odd_files(folder: Path) -> dict[str, Path]:
    """Files that are no files, or not of text."""
    head = 'name = "X"\nfamily = "x"\nprocedure = "big-six"\nclause = "1"\n'
    made = {
        "nul": head.encode() + b"\x00",
        "bom": b"\xef\xbb\xbf" + head.encode(),
        "latin": head.encode() + b'x = "\xe9"',
        "twice": (head + 'name = "Y"\n').encode(),
        "deep": (head + "x = " + DEEP).encode(),
        "digits": (head + f"x = {DIGITS}").encode(),
        "list": head.replace('"X"', '["X"]').encode(),
        "lines": head.replace('"X"', '"X\\nY"').encode(),
        "headless": head.replace('name = "X"\n', "").encode(),
        "short": head.encode(),
        "no-procedure": head.replace("big-six", "snakes").encode() + b"lines = [1, 2]\n",
    }
    home = folder / "odd"
    home.mkdir()
    for name, text in made.items():
        (home / f"{name}.toml").write_bytes(text)
    (home / "folder.toml").mkdir()
    (home / "loop.toml").symlink_to("loop.toml")
    (home / "nowhere.toml").symlink_to("nowhere-at-all")
    return {path.stem: path for path in home.iterdir()}


def test_one_broken_file_takes_no_other_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = croupier(["games", "--json"]).out
    files = odd_files(tmp_path)
    (tmp_path / "odd" / "sound.toml").write_text(GOOD["big-six"])
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    done = croupier(["games", "--json"])
    assert done.code == 0
    entries = json.loads(done.out)
    assert [entry["id"] for entry in entries if entry["rulebook"] == "odd"] == ["odd/sound"]
    assert [entry for entry in entries if entry["rulebook"] != "odd"] == json.loads(before)
    said = done.err.splitlines()
    assert all(line.startswith("croupier: odd/") for line in said)
    assert sorted(line.removeprefix("croupier: odd/").partition(".toml")[0] for line in said) == sorted(files)
    for name in files:
        refused(croupier(["rules", f"odd/{name}"]), name)


@pytest.mark.parametrize("key", ["of", "offered", "alone", "amount-by", "payout-limit"])
def test_an_empty_name_in_a_rulebook_file_is_the_name_of_nothing(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wager = "[wagers.fifth-prize]\n"
    assert wager in GOOD["big-six"]
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    rulebook(tmp_path, GOOD["big-six"].replace(wager, f'{wager}{key} = ""\n').encode())
    done = croupier(["rules", "broken/big-six"])
    refused(done, key)
    assert "'' does not exist" in done.err
    listed = croupier(["games"])
    assert listed.code == 0 and "ny/roulette" in listed.out and "broken/big-six" not in listed.out
    assert listed.err.count("\n") == 1 and "broken/big-six.toml" in listed.err


def test_a_file_that_fails_in_a_way_nobody_foresaw_takes_no_other_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.games import registry

    for name in ("big-six", "roulette"):
        rulebook(tmp_path, GOOD[name].encode(), name)
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    whole = registry.playable

    def failing(game: str, *rest: Any) -> Any:
        if game == "broken/big-six":
            raise KeyError("what nobody foresaw")
        return whole(game, *rest)

    monkeypatch.setattr(registry, "playable", failing)
    done = croupier(["games"])
    assert done.code == 0 and "ny/big-six" in done.out and "broken/roulette" in done.out and "broken/big-six" not in done.out
    assert done.err.startswith("croupier: broken/big-six: ") and done.err.count("\n") == 1 and "nobody foresaw" in done.err


TRAVERSALS = [
    "ny/../ny/roulette", "ny/./roulette", "ny//roulette", "./ny/roulette", "/ny/roulette", "ny/roulette/", "ny/roulette.toml", "ny/roulette\x00", "ny/%2e%2e/ny/roulette",
    "ny\\roulette", "ny/..", "..", "../rulebooks/ny/roulette", "ny/clauses/roulette", "ny/rulebook", "ny/general", "NY/roulette", "ny/Roulette", "ny/ roulette", "ny", "",
    "/", "ny/roulette ", "ny/../../../../../../../../../../../../{}/evil/roulette", "{}/evil/roulette", f"ny/{LONG}", f"{LONG}/roulette", "ny/*", "ny/[a-z]oulette", "~/x",
]  # fmt: skip


@pytest.fixture
def evil(tmp_path: Path) -> str:
    """A rulebook that nobody was told of, with odds of its own."""
    home = tmp_path / "evil"
    home.mkdir()
    (home / "roulette.toml").write_text(GOOD["roulette"].replace('"35:1"', '"3500:1"'))
    return str(tmp_path)


@pytest.mark.parametrize("spelling", TRAVERSALS)
def test_a_game_is_an_id_of_the_listing_and_never_a_path(spelling: str, evil: str) -> None:
    game = spelling.format(evil)
    round_ = {"game": game, "spin": "1", "seats": {"1": {"wagers": {"straight-up-1": 500}}}}
    log = {"game": game, "seats": [1], "acts": []}
    refused(croupier(["settle", "-"], json.dumps(round_).encode()), game)
    refused(croupier(["replay", "-"], json.dumps(log).encode()), game)
    if not game.startswith("-"):
        for command in ("rules", "paytables", "rulings", "play", "analyze", "simulate", "strategy"):
            refused(croupier([command, game]), (command, game))


def test_nor_over_the_api(server: Served, evil: str) -> None:
    everybody, guest = raw(server.client("")), raw(server.client())
    for spelling in TRAVERSALS:
        game = spelling.format(evil)
        round_ = {"game": game, "spin": "1", "seats": {"1": {"wagers": {"straight-up-1": 500}}}}
        for given in (round_, {"game": game, "acts": []}):
            answer = everybody.post("/settle", json=given)
            assert 400 <= answer.status_code < 500 and "won" not in answer.text, (game, answer.text)
        for settings in ({"practice": True}, {}):
            answer = guest.post("/tables", json={"game": game, "settings": settings})
            assert 400 <= answer.status_code < 500, (game, answer.text)


def test_spoilt_rounds_over_the_api(server: Served, logs: list[dict[str, Any]]) -> None:
    chance, everybody = random.Random("api"), raw(server.client(""))
    for number in range(150):
        given = text_of(spoilt(chance.choice(logs if number % 2 else CASES), chance), chance)
        answer = everybody.post("/settle", content=given, headers={"content-type": "application/json"})
        assert answer.status_code < 500 and "\n" not in answer.json().get("error", ""), (given[:2000], answer.text)


@pytest.mark.parametrize("spelling", ["", ".", "..", "../x", "/", LONG, "\x00", "no-such"])
def test_a_version_is_an_id_of_the_file(spelling: str) -> None:
    refused(croupier(["rules", "ny/three-card-poker", "--version", spelling]), spelling)


REAL = [
    (["settle", "-"], DEEP),
    (["settle", "-"], json.dumps({"game": f"ny/{LONG}"})),
    (["settle", "-"], json.dumps({"game": "ny/roulette", "seats": {DIGITS: {}}})),
    (["replay", "-"], '{"game": "ny/roulette", "acts": [5]}'),
    (["replay", "-"], '{"game": "ny/roulette", "acts": [], "meters": {"a": "1/0"}}'),
    (["replay", "-"], '{"game": "ny/roulette", "acts": [], "house_rules": "x"}'),
    (["replay", "-"], '{"game": "ny/roulette", "acts": [], "seats": "x"}'),
    (["rules", "ny/roulette", "--set", f"decks={DEEP}"], ""),
    (["rules", "ny/../ny/roulette"], ""),
    (["serve", "--database", "mysql://x", "--port", "18799"], ""),
    (["serve", "--database", "/proc/x/y.db", "--port", "18799"], ""),
    (["simulate", "ny/roulette", "--rounds", "10", "--cluster", "zzz"], ""),
]


@pytest.mark.parametrize(("words", "stdin"), REAL, ids=range(len(REAL)))
def test_as_a_real_process(words: list[str], stdin: str, tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "CROUPIER_DEBUG"}
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
        timeout=100,
        check=False,
    )
    refused(Done(done.returncode, done.stdout, done.stderr), words)


@pytest.mark.parametrize("words", [["\udcff"], ["rules", "\udcff"], ["rules", "ny/roulette", "--set", "wheel=\ud800"],
                                   ["ledger", "corrections", "\udcff"], ["token", "\udcff"], ["settle", "\udcff.json"],
                                   ["ledger", "verify", "--database", "\udcff"], ["serve", "--host", "\udcff"]], ids=range(8))  # fmt: skip
def test_an_argument_that_is_not_utf_8_is_refused_once(words: list[str]) -> None:
    done = croupier(words)
    refused(done, words)
    assert "UTF-8" in done.err


def test_a_token_of_the_environment_that_is_not_utf_8_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_TOKEN", "\udcff")
    done = croupier(["games"])
    refused(done, "CROUPIER_TOKEN")
    assert "CROUPIER_TOKEN" in done.err and "UTF-8" in done.err


@pytest.mark.parametrize(
    "host", ["", " ", "a" * 5000, "\N{LATIN SMALL LETTER E WITH ACUTE}", "\u202e", "x..y", "1.2.3.4.5", "[", "::1::"]
)
def test_an_address_to_listen_on_is_named(host: str, tmp_path: Path) -> None:
    """Python listens everywhere where the address is empty: whoever means that says 0.0.0.0."""
    done = croupier(["serve", "--host", host, "--port", "1", "--database", str(tmp_path / "none" / "ledger.db")])
    refused(done, host[:40])
    assert "host" in done.err or "cannot listen on" in done.err
    assert not (tmp_path / "none").exists()


HAND = {
    "variant": '"NT"', "antes": "[0, 0]", "blinds_or_straddles": "[1, 2]", "min_bet": "2", "starting_stacks": "[200, 200]",
    "actions": '["d dh p1 AsAh", "d dh p2 KsKh", "p2 f"]',
}  # fmt: skip
UNCOUNTED = [
    "nan", "inf", "1e400", "1e999999", "1e9999999", "-1e9999999", "1e99999999999", "1e99999999999999999999", "1e-99999999999999999999", "1e-999999", "0x" + "f" * 4000, "9" * 4200, "9" * 5000, "[nan, nan]", "[inf, 0]",
    "[1e999999, 1]", "[" * 2500 + "]" * 2500, "{ a = " * 40 + "1" + " }" * 40, '"\\u0000"', "2020-01-01", "[[1]]", '["p1 cbr nan"]', '["p1 cbr 1e999999"]',
    f'["p{DIGITS} f"]', f'["p1 cbr {DIGITS}"]', "0.001", "-1", "true",
]  # fmt: skip


def test_hand_histories_with_what_cannot_be_counted_with() -> None:
    written = {name: f"{name} = {value}" for name, value in HAND.items()}
    assert croupier(["history", "-", "--game", "ny/poker"], "\n".join(written.values()).encode()).code == 0
    for name in (*HAND, "bring_in", "nobody_knows"):
        for value in UNCOUNTED:
            lines = "\n".join((written | {name: f"{name} = {value}"}).values())
            done = croupier(["history", "-", "--game", "ny/poker"], lines.encode())
            answered_or_refused(done, (name, value[:60]))
            if name in ("antes", "starting_stacks", "min_bet"):
                refused(done, (name, value[:60]))


def test_an_anchor_that_is_none(tmp_path: Path) -> None:
    from croupier.ledger.database import Database

    ledger = tmp_path / "ledger.db"
    Database(str(ledger)).close()
    anchor = tmp_path / "anchor.json"
    for text in (
        DEEP,
        "1e400",
        "{",
        "[]",
        '{"a": 1}',
        '{"a": [1e400, "x"]}',
        '{"a": ["1", "x"]}',
        '{"a": [1]}',
        f'{{"a": [{DIGITS}, "x"]}}',
        "\x00",
        '{"a": [1, "x"], "a": [2, "y"]}',
    ):
        anchor.write_text(text)
        refused(croupier(["ledger", "verify", "--database", str(ledger), "--anchor", str(anchor)]), text[:50])
    refused(croupier(["ledger", "verify", "--database", str(ledger), "--anchor", str(tmp_path)]), "a folder")


def test_half_a_database_issues_no_token(tmp_path: Path) -> None:
    import sqlite3

    from croupier.ledger import schema

    half = tmp_path / "half.db"
    with sqlite3.connect(half) as connection:
        connection.execute("create table about (key text primary key, value text)")
        connection.execute("insert into about values ('version', ?)", [schema.VERSION])
    for words in (["token", "bob"], ["ledger", "verify"]):
        done = croupier([*words, "--database", str(half)])
        refused(done, words)
        assert "tokens" in done.err


def test_a_fault_of_the_program_is_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not hidden as bad input: a line, exit code 70, and the traceback for who asks for it."""
    from croupier.rules import listing

    def broken() -> list[Any]:
        raise KeyError("what nobody foresaw")

    monkeypatch.setattr(listing, "broken", broken)
    with pytest.raises(KeyError):
        croupier(["games"])
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("CROUPIER_DEBUG", raising=False)
        patch.setattr(sys, "argv", ["croupier", "games"])
        patch.setattr(sys, "stderr", err := io.StringIO())
        with pytest.raises(SystemExit) as stop:
            main()
    assert stop.value.code == 70
    assert err.getvalue().count("\n") == 1 and "KeyError" in err.getvalue() and "CROUPIER_DEBUG=1" in err.getvalue()


def test_names_of_names_are_refused_before_they_are_parsed() -> None:
    """A parser takes the square of their number: 40 KB took five seconds."""
    from croupier.documents import read_house_rules

    began = time.monotonic()
    for line in (
        ".".join("a" * 20_000) + " = 1",
        "[" + ".".join("a" * 20_000) + "]",
        "x = { " + ".".join("a" * 20_000) + " = 1 }",
        ".".join((["a"] * 200 + ['"\u2028"']) * 200) + " = 1",  # which ends a line to Python, and to TOML none
    ):
        with pytest.raises(BadInput, match="nested too deeply"):
            read_house_rules(line, "house.toml", toml=True)
    assert time.monotonic() - began < 1


def test_a_name_written_twice_among_many_is_found_at_once() -> None:
    from croupier.documents import from_json

    began = time.monotonic()
    with pytest.raises(BadInput, match="'twice' is written twice"):
        from_json("{" + ",".join(f'"{number}":0' for number in range(100_000)) + ',"twice":0,"twice":1}', "-")
    assert time.monotonic() - began < 2


def process(words: list[str], *, shell: str = '"$@"', **environment: str) -> Done:
    """A real process, with what it reads and writes as the shell says."""
    line = ["sh", "-c", shell, "sh", sys.executable, "-m", "croupier", *words]
    kept = {key: value for key, value in os.environ.items() if key != "CROUPIER_DEBUG"} | environment
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=kept, timeout=100, check=False)
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("shell", ['"$@" > /dev/full', '"$@" >&-', '"$@" 1< /dev/null'])
@pytest.mark.parametrize("words", [["games"], ["--version"], ["play", "ny/big-six"]], ids=lambda words: words[0])
def test_an_answer_that_cannot_be_written_is_one_line(words: list[str], shell: str) -> None:
    done = process(words, shell=shell)
    refused(done, shell)
    assert "answer" in done.err


def test_nobody_at_the_keyboard_leaves_the_table() -> None:
    done = process(["play", "ny/big-six"], shell='"$@" <&-')
    assert done.code == 0 and not done.err, done
    done = process(["settle", "-"], shell='"$@" <&-')
    refused(done, "closed")


@pytest.mark.parametrize(
    "odd",
    [
        {"COLUMNS": "\u00b2"},
        {"COLUMNS": DIGITS},
        {"_CROUPIER_COMPLETE": "complete_bash", "COMP_CWORD": "x", "COMP_WORDS": "croupier"},
    ],
)
def test_numbers_of_the_environment_that_are_none(odd: dict[str, str]) -> None:
    done = process(["rules", "ny/big-six"], **odd)
    assert done.code == 0 and not done.err, done


def test_a_rulebook_file_that_is_a_pipe_or_a_device_takes_no_other_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "odd"
    home.mkdir()
    os.mkfifo(home / "pipe.toml")
    (home / "device.toml").symlink_to("/dev/zero")
    (home / "dotted.toml").write_text(".".join("a" * 40_000) + " = 1\n")
    (home / "padded.toml").write_text(f'procedure = "x"\nunknown = [\n[{" " * 20_000}\n1]]\n')
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    began = time.monotonic()
    done = croupier(["games"])
    assert done.code == 0 and "ny/big-six" in done.out
    assert all(f"odd/{name}.toml" in done.err for name in ("pipe", "device", "dotted", "padded"))
    assert time.monotonic() - began < 20
