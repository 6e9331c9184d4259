"""What a live table is made of besides its rounds: how it is run, who sits there for the house, which events it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from croupier.errors import CroupierError
from croupier.ledger import corrections
from croupier.table.playable import Playable

Prepare = Callable[[str, Mapping[str, Any] | None, str | None], Playable]
COMPANION = "companion"
LEAST_COMPANION_CHIPS, COMPANION_CHIPS = 20_000, 100_000
"""A companion left with less than this after a round buys in again."""
LARGEST = 10**12
"""No live wager is larger, so that no win, at whatever odds, is more than the books hold."""


_TABLE = (
    "table-opened",
    "table-closed",
    "table-shared",
    "seat-taken",
    "seat-left",
    "seat-changed",
    "fill",
    "credit",
    "tip",
    "recovery",
    "session",
)
_POTS = ("time-charged", "promotion-paid")
_ROUND = ("round-opened", "acts", "round-voided", "table-stopped")
_RULINGS = ("irregularity-reported", "irregularity-armed", "ruling-approved", "ruling-dismissed")
KINDS = frozenset((*_TABLE, *_POTS, *_ROUND, *_RULINGS, *corrections.KINDS))
"""The events of a table."""


class Settings(NamedTuple):
    """How a table is run: who deals, who closes the wagering, whether it is for practice, and then whether others may sit there."""

    equipment: Literal["electronic", "entered"] = "electronic"
    closing: Literal["players", "dealer"] = "players"
    practice: bool = False
    shared: bool = False


class Report(NamedTuple):
    """An irregularity that waits for the floor."""

    irregularity: str
    seat: int
    by: str


class Disagrees(CroupierError):
    """The events do not follow from each other: a card that the seed does not give, an act the rules refuse."""
