"""What a table waits for. A request names who must answer and every legal answer; `check` refuses the rest with the clause."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from croupier.equipment.dice import FACES
from croupier.errors import Refused
from croupier.table import acts
from croupier.table.arranging import Arrangement, Discard
from croupier.table.legal import (
    Legal,
    LegalCard,
    LegalChoice,
    LegalRoll,
    LegalSpin,
    LegalStep,
    LegalWager,
)
from croupier.table.request import Request
from croupier.table.settlement import money
from croupier.table.wagering import Wagering

if TYPE_CHECKING:
    from croupier.table.table import Table

__all__ = [
    "Arrangement",
    "CardDue",
    "DealerAct",
    "Decision",
    "Discard",
    "Offer",
    "Request",
    "RollDue",
    "SpinDue",
    "Wagering",
]


BURN, ASIDE = "burn", "set-aside"
RETURN = "return-cards"
"""What is done instead of a shuffle where a device takes the cards of every round back and shuffles all the time."""


class CardDue(Request):
    """The next card, to a seat (its number), `dealer`, `community`, `burn`, or `exposed` when one was drawn by mistake.

    `number` counts the cards of the hand it goes to. Where a seat plays several hands, `hand` says which of them it is for, counted
    from 1, and `stakes` what that hand plays for. `ahead` is how many more are due before anybody else is asked anything.
    """

    __slots__ = ("face", "hand", "number", "slot", "stakes", "to")
    kind = "card"

    def __init__(
        self,
        to: int | str,
        face: str,
        slot: int,
        *,
        moment: str = "deal",
        number: int = 1,
        hand: int | None = None,
        stakes: Sequence[str] = (),
        ahead: int = 0,
    ) -> None:
        self.who, self.moment, self.skipped, self.ahead = "equipment", moment, False, ahead
        self.to, self.face, self.slot, self.number, self.hand, self.stakes = to, face, slot, number, hand, stakes

    def describe(self) -> str:
        return f"a card for {f'seat {self.to}' if isinstance(self.to, int) else self.to}"

    def check(self, act: acts.Act, table: Table) -> None:
        if isinstance(act, acts.Dealt) and self.to != ASIDE:
            if not table.remaining.get(act.card):
                raise Refused(f"{act.card} is not in the deck any more", clause=table.terms.clause)
        elif act != acts.Done(str(self.to)) or not self.unseen(table):
            self._refuse_kind(act)

    def unseen(self, table: Table) -> bool:
        """In a session nobody knows a card that goes face down to the rack or is set aside: it is said to have gone."""
        return table.carried.lasting and self.face == "down" and self.to in (BURN, ASIDE)

    def legal(self, table: Table) -> Iterator[Legal]:
        if self.unseen(table):
            yield LegalStep(str(self.to))
        if self.to == ASIDE:
            return
        for face, left in table.remaining.items():
            if left:
                yield LegalCard(face, left)

    def stale(self, table: Table) -> bool:
        return isinstance(self.to, int) and not table.seats[self.to].in_play


_PASSIVE = ("stand", "check", "ride", "show")
"""Words that leave things as they are, where a choice names none that saying nothing means."""


class Decision(Request):
    """A choice among named ones; `declined` is what saying nothing means, where the rules let one say nothing.

    Where a seat has split its hand, `hand` says which one it is about, counted from 1. `between` is the word for an amount of
    one's own, asked for next, that lies between those of other choices. What a choice `costs` is put down by the word itself.
    """

    __slots__ = ("between", "choices", "clause", "costs", "declined", "every", "hand", "having", "seat")
    kind = "choice"

    def __init__(
        self,
        seat: int,
        choices: Sequence[str],
        *,
        clause: str,
        costs: Mapping[str, int] | None = None,
        having: str | None = None,
        declined: str | None = None,
        hand: int | None = None,
        between: str | None = None,
        moment: str = "decision",
    ) -> None:
        super().__init__(f"seat {seat}" if seat else "floor", moment)
        self.hand, self.costs, self.between = hand, costs, between
        self.seat, self.clause, self.having, self.declined = seat, clause, having, declined
        self.choices = self.every = choices

    def describe(self) -> str:
        which = "" if self.hand is None else f", hand {self.hand}"
        return f"{self.who}{which}: {' or '.join(self.choices)}"

    def outline(self) -> str:
        which = "" if self.hand is None else f", hand {self.hand}"
        return f"{self.who}{which} to decide" if self.seat else self.describe()

    def check(self, act: acts.Act, table: Table) -> None:
        if not isinstance(act, acts.Choice):
            self._refuse_kind(act)
        elif act.seat != self.seat:
            raise Refused(f"it is for {self.who} to decide, not for seat {act.seat}", clause=table.terms.clause)
        elif act.choice in self.every and act.choice not in self.choices:
            table.check_chips(table.seats[self.seat], act.choice, (self.costs or {})[act.choice], clause=self.clause)
        elif act.choice not in self.choices:
            raise Refused(f"{self.who}: {act.choice!r} is not a choice: {' or '.join(self.choices)}", clause=self.clause)

    def legal(self, table: Table) -> Iterator[Legal]:
        for choice in self.choices:
            yield LegalChoice(self.seat, choice)

    @property
    def least(self) -> str | None:
        """What is taken for the answer of a player who gives none: no further chip goes down, and nothing is drawn or thrown away
        that need not be. Where nothing else is for free the hand is given up, which procedures ask for last."""
        free = [choice for choice in self.choices if not (self.costs or {}).get(choice)]
        if self.declined in free:
            return self.declined
        return next((word for word in _PASSIVE if word in free), free[-1] if free else None)

    def free(self, act: acts.Act) -> bool:
        return isinstance(act, acts.Choice) and act.choice == self.least

    def afford(self, table: Table) -> None:
        if (costs := self.costs) is not None:
            chips = table.seats[self.seat].chips
            self.choices = self.every if chips is None else [c for c in self.every if costs.get(c, 0) <= chips]

    def stale(self, table: Table) -> bool:
        if not self.seat:
            return False
        seat = table.seats[self.seat]
        return not seat.in_play or (self.having is not None and not seat.stakes.get(self.having))


class Offer(Request):
    """A further wager a seat may put down now, any amount within bounds; 0 declines it, unless it was already taken up.

    `called` is the word by which a decision takes it up (`insurance`, `cap`, `double`); the amount is what is added. The least of
    what was taken up already lies there by that word.
    """

    __slots__ = ("bounds", "called", "clause", "declinable", "maximum", "minimum", "seat", "spot", "step")
    kind = "offer"

    def __init__(
        self, seat: int, spot: str, *, called: str, bounds: tuple[int, int, int], clause: str, declinable: bool = True
    ) -> None:
        super().__init__(f"seat {seat}", "decision")
        self.seat, self.spot, self.called, self.clause, self.declinable = seat, spot, called, clause, declinable
        self.bounds = bounds
        self.minimum, self.maximum, self.step = bounds

    def afford(self, table: Table) -> None:
        (least, most, step), seat = self.bounds, table.seats[self.seat]
        if seat.chips is not None and (chips := seat.chips + seat.promised) < most:
            most = chips - chips % step
        self.minimum, self.maximum = (least, most) if least <= most else (0, 0)

    def describe(self) -> str:
        return f"{self.who}: {self.called} of {self.minimum} to {self.maximum}{', or 0' if self.declinable else ''}"

    def outline(self) -> str:
        return f"{self.who} to say how much: {self.called}"

    def check(self, act: acts.Act, table: Table) -> None:
        if not isinstance(act, acts.Wager):
            self._refuse_kind(act)
        elif act.seat != self.seat or act.spot != self.spot:
            raise Refused(f"it is for {self.who} to answer about {self.spot}", clause=self.clause)
        elif act.amount == self.maximum or (act.amount == 0 and self.declinable):
            return
        elif not self.minimum <= act.amount <= self.maximum or act.amount % self.step:
            steps = f" in steps of {self.step}" if self.step > 1 else ""
            seat = table.seats[self.seat]
            chips = None if seat.chips is None else seat.chips + seat.promised
            there = f", {money(chips)} is there" if chips is not None and chips < self.bounds[1] else ""
            raise Refused(
                f"seat {act.seat}: {self.called} of {act.amount} cents is not allowed: "
                f"from {self.minimum} to {self.maximum}{steps}{there}",
                clause=self.clause,
            )

    def free(self, act: acts.Act) -> bool:
        """To decline it or, where a word has taken it up, the least of what that word can mean."""
        return isinstance(act, acts.Wager) and act.amount == (0 if self.declinable else self.minimum)

    def legal(self, table: Table) -> Iterator[Legal]:
        stake = table.seats[self.seat].stakes.get(self.spot, 0)
        bounds = (self.minimum, self.maximum, self.step)
        yield LegalWager(self.seat, self.spot, *bounds, stake=stake, called=self.called)
        if self.declinable and self.maximum:
            yield LegalWager(self.seat, self.spot, 0, 0, 1, stake=stake, called=self.called)

    def stale(self, table: Table) -> bool:
        return not table.seats[self.seat].in_play


FEW_DICE = 3


def _in_order(faces: Iterable[int], dice: int) -> Iterator[tuple[int, ...]]:
    return itertools.product(faces, repeat=dice)


class RollDue(Request):
    """How the dice fall; more than three are listed sorted, and may fall in any order.

    `late` is the wagering that goes on while they are in the air, where the text lets it.
    """

    __slots__ = ("dice", "late")
    kind = "roll"

    def __init__(self, dice: int, who: str = "equipment", *, late: Wagering | None = None) -> None:
        super().__init__(who, "roll")
        self.dice, self.late = dice, late

    def check(self, act: acts.Act, table: Table) -> None:
        if not isinstance(act, acts.Rolled):
            self._refuse_kind(act)
        elif len(act.dice) != self.dice or not all(isinstance(face, int) and face in FACES for face in act.dice):
            raise Refused(f"{list(act.dice)!r} is not a roll of {self.dice} dice", clause=table.terms.clause)

    def legal(self, table: Table) -> Iterator[Legal]:
        # Of many dice it does not matter which of them shows a face, and every order would be millions.
        ways = itertools.combinations_with_replacement if self.dice > FEW_DICE else _in_order
        for faces in ways(FACES, self.dice):
            yield LegalRoll(faces)


class DealerAct(Request):
    """Something the dealer does, `shuffle` or `reveal`, or another whom the text names; the note of a cut says how deep it is.

    `concerns` is the seat whose win is checked; the note of a count is how many chips there were.
    """

    __slots__ = ("act", "clause", "concerns", "counts", "least")
    kind = "done"

    def __init__(
        self,
        act: str,
        *,
        who: str = "dealer",
        moment: str | None = None,
        least: int | None = None,
        counts: int | None = None,
        concerns: int = 0,
        clause: str = "",
    ) -> None:
        super().__init__(who, moment or act)
        self.act, self.least, self.counts, self.concerns, self.clause = act, least, counts, concerns, clause

    def describe(self) -> str:
        return f"the {self.who} to {self.act}" + (f" for seat {self.concerns}" if self.concerns else "")

    def check(self, act: acts.Act, table: Table) -> None:
        if not isinstance(act, acts.Done) or act.act != self.act:
            self._refuse_kind(act)
        elif self.least is not None and act.note and not (act.note.isdecimal() and int(act.note) >= self.least):
            raise Refused(f"{self.act} of {act.note} cards: at least {self.least}", clause=self.clause)
        elif self.counts is not None and act.note not in ("", str(self.counts)):
            raise Refused(f"{act.note} chips are collected and {self.counts} wagers were accepted", clause=self.clause)

    def legal(self, table: Table) -> Iterator[Legal]:
        yield LegalStep(self.act)


class SpinDue(Request):
    """Where the wheel or the ball comes to rest."""

    __slots__ = ("marks",)
    kind = "spin"

    def __init__(self, marks: Sequence[str], who: str = "equipment") -> None:
        super().__init__(who, "spin")
        self.marks = marks

    def check(self, act: acts.Act, table: Table) -> None:
        if not isinstance(act, acts.Spun):
            self._refuse_kind(act)
        elif act.result not in self.marks:
            raise Refused(f"{act.result!r} is not on this wheel", clause=table.terms.clause)

    def legal(self, table: Table) -> Iterator[Legal]:
        for mark in self.marks:
            yield LegalSpin(mark)
