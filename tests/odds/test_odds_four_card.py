"""Prices of the four-card games against published figures, counts made another way, and rounds settled at the table."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.equipment.cards import RANKS, SUITS
from croupier.equipment.cards import cards as written
from croupier.games.registry import playable
from croupier.hands.four_card import best_four
from croupier.odds.analyze import analyze
from croupier.odds.games import crazy_4_poker, four_card_poker
from croupier.odds.kernels.card_sets import CLASSES, class_hands, sets
from croupier.odds.kernels.four_card import ordered, ranking
from croupier.odds.kernels.four_card_sweep import matchups
from croupier.odds.looks import ladder_of
from croupier.odds.price import Price
from croupier.odds.shapes.against_dealer import Solution
from croupier.table.playable import Playable
from tests.support.driving import answered

FOUR_CARD, ONEIDA, CRAZY = "cincinnati/four-card-poker", "oneida/four-card-poker", "cincinnati/crazy-4-poker"
KING_HIGH = next(n for n, value in enumerate(ranking().values) if value.order == 0 and value.ranks[0] == 13)

# By number of cards, the best four of them. Five: as in test_four_card. Six: counted by `scores` below in the slow proof.
BEST_FOUR_OF_SIX = {
    "four-of-a-kind": 14664, "straight-flush": 47752, "three-of-a-kind": 897616, "flush": 2245352, "straight": 1744080,
    "two-pair": 2342736, "pair": 8194320, "high-card": 4872000,
}  # fmt: skip


def text(number: int) -> str:
    return RANKS[number >> 2] + SUITS[number & 3]


# A second way to rank and count, which shares nothing with the module: every four cards scored by sorting, hands by their best four.


@lru_cache(maxsize=1)
def scores() -> Any:
    """A score for each set of four cards, by its place."""
    fours = combinations(range(52), 4).astype(np.int64)
    suits = fours & 3
    r = -np.sort(-(fours >> 2), axis=1) + 2
    one, two, three = (r[:, i] == r[:, i + 1] for i in range(3))
    flush = (suits == suits[:, :1]).all(axis=1)
    wheel = (r == [14, 4, 3, 2]).all(axis=1)
    straight = ~one & ~two & ~three & ((r[:, 0] - r[:, 3] == 3) | wheel)
    top = np.where(wheel, 4, r[:, 0])
    zero = np.zeros_like(top)

    def packed(order: int, *ranks: Any) -> Any:
        total = zero + order
        for place in range(4):
            total = total * 16 + (ranks[place] if place < len(ranks) else 0)
        return total

    score = packed(0, *(r[:, i] for i in range(4)))
    paired = np.where(one, r[:, 0], np.where(two, r[:, 1], r[:, 2]))
    first = np.where(one, r[:, 2], r[:, 0])
    second = np.where(three, r[:, 1], r[:, 3])
    score = np.where(one | two | three, packed(1, paired, first, second), score)
    score = np.where(one & three & ~two, packed(2, r[:, 0], r[:, 2]), score)
    score = np.where(straight, packed(3, top), score)
    score = np.where(flush, packed(4, *(r[:, i] for i in range(4))), score)
    score = np.where((one & two) | (two & three), packed(5, r[:, 1], np.where(one, r[:, 3], r[:, 0])), score)
    score = np.where(straight & flush, packed(6, top), score)
    score = np.where(one & two & three, packed(7, r[:, 0]), score)
    found = np.zeros(comb(52, 4), np.int64)
    found[place_of_four(fours)] = score
    return found


def place_of_four(hands: Any) -> Any:
    """Sets of four in ascending order, numbered without gaps."""
    a, b, c, d = (hands[:, column].astype(np.int64) for column in range(4))
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24


def combinations(of: Iterable[int], size: int) -> Any:
    """Every set of so many, one a row."""
    return np.fromiter(itertools.chain.from_iterable(itertools.combinations(of, size)), np.int8).reshape(-1, size)


def best_scores(hands: Any) -> Any:
    """The best four of each row of cards in ascending order."""
    best = np.zeros(len(hands), np.int64)
    for four in itertools.combinations(range(hands.shape[1]), 4):
        np.maximum(best, scores()[place_of_four(hands[:, list(four)])], out=best)
    return best


def counted(player: list[int], dealer_cards: int, shown: int | None) -> tuple[int, int, int]:
    """Dealer's hands lower, equal, and below king high, one by one."""
    gone = {*player, *([] if shown is None else [shown])}
    rest = [card for card in range(52) if card not in gone]
    drawn = combinations(rest, dealer_cards - (shown is not None))
    if shown is not None:
        drawn = np.sort(np.column_stack([drawn, np.full(len(drawn), shown, np.int8)]), axis=1)
    mine = best_scores(np.array([sorted(player)]))[0]
    theirs = best_scores(drawn)
    return int((theirs < mine).sum()), int((theirs == mine).sum()), int((theirs < 13 << 12).sum())


