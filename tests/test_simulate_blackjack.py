"""Blackjack by its kernel: the exact price of the same strategy, end by end, and the real table to the cent."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import croupier
from croupier.equipment.cards import Card
from croupier.games.blackjack_hands import BLACKJACK, DECLINE, EVEN_MONEY
from croupier.games.registry import playable
from croupier.odds.blackjack import Plan, plan_of, value_of
from croupier.odds.kernels import sim_blackjack as kernel
from croupier.odds.kernels.randomness import Stream, key_of
from croupier.odds.kernels.sim_baccarat import FRACTION_BITS
from croupier.odds.simulate import module_for, simulations
from croupier.table import acts
from croupier.table.drivers import Chance, Players, run
from croupier.table.requests import CardDue, Decision, Request
from croupier.table.round import Round
from croupier.table.table import BURN, DEALER

GAMES = ["cincinnati/blackjack", "cincinnati/free-bet-blackjack"]
UNIT = 10_000


@pytest.mark.parametrize("name", GAMES)
def test_totals_do_not_depend_on_the_split(name: str) -> None:
    work = simulations(playable(name))[0].work()
    whole = work.count(11, 0, 200_003)
    for parts in (2, 7):
        edges = [200_003 * part // parts for part in range(parts + 1)]
        assert (sum(work.count(11, edges[part], edges[part + 1]) for part in reversed(range(parts))) == whole).all()
    assert whole.sum() == 200_003


def test_cards_fall_as_from_a_shuffled_shoe() -> None:
    (simulation,) = simulations(playable(GAMES[0]))
    shoe, rounds, cards = simulation.tables[0], 40_000, 9
    copies = int(shoe[kernel.COPIES])
    seen, pairs = np.zeros((cards, 10)), np.zeros((10, 10))
    found = np.zeros(cards, np.int64)
    for index in range(rounds):
        kernel.drawn(key_of(3), np.uint64(index), shoe, found)
        seen[range(cards), found] += 1
        pairs[found[0], found[-1]] += 1
    held = np.array([copies] * 9 + [4 * copies], float)
    expected = rounds * held / held.sum()
    assert (((seen - expected) ** 2 / expected).sum(axis=1) < 40).all()  # 9 degrees of freedom: one in 100,000 is above 40
    expected = rounds * (np.outer(held, held) - np.diag(held)) / (held.sum() * (held.sum() - 1))
    assert abs(((pairs - expected) ** 2 / expected).sum() - 99) < 4.5 * (2 * 99) ** 0.5


def test_one_deck_never_gives_a_fifth_ace() -> None:
    ways = 52**kernel.CARDS_A_WORD
    shoe = np.array([4, ways, (1 << FRACTION_BITS) % ways], np.uint64)
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


class Cards:
    """The equipment, dealing in order what a kernel drew; a burnt card is one that the round cannot need."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards, self.spare = iter(cards), cards[-1]
        self.dealt: dict[int | str, list[str]] = {1: [], DEALER: [], "draws": []}

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        if not isinstance(request, CardDue):
            return None
        if request.to == BURN:
            return acts.Dealt(self.spare)
        card = next(self.cards)
        self.dealt[request.to if request.moment == "deal" else "draws"].append(str(card))
        return acts.Dealt(card)


def advised(plan: Plan, choices: list[str]) -> Callable[[Round, Decision], str]:
    """A seat that plays by the plan's own advice and writes down what it chose."""

    def choose(round_: Round, request: Decision) -> str:
        if EVEN_MONEY in request.choices:
            choice = EVEN_MONEY if plan.takes_even_money else DECLINE
        else:
            seat = round_.table.seats[1]
            box = [seat.hand, *seat.splits]
            number = max(place for place, hand in enumerate(box) if len(hand) > 1)  # hands that wait have one card
            pair = plan.terms.pairs[value_of(box[number][0])]
            lammer = number > 0 and pair is not None and pair.lammers
            choice = plan.advise(box[number], round_.table.dealer[0], request.choices, lammer=lammer)
        choices.append(choice)
        return choice

    return choose


def rounds_alike(name: str, rounds: int, seed: int) -> Iterator[str]:
    """What the real table settles otherwise than the kernel."""
    game = playable(name)
    plan = plan_of(game, by_total=True)
    module = importlib.import_module(module_for(game.game.file.procedure) or "")
    (simulation,) = simulations(game)
    for index in range(rounds):
        choices: list[str] = []
        cards = Cards(module.drawn(seed, index, simulation))
        players = Players({1: {BLACKJACK: UNIT}}, advised(plan, choices))
        played = run(Round(game, [1]), cards, players, Chance(Stream(0, 0)))
        assert played.pending is None
        written = {
            "game": name,
            "seats": {
                "1": {"wagers": {BLACKJACK: UNIT}, "cards": " ".join(cards.dealt[1]), "decisions": choices},
            },
            "dealer": " ".join(cards.dealt[DEALER]),
            "draws": " ".join(cards.dealt["draws"]),
        }
        end = simulation.ends_of(seed, index)[BLACKJACK]
        told = end.net * UNIT, end.staked * UNIT
        for settled in (played, croupier.settle(written)):
            found = sum(line.net for line in settled.lines), sum(line.stake for line in settled.lines)
            if found != told:
                yield f"round {index}: the kernel says {told}, the table {found}: {written}"


@pytest.mark.parametrize("name", GAMES)
def test_the_real_table_settles_the_kernels_rounds_to_the_same_cent(name: str) -> None:
    assert next(rounds_alike(name, 1500, 4), None) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_real_table_settles_twenty_thousand_rounds_to_the_same_cent(name: str) -> None:
    assert next(rounds_alike(name, 20_000, 5), None) is None


ON_A_SIMULATED_GPU = """
import json, sys
from croupier.odds.kernels import gpu
from croupier.odds.simulation import KernelWork
import numpy as np
gpu.THREADS, gpu.blocks = 8, lambda: 3
tables, size = json.load(sys.stdin)
work = KernelWork("sim_blackjack", tuple(np.array(values, kind) for kind, values in tables), size)
print(json.dumps(gpu.count_on_gpu(work, 300, 7, lambda done: None, launch=200)[0].tolist()))
"""


@pytest.mark.parametrize("name", GAMES)
def test_the_gpus_loop_counts_the_same_in_numbas_simulator_without_any_compiler(name: str) -> None:
    work = simulations(playable(name))[0].work()
    tables = [(table.dtype.name, table.tolist()) for table in work.tables]  # a plan takes too long without a compiler
    plain = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    ran = subprocess.run(
        [sys.executable, "-c", ON_A_SIMULATED_GPU],
        input=json.dumps([tables, work.size]),
        capture_output=True,
        text=True,
        env=plain,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == work.count(7, 0, 300).tolist()
