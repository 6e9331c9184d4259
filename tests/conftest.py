"""What the tests of the API share: one server, whose books must be sound when a file of tests is done with it."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.server.client import Client
from tests.support.serving import Served, shared

os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp(prefix="croupier-data-")  # keys of houses that are tests

LONG = tuple(
    line for line in (Path(__file__).parent / "long.txt").read_text().splitlines() if line and not line.startswith("#")
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What `long.txt` names is a long proof: `-m 'not slow'` leaves it out."""
    for item in items:
        if item.nodeid.startswith(LONG):
            item.add_marker(pytest.mark.slow)


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
