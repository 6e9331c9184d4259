"""The table during one round: what a procedure says to it reads like the rulebook.

State changes only here, through named acts. A procedure awaits the world; it never knows who answers.
"""

from __future__ import annotations

import types
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.equipment.cards import Card
from croupier.hands.poker import Value
from croupier.rules.model import Deal
from croupier.rules.payouts import Kind, Payout
from croupier.table import acts, meters
from croupier.table.playable import Playable
from croupier.table.remedies import Irregularity, RoundVoid, remedy
from croupier.table.requests import CardDue, DealerAct, Decision, Request, SpinDue, Wagering
from croupier.table.settlement import Line

DEALER, COMMUNITY, BURN = "dealer", "community", "burn"


class Seat:
    """A betting position: what stands on it, what it was dealt, whether it is still in the round."""

    __slots__ = ("folded", "hand", "in_play", "number", "placed", "stakes")

    def __init__(self, number: int) -> None:
        self.number = number
        self.stakes: dict[str, int] = {}
        self.placed: frozenset[str] = frozenset()
        self.hand: list[Card] = []
        self.folded = False
        self.in_play = False

    def stake(self, wager: str) -> int:
        return self.stakes.get(wager, 0)


class Table:
    """One round on one table."""

    def __init__(
        self,
        playable: Playable,
        seats: Iterable[int] | None = None,
        amounts: Mapping[str, int | Fraction] | None = None,
    ) -> None:
        self.playable = playable
        self.game = playable.game
        self.spots = playable.spots
        self.capacity = playable.seats
        taken = range(1, self.capacity + 1) if seats is None else seats
        self.seats: dict[int, Seat] = {number: Seat(number) for number in taken}
        self.dealer: list[Card] = []
        self.community: list[Card] = []
        self.shown_community = 0
        self.dealer_shown = False
        self.burned: list[Card] = []
        self.remaining: dict[Card, int] = {}
        for card in playable.pack:
            self.remaining[card] = self.remaining.get(card, 0) + 1
        self.meters = meters.open_meters(self.game.meters, amounts)
        self.lines: list[Line] = []
        self.reports: dict[str, int] = {}
        self.aftermath: list[str] = []
        self.envy_hands: list[tuple[int, str]] = []
        self.notes: list[str] = []
        self.locked_out = False
        self.open = True

    # What the layout knows

    @property
    def seats_clause(self) -> str:
        return self.game.clause_of("seats")

    def mutual(self, wager: str, others: Sequence[str]) -> bool:
        """Do two wagers need each other, so that either may be placed first?"""
        return any(wager in need.wagers for other in others if other in self.spots for need in self.spots[other].wager.needs)

    def dependants(self, seat: Seat) -> Iterator[tuple[str, Any]]:
        """The seat's wagers that rest on another, with what they need."""
        for spot in seat.stakes:
            for need in self.spots[spot].wager.needs:
                if not self.mutual(self.spots[spot].wager.id, need.wagers):
                    yield spot, need

    @property
    def dealing(self) -> Deal:
        """How cards come out under the dealing method this house uses."""
        return self.game.file.deal[self.game.options["dealing"]]

    # Waiting for the world

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
        self.locked_out = True
        for seat in self.seats.values():
            seat.in_play = bool(seat.stakes)
            seat.placed = frozenset(seat.stakes)
            for spot, stake in seat.stakes.items():
                self._contribute(spot, stake)

    def _contribute(self, wager: str, stake: int) -> None:
        meter = self.spots[wager].wager.meter
        if meter is not None and self.locked_out:
            self.meters[meter].contribute(stake)

    async def deal(self, part: str = "opening") -> None:
        """Cards as the dealing method in force lays down."""
        method = self.dealing
        for step in method.opening if part == "opening" else method.street:
            for _ in range(step.times):
                for to in step.to:
                    for place in [seat.number for seat in self.from_dealers_left()] if to == "players" else [to]:
                        for _ in range(step.cards):
                            await self._deal_one(place, step.face)

    async def _deal_one(self, to: int | str, face: str) -> None:
        last_first = to == COMMUNITY and self.dealing.turned == "last-first"
        slot = self.playable.shape.community - 1 - len(self.community) if last_first else len(self.community)
        act = await self.ask(CardDue(to, face, slot))
        if act is None:
            return
        card: Card = act.card
        self.remaining[card] -= 1
        if isinstance(to, int):
            self.seats[to].hand.append(card)
        elif to == DEALER:
            self.dealer.append(card)
        elif to == COMMUNITY:
            self.community.insert(0 if last_first else len(self.community), card)
            if face == "up":
                self.shown_community = len(self.community)
        else:
            self.burned.append(card)

    async def burn(self) -> None:
        """The next card goes to the discard rack."""
        await self._deal_one(BURN, "down")

    async def reveal(self, *, community: int | None = None) -> None:
        """The dealer turns over the dealer's hand, or community cards up to the given number."""
        await self.ask(DealerAct("reveal"))
        if community is None:
            self.dealer_shown = True
        else:
            self.shown_community = max(community, self.shown_community)

    async def spin(self, marks: Sequence[str]) -> str:
        """Where the ball or the clapper comes to rest."""
        result: str = (await self.ask(SpinDue(marks))).result
        return result

    async def decide(self, seat: Seat, choices: Sequence[str], *, rule: str, declined: str | None = None) -> str | None:
        """The seat's choice; None where a ruling took the seat out of the round meanwhile."""
        act = await self.ask(Decision(seat.number, choices, clause=self.game.clause_of(rule), declined=declined))
        return None if act is None else act.choice

    # Who is in the round

    def from_dealers_left(self) -> Iterator[Seat]:
        """Seats in play, clockwise from the player farthest to the dealer's left."""
        return (seat for _, seat in sorted(self.seats.items()) if seat.in_play)

    def from_dealers_right(self) -> Iterator[Seat]:
        """Seats in play, counter-clockwise from the player farthest to the dealer's right."""
        return (seat for _, seat in sorted(self.seats.items(), reverse=True) if seat.in_play)

    def add(self, seat: Seat, wager: str, amount: int) -> None:
        """A further wager made by a decision."""
        seat.stakes[wager] = seat.stakes.get(wager, 0) + amount

    # Settling

    def _close(self, seat: Seat, wager: str) -> int:
        return seat.stakes.pop(wager)

    def _line(
        self,
        seat: Seat,
        wager: str,
        stake: int,
        outcome: str,
        returned: int,
        won: int,
        clause: str,
        reading: str | None,
    ) -> None:
        self.lines.append(Line(seat.number, self.spots[wager].called, stake, outcome, returned, won, 0, clause, reading))

    def collect(self, seat: Seat, wager: str, *, rule: str | None = None) -> None:
        """A losing stake goes to the chip tray; nothing happens where nothing stands."""
        if wager in seat.stakes:
            clause, reading = self._because(wager, rule)
            self._line(seat, wager, self._close(seat, wager), "lose", 0, 0, clause, reading)

    def push(self, seat: Seat, wager: str, *, rule: str | None = None, outcome: str = "push") -> None:
        """The stake goes back, nothing more."""
        clause, reading = self._because(wager, rule)
        stake = self._close(seat, wager)
        self._line(seat, wager, stake, outcome, stake, 0, clause, reading)

    def pay(self, seat: Seat, wager: str, row: str = "win") -> None:
        """A stake is paid, or returned, by a row of the wager's pay table that no hand of cards decides."""
        table = self.game.chosen[self.spots[wager].wager.id]
        payout = table.rows[row]
        outcome = "push" if payout.kind is Kind.PUSH else "win"
        self._pay_out(seat, wager, self._close(seat, wager), payout, outcome, table.clause, table.reading)

    def _pay_out(
        self, seat: Seat, wager: str, stake: int, payout: Payout, outcome: str, clause: str, reading: str | None
    ) -> None:
        terms = self.spots[wager].wager
        if payout.kind is Kind.METER and terms.meter is not None:
            won = self.meters[terms.meter].pay(payout)
        else:
            won = payout.won(stake)
        self._line(seat, wager, stake, outcome, 0 if terms.collected else stake, won, clause, reading)

    def row_for(self, wager: str, value: Value, cards: Sequence[Card]) -> tuple[str, Payout] | None:
        """The row of the wager's pay table that a hand earns: the first that fits, none when it loses."""
        for row, test, payout in self.playable.tables[wager]:
            if test(value, cards):
                return row, payout
        return None

    def settle_by_hand(self, seat: Seat, wager: str, value: Value, cards: Sequence[Card]) -> None:
        """Pay, push or collect a stake by the pay-table row of a hand."""
        if wager not in seat.stakes:
            return
        table = self.game.chosen[wager]
        found = self.row_for(wager, value, cards)
        if found is None:
            self._line(seat, wager, self._close(seat, wager), "lose", 0, 0, table.clause, table.reading)
        else:
            row, payout = found
            self._pay_out(seat, wager, self._close(seat, wager), payout, row, table.clause, table.reading)

    def bonus(self, seat: Seat, line: str, stake: int, value: Value, cards: Sequence[Card]) -> None:
        """A bonus on another wager's stake: a line of its own without a stake."""
        found = self.row_for(line, value, cards)
        if found is not None:
            row, payout = found
            table = self.game.chosen[line]
            self._line(seat, line, 0, row, 0, payout.won(stake), table.clause, table.reading)

    def envy(self, seat: Seat, line: str, row: str) -> None:
        """A fixed sum for another player's hand."""
        table = self.game.chosen[line]
        self._line(seat, line, 0, row, 0, table.rows[row].won(0), table.clause, table.reading)

    def cap(self, seat: Seat, wagers: Iterable[str], maximum: int, *, rule: str) -> None:
        """Hold the seat's winnings on `wagers` to `maximum`, paying in the order of the layout until it is used up.

        Fixed sums are outside every limit the texts set.
        """
        covered, left = {self.spots[wager].called: wager for wager in wagers if wager in self.spots}, maximum
        order = self.playable.order
        for index, line in sorted(enumerate(self.lines), key=lambda item: order[item[1].wager]):
            if line.seat == seat.number and line.wager in covered:
                row = self.game.chosen[covered[line.wager]].rows.get(line.outcome)
                if row is not None and row.kind is Kind.FIXED:
                    continue
                if line.won > left:
                    clause, reading = self.game.clause_of(rule), self.game.reading_of(rule)
                    self.lines[index] = line._replace(
                        won=left, clause=f"{line.clause}, {clause}", reading=reading or line.reading
                    )
                left -= min(line.won, left)

    def _because(self, wager: str, rule: str | None) -> tuple[str, str | None]:
        if rule is None:
            terms = self.spots[wager].wager
            return terms.clause, terms.reading
        return self.game.clause_of(rule), self.game.reading_of(rule)

    # What rulings do

    def return_wagers(self, seat: Seat, clause: str, reading: str | None) -> None:
        """Every stake of a seat goes back: the hand is void."""
        for wager, stake in list(seat.stakes.items()):
            self._contribute(wager, -stake)
            self._line(seat, wager, self._close(seat, wager), "void", stake, 0, clause, reading)
        seat.in_play = False

    def lose_wagers(self, seat: Seat, clause: str, reading: str | None) -> None:
        """Every stake of a seat is lost: the wagers were abandoned."""
        for wager in list(seat.stakes):
            self._line(seat, wager, self._close(seat, wager), "lose", 0, 0, clause, reading)
        seat.in_play = False

    def void_round(self, void: RoundVoid) -> None:
        """No round was played: what was already settled is taken back too, and every stake returned."""
        lines, self.lines = self.lines, []
        by_name = {spot.called: spot.id for spot in self.spots.values()}
        for line in lines:
            if line.stake:
                spot = by_name[line.wager]
                self.add(self.seats[line.seat], spot, line.stake)
                if line.outcome == "void":
                    self._contribute(spot, line.stake)
        for seat in self.seats.values():
            self.return_wagers(seat, void.clause, void.reading)

    def finish(self) -> None:
        """The round is over; a stake left on the layout would be a fault of the procedure."""
        left = {seat.number: dict(seat.stakes) for seat in self.seats.values() if seat.stakes}
        if left:
            raise AssertionError(f"{self.game.id}: stakes left unsettled: {left}")
        order = self.playable.order
        self.lines.sort(key=lambda line: (line.seat, order[line.wager]))
        self.open = False
