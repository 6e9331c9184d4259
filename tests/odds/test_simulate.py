"""Simulation: the same totals however the rounds are split, and the exact prices within their error."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

from croupier.cli.main import app
from croupier.errors import BadInput
from croupier.games.registry import all_games, playable
from croupier.odds import shipped
from croupier.odds.analyze import analyze
from croupier.odds.kernels.randomness import Stream, deal, key_of, scrambled, word
from croupier.odds.simulate import count_in_blocks, has_kernel, simulate, simulations
from croupier.odds.simulation import CuttingCard, Simulation, dealt_cards
from croupier.table.playable import Playable
from tests.support.driving import listed

UTH = "cincinnati/ultimate-texas-holdem"
PROCEDURES = (
    "three-card-poker",
    "mississippi-stud",
    "let-it-ride",
    "raise-it-up-stud",
    "flop-poker",
    "ultimate-texas-holdem",
    "roulette",
    "big-six",
    "craps",
    "baccarat",
)
PLAYED = {name: listed(name).terms.file.procedure for name in all_games()}
ONE_OF_EACH = {procedure: name for name, procedure in reversed(PLAYED.items()) if procedure in PROCEDURES}
QUICK = [name for name in ONE_OF_EACH.values() if name != UTH]
WITH_UTH = [*QUICK, pytest.param(UTH, marks=pytest.mark.slow)]
"""Ultimate Texas Hold'em first finds its plan, which takes half a minute where it is not stored."""

KERNEL_GAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
    for name, procedure in PLAYED.items()
    if procedure in PROCEDURES
]


def some(game: Playable) -> list[Simulation]:
    """A game's simulations, of craps a few: one of each way to be decided."""
    return [
        run
        for run in simulations(game)
        if run.sections[0].place in ("", "pass", "dont-come", "place-6", "field", "fire", "all-small")
    ]


# Chance


