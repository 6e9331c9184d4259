"""Prices of pai gow poker: the kernels against the table's own house way, published counts, and rounds at the real table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Any

import numba as nb
import numpy as np
import pytest

import croupier
from croupier.equipment.cards import JOKER, Card, deck
from croupier.equipment.randomness import Seeded
from croupier.errors import NotPriced
from croupier.games.pai_gow import _comparing as comparing
from croupier.games.pai_gow import pai_gow_poker as game_module
from croupier.games.registry import playable
from croupier.hands.pai_gow import Setting, best, low_hand, settings, types_in
from croupier.odds.analyze import analyze
from croupier.odds.kernels import pai_gow as kernel
from croupier.odds.kernels import pai_gow_sweep as sweeping
from croupier.odds.kernels import sim_pai_gow_poker as simulation_kernel
from croupier.odds.kernels.evaluate import DISPLACEMENT
from croupier.odds.kernels.randomness import key_of
from croupier.odds.price import Price
from croupier.odds.shapes import two_hands
from croupier.odds.shapes import two_hands_count as pai_gow_count
from croupier.odds.shapes.two_hands import BEST, HOUSE_WAY
from croupier.odds.shapes.two_hands_asked import RULES, ends_of
from croupier.odds.shapes.two_hands_classes import (
    by_type,
    classes,
    face,
    number_of,
    packed,
    plain_class,
    ranking,
    set_by_house_way,
)
from croupier.odds.shapes.two_hands_count import ALL_RANKS, Counts, Sweep, count_out, in_order, table, types_of
from croupier.odds.simulate import simulate
from croupier.table.drivers import Chance, Players, run
from croupier.table.requests import Decision
from croupier.table.round import Round
from tests.support.driving import answered

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
    return answered(playable(GAME).rules, **text)


def rows_of(hands: list[list[Card]]) -> Any:
    return np.array([[number_of(card) for card in hand] for hand in hands], np.int8)


def prove_house_way(rows: Any, rules: Any) -> None:
    """The kernel's setting is the table's, card by card, and worth the same."""
    known = ranking(rules.ace_to_five_straight)
    lows: dict[int, Any] = {}
    for row, (high, low, number) in zip(rows, set_by_house_way(rows, rules), strict=True):  # the rows are put in order first
        hand = [face(int(card)) for card in row]
        expected, _ = rules.house_way(hand)
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
    assert sum(weight for _, weight in by_type()[0]) == comb(53, 7) == 154_143_080


def test_seven_cards_without_the_joker_by_category() -> None:
    counts: Counter[str] = Counter()
    for hand, weight in by_type()[0]:
        if JOKER not in hand:
            counts[best(hand).category] += weight
    assert counts == SEVEN


def test_seven_cards_of_fifty_three_as_published() -> None:
    counts: Counter[str] = Counter()
    for hand, weight in by_type()[0]:
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
        assert types_in(hand) == types_in(kinds[kind_of[where]][0]), hand


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


DEALS = comb(53, 7) * comb(46, 7)
COUNTED = Counts(
    house_way=(2343219296155340, 108248173960204, 3347420108426712, 108352156516804, 2343219296155340),
    best=(2393445911269980, 105497814510676, 3289683246191908, 104773241878144, 2357058817363692),
)
"""The text's game by the rules that decide, counted out again by a slow test."""


def as_counted(patch: pytest.MonkeyPatch) -> None:
    """The counts of the text's game, without counting."""
    patch.setattr(pai_gow_count, "count_out", lambda rules, won: COUNTED)
    patch.setattr(two_hands, "_COUNTED", {})


@lru_cache(maxsize=1)
def prices() -> dict[tuple[str, str], Price]:
    with pytest.MonkeyPatch.context() as patch:
        as_counted(patch)
        return {(price.wager, price.strategy): price for price in analyze(playable(GAME))}


def outcomes(wager: str, strategy: str = "none") -> dict[str, Any]:
    return {outcome.outcome: outcome for outcome in prices()[wager, strategy].outcomes}


def test_every_wager_has_its_price() -> None:
    game = playable(GAME)
    assert {wager for wager, _ in prices()} == set(game.terms.wagers) - {"house-wager"}  # which is the house's own
    assert {price.method for price in prices().values()} == {"exact"}
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
    assert f"{float(price.house_edge):.5%}" == "2.73334%"
    assert f"{float(prices()['bank', HOUSE_WAY].house_edge):.5%}" == "0.17243%"
    assert f"{float(prices()['pai-gow-poker', BEST].house_edge):.5%}" == "2.27937%"


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
    assert two_hands.stake_without_rounding(quarters, Fraction(1), Fraction(1, 20)) == 500
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


