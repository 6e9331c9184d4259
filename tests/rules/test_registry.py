"""A game is what declares itself: one frozen `PROCEDURE`, found by the registry."""

from __future__ import annotations

import dataclasses
import importlib
from pathlib import Path

import pytest

from croupier.equipment.cards import cards
from croupier.errors import Conflict, Duplicate
from croupier.games.procedure import Procedure
from croupier.games.registry import MODULES, all_games, playable, prepare, procedure, procedures, public_modules
from croupier.rules.resolve import resolve_file


def playable_procedure(game_id: str) -> str:
    return resolve_file(game_id).file.procedure


def family(root: Path, name: str, *modules: str) -> None:
    folder = root / name
    folder.mkdir()
    for module in ("__init__", *modules):
        (folder / f"{module}.py").write_text("", encoding="utf-8")


def test_two_games_of_one_name_are_an_error_that_names_both(tmp_path: Path) -> None:
    family(tmp_path, "dice", "hazard")
    family(tmp_path, "wheel", "hazard")
    with pytest.raises(Duplicate, match=r"'hazard': games\.dice\.hazard and games\.wheel\.hazard"):
        public_modules([str(tmp_path)], "games")


def test_what_a_family_shares_is_no_game(tmp_path: Path) -> None:
    family(tmp_path, "dice", "hazard", "_throws")
    assert public_modules([str(tmp_path)], "games") == {"hazard": "games.dice.hazard"}


def test_a_module_that_declares_nothing_is_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    name = next(iter(procedures()))
    monkeypatch.delattr(importlib.import_module(MODULES[name]), "PROCEDURE")
    procedure.cache_clear()
    game = next(entry for entry in all_games() if playable_procedure(entry) == name)
    try:
        assert procedure(name) is None
        with pytest.raises(Conflict, match="there is no procedure"):
            playable(game)
    finally:
        procedure.cache_clear()


def test_a_declaration_is_frozen_and_gives_the_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = procedure("three-card-poker")
    assert isinstance(declared, Procedure)
    with pytest.raises(dataclasses.FrozenInstanceError):
        declared.pack = lambda rules: []  # type: ignore[misc]
    game = next(entry for entry in all_games() if playable_procedure(entry) == "three-card-poker")
    terms = playable(game).terms
    short = dataclasses.replace(declared, pack=lambda rules: cards("Ah Kh Qh Jh Th 9h"))
    monkeypatch.setattr(importlib.import_module(MODULES["three-card-poker"]), "PROCEDURE", short)
    procedure.cache_clear()
    try:
        assert [str(card) for card in prepare(terms).pack] == ["Ah", "Kh", "Qh", "Jh", "Th", "9h"]
    finally:
        procedure.cache_clear()
