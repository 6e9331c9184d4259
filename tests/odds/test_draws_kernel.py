"""Lunar Poker's kernel: held against the real table under plans that nobody would play, and against the price under the best one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.errors import Gap, NotPriced
from croupier.games.registry import playable
from croupier.odds.games.lunar_poker import ODDS
from croupier.odds.kernels import draws, sim_draws, six_against
from croupier.odds.kernels.combinations import KINDS, combination_of_level, kind_of
from croupier.odds.kernels.five_cards import ordered
from croupier.odds.kernels.randomness import DECK, Stream, deal_by_places, key_of, two_more
from croupier.odds.kernels.six_sweep import six
from croupier.odds.shapes.draws_plan import SIX_RANKS, Kept, Plan, as_words, by_card, keep, kept, kinds_of_six
from croupier.odds.shapes.draws_simulation import simulations
from croupier.odds.shipped import prices_of
from croupier.odds.simulate import simulate
from croupier.odds.simulation import Simulation
from croupier.table.drivers import Chance, run
from croupier.table.playable import Playable
from croupier.table.round import Round
from tests.odds.test_kernels_at_the_table import (
    Chips,
    Equipment,
    other_answers,
    settled,
    stakes,
    told_otherwise,
)
from tests.support.driving import answered, house_variants

GAME = "pa/lunar-poker"


@cache
def any_plan(seed: int) -> Plan:
    """Bet, buy and fold at random, and bet or fold six cards at random: a plan that comes to every end."""
    rng = np.random.default_rng(seed)
    of_level = combination_of_level()
    bets = rng.integers(0, 1 << 52, 2598960, np.uint64)
    looks = np.stack([bets, ~bets & rng.integers(0, 1 << 52, len(bets), np.uint64)], axis=1)
    at_sight = np.where(of_level > 8, sim_draws.DECLARES, np.where(of_level > 6, sim_draws.BUYS, sim_draws.LOOKS)).astype(
        np.uint8
    )
    sure = rng.choice([sim_draws.MIXED, sim_draws.ALWAYS, sim_draws.NEVER], len(of_level), p=[0.6, 0.3, 0.1]).astype(np.uint8)
    sure[of_level > 4] = sim_draws.ALWAYS
    single = np.tile(at_sight, (2, 13, 1))
    return Plan(single, looks, sure, rng.integers(0, 1 << 63, (SIX_RANKS, 13), np.uint64))


def under_any_plan(game: Playable, seed: int = 1) -> Simulation:
    return next(simulations(ODDS, game, any_plan(seed)))


def test_the_table_settles_the_kernels_rounds_to_the_same_cent_under_a_plan_that_comes_to_every_end() -> None:
    game = playable(GAME)
    simulation = under_any_plan(game)
    assert next(told_otherwise(game, simulation, 400, 21), None) is None
    counts = simulation.work().count(3, 0, 200_000)
    reached = {end.outcome for place, end in simulation.sections[0].ends.items() if counts[place]}
    for words in ("fold", "bought, fold", "bet, dealer does not qualify", "bought, fails again", "bought, lose, forced"):
        assert words in reached


def houses() -> Iterator[Any]:
    """Choices left to the house, and answers that a rulebook could give."""
    game = playable(GAME)
    for house in house_variants(GAME):
        yield pytest.param(lambda house=house: playable(GAME, house), id=str(house), marks=pytest.mark.slow)
    for question, value in other_answers(game):
        rules, marks = answered(game.rules, **{question: value}), [] if question == "tie" else [pytest.mark.slow]
        yield pytest.param(lambda rules=rules: replace(playable(GAME), rules=rules), id=f"{question} {value}", marks=marks)


@pytest.mark.parametrize("house", list(houses()))
def test_other_houses_and_other_answers_are_followed_or_refused(house: Any) -> None:
    game = house()
    try:
        simulation = under_any_plan(game)
    except (NotPriced, Gap):  # refused; or the file has no row to pay such a win by
        return
    assert next(told_otherwise(game, simulation, 40, 22), None) is None


def test_further_cards_are_two_of_the_rest_without_favour() -> None:
    counts, rounds = np.zeros((2, 52)), 6_000
    for index in range(rounds):
        dealt, drawn = deal_by_places(key_of(5), np.uint64(index), sim_draws.CARDS, DECK)
        hand = [int(dealt) >> 6 * place & 63 for place in range(sim_draws.CARDS)]
        further = [int(card) for card in two_more(key_of(5), np.uint64(index), drawn, sim_draws.CARDS, DECK)]
        assert len({*hand, *further}) == sim_draws.CARDS + 2
        counts[[0, 1], further] += 1
    expected = rounds / 52
    assert ((((counts - expected) ** 2) / expected).sum(axis=1) < 100).all()  # 51 degrees of freedom


@pytest.mark.slow
def test_six_cards_meet_the_dealers_hands_that_counting_one_by_one_finds() -> None:
    """Of every kind of hand a few, each with a card shown: by ranks and flushes, and hand by hand."""
    rng, more, qualifying = random.Random(6), six(), ODDS.terms(playable(GAME)).qualifying
    rows = np.array([rng.choice(np.flatnonzero(more.kinds // KINDS == first)) for first in range(11) for _ in range(4)])
    tally = np.zeros((len(rows), 46, 3), np.int32)
    hands, levels = more.cards[rows], more.levels[rows]
    six_against.against(hands, six_against.by_ranks(hands), 0, len(rows), levels, *six_against.tables(qualifying), tally)
    for hand, level, found in zip(hands.tolist(), levels.tolist(), tally, strict=True):
        view = rng.randrange(46)
        shown = [number for number in range(52) if number not in hand]
        rest = np.array([number for number in shown if number != shown[view]])
        expected = list(draws.against(shown[view], rest, level, qualifying))
        assert found[view].tolist() == (expected if level >= qualifying else [expected[0], 0, 0]), (hand, shown[view])


def test_kinds_of_six_cards_are_found_by_ranks_and_the_suit_of_five() -> None:
    rng, kinds = random.Random(9), kinds_of_six()
    for turn in range(600):
        hand = rng.sample(range(turn % 3, 52, 1 if turn % 2 else 2), 6)
        word = np.uint64(sum(card << 6 * n for n, card in enumerate(hand)))
        suits = [card & 3 for card in hand]
        suit = next((suit for suit in range(4) if suits.count(suit) >= 5), sim_draws.NO_SUIT)
        place, mask = sim_draws.place_and_mask(word, suit)
        assert kinds[place, mask] == kind_of(np.array(hand), 6, combination_of_level())


def test_a_kept_plan_that_is_damaged_is_found_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    assert kept(b"plan") is None
    keep(b"plan", Kept(*(np.arange(40) + place for place in range(len(Kept._fields)))))
    found = kept(b"plan")
    assert found is not None and found[-1][0] == len(Kept._fields) - 1
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    for spoilt in (b"", whole[:60], whole[:-30], whole[:90] + b"!" * 20 + whole[110:], b"not a plan"):
        path.write_bytes(spoilt)
        assert kept(b"plan") is None, spoilt[:60]


def test_views_and_cards_are_the_same_bits() -> None:
    hands = ordered().cards[::5000]
    chosen = np.random.default_rng(2).random((len(hands), 47)) < 0.5
    for hand, row, word in zip(hands.tolist(), chosen, by_card(as_words(chosen), hands).tolist(), strict=True):
        shown = [card for card in range(52) if card not in hand]
        assert word == sum(1 << card for card, is_chosen in zip(shown, row, strict=True) if is_chosen)


@pytest.mark.slow
def test_the_simulated_edge_is_the_exact_one_and_so_is_the_supers() -> None:
    game = playable(GAME)
    known = {(price.wager, price.paytable): price for price in prices_of(game) or ()}
    found = simulate(game, 20_000_000, 31)
    assert len(found) == 2
    for price in found:
        exact = known[price.wager, price.paytable]
        assert abs(float(price.house_edge - exact.house_edge)) < 4 * price.standard_error
        assert abs(float(price.staked - exact.staked)) < 0.002
        assert (price.strategy, price.readings) == (exact.strategy, exact.readings)
        weights = {outcome.outcome: outcome.weight / exact.weight for outcome in exact.outcomes}
        for outcome in price.outcomes:
            expected = weights[outcome.outcome] * price.rounds
            assert abs(outcome.weight - expected) < 5 * expected**0.5 + 5, outcome.outcome


@pytest.mark.slow
def test_the_kernel_decides_as_whoever_weighs_each_choice_of_a_seat_does() -> None:
    game = playable(GAME)
    (simulation,) = ODDS.simulations(game)
    wagers, strategy = stakes(game, simulation), ODDS.best(game)
    for index in range(120):
        ends, hands = simulation.ends_of(33, index), ODDS.dealt(33, index, simulation)
        every = {1: wagers}
        round_ = run(Round(game, every), Equipment(game, hands=hands), Chips(game, every, strategy), Chance(Stream(0, 0)))
        for wager, (net, _) in settled(game, simulation, round_).items():
            assert net == ends[wager].net * wagers[wager], (index, wager, round_.written())
