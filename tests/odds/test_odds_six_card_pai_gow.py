"""Prices of six-card pai gow poker: the kernels against the table's own house way, small decks dealt out, and figures counted elsewhere."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numba as nb
import numpy as np
import pytest

from croupier.equipment.cards import JOKER, Card, deck
from croupier.games.pai_gow._comparing import compared
from croupier.games.pai_gow.six_card_pai_gow_poker import DOUBLE_DOWN, SIX_CARD, beats_low, doubles_count
from croupier.games.registry import playable
from croupier.hands.pai_gow import best, settings
from croupier.odds.advice import Sight
from croupier.odds.analyze import analyze
from croupier.odds.kernels import five_and_one as kernel
from croupier.odds.kernels import sim_five_and_one
from croupier.odds.kernels.dealt_classes import classes, where_told
from croupier.odds.price import Price
from croupier.odds.shapes.five_and_one import BEST, CELLS, HOUSE_WAY, limit_of
from croupier.odds.shapes.five_and_one_advice import dealers_hands, in_cells
from croupier.odds.shapes.five_and_one_count import count_out, kinds, known
from croupier.odds.shapes.five_and_one_simulation import hands_told
from croupier.odds.shapes.two_hands_classes import number_of
from croupier.table.requests import Arrangement

GAME = "pa/six-card-pai-gow-poker"
PACK = deck(jokers=1)


def in_order(hands: list[list[Card]]) -> Any:
    return np.array([sorted((number_of(card) for card in hand), reverse=True) for hand in hands], np.int8)


def test_the_house_way_and_the_best_five_of_the_kernel_are_the_tables() -> None:
    rng, rules, values = random.Random(6), playable(GAME).rules, known().ranking.values
    hands = [rng.sample(PACK, 6) for _ in range(1500)] + [[JOKER, *rng.sample(PACK[:-1], 5)] for _ in range(500)]
    suited = [card for card in PACK if card.suit == "s" or card is JOKER]
    hands += [[*rng.sample(suited, 5), card] for card in rng.sample(PACK, 50) if card not in suited]
    found, highs = np.zeros((len(hands), 3), np.int32), np.zeros((len(hands), 6), np.int32)
    kernel.set_all(in_order(hands), *known().tables, found, highs)
    for hand, (high, low, whole) in zip(hands, found.tolist(), strict=True):
        expected, _ = rules.house_way(hand)
        assert (values[high], low + 2) == (expected.high_value, expected.low_value.ranks[0]), hand
        assert values[whole] == best(hand)


def test_every_hand_is_of_one_kind() -> None:
    assert kinds().weights.sum() == comb(53, 6) == 22_957_480 and len(kinds().weights) == 53_599


@nb.njit(cache=True)
def with_highest(a, short, displacement, first, beside, hands, places):  # type: ignore[no-untyped-def]
    """All hands whose highest card is `a`, as sets of bits, and where their classes are told; how many they are."""
    one, size = np.uint64(1), 0
    for b in range(4, a):
        for c in range(3, b):
            for d in range(2, c):
                for e in range(1, d):
                    for f in range(e):
                        hand = one << np.uint64(a) | one << np.uint64(b) | one << np.uint64(c) | one << np.uint64(d)
                        hands[size] = hand | one << np.uint64(e) | one << np.uint64(f)
                        places[size] = where_told(hands[size], short, displacement, first, beside)
                        size += 1
    return size


def test_every_hand_is_told_as_its_class() -> None:
    """All 22,957,480, each set by itself."""
    told, every = hands_told(), classes(sim_five_and_one.HAND, sim_five_and_one.FLUSH)
    assert len(every.there) == len(kinds().weights)
    hands, places = np.zeros(comb(52, 5), np.uint64), np.zeros(comb(52, 5), np.int64)
    found, counted = np.zeros(comb(52, 5), np.uint32), 0
    for highest in range(5, 53):
        size = with_highest(highest, np.uint64(8 - sim_five_and_one.FLUSH), *every.tables, hands, places)
        sim_five_and_one.tell_all(hands[:size], *known().tables, found)
        assert (found[:size] == told[places[:size]]).all()
        counted += size
    assert counted == comb(53, 6)


# A small deck, dealt out hand against hand by the table's own functions


def cell_of(mine: Any, other: Any, dealer: Any, rules: Any) -> tuple[int, int, bool]:
    high, low = compared(mine, other, beaten_low=beats_low(mine))
    return 1 - high, 1 - low, not doubles_count(dealer, rules)


PLAIN = np.array([1 if (high, low) == (0, 0) else 0 if 0 in (high, low) else -1 for high, low, _ in CELLS])
DOUBLED = PLAIN + np.array([net * (not weak) for net, (_, _, weak) in zip(PLAIN, CELLS, strict=True)])


def pack_of(ranks: tuple[int, ...]) -> list[Card]:
    return [card for card in PACK if card is JOKER or card.rank - 2 in ranks]


def test_three_ranks_counted_out_are_what_dealing_them_out_gives() -> None:
    """Sevens, eights and aces with the joker, by the table's own functions: 1,716 hands against 7 each."""
    ranks, rules = (5, 6, 12), playable(GAME).rules
    counts = count_out(limit_of(playable(GAME)), np.array([PLAIN, DOUBLED]), ranks)
    pack = pack_of(ranks)
    ways = {hand: rules.house_way(hand)[0] for hand in combinations(pack, 6)}
    house: Counter[tuple[int, int, bool]] = Counter()
    total = 0
    for hand, mine in ways.items():
        left = [card for card in pack if card not in hand]
        others = [(dealer, ways[dealer]) for dealer in combinations(left, 6)]
        house.update(cell_of(mine, other, dealer, rules) for dealer, other in others)
        values = []
        for setting in settings(hand, low=1):
            if not setting.foul:
                cells = [CELLS.index(cell_of(setting, other, dealer, rules)) for dealer, other in others]
                values += [int(PLAIN[cells].sum()), int(DOUBLED[cells].sum())]
        total += max(values)
    assert dict(zip(CELLS, counts.house_way, strict=True)) == {cell: house[cell] for cell in CELLS}
    assert int(np.array(counts.best[0]) @ PLAIN + np.array(counts.best[1]) @ DOUBLED) == total


