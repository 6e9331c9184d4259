"""A lock for one who writes and many who look: whoever writes goes before all who have not begun to look yet."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Entered by the one writer of a process, by others with `looking`. Whoever holds it may come in again."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._passed = threading.Condition(self._lock)
        self._wanted, self._depth = False, 0

    def attempt(self) -> bool:
        """Enter, if nobody is in there; an event loop waits for none."""
        return self._lock.acquire(blocking=False)

    def __enter__(self) -> None:
        if not self.attempt():
            self._wanted = True
            try:
                self._lock.acquire()
            finally:
                self._wanted = False

    def __exit__(self, *_error: object) -> None:
        self._passed.notify_all()
        self._lock.release()

    @contextmanager
    def looking(self) -> Iterator[None]:
        with self._lock:
            while self._wanted and not self._depth:  # the writer is let in, and tells when it has passed
                self._passed.wait(1.0)
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
