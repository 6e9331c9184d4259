"""Every payout compared with a second extraction from the texts, made without sight of the files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.compliance import describe
from croupier.games.registry import playable

EXTRACTED: dict[str, list[dict[str, Any]]] = {
    game: tables
    for path in sorted((Path(__file__).parents[1] / "paytables").glob("*.json"))
    for game, tables in json.loads(path.read_text()).items()
}


def figures(tables: list[dict[str, Any]]) -> dict[tuple[str, str], list[list[str]]]:
    """Wager and table to the multiset of its figures: names differ between two readers, figures must not."""
    found: dict[tuple[str, str], list[list[str]]] = {}
    for table in tables:
        rows = sorted(str(figure).replace(" to ", ":").lower() for figure in table["rows"].values())
        found.setdefault((table["wager"], table["id"]), []).append(rows)
    return {key: sorted(value) for key, value in found.items()}


def test_every_game_was_extracted_twice() -> None:
    assert EXTRACTED.keys() >= {entry.id for entry in croupier.listing()}


@pytest.mark.parametrize("game_id", sorted(entry.id for entry in croupier.listing()))
def test_figures_agree_with_the_second_extraction(game_id: str) -> None:
    game = playable(game_id).terms
    names = {
        alias: wager.called or name
        for name, wager in game.file.wagers.items()
        for alias in (name, wager.called or name, *wager.aliases)
    }
    second = [{**table, "wager": names.get(table["wager"], table["wager"])} for table in EXTRACTED[game_id]]
    ours = figures(describe.paytables(game))
    merged: dict[tuple[str, str], list[list[str]]] = {}
    for key, rows in figures(second).items():
        merged[key] = rows
    for (wager, table), rows in merged.items():
        mine = ours.get((wager, table)) or ours.get((wager, "1"))
        assert mine is not None, f"{wager} {table} is missing"
        assert all(row in mine for row in rows), f"{wager} {table}: ours {mine}, theirs {rows}"
    wagers = {wager for wager, _ in merged}
    missing = {wager for wager, _ in ours} - wagers
    assert not missing, f"only we have {missing}"


@pytest.mark.parametrize("game_id", sorted(entry.id for entry in croupier.listing()))
def test_row_names_and_floors_agree_with_the_second_extraction(game_id: str) -> None:
    game = playable(game_id).terms
    names = {
        alias: wager.called or name
        for name, wager in game.file.wagers.items()
        for alias in (name, wager.called or name, *wager.aliases)
    }
    for table in EXTRACTED[game_id]:
        wager = names.get(table["wager"], table["wager"])
        same = [ours for ours in describe.paytables(game) if ours["wager"] == wager]
        assert any(ours["floor"] == table["floor"] for ours in same), (
            f"{wager}: floor is {table['floor']} in the second extraction"
        )
        shared = [ours for ours in same if ours["rows"].keys() & table["rows"].keys()]
        for row, figure in table["rows"].items():
            figures_of_row = {ours["rows"][row] for ours in shared if row in ours["rows"]}
            assert not figures_of_row or figure in figures_of_row, f"{wager} {row}: {figures_of_row}, not {figure}"
