"""Prices that are kept, here or in the package, are those of the program as it was loaded, and of no other."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Gap
from croupier.games import side_wagers
from croupier.games.dice import craps
from croupier.games.registry import playable
from croupier.hands import baccarat
from croupier.odds import shipped, store
from croupier.odds.analyze import analyze
from croupier.odds.untouched import untouched
from croupier.table.felt import Felt
from tests.odds.test_mutations import with_posted

SAID: dict[str, Any] = {}
exec("def pay(self, seat, wager, *given, **more): raise AssertionError", SAID)


@pytest.mark.parametrize(
    ("holder", "name", "changed"),
    [
        (side_wagers, "_settle", lambda *_given, **_more: None),
        (craps, "SEVEN", 8),
        (baccarat, "banker_draws", lambda *_given: False),
        (Felt, "pay", SAID["pay"]),
        (Felt, "pay", functools.partialmethod(SAID["pay"])),
        (Felt, "settle", property(lambda _self: None)),
    ],
    ids=["a function all games share", "a figure", "a rule of the hands", "written by exec", "a partial method", "a property"],
)
def test_what_was_changed_is_not_answered_from_what_was_found_before(
    holder: Any, name: str, changed: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    game = playable("cincinnati/three-card-poker")
    assert store.stored(game) and shipped.strategy_of(game)
    with monkeypatch.context() as patch:
        patch.setattr(holder, name, changed)
        assert not untouched()
        assert store.stored(game) is None and shipped.strategy_of(game) is None and shipped.edges_of(game) is None
    assert untouched() and store.stored(game)


def test_nothing_is_kept_of_a_changed_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    game = playable("ny/big-six")
    with monkeypatch.context() as patch:
        patch.setattr(side_wagers, "settle", lambda *_given, **_more: None)
        assert list(store.prices(game, recompute=True))
    assert not list(tmp_path.rglob("*.json"))
    assert list(store.prices(game, recompute=True))
    assert list(tmp_path.rglob("*.json"))


def test_a_row_that_the_game_pays_by_and_the_file_has_not_is_a_gap_with_its_clause() -> None:
    game = playable("ny/casino-war")
    table = game.terms.chosen["war"]
    lacking = with_posted(game, replace(table, rows={row: payout for row, payout in table.rows.items() if row != "second-tie"}))
    with pytest.raises(
        Gap, match=r"paytables\.war\.1: the game pays by a row 'second-tie', which is not there \[5324\.22\(j\)\(3\)\]"
    ):
        list(analyze(lacking))
