"""Hands paid by their very cards, and doubles that are rescued: the solver's ends against its own worths, and against the table."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import pytest

from croupier.equipment.randomness import Seeded
from croupier.errors import NotPriced
from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.kernels.blackjack import VALUES, hands
from croupier.odds.shapes.shoe_plan import by_plan, plan_of
from croupier.odds.shapes.shoe_simulation import simulations
from croupier.odds.shapes.shoe_terms import ACES, TENS
from croupier.table.drivers import Chance, Players, run
from croupier.table.playable import Playable
from croupier.table.round import Round

GAME = "ny/blackjack"
HOUSES: dict[str, dict[str, Any]] = {
    "three sevens": {"three-sevens": True},
    "suited 6-7-8": {"suited-6-7-8": True},
    "five cards": {"five-card-21": True},
    "a posted blackjack": {"posted-blackjack": "As Js"},
    "all of them": {"three-sevens": True, "suited-6-7-8": True, "five-card-21": True, "posted-blackjack": "Ad Kd"},
    "rescue": {"decks": 2, "dealing": "hand"},
    "rescue and all": {"decks": 1, "dealing": "hand", "three-sevens": True, "suited-6-7-8": True, "five-card-21": True},
}


def under(name: str) -> Playable:
    return playable(GAME, {"options": HOUSES[name]})


@pytest.mark.clause("ny/blackjack", "5324.11(b)(4)(i)", "5324.11(b)(4)(ii)", "5324.11(b)(4)(iv)", "5324.11(a)(5)(vii)")
@pytest.mark.parametrize("name", ["suited 6-7-8", "rescue and all"])
def test_ends_of_hands_paid_by_their_cards_have_the_mean_of_the_hands_worth(name: str) -> None:
    plan, known, total = plan_of(under(name)), hands(), 0.0
    assert sum(plan.ends.values()) == pytest.approx(1, abs=1e-12)
    for shown in range(VALUES):
        for first, second in combinations_with_replacement(range(VALUES), 2):
            hand = known.place(first, second)
            dealt, left = plan.dealt[shown, hand], plan.left[shown, hand]
            if (first, second) == (ACES, TENS):
                total += dealt * left * float(plan.terms.pays.blackjack)
            else:
                total += dealt * (plan.best(shown, hand, first if first == second else None) - (1 - left))
    assert plan.expected() == pytest.approx(total, abs=1e-12)


@pytest.mark.clause("ny/blackjack", "5324.11(b)(4)(iii)")
def test_one_blackjack_in_sixty_four_is_the_posted_one() -> None:
    plain, posted = (next(analyze(game, "blackjack")) for game in (playable(GAME), under("a posted blackjack")))
    blackjacks = sum(outcome.weight for outcome in plain.outcomes if outcome.outcome == "blackjack")
    gain = Fraction(blackjacks, plain.weight) / 64 / 2
    assert abs((posted.expected - plain.expected) - gain) < Fraction(1, 10**12)


@pytest.mark.parametrize("name", ["all of them", "rescue and all"])
def test_the_table_pays_such_hands_as_often_as_the_price_says(name: str) -> None:
    game = under(name)
    plan, exact = plan_of(game), next(analyze(game, "blackjack"))
    rounds, chance, total, rescued = 2500, Chance(Seeded(7)), 0.0, 0
    for _ in range(rounds):
        round_ = run(Round(game, [1]), chance, Players({1: {"blackjack": 1000}}, by_plan(plan)))
        total += sum(line.net for line in round_.lines) / 1000
        rescued += any(line.outcome == "rescue" for line in round_.lines)
    assert abs(total / rounds - float(exact.expected)) < 4 * (float(exact.variance) / rounds) ** 0.5
    once = [o for o in exact.outcomes if o.outcome == "lose, doubled" and o.net == -1]
    often = sum(outcome.weight for outcome in once) / exact.weight
    assert abs(rescued / rounds - often) < 4 * (max(often, 1e-4) / rounds) ** 0.5 + 0.004, "split hands are rescued too"
    assert (rescued > 0) == ("rescue" in name)


def test_rounds_that_values_alone_do_not_decide_are_not_simulated() -> None:
    with pytest.raises(NotPriced):
        next(iter(simulations(under("five cards"))))
