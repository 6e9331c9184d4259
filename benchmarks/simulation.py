"""Rounds a second of each simulation kernel: a core in CPU time, or a GPU with `python -m benchmarks.simulation --device gpu`.

On a GPU the totals of the first four million rounds are compared with the processor's, number by number.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from fractions import Fraction

from croupier.games.registry import playable
from croupier.odds.simulate import simulations
from croupier.odds.simulation import CuttingCard, KernelWork

KERNELS = {
    "craps, pass line": "cincinnati/craps",
    "roulette": "ny/roulette",
    "baccarat": "cincinnati/mini-baccarat",
    "three card poker": "ny/three-card-poker",
    "blackjack, basic strategy": "cincinnati/blackjack",
    "free bet blackjack, basic strategy": "cincinnati/free-bet-blackjack",
    "mississippi stud, optimal": "cincinnati/mississippi-stud",
    "let it ride, optimal": "cincinnati/let-it-ride",
    "crazy 4 poker, optimal": "cincinnati/crazy-4-poker",
    "four card poker, optimal": "cincinnati/four-card-poker",
    "pai gow poker, house way": "cincinnati/pai-gow-poker",
    "pai gow tiles, house way": "ny/pai-gow-tiles",
    "caribbean stud, optimal": "ny/caribbean-stud",
    "raise it up stud, optimal": "pa/raise-it-up-stud",
    "flop poker, optimal": "pa/flop-poker",
    "criss-cross poker, optimal": "ny/criss-cross-poker",
    "dj wild stud, optimal": "cincinnati/dj-wild-stud",
    "linked progressive": "cincinnati/linked-progressive",
    "texas hold'em bonus, optimal": "cincinnati/texas-holdem-bonus",
    "ultimate texas hold'em, optimal": "cincinnati/ultimate-texas-holdem",
}
FROM_A_SHOE = {
    "blackjack, six decks to 75%": ("cincinnati/blackjack", CuttingCard(Fraction(3, 4))),
    "free bet blackjack, six decks to 75%": ("cincinnati/free-bet-blackjack", CuttingCard(Fraction(3, 4))),
}
TARGETS = {
    "craps, pass line": 30,
    "baccarat": 15,
    "three card poker": 15,
    "blackjack, basic strategy": 5,
    "blackjack, six decks to 75%": 5,
    "ultimate texas hold'em, optimal": 3,
}
"""Million rounds a second on one core."""

BLOCK, COMPARED, ON_GPU = 1 << 20, 1 << 22, 1 << 34


def works() -> Iterator[tuple[str, KernelWork]]:
    for name, game in KERNELS.items():
        yield name, simulations(playable(game))[0].work()
    for name, (game, card) in FROM_A_SHOE.items():
        yield name, simulations(playable(game), card)[0].work()


def rates(tries: int = 3) -> Iterator[tuple[str, float, float]]:
    """Best and median rounds a second of CPU time."""
    for name, work in works():
        work.count(1, 0, 1000)
        found = []
        for number in range(tries):
            start = time.process_time()
            work.count(1, number * BLOCK, (number + 1) * BLOCK)
            found.append(BLOCK / (time.process_time() - start))
        yield name, max(found), statistics.median(found)


def gpu_rates(rounds: int = ON_GPU) -> Iterator[tuple[str, float, bool]]:
    """Rounds a second of wall time, and whether the totals are the processor's."""
    from croupier.odds.kernels.gpu import count_on_gpu

    for name, work in works():
        totals, _ = count_on_gpu(work, COMPARED, 1, lambda done: None)
        same = bool((totals == work.count(1, 0, COMPARED)).all())
        start = time.perf_counter()
        count_on_gpu(work, rounds, 1, lambda done: None)
        yield name, rounds / (time.perf_counter() - start), same


def main() -> None:
    if "gpu" in sys.argv:
        for name, rate, same in gpu_rates():
            verdict = "equal" if same else "DIFFER"
            print(f"gpu  {name:36} {rate / 1e9:10,.2f} thousand million rounds/s  totals {verdict}", flush=True)
        return
    for name, best, median in rates():
        target = f", target {TARGETS[name]}" if name in TARGETS else ""
        print(f"simulation  {name:36} {best / 1e6:8.1f} million rounds/s  (median {median / 1e6:.1f}{target})", flush=True)


if __name__ == "__main__":
    main()
