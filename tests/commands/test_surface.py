"""What a program may import, and what it needs for that: the surface asserted, the server's libraries an extra."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import croupier

ROOT = Path(__file__).parents[2]
SURFACE = [
    "Round",
    "Session",
    "__version__",
    "advise",
    "analyze",
    "errors",
    "listing",
    "playable",
    "replay",
    "replay_session",
    "resolve",
    "settle",
    "simulate",
]
SERVER = ["sqlalchemy", "fastapi", "starlette", "uvicorn", "nicegui", "httpx"]
HEAVY = [*SERVER, "numpy", "numba", "pydantic", "rich", "typer"]
BARE = "import sys; sys.modules.update(dict.fromkeys({blocked!r})); sys.argv = ['croupier', *{words!r}]; from croupier.cli.main import main; main()"
"""The command line where some libraries cannot be imported."""


def without(blocked: list[str], *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = BARE.format(blocked=blocked, words=list(words))
    return subprocess.run([sys.executable, "-c", command], input=stdin, capture_output=True, text=True, cwd=ROOT, check=False)


def test_the_surface_is_this_and_nothing_else() -> None:
    assert sorted(croupier.__all__) == SURFACE
    assert all(getattr(croupier, name) is not None for name in SURFACE)
    public = {name for name, value in vars(croupier).items() if not name.startswith("_") and callable(value)}
    assert public - {"Any", "Mapping"} <= set(SURFACE), "whatever else stands in the package's room is nobody's business"
    with pytest.raises(AttributeError):
        _ = croupier.nothing


def test_importing_it_imports_nothing_else() -> None:
    asked = f"import sys, croupier; print([name for name in {HEAVY!r} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_the_list_of_games_needs_nothing_heavy() -> None:
    done = without([*SERVER, "numpy", "numba"], "games", "--json")
    assert done.returncode == 0 and json.loads(done.stdout), done.stderr


def test_a_round_is_settled_replayed_advised_and_priced_through_the_surface() -> None:
    written = {
        "game": "ny/three-card-poker",
        "seats": {"1": {"wagers": {"ante": 1000}, "cards": "Ah Kd 2c", "decisions": ["play"]}},
        "dealer": "Qs 7h 3d",
    }
    settled = croupier.settle(written)
    assert croupier.replay(settled.written()).net == settled.net
    assert isinstance(settled, croupier.Round) and croupier.advise(settled) is None
    price = croupier.analyze("ny/big-six", "first-prize")[0]
    assert price.wager == "first-prize" and price.house_edge > 0
    assert croupier.simulate("ny/big-six", 2000)[0].rounds == 2000
    with pytest.raises(croupier.errors.Refused):
        croupier.settle({**written, "dealer": "Qs"})


@pytest.mark.parametrize(
    "words",
    [
        ["rules", "ny/roulette"],
        ["paytables", "ny/roulette"],
        ["settle", "examples/three-card-poker.json"],
        ["analyze", "ny/big-six"],
        ["strategy", "ny/three-card-poker", "--hand", "Qs 6h 4d"],
        ["simulate", "ny/big-six", "--rounds", "1000"],
    ],
)
def test_without_the_server_everything_but_serving_works(words: list[str]) -> None:
    done = without(SERVER, *words)
    assert done.returncode == 0 and done.stdout, done.stderr


@pytest.mark.parametrize("words", [["serve"], ["ledger", "verify"], ["token", "ann"]])
def test_serving_without_the_server_says_what_to_install(words: list[str]) -> None:
    done = without(SERVER, *words)
    assert (
        done.returncode == 2
        and done.stderr
        == f"croupier: croupier {' '.join(words[: 2 if words[0] == 'ledger' else 1])} needs the server extra: pip install 'croupier[server]'\n"
    )


HOUSE: dict[str, Any] = {"options": {"wheel": "single-zero"}, "limits": {"red": {"minimum": 500}}}
TOML = '[options]\nwheel = "single-zero"\n[limits.red]\nminimum = 500\n'


def test_a_house_s_choices_come_from_a_file_and_set_wins(tmp_path: Path) -> None:
    from tests.commands.test_malformed import croupier as run
    from tests.commands.test_malformed import refused

    as_json, as_toml = tmp_path / "house.json", tmp_path / "house.toml"
    as_json.write_text(json.dumps(HOUSE))
    as_toml.write_text(TOML)

    def wheel(*words: str) -> Any:
        told = json.loads(run(["rules", "ny/roulette", *words, "--json"]).out)
        return next(option["value"] for option in told["options"] if option["option"] == "wheel")

    assert wheel("--house-rules", str(as_json)) == wheel("--house-rules", str(as_toml)) == "single-zero"
    assert wheel("--house-rules", str(as_toml), "--set", "wheel=double-zero") == "double-zero"
    prices = [
        json.loads(run(["analyze", "ny/roulette", "--wager", "red", "--json", *words]).out)["wagers"]
        for words in (["--house-rules", str(as_toml)], ["--set", "wheel=single-zero"], [])
    ]
    assert prices[0] == prices[1] != prices[2]
    for command in ("rules", "paytables", "rulings", "analyze", "simulate", "strategy", "play"):
        for text in (
            "x",
            "[",
            "5",
            '{"nothing": {}}',
            '{"options": 5}',
            '{"options": {"wheel": "triple"}}',
            '{"options": {"a": [[[',
            '{"options": {}, "options": {}}',
        ):
            as_json.write_text(text)
            refused(run([command, "ny/roulette", "--house-rules", str(as_json)], b"quit\n"), (command, text))
    refused(run(["rules", "ny/roulette", "--house-rules", str(tmp_path)]), "a folder")
    as_json.write_text('{"options": 5}')
    refused(run(["rules", "ny/roulette", "--house-rules", str(as_json), "--set", "wheel=single-zero"]), "options")


def test_every_long_proof_that_is_named_is_there() -> None:
    """A name that no test begins with would move nothing."""
    from tests.conftest import LONG

    for name in LONG:
        path, _, function = name.partition("::")
        assert f"def {function.partition('[')[0]}(" in (ROOT / path).read_text(encoding="utf-8"), name
