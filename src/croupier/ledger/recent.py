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
        self.clock = 0

    def get(self, key: str) -> Value | None:
        found = self._kept.get(key)
        return found[1] if found is not None and found[0] > time.monotonic() else None

    def keep(self, key: str, value: Value, clock: int) -> None:
        if len(self._kept) >= _MOST:
            self._kept.clear()
        self._kept[key] = (time.monotonic() + self._seconds, value)
        if clock != self.clock:
            self._kept.pop(key, None)

    def clear(self) -> None:
        self.clock += 1
        self._kept.clear()
