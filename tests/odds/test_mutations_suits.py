"""Pay by the suit of a hand, or break ties by it, and it is refused: hands are counted together whatever their suit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from croupier.equipment.cards import JACK, SUITS, Card
from croupier.errors import NotPriced
from croupier.games.house_poker import caribbean_stud, lunar_poker, texas_holdem_bonus
from croupier.games.registry import playable
from croupier.hands.poker import Value, best_five
from croupier.odds.analyze import analyze
from croupier.odds.shapes.draws_simulation import _on_first_five
from croupier.odds.simulate import simulate
from croupier.odds.simulation import Places
from croupier.table.felt import Felt, Seat
from croupier.table.table import Table

BY_ROW, BONUS = Felt.row_for, Felt.bonus


def flushes_of(suit: str, value: Value, held: Sequence[Card]) -> bool:
    """A straight flush of one suit, of which there are ten among two and a half million hands."""
    return value.category in ("straight-flush", "royal-flush") and [card.suit for card in held].count(suit) >= min(5, len(held))


def by_row(suit: str) -> Any:
    """Such a hand earns no row."""

    def row_for(self: Felt, wager: str, value: Value, held: Sequence[Card]) -> Any:
        return None if held and flushes_of(suit, value, held) else BY_ROW(self, wager, value, held)

    return row_for


PAID = {
    "ny/three-card-poker": ("ante", "pair-plus", "six-card-bonus"),
    "ny/let-it-ride": ("bet-number-1", "let-it-ride-bonus"),
    "cincinnati/mississippi-stud": ("ante", "three-card-bonus"),
    "pa/flop-poker": ("ante", "three-card-bonus"),
    "pa/raise-it-up-stud": ("six-card-bonus", "pair-plus"),
    "ny/criss-cross-poker": ("ante-across", "five-card-bonus"),
    "cincinnati/linked-progressive": ("progressive",),
}


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize(("name", "wager"), [(name, wager) for name, wagers in PAID.items() for wager in wagers])
def test_a_hand_that_earns_nothing_in_one_suit_is_refused(
    name: str, wager: str, suit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = playable(name)
    monkeypatch.setattr(Felt, "row_for", by_row(suit))
    with pytest.raises(NotPriced, match=rf"{name}: .*\("):
        next(iter(analyze(game, wager)))


def highest(hand: Sequence[Card]) -> tuple[int, int]:
    card = max(hand, key=lambda card: (card.rank, SUITS.index(card.suit)))
    return card.rank, SUITS.index(card.suit)


TIES = {"ny/caribbean-stud": (caribbean_stud, "ante"), "cincinnati/texas-holdem-bonus": (texas_holdem_bonus, "ante")}


@pytest.mark.parametrize("name", TIES)
def test_ties_that_suits_break_are_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The highest card's suit decides between hands that are worth the same."""
    module, wager = TIES[name]

    def ranked(held: Sequence[Card]) -> Value:
        value = best_five(held)
        return value._replace(ranks=(*value.ranks, highest(held[:2])[1]))

    monkeypatch.setattr(module, "best_five", ranked)
    for ask in (lambda: next(iter(analyze(playable(name), wager))), lambda: simulate(playable(name), 100, 1)):
        with pytest.raises(NotPriced, match=rf"{name}: .*\("):
            ask()


def test_a_bonus_on_the_ante_that_goes_by_suits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A straight flush in hearts is paid no ante bonus."""

    def bonus(self: Table, seat: Seat, line: str, stake: int, value: Value, held: Sequence[Card], **more: Any) -> None:
        if not flushes_of("h", value, held):
            BONUS(self, seat, line, stake, value, held, **more)

    game = playable("cincinnati/three-card-poker")
    monkeypatch.setattr(Felt, "bonus", bonus)
    for ask in (lambda: next(iter(analyze(game, "ante"))), lambda: simulate(game, 100, 1)):
        with pytest.raises(NotPriced, match=r"cincinnati/three-card-poker: straight-flush against .*\("):
            ask()


SETTLED = Felt.settle_by_hand


@pytest.mark.parametrize("lost", ["hearts", "the dealer's card"])
def test_a_wager_on_the_first_five_cards_that_goes_by_others_is_refused(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the suit of a flush, or by what the dealer shows; no exact price and no kernel tells them apart."""

    def settle_by_hand(self: Felt, seat: Seat, wager: str, value: Value, held: Sequence[Card], **more: Any) -> None:
        by_suit = value.category == "flush" and held[0].suit == "h"
        if wager == lunar_poker.SUPER and (by_suit if lost == "hearts" else self.dealer[0].rank > JACK):
            self.collect(seat, wager)
        else:
            SETTLED(self, seat, wager, value, held, **more)

    game = playable("pa/lunar-poker")
    monkeypatch.setattr(Felt, "settle_by_hand", settle_by_hand)
    for ask in (lambda: list(analyze(game, lunar_poker.SUPER)), lambda: _on_first_five(game, lunar_poker.SUPER, Places())):
        with pytest.raises(NotPriced, match=r"pa/lunar-poker: .* hands alike .*\("):
            ask()
