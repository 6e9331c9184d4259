"""What was found of a game is not told again once the table does something else: wherever that is written, whatever kind of part it is."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import NotPriced
from croupier.games import banking, commission, side_wagers
from croupier.games.blackjack import _hands, spanish_21
from croupier.games.house_poker import three_card_poker
from croupier.games.registry import playable
from croupier.hands import baccarat, pai_gow_house_way, poker, tiles
from croupier.hands import blackjack as counted
from croupier.odds import store
from croupier.odds.analyze import analyze
from croupier.odds.remembered import remembered
from croupier.odds.shapes.third_cards import drawing
from croupier.odds.shapes.two_hands_asked import check_house_way
from croupier.odds.untouched import state, untouched
from croupier.table.felt import Felt, Seat
from croupier.table.meters import Meter
from croupier.table.playable import Playable


def nothing(*_given: Any, **_more: Any) -> None:
    return None


CHANGES: dict[str, tuple[Any, str, Any]] = {
    "a property of a class in the family": (_hands.Hand, "natural", property(lambda self: False)),
    "what all side wagers are settled by": (side_wagers, "_settle", nothing),
    "how much the house keeps": (commission, "vigorish", nothing),
    "who banks": (banking, "rotation_of", nothing),
    "a game of the family that was loaded later": (spanish_21, "settle", nothing),
    "how hands are counted": (counted, "points", nothing),
    "how hands are ranked": (poker, "_straight_top", nothing),
    "how a hand is set": (pai_gow_house_way, "two_pair", nothing),
    "a method of a seat": (Seat, "stake", nothing),
    "a method that was inherited": (three_card_poker.PROCEDURE.rules, "model_copy", nothing),
    "a meter": (Meter, "pay", nothing),
    "how the felt adds up": (Felt, "__eq__", lambda self, other: False),
}
CONTENTS: dict[str, tuple[Any, Any, Any]] = {
    "a value of a dictionary": (three_card_poker._RANKS, "queen", 13),
    "an entry more": (three_card_poker._RANKS, "knight", 11),
    "a set in a dictionary": (baccarat.BANKER_DRAWS, 6, frozenset()),
    "a test in a dictionary": (baccarat.EVENTS, "player-pair", nothing),
    "a rank of tiles": (tiles.RANK_OF, next(iter(tiles.RANK_OF)), 99),
}


@remembered
def _found(_game: Playable) -> list[int]:
    return []


@pytest.mark.parametrize("name", ["ny/three-card-poker", "ny/blackjack"])
@pytest.mark.parametrize("case", [*CHANGES, *CONTENTS])
def test_an_answer_is_found_anew_where_the_table_was_changed(case: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = playable(name)
    before, standing = _found(game), state()
    assert _found(game) is before and untouched()
    with monkeypatch.context() as patch:
        if case in CHANGES:
            patch.setattr(*CHANGES[case])
        else:
            patch.setitem(*CONTENTS[case])
        changed = _found(game)
        assert changed is not before and _found(game) is changed and state() != standing and not untouched()
    assert _found(game) is before and state() == standing and untouched()


# The same game, asked before and after


def price_of(game: Playable, wager: str) -> Any:
    return next(iter(analyze(game, wager))).house_edge


def test_a_banker_who_draws_otherwise_is_priced_anew(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    game = playable("cincinnati/mini-baccarat")
    before, drawn = price_of(game, "banker"), drawing(game)
    with monkeypatch.context() as patch:
        patch.setitem(baccarat.BANKER_DRAWS, 6, frozenset())
        assert store.stored(game, "banker") is None
        assert price_of(game, "banker") != before and drawing(game) != drawn
    assert price_of(game, "banker") == before


@pytest.mark.parametrize("name", ["ny/pai-gow-poker", pytest.param("cincinnati/pai-gow-poker", marks=pytest.mark.slow)])
def test_a_house_way_is_held_against_the_kernels_again_once_it_is_another(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_house_way(playable(name))
    with monkeypatch.context() as patch:
        patch.setattr(pai_gow_house_way.Holding, "split", lambda held, _rule, *ranks: held.together(*ranks))
        with pytest.raises(NotPriced, match=rf"{name}: the table sets .* otherwise"):
            check_house_way(playable(name))
    check_house_way(playable(name))
