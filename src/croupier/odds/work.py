"""Splitting exact work over threads: kernels release the interpreter, and whole-number sums do not care who added them."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def in_parts(size: int, work: Callable[[int, int], T], *, threads: int | None = None) -> list[T]:
    """`work(first, last)` over the whole range, cut into a few parts a thread."""
    workers = threads or os.cpu_count() or 1
    parts = min(size, 4 * workers)
    edges = [size * part // parts for part in range(parts + 1)]
    if workers == 1:
        return [work(edges[part], edges[part + 1]) for part in range(parts)]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(lambda part: work(edges[part], edges[part + 1]), range(parts)))
