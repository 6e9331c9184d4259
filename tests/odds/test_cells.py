"""Cells asked of the table: what a deal nets under a house's rules, and what happens when a cell is too coarse."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier.equipment.cards import cards
from croupier.errors import NotPriced
from croupier.games.house_poker import three_card_poker
from croupier.games.registry import playable
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, layout, unit_of
from croupier.odds.posted import with_posted
from croupier.table import acts
from croupier.table.round import Round
from tests.support.driving import GAMES, RandomPlayer, listed, play_on

HAND, LOWER, HIGHER = (tuple(cards(text)) for text in ("Qh Qd 2c", "Ks 7d 3c", "5s 5d 5c"))


def test_the_table_says_what_a_deal_nets() -> None:
    asked = Asked(playable("ny/three-card-poker"), {"ante": 500})
    won = asked.settle(hand=HAND, dealer=LOWER, decisions=("play",))
    assert (won.net, won.staked, won.outcome) == (1000, 1000, "win")
    assert asked.settle(hand=HAND, dealer=HIGHER, decisions=("play",)).net == -1000
    assert asked.settle(hand=HAND, dealer=LOWER, decisions=("fold",))[:2] == (-500, 500)
    assert asked.settle(hand=HAND, dealer=LOWER, decisions=("play",)) is won, "an answer is kept"


def test_a_side_wager_is_asked_about_alone() -> None:
    game = playable("ny/three-card-poker", {"options": {"version": "pair-plus-needs-equal-ante"}})
    stakes = layout(game, "pair-plus", 1500)
    assert stakes == {"ante": 1500, "pair-plus": 1500} and list(stakes) == ["ante", "pair-plus"]
    asked = Asked(game, stakes, only=["pair-plus"])
    assert asked.settle(hand=HAND, dealer=HIGHER, decisions=("play",))[:2] == (1500, 1500)


def test_deals_of_a_cell_that_are_settled_otherwise_are_an_error() -> None:
    asked = Asked(playable("ny/three-card-poker"), {"ante": 500})
    deals = [Deal(HAND, dealer, decisions=("play",)) for dealer in (LOWER, HIGHER)]
    with pytest.raises(
        NotPriced, match=r"the cell pairs are not settled alike: Qh Qd 2c against Ks 7d 3c play nets 1000 of 1000"
    ):
        asked.agreed(deals, "pairs")
    assert asked.agreed(deals[:1]).net == 1000


def test_decisions_that_the_table_does_not_ask_for_are_an_error() -> None:
    asked = Asked(playable("ny/three-card-poker"), {"ante": 500})
    with pytest.raises(NotPriced, match="decides nothing"):
        asked.settle(hand=HAND, dealer=LOWER)
    with pytest.raises(NotPriced, match="does not ask for 'play'"):
        asked.settle(hand=HAND, dealer=LOWER, decisions=("play", "play"))
    with pytest.raises(NotPriced, match="knows of 'raise', and the table offers play or fold"):
        asked.settle(hand=HAND, dealer=LOWER, decisions=("raise",))


def test_a_table_that_settles_otherwise_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, deal = playable("ny/three-card-poker"), Deal(HAND, tuple(cards("Qs Qc 2d")), decisions=("play",))
    assert Asked(game, {"ante": 500}).settled(deal).net == 0
    monkeypatch.setattr(three_card_poker.Table, "push", lambda self, seat, wager, **_: self.collect(seat, wager))
    assert Asked(game, {"ante": 500}).settled(deal).net == -1000


def test_another_table_posted_is_the_one_that_pays() -> None:
    game = playable("ny/three-card-poker")
    nets = set()
    for table in tables_of(game, "pair-plus"):
        asked = Asked(with_posted(game, table), layout(game, "pair-plus"), only=["pair-plus"])
        nets.add(asked.settle(hand=cards("7h 6h 5h"), dealer=LOWER).net)
        assert nets >= {500 * table.rows["straight-flush"].figure}
    assert len(nets) > 1


@pytest.mark.parametrize("name", GAMES)
def test_every_wager_that_opens_a_round_can_be_laid_out(name: str) -> None:
    game = playable(name)
    for spot in game.spots.values():
        if spot.wager.placed == "opening" and spot.wager.dice is None:
            assert list(layout(game, spot.id))[-1] == spot.id
            assert unit_of(game, spot.id) >= spot.wager.limits.minimum


def cards_of(round_: Round) -> dict[str, Any]:
    table = round_.table
    own, dealer = table.seats[1].hand, table.dealer
    if "discards" in round_.playable.script.SEAT_KEYS:  # what was thrown away came first, and the dealer throws one at most
        own = table.seats[1].fallen
        dealer = [*(card for card in table.discards if card not in own), *dealer]
    return {"hand": own, "dealer": dealer, "community": table.community, "piles": table.piles}


@pytest.mark.parametrize("name", [name for name in GAMES if listed(name).shape.hand])
def test_what_was_played_at_random_is_settled_the_same_when_asked(name: str) -> None:
    """Random rounds of every card game, asked again from their cards and decisions."""
    game = playable(name)
    for seed in range(8):
        round_ = play_on(Round(game, [1]), RandomPlayer(random.Random(seed).randrange(10**6)))
        closed = round_.log.index(acts.NoMoreBets())
        stakes = {act.spot: act.amount for act in round_.log[:closed] if isinstance(act, acts.Wager) and act.amount}
        answered = [
            act for act in round_.log[closed:] if isinstance(act, (acts.Choice, acts.Arranged, acts.Discarded, acts.Wager))
        ]
        decided = [str(act[-1]) for act in answered if act.seat or isinstance(act, acts.Choice)]
        dice = [act.dice for act in round_.log if isinstance(act, acts.Rolled)]
        spun = [act.result for act in round_.log if isinstance(act, acts.Spun)]
        # Cards of split hands come in an order that piles do not tell; and here the dealer sets no hands against a player's bank.
        # Nor are the dealer's hands of earlier rounds on the table where several are played with one hand.
        if not round_.table.seats[1].splits and "bank" not in stakes and "circle-two" not in stakes:
            found = Asked(game, stakes).settle(decisions=decided, rolls=dice, marks=spun, **cards_of(round_))
            # A dealer who is asked how to set the hands sets them here at random, and when asked again by the house way.
            by_hand = any(isinstance(act, acts.Arranged) and not act.seat for act in round_.log)
            told, played = (
                [line for line in lines if not by_hand or game.called[line.wager].wager.id in game.looks]
                for lines in (found.lines, round_.lines)
            )
            assert told == played
