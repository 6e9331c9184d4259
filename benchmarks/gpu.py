"""Every simulation kernel on a GPU beside the processor: whole totals compared number by number, and rounds a second of the GPU.

`python -m benchmarks.gpu` finds the kernels as `benchmarks.simulation` does and takes four minutes at the most. Each is prepared,
compiled and compared in a process of its own, so that one which fails or hangs costs its own line only; the GPU is timed by one
process at a time.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from benchmarks.simulation import Timed, found

COMPARED, SEED = 1 << 22, 1
FIRST_TIMED, MOST_TIMED, LONG_ENOUGH = 1 << 28, 1 << 34, 0.5
"""Rounds timed on the GPU: doubled until they take half a second."""

LIMIT = 240.0
"""Seconds for everything."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One kernel's line: rounds a second of wall time, and how many places of the histogram are not the processor's."""

    name: str
    kernel: str
    rate: float
    places: int
    differ: int


def compare(timed: Timed, one_at_a_time: Any) -> Iterator[Compared]:
    """Each kernel of a game: the processor's totals, the GPU's, and the GPU's speed."""
    from croupier.odds.kernels.gpu import count_on_gpu

    for run in timed.runs():
        work = run.work()
        expected = work.count(SEED, 0, COMPARED)
        count_on_gpu(work, 1, SEED, _quietly)  # which compiles it, while others may be timed
        with one_at_a_time:
            totals, done = count_on_gpu(work, COMPARED, SEED, _quietly)
            assert done == COMPARED
            rate = timed_on_gpu(work)
        yield Compared(timed.name, run.kernel, rate, work.size, int((totals != expected).sum()))


def timed_on_gpu(work: Any) -> float:
    """Rounds a second, launch and copies and all."""
    from croupier.odds.kernels.gpu import count_on_gpu

    rounds = FIRST_TIMED
    while True:
        start = time.perf_counter()
        count_on_gpu(work, rounds, SEED, _quietly)
        took = time.perf_counter() - start
        if took >= LONG_ENOUGH or rounds >= MOST_TIMED:
            return rounds / took
        rounds *= 2


def _quietly(done: int) -> None:
    pass


def _in_a_process(timed: Timed, one_at_a_time: Any, tell: Connection) -> None:
    """A game's lines, or in one line what went wrong."""
    try:
        for line in compare(timed, one_at_a_time):
            tell.send(line)
    except BaseException as error:  # whatever it is, the other kernels are compared
        tell.send(f"{type(error).__name__}: {error}".splitlines()[0][:160])
    tell.close()


def compared(games: list[Timed], at_once: int) -> Iterator[tuple[Timed, Compared | str]]:
    """Lines as they come: of each game its kernels, or why there is none."""
    until = time.monotonic() + LIMIT
    context = multiprocessing.get_context("spawn")
    one_at_a_time = context.Lock()
    waiting, running = list(games), dict[Any, tuple[Timed, Any]]()
    while waiting or running:
        while waiting and len(running) < at_once:
            timed = waiting.pop(0)
            hear, tell = context.Pipe(duplex=False)
            process = context.Process(target=_in_a_process, args=(timed, one_at_a_time, tell), daemon=True)
            process.start()
            tell.close()
            running[hear] = timed, process
        ready = wait(list(running), timeout=max(0.0, until - time.monotonic()))
        for hear in ready:
            timed, process = running[hear]
            try:
                yield timed, hear.recv()  # type: ignore[union-attr]
            except EOFError:
                process.join()
                del running[hear]
                if process.exitcode:
                    yield timed, f"ended with {process.exitcode}"
        if not ready:
            for timed, process in running.values():
                process.kill()
                yield timed, f"not finished in {LIMIT:.0f} s"
            yield from ((timed, f"not begun in {LIMIT:.0f} s") for timed in waiting)
            return


def main() -> None:
    games = [timed for timed in found() if timed.kernel]
    chosen = [timed for timed in games if timed.game in sys.argv[1:]] or games
    bad = 0
    start = time.monotonic()
    print(f"{COMPARED:,} rounds compared, seed {SEED}; rates in thousand million rounds/s", flush=True)
    for timed, line in compared(chosen, at_once=os.cpu_count() or 1):
        if isinstance(line, str):
            bad += 1
            print(f"gpu  {timed.name:42} FAILED: {line}", flush=True)
        else:
            bad += bool(line.differ)
            verdict = f"{line.differ} DIFFER" if line.differ else "all equal"
            print(f"gpu  {line.name:42} {line.kernel:26} {line.rate / 1e9:9.2f}  {line.places:6,} totals {verdict}", flush=True)
    print(f"{len(chosen)} games, {bad} bad lines, {time.monotonic() - start:.0f} s", flush=True)
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
