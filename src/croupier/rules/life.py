"""What a file says of the table's life: its steps, how long cards last, the shoe between rounds, what is burned."""

from __future__ import annotations

from typing import Literal

from pydantic import PositiveInt, model_validator

from croupier.rules.parts import Clauses, Condition, Part

Aftermath = Literal[
    "reshuffle",
    "remove-deck",
    "new-deck",
    "inspect",
    "cover-device",
    "repair-device",
    "call-floor",
    "count-stub",
    "pass-dice",
    "card-to-next-hand",
    "last-hand",
    "simulated-round",
]


class Step(Part):
    reading: str | None = None
    step: str
    says: str = ""
    by: str = "dealer"
    clause: Clauses
    when: Condition = {}
    at_least: int | None = None
    optional: bool = False
    after: Aftermath | None = None
    """Due between rounds only when the round left this to do (`reshuffle` when the cover card came out)."""


class CardHours(Part):
    reading: str | None = None
    hours: int
    clause: Clauses
    when: Condition = {}
    binding: bool = True


class StubCount(Part):
    """How often the cards are counted: every so many rounds or minutes, or twice while a dealer deals."""

    reading: str | None = None
    says: str = ""
    every: PositiveInt | None = None
    minutes: PositiveInt | None = None
    twice_a_rotation: bool = False
    """After the first round of every dealer, and when the dealer is relieved."""
    clause: Clauses
    unless: Condition = {}

    @model_validator(mode="after")
    def _one_measure(self) -> StubCount:
        if sum((self.every is not None, self.minutes is not None, self.twice_a_rotation)) != 1:
            raise ValueError("a count is due by exactly one of: every, minutes, twice-a-rotation")
        return self

    @property
    def how_often(self) -> str:
        if self.every is not None:
            return f"every {self.every} rounds"
        return f"every {self.minutes} minutes" if self.minutes is not None else "twice in a dealer's rotation"


class ShoeLife(Part):
    """The cards serve several rounds, until a cutting card comes out; `behind`, `entry` and `again` name options."""

    reading: str | None = None
    behind: str
    """How many cards lie behind the cutting card, or which share of all."""
    entry: str | None = None
    """Whether somebody who let a round pass may wager before the next shuffle: as ever, the minimum alone, or not."""
    again: str | None = None
    """The same of somebody who had wagered on a round of this shoe before, where the text tells them apart."""
    one_more_round: bool = False
    """Does a round follow the one in which the cutting card came out, before the cards are shuffled?"""
    clause: Clauses
    when: Condition = {}


class Continuous(Part):
    """A device that takes the cards of every round back as soon as it is over, and deals from all of them."""

    reading: str | None = None
    clause: Clauses
    when: Condition = {}


class Burn(Part):
    """Cards that go to the discard rack unplayed: of every new shoe, or for every new dealer."""

    reading: str | None = None
    per: Literal["shoe", "dealer"]
    cards: Literal["one", "one-and-its-value"] = "one"
    clause: Clauses
    when: Condition = {}


class Life(Part):
    """The table's life, as far as the text has it."""

    shoe: tuple[ShoeLife, ...] = ()
    burns: tuple[Burn, ...] = ()
    continuous: tuple[Continuous, ...] = ()

    opening: tuple[Step, ...] = ()
    between_rounds: tuple[Step, ...] = ()
    idle: tuple[Step, ...] = ()
    resuming: tuple[Step, ...] = ()
    closing: tuple[Step, ...] = ()
    card_hours: tuple[CardHours, ...] = ()
    stub_count: tuple[StubCount, ...] = ()
