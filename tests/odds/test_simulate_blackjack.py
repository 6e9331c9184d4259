"""Blackjack by its kernel: the exact price of the same strategy, end by end, and what a cutting card does to it."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from croupier.cli.main import app
from croupier.errors import BadInput
from croupier.games.procedure import decks_without_ranks
from croupier.games.registry import playable
from croupier.odds.kernels import sim_blackjack as kernel
from croupier.odds.kernels.randomness import key_of
from croupier.odds.kernels.sim_blackjack_shoe import SESSION, follow
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.shoe_plan import plan_of
from croupier.odds.shapes.shoe_simulation import drawn, drawn_from_a_shoe, shoe_of
from croupier.odds.simulate import count_in_blocks, simulate, simulations
from croupier.odds.simulation import CuttingCard, KernelWork, Simulation

GAMES = ["cincinnati/blackjack", "cincinnati/free-bet-blackjack"]
ONE_DECK, SIX_DECKS = 0.001216, 0.000211
"""What a cutting card adds to the edge, counted on a GPU: after half of one deck, and after 75% of six decks."""


@pytest.mark.parametrize("name", GAMES)
def test_totals_do_not_depend_on_the_split(name: str) -> None:
    work = simulations(playable(name))[0].work()
    whole = work.count(11, 0, 200_003)
    for parts in (2, 7):
        edges = [200_003 * part // parts for part in range(parts + 1)]
        assert (sum(work.count(11, edges[part], edges[part + 1]) for part in reversed(range(parts))) == whole).all()
    assert whole.sum() == 200_003


def test_a_pack_without_tens_is_solved_and_dealt_without_them() -> None:
    """Court cards alone count ten there: twelve of 48 in every deck, in the solver and in the kernel's rounds."""
    whole = playable(GAMES[0])
    game = replace(whole, pack=tuple(decks_without_ranks(SimpleNamespace(decks=6, ranks_removed=(10,)))))
    assert plan_of(game).terms.shoe == (24,) * 9 + (72,)
    (simulation,) = simulations(game)
    fell = [held for index in range(20) for held in drawn(1, index, simulation)]
    assert {*fell} <= {*game.pack}
    assert any(held.rank == 10 for index in range(20) for held in drawn(1, index, simulations(whole)[0]))


def test_cards_fall_as_from_a_shuffled_shoe() -> None:
    (simulation,) = simulations(playable(GAMES[0]))
    shoe, rounds, cards = simulation.tables[0], 40_000, 9
    seen, pairs = np.zeros((cards, 10)), np.zeros((10, 10))
    found = np.zeros(cards, np.int64)
    for index in range(rounds):
        kernel.drawn(key_of(3), np.uint64(index), shoe, found)
        seen[range(cards), found] += 1
        pairs[found[0], found[-1]] += 1
    held = np.array(plan_of(playable(GAMES[0]), by_total=True).terms.shoe, float)
    expected = rounds * held / held.sum()
    assert (((seen - expected) ** 2 / expected).sum(axis=1) < 40).all()  # 9 degrees of freedom: one in 100,000 is above 40
    expected = rounds * (np.outer(held, held) - np.diag(held)) / (held.sum() * (held.sum() - 1))
    assert abs(((pairs - expected) ** 2 / expected).sum() - 99) < 4.5 * (2 * 99) ** 0.5


def test_one_deck_never_gives_a_fifth_ace() -> None:
    shoe = shoe_of(replace(plan_of(playable(GAMES[0]), by_total=True).terms, shoe=(*[4] * 9, 16)))
    found = np.zeros(52, np.int64)
    for index in range(200):
        kernel.drawn(key_of(8), np.uint64(index), shoe, found)
        assert np.bincount(found, minlength=10).tolist() == [4] * 9 + [16]


@pytest.mark.parametrize("name", GAMES)
def test_simulation_agrees_with_the_exact_price_of_the_same_strategy_end_by_end(name: str) -> None:
    game, rounds = playable(name), 4_000_000
    plan = plan_of(game, by_total=True)
    (simulation,) = simulations(game)
    (price,) = simulation.prices(simulation.work().count(2026, 0, rounds), rounds=rounds, seed=2026)
    assert abs(float(price.house_edge) + plan.expected()) < 4 * price.standard_error
    counted = {(one.outcome, one.net, one.staked): one.weight for one in price.outcomes}
    split = sum(weight for (outcome, _, _), weight in counted.items() if outcome.startswith("split"))
    chances = {key: chance for key, chance in plan.ends.items() if not key[0].startswith("split")}
    assert {key for key in counted if not key[0].startswith("split")} <= chances.keys()
    for key, chance in chances.items():
        assert abs(counted.get(key, 0) - rounds * chance) < 4.5 * (rounds * chance * (1 - chance)) ** 0.5 + 1, key
    rest = 1 - sum(chances.values())
    assert abs(split - rounds * rest) < 4.5 * (rounds * rest) ** 0.5


