"""What was looked up within the last moment."""

from __future__ import annotations

import time
from typing import Generic, TypeVar

Value = TypeVar("Value")
_MOST = 10_000


class Recent(Generic[Value]):
    """A cache that forgets by itself after so many seconds, and at once when told to.

    Whoever looks something up notes `clock` first: what was found before the last `clear` is not kept.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._kept: dict[str, tuple[float, Value]] = {}
        self._used: set[str] = set()
        self._due = 0.0
        self.clock = 0

    def get(self, key: str) -> Value | None:
        found = self._kept.get(key)
        if found is None or found[0] <= time.monotonic():
            return None
        self._used.add(key)
        return found[1]

    def due(self) -> bool:
        """Is it time to look up again what is being used, before any of it is forgotten? Said to one who asks, then not for a while."""
        now = time.monotonic()
        if now < self._due:
            return False
        self._due = now + self._seconds / 3
        return True

    def used(self) -> list[str]:
        """What was found here since this was last asked."""
        found, self._used = self._used, set()
        return list(found)

    def keep(self, key: str, value: Value, clock: int) -> None:
        if len(self._kept) >= _MOST:
            self._forget()
        self._kept[key] = (time.monotonic() + self._seconds, value)
        if clock != self.clock:
            self._kept.pop(key, None)

    def clear(self) -> None:
        self.clock += 1
        self._forget()

    def _forget(self) -> None:
        self._kept.clear()
        self._used.clear()
