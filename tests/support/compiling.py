"""A kernel is compiled by the first of the tests' processes that needs it; the others wait for it and load it from Numba's cache."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher

_held = set[Path]()


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else is in here; whoever is already may come again."""
    if path in _held:
        yield
        return
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _held.add(path)
        try:
            yield
        finally:
            _held.remove(path)


def one_process_at_a_time() -> None:
    """From now on, in this process.

    A function is locked after the process's own compiler, and the functions it calls after it: nobody waits for one who waits for them.
    """
    compiled = Dispatcher.compile

    def compile_or_wait(self: Any, sig: Any) -> Any:
        if (kept_in := self._cache.cache_path) is None:
            return compiled(self, sig)
        with global_compiler_lock, alone(Path(kept_in, f"{self.py_func.__module__}.{self.py_func.__qualname__}.lock")):
            return compiled(self, sig)

    Dispatcher.compile = compile_or_wait
