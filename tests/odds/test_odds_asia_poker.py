"""Prices of Asia poker: the kernel's house way against the table's, counts of the bonus made elsewhere, and the sample both ways round."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import comb
from typing import Any

import numba as nb
import numpy as np
import pytest

from croupier.equipment.cards import JOKER, deck
from croupier.games.pai_gow._setting import NOT_SET
from croupier.games.pai_gow.asia_poker import compared
from croupier.games.registry import playable
from croupier.odds.advice import Sight
from croupier.odds.analyze import analyze
from croupier.odds.games.asia_poker import ODDS
from croupier.odds.kernels import sim_three_hands as kernel
from croupier.odds.kernels.dealt_classes import classes, where_told
from croupier.odds.kernels.evaluate import DISPLACEMENT
from croupier.odds.shapes.three_hands import CELLS, ROUNDS, SAMPLE, digest, known, sampled, settings_of, settled, tables_for
from croupier.odds.shapes.three_hands_simulation import kinds_of_hands
from croupier.odds.shapes.two_hands_classes import by_type, number_of
from croupier.odds.shapes.two_hands_classes import classes as seven_cards
from croupier.odds.simulation import Simulated
from croupier.odds.work import in_parts
from croupier.table.requests import Arrangement

GAME = "ny/asia-poker"
PACK = deck(jokers=1)
HOUSES = [
    {"house-way-pairs": pairs, "ace-to-four-straight": straight}
    for pairs, straight in product(("medium-if-it-can", "with-the-best-type-high"), ("second-highest", "lowest"))
]


@pytest.mark.parametrize("options", HOUSES)
def test_the_house_way_of_the_kernel_is_the_tables(options: dict[str, Any]) -> None:
    game, rng = playable(GAME, {"options": options}), random.Random(7)
    hands = [rng.sample(PACK, 7) for _ in range(250)] + [[JOKER, *rng.sample(PACK[:-1], 6)] for _ in range(100)]
    bits = np.array([sum(1 << number_of(card) for card in hand) for hand in hands], np.uint64)
    found = np.zeros(len(hands), np.int64)
    kernel.set_all(bits, *tables_for(game), found)
    ranks = known(game.rules.ace_to_four_straight)
    for hand, packed in zip(hands, found.tolist(), strict=True):
        expected, _ = game.rules.house_way(hand)
        high, medium, low = packed >> kernel.HIGH_SHIFT, packed >> kernel.MEDIUM_SHIFT & 127, packed & 15
        assert (ranks.values[high], ranks.mediums[medium], low + 2) == (
            *expected.values[:2],
            expected.values[2].ranks[0],
        ), hand


@nb.njit(cache=True)
def places_of(hands, displacement, first, beside, found):  # type: ignore[no-untyped-def]
    """Where the class of each hand is told."""
    for row in range(len(hands)):
        found[row] = where_told(hands[row], np.uint64(8 - kernel.FLUSH), displacement, first, beside)


def some_hands() -> Any:
    """Two hundred thousand at random, as many with the joker, and all with it and three cards of each of two suits: two flushes."""
    rng = np.random.default_rng(6)
    drawn = [rng.random((200_000, 53)).argpartition(7, axis=1)[:, :7], rng.random((200_000, 52)).argpartition(6, axis=1)[:, :6]]
    seven, six = ((np.uint64(1) << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64) for cards in drawn)
    threes = [sum(1 << 4 * rank for rank in ranks) for ranks in combinations(range(13), 3)]
    flushes = [one << 1 | other << 2 for one, other in product(threes, repeat=2)]
    return np.concatenate([seven, np.append(six, np.array(flushes, np.uint64)) | np.uint64(1 << 52)])


def told_at(hands: Any) -> Any:
    places = np.zeros(len(hands), np.int64)
    places_of(hands, *classes(kernel.HAND, kernel.FLUSH).tables, places)
    return places


@pytest.mark.parametrize("options", HOUSES)
def test_a_class_of_hands_is_set_as_each_of_them(options: dict[str, Any]) -> None:
    game, hands = playable(GAME, {"options": options}), some_hands()
    found = np.zeros(len(hands), np.int64)
    kernel.set_all(hands, *tables_for(game), found)
    assert (settings_of(game)[told_at(hands)] == found).all()


@pytest.mark.slow
def test_a_class_of_hands_has_the_bonus_of_each_of_them() -> None:
    hands, seven, every = some_hands(), seven_cards(), classes(kernel.HAND, kernel.FLUSH)
    found = np.zeros(len(hands), np.int64)
    kernel.pai_gow_classes(hands, DISPLACEMENT, seven.place_of, seven.first, found)
    kinds = np.full(len(every.hands), -1)
    kinds[every.there] = kinds_of_hands()
    assert (kinds[told_at(hands)] == by_type()[1][found]).all()


@nb.njit(cache=True, nogil=True)
def set_otherwise(a, told, tables, displacement, first, beside):  # type: ignore[no-untyped-def]
    """How many hands whose highest card is `a` are told otherwise than they are set."""
    one, wrong, short = np.uint64(1), 0, np.uint64(8 - kernel.FLUSH)
    way, high_of, type_of, medium_of, least_high, least_medium = tables
    for b in range(5, a):
        for c in range(4, b):
            for d in range(3, c):
                for e in range(2, d):
                    for f in range(1, e):
                        six = one << np.uint64(a) | one << np.uint64(b) | one << np.uint64(c) | one << np.uint64(d)
                        six |= one << np.uint64(e) | one << np.uint64(f)
                        for g in range(f):
                            hand = six | one << np.uint64(g)
                            own = kernel.house_way(hand, way[0], high_of, type_of, medium_of, least_high, least_medium)
                            wrong += own != np.int64(told[where_told(hand, short, displacement, first, beside)])
    return wrong


@pytest.mark.slow
def test_every_hand_is_set_as_its_class() -> None:
    """All 154,143,080."""
    game = playable(GAME)
    tables, places = tables_for(game), classes(kernel.HAND, kernel.FLUSH).tables

    def wrong(told: Any, first: int, last: int) -> int:
        return sum(set_otherwise(52 - card, told, tables, *places) for card in range(first, last))

    assert sum(in_parts(47, partial(wrong, settings_of(game)))) == 0
    assert wrong(settings_of(game) + 1, 37, 47) == comb(16, 7), "every one where all are told wrong"


def test_every_cell_is_settled_at_the_table() -> None:
    ends = settled(playable(GAME), 1000)
    assert {cell: end.net for cell, end in ends.items()} == {cell: 1000 if cell[0] >= 2 else -1000 for cell in CELLS}


def test_the_sample_counts_every_deal_both_ways_round() -> None:
    counts = sampled(playable(GAME))
    assert sum(counts.values()) == 2 * ROUNDS
    assert all(counts[cell] == counts[3 - sum(cell), cell[1]] for cell in CELLS)


def test_the_prices() -> None:
    """The bonus as it was counted elsewhere; the wager by this house way, of which nobody has published a figure, near 3.96 percent."""
    found = {(price.wager, price.paytable): price for price in analyze(playable(GAME))}
    for table, edge in zip("ABC", (0.05789, 0.06543, 0.07540), strict=True):
        assert found["asia-poker-bonus", table].house_edge == pytest.approx(edge, abs=5e-6)
    wager = found["asia-poker", "1"]
    assert isinstance(wager, Simulated) and wager.method == "simulation" and "standard error" in wager.note
    assert float(wager.house_edge) == pytest.approx(0.0396, abs=1e-3)


EXACT = Fraction(3_962_299_968_176_400, comb(53, 7) * comb(46, 7))
"""Wins of the default house's wager among all deals: `benchmarks/asia_poker_exact.py` on a GPU, which sets hands by a program of its own."""


