"""Five cards with deuces and the joker wild: against every substitution, and every hand of the 53-card deck counted."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import pytest

from croupier.equipment.cards import FACES, JOKER, Card, deck
from croupier.hands.wild import WILD_ORDER, cards, five_with_wilds, made_naturally
from tests.support.hands import classes_of

NATURALS = [card for card in deck() if card.rank != 2]
WILDS = [*(FACES[f"2{suit}"] for suit in "cdhs"), JOKER]
RANKS_AND_SUITS = [(card.rank, card.suit) for card in deck()]


def rank_by_hand(faces: list[tuple[int, str]]) -> tuple[int, tuple[int, ...]] | None:
    """A second evaluator, for five plain faces of which some may be alike; None for a flush with a card twice."""
    ranks = sorted((rank for rank, _ in faces), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    sizes, order = [size for _, size in groups], tuple(rank for rank, _ in groups)
    flush = len({suit for _, suit in faces}) == 1
    top = 0
    if sizes == [1] * 5:
        top = ranks[0] if ranks[0] - ranks[4] == 4 else 5 if ranks == [14, 5, 4, 3, 2] else 0
    if flush and top:
        return (10 if top == 14 else 8), (top,)
    if sizes == [5]:
        return 9, order
    if sizes == [4, 1]:
        return 7, order
    if sizes == [3, 2]:
        return 6, order
    if flush:
        return (5, order) if sizes == [1] * 5 else None
    if top:
        return 4, (top,)
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1,) * 5: 0}[tuple(sizes)], order


def best_substitution(hand: list[Card]) -> tuple[int, tuple[int, ...]]:
    """Every face of the deck tried for every wild card."""
    kept = [(card.rank, card.suit) for card in hand if card not in WILDS]
    tries = (
        rank_by_hand([*kept, *stand_in]) for stand_in in itertools.combinations_with_replacement(RANKS_AND_SUITS, 5 - len(kept))
    )
    return max(value for value in tries if value is not None)


@pytest.mark.clause("cincinnati/dj-wild-stud", "O.1(wild)")
@pytest.mark.clause("cleveland/dj-wild-stud", "16.1(wild)")
@pytest.mark.parametrize(("wilds", "hands"), [(0, 3000), (1, 1500), (2, 120), (3, 8), (4, 1)])
def test_no_substitution_is_better_and_one_is_as_good(wilds: int, hands: int) -> None:
    rng = random.Random(wilds)
    for _ in range(hands):
        hand = rng.sample(WILDS, wilds) + rng.sample(NATURALS, 5 - wilds)
        rng.shuffle(hand)
        value = five_with_wilds(hand)
        assert (value.order, value.ranks) == best_substitution(hand), hand
        assert WILD_ORDER[value.order] == value.category


def test_four_wilds_make_a_royal_or_five_of_a_kind() -> None:
    for card in NATURALS:
        expected = "royal-flush" if card.rank >= 10 else "five-of-a-kind"
        assert five_with_wilds([*cards("Jo 2c 2d 2h"), card]).category == expected


def counted(wilds: int) -> Counter[str]:
    """How many hands with so many wild cards have each name, out of the whole deck."""
    found: Counter[str] = Counter()
    for held, weight in classes_of(5 - wilds):
        if all(card.rank != 2 for card in held):
            found[five_with_wilds([*WILDS[:wilds], *held]).category] += weight * math.comb(5, wilds)
    return found


# Found by trying every face for every wild card of every hand, with another program (numpy, not kept).
BY_SUBSTITUTION = {
    1: {"pair": 580_860, "three-of-a-kind": 316_800, "straight": 42_840, "flush": 9_220, "full-house": 11_880,
        "four-of-a-kind": 10_560, "straight-flush": 580, "five-of-a-kind": 60, "royal-flush": 100},
    2: {"three-of-a-kind": 99_000, "straight": 33_000, "flush": 6_600, "four-of-a-kind": 31_680, "straight-flush": 1_800,
        "five-of-a-kind": 480, "royal-flush": 400},
    3: {"four-of-a-kind": 8_920, "straight-flush": 1_240, "five-of-a-kind": 720, "royal-flush": 400},
    4: {"five-of-a-kind": 140, "royal-flush": 100},
    5: {"five-wilds": 1},
}  # fmt: skip


@pytest.mark.parametrize("wilds", BY_SUBSTITUTION)
def test_every_hand_with_wild_cards_is_counted(wilds: int) -> None:
    assert counted(wilds) == BY_SUBSTITUTION[wilds]
    assert sum(BY_SUBSTITUTION[wilds].values()) == math.comb(5, wilds) * math.comb(48, 5 - wilds)


@pytest.mark.slow
def test_every_hand_without_wild_cards_is_counted() -> None:
    straights = 8 * 4**5  # three to seven, up to ten to ace: without deuces there is no wheel
    pairs = 12 * math.comb(4, 2) * math.comb(11, 3) * 4**3
    by_formula = {
        "royal-flush": 4,
        "straight-flush": 7 * 4,
        "four-of-a-kind": 12 * 44,
        "full-house": 12 * 4 * 11 * 6,
        "flush": 4 * math.comb(12, 5) - 32,
        "straight": straights - 32,
        "three-of-a-kind": 12 * 4 * math.comb(11, 2) * 16,
        "two-pair": math.comb(12, 2) * 36 * 40,
        "pair": pairs,
        "high-card": (math.comb(12, 5) - 8) * (4**5 - 4),
    }
    assert counted(0) == by_formula and sum(by_formula.values()) == math.comb(48, 5)


@pytest.mark.parametrize(
    ("hand", "natural"),
    [
        ("Ac 2d 3h 4s 5c", True),  # the wheel has its own deuce
        ("2c 3c 4c 5c 6c", True),  # as a wild the deuce would only lift the run
        ("2h 5h 9h Jh Kh", True),
        ("2c 5h 9h Jh Kh", False),
        ("2c 8c 9d Th Jc", False),
        ("2c 2d 2h Ks 9s", False),  # three deuces alone are three of a kind; with the king they are four
        ("2c 2d 2h 2s Ks", False),
        ("Jo 2c 2d 2h 2s", False),
        ("As Ks Qs Js Ts", True),
        ("9c 9d 9h Kd 4s", True),
    ],
)
def test_a_deuce_that_need_not_be_wild_is_natural(hand: str, natural: bool) -> None:
    """O.12.f of the chapter that plays this game."""
    assert made_naturally(cards(hand)) is natural


def test_wild_and_natural_hands_of_one_value_tie() -> None:
    assert five_with_wilds(cards("Jo 6c 7d 8h 9s")) == five_with_wilds(cards("6d 7h 8s 9c Tc"))
    assert five_with_wilds(cards("Jo Ks Kc 9d 4h")) == five_with_wilds(cards("Kd Kh 2c 9c 4s"))
    assert five_with_wilds(cards("2c Ah Kh 9h 5h")).ranks == (14, 13, 12, 9, 5)
