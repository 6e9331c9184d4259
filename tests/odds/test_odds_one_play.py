"""Three cards, three community cards and one play: small packs played out at the real table, and figures counted apart from us."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import perm

import pytest

from croupier.equipment.cards import Card, cards, deck
from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.cells import Asked, Deal, layout
from croupier.odds.posted import with_posted
from croupier.odds.queries import ask
from croupier.odds.reference import Reference
from croupier.odds.shapes import odds_of
from croupier.odds.shapes.one_play import OnePlay
from croupier.rules.payouts import Payout
from croupier.table.playable import Playable
from tests.odds.test_exact_at_the_table import registered

RAISE, FLOP = "pa/raise-it-up-stud", "pa/flop-poker"
GAMES = registered("raise-it-up-stud", "flop-poker")
SMALL = cards("9c 9d Tc Jc Jd Qc Kc Ac")
"""A royal flush, straights, two pair, pairs that pay and that lose."""
LIKE = cards("Ac Kc Qc Ad Kd Qd Jh 7s 2h")
"""Hands of two players that are worth the same, and others."""


def shape(game: Playable) -> OnePlay:
    found: OnePlay = odds_of(game.terms.file.procedure)
    return found


def played_out(game: Playable) -> Counter[tuple[Fraction, Fraction]]:
    """All deals of a pack, each decision the one that nets the most over the deals that may come: every net is a real round's."""
    odds, stakes = shape(game), layout(game, shape(game).wagers[0])
    asked, unit = Asked(game, stakes, only=odds.wagers), stakes[odds.wagers[0]]
    choices = odds.choices(game)

    @cache
    def settled(hand: frozenset[Card], board: frozenset[Card], words: tuple[str, ...]) -> tuple[int, int]:
        deal = Deal(tuple(sorted(hand, key=str)), (), tuple(sorted(board, key=str)), words)
        return asked.settled(deal)[:2]

    def boards(hand: frozenset[Card], seen: tuple[Card, ...]) -> list[tuple[Card, ...]]:
        rest = [card for card in game.pack if card not in hand and card not in seen]
        return list(itertools.permutations(rest, 3 - len(seen)))

    @cache
    def best(hand: frozenset[Card], seen: tuple[Card, ...]) -> tuple[int, tuple[str, ...]]:
        """What the best choice nets over all orders of the cards to come, and the words that end the round; none to wait."""
        waited, last = (odds.waits,) * len(seen), len(seen) == len(choices) - 1
        orders = boards(hand, seen)
        if last:
            end = (odds.fold,)
            found: list[tuple[int, tuple[str, ...]]] = [
                (sum(settled(hand, frozenset((*seen, *more)), (*waited, *end))[0] for more in orders), end)
            ]
        else:
            rest = [card for card in game.pack if card not in hand and card not in seen]
            found = [(sum(best(hand, (*seen, card))[0] for card in rest), ())]
        for word in choices[len(seen)]:
            worth = sum(settled(hand, frozenset((*seen, *more)), (*waited, word))[0] for more in orders)
            found.append((worth, (word,)))
        most = max(worth for worth, _ in found)
        return next((worth, word) for worth, word in reversed(found) if worth == most)

    ends: Counter[tuple[Fraction, Fraction]] = Counter()
    for three in itertools.combinations(game.pack, 3):
        hand = frozenset(three)
        for board in boards(hand, ()):
            seen: tuple[Card, ...] = ()
            while not (word := best(hand, seen)[1]):
                seen = board[: len(seen) + 1]
            net, staked = settled(hand, frozenset(board), (*(odds.waits,) * len(seen), *word))
            ends[Fraction(net, unit), Fraction(staked, unit)] += 1
    return ends


@pytest.mark.parametrize("game_id", GAMES)
def test_a_small_pack_played_out_at_the_real_table(game_id: str) -> None:
    game = replace(playable(game_id), pack=tuple(SMALL))
    found: Counter[tuple[Fraction, Fraction]] = Counter()
    for outcome in shape(game).plan(game).price().outcomes:
        found[outcome.net, outcome.staked] += outcome.weight
    assert found == played_out(game)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_deal_is_counted_once(game_id: str) -> None:
    price, *_ = analyze(playable(game_id), "ante")
    assert sum(outcome.weight for outcome in price.outcomes) == 22_100 * perm(49, 3)


def test_the_edge_is_that_of_a_count_made_apart() -> None:
    """3.5022% of one ante and 1.057% of all that is staked, 35.3% folded, by a program that shares nothing with this one."""
    price, *_ = analyze(playable(RAISE), "ante")
    assert round(100 * float(price.house_edge), 4) == 3.5022
    assert round(100 * float(price.element_of_risk), 3) == 1.057
    folded = sum(outcome.weight for outcome in price.outcomes if outcome.outcome.startswith("fold"))
    assert round(100 * folded / (22_100 * perm(49, 3)), 1) == 35.3


