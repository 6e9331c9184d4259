"""How games are worked out, by shape. A game's module in `odds/games/` says which shape it has, as `ODDS`: its prices, advice, charts and
simulations all come from that one description.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from croupier.odds.advice import Advice, Chart, Question, Sight
    from croupier.odds.price import Price
    from croupier.odds.simulation import Simulation
    from croupier.table.playable import Playable


class Shape(Protocol):
    """What the frame asks of a game's description."""

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """Every wager, or the one wanted, under every pay table it could have, at a stake in cents where one is stated."""

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """What each choice of a seat is worth; None where the answer changes nothing that it nets."""

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """The best play to be read off, and a line to go with it or to stand in its place."""

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """What a kernel plays; none where the game is simulated at the real table."""


def has_odds(procedure: str) -> bool:
    """Is there a module that describes a procedure's odds?"""
    return importlib.util.find_spec(f"croupier.odds.games.{procedure.replace('-', '_')}") is not None


def odds_of(procedure: str) -> Any:
    """The description of a procedure's odds; None for none."""
    name = f"croupier.odds.games.{procedure.replace('-', '_')}"
    return importlib.import_module(name).ODDS if has_odds(procedure) else None
