"""What the commands print fits the screen: nothing cut off, no id torn, no number broken; and the help is whole."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from croupier.cli.grid import grid
from croupier.cli.main import app, main
from croupier.games.registry import all_games
from croupier.rules.listing import listing

FIRST = list({entry.family: entry.id for entry in reversed(listing())}.values())
"""One row of each family."""
ROOT = Path(__file__).parents[2]


def printed(columns: int, *words: str, code: int = 0) -> str:
    """What a command prints on a screen so wide."""
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["croupier", *words])
        patch.setattr(sys, "stdout", out)
        patch.setenv("COLUMNS", str(columns))
        stopped: Any = 0
        try:
            main()
        except SystemExit as stop:
            stopped = stop.code or 0
    assert stopped == code, words
    return re.sub(r"^\d+\.\d\d s$|\d+\.\d\d s$", "", out.getvalue(), flags=re.MULTILINE)


def fits(*words: str, columns: Sequence[int] = (80,)) -> None:
    """Every id and number of the endless screen stands whole on the narrow one; no line is longer, but for a word that is."""
    wide = set(printed(2000, *words).split())
    for width in columns:
        narrow = printed(width, *words)
        assert "…" not in narrow
        assert set(narrow.split()) <= wide, words
        assert {word for word in wide - set(narrow.split()) if not word.isalpha()} <= {"0.00"}, words
        long = [line.split() for line in narrow.splitlines() if cell_len(line.rstrip()) > width]
        assert all(max(map(len, line)) > width // 2 for line in long), words


@pytest.mark.parametrize("game", FIRST)
def test_what_a_text_says_fits_the_screen(game: str) -> None:
    """All of it: pay tables, rulings and readings are parts of it."""
    fits("rules", game, columns=(80, 120))


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games())
def test_what_every_text_says_fits_the_screen(game: str) -> None:
    for words in (["rules", game], ["rules", game, "--clauses"], ["coverage", game]):
        fits(*words)


@pytest.mark.parametrize(
    "words",
    [
        ["games"],
        pytest.param(["shape"], marks=pytest.mark.slow),
        ["paytables", "ny/three-card-poker"],
        ["rulings", "ny/roulette"],
        ["rules", "ny/roulette", "--readings"],
        ["rules", "ny/roulette", "--clauses"],
        ["rules", "ny/roulette", "--why", "wagers.red"],
        ["rules", "cincinnati/craps", "--matrix"],
        ["coverage", "ny/roulette"],
        ["compare", "roulette"],
        ["settle", "examples/three-card-poker.json"],
        ["analyze", "ny/roulette"],
        ["analyze", "ny/roulette", "--wager", "red"],
        ["simulate", "ny/big-six", "--rounds", "1000"],
        ["strategy", "ny/three-card-poker", "--hand", "Qs 6h 4d"],
        ["equity", "ny/poker", "As Ah", "Kd Kc", "--board", "2c 3d 4h", "--pot", "2000"],
    ],
    ids=" ".join,
)
def test_what_is_counted_fits_the_screen(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    fits(*words)


@pytest.mark.slow
def test_how_much_is_kept_fits_the_screen() -> None:
    fits("coverage")


def drawn(width: int, *rows: tuple[Any, ...], **how: Any) -> list[str]:
    out = io.StringIO()
    grid(Console(file=out, width=width), ("name", "says", "costs"), rows, figures=("costs",), **how)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_a_table_is_columns_while_it_fits_and_then_entry_under_entry() -> None:
    row = ("an-id-that-is-long", "A sentence of some words, and of some more, until it is long enough.", "1,234,567.89")
    assert drawn(110, row)[1].split() == " ".join(row).split()
    assert drawn(70, row)[1].startswith("an-id-that-is-long  A sentence") and len(drawn(70, row)) > 2
    assert drawn(40, row) == [
        "an-id-that-is-long",
        "  costs 1,234,567.89",
        "  says  A sentence of some words, and of",
        "        some more, until it is long",
        "        enough.",
    ]
    assert drawn(40) == []


@pytest.mark.parametrize("columns", [80, 120])
def test_help_tells_every_command_to_the_end(columns: int) -> None:
    told = printed(columns, "--help")
    assert "..." not in told.replace("[ARGS]...", "") and all(len(line) <= columns for line in told.splitlines())
    for command in app.registered_commands:
        assert command.callback is not None and command.callback.__doc__ is not None
        assert command.callback.__doc__.splitlines()[0] in " ".join(told.split()), command


def test_croupier_alone_names_what_to_do_next_in_eighty_columns() -> None:
    told = printed(80)
    assert all(len(line) <= 80 for line in told.splitlines())
    named = set(re.findall(r"^  croupier (\w+)", told, flags=re.MULTILINE))
    known = {(command.callback.__name__ if command.callback else "") for command in app.registered_commands}
    assert named <= known and {"games", "settle", "analyze", "strategy", "simulate", "serve", "compare", "template"} <= named


def test_charts_are_written_in_letters_where_words_have_no_room() -> None:
    told = printed(80, "strategy", "cincinnati/blackjack")
    assert all(cell_len(line.rstrip()) <= 80 for line in told.splitlines()) and "…" not in told
    assert re.search(r"^hard 11( +Dh){10}$", told, flags=re.MULTILINE)
    assert "Dh double; hit where that is not open" in told


def test_what_a_wager_needs_and_how_large_it_is_read_as_people_say_it() -> None:
    told = printed(200, "rules", "ny/ultimate-texas-holdem")
    assert "1, 2, 3 or 4 × ante" in told and "blind, at least as much" in told
    assert "of at least 1 of it" not in told and "the least it may pay" in told