@pytest.mark.parametrize(
    ("wager", "returns"),
    [("pair-plus", ("97.68", "96.51", "94.43", "92.72")), ("six-card-bonus", ("89.78", "84.72", "93.26", "91.44"))],
)
def test_side_wagers_return_what_was_counted_apart(wager: str, returns: tuple[str, ...]) -> None:
    assert tuple(f"{100 - 100 * float(price.house_edge):.2f}" for price in analyze(playable(RAISE), wager)) == returns


@pytest.mark.parametrize(("hand", "community"), [("9h 8h 2c", "Ts Kd"), ("4c 2d 7s", "Jh 3d")])
def test_a_last_play_is_worth_what_every_sixth_street_nets_at_the_table(hand: str, community: str) -> None:
    game, own, seen = playable(RAISE), tuple(cards(hand)), tuple(cards(community))
    [found] = ask(game, own, community=seen)
    asked = Asked(game, {"ante": 2000, "blind": 2000})
    for weighed in found.advice.choices:
        words = ("check", "check", weighed.choice)
        nets = [asked.settled(Deal(own, (), (*seen, last), words)).net for last in deck() if last not in (*own, *seen)]
        assert weighed.value == Fraction(sum(nets), len(nets) * 2000), weighed.choice


def test_the_best_play_wager_is_always_the_largest_of_its_street() -> None:
    """Nets are linear in the play wager: of two sizes the larger is best, or waiting is."""
    price, *_ = analyze(playable(RAISE), "ante")
    staked = {outcome.staked for outcome in price.outcomes if not outcome.outcome.startswith("fold")}
    assert staked == {Fraction(3), Fraction(4), Fraction(5)}


def test_a_chip_that_nobody_folded_would_return_what_was_counted_apart() -> None:
    """Fixed rows of 12,020 in 22,100 and one hand for the meter; a fold takes the rest of what the price is above that."""
    whole = 1 - Fraction(12_020 + 1_000, 22_100)
    price = next(analyze(playable(RAISE), "progressive"))
    assert price.meter is not None and (price.meter.stands_at, price.meter.per_dollar) == (100_000, Fraction(1, 22_100))
    assert whole < price.house_edge < whole + Fraction(1, 20)


@pytest.mark.slow
def test_a_fold_forfeits_the_chip_as_often_as_at_the_table() -> None:
    """The best play at the real table, another way to count: within four standard errors of the hands that the chip is paid for."""
    game, rounds = playable(RAISE), 6000
    totals = Reference(game).work().count(3, 0, rounds)
    found = next(p for p in Reference(game).prices(totals, rounds=rounds, seed=3) if p.wager == "progressive")
    hits = float(next(analyze(game, "progressive")).hit_rate)
    assert hits < 784 / 22_100  # all hands from a straight up
    assert abs(float(found.hit_rate) - hits) < 4 * (hits * (1 - hits) / rounds) ** 0.5


def test_flop_poker_costs_what_was_counted_apart_and_what_is_published_for_straights_at_11_to_1() -> None:
    """6.4851% of the ante as the text pays, 86.4% of all hands played, by a program that shares nothing with this one."""
    game = playable(FLOP)
    price, *_ = analyze(game, "ante")
    assert round(100 * float(price.house_edge), 4) == 6.4851
    folded = sum(outcome.weight for outcome in price.outcomes if outcome.outcome.startswith("fold"))
    assert round(100 - 100 * folded / (22_100 * perm(49, 3)), 1) == 86.4
    posted = game.terms.chosen["flop"]
    better = with_posted(game, replace(posted, rows={**posted.rows, "straight": Payout.parse("11:1")}))
    assert round(100 * float(shape(better).plan(better).price().house_edge), 4) == 5.4237


def test_the_three_card_bonus_returns_what_was_counted_apart() -> None:
    [price] = analyze(playable(FLOP), "three-card-bonus")
    assert f"{100 - 100 * float(price.house_edge):.2f}" == "94.62"


@pytest.mark.slow
def test_a_pot_between_two_players_played_out_at_the_real_table() -> None:
    """Every deal of a small pack: as many are won, shared and lost as counted, whoever folds."""
    game = replace(playable(FLOP, {"options": {"dealing": "automated-shoe"}}), pack=tuple(LIKE))  # no burn
    asked = Asked(game, layout(game, "pot"), only=["pot"])
    found: Counter[Fraction] = Counter()
    for hand in itertools.combinations(game.pack, 3):
        rest = [card for card in game.pack if card not in hand]
        for other in itertools.combinations(rest, 3):
            board = tuple(card for card in rest if card not in other)
            settled = asked.settled(Deal(hand, (), board, ("bet",), other=other))
            found[Fraction(settled.net, settled.staked)] += 1
    [price] = shape(game).prices(game, "pot")
    assert {outcome.net: outcome.weight for outcome in price.outcomes} == found
    assert len(found) == 3 and price.house_edge == 0
