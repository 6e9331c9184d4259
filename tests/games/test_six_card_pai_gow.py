"""Six-card pai gow poker: the house way, the player's joker, the double down, envy by stakes, and irregularities, clause by clause."""

from __future__ import annotations

import random
from typing import Any

import pytest

import croupier
from croupier.equipment.cards import cards, deck
from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.hands.pai_gow import best, settings
from croupier.table.written import answer_json

GAME, MAIN = "pa/six-card-pai-gow-poker", "six-card-fortune-pai-gow-poker"
PACK = deck(jokers=1)


def settle(dealer: str, seats: dict[str, tuple[str, str, dict[str, Any]]], **others: Any) -> dict[str, Any]:
    """Seats by number: high hand, low card, and wagers and decisions besides the main wager."""
    written = {
        number: {"wagers": {MAIN: 1000, **more.get("wagers", {})}, "cards": f"{high} {low}", "set": {"high": high, "low": low}}
        | ({"decisions": more["decisions"]} if "decisions" in more else {})
        for number, (high, low, more) in seats.items()
    }
    return answer_json(croupier.settle({"game": GAME, "seats": written, "dealer": {"cards": dealer}, **others}))


def line_of(answer: dict[str, Any], wager: str, seat: int = 1) -> dict[str, Any]:
    (line,) = (line for line in answer["lines"] if line["wager"] == wager and line["seat"] == seat)
    return line


HOUSE_WAY = [
    # 588.11(d)(1): no set is broken, the highest card that is left plays low.
    ("8s 8d Kh Qd 5c 2h", "Qd 8s 8d 5c 2h / Kh", "588.11(d)(1)"),
    ("2s 2d Ah Kd 9c 5h", "Kd 9c 5h 2s 2d / Ah", "588.11(d)(1)"),
    ("As Ad Ac Kd Kc 5h", "As Ad Ac Kd Kc / 5h", "588.11(d)(1)"),
    ("As Ad Ac Ah Jo 5h", "Jo As Ad Ac Ah / 5h", "588.11(d)(1)"),
    ("Qs Qd Qc Qh 5s 5h", "Qs Qd Qc Qh 5s / 5h", "588.11(d)(1)"),
    ("9s 8d 7c 6h 5s 5h", "9s 8d 7c 6h 5s / 5h", "588.11(d)(1)"),
    ("Jo 7s 6d 5h 4c 9d", "Jo 7s 6d 5h 4c / 9d", "588.11(d)(2)"),
    # (1)(i), (1)(ii)
    ("Ks Kd Kc 9s 9d 9c", "Ks Kd 9s 9d 9c / Kc", "588.11(d)(1)(i)"),
    ("As Ad Kc Kd 4s 4c", "As Kc Kd 4s 4c / Ad", "588.11(d)(1)(ii)"),
    # (2): the lowest five of six, an ace low beside two to six.
    ("9s 8d 7c 6h 5s 4c", "8d 7c 6h 5s 4c / 9s", "588.11(d)(2)"),
    ("As 2d 3c 4h 5s 6c", "6c 5s 4h 3c 2d / As", "588.11(d)(2)"),
    ("As Js 9s 6s 4s 2s", "Js 9s 6s 4s 2s / As", "588.11(d)(2)"),
    ("As Ks Qs Js Ts 9s", "Ks Qs Js Ts 9s / As", "588.11(d)(2)"),
    # (3), (4), (5), (6)
    ("9s 8s 7s 6s 5d 2s", "9s 8s 7s 6s 2s / 5d", "588.11(d)(3)"),
    ("9s 8s 7s 6s 5s Td", "9s 8s 7s 6s 5s / Td", "588.11(d)(4)"),
    ("9s 8s 7s 6s 5s 2s", "9s 8s 7s 6s 5s / 2s", "588.11(d)(5)"),
    ("As Kd Jh 8c 6s 4d", "As Jh 8c 6s 4d / Kd", "588.11(d)(6)"),
    ("Jo Kd Jh 8c 6s 4d", "Jo Jh 8c 6s 4d / Kd", "588.11(d)(6)"),
]


