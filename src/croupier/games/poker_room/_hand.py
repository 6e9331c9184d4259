"""One hand in progress: who plays it, from which button, and how chips go from the stacks into the pot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from croupier.equipment.cards import Card
from croupier.games.poker_room._betting import Structure
from croupier.games.poker_room._division import clockwise
from croupier.games.questions import CardQuestions
from croupier.rules.poker import Street, Variant
from croupier.rules.terms import Rule, grounds
from croupier.table.betting import POT, resting
from croupier.table.table import Seat, Table

STACK = "stack"
RAKE, DROP = "rake", "promotional-drop"


class Poker(CardQuestions):
    """What the procedure asks of a rulebook."""

    variant: Variant
    structure: Structure
    lower_limit: int
    upper_limit: int
    ante: int
    small_blind: int
    big_blind: int
    forced_bet: int
    raises: int | Literal["none"]
    check_raise: bool
    straddle: Rule[bool]
    kill: Rule[Literal["none", "half-kill", "kill"]]
    kill_mark: int
    heads_up: Rule[Literal["left-of-button", "button"]]
    first_button: Rule[Literal["right-of-dealer", "card"]]
    to_be_dealt_in: Rule[object]
    betting: Rule[object]
    showing: Rule[object]
    smallest_chip: int
    rake: dict[str, object]
    promotional_drop: bool | int
    least_pot_for_drop: int | Literal["none"]
    waiting_list: Rule[Literal["first-come-first-served", "none"]]
    announced_seats: Literal["any", "with-a-list"]
    missed_blinds: Rule[Literal["not-owed", "posted", "waits"]]
    absent_stakes: Rule[Literal["left", "counted", "held"]]

    @property
    def chip(self) -> int:
        return max(self.smallest_chip, 1)

    def least_bet(self, street: Street) -> int:
        """The least bet of a betting round; every bet of it where limits are fixed."""
        if self.structure == "fixed-limit":
            return self.upper_limit if street.limit == "upper" else self.lower_limit
        return max(self.lower_limit, self.big_blind) if self.variant.blinds else self.lower_limit

    @property
    def posts(self) -> int:
        """The most that a seat must put in before it may choose."""
        return self.ante + (max(self.big_blind, self.small_blind) if self.variant.blinds else self.forced_bet)


@dataclass(slots=True)
class Hand:
    """A hand from the deal to the division of its pot."""

    table: Table
    rules: Poker
    seats: list[int]
    """Who is dealt in."""
    button: int
    """Where it lies; 0 where the game has none, so that the first seat left of the dealer comes first."""
    last_blind: int = 0
    """After whom the first betting round begins."""
    blinds: tuple[int, ...] = ()
    """Who is in the blinds by where the button lies, the small one first."""
    killer: int = 0
    """Who has the kill button."""
    halves: int = 2
    """How many halves of the posted limits bind."""
    forced: int = 0
    """Who made the forced bet of this betting round."""
    dealt_on: list[int] = field(default_factory=list)
    """Places of folded hands on which cards still fall, because nobody has bet since."""
    bettor: int = 0
    """Who bet or raised last."""
    dead: dict[int, int] = field(default_factory=dict)
    """What seats have put in that counts for no bet of theirs: a small blind that was missed."""
    thrown: list[tuple[int, Card]] = field(default_factory=list)
    """Cards that were discarded, each with whose it was."""

    @property
    def variant(self) -> Variant:
        return self.rules.variant

    def raised(self, cents: int) -> int:
        """A posted limit as it binds in this hand."""
        return cents * self.halves // 2

    def seat(self, number: int) -> Seat:
        return self.table.seats[number]

    def live(self) -> list[int]:
        """Seats that have not folded, in turn from the button, or from the dealer's left."""
        numbers = [number for number in self.seats if self.seat(number).in_play and not self.seat(number).folded]
        return clockwise(numbers, self.button, self.table.capacity)

    def receiving(self) -> list[int]:
        """Places that are dealt to, in turn."""
        return clockwise([*self.live(), *self.dealt_on], self.button, self.table.capacity)

    @property
    def contested(self) -> bool:
        """Are there two hands at least?"""
        return len(self.live()) > 1

    def after(self, number: int) -> list[int]:
        """The live seats in turn from the one after another."""
        return clockwise(self.live(), number, self.table.capacity)

    def stack(self, number: int) -> int:
        """What a seat may still bet."""
        return 0 if resting(self.table, number) else self.seat(number).stake(STACK)

    def put(self, number: int, cents: int) -> None:
        """Chips from a seat's stack into the pot."""
        if cents:
            self.table.move(self.seat(number), STACK, POT, cents)

    def put_in(self) -> dict[int, int]:
        """What each seat has in the pot, dead money too."""
        return {number: cents for number in self.seats if (cents := self.seat(number).stake(POT))}

    def ground(self, case: str) -> Rule[str] | None:
        """What the variant's file says decides a case."""
        return grounds(self.variant.outcomes).get(case)