# From a shoe with a cutting card


def from_a_shoe(name: str, penetration: str = "3/4", players: int = 1) -> Simulation:
    (simulation,) = simulations(playable(name), CuttingCard(Fraction(penetration), players))
    return simulation


@pytest.mark.parametrize("name", GAMES)
def test_totals_from_a_shoe_do_not_depend_on_the_split(name: str) -> None:
    rounds = 10 * SESSION + 77
    work = from_a_shoe(name, players=2).work()
    whole = work.count(11, 0, rounds)
    for edges in ([0, 5, rounds], [0, SESSION, 3 * SESSION - 1, 3 * SESSION + 1, rounds]):
        parts = itertools.pairwise(edges)
        assert (sum(work.count(11, first, last) for first, last in parts) == whole).all()
    with ThreadPoolExecutor(3) as threads:
        counted, done = count_in_blocks(work, rounds, 11, threads, lambda _: None, block=9973)
    assert done == rounds and (counted == whole).all()


def followed(simulation: Simulation, seed: int) -> tuple[Array, Array, Array]:
    """A session's rounds: their places, where their shoes began, and the cards out before."""
    places, starts, dealt = (np.zeros(SESSION, np.int64) for _ in range(3))
    follow(key_of(seed), 0, places, starts, dealt, *simulation.tables)
    return places, starts, dealt


@pytest.mark.slow
def test_a_shoe_is_dealt_until_the_cutting_card_has_come_out() -> None:
    """234 of 312 cards stand above it: as long as none of the others has fallen another round is dealt."""
    simulation = from_a_shoe(GAMES[0])
    places, starts, dealt = followed(simulation, 7)
    assert (np.bincount(places, minlength=simulation.size) == simulation.work().count(7, 0, SESSION)).all()
    rounds = np.arange(SESSION)
    new = starts == rounds
    assert new[0] and (starts[~new] == starts[np.flatnonzero(~new) - 1]).all()
    assert (dealt[new] == 1).all(), "the first card of a shoe is burned"
    assert (dealt[~new] > dealt[np.flatnonzero(~new) - 1] + 3).all()
    last = np.flatnonzero(new)[1:] - 1
    assert dealt.max() <= 234 and (dealt[last] > 234 - 30).all()
    assert 40 < SESSION / new.sum() < 46, "5.4 cards a round"


def test_a_cutting_card_before_the_first_card_makes_every_round_the_first() -> None:
    simulation = from_a_shoe(GAMES[0], "1/1000")
    _, starts, dealt = followed(simulation, 7)
    assert (starts == np.arange(SESSION)).all() and (dealt == 1).all()


def test_the_cards_of_a_shoe_are_dealt_once() -> None:
    """To the last card: those of a session's first shoe, all told, are the shoe."""
    simulation = from_a_shoe(GAMES[0])
    cards = drawn_from_a_shoe(3, 0, simulation)
    _, first = next(cards)
    assert len(first) == 311  # one is burned
    for _, left in itertools.islice(cards, 30):
        assert first[-len(left) :] == left
    assert max(Counter(map(str, first)).values()) == 6


def test_where_cards_run_out_those_of_the_round_stay_out() -> None:
    """One deck to the last card but one, seven players: many a round is finished from the discards, and none goes on for ever."""
    game = playable(GAMES[0], {"options": {"decks": 1, "dealing": "hand"}})
    (simulation,) = simulations(game, CuttingCard(Fraction(51, 52), 7))
    _, starts, dealt = followed(simulation, 1)
    assert dealt.max() <= 51 and 1 < SESSION / len(set(starts.tolist())) < 4
    shoe = simulation.tables[1]
    ace = sum(1 << kernel.COUNT_BITS * place for place in range(kernel.COUNTS_A_WORD))  # an ace is in every count
    state: tuple[Any, ...] = (0, 0, 0, ace, ace, ace, ace)  # all that was left in the shoe when the round began
    values = []
    for _ in range(52):
        typed = [value if place == 1 else np.uint64(value) for place, value in enumerate(state)]
        value, state = kernel.draw(key_of(1), np.uint64(0), tuple(typed), shoe)
        values.append(value)
    assert values[0] == kernel.ACES
    assert np.bincount(values[1:]).tolist() == [3, *[4] * 8, 16], "all but the ace on the table have come back"


# Six decks, the dealer stands on all seventeens, doubles after a split: one a seed, the edge of a full shoe is exact.
STANDS = {"options": {"decks": 6, "dealer-hits-soft-17": False}}


