"""How long exact prices take, kernels compiled and nothing stored: the whole floor on two cores, a process each."""

from __future__ import annotations

import multiprocessing
import os
import resource
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

import numpy as np

from croupier.games.registry import all_games, playable
from croupier.odds.analyze import analyze
from croupier.odds.kernels.evaluate import evaluate
from croupier.odds.shapes import has_odds
from croupier.odds.shipped import recorded

CORES = 2
APART = ("blackjack-switch", "lunar-poker")
"""Procedures whose exact price is a long count of its own: timed by themselves, after the floor."""


def rows() -> Iterator[str]:
    """One line a game: CPU seconds for every wager and pay table, and the number of prices; then the floor."""
    procedures = {name: playable(name).terms.file.procedure for name in all_games()}
    priced = sorted((name for name in procedures if has_odds(procedures[name])), key=expected, reverse=True)
    floor = [name for name in priced if procedures[name] not in APART]
    total, used, memory = 0, 0.0, dict[int, float]()
    with ProcessPoolExecutor(CORES, mp_context=multiprocessing.get_context("spawn"), initializer=begun) as pool:
        list(pool.map(time.sleep, [0.1] * CORES))
        start = time.perf_counter()
        for done in as_completed([pool.submit(price_all, name) for name in floor]):
            name, count, seconds, worker, most = done.result()
            total, used, memory[worker] = total + count, used + seconds, most
            yield f"exact  {name:36} {count:4} prices  {seconds:8.2f} s"
        took = f"{time.perf_counter() - start:.1f} s, {used:.1f} s of CPU, {sum(memory.values()):.2f} GB at the most"
        yield f"exact  the whole floor on {CORES} cores: {len(floor)} rows, {total} prices in {took}"
        for name in priced:
            if name not in floor:
                _, count, seconds, _, _ = pool.submit(price_all, name).result()
                yield f"exact  {name:36} {count:4} prices  {seconds:8.2f} s, apart from the floor"


def expected(name: str) -> float:
    """What a row took when the prices that ship were found: the dearest go first, so that no core waits at the end."""
    known = recorded(name)
    return known.seconds if known else 0.0


def begun() -> None:
    """The compiler's own start is no game's."""
    evaluate(np.arange(7))


def price_all(name: str) -> tuple[str, int, float, int, float]:
    """Every price of a row: how many there are, the CPU they took, by whom, and the most memory held there so far."""
    began = time.process_time()
    count = sum(1 for _ in analyze(playable(name)))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    return name, count, time.process_time() - began, os.getpid(), most
