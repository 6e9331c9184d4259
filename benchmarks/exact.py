"""How long exact prices take, kernels compiled and nothing stored."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator

import numpy as np

from croupier.games.registry import all_games, playable
from croupier.odds.analyze import analyze
from croupier.odds.kernels.evaluate import evaluate
from croupier.odds.shapes import has_odds

APART = ("blackjack-switch", "lunar-poker")
"""Procedures whose exact price is a long count of its own: timed by themselves, after the floor."""


def rows() -> Iterator[str]:
    """One line a game: CPU seconds for every wager and pay table, and the number of prices."""
    evaluate(np.arange(7))  # the compiler's own start is no game's
    procedures = {name: playable(name).terms.file.procedure for name in all_games()}
    priced = [name for name, procedure in procedures.items() if has_odds(procedure)]
    floor = [name for name in priced if procedures[name] not in APART]
    start, used, total = time.perf_counter(), time.process_time(), 0
    for name in floor:
        count, line = _priced(name)
        total += count
        yield line
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    took = f"{time.perf_counter() - start:.1f} s, {time.process_time() - used:.1f} s of CPU, {most:.2f} GB at the most"
    yield f"exact  the whole floor: {len(floor)} rows, {total} prices in {took}"
    for name in priced:
        if name not in floor:
            yield f"{_priced(name)[1]}, apart from the floor"


def _priced(name: str) -> tuple[int, str]:
    """Every price of a row: how many there are, and its line."""
    began = time.process_time()
    count = sum(1 for _ in analyze(playable(name)))
    return count, f"exact  {name:36} {count:4} prices  {time.process_time() - began:8.2f} s"
