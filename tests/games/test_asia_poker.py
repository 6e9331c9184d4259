"""Asia poker: the ranking of four cards, hands that do not rank above the next, two of three, surrender and the bonus, clause by clause."""

from __future__ import annotations

import random
from typing import Any

import pytest

import croupier
from croupier.equipment.cards import cards, deck
from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.hands.asia_poker import HIGH_HANDS, high_hand, settings
from croupier.table import written_form
from croupier.table.written import answer_json

GAME = "ny/asia-poker"
PACK = deck(jokers=1)
DEALER = {"cards": "As Kd Jh 8c 6s 4d 2h", "set": {"high": "As 6s 4d 2h", "medium": "Kd Jh", "low": "8c"}}


def settle(high: str, medium: str, low: str, dealer: Any = None, **others: Any) -> dict[str, Any]:
    hands = {"high": high, "medium": medium, "low": low}
    wagers = {"asia-poker": 1000, **others.pop("wagers", {})}
    seat = {"wagers": wagers, "cards": f"{high} {medium} {low}", "set": hands, **others.pop("seat", {})}
    return answer_json(croupier.settle({"game": GAME, "seats": {"1": seat}, "dealer": dealer or DEALER, **others}))


def main(answer: dict[str, Any]) -> tuple[str, str]:
    (line,) = (line for line in answer["lines"] if line["wager"] == "asia-poker")
    return line["outcome"], line["clause"]


# 5324.40(b)(2), from the top: four aces, royal flush, straight flush (ace to four first), fours, flush, straight, ...
RANKED = [
    "As Ad Ac Ah", "Ah Kh Qh Jh", "As 2s 3s 4s", "Kc Qc Jc Tc", "5d 4d 3d 2d", "Ks Kd Kc Kh", "2s 2d 2c 2h", "Ad Kd Qd 9d",
    "7h 5h 3h 2h", "Ah Kd Qs Jc", "Ad 2h 3c 4s", "Kd Qh Js Tc", "5h 4c 3d 2s", "As Ah Ad 2c", "2s 2d 2h 3c", "As Ad Kh Kc",
    "3s 3d 2h 2c", "As Ad 3h 2c", "2s 2d 4h 3c", "Ad Kh Qs 9c", "6d 4h 3s 2c",
]  # fmt: skip


@pytest.mark.clause(GAME, "5324.40(b)(2)")
def test_the_ranking_of_four_cards_5324_40_b_2() -> None:
    values = [high_hand(cards(hand)) for hand in RANKED]
    assert values == sorted(values, reverse=True) and len(set(values)) == len(values)
    assert {value.category for value in values} == set(HIGH_HANDS)


@pytest.mark.parametrize("hand", ["As 2s 3s 4s", "Ad 2h 3c 4s"])
def test_the_house_may_make_ace_to_four_the_lowest_5324_40_b_4(hand: str) -> None:
    lowest = "5d 4d 3d 2d" if hand.endswith("3s 4s") else "5h 4c 3d 2s"
    assert high_hand(cards(hand)) > high_hand(cards(lowest))
    assert high_hand(cards(hand), ace_to_four="lowest") < high_hand(cards(lowest), ace_to_four="lowest")


@pytest.mark.parametrize(
    ("hand", "category"),
    [
        ("As Ad Ac Jo", "four-aces"),
        ("Ks Qs Js Jo", "royal-flush"),
        ("As Ks Js Jo", "royal-flush"),
        ("9s 8s 6s Jo", "straight-flush"),
        ("As Ks 9s Jo", "flush"),
        ("9s 8d 6s Jo", "straight"),
        ("Ks Kd Kc Jo", "three-of-a-kind"),
        ("As Ad 9c Jo", "three-of-a-kind"),
        ("As Kd Kc Jo", "two-pair"),
        ("As 9d 6c Jo", "pair"),
        ("Ks 9d 6c Jo", "high-card"),
    ],
)
def test_the_joker_is_an_ace_or_completes_5324_40_b_3(hand: str, category: str) -> None:
    assert high_hand(cards(hand)).category == category


