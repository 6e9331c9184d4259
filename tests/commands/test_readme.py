"""README says nothing that is not so: its commands are run and its Python is executed."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text()
LIBRARY = (ROOT / "docs" / "library.md").read_text()


def commands() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", TEXT, re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def plain(text: str) -> list[str]:
    """Lines without trailing space, and without how long it took."""
    return [line.rstrip() for line in text.strip().splitlines() if not re.fullmatch(r"\d+\.\d\d s", line.strip())]


@pytest.mark.parametrize(("command", "output"), commands(), ids=[command for command, _ in commands()])
def test_command(command: str, output: str) -> None:
    words = shlex.split(command)
    assert words[0] == "croupier"
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *words[1:]],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, "COLUMNS": "110"}, check=False,
    )  # fmt: skip
    assert plain(done.stdout + done.stderr) == plain(output)


@pytest.mark.parametrize("text", [TEXT, LIBRARY], ids=["README", "library"])
def test_python(text: str) -> None:
    source = "\n".join(re.findall(r"```python\n(.*?)```", text, re.S))
    test = doctest.DocTestParser().get_doctest(source, {}, "README", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.tries and not runner.failures


def test_the_written_round_it_shows_is_the_one_that_is_settled() -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", TEXT, re.S)
    assert shown == (ROOT / "examples" / "three-card-poker.json").read_text()


def test_a_bot_takes_fifteen_lines() -> None:
    bot = LIBRARY.partition("## A bot")[2].partition("```python\n")[2].partition("```")[0]
    assert len([line for line in bot.splitlines() if line.startswith((">>>", "..."))]) <= 15


def test_it_is_short() -> None:
    assert len(TEXT.splitlines()) < 150


def test_the_threat_model_names_tests_that_are_there() -> None:
    """Whole names, and names cut off in front (`..._at_once`)."""
    written = "\n".join(path.read_text() for path in sorted((ROOT / "tests").glob("**/*.py")))
    defined = re.findall(r"def (test_\w+)\(", written)
    model = (ROOT / "docs" / "security.md").read_text()
    missing = {name for name in re.findall(r"\b(test_\w+)\b(?!\.py)", model) if name not in defined}
    missing |= {end for end in re.findall(r"\.\.\._(\w+)", model) if not any(name.endswith(end) for name in defined)}
    assert not missing


def test_doctests_of_the_modules() -> None:
    import importlib
    import pkgutil

    import croupier

    tried = 0
    for module in pkgutil.walk_packages(croupier.__path__, "croupier."):
        if not module.name.endswith("__main__"):
            result = doctest.testmod(importlib.import_module(module.name))
            assert not result.failed, module.name
            tried += result.attempted
    assert tried > 5
