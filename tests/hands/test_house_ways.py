"""House ways and bonus hands that are found without listing every setting agree with listing every setting."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from croupier.equipment.cards import JOKER, Card, deck
from croupier.equipment.tiles import tiles
from croupier.games.pai_gow._setting import NOT_SET, Ways, ways_to_set
from croupier.games.registry import playable
from croupier.hands import asia_poker, pai_gow, pai_gow_house_way
from croupier.hands.looks import SEVEN_CARDS

PACK = deck(jokers=1)


def hands(size: int, count: int, seed: int = 5) -> Iterator[list[Card]]:
    """Of the whole pack; with the joker; and close cards of two suits and a half, so that straights, flushes and sets are common."""
    rng = random.Random(seed)
    for _ in range(count // 3):
        yield rng.sample(PACK, size)
        yield [JOKER, *rng.sample(PACK[:-1], size - 1)]
        low = rng.randint(2, 9)
        near = [card for card in PACK if low <= (card.rank or low) <= low + 5 or card.rank == 14]
        yield rng.sample([card for card in near if card.suit != "d" or card.rank % 2], size)


@pytest.mark.parametrize(
    ("game", "count"),
    [("ny/pai-gow-poker", 3000), ("cleveland/pai-gow-poker", 1500), ("cincinnati/pai-gow-poker", 1500)],
)
def test_the_house_way_by_ranks_is_the_one_found_among_all_settings(
    game: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules: Any = playable(game).rules
    dealt = [*hands(7, count), *(four_or_more(number) for number in range(count // 3))]
    found = [rules.house_way(hand) for hand in dealt]
    monkeypatch.setattr(pai_gow_house_way, "completes", lambda hand: True)
    for hand, quick in zip(dealt, found, strict=True):
        assert rules.house_way(hand) == quick, hand


def four_or_more(seed: int) -> list[Card]:
    """Few ranks, so that fours, five aces, two threes and three pairs come."""
    rng = random.Random(seed)
    ranks = rng.sample(range(2, 15), 4)
    some = [card for card in PACK if card.rank in ranks or card is JOKER]
    return rng.sample(some, 7)


def test_every_setting_is_worth_what_its_hands_are() -> None:
    for hand in hands(7, 900):
        every = pai_gow.settings(hand)
        assert all(s.high_value == pai_gow.high_hand(s.high) and s.low_value == pai_gow.low_hand(s.low) for s in every)
        assert len({frozenset(s.low) for s in every}) == 21 and all({*s.high, *s.low} == {*hand} for s in every)


def types_of_every_five(hand: list[Card]) -> set[str]:
    names = set()
    for five in combinations(hand, 5):
        category = pai_gow.high_hand(five).category
        rest = [card for card in hand if card not in five]
        held = {category}
        if category in ("royal-flush", "straight-flush") and JOKER not in five:
            held.add(f"natural-{category}")
        pair = len(rest) == 2 and pai_gow.low_hand(rest).category == "pair"
        names |= held | {f"{name}-and-pair" for name in held if pair}
    return names


@pytest.mark.parametrize("size", [6, 7])
def test_the_best_hand_and_the_types_held_are_those_of_every_five_cards(size: int) -> None:
    for hand in [*hands(size, 3000), *(four_or_more(number)[:size] for number in range(1000))]:
        assert pai_gow.best(hand) == max(map(pai_gow.high_hand, combinations(hand, 5))), hand
        assert pai_gow.types_in(hand) - {*pai_gow.SEVEN_CARD} == types_of_every_five(hand), hand


def test_a_row_of_a_bonus_is_the_type_that_the_cards_hold() -> None:
    rows = {f"{name}-high": rank for name, rank in {"ace": 14, "king": 13, "queen": 12, "jack": 11, "10": 10, "9": 9}.items()}
    suited = [[card for card in PACK if card.suit in suits or card is JOKER] for suits in ("h", "h", "hs")]
    rng = random.Random(3)
    flushes = [
        rng.sample([card for card in few if not 2 < card.rank < low], 7) for few in suited for low in (4, 6) for _ in range(200)
    ]
    for hand in [*hands(7, 1500), *flushes]:
        value, held = pai_gow.best(hand), pai_gow.types_in(hand)
        assert {name for name in pai_gow.BONUS_HANDS if SEVEN_CARDS[name](value, hand)} == held & {*pai_gow.BONUS_HANDS}, hand
        high = pai_gow.pai_gow_high(hand)
        assert {row for row in rows if SEVEN_CARDS[row](value, hand)} == {row for row, rank in rows.items() if rank == high}


@pytest.mark.parametrize("ace_to_four", ["second-highest", "lowest"])
@pytest.mark.parametrize("pair_medium", [True, False])
def test_the_house_way_of_three_hands_is_the_best_of_all_settings(ace_to_four: str, pair_medium: bool) -> None:
    def by_type(setting: asia_poker.Setting) -> tuple[Any, ...]:
        high, medium, low = setting.values
        return high.order, medium, low, high

    for hand in [*hands(7, 1500), *map(four_or_more, range(500))]:
        allowed = [setting for setting in asia_poker.settings(hand, ace_to_four=ace_to_four) if not setting.foul]
        pairs = [setting for setting in allowed if setting.values[1].category == asia_poker.PAIR]
        if pair_medium and pairs:
            expected = max(pairs, key=lambda setting: (setting.values[1], *by_type(setting))), "pairs"
        else:
            expected = max(allowed, key=by_type), "otherwise"
        assert asia_poker.house_way(hand, pair_medium=pair_medium, ace_to_four=ace_to_four) == expected, hand


@pytest.mark.parametrize("game", ["ny/pai-gow-poker", "ny/asia-poker", "pa/six-card-pai-gow-poker", "ny/pai-gow-tiles"])
def test_ways_that_are_listed_when_asked_for_are_the_ways_there_are(game: str) -> None:
    rules: Any = playable(game).rules
    rng = random.Random(9)
    pack, size = (tiles(), 4) if "tiles" in game else (PACK, 6 if "six" in game else 7)
    for _ in range(150):
        hand = rng.sample(pack, size)
        every = ways_to_set(hand, rules)
        ways = Ways(hand, rules, besides=(NOT_SET,))
        first, *_, last = (*every, NOT_SET)
        assert ways[0] == first and first in ways and str(ways.house_way) == first
        assert (
            tuple(ways) == (*every, NOT_SET)
            and len(ways) == len(every) + 1
            and ways[-1] == last
            and ways[:2] == tuple(ways)[:2]
        )
        assert NOT_SET in ways and last in ways and "Kh / 2c" not in ways
        assert all(ways.get(text) == setting for text, setting in every.items())
        assert ways.get(NOT_SET) is None and ways.get(None) is None
        proper = Ways(hand, rules, foul=False)
        assert list(proper) == [text for text, setting in every.items() if not setting.foul] and proper[0] == first


def test_a_house_way_alone_lists_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    rules: Any = playable("ny/asia-poker").rules
    ways = Ways(PACK[:7], rules)
    monkeypatch.setattr(type(rules), "settings", None)
    assert ways[0] in ways and ways.get(ways[0]) == ways.house_way
