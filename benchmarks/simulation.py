"""Every registered game, its simulation kernel, what it plays by, and rounds a second of a core in CPU time beside the goal.

Found by discovery: rows that one procedure plays share its kernel, and the first of them is timed; `python -m benchmarks.simulation
--every` times every row. A GPU is timed by `python -m benchmarks.gpu`.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from croupier.games.registry import all_games, playable
from croupier.odds.shapes import odds_of
from croupier.odds.simulate import has_kernel, simulations
from croupier.odds.simulation import CuttingCard, Simulation

GOAL = 10
GOALS = {"craps": 30, "baccarat": 15, "three-card-poker": 15, "ultimate-texas-holdem": 4}
"""Million rounds a second on one core: every kernel, and procedures whose goal is their own."""

SHOE = CuttingCard(Fraction(3, 4))
BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Timed:
    """A procedure's row, with the others that its kernel plays; from a full pack, or from a shoe to the cutting card."""

    game: str
    procedure: str
    alike: tuple[str, ...] = ()
    from_a_shoe: bool = False

    @property
    def name(self) -> str:
        return f"{self.game}, a shoe to 75%" if self.from_a_shoe else self.game

    @property
    def kernel(self) -> bool:
        """Is it played by a kernel, rather than at the real table?"""
        return has_kernel(playable(self.game))

    @property
    def goal(self) -> int:
        return GOALS.get(self.procedure, GOAL)

    def runs(self) -> list[Simulation]:
        """One simulation for each kernel: a place of a chip more or less is the same work."""
        every = simulations(playable(self.game), SHOE if self.from_a_shoe else None)
        return list({run.kernel: run for run in reversed(every)}.values())[::-1]


def found(*, every: bool = False) -> Iterator[Timed]:
    """All registered games by procedure, or row by row; and once more those that are also played from a shoe."""
    rows: dict[str, list[str]] = {}
    for name in all_games():
        rows.setdefault(playable(name).terms.file.procedure, []).append(name)
    for procedure, (first, *others) in rows.items():
        yield Timed(first, procedure, () if every else tuple(others))
        if hasattr(odds_of(procedure), "from_a_shoe"):
            yield Timed(first, procedure, from_a_shoe=True)
        for other in others if every else ():
            yield Timed(other, procedure)


def rate_of(run: Simulation, tries: int = 3) -> tuple[float, float]:
    """Best and median rounds a second of CPU time."""
    work = run.work()
    work.count(1, 0, 1000)
    reached = []
    for number in range(tries):
        start = time.process_time()
        work.count(1, number * BLOCK, (number + 1) * BLOCK)
        reached.append(BLOCK / (time.process_time() - start))
    return max(reached), statistics.median(reached)


def rows(*, every: bool = False) -> Iterator[str]:
    """The table, a line at a time."""
    head = ("game", "kernel", "plays", "best", "median", "goal")
    yield "simulation  {:42} {:26} {:28} {:>7} {:>7} {:>5}  million rounds/s a core".format(*head)
    for timed in found(every=every):
        beside = f"  also {', '.join(timed.alike)}" if timed.alike else ""
        runs = timed.runs()
        if not runs:
            yield f"simulation  {timed.name:42} none{beside}"
        for run in runs:
            best, median = (rate / 1e6 for rate in rate_of(run))
            below = "  BELOW" if best < timed.goal else ""
            plays = run.sections[0].strategy
            plays = "nothing to decide" if plays == "none" else plays
            yield (
                f"simulation  {timed.name:42} {run.kernel:26} {plays:28} {best:7.1f} {median:7.1f} {timed.goal:5}{below}{beside}"
            )


def main(*, every: bool = False) -> None:
    for row in rows(every=every):
        print(row, flush=True)


if __name__ == "__main__":
    main(every="--every" in sys.argv)
