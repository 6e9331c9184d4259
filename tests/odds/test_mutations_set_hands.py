"""Hands that are set against the bank's: a table that looks further than the cells, or sets and ranks otherwise, is followed or refused."""

from __future__ import annotations

import re
from typing import Any

import pytest

from croupier.equipment.cards import cards
from croupier.errors import NotPriced
from croupier.games.pai_gow import asia_poker, pai_gow_poker, pai_gow_tiles, six_card_pai_gow_poker
from croupier.games.pai_gow._comparing import settle_against_bank
from croupier.games.pai_gow._tiles import TileHands
from croupier.games.registry import playable
from croupier.hands import asia_poker as four_cards
from croupier.hands import pai_gow, pai_gow_house_way
from croupier.hands import tiles as tile_hands
from croupier.hands.pai_gow import best
from croupier.hands.poker import Value
from croupier.odds.advice import strategy
from croupier.odds.analyze import analyze
from croupier.odds.price import Price
from croupier.odds.queries import ask
from croupier.odds.shapes import five_and_one
from croupier.odds.shapes.two_hands_classes import ranking
from croupier.odds.simulate import simulate
from croupier.table.playable import Playable

HOUSE_WAY_OF_TILES = TileHands.house_way
SET = {
    "ny/pai-gow-poker": ("pai-gow-poker", "As Kd Jh 8c 6s 4d 2h"),
    "ny/asia-poker": ("asia-poker", "As Kd Jh 8c 6s 4d 2h"),
    "pa/six-card-pai-gow-poker": ("six-card-fortune-pai-gow-poker", "As Td 8h 6c 4s 3d"),
}


def refused_by_all(game: Playable, pattern: str) -> None:
    """By price, advice and simulation."""
    wager, hand = SET[game.terms.id]
    for asked in (
        lambda: next(iter(analyze(game, wager))),
        lambda: next(iter(simulate(game, 1000, 7))),
        lambda: ask(game, cards(hand)),
    ):
        with pytest.raises(NotPriced, match=rf"{game.terms.id}: {pattern}.*\("):
            asked()


def high(rank: int) -> Any:
    """Is it a high hand of nothing, and so high?"""
    return lambda value: (value.category, value.ranks[0]) == ("high-card", rank)


def pushes(settles: Any, wager: str, at: Any) -> Any:
    """A wager comes back where a value is one of these."""

    def changed(table: Any, seat: Any, *rest: Any, **more: Any) -> None:
        if any(at(hands.values[0]) for hands in rest if hasattr(hands, "values") and hasattr(hands, "foul")):
            table.push(seat, wager)
        else:
            settles(table, seat, *rest, **more)

    return changed


