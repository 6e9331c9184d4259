"""What the tests of the API share: one server, whose books must be sound when a file of tests is done with it."""

from __future__ import annotations

import os
import random
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from croupier.equipment import randomness
from croupier.rules.listing import listing
from croupier.server.client import Client
from tests.support.compiling import one_process_at_a_time
from tests.support.driving import GAMES, by_procedure
from tests.support.serving import LEFT, Served, shared

os.environ["XDG_DATA_HOME"] = DATA = tempfile.mkdtemp(prefix="croupier-data-")  # keys of houses that are tests
LEFT.callback(shutil.rmtree, DATA, ignore_errors=True)
one_process_at_a_time()

LONG = tuple(
    line for line in (Path(__file__).parent / "long.txt").read_text().splitlines() if line and not line.startswith("#")
)


SAMPLED = (
    "tests/commands/test_cli.py",
    "tests/games/test_conformance.py",
    "tests/games/test_openings.py",
    "tests/ledger/test_ledger.py",
    "tests/odds/",
    "tests/server/test_browser.py::test_a_round_of_every_game_is_played_by_clicking",
    "tests/server/test_felt.py",
    "tests/server/test_game_pages.py",
    "tests/table/",
)
"""What is tried with every row: the first row of each procedure always, the others by `make test-all`."""

ONE_A_FAMILY = (
    "tests/commands/test_cli.py::test_every_command_works_on_every_game",
    "tests/commands/test_cli.py::test_a_template_settles_when_filled_in_and_is_refused_while_it_is_not",
    "tests/commands/test_cli.py::test_one_person_can_try_a_full_table",
    "tests/commands/test_cli.py::test_play_deals_every_game",
    "tests/games/test_conformance.py::test_every_table_keeps_the_rules_of_the_house",
    "tests/odds/test_kernels_at_the_table.py::test_the_real_table_settles_the_kernels_rounds_",
    "tests/odds/test_strategy.py::test_advice_does_not_change_with_the_cards_a_seat_cannot_see",
    "tests/odds/test_strategy.py::test_every_procedure_tells_its_strategy",
    "tests/odds/test_strategy.py::test_every_question_of_every_game_is_answered",
    "tests/server/test_browser.py::test_a_round_of_every_game_is_played_by_clicking",
    "tests/table/test_chips.py::test_no_stack_and_no_act_makes_a_table_short_at_any_game",
    "tests/table/test_round_schema.py::test_every_round_that_settles_fits_the_schema",
)
"""What takes longest of that: in the ordinary suite the first row of each family."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What `long.txt` names is a long proof, and so are the further rows of what is sampled: `-m 'not slow'` leaves them out."""
    later = {parameter.values[0] for parameter in by_procedure() if parameter.marks}
    further = set(GAMES) - set({entry.family: entry.id for entry in reversed(listing())}.values())
    for item in items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        rows = {value for value in params.values() if isinstance(value, str)}
        rows |= {value["game"] for value in params.values() if isinstance(value, dict) and isinstance(value.get("game"), str)}
        few = item.nodeid.startswith(ONE_A_FAMILY)
        if item.nodeid.startswith(LONG) or (item.nodeid.startswith(SAMPLED) and rows & (further if few else later)):
            item.add_marker(pytest.mark.slow)


def pytest_unconfigure() -> None:
    LEFT.close()


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's own live tables deal it the same cards every time: one that goes by the cards fails at once, not one day in CI.

    Servers in processes of their own draw from the operating system as they do in a casino.
    """
    drawn = random.Random(request.node.nodeid)
    ours = {"randbelow": drawn.randrange, "token_bytes": drawn.randbytes, "compare_digest": secrets.compare_digest}
    monkeypatch.setattr(randomness, "secrets", SimpleNamespace(**ours))


@pytest.fixture(scope="module")
def server() -> Iterator[Served]:
    yield (found := shared())
    assert "Traceback" not in found.said(), found.said()[-3000:]
    verdict = found.client().verify()
    assert verdict.sound, verdict.wrong


@pytest.fixture
def two(server: Served) -> tuple[Client, Client]:
    """Two players with chips."""
    name = secrets.token_hex(3)
    return server.person(f"ann-{name}", chips=10**8), server.person(f"bob-{name}", chips=10**8)
