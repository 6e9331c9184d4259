"""How often somebody may ask, and how much of it at once. What is kept of anybody is small and bounded, however many come."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

WINDOW = 10.0
"""Seconds a limit looks back."""
MOST_NAMES = 10_000


class Rate:
    """So many in the window for each name, by a sliding window of two counters; names are an LRU.

    What is dearer than a request counts for several.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._seen: OrderedDict[str, tuple[float, int, int]] = OrderedDict()
        """When the name's window began, how many came in it, and how many in the one before."""

    @property
    def refusal(self) -> str:
        return f"more than {self.most} requests in {WINDOW:.0f} seconds"

    def _counts(self, name: str) -> tuple[float, int, int]:
        now = time.monotonic()
        began, here, before = self._seen.get(name, (now, 0, 0))
        passed = int((now - began) / WINDOW)
        if passed > 1:
            return now, 0, 0
        return (began + WINDOW, 0, here) if passed else (began, here, before)

    def full(self, name: str, cost: int = 1) -> bool:
        """Would this be more than the name's share?"""
        began, here, before = self._counts(name)
        still = before * (1 - (time.monotonic() - began) / WINDOW)
        return here + still + min(cost, self.most) > self.most

    def count(self, name: str, cost: int = 1) -> None:
        began, here, before = self._counts(name)
        self._seen[name] = (began, here + min(cost, self.most), before)
        self._seen.move_to_end(name)
        if len(self._seen) > MOST_NAMES:
            self._seen.popitem(last=False)

    def often(self, name: str, cost: int = 1) -> bool:
        """Count one more, or say that the share is used up."""
        if self.full(name, cost):
            return True
        self.count(name, cost)
        return False


class Turns:
    """So many at once for each name: the others wait for theirs, in the order in which they came."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[str, tuple[asyncio.Semaphore, list[None]]] = {}
        """A name's turns, and an entry for everybody who has one or waits: a name nobody uses is forgotten."""

    async def take(self, name: str) -> None:
        turns, using = self._held.setdefault(name, (asyncio.Semaphore(self.most), []))
        using.append(None)
        try:
            await turns.acquire()
        except BaseException:
            self._forget(name)
            raise

    def give_back(self, name: str) -> None:
        self._held[name][0].release()
        self._forget(name)

    def _forget(self, name: str) -> None:
        using = self._held[name][1]
        using.pop()
        if not using:
            del self._held[name]

    def turn(self, name: str) -> Turn:
        return Turn(self, name)


@dataclass(frozen=True, slots=True)
class Turn:
    """One of a name's turns, for as long as the block takes."""

    turns: Turns
    name: str

    async def __aenter__(self) -> None:
        await self.turns.take(self.name)

    async def __aexit__(self, *_error: object) -> None:
        self.turns.give_back(self.name)


class Open:
    """How many of something each name holds open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: dict[str, int] = {}

    def take(self, name: str) -> bool:
        """One more, unless the name has as many as it may."""
        held = self._held.get(name, 0)
        if held >= self.most:
            return False
        self._held[name] = held + 1
        return True

    def give_back(self, name: str) -> None:
        self._held[name] -= 1
        if not self._held[name]:
            del self._held[name]


class Known:
    """Tokens that were good a short while ago, and out of whose share their requests come: told without asking the database."""

    def __init__(self, seconds: float = 60.0) -> None:
        self.seconds = seconds
        self._shares: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def share(self, name: str) -> str | None:
        until, share = self._shares.get(name, (0.0, ""))
        return share if until > time.monotonic() else None

    def add(self, name: str, share: str) -> None:
        self._shares[name] = (time.monotonic() + self.seconds, share)
        self._shares.move_to_end(name)
        if len(self._shares) > MOST_NAMES:
            self._shares.popitem(last=False)


def bearer(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token a request brings. The one reading of that header: whoever is let in by it is also limited by it."""
    for name, value in headers:
        if name == b"authorization":
            scheme, _, secret = value.decode("latin-1").strip().partition(" ")
            return secret.strip() or None if scheme.lower() == "bearer" else None
    return None


def of_token(secret: str) -> str:
    """The name a token goes by here."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()[:16]


@functools.lru_cache(maxsize=4096)
def of_address(host: str) -> str:
    """The name an address goes by here: who has one of IPv6 has all of its network of 64 bits."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found)