# The dealer has A-6-4-2, K-J and 8.
DECIDED = [
    ("Ad 6d 5h 2c", "Kh Qc", "7s", "win", "5324.40(e)(6), 5324.40(e)(7)"),
    ("Ad 6d 3h 2c", "Kh Qc", "9s", "win", "5324.40(e)(6), 5324.40(e)(7)"),
    ("Ad 6d 5h 2c", "Kh Tc", "9s", "win", "5324.40(e)(6), 5324.40(e)(7)"),
    ("Ad 6d 5h 2c", "Kh Jc", "9s", "win", "5324.40(e)(6), 5324.40(e)(7)"),
    ("Ad 6d 3h 2c", "Kh Tc", "9s", "lose", "5324.40(e)(5)(i)"),
    ("Ad 6d 4h 2c", "Kh Jc", "9s", "lose", "5324.40(e)(5)(i)"),
    ("Ad 6d 4h 2c", "Kh Jc", "8s", "lose", "5324.40(e)(5)(i)"),
    ("Ad 6d 5h 2c", "Kh Jc", "7s", "lose", "5324.40(e)(5)(ii)"),
    ("Ad 6d 3h 2c", "Kh Qc", "8s", "lose", "5324.40(e)(5)(ii)"),
]


@pytest.mark.parametrize(("high", "medium", "low", "outcome", "clause"), DECIDED)
def test_two_hands_of_three_5324_40_e(high: str, medium: str, low: str, outcome: str, clause: str) -> None:
    assert main(settle(high, medium, low)) == (outcome, clause)


@pytest.mark.parametrize(
    ("high", "medium", "low"),
    [
        ("9d 6d 5h 2c", "Kh Qc", "7s"),
        ("Kh 9d 5h 2c", "Tc 6d", "Qs"),
        ("9d 9h 5h 2c", "Tc Td", "Qs"),
        ("Kh Tc 5h 2c", "Ks Td", "3s"),
        ("Kh Tc 5h 2c", "9s 7d", "9c"),
    ],
)
def test_a_hand_that_does_not_rank_above_the_next_loses_5324_40_e_5_iii(high: str, medium: str, low: str) -> None:
    assert main(settle(high, medium, low, {"cards": "As Qd Jh 8c 6s 4d 3h"})) == ("lose", "5324.40(e)(5)(iii)")


def test_cards_not_set_as_four_two_and_one_lose_5324_40_e_5_iv() -> None:
    assert main(settle("Ad 6d 5h", "Kh Qc 2c", "9s")) == ("lose", "5324.40(e)(5)(iv)")


def test_a_surrender_loses_the_wager_and_the_bonus_5324_40_e_3() -> None:
    wagers, seat = {"asia-poker-bonus": 500}, {"decisions": ["surrender"]}
    answer = settle("Ad Ah Ac 2c", "Kh Qc", "7s", wagers=wagers, seat=seat)
    assert main(answer)[0] == "surrender" and answer["net"] == {"1": -1500}


def test_the_house_way_is_one_way_5324_40_e_2() -> None:
    """It is never foul; a pair that can plays medium, else no better type of hand could stay high."""
    rng, rules = random.Random(40), playable(GAME).rules
    for _ in range(400):
        hand = rng.sample(PACK, 7)
        found, _ = rules.house_way(hand)
        allowed = [setting for setting in settings(hand) if not setting.foul]
        assert found in allowed
        if any(setting.values[1].category == "pair" for setting in allowed):
            assert found.values[1] == max(s.values[1] for s in allowed)
        else:
            assert found.values[0].order == max(s.values[0].order for s in allowed)