def effect(house: dict[str, Any], penetration: str, rounds: int, seed: int) -> tuple[float, float]:
    """What a cutting card adds to the house edge of the same strategy from a full shoe, and its standard error."""
    game = playable(GAMES[0], house)
    (price,) = simulate(game, rounds, seed, cutting_card=CuttingCard(Fraction(penetration)))
    return float(price.house_edge) + plan_of(game, by_total=True).expected(), price.standard_error


def test_a_cutting_card_helps_the_house_most_where_a_deck_is_small() -> None:
    """Rounds of few cards are rounds of high ones, and more of them fit above the cutting card when they come first."""
    found, error = effect({"options": {"decks": 1}}, "1/2", 20_000_000, 3)
    assert abs(found - ONE_DECK) < 4 * error


def test_without_a_cutting_card_to_wait_for_there_is_no_effect() -> None:
    found, error = effect(STANDS, "1/1000", 4_000_000, 3)
    assert abs(found) < 4 * error


@pytest.mark.slow
def test_the_cutting_card_of_six_decks() -> None:
    """As `docs/performance.md` has it, from many more rounds on a GPU."""
    found, error = effect(STANDS, "3/4", 400_000_000, 3)
    assert abs(found - SIX_DECKS) < 4 * error


def test_the_command_says_where_the_cutting_card_stands(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", GAMES[0], "--penetration", "75%", "--players", "2", "--rounds", "20000", "--json"]
    app(words, standalone_mode=False)
    answer = json.loads(capsys.readouterr().out)
    assert (answer["shuffler"], answer["penetration"], answer["players"]) == ("shoe", 0.75, 2)
    assert "75% of the shoe, the first of 2 players" in answer["wagers"][0]["note"]
    assert answer["wagers"][0]["rounds"] == sum(outcome["weight"] for outcome in answer["wagers"][0]["outcomes"]) == 20_000
    app(["simulate", GAMES[0], "--shuffler", "continuous", "--rounds", "20000", "--json"], standalone_mode=False)
    answer = json.loads(capsys.readouterr().out)
    assert answer["shuffler"] == "continuous" and "a full shoe every round" in answer["wagers"][0]["note"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--penetration", "0"], "above 0%"),
        (["--penetration", "100%"], "below 100%"),
        (["--penetration", "deep"], "a percentage"),
        (["--penetration", "75%", "--players", "8"], "--players 8: from 1 to 7"),
        (["--penetration", "75%", "--shuffler", "continuous"], "no cutting card"),
        (["--shuffler", "shoe"], "--penetration"),
        (["--shuffler", "washing"], "continuous or shoe"),
        (["--players", "2"], "--penetration"),
    ],
)
def test_the_command_refuses_a_cutting_card_that_cannot_be(words: list[str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        app(["simulate", GAMES[0], "--rounds", "10", *words], standalone_mode=False)


ON_A_SIMULATED_GPU = """
import json, sys
from croupier.odds.kernels import gpu
from croupier.odds.simulation import KernelWork
import numpy as np
gpu.THREADS, gpu.blocks = 8, lambda: 3
kernel, tables, size, length = json.load(sys.stdin)
if length:
    from croupier.odds.kernels import sim_blackjack_shoe
    sim_blackjack_shoe.SESSION = length
work = KernelWork(kernel, tuple(np.array(values, kind) for kind, values in tables), size)
print(json.dumps(gpu.count_on_gpu(work, 300, 7, lambda done: None, launch=200)[0].tolist()))
"""


def on_a_simulated_gpu(work: KernelWork, length: int = 0) -> list[int]:
    """Three hundred rounds, from sessions of `length`. The tables are sent: a plan takes too long without a compiler."""
    tables = [(table.dtype.name, table.tolist()) for table in work.tables]
    plain = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    ran = subprocess.run(
        [sys.executable, "-c", ON_A_SIMULATED_GPU],
        input=json.dumps([work.kernel, tables, work.size, length]),
        capture_output=True,
        text=True,
        env=plain,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found: list[int] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize("name", [*GAMES, "ny/blackjack-switch"])
def test_the_gpus_loop_counts_the_same_in_numbas_simulator_without_any_compiler(name: str) -> None:
    work = simulations(playable(name))[0].work()
    assert on_a_simulated_gpu(work) == work.count(7, 0, 300).tolist()


def test_the_gpus_loop_over_sessions_counts_the_same_in_numbas_simulator() -> None:
    """Its first session is the processor's too: sessions of three hundred rounds, cut by a launch, make one here."""
    work = from_a_shoe(GAMES[0], players=2).work()
    assert on_a_simulated_gpu(work, 300) == work.count(7, 0, 300).tolist()
    assert sum(on_a_simulated_gpu(work, 64)) == 300
