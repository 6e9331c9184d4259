"""One process's workbench: its database, its floor, and what it was told about guests and limits."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.ledger.database import Database
from croupier.server.floor import Floor
from croupier.server.house import DEALER_LIMIT
from croupier.server.rates import Rate


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
    tables: int = 1000
    """Tables open at once."""
    chips: int = DEALER_LIMIT
    """Cents a dealer may sell to one player, or cash for one, in a day."""


@dataclass(slots=True)
class Workbench:
    """Everything the API and the pages need."""

    database: Database
    guests: bool = False
    limits: Limits = field(default_factory=Limits)
    floor: Floor = field(init=False)
    rate: Rate = field(init=False)

    def __post_init__(self) -> None:
        self.rate = Rate(self.limits.requests)
        self.floor = Floor(self.database, most_tables=self.limits.tables)
