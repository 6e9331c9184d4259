"""How often somebody may ask."""

from __future__ import annotations

import hashlib
import time
from collections import deque

WINDOW = 10.0
"""Seconds a limit looks back."""
_MOST_NAMES = 10_000


class Rate:
    """So many times in the window for each name; a name is a token's hash or an address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._seen: dict[str, deque[float]] = {}

    @property
    def refusal(self) -> str:
        return f"more than {self.most} requests in {WINDOW:.0f} seconds"

    def full(self, name: str) -> bool:
        """Has the name had its share?"""
        seen = self._seen.get(name)
        if seen is None:
            return False
        now = time.monotonic()
        while seen and now - seen[0] > WINDOW:
            seen.popleft()
        if not seen:
            del self._seen[name]
        return len(seen) >= self.most

    def count(self, name: str) -> None:
        if len(self._seen) > _MOST_NAMES:
            since = time.monotonic() - WINDOW
            self._seen = {other: seen for other, seen in self._seen.items() if seen[-1] > since}
        self._seen.setdefault(name, deque()).append(time.monotonic())

    def often(self, name: str) -> bool:
        """Count one more, or say that the share is used up."""
        if self.full(name):
            return True
        self.count(name)
        return False


def of_token(secret: str) -> str:
    """The name a token goes by here."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()[:16]
