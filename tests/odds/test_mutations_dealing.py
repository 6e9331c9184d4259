"""Deal otherwise, or break off, and the odds say so in one line: of no hand that is counted otherwise is a number told."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from croupier.equipment import cards as equipment
from croupier.equipment.cards import Card, cards
from croupier.errors import NotPriced
from croupier.games.house_poker import texas_holdem_bonus, ultimate_texas_holdem
from croupier.games.house_poker._holdem import deal_community as DEALT
from croupier.games.registry import playable
from croupier.odds.advice import strategy
from croupier.odds.analyze import analyze
from croupier.odds.as_dealt import refuse_what_is_dealt_otherwise
from croupier.odds.queries import ask
from croupier.odds.shapes import odds_of, pots
from croupier.odds.simulate import has_kernel, simulate
from croupier.rules.model import DealStep
from croupier.table.felt import Felt, Seat
from croupier.table.playable import Playable
from croupier.table.table import Table
from tests.support.driving import GAMES, equipment_variants, listed

ASKED: dict[str, Callable[[Playable], object]] = {
    "price": lambda game: list(analyze(game)),
    "strategy": strategy,
    "simulation": lambda game: simulate(game, 100, 1),
}


# More cards, or fewer


def dealt(game: Playable, to: str, more: int) -> Playable:
    """The same game in which so many more cards come to a place, whatever the dealing method."""

    def changed(step: DealStep) -> DealStep:
        part = "times" if step.times > 1 else "cards"
        return step.model_copy(update={part: getattr(step, part) + more}) if to in step.to else step

    methods = {
        name: method.model_copy(update={"opening": tuple(map(changed, method.opening))})
        for name, method in game.terms.file.deal.items()
    }
    return replace(game, terms=replace(game.terms, file=game.terms.file.model_copy(update={"deal": methods})))


PLACES = {
    "ny/three-card-poker": ("players", "dealer"),
    "ny/caribbean-stud": ("players", "dealer"),
    "cincinnati/dj-wild-stud": ("players", "dealer"),
    "ny/crazy-4-poker": ("players", "dealer"),
    "ny/let-it-ride": ("players", "community"),
    "pa/raise-it-up-stud": ("players", "community"),
    "ny/criss-cross-poker": ("players", "community"),
    "pa/flop-poker": ("players",),
    "cincinnati/ultimate-texas-holdem": ("players", "dealer"),
}


@pytest.mark.parametrize("more", [1, -1])
@pytest.mark.parametrize(("name", "place"), [(name, place) for name, places in PLACES.items() for place in places])
def test_as_many_cards_are_dealt_as_are_counted(name: str, place: str, more: int) -> None:
    game = dealt(playable(name), place, more)
    for question in ASKED.values():
        with pytest.raises(NotPriced, match=rf"{name}: .* before the first decision are not counted \("):
            question(game)


@pytest.mark.parametrize("more", [1, -1])
def test_a_chip_by_itself_is_on_as_many_cards_as_are_counted(more: int) -> None:
    """Nobody is asked anything there: that the cards are others is found by dealing them."""
    name = "cleveland/linked-progressive"
    game = dealt(playable(name), "players", more)
    for what in ("price", "simulation"):
        with pytest.raises(NotPriced, match=rf"{name}: the table .*\("):
            ASKED[what](game)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_dealt_as_it_is_counted(name: str) -> None:
    """By every dealing method there is."""
    for house in equipment_variants(name):
        game = playable(name, house)
        odds = odds_of(game.terms.file.procedure)
        assert odds is not None
        refuse_what_is_dealt_otherwise(game, odds)


# A table that fails


def left(_table: Felt, _seat: Seat, _wager: str, **_because: Any) -> None:
    """A stake that is lost, and stays on the layout."""


@pytest.mark.parametrize("name", ["ny/three-card-poker", "ny/caribbean-stud", "cincinnati/texas-holdem-bonus"])
def test_a_table_that_leaves_a_stake_behind_has_no_price(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The procedure's own fault, which a live table would stop at."""
    game = playable(name)
    monkeypatch.setattr(Felt, "collect", left)
    for what in ("price", "simulation"):
        with pytest.raises(NotPriced, match=rf"{name}: the table itself fails, .*: AssertionError: .*left unsettled.*\("):
            ASKED[what](game)


# Sights of hold'em

HOLDEM = {"cincinnati/ultimate-texas-holdem": ultimate_texas_holdem, "cincinnati/texas-holdem-bonus": texas_holdem_bonus}


async def turn_with_the_flop(table: Table, count: int, *, decided: bool) -> None:
    """Four cards at once, and one fewer at the end."""
    there = len(table.community)
    await DEALT(table, 4 - there if there < 4 else 5 - there, decided=decided)


async def dealers_card_with_the_flop(table: Table, count: int, *, decided: bool) -> None:
    """With the flop the first of the dealer's cards is turned too."""
    await DEALT(table, count, decided=decided)
    table.dealer.up[0] = True


@pytest.mark.parametrize("deal", [turn_with_the_flop, dealers_card_with_the_flop])
@pytest.mark.parametrize("name", HOLDEM)
def test_a_card_that_is_seen_before_a_later_decision_is_refused(name: str, deal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a raise is worth is summed over the cards that are counted on as unseen."""
    game = playable(name)
    monkeypatch.setattr(HOLDEM[name], "deal_community", deal)
    asked = (
        lambda: next(iter(analyze(game, "ante"))),
        lambda: strategy(game),
        lambda: simulate(game, 100, 1),
        lambda: ask(game, cards("Ah Kd")),
    )
    for question in asked:
        with pytest.raises(NotPriced, match=rf"{name}: before its decisions the table shows .*\("):
            question()


# A card fewer

WHOLE = equipment.deck
ONE_PACK = [name for name in GAMES if listed(name).terms.file.family == "house poker"]


@pytest.mark.parametrize("name", ONE_PACK)
def test_a_deck_that_lacks_a_card_is_counted_as_it_is_and_dealt_by_no_kernel(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kernels deal by number, whatever the equipment room takes for a deck."""

    def lacking(**terms: Any) -> list[Card]:
        return [face for face in WHOLE(**terms) if str(face) != "2c"]

    for module in [module for module in sys.modules.values() if getattr(module, "deck", None) is WHOLE]:
        monkeypatch.setattr(module, "deck", lacking)
    game = playable(name)
    game = replace(game, pack=tuple(face for face in game.pack if str(face) != "2c"))
    with contextlib.suppress(NotPriced):
        assert not has_kernel(game)


def test_a_pot_is_dealt_for_until_it_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among few deals, or of another pack, none may be."""
    game = playable("pa/flop-poker")
    (before,) = analyze(game, "pot")
    monkeypatch.setattr(pots, "SAMPLED", 5)
    (after,) = analyze(game, "pot")
    assert after == before and "share" in {end.outcome for end in after.outcomes}
    monkeypatch.setattr(pots, "MOST", 5)
    with pytest.raises(NotPriced, match=r"pa/flop-poker: pot: no deal was found that ends in a share \(583"):
        list(analyze(game, "pot"))