def prove(samples: int, dealer_cards: int, *, seen: bool, threshold: int, seed: int) -> None:
    """Hands from all over the ranking, for a card the dealer may show, counted both ways."""
    rng = random.Random(seed)
    found = matchups(dealer_cards, seen=seen, thresholds=(threshold,) if threshold else ())
    for number in range(samples):
        first = found.players.starts[rng.randrange(len(found.players.starts))]  # every class alike, so the rare hands too
        row = rng.randrange(len(found.players.cards)) if number % 2 else int(first) % len(found.players.cards)
        player = [int(card) for card in found.players.cards[row]]
        shown = rng.choice([card for card in range(52) if card not in player]) if seen else None
        view = [card for card in range(52) if card not in player].index(shown) if shown is not None else 0
        lower, equal, below = counted(player, dealer_cards, shown)
        expected = [lower, equal, below] if threshold else [lower, equal]
        assert found.tally[row, view].tolist() == expected, (list(map(text, player)), shown and text(shown))


def test_the_classes_are_those_of_the_table() -> None:
    rng = random.Random(4)
    for size in (5, 6):
        hands = ordered(size)
        for row in rng.sample(range(len(hands.cards)), 2000):
            hand = written(" ".join(map(text, hands.cards[row])))
            assert ranking().values[hands.levels[row]] == best_four(hand), hand
    assert list(ranking().values) == sorted(ranking().values)


@pytest.mark.parametrize("size", range(7))
def test_the_classes_stand_for_every_set_of_cards(size: int) -> None:
    hands = class_hands(size)
    assert len(hands.cards) == CLASSES[size]
    assert int(hands.weights.sum()) == comb(52, size)


