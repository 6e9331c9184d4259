"""The hand evaluator beside its peers in the same run, on the same hands."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator

import numpy as np

from croupier.odds.kernels.evaluate import count_seven, evaluate, evaluate_many


def _best(work: Callable[[], object], tries: int = 3) -> float:
    """The least CPU time of a few tries."""
    work()
    found = []
    for _ in range(tries):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def rows() -> Iterator[str]:
    """One line a measurement."""
    seconds = _best(count_seven)
    yield f"seven-card enumeration, all 133,784,560    {133.784560 / seconds:8,.0f} million hands/s"
    hands = np.argsort(np.random.default_rng(1).random((400_000, 52)), axis=1)[:, :7].astype(np.uint8)
    batch = len(hands) / _best(lambda: evaluate_many(hands))
    yield f"random seven-card hands from an array      {batch / 1e6:8,.0f} million hands/s"
    one = hands[0].astype(np.int64)
    calls = 50_000

    def ours() -> None:
        for _ in range(calls):
            evaluate(one)

    single = _best(ours) / calls
    yield f"one hand evaluated from Python             {single * 1e9:8,.0f} ns"
    if importlib.util.find_spec("eval7") is None:
        yield "eval7 is not installed: no peer in this run"
        return
    import eval7

    peers = [[eval7.Card("23456789TJQKA"[c // 4] + "cdhs"[c % 4]) for c in hand] for hand in hands[:50_000]]

    def theirs() -> None:
        for hand in peers:
            eval7.evaluate(hand)

    peer = len(peers) / _best(theirs)
    yield f"eval7, one hand a call                {peer / 1e6:8,.1f} million hands/s; our batch is {batch / peer:,.0f} times it"