def test_the_sample_is_within_its_error_of_the_exact_count() -> None:
    counts = sampled(playable(GAME))
    neither = Fraction(sum(count for cell, count in counts.items() if max(cell[0], 3 - sum(cell)) < 2), 2 * ROUNDS)
    exact = 1 - 2 * EXACT
    assert abs(float(neither - exact)) < 4 * (float(exact) / ROUNDS) ** 0.5
    assert round(float(exact), 7) == 0.0394959


def test_the_price_says_what_the_count_of_all_deals_says_where_it_was_made_for_these_rules() -> None:
    (price,) = analyze(playable(GAME), "asia-poker")
    assert ODDS.counted.part == EXACT and "neither side has two higher hands in 3.949587%" in price.note
    others = {digest(playable(GAME, {"options": options})) for options in HOUSES[1:]}
    assert len(others) == 3 and ODDS.counted.under not in others


def test_a_house_that_keeps_the_best_type_high_takes_more_or_less() -> None:
    """Another house way is another price: it is sampled by itself."""
    game = playable(GAME, {"options": {"house-way-pairs": "with-the-best-type-high"}})
    assert sampled(game) != sampled(playable(GAME))


def test_advice_is_by_a_sample_and_says_so() -> None:
    """A pair of aces with a king: the kernel's sample of the dealer's hands against one set by the table."""
    game, rng = playable(GAME), random.Random(5)
    hand = [card for card in PACK if str(card) in ("As", "Ad", "Kh", "Qc", "9d", "5s", "2h")]
    mine, _ = game.rules.house_way(hand)
    ways = tuple(map(str, game.rules.settings(hand)))
    advice = ODDS.weighed(game, Sight(1, tuple(hand)), Arrangement(1, (*ways, NOT_SET), clause=""))
    assert advice is not None and not advice.exact and f"{SAMPLE:,}" in advice.basis
    told = next(choice.value for choice in advice.choices if choice.choice == str(mine))
    left = [card for card in PACK if card not in hand]
    drawn = [compared(mine, game.rules.house_way(rng.sample(left, 7))[0])[0] >= 2 for _ in range(1000)]
    assert abs((2 * sum(drawn) / len(drawn) - 1) - float(told)) < 0.16
