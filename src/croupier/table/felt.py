"""What lies on the table: seats, stakes and cards; and how a stake leaves the layout, always as a settlement line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.equipment.cards import Card
from croupier.errors import Gap
from croupier.hands.poker import Value
from croupier.rules.payouts import Kind, Payout
from croupier.rules.terms import Outcome, Rule
from croupier.table import meters, sharing
from croupier.table.carried import Carried
from croupier.table.citing import AFTER_A_FOLD, Ground, cite, first, of_row
from croupier.table.life import Due
from croupier.table.piles import Pile
from croupier.table.playable import Playable
from croupier.table.seat import Purse, Seat
from croupier.table.settlement import Line, Tip
from croupier.table.staking import Staking


class Felt(Staking):
    """The layout during one round. Every change of a stake goes through here."""

    def __init__(
        self,
        playable: Playable,
        seats: Iterable[int] | None = None,
        amounts: Mapping[str, int | Fraction] | None = None,
        carried: Carried | None = None,
    ) -> None:
        self.playable = playable
        self.terms = playable.terms
        self.carried = Carried() if carried is None else carried
        """What lay on the table before this round, and will after it: nothing where the round stands alone."""
        self.spots = playable.spots
        self.stack = playable.stack if self.carried.lasting else None  # where chips lie that stay on the table
        self.capacity = playable.seats
        taken = range(1, self.capacity + 1) if seats is None else seats
        places = sorted({*taken, *self.carried.stakes}, key=lambda number: (playable.box_of(number), number))  # clockwise
        self.seats: dict[int, Seat] = {number: Seat(number, playable.box_of(number)) for number in places}
        self.came: dict[int, None] = {}  # seats in the order in which they made their first wager
        for number, stakes in self.carried.stakes.items():
            self.seats[number].stakes.update(stakes)
        for together in self.carried.patrons:
            purse = Purse(*together)
            for number in set(together) & self.seats.keys():
                self.seats[number].purse = purse
        self.dealer = Pile()
        self.community = Pile()
        self.piles: dict[str, Pile] = {}
        self.burned: list[Card] = []
        self.discards: list[Card] = []
        self.exposed: list[Card] = []
        self.remaining: dict[Card, int] = dict(playable.counts if self.carried.stub is None else self.carried.stub)
        self.other = None if self.carried.other is None else dict(self.carried.other)
        """What the other side of a double shoe holds; None where it is to be shuffled, or there is none."""
        self.rack = self.carried.rack(playable.counts)
        """What lay in the discard rack when the round began."""
        self.set_apart: list[int] = []
        """Cards drawn in error and not seen, for the next hand: as `Carried.aside` has them."""
        self.meters = meters.open_meters(self.terms.meters, amounts)
        self.parts: dict[str, int] = {}  # what each winner of a meter that is shared has of it in this round
        self.lines: list[Line] = []
        self.reports: dict[str, int] = {}
        self.aftermath: list[str] = []
        self.left_to_do: list[Due] = []  # steps that a ruling asks for before the next round
        self.envy_hands: dict[str, list[tuple[int, str]]] = {}  # by the line that pays others for them
        self.tips: list[Tip] = []  # what the house puts in the dealers' pool for a player's hand: nobody's line
        self.takings: dict[str, int] = {}  # what the house took from players' pots, by what it is for
        self.besides: dict[str, Any] = {}  # what a settlement tells besides its lines
        self.withdrawn: list[tuple[int, str, int]] = []
        self.notes: list[str] = []
        self.settlements = 0
        """How often a stake was settled, or a settlement changed: whoever keeps accounts looks here for news."""
        self.marks: dict[str, str] = {}
        """What lies on the layout besides chips and cards for all to see: the point, whose dice they are, calls."""
        self.called: Ground | None = None
        """By what the last roll or spin was called where it was not plain to see."""
        self.locked_out = False
        self.made: set[str] = set()
        """Wagers that were made when wagering was closed, by anybody, where the deal goes by them: one that is void by then or goes
        back while cards are dealt changes nothing about how they are dealt."""

    # What the layout knows

    @property
    def seats_clause(self) -> str:
        return self.playable.seats_clause

    def mutual(self, wager: str, others: Sequence[str]) -> bool:
        """Do two wagers need each other, so that either may be placed first?"""
        return any(wager in need.wagers for other in others if other in self.spots for need in self.spots[other].wager.needs)

    def dependants(self, seat: Seat) -> Iterator[tuple[str, Any]]:
        """The seat's wagers that rest on another, with what they need."""
        for stake in seat.stakes:
            wager = self.spot(stake).wager
            for need in wager.needs:
                if not self.mutual(wager.id, need.wagers) and not wager.stands_alone(seat.stakes[stake]):
                    yield stake, need

    def from_dealers_left(self) -> Iterator[Seat]:
        """Seats in play, clockwise from the player farthest to the dealer's left; of a shared box the one who decides."""
        return (seat for seat in self.seats.values() if seat.in_play and seat.follows is None)

    def from_dealers_right(self) -> Iterator[Seat]:
        """Seats in play, counter-clockwise from the player farthest to the dealer's right."""
        return (seat for seat in reversed(self.seats.values()) if seat.in_play and seat.follows is None)

    # Wagering

    def lock_out(self) -> None:
        """Wagering is closed: who is in the round, and what goes on the meters."""
        self.locked_out = True
        fed: dict[str, int] = {}
        for seat in self.seats.values():
            seat.in_play = bool(seat.stakes)
            seat.placed = dict(seat.stakes)
            for stake, amount in seat.stakes.items():
                if (meter := self.spot(stake).wager.meter) is not None:
                    fed[meter] = fed.get(meter, 0) + amount
        for meter, amount in fed.items():
            self._feed(meter, amount)
        if self.playable.deals_for_wagers:
            self.made = {wager for seat in self.seats.values() for wager in seat.placed}

    def contribute(self, stake: str, amount: int) -> None:
        """A stake's share goes on the meters it feeds; below 0 it comes off again."""
        fed = self.spot(stake).wager.meter
        if fed is not None and self.locked_out:
            self._feed(fed, amount)

    def _feed(self, fed: str, amount: int) -> None:
        for name, meter in self.meters.items():
            if fed in (name, self.terms.meters[name].beside):
                meter.contribute(amount)

    def withdraw(self, seat: Seat, wager: str) -> None:
        """The player takes a stake back where the rules let it be withdrawn: it was never settled, so it gets no line."""
        stake = seat.stakes.pop(wager)
        self._take(seat, -stake)
        self.withdrawn.append((seat.number, wager, stake))

    def move(self, seat: Seat, wager: str, to: str, amount: int | None = None) -> None:
        """A stake goes to another place, as a come bet goes to its number's box; or so much of it, as of a stack into the pot."""
        moved = seat.stakes[wager] if amount is None else amount
        seat.take(wager, moved)
        seat.add(to, moved)

    # Settling

    def settle(
        self,
        seat: Seat,
        wager: str,
        outcome: str,
        *,
        returned: int = 0,
        won: int = 0,
        commission: int = 0,
        clause: str,
        reading: str | None = None,
    ) -> None:
        """The one way a stake leaves the layout; a wager without a stake (a bonus, an envy) just gets its line."""
        stake, spot = seat.stakes.pop(wager, 0), self.spot(wager)
        if spot.wager.staked_by == "house":
            return  # its own chips go home: nobody's line
        due = seat.dues.pop(wager, 0) if seat.dues else 0
        if self.stack is not None and spot.wager.pooled:
            seat.stakes |= {self.stack: seat.stake(self.stack) + gained} if (gained := returned + won) else {}
        elif seat.chips is not None:
            self._take(seat, commission - returned - won - due)
        self.settlements += 1
        self.lines.append(Line(seat.number, spot.called, stake, outcome, returned, won, commission, clause, reading))

    def ground(self, wager: str, case: str, because: Ground | None = None) -> Ground:
        """What decides a case of a wager: the file's own word for it, else the rule the procedure goes by, else the wager's."""
        terms = self.spot(wager).wager
        return terms.outcomes.get(case, terms if because is None else because)

    def collect(
        self, seat: Seat, wager: str, *, case: str = "lose", because: Ground | None = None, besides: Ground | None = None
    ) -> None:
        """A losing stake goes to the chip tray; nothing happens where nothing stands. `besides` is what else it rests on."""
        if wager in seat.stakes:
            clause, reading = cite(self.ground(wager, case, because), besides)
            self.settle(seat, wager, "lose", clause=clause, reading=reading)

    def push(
        self, seat: Seat, wager: str, *, case: str = "push", because: Ground | None = None, besides: Ground | None = None
    ) -> None:
        """The stake goes back, nothing more; nothing happens where nothing stands."""
        if wager in seat.stakes:
            clause, reading = cite(self.ground(wager, case, because), besides)
            self.settle(seat, wager, "push", returned=seat.stakes[wager], clause=clause, reading=reading)

    def pay(
        self,
        seat: Seat,
        wager: str,
        row: str = "win",
        *,
        outcome: str | None = None,
        commission: int = 0,
        case: str = "",
        because: Ground | None = None,
        besides: Ground | None = None,
    ) -> None:
        """A stake is paid, or returned, by a row of its pay table; `commission` is what is taken from the win.

        It is cited for what decided it (`case`, the row where none is named), for the row that pays it, and for what else it rests on.
        """
        terms = self.spot(wager).wager
        table = self.terms.chosen.get(terms.id)
        if table is None:
            raise Gap(
                "the game pays it, and it has no pay table",
                file="the rulebook",
                key=f"wagers.{terms.id}",
                clauses=[terms.clause],
            )
        payout = table.rows[row]
        plain = "push" if payout.kind is Kind.PUSH else "win"
        decided = first(terms.outcomes.get(case or row), because)
        paid = table.ground(row) if because is None or row in table.cites else None
        self._pay_out(seat, wager, payout, outcome or plain, (decided, paid, besides), commission)

    def apply(self, rule: Rule[Outcome], seat: Seat, *wagers: str, case: str = "", besides: Ground | None = None) -> None:
        """Do with the wagers that stand what a rule says becomes of them, and cite it."""
        settled = {"win": self.pay, "push": self.push, "lose": self.collect}[rule.value]
        for wager in wagers:
            if wager in seat.stakes:
                named = case if case in self.spot(wager).wager.outcomes else rule.value
                settled(seat, wager, case=named, because=rule, besides=besides)

    def fold(self, seat: Seat, forfeits: Rule[tuple[str, ...]], *, case: str = "fold") -> None:
        """The player is out with whatever a fold loses; the rest waits for the end. `case` is one a text treats by itself."""
        seat.folded = True
        for name, wager in self.terms.wagers.items():
            if wager.lost_by_folding:
                self.collect(seat, name, case=case if case in wager.outcomes else "fold", because=forfeits)

    def _pay_out(
        self, seat: Seat, wager: str, payout: Payout, outcome: str, grounds: Iterable[Ground | None], commission: int = 0
    ) -> None:
        terms = self.spot(wager).wager
        stake = seat.stakes[wager]
        if payout.kind is Kind.METER and terms.meter:
            won = sharing.from_meter(self, terms, payout)
        elif payout.off_meter and terms.meter:
            won = self.meters[terms.meter].pay(payout, stake)
        else:
            won = payout.won(stake)
        # Odds are of a stake that a winner keeps, wherever the chip lies by then; a sum or a meter is all that is paid.
        returned = 0 if terms.collected and payout.kind in (Kind.FIXED, Kind.METER) else stake
        clause, reading = cite(*grounds, self.breakage(payout, stake))
        self.settle(seat, wager, outcome, returned=returned, won=won, commission=commission, clause=clause, reading=reading)

    def breakage(self, payout: Payout, stake: int) -> Ground | None:
        """What drops the fraction of a cent that a payout would come to, where it comes to one."""
        return self.terms.breakage if payout.breaks(stake) else None

    def row_for(self, wager: str, value: Value, cards: Sequence[Card]) -> tuple[str, Payout] | None:
        """The row of the wager's pay table that a hand earns: the first that fits, none when it loses."""
        for row, test, payout in self.playable.tables[wager]:
            if test(value, cards):
                return row, payout
        return None

    def settle_by_hand(
        self, seat: Seat, wager: str, value: Value, cards: Sequence[Card], *, column: str = "", case: str = ""
    ) -> None:
        """Pay, push or collect a stake by the pay-table row of a hand, in a column of the table where it has several.

        `case` decided it where the row alone does not; what lets a wager outlive a fold is cited beside it.
        """
        if wager not in seat.stakes:
            return
        posted = f"{wager}:{column}" if column else wager
        table = self.terms.chosen[posted]
        found = self.row_for(posted, value, cards)
        outcomes = self.spot(wager).wager.outcomes
        kept = outcomes.get(AFTER_A_FOLD) if seat.folded else None
        if found is None:
            clause, reading = cite(kept, outcomes.get("lose", table))
            self.settle(seat, wager, "lose", clause=clause, reading=reading)
        else:
            row, payout = found
            self._pay_out(seat, wager, payout, row, (kept, of_row(outcomes, row, case), table.ground(row)))

    def paid_by(self, line: Line) -> Payout | None:
        """The row of its wager's pay tables that a line was paid by, where it names one."""
        wager = self.playable.called[line.wager].wager.id
        posted = (table for name, table in self.terms.chosen.items() if name.partition(":")[0] == wager)
        return next((table.rows[line.outcome] for table in posted if line.outcome in table.rows), None)

    def bonus(self, seat: Seat, line: str, stake: int, value: Value, cards: Sequence[Card], *, case: str = "") -> None:
        """A bonus on another wager's stake: a line of its own without a stake."""
        found = self.row_for(line, value, cards)
        if found is not None:
            row, payout = found
            decided, paid = of_row(self.spots[line].wager.outcomes, row, case), self.terms.chosen[line].ground(row)
            clause, reading = cite(decided, paid, self.breakage(payout, stake))
            self.settle(seat, line, row, won=payout.won(stake), clause=clause, reading=reading)

    def tip(self, tip: Tip) -> None:
        """The house puts something in the dealers' pool."""
        self.settlements += 1
        self.tips.append(tip)

    def charge(self, seat: Seat, wager: str, commission: int, *, because: Rule[object]) -> None:
        """Commission of earlier rounds, a line of its own without a stake; what is no longer there is owed by name."""
        if seat.chips is not None:
            seat.chips -= commission
        self.settlements += 1
        called, cited = self.spots[wager].called, because
        self.lines.append(Line(seat.number, called, 0, "vigorish", 0, 0, commission, cited.clause, cited.reading))
        self.reckon_debts()

    def reckon_debts(self) -> None:
        """What a void took back and was not there any more (cashed out, staked elsewhere) the seat owes."""
        for seat in self.seats.values():
            if seat.chips is not None and seat.chips < 0:
                seat.owed, seat.chips = seat.owed - seat.chips, 0

    def lasting(self, seat: Seat) -> dict[str, int]:
        """The seat's wagers that may wait for another round, and its stack where that stays on the table."""
        return {wager: stake for wager, stake in seat.stakes.items() if wager == self.stack or self.spot(wager).wager.lasts}

    def finish(self) -> None:
        """The round is over; a stake left on the layout would be a fault of the procedure."""
        for seat in self.seats.values():
            self.unpromise(seat)
        left = {number: seat.stakes.keys() - self.lasting(seat) for number, seat in self.seats.items() if seat.stakes}
        if any(left.values()):
            raise AssertionError(f"{self.terms.id}: stakes left unsettled: {left}")
        order = self.playable.order
        self.lines.sort(key=lambda line: (line.seat, order[line.wager]))
