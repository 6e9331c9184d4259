"""Blackjack switch: the price of two hands, the wager on four cards, and the kernel that plays both."""

from __future__ import annotations

from dataclasses import replace
from math import comb

import numpy as np
import pytest

from croupier.errors import NotPriced
from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.kernels import sim_two_boxes as kernel
from croupier.odds.kernels.randomness import key_of
from croupier.odds.price import Price
from croupier.odds.shapes.shoe_plan import plan_of
from croupier.odds.shapes.two_boxes import from_whole_shoe, switches
from croupier.odds.simulate import beside_exact, simulate, simulations
from tests.support.driving import answered

GAME = "ny/blackjack-switch"


def price(wager: str, **options: object) -> Price:
    (found,) = analyze(playable(GAME, {"options": options}), wager)
    return found


@pytest.mark.parametrize(("decks", "published"), [(6, 0.0255), (8, 0.0264)])
def test_the_match_wager_by_counted_figures(decks: int, published: float) -> None:
    assert float(price("match", decks=decks).house_edge) == pytest.approx(published, abs=5e-5)


@pytest.mark.slow
def test_the_main_game_by_published_figures_and_by_twenty_million_rounds_of_another_program() -> None:
    """Six decks, soft 17 drawn to: 0.58% is published for play by totals, and a program of its own came to 0.548% (error 0.019%).

    It played hands as from the whole shoe, which costs a little. Where the dealer stands on soft 17 it came to 0.163%.
    """
    drawn, stood = (float(price("blackjack-1", **{"dealer-hits-soft-17": hits}).house_edge) for hits in (True, False))
    assert drawn == pytest.approx(0.005408, abs=2e-6) and drawn < 0.0058
    assert stood == pytest.approx(0.001420, abs=2e-6)
    assert abs(drawn - 0.00548) < 4 * 0.00019 and abs(stood - 0.00163) < 4 * 0.00019


# The kernel


@pytest.mark.slow
def test_totals_do_not_depend_on_the_split() -> None:
    work = simulations(playable(GAME))[0].work()
    whole = work.count(11, 0, 100_003)
    assert (work.count(11, 40_000, 100_003) + work.count(11, 0, 40_000) == whole).all()
    assert whole.sum() == 2 * 100_003, "both boxes in one place, and the wager on four cards in another"


@pytest.mark.parametrize("rounds", [2_000_000, pytest.param(60_000_000, marks=pytest.mark.slow)])
def test_the_simulation_agrees_with_the_price(rounds: int) -> None:
    """The kernel plays by totals and switches by the whole shoe, which costs less than an error of so many rounds shows."""
    game = playable(GAME)
    main, match = beside_exact(game, simulate(game, rounds, 2026))
    assert main.exact is not None and main.off is not None and match.off is not None
    assert abs(match.off) < 4 and abs(main.off) < 4
    assert main.house_edge > main.exact - 4 * main.standard_error
    assert match.weight == main.weight == rounds


def test_a_switch_by_the_whole_shoe_is_hardly_ever_another() -> None:
    """About one deal in three is switched; never one whose cards would be the same."""
    plan = plan_of(playable(GAME), by_total=True)
    beside = from_whole_shoe(plan)
    chance, kept = switches(plan.terms, beside.worth, beside.switched)
    assert chance.sum() == pytest.approx(1) and (chance * ~kept).sum() == pytest.approx(0.354, abs=0.002)
    _, first, second, third, fourth = np.indices(kept.shape)
    assert kept[(first == second) | (third == fourth)].all()


def test_ranks_of_tens_fall_as_from_the_shoe() -> None:
    """Each of four ranks as often as the next, and two alike a little less often than one time in four."""
    shoe, rounds, found = simulations(playable(GAME))[0].tables[-2], 20_000, np.zeros(4, np.int64)
    ranks, pairs = np.zeros(4), 0
    for index in range(rounds):
        kernel.ranks_of_tens(key_of(5), np.uint64(index), shoe, found)
        ranks[found[3]] += 1
        counts = np.bincount(found, minlength=4)
        pairs += sum(comb(int(count), 2) for count in counts)
        assert kernel.alike_among_tens(key_of(5), np.uint64(index), shoe, 4) == sum(comb(int(count), 2) for count in counts)
    assert ((ranks - rounds / 4) ** 2 / (rounds / 4)).sum() < 24  # 3 degrees of freedom: one in 40,000 is above 24
    expected = 6 * rounds * 23 / 95
    assert abs(pairs - expected) < 4.5 * (6 * rounds * 23 / 95 * 72 / 95) ** 0.5


def test_what_the_kernel_does_not_know_is_played_at_the_table_or_refused() -> None:
    game = playable(GAME)
    doubled_later = replace(game, rules=answered(game.rules, double_on="any-number-of-cards"))
    assert simulations(doubled_later) == []
    with pytest.raises(NotPriced, match="dealer's 22"):
        simulations(playable(GAME, {"options": {"hole-card": "after-the-players"}}))
