"""Prices of pai gow poker: the kernels against the table's own house way, published counts, and rounds at the real table."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.equipment.cards import JOKER, Card, deck
from croupier.equipment.randomness import Seeded
from croupier.games.registry import playable
from croupier.games.setting import by_house_way
from croupier.hands.pai_gow import low_hand, settings, types_in
from croupier.odds.analyze import analyze
from croupier.odds.exact import pai_gow_poker
from croupier.odds.exact.pai_gow_poker import BEST, HOUSE_WAY, RULES, compare
from croupier.odds.kernels import pai_gow as kernel
from croupier.odds.kernels import sim_pai_gow_poker as simulation_kernel
from croupier.odds.kernels.evaluate import DISPLACEMENT
from croupier.odds.kernels.randomness import key_of
from croupier.odds.pai_gow import by_type, classes, face, number_of, packed, ranking, set_best, set_by_house_way
from croupier.odds.price import Price
from croupier.odds.simulate import simulate
from croupier.odds.simulated.pai_gow_poker import dealt, simulations
from croupier.table.drivers import Chance, Players, run
from croupier.table.requests import Decision
from croupier.table.round import Round

GAME = "cincinnati/pai-gow-poker"
PACK = deck(jokers=1)
LOW_CARDS = [(i, j) for i in range(5, -1, -1) for j in range(6, i, -1)]
"""Which cards of an ordered hand each setting plays low, in the table's order."""
TEXTS: list[dict[str, Any]] = [
    {},
    {"ace_to_five_straight": "lowest", "house_way_complete_with_two_pair": "pair-low-if-kept"},
    {
        "house_way_complete_with_three_of_a_kind": "aces-for-the-highest-low",
        "house_way_four_of_a_kind": {"low": "split-unless-king", "medium": "split-unless-ace-and-king", "high": "together"},
        "house_way_bands": {"low": "2345678", "medium": "9TJ", "high": "QKA"},
    },
]
"""The text's answers, and others that a text might give."""


def rules_of(text: dict[str, Any]) -> Any:
    return playable(GAME).rules.model_copy(update=text)


def rows_of(hands: list[list[Card]]) -> Any:
    return np.array([[number_of(card) for card in hand] for hand in hands], np.int8)


def prove_house_way(rows: Any, rules: Any) -> None:
    """The kernel's setting is the table's, card by card, and worth the same."""
    known = ranking(rules.ace_to_five_straight)
    lows: dict[int, Any] = {}
    for row, (high, low, number) in zip(rows, set_by_house_way(rows, rules), strict=True):  # the rows are put in order first
        hand = [face(int(card)) for card in row]
        expected, _ = by_house_way(hand, rules)
        assert expected.low == tuple(hand[place] for place in LOW_CARDS[number]), (hand, str(expected))
        assert expected.high_value == known.values[high], hand
        assert lows.setdefault(int(low), expected.low_value) == expected.low_value
    assert [lows[low] for low in sorted(lows)] == sorted(lows.values())


@pytest.mark.parametrize("text", TEXTS)
def test_the_house_way_of_the_kernel_is_the_tables(text: dict[str, Any]) -> None:
    """Random hands, then hands from all over the classes: with the joker, and with a flush in reach."""
    rng = random.Random(len(text))
    prove_house_way(rows_of([rng.sample(PACK, 7) for _ in range(2000)]), rules_of(text))
    prove_house_way(classes().hands[rng.sample(range(len(classes().hands)), 2000)], rules_of(text))


@pytest.mark.slow
def test_the_house_way_of_every_class() -> None:
    """What the text asks of each of the 448,409 classes, and so of all 154,143,080 hands."""
    prove_house_way(classes().hands.copy(), rules_of({}))


@pytest.mark.slow
@pytest.mark.parametrize("text", TEXTS)
def test_the_house_way_of_seventy_thousand_hands(text: dict[str, Any]) -> None:
    rng = random.Random(len(text))
    prove_house_way(rows_of([rng.sample(PACK, 7) for _ in range(70_000)]), rules_of(text))