def test_a_stated_stake_bears_the_commission_as_it_is_rounded() -> None:
    """5.5 cents in the dollar of 11.00 become three quarters, for the player and for a bank."""
    quarters = playable(GAME, {"options": {"vigorish-rounding": "25-cents-or-next-higher-multiple"}})
    with pytest.MonkeyPatch.context() as patch:
        as_counted(patch)
        found = {(price.wager, price.strategy): price for price in analyze(quarters, stake=1100)}
    won = croupier.settle(written(1100, quarters=True)).net[1]
    assert won == 1100 - 75
    assert found["pai-gow-poker", HOUSE_WAY].outcomes[0].net == found["bank", HOUSE_WAY].outcomes[0].net == Fraction(won, 1100)
    assert "at a stake of 11.00" in found["pai-gow-poker", BEST].note


def deciding(patch: pytest.MonkeyPatch, changed: Callable[[str, Setting, Setting], str]) -> None:
    """A table that decides wagers otherwise."""
    real = comparing.decided_by
    patch.setattr(comparing, "decided_by", lambda hands, bank: changed(real(hands, bank), hands, bank))
    as_counted(patch)


def test_copies_that_the_table_gives_back_are_priced_so_and_no_best_setting_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    as_it_is = prices()["pai-gow-poker", HOUSE_WAY]
    deciding(monkeypatch, lambda rule, *_: "one-hand-each" if rule == "copy-hands" else rule)
    found = analyze(playable(GAME), "pai-gow-poker")
    by_house_way = next(found)
    assert {end.outcome: end.net for end in by_house_way.outcomes}["push, copy-hands"] == 0
    assert by_house_way.house_edge < as_it_is.house_edge
    with pytest.raises(NotPriced, match=r"the best setting is found where .* \(F\."):
        next(found)


def test_a_table_that_settles_one_rule_in_two_ways_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copied high hand wins, a copied low hand does not: the counts do not tell them apart."""
    deciding(
        monkeypatch,
        lambda rule, hands, bank: "win" if rule == "copy-and-higher" and hands.high_value == bank.high_value else rule,
    )
    with pytest.raises(NotPriced, match=r"deals of the cell copy-and-higher are not settled alike"):
        next(analyze(playable(GAME), "pai-gow-poker"))


def test_advice_goes_by_what_the_table_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands that are foul, not set or given up lose the wager because the table takes it."""
    before = ends_of(playable(GAME), 1000)
    assert before.surrendered.net == before.not_set.net == before.foul.net == -1000
    monkeypatch.setattr(game_module, "surrender", lambda table, seat, wager, rules, bank: table.push(seat, wager))
    assert ends_of(playable(GAME), 1000).surrendered.net == 0


# The main game counted out.


def test_whoever_wins_could_have_had_the_other_hand() -> None:
    """By the house way both hands of a deal are set alike: as many deals are won as are lost with both hands lower."""
    wins, _, _, _, lower = COUNTED.house_way
    assert wins == lower
    assert sum(COUNTED.house_way) == sum(COUNTED.best) == DEALS


@pytest.mark.slow
def test_all_deals_counted_out() -> None:
    assert count_out(rules_of({}), Fraction(19, 20)) == COUNTED


@nb.njit
def decide(  # type: ignore[no-untyped-def]
    deck, highs, lows, bank, displacement, place_of, first, found
):
    """One by one, what decides against each hand of the deck, for each of our settings."""
    chosen = np.arange(7)
    while True:
        key, suits, joker = np.uint64(0), np.uint64(0), False
        for place in chosen:
            key += kernel.KEYS[deck[place]]
            suits += kernel.SUITS[deck[place]]
            joker = joker or deck[place] == kernel.JOKER
        banks = np.int64(bank[simulation_kernel.class_of(key, suits, joker, displacement, place_of, first)])
        for setting in range(len(highs)):
            mine = highs[setting] << simulation_kernel.LOW_BITS | lows[setting]
            found[setting, simulation_kernel.decided_by(mine, banks)] += 1
        last = 6
        while last >= 0 and chosen[last] == len(deck) - 7 + last:
            last -= 1
        if last < 0:
            return
        chosen[last] += 1
        for next_ in range(last + 1, 7):
            chosen[next_] = chosen[next_ - 1] + 1


