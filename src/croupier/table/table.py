"""The table during one round: what a procedure says to it reads like the rulebook.

A procedure awaits the world at exactly the points where the world speaks, and never knows who answers.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from croupier.equipment.cards import FACES, Card
from croupier.hands.poker import Value
from croupier.rules.life import Burn
from croupier.rules.model import Deal
from croupier.rules.resolve import Limits
from croupier.rules.terms import Rule
from croupier.table import acts, double_shoe, life
from croupier.table.arranging import NOTHING
from croupier.table.piles import Pile
from croupier.table.remedies import Irregularity, remedy, run_out
from croupier.table.requests import (
    BURN,
    RETURN,
    Arrangement,
    CardDue,
    DealerAct,
    Decision,
    Discard,
    Offer,
    Request,
    RollDue,
    SpinDue,
    Wagering,
)
from croupier.table.seat import Seat
from croupier.table.voiding import Voiding

__all__ = ["BURN", "COMMUNITY", "DEALER", "Pile", "Seat", "Table"]

Place = tuple[int | str, bool, int]
"""Where a card goes, whether face up, and in which turn of the deal."""
DEALER, COMMUNITY = "dealer", "community"
LAST_HAND = "last-hand"
"""What a ruling leaves to do where the cutting card leaves time for one more round."""


class Table(Voiding):
    """One round on one table."""

    @property
    def cards_left(self) -> int:
        """How many cards are in the shoe, or in the dealer's hand."""
        return sum(self.remaining.values()) - self.carried.unseen

    @property
    def cutting_card_out(self) -> bool:
        """Did the cutting card come out: did this table deal past it, or was it reported where people deal?"""
        behind = self.carried.behind
        return (behind is not None and self.cards_left < behind) or LAST_HAND in self.aftermath

    @property
    def last_of_the_shoe(self) -> bool:
        """Are all cards shuffled when this round is over?"""
        out = self.cutting_card_out and not life.one_more_round(self.terms)
        return out or self.carried.last_round or "reshuffle" in self.aftermath

    @property
    def dealing(self) -> Deal:
        """How cards come out under the dealing method this house uses, or for the wagers that were made."""
        for deal in self.playable.deals_for_wagers:
            if not self.made.isdisjoint(deal.for_wagers):
                return deal
        return self.playable.dealing

    @types.coroutine
    def ask(self, request: Request) -> Generator[Request, Any, Any]:
        """The answer to `request`. Irregularities arrive here; None means a ruling made the question pointless."""
        while True:
            request.afford(self)
            try:
                return (yield request)
            except Irregularity as event:
                request.ahead = 0
                changed = yield from remedy(self, event, request).__await__()
                request = changed or request
                if request.skipped or request.stale(self):
                    return None

    async def shuffle(self) -> None:
        """The deck is shuffled, and burned from where the rules ask for it; a round may go on from the shoe as it was left."""
        carried, shuffled = self.carried, self.carried.stub is None
        if shuffled:
            device = life.continuous(self.terms) if carried.shuffles else None
            cited = None if device is None else ", ".join(device.clause)
            done = await self.ask(DealerAct("shuffle") if cited is None else DealerAct(RETURN, moment="shuffle", clause=cited))
            if done.note:
                self.notes.append(done.note)
            carried.shuffles += 1
            if carried.lasting and life.two_batches(self.terms):
                carried.batch = 3 - carried.batch if carried.batch else 1
            for step in life.with_a_shuffle(self.terms, first=carried.shuffles == 1) if carried.by_hand else ():
                clause = ", ".join(step.clause)
                await self.ask(DealerAct(step.step, who=step.by, moment="shuffle", least=step.at_least, clause=clause))
        await double_shoe.shuffle_other_side(self)
        if carried.lasting:
            per = [name for name, due in (("shoe", shuffled), ("dealer", carried.new_dealer)) if due]
            for rule in [rule for name in per for rule in life.burns(self.terms, name)]:
                await self._burn_off(rule)

    async def _burn_off(self, rule: Burn) -> None:
        if rule.cards == "one-and-its-value":
            await self.burn_by_value()
        else:
            await self.burn()

    async def burn_by_value(self) -> None:
        """One card to the rack, seen, and as many more, unseen, as it counts."""
        first = await self.deal_card(BURN, up=True)
        for _ in range(first.face_value if first is not None else 0):
            await self.burn()

    async def take_wagers(self) -> None:
        """Wagers until "no more bets"; progressive chips are locked out, collected and counted."""
        request = Wagering()
        while isinstance(act := await self.ask(request), acts.Wager):
            self.place(act)
        self.lock_out()
        await self.count_collected()

    async def count_collected(self) -> None:
        """Chips that are collected before the deal are counted, where the text has it, against the wagers that were accepted."""
        for wager in self.playable.counted:
            if accepted := sum(wager.id in seat.placed for seat in self.seats.values()):
                await self.ask(DealerAct("count-chips", moment="deal", counts=accepted, clause=wager.counted))

    async def check_win(self, seat: Seat, wager: str, value: Value, cards: Sequence[Card]) -> None:
        """What must be done, and by whom, before this hand is paid on a wager of the seat."""
        found = self.row_for(wager, value, cards) if wager in seat.stakes else None
        for check in self.spot(wager).wager.checks if found is not None else ():
            if found is not None and (not check.rows or found[0] in check.rows):
                clause = ", ".join(check.clause)
                await self.ask(DealerAct(check.step, who=check.by, moment="payment", concerns=seat.number, clause=clause))

    async def deal(self, part: str = "opening") -> None:
        """Cards as the dealing method in force lays down."""
        method, places = self.dealing, list[Place]()
        for turn, (to, up, cards) in enumerate(self.playable.turns(method, part, lasting=self.carried.lasting)):
            if to == double_shoe.DETERMINANT:
                await self.deliver(places)
                await double_shoe.find_side(self)
                places = []
            elif to == "players":
                places += [(seat.number, up, turn) for seat in self.from_dealers_left() for _ in range(cards)]
            else:
                places += [(to, up, turn)] * cards
        await self.deliver(places)

    async def deliver(
        self, places: Sequence[Place], *, moment: str = "deal", while_: Callable[[Table], bool] | None = None
    ) -> None:
        """A card to each of these places, turn by turn: all at once where whoever deals gives them so.

        A seat that a ruling takes out of the round is passed over from the next turn on; without `while_` no further card is dealt.
        """
        at, turn, absent = 0, 0, set[int | str]()
        while at < len(places):
            to, up, of = places[at]
            if of != turn and self.reports:
                absent = {seat.number for seat in self.seats.values() if not seat.in_play}
            turn = of
            if to in absent:
                at += 1
                continue
            if while_ is not None and not while_(self):
                return
            ahead = len(places) - at - 1
            act = await self._next_card(to, up=up, moment=moment, ahead=ahead if ahead and self._undisturbed(places) else 0)
            if type(act) is list:
                self._lay_all(places[at : at + len(act)], act)
                at += len(act)
            else:
                self._lay(to, act, up=up)
                at += 1

    def _lay_all(self, places: Sequence[Place], dealt: Sequence[acts.Dealt]) -> None:
        """Cards between which nothing comes, as `_lay` has each of them."""
        remaining, last_first = self.remaining, self.dealing.turned == "last-first"
        cards = [act.card for act in dealt]
        for card in cards:
            remaining[card] -= 1
        first, end = 0, len(cards)
        while first < end:  # so many in one go as lie together
            to, up, _ = place = places[first]
            last = first + 1
            while last < end and (places[last] is place or places[last] == place):
                last += 1
            laid, first = cards[first:last], last
            pile = self._pile(to, None)
            if pile is None:
                self.burned += laid
            elif last_first and to == COMMUNITY:
                for card in laid:
                    pile.place(card, up=up, first=True)
            else:
                pile.lay(laid, up=up)
            if isinstance(to, int):
                self.seats[to].fallen += laid

    def _undisturbed(self, places: Sequence[Place]) -> bool:
        """Does nothing come between these cards: no ruling, no card that lies apart, no end of the shoe, none that goes unseen?"""
        carried = self.carried
        if self.reports or self.exposed or carried.aside or self.cards_left < len(places):
            return False
        return not carried.lasting or all(to != BURN or up for to, up, _ in places)

    async def deal_card(
        self,
        to: int | str,
        *,
        up: bool,
        onto: Pile | None = None,
        moment: str = "deal",
        hand: int | None = None,
        stakes: Sequence[str] = (),
    ) -> Card | None:
        """The next card, to a seat (or one of its split hands), a named hand of the layout, or the discard rack."""
        act = await self._next_card(to, up=up, onto=onto, moment=moment, hand=hand, stakes=stakes)
        return self._lay(to, act, up=up, onto=onto)

    async def _next_card(
        self,
        to: int | str,
        *,
        up: bool,
        onto: Pile | None = None,
        moment: str = "deal",
        hand: int | None = None,
        stakes: Sequence[str] = (),
        ahead: int = 0,
    ) -> Any:
        """How the next card comes; one that lies exposed is the next whoever takes it. None where there is no card to be had."""
        if self.exposed and to != BURN:
            return self.exposed.pop(0)
        if not self.cards_left and not await run_out(self):
            return None
        pile = self._pile(to, onto)
        number = 1 if pile is None else len(pile) + 1
        slot = len(self.community)
        if to == COMMUNITY and self.dealing.turned == "last-first":
            slot = self.playable.shape.community - 1 - slot
        face = "up" if up else "down"
        return await self.ask(CardDue(to, face, slot, moment=moment, number=number, hand=hand, stakes=stakes, ahead=ahead))

    def _lay(self, to: int | str, act: Any, *, up: bool, onto: Pile | None = None) -> Card | None:
        """Where a card came, it is laid down: on a hand, or in the discard rack."""
        if act is None:
            return None
        if type(act) is acts.Dealt:
            card = act.card
            self.remaining[card] -= 1
            if self.carried.aside and to != BURN:  # the card that lay aside is seen now
                del self.carried.aside[0]
                self.carried.unseen -= 1
        elif type(act) is acts.Done:
            self.carried.unseen += 1
            return None
        else:
            card = act
        pile = self._pile(to, onto)
        if pile is None:
            self.burned.append(card)
        else:
            pile.place(card, up=up, first=to == COMMUNITY and self.dealing.turned == "last-first")
        if isinstance(to, int):
            self.seats[to].fallen.append(card)
        return card

    def _pile(self, to: int | str, onto: Pile | None) -> Pile | None:
        """Where a card goes; None is the discard rack."""
        if isinstance(to, int):
            return self.seats[to].hand if onto is None else onto
        if to == DEALER:
            return self.dealer
        return self.community if to == COMMUNITY else self.piles.get(to)

    async def burn(self, *, moment: str = "deal") -> None:
        """The next card goes to the discard rack."""
        await self.deal_card(BURN, up=False, moment=moment)

    async def reveal(self, *, community: int | None = None, pile: str | None = None) -> None:
        """The dealer turns over the dealer's hand, a named hand, or community cards up to the given number."""
        await self.ask(DealerAct("reveal"))
        if pile is not None:
            self.piles[pile].turn_up()
        elif community is None:
            self.dealer.turn_up()
        else:
            self.community.turn_up(community, order=self.playable.shape.turned)

    async def announce(self) -> None:
        """The dealer announces the result; what went wrong with the last card comes to light here at the latest."""
        await self.ask(DealerAct("announce"))

    async def spin(self, marks: Sequence[str]) -> str:
        """Where the ball or the clapper comes to rest."""
        self.called = None
        result: str = (await self.ask(SpinDue(marks))).result
        return result

    async def roll(self, dice: int = 2, *, late: Wagering | None = None) -> tuple[int, ...]:
        """How the dice fell; wagers confirmed while they are in the air are measured by `late`."""
        self.called = None
        fell: tuple[int, ...] = (await self.ask(RollDue(dice, late=late))).dice
        return fell

    async def decide(
        self,
        seat: Seat,
        choices: Sequence[str],
        *,
        because: Rule[object],
        costs: Mapping[str, int] | None = None,
        having: str | None = None,
        declined: str | None = None,
        hand: int | None = None,
        between: str | None = None,
    ) -> str | None:
        """The seat's choice; None where a ruling took the seat, or the wager it decides about, out of the round.

        `costs` says which choices need chips from behind, and how many: without them they are not among the choices.
        """
        clause = because.clause
        self.unpromise(seat)
        request = Decision(
            seat.number, choices, clause=clause, costs=costs, having=having, declined=declined, hand=hand, between=between
        )
        act = await self.ask(request)
        if act is None:
            return None
        seat.decided = True
        choice: str = act.choice
        if costs is not None and (cost := costs.get(choice)):
            self.promise(seat, cost)
        return choice

    async def offer(
        self,
        seat: Seat,
        spot: str,
        *,
        called: str,
        maximum: int,
        because: Rule[object],
        declinable: bool = True,
        limited: bool = True,
    ) -> int:
        """What the seat adds on `spot`, up to `maximum`; 0 where it declines or a ruling took it out of the round.

        The spot's limits bind unless the chips only move there from another wager.
        """
        least, most, step = self.offered(spot, maximum, limited=limited)
        if most <= 0 or (declinable and (least > most or (seat.chips is not None and seat.chips < least))):
            return 0
        bounds = (min(least, most), most, step)
        clause = because.clause
        act = await self.ask(Offer(seat.number, spot, called=called, bounds=bounds, clause=clause, declinable=declinable))
        return 0 if act is None else act.amount

    def offered(self, spot: str, maximum: int, *, limited: bool = True) -> tuple[int, int, int]:
        """The least, most and step of what may be added on `spot`, whatever lies behind the seat."""
        limits = self.spots[spot].wager.limits if limited else Limits()
        most = maximum if limits.maximum is None else min(maximum, limits.maximum)
        return -(-limits.minimum // limits.unit) * limits.unit, most, limits.unit

    async def discard(self, seat: Seat, bounds: tuple[int, int], *, because: Rule[object]) -> int:
        """How many of its cards the seat throws away, so many at least and so many at most: they go to the discard rack.

        What it was first dealt is kept as `dealt`. None are thrown where a ruling took the seat out of the round.
        """
        act = await self.ask(Discard(seat.number, seat.hand, bounds, clause=because.clause))
        thrown = [] if act is None or act.cards == NOTHING else [FACES[face] for face in act.cards.split()]
        seat.dealt = seat.dealt or tuple(seat.hand)
        for card in thrown:
            seat.hand.take(card)
        self.discards += thrown
        return len(thrown)

    async def arrange(self, seat: Seat, request: Arrangement) -> str | None:
        """How the seat sets its cards; None where a ruling took the seat out of the round."""
        act = await self.ask(request)
        return None if act is None else act.hands
