"""What follows from a file alone is worked out once, however many houses are asked about under it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

F = TypeVar("F")
T = TypeVar("T")

MOST = 512


def once_a_file(work: Callable[[F], T]) -> Callable[[F], T]:
    """Remember `work` by the file it was given: by that very object, since a changed copy is another file.

    The file is kept beside what it gave, so that no other can come to have its identity; the oldest are dropped.
    """
    kept: dict[int, tuple[F, T]] = {}

    @wraps(work)
    def remembered(file: F) -> T:
        known = kept.get(id(file))
        if known is None:
            while len(kept) >= MOST:
                kept.pop(next(iter(kept)), None)
            kept[id(file)] = known = (file, work(file))
        return known[1]

    return remembered
