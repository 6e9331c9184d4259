"""Betting among players with the chips that lie on the table, and what a ruling does to a hand in mid-play."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from croupier.errors import Refused
from croupier.rules.terms import Rule
from croupier.table import acts
from croupier.table.playable import Spot
from croupier.table.requests import Decision, Offer, Request, Wagering

if TYPE_CHECKING:
    from croupier.table.remedies import Irregularity
    from croupier.table.table import Table

POT = "pot"
REMEDIES = (
    "dead-hand",
    "refund-hand",
    "ante-back",
    "next-card-down",
    "replace-card",
    "replace-card-as-burn",
    "replace-card-after-deal",
    "pot-so-far",
    "counts-as-call",
)
FACE_UP_BURN = "burn card"
"""What lies open to be the next burn."""
EXCHANGED = "exchanged after the deal"
"""Whose exposed card is exchanged once all have theirs."""
POT_SO_FAR = "plays for the pot so far"
"""What is said of a seat that bets no more."""


class Stacks(Wagering):
    """Players put their chips before them, so much at least; none are added once the cards are out.

    What lies there from the hands before stays: more may be put to it, and nothing is taken off.
    """

    __slots__ = ("clause", "least")

    def __init__(self, least: int, *, clause: str) -> None:
        super().__init__()
        self.least, self.clause = least, clause

    def _bounds(self, table: Table, seat: int, spot: Spot) -> tuple[int, int | None, int]:
        """Enough to be dealt in, and no less than lies there."""
        least, most, step = super()._bounds(table, seat, spot)
        kept = table.carried.stakes.get(seat, {}).get(spot.id, 0)
        # What a rake has left lies there to the cent: the step of the posted chips is for those that are bought.
        return max(least, kept, -(-self.least // step) * step), most, 1 if kept % step else step

    def _check_complete(self, table: Table) -> None:
        if not any(seat.stakes for seat in table.seats.values()):
            raise Refused("nobody has chips on the table", clause=self.clause)


class Turn(Decision):
    """A seat's turn to bet, or to show its hand; pointless once the hand is out, or all others are."""

    __slots__ = ("comes_to", "passing", "to_call")

    def __init__(
        self,
        seat: int,
        choices: tuple[str, ...],
        *,
        clause: str,
        declined: str | None = None,
        moment: str = "decision",
        to_call: int = 0,
        comes_to: Mapping[str, int] = MappingProxyType({}),
        passing: tuple[str, ...] = (),
    ) -> None:
        super().__init__(seat, choices, clause=clause, declined=declined, moment=moment)
        self.to_call = to_call
        """What calling takes of the stack."""
        self.comes_to = comes_to
        """Choices that can only come to one sum, each with that whole bet; of a bet that has bounds the table asks how much."""
        self.passing = passing
        """Choices that take nothing of the stack, besides what saying nothing means."""

    def describe(self) -> str:
        return super().describe() + (f", {self.to_call} to call" if self.to_call else "")

    def outline(self) -> str:
        return self.describe()  # it goes by chips and bets that lie open

    def free(self, act: acts.Act) -> bool:
        return isinstance(act, acts.Choice) and act.choice in (self.declined, *self.passing)

    def stale(self, table: Table) -> bool:
        seat = table.seats[self.seat]
        alone = all(other is seat or other.folded or not other.in_play for other in table.seats.values())
        return alone or not seat.in_play or seat.folded or resting(table, self.seat)

    def only(self, choice: str) -> Turn:
        """The same turn with one answer left."""
        return Turn(self.seat, (choice,), clause=self.clause, moment=self.moment, to_call=self.to_call, comes_to=self.comes_to)


class Bet(Offer):
    """How much a seat bets or raises by, out of its stack: what it adds to the `placed` chips it has bet in this betting round."""

    __slots__ = ("placed",)

    def __init__(self, seat: int, *, called: str, bounds: tuple[int, int, int], placed: int, clause: str) -> None:
        super().__init__(seat, POT, called=called, bounds=bounds, clause=clause, declinable=False)
        self.placed, self.moment = placed, "betting"

    def outline(self) -> str:
        return self.describe()  # the stack lies open

    def afford(self, table: Table) -> None:
        """The stack lies on the table already, and the bounds keep within it; what is behind sets none."""

    def stale(self, table: Table) -> bool:
        seat = table.seats[self.seat]
        return not seat.in_play or seat.folded


def resting(table: Table, seat: int) -> bool:
    """Does a seat bet no more, and play for what was in the pot when it stopped?"""
    return table.marks.get(f"seat {seat}") == POT_SO_FAR


async def remedy(table: Table, action: str, event: Irregularity, pending: Request) -> Request | None:
    """What the clause does to one hand among others."""
    number, clause = event.report.seat, ", ".join(event.ruling.clause)
    seat = table.seats.get(number)
    if action == "counts-as-call":
        return pending.only("call") if isinstance(pending, Turn) and "call" in pending.choices else None
    if seat is None:
        return None
    match action:
        case "dead-hand" | "refund-hand" | "ante-back":  # before anybody has bet, the ante is all that goes back
            seat.folded, seat.dead = True, Rule(action, clause, event.ruling.reading)
            if action != "dead-hand" and seat.stake(POT):
                table.return_stakes(seat, [POT], clause, event.ruling.reading)
            about = getattr(pending, "to", getattr(pending, "seat", 0))
            pending.skipped = about == number
        case "pot-so-far":
            table.marks[f"seat {number}"] = POT_SO_FAR
        case "next-card-down" if seat.hand:
            seat.hand.up[-1] = True
        case "replace-card-after-deal":
            table.marks[EXCHANGED] = str(number)
        case "replace-card" | "replace-card-as-burn":
            await exchange_exposed(table, number, as_burn=action == "replace-card-as-burn")
    return None


async def exchange_exposed(table: Table, number: int, *, as_burn: bool) -> None:
    """A seat's last card face down, which was seen, for the top one of the deck; it is discarded, or lies open to be the next burn."""
    hand = table.seats[number].hand
    hidden = [card for card, up in zip(hand, hand.up, strict=True) if not up]
    if not hidden:
        return
    hand.take(hidden[-1])
    if as_burn:
        table.burned.append(hidden[-1])
        table.marks[FACE_UP_BURN] = str(hidden[-1])
    else:
        table.discards.append(hidden[-1])
    await table.deal_card(number, up=False, moment="ruling")
