"""The table during one round: what a procedure says to it reads like the rulebook.

A procedure awaits the world at exactly the points where the world speaks, and never knows who answers.
"""

from __future__ import annotations

import types
from collections.abc import Generator, Sequence
from typing import Any

from croupier.equipment.cards import Card
from croupier.rules.model import Deal
from croupier.table import acts
from croupier.table.felt import Felt, Pile, Seat
from croupier.table.remedies import Irregularity, remedy
from croupier.table.requests import Arrangement, CardDue, DealerAct, Decision, Request, RollDue, SpinDue, Wagering

__all__ = ["BURN", "COMMUNITY", "DEALER", "Pile", "Seat", "Table"]

DEALER, COMMUNITY, BURN = "dealer", "community", "burn"


class Table(Felt):
    """One round on one table."""

    @property
    def dealing(self) -> Deal:
        """How cards come out under the dealing method this house uses."""
        return self.game.file.deal[self.game.options["dealing"]]

    @types.coroutine
    def ask(self, request: Request) -> Generator[Request, Any, Any]:
        """The answer to `request`. Irregularities arrive here; None means a ruling made the question pointless."""
        while True:
            try:
                return (yield request)
            except Irregularity as event:
                changed = yield from remedy(self, event, request).__await__()
                request = changed or request
                if request.stale(self):
                    return None

    async def shuffle(self) -> None:
        """The deck is shuffled, and cut where the rules ask for it."""
        done = await self.ask(DealerAct("shuffle"))
        if done.note:
            self.notes.append(done.note)

    async def take_wagers(self) -> None:
        """Wagers until "no more bets"; progressive chips are locked out, collected and counted."""
        request = Wagering()
        while isinstance(act := await self.ask(request), acts.Wager):
            stakes = self.seats[act.seat].stakes
            if act.amount:
                stakes[act.spot] = act.amount
            else:
                del stakes[act.spot]
        self.lock_out()

    async def deal(self, part: str = "opening") -> None:
        """Cards as the dealing method in force lays down."""
        method = self.dealing
        for step in method.opening if part == "opening" else method.street:
            for _ in range(step.times):
                for to in step.to:
                    for place in [seat.number for seat in self.from_dealers_left()] if to == "players" else [to]:
                        for _ in range(step.cards):
                            await self.deal_card(place, up=step.face == "up")

    async def deal_card(self, to: int | str, *, up: bool, onto: Pile | None = None) -> Card | None:
        """The next card, to a seat (or one of its split hands), the dealer, the community area or the discard rack."""
        last_first = to == COMMUNITY and self.dealing.turned == "last-first"
        slot = self.playable.shape.community - 1 - len(self.community) if last_first else len(self.community)
        act = await self.ask(CardDue(to, "up" if up else "down", slot))
        if act is None:
            return None
        card: Card = act.card
        self.remaining[card] -= 1
        if isinstance(to, int):
            (self.seats[to].hand if onto is None else onto).place(card, up=up)
        elif to == DEALER:
            self.dealer.place(card, up=up)
        elif to == COMMUNITY:
            self.community.place(card, up=up, first=last_first)
        else:
            self.burned.append(card)
        return card

    async def burn(self) -> None:
        """The next card goes to the discard rack."""
        await self.deal_card(BURN, up=False)

    async def reveal(self, *, community: int | None = None) -> None:
        """The dealer turns over the dealer's hand, or community cards up to the given number."""
        await self.ask(DealerAct("reveal"))
        if community is None:
            self.dealer.turn_up()
        else:
            self.community.turn_up(community)

    async def spin(self, marks: Sequence[str]) -> str:
        """Where the ball or the clapper comes to rest."""
        result: str = (await self.ask(SpinDue(marks))).result
        return result

    async def roll(self, dice: int = 2) -> tuple[int, ...]:
        """How the dice fell."""
        fell: tuple[int, ...] = (await self.ask(RollDue(dice))).dice
        return fell

    async def decide(
        self, seat: Seat, choices: Sequence[str], *, rule: str, having: str | None = None, declined: str | None = None
    ) -> str | None:
        """The seat's choice; None where a ruling took the seat, or the wager it decides about, out of the round."""
        request = Decision(seat.number, choices, clause=self.game.clause_of(rule), having=having, declined=declined)
        act = await self.ask(request)
        return None if act is None else act.choice

    async def arrange(self, seat: Seat, request: Arrangement) -> str | None:
        """How the seat sets its cards; None where a ruling took the seat out of the round."""
        act = await self.ask(request)
        return None if act is None else act.hands