@pytest.mark.parametrize("rank", [10, 12, 13])
def test_a_bank_so_high_that_is_a_push_is_refused(rank: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One rank of the hands that make up a rule of the count."""
    changed = pushes(settle_against_bank, "pai-gow-poker", high(rank))
    monkeypatch.setattr(pai_gow_poker, "settle_against_bank", changed)
    refused_by_all(playable("ny/pai-gow-poker"), "deals that are counted alike are not settled alike")


def swapped(value: Value) -> Value:
    """A straight where a flush is, and a flush where a straight is."""
    orders = {"straight": 5, "flush": 4}
    return value._replace(order=orders.get(value.category, value.order))


def test_straights_over_flushes_in_the_comparison_alone_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.games.pai_gow import _comparing

    assert (best(cards("9c 8d 7h 6c 5c")).order, best(cards("9c 8c 7c 6c 3c")).order) == (4, 5)
    compared = _comparing.compared

    def otherwise(hands: Any, bank: Any, **more: Any) -> list[int]:
        return compared(*(each._replace(high_value=swapped(each.high_value)) for each in (hands, bank)), **more)

    monkeypatch.setattr(_comparing, "compared", otherwise)
    for name in ("ny/pai-gow-poker", "pa/six-card-pai-gow-poker"):
        refused_by_all(playable(name), "deals that are counted alike are not settled alike")


def test_three_hands_of_which_one_kind_is_not_compared_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A medium pair of tens is a copy of whatever the dealer has."""
    each_compared = asia_poker.each_compared

    def otherwise(hands: Any, dealer: Any) -> list[int]:
        first, second, third = each_compared(hands, dealer)
        medium = hands.values[1]
        return [first, 0 if (medium.category, medium.ranks[0]) == ("pair", 10) else second, third]

    monkeypatch.setattr(asia_poker, "each_compared", otherwise)
    refused_by_all(playable("ny/asia-poker"), "deals that are counted alike are not settled alike")


def test_a_house_way_that_differs_for_straights_with_two_pairs_alone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any pair will do for the low hand where the text names one: hands so rare that few at random show it."""
    monkeypatch.setattr(pai_gow_house_way, "_is_pair", lambda setting, rank: setting.low_value.category == "pair")
    game = playable("cincinnati/pai-gow-poker")
    for asked in (lambda: next(iter(analyze(game, "pai-gow-poker"))), lambda: simulate(game, 1000, 7)):
        with pytest.raises(NotPriced, match=rf"^{game.terms.id}: the table sets .* otherwise than the house way.*\("):
            asked()


# The double down


def from_tens(dealer: Any, rules: Any) -> bool:
    return best(dealer) >= Value(1, (10,), "pair")


def from_three_of_a_kind(dealer: Any, rules: Any) -> bool:
    return best(dealer).order >= 3


def doubled(game: Playable) -> Price:
    """The wager set best, doubled where that gains."""
    return next(price for price in analyze(game, SET[game.terms.id][0]) if price.strategy == five_and_one.BEST)


def test_the_hand_that_a_double_down_is_against_is_asked_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another pair, or three of a kind, as the rules of play have it, whatever the option says."""
    game = playable("pa/six-card-pai-gow-poker")
    before = five_and_one.limit_of(game)
    values = five_and_one.ranked_values()
    with monkeypatch.context() as patch:
        patch.setattr(six_card_pai_gow_poker, "doubles_count", from_tens)
        assert values[five_and_one.limit_of(game)].ranks[:1] == (10,) and five_and_one.limit_of(game) > before
    with monkeypatch.context() as patch:
        patch.setattr(six_card_pai_gow_poker, "doubles_count", from_three_of_a_kind)
        assert values[five_and_one.limit_of(game)].category == "three-of-a-kind"
        assert five_and_one.settled(game, 500)
    assert five_and_one.limit_of(game) == before


@pytest.mark.slow
def test_what_doubling_is_worth_goes_by_the_hand_that_it_is_against(monkeypatch: pytest.MonkeyPatch) -> None:
    """From any hand, from eights as the option has it, from tens, from three of a kind, and from none at all."""
    edges = [doubled(playable("pa/six-card-pai-gow-poker")).house_edge]
    for against in (from_tens, from_three_of_a_kind, lambda dealer, rules: False):
        monkeypatch.setattr(six_card_pai_gow_poker, "doubles_count", against)
        edges.append(doubled(playable("pa/six-card-pai-gow-poker")).house_edge)
    monkeypatch.setattr(six_card_pai_gow_poker, "doubles_count", lambda dealer, rules: True)
    edges.insert(0, doubled(playable("pa/six-card-pai-gow-poker")).house_edge)
    assert edges == sorted(edges) and len(set(edges)) == 5


def test_a_double_down_against_every_second_hand_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(six_card_pai_gow_poker, "doubles_count", lambda dealer, rules: best(dealer).ranks[0] % 2 == 0)
    refused_by_all(playable("pa/six-card-pai-gow-poker"), "deals ")


# Hands that are ranked otherwise


@pytest.mark.parametrize("name", SET)
@pytest.mark.parametrize("changed", [swapped, lambda value: value._replace(ranks=(*value.ranks, 0))])
def test_hands_that_are_ranked_otherwise_have_numbers_of_their_own_or_are_refused(
    name: str, changed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what was found by one ranking is not kept for another."""
    game, hand = playable(name), cards(SET[name][1])
    before, numbered = asked_of(game, hand), ranking("second-highest")
    with monkeypatch.context() as patch:
        for module in (pai_gow, four_cards):
            ranked = module._high_hand
            patch.setattr(module, "_high_hand", lambda *held, ranked=ranked: changed(ranked(*held)))
        forget()
        try:
            asked_of(playable(name), hand)
            assert ranking("second-highest").values != numbered.values
        except NotPriced as refusal:
            assert re.search(rf"{name}: .*\(", str(refusal))
    forget()
    assert ranking("second-highest") is numbered
    assert asked_of(game, hand) == before


def forget() -> None:
    """What the table has kept of hands that it has ranked."""
    for module in (pai_gow, four_cards):
        for part in vars(module).values():
            if hasattr(part, "cache_clear"):
                part.cache_clear()


def asked_of(game: Playable, hand: Any) -> Any:
    (asked,) = ask(game, hand)
    return asked.advice


# Tiles

TILES = "ny/pai-gow-tiles"


def by_strategy(game: Playable) -> dict[str, Price]:
    return {price.strategy: price for price in analyze(game, "pai-gow")}


def split_the_supreme_pair(self: Any, hand: Any) -> Any:
    setting, rule = HOUSE_WAY_OF_TILES(self, hand)
    if setting.high_value.category == tile_hands.SUPREME:
        setting = min(self.settings(hand), key=lambda each: each.high_value)
    return setting, rule


def test_a_house_way_of_tiles_is_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Price, advice and simulation all count with a bank that splits the supreme pair; and as it was once it is left together."""
    game, hand = playable(TILES), tile_hands.tiles_of("6-6 1-3 5-5 1-4")
    before, advised = by_strategy(game), advice_of(game, hand)
    with monkeypatch.context() as patch:
        patch.setattr(TileHands, "house_way", split_the_supreme_pair)
        found, changed = by_strategy(game), advice_of(game, hand)
        assert found["house way"].outcomes != before["house way"].outcomes
        with pytest.raises(NotPriced, match=rf"{TILES}: the table sets .*2-4 1-2 otherwise than the house way that is told"):
            strategy(game)
        assert found["optimal"].house_edge < before["optimal"].house_edge - 0.001
        assert all(
            choice.value > was.value for choice, was in zip(changed.choices, advised.choices, strict=True) if choice.value > -1
        )
        [played] = simulate(game, 100_000, 7)
        assert abs(float(played.house_edge - found["house way"].house_edge)) < 5 * played.standard_error
    assert by_strategy(game) == before


def test_tiles_of_one_rank_that_are_set_otherwise_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands are counted by the ranks of their tiles: 3-6 and 4-5 are one."""

    def by_tile(self: Any, hand: Any) -> Any:
        setting, rule = HOUSE_WAY_OF_TILES(self, hand)
        return (self.settings(hand)[-1] if "3-6" in map(str, hand) else setting), rule

    monkeypatch.setattr(TileHands, "house_way", by_tile)
    refused_tiles("the table sets .* otherwise than tiles of the same ranks")


@pytest.mark.parametrize("category", [tile_hands.GONG, "7"])
def test_a_bank_of_tiles_that_is_a_push_is_refused(category: str, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = pushes(pai_gow_tiles.settle_against_bank, "pai-gow", lambda value: value.category == category)
    monkeypatch.setattr(pai_gow_tiles, "settle_against_bank", changed)
    refused_tiles("deals .*not settled alike")


def refused_tiles(pattern: str) -> None:
    game = playable(TILES)
    for asked in (
        lambda: by_strategy(game),
        lambda: next(iter(simulate(game, 1000, 7))),
        lambda: ask(game, tile_hands.tiles_of("6-6 1-3 5-5 1-4"), dealer=[], community=[], after=[]),
    ):
        with pytest.raises(NotPriced, match=rf"{TILES}: {pattern}.*\("):
            asked()


def advice_of(game: Playable, hand: Any) -> Any:
    [asked] = ask(game, hand, dealer=[], community=[], after=[])
    return asked.advice