@pytest.mark.parametrize(("hand", "setting", "clause"), HOUSE_WAY)
def test_the_house_way_588_11_d(hand: str, setting: str, clause: str) -> None:
    found, rule = playable(GAME).rules.house_way(cards(hand))
    high, low = setting.split(" / ")
    suits = len(cards(hand)) == len({card.rank for card in cards(hand)})  # of two alike either may be low
    assert [card.rank for card in found.low] == [card.rank for card in cards(low)], str(found)
    assert not suits or set(found.high) == set(cards(high)), str(found)
    assert rule.clause == clause


def test_the_house_way_breaks_no_set_588_11_d_1() -> None:
    """No setting has a better type of hand; none of the same type has a higher low card, royal flushes being straight flushes."""
    rng, rules = random.Random(588), playable(GAME).rules
    for _ in range(3000):
        hand = rng.sample(PACK, 6)
        found, _ = rules.house_way(hand)
        order = found.high_value.order
        assert not found.foul
        assert order == best(hand).order or {order, best(hand).order} == {8, 9}
        assert all(found.low_value >= s.low_value for s in settings(hand, low=1) if s.high_value.order == order and not s.foul)


CASES = [
    # high hand, low hand against 9-9 with king low: (f)(1), (2) and (3)
    ("Th Tc 6s 4d 2c", "Ac", "win", "588.11(f)(3)"),
    ("8h 8c 6s 4d 2c", "Qc", "lose", "588.11(f)(1)(i)"),
    ("8h 8c 6s 4d 2c", "Kc", "lose", "588.11(f)(1)(ii)"),
    ("9h 9c 7c 4c 3s", "Qc", "lose", "588.11(f)(1)(iii)"),
    ("9h 9c 7c 4c 3s", "Kc", "lose", "588.11(f)(1)(iv)"),
    ("Th Tc 6s 4d 2c", "Qc", "push", "588.11(f)(2)(i)"),
    ("8h 8c 6s 4d 2c", "Ac", "push", "588.11(f)(2)(ii)"),
    ("Th Tc 6s 4d 2c", "Kc", "push", "588.11(f)(2)(i), 588.6(c)"),
    ("9h 9c 7c 4c 3s", "Ac", "push", "588.11(f)(2)(ii), 588.6(c)"),
    ("Qh Jc 6s 4d 2c", "Ac", "lose", "588.11(f)(1)(v)"),
]


@pytest.mark.parametrize(("high", "low", "outcome", "clause"), CASES)
def test_what_becomes_of_the_wager_588_11_f(high: str, low: str, outcome: str, clause: str) -> None:
    """The double down goes the same way against nines, 588.11(g)(1); all settlement lines cite the paragraph that decides them."""
    answer = settle("9s 9d Kh 7d 4s 3d", {"1": (high, low, {"decisions": ["double-down"]})})
    main, double = line_of(answer, MAIN), line_of(answer, "double-down")
    assert (main["outcome"], double["outcome"]) == (outcome, outcome)
    paid = ", 588.12(a)" if outcome == "win" else ""
    assert main["clause"] == clause + paid
    assert double["clause"] == f"588.11(g)(1), {clause}{paid}"
    assert answer["net"]["1"] == {"win": 2000, "push": 0, "lose": -2000}[outcome]


def test_a_double_down_goes_back_where_the_dealer_has_less_than_eights_588_11_g_2() -> None:
    seats = {
        "1": ("Th Tc 6s 4d 2c", "Ac", {"decisions": ["double-down"]}),
        "2": ("Qh Jc 6h 4h 2h", "Ah", {"decisions": ["double-down"]}),
    }
    answer = settle("7s 7d Kh 8d 4s 3d", seats)
    assert [line_of(answer, "double-down", seat)["outcome"] for seat in (1, 2)] == ["push", "push"]
    assert line_of(answer, "double-down")["clause"] == "588.11(g)(2)"
    assert answer["net"] == {"1": 1000, "2": -1000}, "a foul hand loses the wager, and its double goes back all the same"


@pytest.mark.parametrize(
    ("dealer", "settled"), [("7s 7d Kh 8d 4s 3d", False), ("8s 8d Kh 9d 4s 3d", True), ("7s 7d 4h 4s 3d 2c", True)]
)
def test_what_a_double_down_is_against_588_11_g_1(dealer: str, settled: bool) -> None:
    answer = settle(dealer, {"1": ("Qh Qc Js Jd 6c", "Ac", {"decisions": ["double-down"]})})
    assert (line_of(answer, "double-down")["outcome"] == "win") is settled