@pytest.mark.parametrize(
    ("hand", "setting"),
    [
        ("As Kd Jh 8c 6s 4d 2h", "As 6s 4d 2h / Kd Jh / 8c"),
        ("9s 9d Ah Kc 6s 4d 2h", "9d 9s 4d 2h / Ah Kc / 6s"),
        ("9s 9d 6h 6c Ks 4d 2h", "9d 9s 4d 2h / 6c 6h / Ks"),
        ("9s 9d 6h 6c 4s 4d 2h", "6c 6h 4s 4d / 9d 9s / 2h"),
        ("9s 8d 7h 6c Ks Qd 2h", "9s 8d 7h 6c / Ks Qd / 2h"),
        ("9s 9d 9h 9c Ks Qd 2h", "9c 9d 9h 9s / Ks Qd / 2h"),
    ],
)
def test_the_house_way_of_the_default_house(hand: str, setting: str) -> None:
    found, _ = playable(GAME).rules.house_way(cards(hand))
    assert [sorted(card.rank for card in part) for part in (found.high, found.medium, found.low)] == [
        sorted(card.rank for card in cards(part)) for part in setting.split(" / ")
    ]


BONUS = [
    ("8s 8d 8h 8c 3s 3d 3h", "three-of-a-kind-and-four-8s", "(i)"),
    ("8s 8d 8h 8c As Ad Jo", "three-of-a-kind-and-four-8s", "(i)"),
    ("As Ad Ah Ac Jo 7d 3h", "five-aces", "(ii)"),
    ("As Ks Qs Js Ts 7d 3h", "royal-flush", "(iii)"),
    ("9s 8s 7s 6s 5s Jo 3h", "natural-straight-flush", "(iv)"),
    ("9s 8s 7s 6s Jo Kd 3h", "straight-flush-with-a-joker", "(v)"),
    ("9s 9d 9h 9c Jo Kd 3h", "four-of-a-kind", "(vi)"),
    ("9s 8s 7s 6s 4s 3d 2h", "9-high", "(vii)(a)"),
    ("9s 8d 7s 5s 4s 3d 2h", "9-high", "(vii)(a)"),
    ("9s 9d 9h 5s 5d 3d 2h", "full-house", "(viii)"),
    ("Ks 9s 7s 5s 2s 3d 2h", "flush", "(ix)"),
    ("9s 9d 9h 8s 7d 6d 5h", "three-of-a-kind", "(x)"),
    ("9s 8d 7h 6s 5d Kd Kh", "straight", "(xi)"),
    ("9s 8d 7h 6s 4d Kd Kh", "lose", ""),
    ("Ts 8d 7h 6s 4d 3d 2h", "lose", ""),
]


@pytest.mark.parametrize(("hand", "row", "clause"), BONUS)
def test_the_bonus_pays_the_best_paid_hand_5324_40_b_6(hand: str, row: str, clause: str) -> None:
    setting, _ = playable(GAME).rules.house_way(cards(hand))
    left = [card for card in PACK if card not in cards(hand)]
    dealer = {"cards": " ".join(map(str, random.Random(1).sample(left, 7)))}
    parts = (" ".join(map(str, part)) for part in (setting.high, setting.medium, setting.low))
    answer = settle(*parts, dealer, wagers={"asia-poker-bonus": 100})  # type: ignore[misc]
    (line,) = (line for line in answer["lines"] if line["wager"] == "asia-poker-bonus")
    assert line["outcome"] == row and f"5324.40(b)(6){clause}" in line["clause"]


def test_set_names_three_hands() -> None:
    """In a written round, and in the form that is filled in at the desk."""
    assert written_form.form(playable(GAME)).sets == ("high", "medium", "low")
    seat = {"wagers": {"asia-poker": 1000}, "cards": "Ad 6d 5h 2c Kh Qc 9s", "set": {"high": "Ad 6d 5h 2c Kh", "low": "Qc 9s"}}
    with pytest.raises(BadInput, match="medium"):
        croupier.settle({"game": GAME, "seats": {"1": seat}, "dealer": DEALER})
