"""The prices that ship with the package: of every game, under its present rules and no others, and what the odds find today."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from croupier.games.registry import all_games, playable
from croupier.odds import shipped, store
from croupier.odds.advice import strategy
from croupier.odds.analyze import analyze
from croupier.odds.price import DOUBLE_PRECISION, Price
from croupier.rules.model import Game, Paytable
from croupier.table.playable import Playable
from tests.support.driving import listed

GAME = "ny/big-six"
"""Priced in a moment."""


GAMES = [name for name in all_games() if shipped.against_the_house(listed(name))]


def test_every_game_ships_with_prices_found_under_its_present_rules() -> None:
    stale = [name for name in GAMES if shipped.edges_of(playable(name)) is None]
    assert not stale, f"the rules of {', '.join(stale)} are not those that were priced: run `make prices`"
    left = {path.relative_to(shipped.FOLDER).with_suffix("").as_posix() for path in shipped.FOLDER.rglob("*.jsonl")}
    assert left == set(GAMES), "the poker rooms have no wager against the house, and every other game has prices"


def with_file(game: Playable, file: Game) -> Playable:
    return replace(game, terms=replace(game.terms, file=file))


def with_table(game: Playable, table: Paytable) -> Playable:
    file = game.terms.file
    return with_file(game, file.model_copy(update={"paytables": (table, *file.paytables[1:])}))


def test_a_changed_rule_has_no_shipped_price_and_changed_words_keep_theirs() -> None:
    game = playable(GAME)
    table = game.terms.file.paytables[0]
    row, *others = table.rows
    assert shipped.edges_of(game)
    assert shipped.edges_of(with_table(game, table.model_copy(update={"rows": {**table.rows, row: "2:1"}}))) is None
    turned = {name: table.rows[name] for name in (*others, row)}
    assert shipped.edges_of(with_table(game, table.model_copy(update={"rows": turned}))) is None or not others
    assert shipped.edges_of(with_table(game, table.model_copy(update={"clause": ("elsewhere",)}))) is None
    assert shipped.edges_of(with_table(game, table.model_copy(update={"says": "in other words"})))
    assert shipped.edges_of(with_file(game, game.terms.file.model_copy(update={"lines": (1, 2)})))


def test_another_house_has_no_shipped_price_and_the_plain_choice_said_aloud_has() -> None:
    plain = playable(GAME)
    assert shipped.prices_of(playable(GAME, {"options": {"seats": 3}})) is None
    assert shipped.prices_of(playable(GAME, {"options": {"seats": plain.terms.options["seats"]}}))
    assert shipped.prices_of(playable(GAME, {"limits": {"sixth-prize": {"maximum": 5000}}})) is None


def test_code_of_another_version_has_no_shipped_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "VERSION", shipped.VERSION + 1)
    assert shipped.prices_of(playable(GAME)) is None


def test_what_was_never_asked_here_is_answered_by_what_ships(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    monkeypatch.setattr(store.analysis, "analyze", lambda *_, **__: pytest.fail("it was worked out again"))
    game = playable(GAME)
    every = store.stored(game)
    assert every and list(store.prices(game)) == every
    one = every[2]
    assert list(store.prices(game, one.wager)) == [price for price in every if price.wager == one.wager]
    assert store.stored(game, stake=100) is None
    assert store.stored(game, table="no such table") is None


def test_a_game_finds_its_main_wager_among_its_edges() -> None:
    for name in GAMES[::4]:
        game = playable(name)
        edges = shipped.edges_of(game) or ()
        assert shipped.main_edge(game, edges) in edges, name


def same(kept: Price, found: Price) -> bool:
    """To the last unit where cases are counted or drawn; floating-point sums differ by their last digits from machine to machine."""
    if found.method != DOUBLE_PRECISION:
        return kept == found
    return (
        (kept.wager, kept.paytable, kept.method) == (found.wager, found.paytable, found.method)
        and abs(kept.house_edge - found.house_edge) < 1e-12
        and abs(kept.variance - found.variance) < 1e-9
    )


def found_again(name: str) -> None:
    game = playable(name)
    kept, found = shipped.prices_of(game), list(analyze(game))
    assert kept is not None and len(kept) == len(found), name
    for one, other in zip(kept, found, strict=True):
        assert same(one, other), (
            f"{name}: {one.wager} {one.paytable} is not what ships: raise shipped.VERSION, run `make prices`"
        )
    charts, remark = strategy(game)
    assert shipped.strategy_of(game) == {"charts": [chart.as_json() for chart in charts], "remark": remark}, name
    head = shipped.recorded(name)
    assert head and [edge.house_edge for edge in head.edges] == [float(price.house_edge) for price in kept]


def test_a_shipped_price_is_what_the_odds_find() -> None:
    found_again(GAME)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_price_is_what_the_odds_find(name: str) -> None:
    found_again(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_wager_asked_alone_has_the_prices_that_ship_for_it(name: str) -> None:
    head = shipped.recorded(name)
    if head is None or head.seconds > 5:
        pytest.skip("the wagers of games that take long are priced by the same code")
    game = playable(name)
    for wager in game.terms.wagers:
        told = store._shipped(game, wager, None)
        if told is not None:
            found = list(analyze(game, wager))
            assert len(told) == len(found) and all(map(same, told, found)), wager