def against_all(row: Any, deck: list[int], rules: Any, bank: Any) -> tuple[list[tuple[int, int]], Any]:
    """Every setting of a hand, the house's first, and what decides each against every hand that the deck still has."""
    every, known = classes(), ranking(rules.ace_to_five_straight)
    highs, lows = np.zeros(21, np.int64), np.zeros(21, np.int64)
    own = set_by_house_way(row[None], rules)[0]
    kernel.all_settings(row, known.high_of, known.low_of, known.least, highs, lows)
    ways = list(dict.fromkeys([(int(own[0]), int(own[1])), *zip(highs.tolist(), lows.tolist(), strict=True)]))
    ways = [way for way in ways if way[0]]
    left = np.array([card for card in deck if card not in row])
    found = np.zeros((len(ways), len(RULES)), np.int64)
    ours = np.array([high for high, _ in ways]), np.array([low for _, low in ways])
    decide(left, *ours, bank, DISPLACEMENT, every.place_of, every.first, found)
    return ways, found


def bank_settings(rules: Any) -> Any:
    return packed(set_by_house_way(classes().hands, rules))


def counted_one_by_one(rules: Any, won: Fraction, ranks: tuple[int, ...]) -> Counts:
    """All deals of a small deck, with hands that differ by suits alone taken together."""
    deck = [*(4 * rank + suit for rank in ranks for suit in range(4)), kernel.JOKER]
    suits = [
        [4 * (card // 4) + order[card % 4] if card < kernel.JOKER else card for card in range(53)]
        for order in permutations(range(4))
    ]
    alike = Counter(min(sum(1 << order[card] for card in hand) for order in suits) for hand in combinations(deck, 7))
    totals, bank = np.zeros((2, len(RULES)), np.int64), bank_settings(rules)
    for mask, weight in alike.items():
        row = np.array([card for card in deck if mask >> card & 1], np.int8)
        kernel.in_order(row)
        _, found = against_all(row, deck, rules, bank)
        worths = won.numerator * found[:, 0] - won.denominator * found[:, 3:].sum(axis=1)
        totals += weight * found[[0, worths.argmax()]]
    return Counts(*(tuple(row) for row in totals.tolist()))


@pytest.mark.parametrize(
    ("text", "won", "ranks"),
    [
        (TEXTS[0], Fraction(19, 20), (3, 10, 11, 12)),
        pytest.param(TEXTS[1], Fraction(1), (0, 1, 3, 12), marks=pytest.mark.slow),
        pytest.param(TEXTS[2], Fraction(97, 100), (7, 8, 9, 12), marks=pytest.mark.slow),
    ],
)
def test_a_deck_of_seventeen_cards_counted_one_by_one(text: dict[str, Any], won: Fraction, ranks: tuple[int, ...]) -> None:
    """Four ranks: a flush takes the joker."""
    rules = rules_of(text)
    assert count_out(rules, won, ranks) == counted_one_by_one(rules, won, ranks)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "won", "ranks"),
    [
        (TEXTS[0], Fraction(19, 20), (8, 9, 10, 11, 12)),
        (TEXTS[1], Fraction(1), (0, 1, 2, 3, 12)),
        (TEXTS[2], Fraction(97, 100), (1, 4, 5, 7, 11)),
    ],
)
def test_a_deck_of_twenty_one_cards_counted_one_by_one(text: dict[str, Any], won: Fraction, ranks: tuple[int, ...]) -> None:
    rules = rules_of(text)
    assert count_out(rules, won, ranks) == counted_one_by_one(rules, won, ranks)


HANDS = [
    "Ah Kh Qh 9h 7h 4h 2h", "Jo Kd Qd Jd 9d 8d 3d", "Jo As Ad Ac 2s 3s 4s", "9h 9d 9c 9s Kh Qh Jh", "Ts 9s 8s 7s 6s 5d 5s",
    "Ah Kd Qc Js 9h 7d 5c", "Jo 5h 5d 5c 5s 2h 2d", "2h 3h 4h 5h 6d 7d 8d",
]  # fmt: skip


