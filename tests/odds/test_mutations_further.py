"""Rules of play that go by more than a count does: suits, other wagers of the seat, what the equipment shows. Followed or refused."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import NotPriced
from croupier.games.registry import playable
from croupier.games.war import casino_war
from croupier.odds.advice import strategy
from croupier.odds.analyze import analyze
from croupier.odds.simulate import simulate
from croupier.table.felt import Felt
from croupier.table.playable import Playable


def refused_by_all(game: Playable, pattern: str) -> None:
    """By price, simulation and chart."""
    for asked in (lambda: list(analyze(game)), lambda: simulate(game, 1000, 7), lambda: strategy(game)):
        with pytest.raises(NotPriced, match=rf"^{game.terms.id}: {pattern}.*\(.*\)$"):
            asked()


# War

PAY, STANDS = Felt.pay, casino_war.stands


def suited_ties_lose(self: Felt, seat: Any, wager: str, *row: Any, **more: Any) -> None:
    if wager == casino_war.TIE and seat.hand[-1].suit == self.dealer[-1].suit:
        self.collect(seat, wager)
    else:
        PAY(self, seat, wager, *row, **more)


def far_apart_is_a_tie(table: Any, seat: Any) -> str:
    """In a war, where the player's card is six ranks above the dealer's or more."""
    far = len(seat.hand) == 2 and seat.hand[-1].rank - table.dealer[-1].rank >= 6
    return casino_war.TIE if far else STANDS(table, seat)


def test_ties_of_one_suit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Felt, "pay", suited_ties_lose)
    refused_by_all(playable("ny/casino-war"), "tie: cards of the same ranks are not settled alike")


def test_wars_that_go_by_how_far_ranks_are_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casino_war, "stands", far_apart_is_a_tie)
    refused_by_all(playable("ny/casino-war"), "deals of the cell")


def test_a_wager_on_a_tie_that_giving_up_loses_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    first, then = casino_war.settle_first_cards, casino_war.surrender_or_war

    def later(table: Any, seat: Any, rules: Any) -> None:
        if STANDS(table, seat) != casino_war.TIE:
            first(table, seat, rules)

    async def decided(table: Any, seat: Any, rules: Any) -> None:
        await then(table, seat, rules)
        settled = table.pay if seat.in_play else table.collect
        if seat.stake(casino_war.TIE):
            settled(seat, casino_war.TIE)

    monkeypatch.setattr(casino_war, "settle_first_cards", later)
    monkeypatch.setattr(casino_war, "surrender_or_war", decided)
    refused_by_all(playable("ny/casino-war"), "tie: cards of the same ranks are not settled alike")