@pytest.mark.parametrize("ace_to_five", ["second-highest", "lowest"])
def test_settings_are_ranked_and_fouled_as_at_the_table(ace_to_five: str) -> None:
    known, rng = ranking(ace_to_five), random.Random(9)
    highs, lows = np.zeros(21, np.int64), np.zeros(21, np.int64)
    for _ in range(1500):
        hand = rng.sample(PACK, 7)
        row = rows_of([hand])[0]
        kernel.in_order(row)
        kernel.all_settings(row, known.high_of, known.low_of, known.least, highs, lows)
        for setting, high, low in zip(settings(hand, ace_to_five=ace_to_five), highs, lows, strict=True):
            assert setting.foul == (high == 0)
            assert setting.foul or setting.high_value == known.values[high]
            assert (low >= kernel.FIRST_PAIR) == (low_hand(setting.low).category == "pair")


# The classes, and the bonus on seven cards.

SEVEN = {
    "royal-flush": 4324, "straight-flush": 37260, "four-of-a-kind": 224848, "full-house": 3473184, "flush": 4047644, "straight": 6180020,
    "three-of-a-kind": 6461620, "two-pair": 31433400, "pair": 58627800, "high-card": 23294460,
}  # fmt: skip
PUBLISHED = {
    "five-aces": 1_128, "royal-flush": 26_132, "straight-flush": 184_832, "four-of-a-kind": 307_472, "full-house": 4_188_528,
    "flush": 6_172_088, "three-of-a-kind": 7_672_500, "straight": 11_034_204, "other": 124_556_196,
}  # fmt: skip
"""Wizard of Odds, Pai Gow Poker, appendix 5 (Pai Gow Mania): seven of 53 cards by the best-paid hand, three of a kind above a straight."""
MANIA = {
    "five-aces": 500, "royal-flush": 250, "straight-flush": 50, "four-of-a-kind": 25, "full-house": 5, "flush": 4,
    "three-of-a-kind": 3, "straight": 2, "other": -1,
}  # fmt: skip


def test_the_classes_are_all_hands() -> None:
    every = classes()
    assert every.weights.min() > 0
    assert every.weights[every.joker].sum() == comb(52, 6) == 20_358_520
    assert every.weights[~every.joker].sum() == comb(52, 7) == 133_784_560
    assert sum(weight for _, _, weight in by_type()[0]) == comb(53, 7) == 154_143_080


def test_seven_cards_without_the_joker_by_category() -> None:
    counts: Counter[str] = Counter()
    for value, hand, weight in by_type()[0]:
        if JOKER not in hand:
            counts[value.category] += weight
    assert counts == SEVEN


def test_seven_cards_of_fifty_three_as_published() -> None:
    counts: Counter[str] = Counter()
    for _, hand, weight in by_type()[0]:
        counts[next((name for name in PUBLISHED if name in types_in(hand)), "other")] += weight
    assert counts == PUBLISHED
    edge = Fraction(-sum(MANIA[name] * count for name, count in counts.items()), comb(53, 7))
    assert round(float(edge), 6) == 0.063667


def class_of(hand: list[Card]) -> int:
    """The class of seven cards, found as the simulation finds it."""
    every = classes()
    keys = sum(int(kernel.KEYS[number_of(card)]) for card in hand)
    suits = sum(int(kernel.SUITS[number_of(card)]) for card in hand)
    where = simulation_kernel.class_of(
        np.uint64(keys), np.uint64(suits), JOKER in hand, DISPLACEMENT, every.place_of, every.first
    )
    return int(where)