def test_the_word_of_a_round_is_splitmix64_of_seed_round_and_draw() -> None:
    assert scrambled(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF  # the generator's first word for seed 0
    stream = Stream(5, 77)
    assert [stream.word() for _ in range(3)] == [int(word(key_of(5), np.uint64(77), np.uint64(draw))) for draw in range(3)]


def test_cards_are_dealt_without_repeating_and_without_favour() -> None:
    rounds, cards = 20_000, 9
    seen = np.zeros((cards, 52))
    pairs = np.zeros((52, 52))
    for index in range(rounds):
        packed = int(deal(key_of(3), np.uint64(index), cards))
        hand = [packed >> 6 * place & 63 for place in range(cards)]
        assert len(set(hand)) == cards
        seen[range(cards), hand] += 1
        pairs[hand[0], hand[1]] += 1
    expected = rounds / 52
    chi_square = ((seen - expected) ** 2 / expected).sum(axis=1)
    assert (chi_square < 100).all(), chi_square  # 51 degrees of freedom: one in 50,000 is above 100
    expected = rounds / (52 * 51)
    off = ~np.eye(52, dtype=bool)
    assert abs(((pairs[off] - expected) ** 2 / expected).sum() - 2651) < 4.5 * (2 * 2651) ** 0.5


def test_the_tables_own_stream_favours_nothing() -> None:
    counts = np.zeros(6)
    for index in range(3000):
        stream = Stream(1, index)
        for _ in range(4):
            counts[stream.below(6)] += 1
    assert (((counts - 2000) ** 2) / 2000).sum() < 25


# The same totals, however the rounds are split


@pytest.mark.parametrize("name", WITH_UTH)
def test_totals_do_not_depend_on_the_split(name: str) -> None:
    rounds = 100_003
    for run_ in some(playable(name)):
        work = run_.work()
        whole = work.count(11, 0, rounds)
        for parts in (2, 7):
            edges = [rounds * part // parts for part in range(parts + 1)]
            split = sum(work.count(11, edges[part], edges[part + 1]) for part in reversed(range(parts)))
            assert (split == whole).all()
        with ThreadPoolExecutor(4) as threads:
            counted, done = count_in_blocks(work, rounds, 11, threads, lambda _: None, block=9973)
        assert done == rounds
        assert (counted == whole).all()


def test_another_seed_gives_other_totals_and_the_same_seed_the_same() -> None:
    game = playable("ny/three-card-poker")
    first, again, other = simulate(game, 50_000, 1), simulate(game, 50_000, 1), simulate(game, 50_000, 2)
    assert first == again
    assert [price.outcomes for price in first] != [price.outcomes for price in other]


# The exact prices, within four standard errors


@pytest.mark.parametrize("name", KERNEL_GAMES)
def test_simulation_agrees_with_the_exact_price(name: str) -> None:
    game = playable(name)
    known = {(price.wager, price.paytable): price for price in analyze(game)}
    rounds = 200_000 if game.terms.file.procedure == "craps" else 2_000_000
    compared = 0
    for price in simulate(game, rounds, 20_26):
        wanted = known[price.wager, price.paytable]
        error = max(price.standard_error, (float(wanted.variance) / rounds) ** 0.5)
        assert abs(float(price.house_edge - wanted.house_edge)) < 4 * error, (price.wager, price.note)
        assert abs(float(price.staked - wanted.staked)) < 0.02
        compared += 1
    assert compared


def test_the_cards_of_a_round_are_those_the_kernel_deals() -> None:
    assert len({str(card) for card in dealt_cards(1, 0, 9)}) == 9
    assert dealt_cards(1, 0, 5) != dealt_cards(1, 1, 5)


# Games without a kernel, interrupts, and the command


@pytest.mark.parametrize(
    "name",
    [
        name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
        for name in PLAYED
        if shipped.against_the_house(listed(name))
    ],
)
def test_every_game_against_the_house_has_a_kernel(name: str) -> None:
    assert has_kernel(playable(name))


def test_a_pot_among_players_has_none() -> None:
    assert not has_kernel(playable("ny/poker"))


def test_a_game_without_a_kernel_is_played_at_the_real_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.odds.simulate.simulations", lambda game, cutting_card: [])
    game = playable("ny/three-card-poker")
    prices = simulate(game, 40, 3)
    assert prices and all(price.rounds == 40 and price.method == "simulation" for price in prices)
    assert prices == simulate(game, 40, 3)


def test_the_real_table_gives_the_same_totals_however_the_rounds_are_split() -> None:
    from croupier.odds.reference import Reference

    work = Reference(playable("ny/three-card-poker")).work()
    assert work.count(2, 0, 60) == work.count(2, 0, 25) + work.count(2, 25, 60)


def test_an_interrupt_keeps_what_was_counted() -> None:
    game = playable("ny/three-card-poker")
    calls = []

    def press(done: int, of: int) -> None:
        calls.append(done)
        if len(calls) == 3:
            raise KeyboardInterrupt

    prices = simulate(game, 100_000_000, 1, progress=press)
    assert prices[0].rounds == calls[-1] < 100_000_000
    assert prices[0].weight == prices[0].rounds


def test_impossible_requests_are_refused_in_one_line() -> None:
    game = playable("ny/big-six")
    with pytest.raises(BadInput, match="rounds"):
        simulate(game, 0)
    with pytest.raises(BadInput, match=r"gpu|CUDA"):
        simulate(game, 10, device="gpu")


def test_the_command_prints_the_shape_of_analyze_with_rounds_seed_and_error() -> None:
    words = ["simulate", "ny/big-six", "--rounds", "20000", "--seed", "9", "--json"]
    ran = subprocess.run([sys.executable, "-m", "croupier", *words], capture_output=True, text=True, check=True)
    answer = json.loads(ran.stdout)
    assert {"game", "wagers", "seconds", "rounds", "seed"} <= answer.keys()
    (first, *_) = answer["wagers"]
    assert {
        "wager",
        "paytable",
        "method",
        "house_edge",
        "return",
        "variance",
        "hit_rate",
        "outcomes",
        "readings",
    } <= first.keys()
    assert (first["method"], first["rounds"], first["seed"]) == ("simulation", 20000, 9)
    assert sum(outcome["weight"] for outcome in first["outcomes"]) == 20000
    assert first["standard_error"] == pytest.approx((first["variance"] / 20000) ** 0.5)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--rounds", "0"], "0 rounds"),
        (["--device", "abacus"], "cpu or gpu"),
        (["--device", "gpu"], "CUDA|numba"),
        (["--cluster", "tcp://127.0.0.1:1"], "127.0.0.1:1|dask"),
        (["--penetration", "75%"], "ny/big-six is not simulated from a shoe"),
    ],
)
def test_the_command_refuses_what_cannot_be(words: list[str], why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.odds import cluster

    monkeypatch.setattr(cluster, "TIMEOUT", "0.2s")
    with pytest.raises(BadInput, match=why):
        app(["simulate", "ny/big-six", *words], standalone_mode=False)


# Elsewhere: a GPU's code in plain Python, and a cluster that loses a worker

ON_A_SIMULATED_GPU = """
import json, sys
from croupier.games.registry import playable
from croupier.odds.cells import ROUND_UNIT as UNIT
from fractions import Fraction
from croupier.odds.simulate import simulations
from croupier.odds.simulation import CuttingCard
from croupier.odds.kernels import gpu
gpu.THREADS, gpu.blocks = 8, lambda: 3
totals = {}
card = CuttingCard(Fraction(3, 4))
for name in sys.argv[1:]:
    run = simulations(playable(name.removesuffix(" shoe")), card if name.endswith(" shoe") else None)[0]
    totals[name] = gpu.count_on_gpu(run.work(), 300, 7, lambda done: None, launch=200)[0].tolist()
print(json.dumps(totals))
"""


def test_the_gpus_loop_counts_the_same_in_numbas_simulator_without_any_compiler() -> None:
    shoe = "cincinnati/mini-baccarat shoe"
    names = ["cincinnati/craps", "ny/three-card-poker", "cincinnati/mini-baccarat", "ny/roulette", shoe]
    plain = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    ran = subprocess.run(
        [sys.executable, "-c", ON_A_SIMULATED_GPU, *names], capture_output=True, text=True, env=plain, check=False
    )
    assert ran.returncode == 0, ran.stderr
    for name, totals in json.loads(ran.stdout).items():
        card = CuttingCard(Fraction(3, 4)) if name == shoe else None
        run = simulations(playable(name.removesuffix(" shoe")), card)[0]
        assert totals == run.work().count(7, 0, 300).tolist(), name


def test_a_cluster_that_loses_a_worker_in_mid_run_gives_the_same_answer() -> None:
    distributed = pytest.importorskip("distributed", reason="dask is not installed: pip install croupier[cluster]")
    from croupier.odds.cluster import cluster

    work = simulations(playable("cincinnati/craps"))[0].work()
    rounds, block = 10_000_000, 1 << 17
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, protocol="tcp"
        ) as workers,
        cluster(workers.scheduler_address) as executor,
    ):
        assert isinstance(executor, Executor)
        pids = list(executor.client.run(os.getpid).values())
        assert len(set(pids)) == 2
        killed = []

        def kill_one(done: int) -> None:
            if not killed and done > 4 * block:
                os.kill(pids[0], signal.SIGKILL)
                killed.append(pids[0])

        totals, done = count_in_blocks(work, rounds, 3, executor, kill_one, block=block)
    assert killed and done == rounds
    assert (totals == work.count(3, 0, rounds)).all()
