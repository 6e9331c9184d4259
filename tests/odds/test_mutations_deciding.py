"""What the table makes of a decision about an amount of one's own, or about side wagers alone, is what advice tells of it, or it is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from croupier.equipment.cards import cards
from croupier.errors import NotPriced
from croupier.games.house_poker import three_card_poker
from croupier.games.registry import playable
from croupier.odds.advice import Sight
from croupier.odds.games import four_card_poker as four_card_odds
from croupier.odds.games import three_card_poker as three_card_odds
from croupier.odds.reference import opening_wagers, opens_with
from croupier.table.felt import Felt, Seat
from croupier.table.requests import Decision, Offer

PAID = Felt.pay


def test_a_play_wager_that_is_not_paid_in_proportion_is_not_weighed_between_its_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice the ante pays double: an amount of one's own lies no more between the least and the most."""

    def pay(self: Felt, seat: Seat, wager: str, *given: Any, **more: Any) -> None:
        PAID(self, seat, wager, *given, **more)
        line = self.lines[-1]
        if wager == "play" and line.stake == 2 * seat.placed["ante"]:
            self.lines[-1] = line._replace(won=2 * line.won)

    game = playable("cleveland/four-card-poker")
    sight = Sight(1, tuple(cards("Ah Ad Kc 5s 2d")), tuple(cards("7c")), stakes={"ante": 1000})
    offer = Offer(1, "play", called="raise", bounds=(1000, 3000, 100), clause="4.11(c)", declinable=False)
    assert four_card_odds.ODDS.weighed(game, sight, offer)
    monkeypatch.setattr(Felt, "pay", pay)
    with pytest.raises(NotPriced, match=r"cleveland/four-card-poker: what raise nets is not in proportion to its size \(4\.11"):
        four_card_odds.ODDS.weighed(game, sight, offer)


def test_a_wager_by_itself_on_the_dealers_cards_too_is_left_apart() -> None:
    """Nobody knows them when it is decided about: its worth is not told by some that were dealt."""
    game = playable("ny/three-card-poker", {"options": {"six-card-bonus": True, "six-card-requires": "pair-plus"}})
    alone = replace(game.rules.pair_plus_alone, value="may-fold")
    game = replace(game, rules=game.rules.model_copy(update={"pair_plus_alone": alone}))
    sight = Sight(1, tuple(cards("Ah Ad Kc")), stakes={"pair-plus": 1000, "six-card-bonus": 1000})
    request = Decision(1, [three_card_poker.PLACE, three_card_poker.FOLD], clause="")
    told = three_card_odds.ODDS.weighed(game, sight, request)
    assert told is not None and told.basis == "pair-plus by the cards in hand; six-card-bonus left apart"
    alone = three_card_odds.ODDS.weighed(
        game,
        replace(sight, stakes={"pair-plus": 1000}),
        Decision(1, [three_card_poker.PLACE, three_card_poker.FOLD], clause=""),
    )
    assert alone is not None and alone.choices == told.choices


def test_what_is_priced_apart_is_apart_at_the_real_table_too() -> None:
    """A pot that the ante needs beside it is no part of what the ante stakes and nets, wherever its rounds are played."""
    game = playable("pa/flop-poker")
    assert opens_with(game, opening_wagers(game)) == ("ante",) and "pot" in opening_wagers(game)
    other = playable("pa/raise-it-up-stud")
    assert {"ante", "blind"} <= {*opens_with(other, opening_wagers(other))}