def test_every_set_has_its_class() -> None:
    """As many sets in each class as the class stands for."""
    assert (np.bincount(sets().class_of) == 24 // sets().symmetries).all()


def test_hands_of_five_and_six_by_category() -> None:
    five = Counter[str]()
    ladder = ladder_of(playable(FOUR_CARD), "aces-up")
    for value, weight in zip(ladder.values, ladder.weights, strict=True):
        five[value.category] += weight
    assert five == {
        "four-of-a-kind": 624, "straight-flush": 2072, "three-of-a-kind": 58656, "flush": 114616, "straight": 101808,
        "two-pair": 123552, "pair": 1047552, "high-card": 1150080,
    }  # fmt: skip
    six = Counter[str]()
    hands = ordered(6)
    for level, weight in zip(hands.levels.tolist(), hands.weights.tolist(), strict=True):
        six[ranking().values[level].category] += weight
    assert six == BEST_FOUR_OF_SIX


def test_both_sides_of_a_fair_game_win_alike() -> None:
    """Five cards against five: whatever the player wins in all, the dealer does too, and three counts make up every deal."""
    found = matchups(5, seen=False, thresholds=(KING_HIGH,))
    lower, equal, below = (found.players.weights * found.tally[:, 0, column].astype(np.int64) for column in range(3))
    deals = comb(52, 5) * comb(47, 5)
    assert 2 * int(lower.sum()) + int(equal.sum()) == deals
    weak = int(found.players.weights[found.players.levels < KING_HIGH].sum())
    assert int(below.sum()) == weak * comb(47, 5)


def test_a_card_shown_only_splits_the_deals() -> None:
    """Each dealer's hand shows one of its six cards: added over the card shown, every count is six times that of a hidden hand."""
    shown, hidden = matchups(6, seen=True), matchups(6, seen=False)
    assert (shown.tally.astype(np.int64).sum(axis=1) == 6 * hidden.tally[:, 0].astype(np.int64)).all()
    assert 47 * shown.against == 6 * hidden.against


@pytest.mark.parametrize(("dealer_cards", "seen"), [(5, False), (6, True)])
def test_counts_of_a_few_hands(dealer_cards: int, seen: bool) -> None:
    prove(2, dealer_cards, seen=seen, threshold=KING_HIGH if dealer_cards == 5 else 0, seed=7)


@pytest.mark.slow
@pytest.mark.parametrize(("dealer_cards", "seen", "threshold"), [*itertools.product((5, 6), (False, True), (0, KING_HIGH))])
def test_counts_of_many_hands(dealer_cards: int, seen: bool, threshold: int) -> None:
    """The thresholds and views no rulebook has yet are proved too."""
    prove(2 if dealer_cards == 6 and not seen else 8, dealer_cards, seen=seen, threshold=threshold, seed=11)


@pytest.mark.slow
def test_side_wagers_counted_another_way() -> None:
    """Every five cards by `scores`, paid by the tables as the texts print them (C.11.I.C, K.1.b, M.11.III)."""
    found = best_scores(combinations(range(52), 5))
    kinds = Counter((found >> 16).tolist())
    pairs = Counter((found[found >> 16 == 1] >> 12 & 15).tolist())

    def edge(four: int, straight_flush: int, three: int, flush: int, straight: int, two_pair: int, *, least: int) -> Fraction:
        good = sum(count for rank, count in pairs.items() if rank >= least)
        odds = {7: four, 6: straight_flush, 5: three, 4: flush, 3: straight, 2: two_pair}
        paid = sum(kinds[order] * (figure + 1) for order, figure in odds.items()) + 2 * good
        return 1 - Fraction(paid, len(found))

    assert priced(FOUR_CARD)["aces-up"].house_edge == edge(50, 40, 8, 5, 4, 3, least=14)
    assert priced(ONEIDA)["aces-up"].house_edge == edge(50, 30, 7, 6, 5, 2, least=14)
    assert priced(CRAZY)["queens-up"].house_edge == edge(50, 30, 9, 4, 3, 2, least=12)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", [FOUR_CARD, CRAZY])
def test_the_progressive_by_the_well_known_counts(game_id: str) -> None:
    """C.13.3.I, M.13.3.I: at the seed of $10,000, per dollar."""
    paid = 4 * 10000 + 36 * 1000 + 624 * 300 + 3744 * 50 + 5108 * 40 + 10200 * 30 + 54912 * 9
    assert priced(game_id)["progressive"].house_edge == 1 - Fraction(paid, comb(52, 5))


@pytest.mark.slow
def test_categories_of_six_counted_another_way() -> None:
    found = np.zeros(8, np.int64)
    for low in range(47):
        rest = combinations(range(low + 1, 52), 5)
        hands = np.column_stack([np.full(len(rest), low, np.int8), rest])
        found += np.bincount(best_scores(hands) >> 16, minlength=8)
    names = ("high-card", "pair", "two-pair", "straight", "flush", "three-of-a-kind", "straight-flush", "four-of-a-kind")
    assert dict(zip(names, found.tolist(), strict=True)) == BEST_FOUR_OF_SIX


@lru_cache(maxsize=8)
def priced(game_id: str) -> dict[str, Price]:
    return {price.wager: price for price in analyze(playable(game_id))}


# Michael Shackleford, wizardofodds.com, read as: Four Card Poker with bonus 25-20-2, the dealer's sixth card seen, ties won; Aces Up
# 50-40-8-5-4-3-1; Crazy 4 Poker with super bonus 200-30-15-2-3/2-1 and king high to qualify. The rules are those of the rulebooks here.
PUBLISHED = [
    (FOUR_CARD, "ante", "0.0279", "0.0130"),
    (ONEIDA, "ante", "0.0279", "0.0130"),
    (CRAZY, "ante", "0.0342", "0.0109"),
    (FOUR_CARD, "aces-up", "0.0389", "0.0389"),
]


@pytest.mark.parametrize(("game_id", "wager", "edge", "risk"), PUBLISHED)
def test_published_figures(game_id: str, wager: str, edge: str, risk: str) -> None:
    price = priced(game_id)[wager]
    assert (f"{float(price.house_edge):.4f}", f"{float(price.element_of_risk):.4f}") == (edge, risk)


def test_exact_figures() -> None:
    """What was found, so that a change shows."""
    edges = {
        (game_id, wager): price.house_edge for game_id in (FOUR_CARD, ONEIDA, CRAZY) for wager, price in priced(game_id).items()
    }
    assert edges == {
        (FOUR_CARD, "ante"): Fraction(8840827253, 317119576410),
        (FOUR_CARD, "aces-up"): Fraction(12643, 324870),
        (FOUR_CARD, "progressive"): Fraction(1402, 3185),
        (FOUR_CARD, "envy-bonus"): Fraction(-185, 32487),
        (CRAZY, "envy-bonus"): Fraction(-185, 32487),
        (ONEIDA, "ante"): Fraction(8840827253, 317119576410),
        (ONEIDA, "aces-up"): Fraction(1826, 54145),
        (CRAZY, "ante"): Fraction(264142729, 7726058340),
        (CRAZY, "queens-up"): Fraction(9943, 324870),
        (CRAZY, "progressive"): Fraction(1402, 3185),
    }
    assert priced(FOUR_CARD)["ante"].weight == comb(52, 5) * 47 * comb(46, 5)
    assert priced(CRAZY)["ante"].weight == comb(52, 5) * comb(47, 5)


@lru_cache(maxsize=4)
def solved(game_id: str) -> tuple[Playable, Solution]:
    game = playable(game_id)
    odds = crazy_4_poker.ODDS if game.terms.file.procedure == "crazy-4-poker" else four_card_poker.ODDS
    return game, odds.solve(game)


@pytest.mark.parametrize(("game_id", "side"), [(FOUR_CARD, "aces-up"), (ONEIDA, "aces-up"), (CRAZY, "queens-up")])
def test_no_hand_that_a_side_wager_pays_is_folded(game_id: str, side: str) -> None:
    """J.5, M.10.III: a fold may lose the side wagers; the prices leave that out because it never costs a winning one.

    A five-card hand that the progressive pays has three of a kind, a straight or a flush among its best four.
    """
    game, solution = solved(game_id)
    players = ordered(5)
    folded = (solution.taken == solution.choices.index("fold")).any(axis=1)
    values = {ranking().values[level] for level in players.levels[folded].tolist()}
    rows = game.tables[side]
    assert values
    assert not any(test(value, ()) for value in values for _, test, _ in rows)
    assert {value.category for value in values} <= {"high-card", "pair"}


def test_the_choice_is_fold_once_or_all() -> None:
    """Wagers at even money: where a second time the ante is worth having, so is a third."""
    for game_id in (FOUR_CARD, ONEIDA):
        _, solution = solved(game_id)
        used = {solution.choices[number] for number in np.unique(solution.taken)}
        assert used == {"fold", "raise-1x", "raise-3x"}


@lru_cache(maxsize=1)
def rows_by_hand() -> dict[bytes, int]:
    return {hand.tobytes(): row for row, hand in enumerate(ordered(5).cards)}


def choice_for(solution: Solution, player: list[int], shown: int) -> str:
    """What the solution does with real cards: rename the suits until the hand is one of the classes."""
    for names in itertools.permutations(range(4)):
        renamed = sorted((card & ~3) | names[card & 3] for card in player)
        row = rows_by_hand().get(np.array(renamed, np.int8).tobytes())
        if row is not None:
            card = (shown & ~3) | names[shown & 3]
            views = [other for other in range(52) if other not in renamed]
            view = views.index(card) if solution.taken.shape[1] > 1 else 0
            return solution.choices[int(solution.taken[row, view])]
    raise AssertionError(player)


def play_at_the_table(game_id: str, rounds: int, seed: int) -> None:
    """Random rounds, decided by the solution and settled by the procedure: nets and stakes come as often as the price says."""
    game, solution = solved(game_id)
    rng, size = random.Random(seed), game.rules.dealer_cards
    opening = ("ante", "super-bonus") if "super-bonus" in game.terms.wagers else ("ante",)
    came = Counter[tuple[Fraction, Fraction]]()
    for _ in range(rounds):
        deal = rng.sample(range(52), 5 + size)
        choice = choice_for(solution, deal[:5], deal[-1])
        seat = {
            "wagers": dict.fromkeys(opening, 1000),
            "cards": " ".join(map(text, deal[:5])),
            "decisions": [choice],
        }
        played = croupier.settle({"game": game_id, "seats": {"1": seat}, "dealer": " ".join(map(text, deal[5:]))})
        net = sum(line.won - (line.stake - line.returned) for line in played.lines)
        staked = sum(line.stake for line in played.lines if line.wager in (*opening, "play"))
        came[Fraction(net, 1000), Fraction(staked, 1000)] += 1
    due = Counter[tuple[Fraction, Fraction]]()
    for outcome in solution.outcomes:
        due[outcome.net, outcome.staked] += outcome.weight
    total = sum(due.values())
    assert came.keys() <= due.keys()
    common = {key for key, weight in due.items() if weight * rounds > 8 * total}
    square = sum((came[key] - rounds * due[key] / total) ** 2 / (rounds * due[key] / total) for key in common)
    degrees = len(common) - 1
    assert square < degrees + 4 * (2 * degrees) ** 0.5, (square, degrees)


@pytest.mark.parametrize("game_id", [FOUR_CARD, CRAZY])
def test_rounds_at_the_table_end_as_priced(game_id: str) -> None:
    play_at_the_table(game_id, 400, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", [FOUR_CARD, ONEIDA, CRAZY])
def test_many_rounds_at_the_table_end_as_priced(game_id: str) -> None:
    play_at_the_table(game_id, 8000, seed=5)


@pytest.mark.slow
def test_other_houses() -> None:
    """Ties that push: what the rules object says is what is priced."""
    game = playable(FOUR_CARD)
    edges = {}
    for tie in ("win", "push"):
        house = replace(game, rules=answered(game.rules, tie=tie))
        edges[tie] = next(iter(four_card_poker.ODDS.prices(house, "ante"))).house_edge
    assert edges["push"] > edges["win"]
