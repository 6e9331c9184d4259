"""Poker ranking against exact counts and an evaluator written another way."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from croupier.equipment.cards import Card, cards, deck
from croupier.hands.looks import LOOKS
from croupier.hands.patterns import test_for as pattern_test
from croupier.hands.poker import FIVE_CARD_ORDER, best_five, six_card_royal, three_card
from tests.support.hands import classes_of

THREE_CARD_COUNTS = {
    "straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1096, "pair": 3744, "high-card": 16440,
}  # fmt: skip
FIVE_CARD_COUNTS = {
    "royal-flush": 4, "straight-flush": 36, "four-of-a-kind": 624, "full-house": 3744, "flush": 5108, "straight": 10200,
    "three-of-a-kind": 54912, "two-pair": 123552, "pair": 1098240, "high-card": 1302540,
}  # fmt: skip


def plain_five(hand: tuple[Card, ...]) -> tuple[int, list[tuple[int, int]]]:
    """Five cards ranked by sorting counts: shares no code with the module."""
    ranks = sorted((card.rank for card in hand), reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in groups]
    flush = len({card.suit for card in hand}) == 1
    straight = shape == [1] * 5 and ranks[0] - ranks[4] == 4
    if straight and flush:
        order = 9 if ranks[0] == 14 else 8
    elif shape[0] == 4:
        order = 7
    elif shape == [3, 2]:
        order = 6
    elif flush:
        order = 5
    elif straight:
        order = 4
    elif shape[0] == 3:
        order = 3
    else:
        order = shape.count(2)
    return order, groups


def test_all_three_card_hands() -> None:
    counts = Counter(three_card(hand).category for hand in itertools.combinations(deck(), 3))
    assert counts == THREE_CARD_COUNTS


@pytest.mark.slow
def test_all_five_card_hands() -> None:
    counts = Counter[str]()
    for hand, weight in classes_of(5):
        counts[best_five(hand).category] += weight
    assert counts == FIVE_CARD_COUNTS


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_five_agrees_with_trying_every_five(size: int) -> None:
    rng, pack = random.Random(size), deck()
    previous = None
    for _ in range(3000):
        hand = rng.sample(pack, size)
        best = max(plain_five(five) for five in itertools.combinations(hand, 5))
        value = best_five(hand)
        assert FIVE_CARD_ORDER[best[0]] == value.category
        if previous is not None:
            assert (value > previous[0]) == (best > previous[1]) and (value == previous[0]) == (best == previous[1])
        previous = value, best


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4c 3d 2h", "Ah 3d 2c"),  # the ace-low straight is the lowest
        ("Ah Kd Qc", "Kh Qd Jc"),
        ("Ah Kh Qh", "3h 2h Ah"),
        ("2c 2d 2h", "Ah Kd Qc"),  # three of a kind over a straight
        ("Ah 2d 3c", "Ah Kh Jh"),  # a straight over a flush
        ("3c 3d 2h", "2c 2d Ah"),  # the pair before the kicker
        ("Qc 3d 2h", "Jc Td 8h"),
    ],
)
def test_three_card_traps(better: str, worse: str) -> None:
    assert three_card(cards(better)) > three_card(cards(worse))


def test_five_card_traps() -> None:
    assert best_five(cards("Ah 2d 3c 4s 5h")).ranks == (5,)
    assert best_five(cards("Qh Kd Ac 2s 3h")).category == "high-card"
    assert best_five(cards("Ah 2h 3h 4h 5h")).category == "straight-flush"
    assert best_five(cards("Ah Kh Qh Jh Th 9h")).category == "royal-flush"
    assert best_five(cards("9c 9d 9h 8c 8d 8h")) == best_five(cards("9c 9d 9s 8c 8s"))
    assert best_five(cards("2c 2d 3c 3d 4c 4d Ah")).ranks == (4, 3, 14)


def test_six_card_royal() -> None:
    assert six_card_royal(cards("Ad Kd Qd Jd Td 9d")) == "d"
    assert six_card_royal(cards("Ad Kd Qd Jd Td 8d")) is None
    assert six_card_royal(cards("Ad Kd Qd Jd Td 9c")) is None


def test_patterns() -> None:
    jacks = pattern_test("pair-of-jacks-or-better")
    middling = pattern_test("pair-of-6s-through-10s")
    assert jacks and middling
    for hand, paid, pushed in (("Jc Jd 2h 3s 9d", True, False), ("Tc Td 2h 3s 9d", False, True), ("6c 6d 2h 3s 9d", False, True),
                               ("5c 5d 2h 3s 9d", False, False), ("Ac Ad 2h 3s 9d", True, False), ("Ac Ad 2h 2s 9d", False, False)):  # fmt: skip
        value = best_five(cards(hand))
        assert jacks(value, cards(hand)) == paid and middling(value, cards(hand)) == pushed
    assert pattern_test("five-lions") is None and pattern_test("pair-of-lions-or-better") is None


TWENTY = (
    "two-kings-of-spades-and-dealer-blackjack",
    "two-kings-of-spades",
    "two-suited-kings",
    "two-suited-queens-jacks-or-10s",
    "suited-20",
    "two-kings",
    "unsuited-20",
)
SUITED = ("crown-treasure", "royal-match", "suited-blackjack", "suited-pair", "two-suited-cards")


@pytest.mark.parametrize(
    ("own", "dealers", "twenty", "suited"),
    [
        ("Ks Ks", "Ad Th", "two-kings-of-spades-and-dealer-blackjack", "suited-pair"),
        ("Ks Ks", "Td 9h", "two-kings-of-spades", "suited-pair"),
        ("Kh Kh", "Ad Th", "two-suited-kings", "suited-pair"),
        ("Th Th", "Ad Th", "two-suited-queens-jacks-or-10s", "suited-pair"),
        ("Ah 9h", "Ad Th", "suited-20", "two-suited-cards"),
        ("Kc Qc", "Qh Kh", "suited-20", "crown-treasure"),
        ("Kc Qc", "Qh Kd", "suited-20", "royal-match"),
        ("Kc Ks", "Ad Th", "two-kings", None),
        ("9d Ac", "Ad Th", "unsuited-20", None),
        ("Qd Tc", "Ad Th", "unsuited-20", None),
        ("Ad Td", "Ad Th", None, "suited-blackjack"),
        ("9d 9d", "Ad Th", None, "suited-pair"),
        ("9d 9c", "Ad Th", None, None),
    ],
)
def test_first_two_cards_earn_the_first_row_that_fits(own: str, dealers: str, twenty: str | None, suited: str | None) -> None:
    look, held = LOOKS["own-two-and-dealers-two"], [*cards(own), *cards(dealers)]

    def row(rows: tuple[str, ...]) -> str | None:
        return next((name for name in rows if look.patterns[name](look.value(held), held)), None)

    assert (row(TWENTY), row(SUITED)) == (twenty, suited)