def pattern(hand: list[Card]) -> tuple[Any, ...]:
    """What a class is: ranks, and with a flush in reach the long suit's ranks and whether the other two are of one suit."""
    ranks = sorted(card.rank for card in hand)
    suits = Counter(card.suit for card in hand if card is not JOKER)
    long, length = suits.most_common(1)[0]
    if length + (JOKER in hand) < 5:
        return (ranks,)
    others = [card.suit for card in hand if card.suit != long and card is not JOKER]
    return ranks, sorted(card.rank for card in hand if card.suit == long), len(others) == 2 and others[0] == others[1]


def test_a_hand_finds_its_class_and_a_class_its_types() -> None:
    """Random hands, and hands mostly of one suit or with the joker, as the rare ones are."""
    rng = random.Random(11)
    kinds, kind_of = by_type()
    hearts = [card for card in PACK if card.suit == "h"]
    hands = [rng.sample(PACK, 7) for _ in range(1500)]
    for size in (4, 5, 6, 7):
        for _ in range(400):
            hand = rng.sample(hearts, size)
            hands.append(hand + rng.sample([card for card in PACK if card not in hand], 7 - size))
    for hand in hands:
        where = class_of(hand)
        assert pattern(hand) == pattern([face(int(number)) for number in classes().hands[where]])
        assert types_in(hand) == types_in(kinds[kind_of[where]][1]), hand


def test_every_royal_match_and_seven_card_straight_flush_is_found() -> None:
    """Counted from the cards: royals by suit beside a king and queen of another, and runs of seven with and without a joker."""
    counts: Counter[str] = Counter()
    for suited in combinations([card for card in PACK if card.suit == "h"], 7):
        counts["natural"] += 4 * ("seven-card-straight-flush" in types_in(suited))
    for suited in combinations([card for card in PACK if card.suit == "h"], 6):
        counts["joker"] += 4 * ("seven-card-straight-flush-with-joker" in types_in((*suited, JOKER)))
    ours = {name: outcome.weight for name, outcome in outcomes("fortune-bonus").items()}
    assert ours["7-card-straight-flush"] == counts["natural"] == 32
    assert ours["7-card-straight-flush-with-joker"] == counts["joker"] == 196
    assert ours["royal-flush-and-royal-match"] == 4 * 3 * (1 + 5) == 72  # the joker may be any of its five cards


# Prices.


