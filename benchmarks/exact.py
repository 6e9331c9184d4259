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


def rows() -> Iterator[str]:
    """One line a game: CPU seconds for every wager and pay table, and the number of prices."""
    evaluate(np.arange(7))  # the compiler's own start is no game's
    start, total = time.perf_counter(), 0
    for name in all_games():
        game = playable(name)
        if not has_odds(game.terms.file.procedure):
            continue
        began = time.process_time()
        count = sum(1 for _ in analyze(game))
        total += count
        yield f"exact  {name:36} {count:4} prices  {time.process_time() - began:8.2f} s"
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    yield f"exact  the whole floor: {total} prices in {time.perf_counter() - start:.1f} s, {most:.2f} GB at the most"
