"""A betting round: whose turn it is, what a call costs, how far a raise may go, and when all have answered. No cards in it.

A raise that falls short of a full one, because it is all a player has, does not let those raise again who have acted since the
last full one; several of them together may.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Structure = Literal["fixed-limit", "spread-limit", "pot-limit", "no-limit"]


class Bounds(NamedTuple):
    """What a bet or raise may come to: a seat's whole bet in this round."""

    least: int
    most: int


class Turn(NamedTuple):
    """What a seat may do: check (where a call costs nothing), call for so much, or raise within bounds."""

    call: int
    to: Bounds | None


@dataclass(slots=True)
class Betting:
    """One betting round. `order` is who acts, in turn; `stacks` is what each has left and changes as it bets."""

    structure: Structure
    order: Sequence[int]
    stacks: dict[int, int]
    least: int
    """The least bet, and the least raise until there was a larger one; the size of every bet where limits are fixed."""
    most: int = 0
    """Where the limit is a spread: the largest bet or raise."""
    raises: int | None = None
    """How many raises a round may see; None where there is no limit to them."""
    check_raise: bool = True
    """May a seat raise in a round in which it has checked?"""
    in_pot: int = 0
    """What lay in the pots before this round."""
    bets: dict[int, int] = field(default_factory=dict)
    """What each seat has bet in this round, forced bets too."""
    folded: set[int] = field(default_factory=set)
    level: int = 0
    """What must be matched."""
    step: int = 0
    """By how much it was raised."""
    raised: int = 0
    aggressor: int = 0
    """Who bet or raised last."""
    answered: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The seats that have acted, each with what was to be matched then and how many full bets there had been."""
    _turn: int = 0

    def post(self, seat: int, cents: int, *, paid: int, may_raise: bool) -> None:
        """A blind or forced bet, of which so much was paid: all of it is to be matched. `may_raise` says who posts one is asked again."""
        self.bets[seat] = paid
        self.level = max(self.level, cents)
        if self.level >= self.least:
            self.raised = 1  # it is the bet that others raise; one that is less is still to be completed
        if not may_raise:
            self.answered[seat] = self.level, self.raised

    def _pay(self, seat: int, cents: int) -> int:
        self.stacks[seat] -= cents
        self.bets[seat] = self.bets.get(seat, 0) + cents
        return cents

    def drop_out(self, seat: int) -> None:
        """A hand is out, by a fold or because it is dead."""
        self.folded.add(seat)

    def _live(self) -> list[int]:
        return [seat for seat in self.order if seat not in self.folded]

    def _owes(self, seat: int) -> bool:
        return self.bets.get(seat, 0) < self.level

    def _to_act(self, seat: int) -> bool:
        """Has the seat something to decide?"""
        if seat in self.folded or not self.stacks[seat]:
            return False
        owes = self._owes(seat)
        if not owes and seat in self.answered:
            return False
        others = [other for other in self._live() if other != seat]
        if any(self.stacks[other] for other in others):
            return True
        return owes and self.bets.get(seat, 0) < max((self.bets.get(other, 0) for other in others), default=0)

    def next(self) -> int | None:
        """Whose turn it is; None when everybody has answered."""
        for place in range(len(self.order)):
            seat = self.order[(self._turn + place) % len(self.order)]
            if self._to_act(seat):
                self._turn = (self._turn + place) % len(self.order)
                return seat
        return None

    def turn(self, seat: int) -> Turn:
        """What the seat may do."""
        return Turn(self._to_call(seat), self._raise(seat))

    def _to_call(self, seat: int) -> int:
        return min(max(self.level - self.bets.get(seat, 0), 0), self.stacks[seat])

    @property
    def size(self) -> int:
        """The least raise."""
        return self.least if self.structure == "fixed-limit" else max(self.least, self.step)

    def _raise(self, seat: int) -> Bounds | None:
        bet, stack = self.bets.get(seat, 0), self.stacks[seat]
        if bet + stack <= self.level or (self.raises is not None and self.raised > self.raises):
            return None
        reach = [self.bets.get(other, 0) + self.stacks[other] for other in self._live() if other != seat]
        if max(reach, default=0) <= self.level:
            return None  # nobody could call any of it
        level, full = self.answered.get(seat, (0, -1))
        if not self.check_raise and seat in self.answered and not bet:
            return None
        if full == self.raised and self.level - level < self.size:
            return None
        least = self._least()
        match self.structure:
            case "fixed-limit":
                most = least
            case "spread-limit":
                most = max(self.level + self.most, least)
            case "pot-limit":
                # A call first, then as much as the pot holds with it.
                most = max(2 * self.level - bet + self.in_pot + sum(self.bets.values()), least)
            case _:
                most = bet + stack
        return Bounds(min(least, bet + stack), min(most, bet + stack))

    def _least(self) -> int:
        """The least whole bet. A forced bet below the least bet is completed to it; a short one of choice is raised by a whole bet."""
        return self.least if self.level < self.least and not self.aggressor else self.level + self.size

    def fold(self, seat: int) -> None:
        self.drop_out(seat)
        self._turn += 1

    def call(self, seat: int) -> int:
        """A check or a call: what the seat puts in."""
        paid = self._pay(seat, self._to_call(seat))
        self._acted(seat)
        return paid

    def raise_to(self, seat: int, to: int) -> int:
        """A bet or a raise to so much in all: what the seat puts in."""
        by, full = to - self.level, to >= self._least()
        if full:
            self.step = by if self.level >= self.least or self.aggressor else to
        self.raised += 1 if full else 0
        self.aggressor = seat
        paid = self._pay(seat, to - self.bets.get(seat, 0))
        self.level = max(self.level, to)
        self._acted(seat)
        return paid

    def _acted(self, seat: int) -> None:
        self.answered[seat] = self.level, self.raised
        self._turn += 1