@nb.njit(cache=True)
def dealt_out(cards, house, highs, lows, limit, nets, found):  # type: ignore[no-untyped-def]
    """Every hand against every other that shares no card with it: cells by the house way, and what the best choice nets."""
    total = 0
    cells = np.zeros((7, 18), np.int64)
    for mine in range(len(cards)):
        cells[:] = 0
        for other in range(len(cards)):
            if cards[mine] & cards[other]:
                continue
            for way in range(7):
                high, low = (house[mine, 0], house[mine, 2]) if way == 6 else (highs[mine, way], lows[mine, way])
                one = 0 if high > house[other, 0] else 1 if high == house[other, 0] else 2
                two = 0 if low > house[other, 1] else 1 if low == house[other, 1] else 2
                cells[way, (3 * one + two) * 2 + (house[other, 0] < limit)] += 1
        found += cells[6]
        best = -(1 << 60)
        for way in range(6):
            if highs[mine, way]:
                for choice in range(2):
                    best = max(best, (cells[way] * nets[choice]).sum())
        total += best
    return total


@pytest.mark.parametrize("ranks", [(3, 4, 6, 12), pytest.param((3, 4, 6, 7, 12), marks=pytest.mark.slow)])
def test_flushes_counted_by_suits_are_what_dealing_out_gives(ranks: tuple[int, ...]) -> None:
    """Four ranks, where the joker makes flushes: 12,376 hands against 462 each; and five, with flushes of every kind."""
    limit = limit_of(playable(GAME))
    counts = count_out(limit, np.array([PLAIN, DOUBLED]), ranks)
    hands = in_order([list(hand) for hand in combinations(pack_of(ranks), 6)])
    found, highs = np.zeros((len(hands), 3), np.int32), np.zeros((len(hands), 6), np.int32)
    kernel.set_all(hands, *known().tables, found, highs)
    bits = (np.int64(1) << hands.astype(np.int64)).sum(axis=1)
    lows = np.where(hands == 52, 13, hands >> 2).astype(np.int64)
    joker_low = (hands[:, 0] == 52) & (found[:, 1] == 12) & (highs[:, 0] == found[:, 0])
    house = np.stack([found[:, 0], found[:, 1], np.where(joker_low, 13, found[:, 1])], axis=1).astype(np.int64)
    cells = np.zeros(18, np.int64)
    total = dealt_out(bits, house, highs, lows, limit, np.array([PLAIN, DOUBLED]), cells)
    assert list(counts.house_way) == cells.tolist()
    assert int(np.array(counts.best[0]) @ PLAIN + np.array(counts.best[1]) @ DOUBLED) == total


