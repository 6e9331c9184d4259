"""How long exact prices take, kernels compiled and nothing stored: the whole floor on two cores, a process each.

What takes longer than the floor is named after it with its time: Blackjack Switch, Lunar Poker and its exchanges, Asia Poker.
`python -m benchmarks.exact --without PROCEDURE ...` prices the floor without the rows of some procedures, and nothing after it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import time
from collections.abc import Collection, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed

import numpy as np

from benchmarks import exchanges
from croupier.games.registry import all_games, playable
from croupier.odds.analyze import analyze
from croupier.odds.kernels.evaluate import evaluate
from croupier.odds.shapes import has_odds
from croupier.odds.shipped import recorded

CORES = 2
APART = ("blackjack-switch", "lunar-poker")
"""Procedures whose exact price is a long count of its own: timed by themselves, after the floor."""
ON_A_GPU = (
    "exact  ny/asia-poker: sampled above; `python benchmarks/asia_poker_exact.py` counts all deals on a GPU, 58 s on an H200",
    "exact  pa/lunar-poker, all exchanges: `python -m benchmarks.lunar_exact` counts them on a GPU, 38 s on an H200",
)


def rows(without: Collection[str] = ()) -> Iterator[str]:
    """One line a game: CPU seconds for every wager and pay table, and the number of prices; then the floor.

    The rows of a procedure are priced by one process: what they count alike is counted once.
    """
    named: dict[str, list[str]] = {}
    for name in all_games():
        if (procedure := playable(name).terms.file.procedure) not in without:
            named.setdefault(procedure, []).append(name)
    groups = sorted((names for procedure, names in named.items() if has_odds(procedure)), key=expected, reverse=True)
    apart = [names for procedure, names in named.items() if procedure in APART]
    rows, total, used, memory = 0, 0, 0.0, dict[int, float]()
    with ProcessPoolExecutor(CORES, mp_context=multiprocessing.get_context("spawn"), initializer=begun) as pool:
        list(pool.map(time.sleep, [0.1] * CORES))
        start = time.perf_counter()
        for done in as_completed([pool.submit(price_all, names) for names in groups if names not in apart]):
            worker, most, priced = done.result()
            memory[worker] = most
            for name, count, seconds in priced:
                rows, total, used = rows + 1, total + count, used + seconds
                yield f"exact  {name:36} {count:4} prices  {seconds:8.2f} s"
        took = f"{time.perf_counter() - start:.1f} s, {used:.1f} s of CPU, {sum(memory.values()):.2f} GB at the most"
        yield f"exact  the whole floor on {CORES} cores: {rows} rows, {total} prices in {took}"
        for names in apart if not without else ():
            for name, count, seconds in pool.submit(price_all, names).result()[2]:
                yield f"exact  {name:36} {count:4} prices  {seconds:8.2f} s, apart from the floor"
    if not without:
        yield from exchanges.rows()
        yield from ON_A_GPU


def expected(names: list[str]) -> float:
    """What rows took when the prices that ship were found: the dearest go first, so that no core waits at the end."""
    return sum(known.seconds for name in names if (known := recorded(name)))


def begun() -> None:
    """The compiler's own start is no game's."""
    evaluate(np.arange(7))


def price_all(names: list[str]) -> tuple[int, float, list[tuple[str, int, float]]]:
    """Every price of some rows: by whom, the most memory held there so far, and by row how many there are and the CPU they took."""
    found = []
    for name in names:
        began = time.process_time()
        count = sum(1 for _ in analyze(playable(name)))
        found.append((name, count, time.process_time() - began))
    return os.getpid(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without", nargs="+", default=(), metavar="PROCEDURE")
    for row in rows(parser.parse_args().without):
        print(row, flush=True)


if __name__ == "__main__":
    main()
