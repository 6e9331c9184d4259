"""One process's workbench: its database, its floor, and what it was told about guests and limits."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from croupier.errors import Busy
from croupier.ledger.database import Database
from croupier.server.cash import DEALER_LIMIT
from croupier.server.floor import Floor
from croupier.server.hosts import Hosts
from croupier.server.jobs import Runner, Work
from croupier.server.rates import Open, Rate
from croupier.server.workers import Pool
from croupier.server.working import Told
from croupier.table.playable import Playable

MOST_READY, MOST_STAKED = 32, 256


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may ask for."""

    body: int = 256 * 1024
    """Bytes in a request."""
    requests: int = 2000
    """Requests of one token or address in ten seconds."""
    at_once: int = 20
    """Requests of one token or address that are worked on at once; further ones wait."""
    sockets: int = 500
    """Sockets open at once from one address."""
    tables_watched: int = 20
    """Sockets one person has open at tables."""
    tables: int = 1000
    """Tables open at once."""
    practice_idle: float = 3600.0
    """Seconds without anything happening after which a practice table closes."""
    chips: int = DEALER_LIMIT
    """Cents a dealer may sell to one player, or cash for one, in a day."""


@dataclass(slots=True)
class Workbench:
    """Everything the API and the pages need."""

    database: Database
    guests: bool = False
    limits: Limits = field(default_factory=Limits)
    hosts: Hosts = field(default_factory=Hosts)
    hints_ahead: bool = True
    """Is what hints need worked out as soon as somebody sits down?"""
    floor: Floor = field(init=False)
    rate: Rate = field(init=False)
    sockets: Open = field(init=False)
    """Sockets at tables, by person."""
    jobs: Runner = field(init=False)
    advice: Pool = field(init=False)
    audits: Pool = field(init=False)
    """Where what takes long is done: never in the threads that answer everybody."""
    _ready: dict[str, None] = field(init=False, default_factory=dict)
    """Games whose hints were made ready, the last ones."""
    _staked: dict[str, None] = field(init=False, default_factory=dict)
    """Games with stakes at which a hint was foreseen."""

    def __post_init__(self) -> None:
        self.rate = Rate(self.limits.requests)
        self.sockets = Open(self.limits.tables_watched)
        self.jobs = Runner(self.database)
        self.advice = Pool(workers=max(1, min(4, (os.cpu_count() or 1) // 2)), each=4, most=100, seconds=60, longest=300)
        self.audits = Pool(workers=1, each=1, most=10, seconds=3600, longest=3600)
        self.floor = Floor(self.database, most_tables=self.limits.tables, dealer_limit=self.limits.chips)

    async def work_out(
        self, pool: Pool, share: str, work: str, arguments: Mapping[str, Any], *, told: Told | None = None
    ) -> Any:
        """Have it done in a process beside the server, and wait without holding a thread."""
        try:
            return await asyncio.wait_for(asyncio.wrap_future(pool.ask(share, work, arguments, told=told)), pool.seconds)
        except TimeoutError:
            raise pool.late from None

    def make_ready(self, game: Playable) -> None:
        """Have what hints at a game need worked out before anybody asks; once, for it is remembered."""
        work = Work.on("ahead", game)
        if self._first(self._ready, str(work), MOST_READY):
            self.advice.make_ready(work.kind, {"game": work.game, "house_rules": work.house_rules, "version": work.version})

    def foresee(self, game: Playable, stakes: Mapping[str, int], written: Mapping[str, Any]) -> None:
        """A hint at stakes that nobody had here yet: the table is asked anew what it nets at them, which takes longer than the hint."""
        work = json.dumps([str(Work.on("advice", game)), sorted(stakes.items())])
        if self._first(self._staked, work, MOST_STAKED):
            with contextlib.suppress(Busy):
                self.advice.foresee("advice", {"written": written})

    def _first(self, known: dict[str, None], work: str, most: int) -> bool:
        """Is this the first time, and is anything made ready here? The last of them are known."""
        if not self.hints_ahead or work in known:
            return False
        known[work] = None
        if len(known) > most:
            del known[next(iter(known))]
        return True

    def close(self) -> None:
        """The server stops: what is done beside it stops too."""
        self.jobs.close()
        self.advice.close()
        self.audits.close()
