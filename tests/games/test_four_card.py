"""Four-card hands against exact counts and an evaluator written another way; and what other houses may choose."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

import croupier
from croupier.equipment.cards import Card, cards, deck
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.hands.four_card import FOUR_CARD_ORDER, aces_or_better, best_four
from croupier.rules import source
from croupier.table import acts
from croupier.table.round import Round
from tests.support.hands import classes_of

BEST_FOUR_OF_FIVE = {
    "four-of-a-kind": 624, "straight-flush": 2072, "three-of-a-kind": 58656, "flush": 114616, "straight": 101808,
    "two-pair": 123552, "pair": 1047552, "high-card": 1150080,
}  # fmt: skip


def plain_four(hand: Iterable[Card]) -> tuple[int, list[tuple[int, int]]]:
    """Exactly four cards ranked by sorting counts: shares no code with the module."""
    held = list(hand)
    ranks = sorted((card.rank for card in held), reverse=True)
    if ranks == [14, 4, 3, 2]:
        ranks = [4, 3, 2, 1]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in groups]
    flush = len({card.suit for card in held}) == 1
    straight = shape == [1] * 4 and ranks[0] - ranks[3] == 3
    kinds = {(4,): 7, (3, 1): 5, (2, 2): 2, (2, 1, 1): 1, (1, 1, 1, 1): 0}
    order = (6 if flush else 3) if straight else 4 if flush else kinds[tuple(shape)]
    return order, groups


@pytest.mark.parametrize("size", [5, 6])
def test_the_best_four_are_the_best_of_all_fours(size: int) -> None:
    rng, pack = random.Random(size), list(deck())
    hands = [rng.sample(pack, size) for _ in range(1500)]
    hands += [rng.sample([card for card in pack if card.rank in (14, 2, 3, 4, 5)], size) for _ in range(1500)]
    worth = [(best_four(hand), max(plain_four(four) for four in itertools.combinations(hand, 4))) for hand in hands]
    assert all(value.order == plain[0] == FOUR_CARD_ORDER.index(value.category) for value, plain in worth)
    for (value, plain), (other, other_plain) in itertools.pairwise(worth):
        assert (value > other, value == other) == (plain > other_plain, plain == other_plain), (value, other)


@pytest.mark.slow
def test_all_five_card_hands() -> None:
    counts = Counter[str]()
    for hand, weight in classes_of(5):
        counts[best_four(hand).category] += weight
    assert counts == BEST_FOUR_OF_FIVE


def test_aces_or_better() -> None:
    good = ("Ac Ad 9h 6s 2c", "3c 3d 2h 2s 9c", "2c 3d 4h 5s Kc")
    assert all(aces_or_better(best_four(cards(hand))) for hand in good)
    assert not any(aces_or_better(best_four(cards(hand))) for hand in ("Kc Kd Ah 6s 2c", "Ac Kd Jh 9s 2c"))


def test_two_wagers_that_must_be_equal_are_offered_so() -> None:
    """M.7.I.A: once one of the two is down the other is listed at exactly its amount, and may be taken down to change it."""
    round_ = Round(playable("cincinnati/crazy-4-poker"), [1])
    round_.answer(acts.Done("shuffle"))
    round_.answer(acts.Wager(1, "super-bonus", 700))
    listed = {entry["spot"]: entry for entry in round_.legal() if entry["act"] == "wager"}
    assert (listed["ante"]["minimum"], listed["ante"]["maximum"]) == (700, 700)
    with pytest.raises(Refused, match=r"exactly 700 \(M\.7\.I\.A"):
        round_.answer(acts.Wager(1, "ante", 701))
    round_.answer(acts.Wager(1, "ante", 700))
    round_.answer(acts.Wager(1, "super-bonus", 0))
    round_.answer(acts.Wager(1, "ante", 900))
    with pytest.raises(Refused):
        round_.answer(acts.NoMoreBets())


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The first rulebook's game with the choices of another: five or six dealer's cards, a bonus card, ties that push."""
    text = (source.SHIPPED / "cincinnati" / "four-card-poker.toml").read_text()

    def choose(option: str, choice: str) -> None:
        nonlocal text
        text, done = re.subn(rf"(\[options\.{option}\]\n)(is|one-of) = .*", rf"\g<1>{choice}", text)
        assert done == 1

    choose("dealer-cards", "one-of = [5, 6]")
    choose("six-card-bonus", "one-of = [false, true]")
    choose("tie", 'is = "push"')
    text = text.replace('looks-at = "own-five"', 'looks-at = "own-best-four"')
    text = text.replace('{ to = "dealer", face = "up" }', '{ to = "dealer", face = "up", when = { dealer-cards = 6 } }')
    text = text.replace(
        "[deal.hand]\nopening = [", '[deal.hand]\nopening = [{ to = "community", when = { six-card-bonus = true } },'
    )
    text += """
[wagers.six-card-bonus]
offered = "six-card-bonus"
looks-at = "own-with-community"
decided = "showdown"
lost-by-folding = false
clause = "C.7.I"
needs = [{ wager = "ante", clause = "C.7.I" }]

[[paytables]]
wager = "six-card-bonus"
id = "1"
rows = { straight = "10:1", three-of-a-kind = "5:1" }
floor = false
clause = "C.7.I"
"""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "four-card-poker.toml").write_text(text)
    (folder / "linked-progressive.toml").write_text((source.SHIPPED / "cincinnati" / "linked-progressive.toml").read_text())
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    return "elsewhere/four-card-poker"


def test_a_house_whose_dealer_has_five_cards_and_whose_ties_push(elsewhere: str) -> None:
    round_ = croupier.settle(
        {
            "game": elsewhere,
            "seats": {
                "1": {"wagers": {"ante": 1000, "progressive": 100}, "cards": "Kc Kd 3h 3s 9c", "decisions": ["raise-2x"]},
                "2": {"wagers": {"ante": 1000, "progressive": 100}, "cards": "2c 5c 9h 7c Jc", "decisions": ["raise-1x"]},
            },
            "dealer": "Kh Ks 3c 3d 8d",
        }
    )
    lines = {(line.seat, line.wager): (line.outcome, line.won) for line in round_.lines}
    assert lines[1, "ante"] == lines[1, "play"] == ("push", 0)
    assert lines[2, "progressive"] == ("flush", 4000), "four suited cards are a flush where the best four count"


def test_a_house_with_a_bonus_on_six_cards(elsewhere: str) -> None:
    hand = {"wagers": {"ante": 1000, "six-card-bonus": 100}, "cards": "5c 6d 7h 8s Kc", "decisions": ["fold"]}
    options = {"six-card-bonus": True, "dealer-cards": 6}
    document = {"game": elsewhere, "house_rules": {"options": options}, "seats": {"1": hand}, "dealer": "2c 4d 6h 8c Tc Qd"}
    round_ = croupier.settle(document | {"community": "9h"})
    assert [(line.wager, line.outcome, line.won) for line in round_.lines] == [
        ("ante", "lose", 0),
        ("six-card-bonus", "straight", 1000),
    ]
    with pytest.raises(Refused):
        croupier.settle(document)
