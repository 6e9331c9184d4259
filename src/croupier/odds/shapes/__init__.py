"""How games are worked out, by shape. A game's module in `odds/games/` says which shape it has, as `ODDS`: its prices, advice, charts and
simulations all come from that one description.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast, runtime_checkable

if TYPE_CHECKING:
    from croupier.odds.advice import Advice, Chart, Question, Sight
    from croupier.odds.price import Price
    from croupier.odds.simulation import CuttingCard, Simulation
    from croupier.table.drivers import Strategy
    from croupier.table.playable import Playable


class FaceUp(NamedTuple):
    """How many of the dealer's and of the community cards lie face up."""

    dealer: int = 0
    community: int = 0


class Shape(Protocol):
    """What the frame asks of a game's description; a shape that has no more to say of something leaves it as it is here."""

    __slots__ = ()

    @property
    def plays_by(self) -> str:
        """The name of the play by which the game is simulated."""
        return "optimal"

    @property
    def averaged(self) -> tuple[str, ...]:
        """Wagers that are laid together and priced as one: their mean. None where the first is the unit."""
        return ()

    @property
    def apart(self) -> tuple[str, ...]:
        """Wagers that the first one cannot do without, and that have a price of their own all the same."""
        return ()

    @property
    def any_pack(self) -> bool:
        """Do its kernels deal whatever the pack holds, and not the one of the rules alone?"""
        return False

    @property
    def dealt_last(self) -> int:
        """How many of the dealer's cards may come after the players' turn: the shape asks the table whether they do."""
        return 0

    def face_up(self, game: Playable) -> FaceUp:
        """What the counts take to lie face up before the first decision: no card, unless a shape says otherwise."""
        return FaceUp()

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """Every wager, or the one wanted, under every pay table it could have, at a stake in cents where one is stated."""

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """What each choice of a seat is worth; None where the answer changes nothing that it nets."""

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """The best play to be read off, and a line to go with it or to stand in its place."""

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """What a kernel plays; none where the game is simulated at the real table."""

    def best(self, game: Playable) -> Strategy | None:
        """The best play at a table; None where the advice on each hand is followed."""
        return None


@runtime_checkable
class DealtFromAShoe(Protocol):
    """A shape whose rounds can follow each other from one shoe."""

    def from_a_shoe(self, game: Playable, card: CuttingCard) -> Iterator[Simulation]:
        """What a kernel plays until the cutting card has come out."""


def has_odds(procedure: str) -> bool:
    """Is there a module that describes a procedure's odds?"""
    return importlib.util.find_spec(f"croupier.odds.games.{procedure.replace('-', '_')}") is not None


def odds_of(procedure: str) -> Shape | None:
    """The description of a procedure's odds; None for none."""
    name = f"croupier.odds.games.{procedure.replace('-', '_')}"
    return cast(Shape, importlib.import_module(name).ODDS) if has_odds(procedure) else None