@pytest.mark.slow
def test_hands_against_all_that_the_bank_can_have_beside_them() -> None:
    """53,524,680 hands of the bank one by one, for every setting of hands with much of one suit, with fours, with the joker."""
    rules = rules_of({})
    rows = rows_of([[*map(croupier.equipment.cards.card, hand.split())] for hand in HANDS])
    house = set_by_house_way(classes().hands, rules)
    types = types_of(tuple(ALL_RANKS))
    expected: list[tuple[int, int]] = []
    asked_of_ranks, asked_of_suits = list[list[int]](), list[list[int]]()
    for row in rows:
        kernel.in_order(row)
        plain = int(plain_class(row[None])[0])
        ways, found = against_all(row, list(range(53)), rules, packed(house))
        assert (found.sum(axis=1) == comb(46, 7)).all()
        for (high, low), by_rule in zip(ways, found, strict=True):
            at = len(expected)
            expected.append((int(by_rule[0]), int(by_rule[3:].sum())))
            ranks = sum(1 << rank for rank in set((row >> 2).tolist()) if rank in ALL_RANKS)
            asked_of_ranks.append([plain, high, low, ranks, at, 0])
            for suit in range(4):
                held = sum(1 << (card >> 2) for card in row.tolist() if card < kernel.JOKER and card & 3 == suit)
                asked_of_suits.append([plain, high, low, ranks, at, 0, held, 0])
    answers = np.zeros(len(expected), np.int64)
    for asked, suits in ((asked_of_ranks, False), (asked_of_suits, True)):
        sweep = Sweep(types, house, ALL_RANKS, suits=suits)
        answers += sweep.answers(in_order([table(*np.array(asked).T)]), len(expected))
    assert [sweeping.decoded(answer) for answer in answers] == expected


def simulated(deals: int, *, seed: int) -> tuple[float, float]:
    """What the wager nets by the house way, both hands of each deal taken as the player's, and the standard error."""
    game = playable(GAME)
    every, nets = classes(), ends_of(game, 500).by_rule
    settings_ = bank_settings(game.rules)
    found = np.zeros((1, len(RULES), len(RULES)), np.int64)
    tables = (settings_[None], settings_, DISPLACEMENT, every.place_of, every.first)
    simulation_kernel.tally_both_ways(key_of(seed), 0, deals, found, *tables)
    net = np.array([nets[rule].net / 500 for rule in RULES])
    both = (net[:, None] + net) / 2
    mean = (both * found[0]).sum() / deals
    return mean, ((both**2 * found[0]).sum() / deals - mean**2) ** 0.5 / deals**0.5


@pytest.mark.parametrize("deals", [1_000_000, pytest.param(20_000_000, marks=pytest.mark.slow)])
def test_the_house_way_as_counted_is_as_simulated(deals: int) -> None:
    """Within three standard errors, of 0.008% or less."""
    mean, error = simulated(deals, seed=1)
    assert error < 0.00009
    assert abs(mean - float(prices()["pai-gow-poker", HOUSE_WAY].expected)) < 3 * error


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


@pytest.mark.slow
def test_hands_beside_a_bank_that_is_paid_for_add_up_to_all_deals_of_it() -> None:
    """New York's imperial bonus: by inclusion and exclusion over sets of cards, and by counting such hands one by one."""
    from croupier.hands.pai_gow import pai_gow_high
    from croupier.odds.shapes.two_hands_classes import by_type
    from croupier.odds.shapes.two_hands_imperial import together

    kinds, _ = by_type()
    _, counts = together()
    banks = [sum(weight for hand, weight in kinds if pai_gow_high(hand) == top) for top in (11, 10, 9)]
    assert counts.min() >= 0
    assert counts.sum(axis=0).tolist()[:3] == [bank * comb(46, 7) for bank in banks]
    assert counts.sum(axis=1).tolist() == [weight * comb(46, 7) for _, weight in kinds]
    both = sum(int(row[:3].sum()) for (hand, _), row in zip(kinds, counts, strict=True) if "flush" in types_in(hand))
    rng, size, met = random.Random(4), 150_000, 0
    pack = list(playable("ny/pai-gow-poker").pack)
    for _ in range(size):
        dealt = rng.sample(pack, 14)
        met += 9 <= pai_gow_high(dealt[7:]) <= 11 and "flush" in types_in(dealt[:7])
    expected = size * both / (comb(53, 7) * comb(46, 7))
    assert abs(met - expected) < 5 * expected**0.5
