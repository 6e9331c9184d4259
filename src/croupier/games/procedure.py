"""What a game declares of itself. Its module ends in one `PROCEDURE`, which is what the registry looks for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from croupier.equipment.cards import Card, deck
from croupier.equipment.wheels import Wheel
from croupier.errors import OutOfBounds
from croupier.games.questions import Questions
from croupier.hands.patterns import Test
from croupier.rules.choosing import MOST_COUNT
from croupier.rules.model import Decided
from croupier.table.facts import Fact
from croupier.table.playable import Shape
from croupier.table.said import Said, Shown
from croupier.table.table import Table
from croupier.table.written import Script

R = TypeVar("R", bound=Questions)


class Decks(Protocol):
    """Rules that say how many decks are in play."""

    @property
    def decks(self) -> int: ...


def whole_decks(rules: Decks) -> list[Card]:
    """Complete decks of fifty-two, as many as the rules say."""
    return deck(decks=_countable(rules.decks, "decks"))


class DecksWithJokers(Decks, Protocol):
    """Rules that say how many jokers go with each deck, too."""

    @property
    def jokers(self) -> int: ...


def decks_with_jokers(rules: DecksWithJokers) -> list[Card]:
    """Decks of fifty-two and the jokers that go with each."""
    return deck(decks=_countable(rules.decks, "decks"), jokers=_countable(rules.jokers, "jokers"))


class DecksWithoutRanks(Decks, Protocol):
    """Rules that say which ranks are taken out of every deck."""

    @property
    def ranks_removed(self) -> tuple[int, ...]: ...


def decks_without_ranks(rules: DecksWithoutRanks) -> list[Card]:
    """Decks of fifty-two less the ranks that the rules take out."""
    return deck(decks=_countable(rules.decks, "decks"), without=rules.ranks_removed)


def _countable(count: int, what: str) -> int:
    """As many as a table can have; more would fill the memory before the first is dealt."""
    if count > MOST_COUNT:
        raise OutOfBounds(f"{what}: {count}: at most {MOST_COUNT} can be dealt with here")
    return count


def no_cards(rules: object) -> Sequence[Card]:
    """A game without cards."""
    return ()


def all_marks(rules: object, wheel: Wheel) -> tuple[str, ...]:
    """A chip can stand on every mark of the wheel."""
    return wheel.marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure(Generic[R]):
    """One game: the questions it asks of a rulebook, how it is played, and with what. Its id is the name of its module."""

    rules: type[R]
    play: Callable[[Table, R], Coroutine[Any, Any, None]]
    pack: Callable[[R], Sequence[Card]] = no_cards
    """The cards in play before the first is dealt."""
    shape: Shape | Callable[[R], Shape] = field(default=Shape())
    """The cards that a written round names."""
    wheel: Callable[[R], Wheel] | None = None
    marks: Callable[[R, Wheel], tuple[str, ...]] = all_marks
    """The marks of the wheel on which a chip can stand."""
    patterns: Mapping[str, Test] = field(default_factory=dict)
    """Rows of pay tables that this game tests in its own way."""
    written: type[Script] = Script
    """How a written round of the game is read, and by its `WRITER` written."""
    areas: Collection[str] = ()
    """What a wager can be on, where the game knows that by name: each then names one `area` of these."""
    settles: tuple[str, ...] | None = None
    """The wagers that the procedure settles itself; all of the file's where it knows none by name."""
    moments: tuple[Decided, ...] = ()
    """When the procedure settles side wagers (`side_wagers.settle`), whatever the house has chosen; the earliest first."""
    seen_by: Mapping[Decided, Shape] = field(default_factory=dict)
    """The cards a side wager may be settled by at a moment before the last of them is dealt or turned."""
    least_players: int = 1
    """How many must sit at the table for a round to be played."""
    hands_stay_down: bool = False
    """Does a hand open only where its player shows it, and not because the round is over?"""
    in_a_room: bool = False
    """Do players play each other for a pot, at tables of a room that has waiting lists and a fund of its own?"""
    rows_at_once: Mapping[str, int] = field(default_factory=dict)
    """By how many rows of its pay table one stake may be paid together, for wagers where that is more than one."""
    simulated_round: Callable[[Table, R], Coroutine[Any, Any, None]] | None = None
    """The round without wagers that a ruling may ask for."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    """What this game's table can tell about a report, besides what every table can."""
    says: Callable[[Shown, R], Said] | None = None
    """What hands are worth and how a round came out, in words, from the cards that are shown."""

    def shape_under(self, rules: R) -> Shape:
        """The shape under one house's choices."""
        return self.shape if isinstance(self.shape, Shape) else self.shape(rules)