# The whole deck


@lru_cache(maxsize=1)
def prices() -> dict[tuple[str, str, str], Price]:
    return {(price.wager, price.paytable, price.strategy): price for price in analyze(playable(GAME))}


def test_what_was_counted_elsewhere() -> None:
    """Throw-away programs that share nothing with this one: counts of six cards, and samples of the main wager."""
    assert prices()["fortune-bonus", "1", "none"].house_edge == pytest.approx(1 - 0.87871, abs=5e-6)
    assert prices()["insurance", "1", "none"].house_edge == pytest.approx(1 - 0.92369, abs=5e-6)
    progressive = prices()["progressive-payout", "1", "none"]
    assert progressive.meter is not None
    share = progressive.meter.per_dollar * 5  # of a five-dollar wager
    assert float(share) == pytest.approx(7.02e-6, abs=5e-9)
    assert float(1 - progressive.house_edge - share * 1000) == pytest.approx(0.53878, abs=5e-6)
    assert prices()[SIX_CARD, "1", HOUSE_WAY].house_edge == pytest.approx(0.0622, abs=4e-4)
    optimal = prices()[SIX_CARD, "1", BEST]
    assert optimal.house_edge == pytest.approx(0.013, abs=3e-3) and optimal.staked == pytest.approx(1.2, abs=0.01)


def test_the_price_in_full() -> None:
    by_house_way, optimal = (prices()[SIX_CARD, "1", strategy] for strategy in (HOUSE_WAY, BEST))
    assert by_house_way.weight == optimal.weight == comb(53, 6) * comb(47, 6)
    assert by_house_way.house_edge == Fraction(546718647473, 8803843478430)
    assert round(float(optimal.house_edge), 6) == 0.014377


@pytest.mark.parametrize("double", [True, False])
def test_without_a_double_down_less_is_to_be_gained(double: bool) -> None:
    game = playable(GAME, {"options": {DOUBLE_DOWN: double}})
    best = next(price for price in analyze(game, SIX_CARD) if price.strategy == BEST)
    assert round(float(best.house_edge), 4) == (0.0144 if double else 0.0395)


def test_advice_on_a_hand_is_what_all_the_dealers_hands_give() -> None:
    """A pair of kings with an ace: the dealer's hands by kernel against a sample of them set by the table."""
    game, rng = playable(GAME), random.Random(3)
    hand = [card for card in PACK if str(card) in ("Ks", "Kd", "Ah", "9c", "5d", "2s")]
    sight = Sight(1, tuple(hand))
    dealers, limit = dealers_hands(sight), limit_of(game)
    left = [card for card in PACK if card not in hand]
    mine, _ = game.rules.house_way(hand)
    cells = np.array(in_cells(mine, dealers, limit)) / dealers.sum()
    sample = [tuple(rng.sample(left, 6)) for _ in range(4000)]
    drawn = Counter(CELLS.index(cell_of(mine, game.rules.house_way(dealer)[0], dealer, game.rules)) for dealer in sample)
    for number, chance in enumerate(cells.tolist()):
        assert abs(drawn[number] / len(sample) - chance) < 5 * (max(chance, 1e-3) / len(sample)) ** 0.5
    from croupier.odds.games.six_card_pai_gow_poker import ODDS

    ways = tuple(map(str, game.rules.settings(hand)))
    advice = ODDS.weighed(game, sight, Arrangement(1, ways, clause=""))
    assert advice is not None and advice.best == str(mine) and advice.exact
