"""Criss-Cross Poker: values of a decision against every cross at the real table, and the price against a count made apart from us."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from croupier.equipment.cards import cards, deck
from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.card_numbers import numbers
from croupier.odds.cells import Asked, Deal
from croupier.odds.games.criss_cross_poker import ODDS
from croupier.odds.queries import ask
from croupier.odds.shapes.cross import Hole

GAMES = ("ny/criss-cross-poker", "pa/criss-cross-poker")
STAKES = {"ante-across": 2000, "ante-down": 2000}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("hand", "cross"), [("Ah 9d", "8s 3c Kc 2d"), ("7h 6h", "5s 8c 2h 3h"), ("4c 2d", "9s 7c Tc 3d")])
def test_a_middle_bet_is_worth_what_every_centre_nets_at_the_table(game: str, hand: str, cross: str) -> None:
    """The cross is told as it is turned: left and right, then far and near."""
    house, after = playable(game), ("bet-1x", "bet-3x")
    [found] = ask(house, cards(hand), community=cards(cross), after=after)
    left, right, far, near = cards(cross)
    asked = Asked(house, STAKES)
    for weighed in found.advice.choices:
        nets = [
            asked.settled(Deal(tuple(cards(hand)), (), (far, left, centre, right, near), (*after, weighed.choice))).net
            for centre in deck()
            if centre not in (*cards(hand), left, right, far, near)
        ]
        assert weighed.value == Fraction(sum(nets), len(nets) * 2000), weighed.choice


def test_a_down_bet_is_worth_the_best_middle_bet_after_every_far_and_near_card() -> None:
    """The kernel's sum against one made card by card from what a middle bet is worth, which the test above holds to the table."""
    house, hand, seen = playable("pa/criss-cross-poker"), cards("Jh 9h"), cards("8s 2c")
    [found] = ask(house, hand, community=seen, after=("bet-1x",))
    figures = ODDS.plan(house, 2000).figures
    across, down, _, times, _, _, last = figures.scaled
    known = Hole.of(numbers(hand), figures, across, down)
    rest = [number for number in range(52) if number not in numbers((*hand, *seen))]
    for bet, weighed in enumerate(found.advice.choices[:3]):
        total = 0
        for pair in itertools.combinations(rest, 2):
            worth = ODDS.centres(known, [*numbers(seen).tolist(), *pair], figures, [0, bet])
            total += max(46 * int(last[0, bet]), int(worth.max()))
        assert weighed.choice == f"bet-{times[bet]}x" and weighed.value == Fraction(total, 1128 * 46)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_edge_is_that_of_a_count_made_apart(game: str) -> None:
    """8.6571% of one ante and 1.4764% of all that is staked, by a program that shares nothing with this one."""
    [price] = analyze(playable(game), wager="ante-across")
    assert round(100 * float(price.house_edge), 4) == 8.6571
    assert round(100 * float(price.element_of_risk), 4) == 1.4764


@pytest.mark.slow
def test_a_bonus_that_a_later_fold_loses_is_dearer() -> None:
    prices = {game: next(iter(analyze(playable(game), wager="five-card-bonus"))) for game in GAMES}
    assert round(100 * float(prices["pa/criss-cross-poker"].house_edge), 3) == 3.534
    assert prices["ny/criss-cross-poker"].house_edge > prices["pa/criss-cross-poker"].house_edge
