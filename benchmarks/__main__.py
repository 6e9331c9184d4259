"""`make bench`: the evaluator beside its peers, exact prices, simulation kernels, the reference table, the API under load, first paint."""

from __future__ import annotations

import itertools
import platform
import time

from benchmarks import evaluator, exact, painting, poker, serving, simulation
from benchmarks.reference_table import rates


def main() -> None:
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one core, CPU time, best of 3"
    )
    start = time.perf_counter()
    for row in (*evaluator.rows(), *exact.rows()):
        print(row, flush=True)
    simulation.main()
    for name, (best, median) in rates().items():
        print(f"reference table  {name:34} {best:10,.0f} rounds/s  (median {median:,.0f})")
    for row in itertools.chain(poker.rows(), serving.rows(), painting.rows()):
        print(row, flush=True)
    print(f"{time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
