"""What a shell completes, asked as shells ask it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier.cli import completing
from croupier.cli.main import app, main


def completed(*words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The last word completed, as bash asks for it: with `=` a word of its own."""
    monkeypatch.setattr(sys, "argv", ["croupier"])
    monkeypatch.setattr(completing, "_chosen", [])
    monkeypatch.setenv("_CROUPIER_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "\n".join(["croupier", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    with pytest.raises(SystemExit):
        main()
    return capsys.readouterr().out.split()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["rules", "ny/rou"], ["ny/roulette"]),
        (["games", "--rulebook", "o"], ["oneida"]),
        (["rules", "ny/roulette", "--set", "whe"], ["wheel=double-zero", "wheel=single-zero", "wheel=double-zero-as-single-zero"]),
        (["rules", "ny/roulette", "--set", "wheel", "=", "s"], ["single-zero"]),
        (["rules", "ny/roulette", "--set", "wheel", "="], ["double-zero", "single-zero", "double-zero-as-single-zero"]),
        (["rules", "ny/roulette", "--set", "seats", "=", "5", "--set", "wheel", "=", "s"], ["single-zero"]),
        (["analyze", "ny/three-card-poker", "--wager", "pair"], ["pair-plus"]),
        (["analyze", "ny/three-card-poker", "--wager", "ante-bonus", "--paytable", ""], ["1", "2"]),
        (["rules", "ny/roulette", "--why", "wagers.re"], ["wagers.red"]),
        (["rules", "ny/roulette", "--clause", "5324.4(d)(2)(ii"], ["5324.4(d)(2)(ii)", "5324.4(d)(2)(iii)"]),
        (["rulings", "ny/roulette", "too"], ["too-few-revolutions"]),
        (["compare", "caribb"], ["caribbean-stud"]),
        (["rules", "no/such-game", "--set", "whe"], []),
        (["rules", "--set", "whe"], []),
    ],
    ids=lambda value: " ".join(value) or "nothing",
)  # fmt: skip
def test_values_are_completed(
    words: list[str], found: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert completed(*words, monkeypatch=monkeypatch, capsys=capsys) == found


def test_a_shell_that_keeps_the_pair_together_gets_it_whole() -> None:
    asked = {"_CROUPIER_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "croupier rules ny/roulette --set wheel=s"}
    said = CliRunner().invoke(app, [], prog_name="croupier", env=asked).output
    assert '"wheel=single-zero"' in said


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_in_bash_itself_and_without_anything_heavy(tmp_path: Path) -> None:
    """The script that `--show-completion` prints, run by bash; what is imported meanwhile has no kernels and no server."""
    program = tmp_path / "croupier"
    body = "import sys; sys.argv[0] = 'croupier'; from croupier.cli.main import main"
    heavy = "['numba', 'numpy', 'sqlalchemy', 'fastapi', 'nicegui']"
    program.write_text(
        f"#!{sys.executable}\n{body}\ntry:\n    main()\nfinally:\n    print(*[m for m in {heavy} if m in sys.modules])\n"
    )
    program.chmod(0o755)
    script = (
        'eval "$(_CROUPIER_COMPLETE=source_bash croupier)"\n'
        "COMP_WORDS=(croupier rules ny/roulette --set wheel = si); COMP_CWORD=6\n"
        '_croupier_completion croupier; echo "${COMPREPLY[@]}"'
    )
    told = subprocess.run(
        ["bash", "--norc", "-c", script],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout.split() == ["single-zero"], told
