"""A game of which a part was replaced gets nothing that was kept of its printed rules, and is played by no process that would find those."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import NotPriced
from croupier.games.registry import playable
from croupier.odds import shipped, store
from croupier.odds.meters import with_meter
from croupier.odds.posted import with_posted
from croupier.odds.reference import Reference
from croupier.odds.resolved import is_found_again, is_resolved
from croupier.odds.simulate import simulate
from croupier.table.playable import Playable, with_limits
from tests.support.driving import GAMES, listed

GAME = "ny/roulette"


async def nobody_plays(table: Any, rules: Any) -> None:
    await table.take_wagers()


def doubled(game: Playable, wager: str) -> Playable:
    """The rows of a wager's table pay twice as much, to one."""
    table = game.terms.chosen[wager]
    rows = {row: payout._replace(figure=2 * payout.figure) for row, payout in table.rows.items()}
    return with_posted(game, replace(table, rows=rows))


REPLACED: dict[str, Callable[[Playable], Playable]] = {
    "what is played": lambda game: replace(game, play=nobody_plays),
    "a rule": lambda game: replace(game, rules=game.rules.model_copy(update={"seats": None})),
    "the pack": lambda game: replace(game, pack=game.pack[1:]),
    "a pay table": lambda game: doubled(game, next(iter(game.terms.chosen))),
    "a test of a row": lambda game: replace(
        game, tables={name: tuple((row, lambda *_: False, pays) for row, _, pays in rows) for name, rows in game.tables.items()}
    ),
    "an option": lambda game: replace(game, terms=replace(game.terms, options={**game.terms.options, "seats": 3})),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_found_again_by_its_id_and_house_rules(name: str) -> None:
    assert is_found_again(listed(name))


def test_so_is_one_with_other_limits_and_one_whose_meter_stands_elsewhere() -> None:
    assert is_found_again(with_limits(playable("ny/casino-war"), {"initial": {"minimum": 1000}}))
    moved = with_meter(playable("cincinnati/mississippi-stud"), 123_456)
    assert is_resolved(moved) and not is_found_again(moved)


@pytest.mark.parametrize("what", REPLACED)
@pytest.mark.parametrize("name", ["cincinnati/three-card-poker", "ny/blackjack"])
def test_a_replaced_part_is_seen(name: str, what: str) -> None:
    assert not is_resolved(REPLACED[what](playable(name)))


def test_no_price_is_kept_or_told_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    game = playable("cincinnati/three-card-poker")
    known = {price.paytable: price.house_edge for price in store.prices(game, "pair-plus", recompute=True)}
    files = list(tmp_path.rglob("*.json"))
    other = doubled(game, "pair-plus")
    assert store.stored(game, "pair-plus") and store.stored(other, "pair-plus") is None
    found = {price.paytable: price.house_edge for price in store.prices(other, "pair-plus")}
    assert known.keys() == found.keys() and known != found
    assert list(tmp_path.rglob("*.json")) == files and shipped.strategy_of(other) is None


def test_it_is_played_here_and_sent_to_no_other_process() -> None:
    printed, game = playable(GAME), doubled(playable(GAME), "red")
    assert pickle.loads(pickle.dumps(Reference(printed).work())).count(1, 0, 20)
    assert simulate(game, 20, 1)
    with pytest.raises(NotPriced, match=rf"{GAME}: .* played in one process only \("):
        pickle.dumps(Reference(game).work())