def test_a_players_joker_low_beats_an_ace_and_the_dealers_does_not_588_6_c() -> None:
    beats = settle("9s 9d Ah 7d 4s 3d", {"1": ("Th Tc 6s 4d 2c", "Jo", {})})
    assert line_of(beats, MAIN)["outcome"] == "win"
    copied = settle("8s 7d 6h 5d 4s Jo", {"1": ("Th Tc 6s 6d 2c", "Ac", {})})
    assert line_of(copied, MAIN)["outcome"] == "lose", "the dealer's joker is an ace, and a copy is the dealer's"


def test_a_joker_low_is_an_ace_to_the_hand_above_it_588_11_b() -> None:
    even = settle("9s 9d Kh 7d 4s 3d", {"1": ("Ah Jc 6s 4d 2c", "Jo", {})})
    assert line_of(even, MAIN)["outcome"] == "push", "ace high beside the joker is not foul"
    foul = settle("9s 9d Kh 7d 4s 3d", {"1": ("Kd Jc 6s 4d 2c", "Jo", {})})
    assert line_of(foul, MAIN)["clause"] == "588.11(f)(1)(v)"


def test_cards_not_set_as_five_and_one_lose_588_11_b() -> None:
    seat = {"wagers": {MAIN: 1000}, "cards": "Th Tc 6s 4d 2c Ac", "set": {"high": "Th Tc 6s 4d", "low": "2c Ac"}}
    answer = answer_json(croupier.settle({"game": GAME, "seats": {"1": seat}, "dealer": {"cards": "9s 9d Kh 7d 4s 3d"}}))
    assert line_of(answer, MAIN)["outcome"] == "lose"


def test_envy_is_of_each_wager_by_itself_from_five_dollars_on_588_1() -> None:
    """Seat 1 holds four of a kind. Seat 2 has $5 of Fortune, 3 $10 of it, 4 $4 of it, 5 $5 of progressive, 6 $1 of that."""
    seats = {
        "1": ("9s 9d 9h 9c 2c", "3c", {}),
        "2": ("5s 5d Tc 7h 4s", "Qs", {"wagers": {"fortune-bonus": 500}}),
        "3": ("6s 6d Td 7c 4h", "Qd", {"wagers": {"fortune-bonus": 1000}}),
        "4": ("8s 8d Th 7d 4c", "Qh", {"wagers": {"fortune-bonus": 400}}),
        "5": ("Js Jd Ts 7s 4d", "Qc", {"wagers": {"progressive-payout": 500}}),
        "6": ("Ks Kd 6h 5h 3h", "Jh", {"wagers": {"progressive-payout": 100}}),
    }
    answer = settle("As Ad Kh 8h 5c 2d", seats)
    envies = {line["seat"]: (line["won"], line["clause"]) for line in answer["lines"] if line["wager"] == "envy-bonus"}
    assert envies == {
        2: (7500, "588.11(h)(1)(ii), 588.12(b)(ii)"),
        3: (7500, "588.11(h)(1)(ii), 588.12(b)(ii)"),
        5: (2500, "588.11(h)(3)(ii), 588.12(d)(4)"),
    }


def test_a_full_house_gives_envy_to_fortune_and_none_to_progressive_588_1() -> None:
    seats = {
        "1": ("Qs Qh Qd 8c 8d", "3s", {}),
        "2": ("9d 7h 6c 4s 2h", "5d", {"wagers": {"fortune-bonus": 500, "progressive-payout": 500}}),
    }
    answer = settle("Ah Js 9s 7d 6h 2c", seats)
    assert [(line["seat"], line["outcome"], line["won"]) for line in answer["lines"] if line["wager"] == "envy-bonus"] == [
        (2, "full-house", 2500)
    ]


@pytest.mark.parametrize(
    ("high", "low", "row", "won"),
    [
        ("As Ad Ac Ah Jo", "3d", "five-aces", 1_000_100),
        ("Ks Qs Js Ts Jo", "3d", "royal-flush", 100_010),
        ("9h 8h 7h 6h 5h", "3d", "straight-flush", 149_500),
        ("9h 9s 9c 9d 5h", "3d", "four-of-a-kind", 74_500),
        ("9h 9s 9c 5d 5h", "3d", "full-house", 7_000),
        ("Ah Jh 8h 6h 5h", "3d", "flush", 2_500),
        ("9h 8c 7h 6h 5h", "3d", "straight", 1_000),
        ("9h 9c 9s 6h 5h", "3d", "lose", 0),
    ],
)
def test_the_progressive_payout_588_12_d(high: str, low: str, row: str, won: int) -> None:
    """At $5 with the meter at $10,000: its own dollar is on it, a share takes no chip back, odds of so many for one do."""
    wagers = {"wagers": {"progressive-payout": 500}}
    answer = settle("2h 2c Kh 8d 4s 3c", {"1": (high, low, wagers)}, meters={"progressive": 1_000_000})
    line = line_of(answer, "progressive-payout")
    share = row in ("five-aces", "royal-flush")
    assert (line["outcome"], line["won"], line["returned"]) == (row, won, 0 if share or row == "lose" else 500)


