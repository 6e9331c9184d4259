"""Pai gow poker where only the house banks: another house way, stacks by dealing method, dead hands."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.equipment.cards import cards
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.requests import Arrangement, CardDue, RollDue, Wagering
from croupier.table.round import Round
from croupier.table.written import answer_json
from tests.support.driving import RandomPlayer

GAME = "cleveland/pai-gow-poker"
DEALER = "Ks Kd Ac Th 7d 5s 3c"  # kings high, ace and ten low
HOUSE_WAYS = [
    ("7.I(no-pair)", "Ah Jd 9c 7s 5h 3d 2c", "Jd 9c"),
    ("7.I(one-pair)", "Ah Ad Jc 9s 7h 5d 3c", "Jc 9s"),
    ("7.I(two-pair)(a)", "2h 2d 6c 6s Qh Jd 9c", "2h 2d"),
    ("7.I(two-pair)(a)", "2h 2d 6c 6s Kh Jd 9c", "Kh Jd"),
    ("7.I(two-pair)(a)", "2h 2d 9c 9s Jo Jd 6c", "Jo Jd"),
    ("7.I(two-pair)(b)", "7h 7d 9c 9s Kh Jd 3c", "7h 7d"),
    ("7.I(two-pair)(b)", "7h 7d 9c 9s Ah Jd 3c", "Ah Jd"),
    ("7.I(two-pair)(b)", "3h 3d Tc Ts Kh Jd 5c", "3h 3d"),
    ("7.I(two-pair)(b)", "3h 3d Tc Ts Ah Jd 5c", "Ah Jd"),
    ("7.I(two-pair)(c)", "9h 9d Tc Ts Ah Kd 5c", "9h 9d"),
    ("7.I(two-pair)(d)", "2h 2d Ac As Kh Jd 5c", "2h 2d"),
    ("7.I(three-pair)", "2h 2d 6c 6s Kh Kd 5c", "Kh Kd"),
    ("7.I(three-of-a-kind)", "6h 6d 6c As Qh Jd 2c", "As Qh"),
    ("7.I(two-threes)", "6h 6d 6c Ts Th Td 2c", "T T"),
    ("7.I(complete)", "9h 8d 7c 6s 5h 4d 2c", "9h 2c"),
    ("7.I(complete)(1)", "9h 8d 7c 6s 5h 5d Kc", "5 K"),
    ("7.I(complete)(1)", "9h 8d 7c 6s 5h Kd Kc", "Kd Kc"),
    ("7.I(complete)(2)", "9h 8d 7c 6s 5h 5d 9c", "5h 5d"),  # the two pair rule betters the low hand
    ("7.I(complete)(4)", "Ah As Ad Kd Qc Jh Ts", "A A"),
    ("7.I(complete)(5)", "8h 8d 8c 3s 3h Kd 2c", "3s 3h"),
    ("7.I(complete)(5)", "6h 6d 6c 6s Ah Jd 2c", "Ah Jd"),
    ("7.I(complete)(5)", "8h 8d 8c 8s Kh Jd 2c", "8 8"),
    ("7.I(complete)(5)", "Th Td Tc Ts Ah Jd 2c", "T T"),
    ("7.I(complete)(5)", "Ah Ad Ac As Qh Qd 2c", "A A"),
    ("7.I(complete)(5)", "Ah Ad Ac As Jo Kd Kc", "Kd Kc"),
]


@pytest.mark.parametrize(("clause", "hand", "low"), HOUSE_WAYS, ids=[f"{c} {h}" for c, h, _ in HOUSE_WAYS])
def test_house_way(clause: str, hand: str, low: str) -> None:
    """Each printed rule, and each reading that finishes the broken page, by example; `T T` stands for any two tens."""
    setting, rule = playable(GAME).rules.house_way(cards(hand))
    assert clause in rule.clause.split(", ") and not setting.foul
    if len(low) == 3:
        wanted = [card.rank for word in low.split() for card in cards(f"{word}h")]
        assert sorted(card.rank or 14 for card in setting.low) == sorted(wanted)
    else:
        assert set(setting.low) == set(cards(low))


def seat(hand: str, low: str, **more: Any) -> dict[str, Any]:
    high = " ".join(word for word in hand.split() if word not in low.split())
    return {"wagers": {"pai-gow-poker": 1000}, "cards": hand, "set": {"high": high, "low": low}, **more}


def settled(seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    return answer_json(croupier.settle({"game": GAME, "seats": seats, "dealer": DEALER, **more}))


@pytest.mark.parametrize(
    ("hand", "low", "outcome", "clause"),
    [
        ("Ah Ad Js 9h 4c Jc 2d", "Js Jc", "win", "7.13(k), 7.13(m)"),
        ("Qh Qd Ah 9h 4c Tc 2d", "Ah Tc", "lose", "7.13(g)(2)"),
        ("Ad As Ah Td 7c 5h 2d", "Ah Td", "push", "7.13(i)(1), 7.13(j)"),
        ("Kh Kc Ah Qd 7c 5h 3d", "Ah Qd", "push", "7.13(i)(2), 7.13(j)"),
        ("Ad As Jh Td 7c 5h 2d", "Jh Td", "push", "7.13(i)(1), 7.13(j)"),
        ("Qh Qd Jh Td 7c 5h 2d", "Jh Td", "lose", "7.13(g)(1)"),
        ("Qh Qd Jh Td 7c 5h 2d", "Qh Qd", "lose", "7.13(g)(3)"),
        ("Ad As Ah Jd Jc 5h 2d", "Jd Jc 2d", "lose", "7.13(g)(4)"),
    ],
)
def test_both_hands_against_the_dealer(hand: str, low: str, outcome: str, clause: str) -> None:
    (found,) = settled({"1": seat(hand, low)})["lines"]
    assert (found["outcome"], found["clause"]) == (outcome, clause)


def test_a_dead_hand_gets_its_wagers_back_and_the_others_play_on() -> None:
    report = {"irregularity": "card-off-the-table", "during": "deal", "seat": 1, "choice": "dead-hand"}
    answer = settled(
        {"1": seat("Qh Qd Jh Td 7c 5h 2d", "Jh Td"), "2": seat("Ah Ad Js 9h 4c Jc 2h", "Js Jc")}, irregularities=[report]
    )
    first, _ = answer["lines"]
    assert (first["outcome"], first["clause"]) == ("void", "7.14(a)")
    assert answer["net"] == {"1": 0, "2": 950}


def test_nobody_but_the_house_banks() -> None:
    with pytest.raises(Refused, match="bank"):
        settled({"1": seat("Ah Ad Js 9h 4c Jc 2d", "Js Jc", wagers={"bank": 10000})})


def dealt(dealing: str) -> list[int | str]:
    """To whom the cards go where seats 1 and 5 wager and the deal starts at the dealer."""
    round_, order, gambler = Round(playable(GAME, {"options": {"dealing": dealing}}), [1, 5]), [], RandomPlayer(1)
    wagers: list[acts.Act] = [acts.Wager(number, "pai-gow-poker", 1000) for number in (1, 5)]
    while (request := round_.pending) is not None and not isinstance(request, Arrangement):
        if isinstance(request, CardDue):
            order.append(request.to)
        if isinstance(request, Wagering):
            round_.answer(wagers.pop(0) if wagers else acts.NoMoreBets())
        elif isinstance(request, RollDue):
            round_.answer(acts.Rolled((2, 3, 3)))  # eight: the dealer again
        else:
            round_.answer(gambler.answer(round_, request))
    return order


def test_a_manual_shoe_deals_clockwise_and_stacks_go_counterclockwise() -> None:
    """7.9(c): single cards; 7.11(c): whole stacks; 7.10(c): rows there and back."""
    clockwise = ["dealer", 1, "burn", "burn", "burn", 5, "burn"]
    counterclockwise = ["dealer", "burn", 5, "burn", "burn", "burn", 1]
    assert dealt("manual-shoe") == clockwise * 7
    assert dealt("automated-shoe") == [place for place in counterclockwise for _ in range(7)]
    assert dealt("hand")[:14] == [*counterclockwise, *reversed(counterclockwise)]
