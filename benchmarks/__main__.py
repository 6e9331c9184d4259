"""`make bench`: the evaluator beside its peers, exact prices, simulation kernels, the reference table, the API under load, first paint."""

from __future__ import annotations

import itertools
import platform
import time

from benchmarks import evaluator, exact, painting, poker, reference_table, serving, simulation


def main() -> None:
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, one core, CPU time, best of 3"
    )
    start = time.perf_counter()
    for row in (*evaluator.rows(), *exact.rows()):
        print(row, flush=True)
    simulation.main()
    for row in itertools.chain(reference_table.rows(), poker.rows(), serving.rows(), painting.rows()):
        print(row, flush=True)
    print(f"{time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