@lru_cache(maxsize=1)
def prices() -> dict[tuple[str, str], Price]:
    """With fewer deals than the price has: a standard error of 0.006%."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pai_gow_poker.compare, "__kwdefaults__", {"deals": 2_000_000, "seed": 2})
        return {(price.wager, price.strategy): price for price in analyze(playable(GAME))}


def outcomes(wager: str, strategy: str = "none") -> dict[str, Any]:
    return {outcome.outcome: outcome for outcome in prices()[wager, strategy].outcomes}


def test_every_wager_has_its_price() -> None:
    game = playable(GAME)
    assert {wager for wager, _ in prices()} == set(game.game.wagers) - {"house-wager"}  # which is the house's own
    assert prices()["pai-gow-poker", HOUSE_WAY].method == prices()["bank", HOUSE_WAY].method == "simulation"
    assert prices()["fortune-bonus", "none"].method == prices()["envy-bonus", "none"].method == "exact"
    for price in prices().values():
        assert price.clause and price.readings and price.note


def test_the_fortune_bonus_is_counted_out() -> None:
    price = prices()["fortune-bonus", "none"]
    assert price.weight == comb(53, 7)
    assert f"{float(price.house_edge):.4%}" == "7.7656%"
    # J. Grochowski, casinocitytimes.com, 17 May 2015: 7.8% with 5,000 on top; 0.92% a player where that hand gives $3,000 in envy
    assert f"{float(price.house_edge + Fraction(3000 * 32, price.weight)):.1%}" == "7.8%"
    envy = prices()["envy-bonus", "none"].expected
    assert f"{float(envy - Fraction(400 * 32, price.weight)):.2%}" == "0.92%"


def test_envy_by_the_number_of_other_players() -> None:
    price, envy = prices()["fortune-bonus", "none"], prices()["envy-bonus", "none"]
    shown = price.note.split("playing: ")[1].split(";")[0].split(", ")
    assert shown == [f"{float(price.house_edge - others * envy.expected):.4%}" for others in range(1, 6)]
    assert outcomes("envy-bonus")["four-of-a-kind"].net == 1 and envy.weight == comb(53, 7)


def test_the_game_as_published() -> None:
    """House way against house way is published at 2.7 to 2.8%, near 28.6% won, 29.9% lost, 41.5% pushed; as the bank near 0.2%.

    House ways differ: this one keeps more small pairs together than those the figures are for, and pushes a little more often.
    """
    price, rows = prices()["pai-gow-poker", HOUSE_WAY], outcomes("pai-gow-poker", HOUSE_WAY)
    assert 0.0270 < price.house_edge < 0.0280
    share = {
        name: sum(row.weight for label, row in rows.items() if label.startswith(name)) / price.weight
        for name in ("win", "lose", "push")
    }
    assert share == pytest.approx({"win": 0.286, "lose": 0.299, "push": 0.415}, abs=0.005)
    assert rows["win"].weight == rows["lose, lower-hands"].weight, "both ways of a deal are counted"
    assert 0.001 < prices()["bank", HOUSE_WAY].house_edge < 0.002
    assert 0.0220 < prices()["pai-gow-poker", BEST].house_edge < 0.0235


def test_a_bank_gets_what_the_player_and_the_house_do_not() -> None:
    player, bank = outcomes("pai-gow-poker", HOUSE_WAY), outcomes("bank", HOUSE_WAY)
    assert bank["lose"].weight == player["win"].weight and bank["lose"].net == -1
    for rule in ("copy-hands", "lower-hands"):
        assert bank[f"win, {rule}"].weight == player[f"lose, {rule}"].weight
        assert bank[f"win, {rule}"].net == Fraction(19, 20)


def test_the_commission_is_priced_where_rounding_does_not_matter() -> None:
    assert outcomes("pai-gow-poker", HOUSE_WAY)["win"].net == Fraction(19, 20)
    assert "multiples of 0.20" in prices()["pai-gow-poker", HOUSE_WAY].note
    quarters = playable(GAME, {"options": {"vigorish-rounding": "25-cents-or-next-higher-multiple"}})
    assert pai_gow_poker.stake_without_rounding(quarters, Fraction(1), Fraction(1, 20)) == 500
    assert croupier.settle(written(500, quarters=True)).net[1] * 20 == 19 * 500
    assert croupier.settle(written(1100, quarters=True)).net[1] * 20 < 19 * 1100, "5.5 cents in the dollar become quarters"


def written(stake: int, *, quarters: bool) -> dict[str, Any]:
    hand = "Ah Ad Ac Kh Kd 2c 3d"
    return {
        "game": GAME,
        "house_rules": {"options": {"vigorish-rounding": "25-cents-or-next-higher-multiple"} if quarters else {}},
        "seats": {"1": {"wagers": {"pai-gow-poker": stake}, "cards": hand, "set": {"high": "Ah Ad Ac 2c 3d", "low": "Kh Kd"}}},
        "dealer": {"cards": "9h 8d 7c 5h 4d 3c 2d"},
    }


@lru_cache(maxsize=1)
def ways() -> tuple[Any, Any]:
    """Every class by the house way, and nearly optimally."""
    rules = playable(GAME).rules
    house = set_by_house_way(classes().hands, rules)
    return house, set_best(rules, house, Fraction(19, 20))


@lru_cache(maxsize=1)
def settings_of_ways() -> Any:
    return np.stack([packed(way) for way in ways()])


def counted(first: int, last: int, *, seed: int) -> Any:
    """What decided the wagers of deals first to last, by strategy."""
    found = np.zeros((2, len(RULES), len(RULES)), np.int64)
    tables = (settings_of_ways(), settings_of_ways()[0], DISPLACEMENT, classes().place_of, classes().first)
    simulation_kernel.tally_both_ways(key_of(seed), first, last, found, *tables)
    return found


def test_the_standard_error_is_that_of_many_runs() -> None:
    """Runs of a few thousand deals scatter as their notes say."""
    game = playable(GAME)
    nets = pai_gow_poker.nets_of(game, game.game.chosen["pai-gow-poker"])
    edges, errors = [], []
    for start in range(0, 1_000_000, 5000):
        comparisons = pai_gow_poker.Comparisons(counted(start, start + 5000, seed=5)[0])
        edges.append(float(sum(nets[rule] * count for rule, count in comparisons.by_rule().items())) / 10_000)
        errors.append(comparisons.standard_error(nets))
    assert np.std(edges) == pytest.approx(np.mean(errors), rel=0.2)


def test_a_price_depends_on_the_seed_and_the_deals_alone() -> None:
    found = compare(playable(GAME), Fraction(19, 20), deals=20_000, seed=4)
    whole, parts = counted(0, 20_000, seed=4), counted(0, 7, seed=4) + counted(7, 20_000, seed=4)
    assert (whole == parts).all()
    assert (found[HOUSE_WAY].counts == whole[0]).all() and (found[BEST].counts == whole[1]).all()
    assert sum(found[HOUSE_WAY].by_rule().values()) == 40_000


def test_the_best_setting_is_never_foul_and_mostly_the_house_way() -> None:
    every, (house, best) = classes(), ways()
    known, rng = ranking("second-highest"), random.Random(6)
    for row in rng.sample(range(len(best)), 500):
        hand = [face(int(number)) for number in every.hands[row]]
        setting = settings(hand)[best[row, 2]]
        assert not setting.foul and setting.high_value == known.values[best[row, 0]]
    differ = int(every.weights[(best[:, :2] != house[:, :2]).any(axis=1)].sum())
    assert 0.05 < differ / comb(53, 7) < 0.25


def test_the_kernel_and_the_table_settle_the_same_cards_to_the_cent() -> None:
    game = playable(GAME)
    (simulation,) = simulations(game)
    for index in range(250):
        hands = dealt(3, index, simulation)
        setting, _ = by_house_way(hands[1], game.rules)
        seat = {
            "wagers": {"pai-gow-poker": 2000, "fortune-bonus": 500},
            "cards": " ".join(map(str, hands[1])),
            "set": {"high": " ".join(map(str, setting.high)), "low": " ".join(map(str, setting.low))},
        }
        round_ = croupier.settle({"game": GAME, "seats": {"1": seat}, "dealer": {"cards": " ".join(map(str, hands["dealer"]))}})
        ends = simulation.ends_of(3, index)
        for line in round_.lines:
            assert line.net == ends[line.wager].net * line.stake, (index, hands)


def test_prices_agree_with_rounds_at_the_real_table() -> None:
    """Seeded rounds by the drivers, where a player sets by the house way, within four standard errors."""

    def plays_on(round_: Round, request: Decision) -> str:
        return request.choices[0]

    game, rounds = playable(GAME), 800
    totals: Counter[str] = Counter()
    chance = Chance(Seeded(2026))
    for _ in range(rounds):
        round_ = run(Round(game, [1]), chance, Players({1: {"pai-gow-poker": 2000, "fortune-bonus": 2000}}, plays_on))
        for line in round_.lines:
            totals[line.wager] += line.net
    for wager, strategy in (("pai-gow-poker", HOUSE_WAY), ("fortune-bonus", "none")):
        price = prices()[wager, strategy]
        error = (float(price.variance) / rounds) ** 0.5
        assert abs(totals[wager] / 2000 / rounds - float(price.expected)) < 4 * error, wager


def test_simulation_agrees_with_the_prices() -> None:
    for price in simulate(playable(GAME), 2_000_000, seed=8):
        ours = prices()[price.wager, price.strategy]
        assert abs(float(price.house_edge - ours.house_edge)) < 4 * price.standard_error, price.wager