@pytest.mark.parametrize(
    ("high", "low", "row", "won"),
    [
        ("8h 7c 6h 4d 3s", "2d", "eight-high", 10_000),
        ("9h 7c 6h 4d 3s", "2d", "nine-high", 3_000),
        ("Th 7c 6h 4d 3s", "2d", "ten-high", 1_000),
        ("Jh 7c 6h 4d 3s", "2d", "jack-high", 700),
        ("Qh 7c 6h 4d 3s", "2d", "queen-high", 400),
        ("Kd 7c 6h 4d 3s", "2d", "king-high", 300),
        ("Ad 7c 6h 4d 3s", "2d", "lose", 0),
        ("Jo 9c 6h 4d 3s", "2d", "lose", 0),
        ("Kd 7c 6h 4d 3s", "3d", "lose", 0),
        ("Kd 6c 5h 4d 3s", "2d", "lose", 0),
    ],
)
def test_insurance_is_for_king_high_or_less_588_12_c(high: str, low: str, row: str, won: int) -> None:
    answer = settle("2h 2c Kh 8d 4s 3c", {"1": (high, low, {"wagers": {"insurance": 100}})})
    assert (line_of(answer, "insurance")["outcome"], line_of(answer, "insurance")["won"]) == (row, won)


@pytest.mark.parametrize("wager", ["fortune-bonus", "insurance", "progressive-payout"])
def test_wagers_on_the_six_cards_go_with_the_main_wager_588_7_e(wager: str) -> None:
    seat = {"wagers": {wager: 500}, "cards": "Th Tc 6s 4d 2c Ac", "set": {"high": "Th Tc 6s 4d 2c", "low": "Ac"}}
    with pytest.raises(BadInput, match=r"588\.7\(e\)"):
        croupier.settle({"game": GAME, "seats": {"1": seat}, "dealer": {"cards": "9s 9d Kh 7d 4s 3d"}})


@pytest.mark.parametrize(
    ("report", "extra", "lines"),
    [
        ("dice-totalled-wrongly", {"at": "decision"}, "void"),
        ("dealer-card-exposed", {"at": "decision"}, "void"),
        ("wrong-number-of-cards", {"at": "decision"}, "void"),
        ("deck-count-wrong", {"at": "decision"}, "void"),
    ],
)
def test_what_voids_the_round_588_13(report: str, extra: dict[str, Any], lines: str) -> None:
    answer = settle(
        "9s 9d Kh 7d 4s 3d",
        {"1": ("Th Tc 6s 4d 2c", "Ac", {"wagers": {"fortune-bonus": 500}})},
        irregularities=[{"irregularity": report, "during": extra["at"]}],
    )
    assert {line["outcome"] for line in answer["lines"]} == {lines} and answer["net"] == {"1": 0}


def test_dealers_hands_set_wrongly_are_reset_588_13_i() -> None:
    """Set as it should not be, with a lower low card, the dealer's hand would lose both ways; reset, it ties."""
    dealer = {"cards": "9s 9d Kh 7d 4s 3d", "set": {"high": "9s 9d Kh 7d 4s", "low": "3d"}}
    seat = {"wagers": {MAIN: 1000}, "cards": "Th Tc 6s 4d 2c Qc", "set": {"high": "Th Tc 6s 4d 2c", "low": "Qc"}}
    written: dict[str, Any] = {"game": GAME, "seats": {"1": seat}, "dealer": dealer}
    wrong = answer_json(croupier.settle(written))
    reset = answer_json(croupier.settle(written | {"irregularities": [{"irregularity": "dealer-hands-set-wrongly"}]}))
    assert (wrong["net"], reset["net"]) == ({"1": 1000}, {"1": 0})
