"""What hold 'em games do that no other does: wagers voided in mid-round while side wagers play on, and two-card hands."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.equipment.cards import FACES, cards
from croupier.errors import OutOfBounds, Refused
from croupier.games.registry import playable
from croupier.hands.two_card import PATTERNS, two_card
from croupier.table import acts
from croupier.table.requests import CardDue, DealerAct, Decision
from croupier.table.round import Round

UTH, THB = "cincinnati/ultimate-texas-holdem", "cincinnati/texas-holdem-bonus"
Stakes = dict[int, dict[str, int]]


def deal(game: str, stakes: Stakes, order: str) -> tuple[Round, list[str]]:
    """A round up to the first decision, with the cards that are still to come, burns included."""
    round_ = Round(playable(game), stakes)
    round_.answer(acts.Done("shuffle"))
    for seat, wagers in stakes.items():
        for wager, amount in wagers.items():
            round_.answer(acts.Wager(seat, wager, amount))
    round_.answer(acts.NoMoreBets())
    return round_, deal_on(round_, order.split())


def deal_on(round_: Round, coming: list[str]) -> list[str]:
    """Deal and turn over until somebody must decide or the round ends."""
    while isinstance(round_.pending, (CardDue, DealerAct)):
        if isinstance(round_.pending, CardDue):
            round_.answer(acts.Dealt(FACES[coming[0]]))
            coming = coming[1:]
        else:
            round_.answer(acts.Done(round_.pending.act))
    return coming


def decide(round_: Round, coming: list[str], *choices: str) -> list[str]:
    for choice in choices:
        assert isinstance(round_.pending, Decision)
        round_.answer(acts.Choice(round_.pending.seat, choice))
        coming = deal_on(round_, coming)
    return coming


def outcomes(round_: Round) -> dict[tuple[int, str], tuple[str, int]]:
    return {(line.seat, line.wager): (line.outcome, line.net) for line in round_.lines}


TABLE: Stakes = {
    1: {"ante": 1000, "blind": 1000, "trips": 500, "progressive": 100},
    2: {"ante": 1000, "blind": 1000},
}
BOARD = "2c 7d 7h As 3d 4c Kd 9s"  # burn, flop, burn, last two, and one to spare


def test_a_dealers_card_seen_early_returns_all_but_trips_which_is_played_out_i_11_i() -> None:
    round_, coming = deal(UTH, TABLE, f"7s 8s Qc 7c 9h Qd {BOARD}")
    decide(round_, coming, "raise-4x")
    round_.answer(acts.Reported("dealer-card-exposed"))
    deal_on(round_, BOARD.split())
    assert round_.done
    assert outcomes(round_) == {
        (1, "ante"): ("void", 0),
        (1, "blind"): ("void", 0),
        (1, "play"): ("void", 0),
        (1, "trips"): ("four-of-a-kind", 15000),
        (1, "progressive"): ("void", 0),
        (2, "ante"): ("void", 0),
        (2, "blind"): ("void", 0),
    }


def test_a_fold_before_the_dealers_card_was_seen_is_void_too_i_11_i() -> None:
    round_, coming = deal(UTH, TABLE, f"7s 8s Qc 7c 9h Qd {BOARD}")
    decide(round_, coming, "check", "check", "check", "check", "fold")
    round_.answer(acts.Reported("dealer-card-exposed"))
    deal_on(round_, [])
    assert outcomes(round_)[1, "ante"] == ("void", 0)
    assert outcomes(round_)[1, "progressive"] == ("void", 0)
    assert round_.table.meters["multi-link"].contributed == 0


def test_no_card_is_dealt_for_wagers_that_are_gone_i_11_i() -> None:
    round_, _ = deal(UTH, {2: TABLE[2]}, "7s Qc 7c Qd")
    round_.answer(acts.Reported("dealer-card-exposed"))
    assert round_.done and all(line.outcome == "void" for line in round_.lines)


def test_a_dealers_card_seen_when_all_have_played_changes_nothing_i_11_i() -> None:
    round_, _ = deal(UTH, TABLE, "7s 8s Qc 7c 9h Qd")
    for seat in (1, 2):
        round_.answer(acts.Choice(seat, "raise-3x"))
    assert isinstance(round_.pending, CardDue)
    with pytest.raises(Refused):
        round_.answer(acts.Reported("dealer-card-exposed"))


def test_a_dealers_card_seen_early_leaves_the_bonus_k_12_i() -> None:
    stakes: Stakes = {1: {"ante": 1000, "bonus": 500}, 2: {"ante": 1000, "progressive": 100}}
    round_, coming = deal(THB, stakes, "Ks 8s Qc Kc 9h Qd 2c 7d 7h As")
    decide(round_, coming, "bet", "bet", "bet")
    round_.answer(acts.Reported("dealer-card-exposed"))
    deal_on(round_, ["3d", "4c", "5d", "6c"])
    assert outcomes(round_) == {
        (1, "ante"): ("void", 0),
        (1, "flop"): ("void", 0),
        (1, "turn"): ("void", 0),
        (1, "bonus"): ("pair-of-kings-queens-or-jacks", 5000),
        (2, "ante"): ("void", 0),
        (2, "flop"): ("void", 0),
        (2, "progressive"): ("void", 0),
    }


def test_the_least_bonus_is_a_dollar_and_the_house_cannot_lower_it_k_7_iii() -> None:
    assert playable(THB, {"limits": {"bonus": {"minimum": 500}}}).spots["bonus"].wager.limits.minimum == 500
    with pytest.raises(OutOfBounds, match=r"K\.7\.III"):
        playable(THB, {"limits": {"bonus": {"minimum": 50}}})


def test_a_posted_minimum_lifts_the_limit_on_a_hand_i_10_v() -> None:
    house: dict[str, Any] = {"options": {"table-minimum": 10_000}}
    seat = {"wagers": {"ante": 10_000, "blind": 10_000, "trips": 10_000}, "cards": "As Ks", "decisions": ["raise-4x"]}
    written = {"game": UTH, "house_rules": house, "seats": {"1": seat}, "dealer": "2d 2c", "community": "Qs Js Ts 4d 4h"}
    assert croupier.settle(written).net == {1: 5_550_000}
    assert croupier.settle({**written, "house_rules": {}}).net == {1: 5_000_000}


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("As Ah", "pair-of-aces"),
        ("Kd Ad", "ace-king-same-suit"),
        ("Ad Kc", "ace-king-different-suits"),
        ("Qh Ah", "ace-queen-or-ace-jack-same-suit"),
        ("Ah Jc", "ace-queen-or-ace-jack-different-suits"),
        ("Jh Jc", "pair-of-kings-queens-or-jacks"),
        ("Th Tc", "pair-2s-through-10s"),
        ("2h 2c", "pair-2s-through-10s"),
        ("Kh Qh", None),
        ("Ah Th", None),
    ],
)
def test_two_cards_earn_at_most_one_row(hand: str, row: str | None) -> None:
    pair = cards(hand)
    assert [name for name, test in PATTERNS.items() if test(two_card(pair), pair)] == ([row] if row else [])
