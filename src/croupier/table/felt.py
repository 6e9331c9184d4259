"""What lies on the table: seats, stakes and cards; and how a stake leaves the layout, always as a settlement line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.equipment.cards import Card
from croupier.hands.poker import Value
from croupier.rules.payouts import Kind, Payout
from croupier.rules.resolve import Wager
from croupier.rules.terms import Outcome, Rule
from croupier.table import meters
from croupier.table.playable import Playable, Spot
from croupier.table.settlement import Line


class Pile(list[Card]):
    """Cards in the order they came, each face up or face down."""

    __slots__ = ("up",)

    def __init__(self) -> None:
        super().__init__()
        self.up: list[bool] = []

    def place(self, card: Card, *, up: bool, first: bool = False) -> None:
        """Lay a card on the pile, or under it when it is to be turned before the others."""
        self.insert(0 if first else len(self), card)
        self.up.insert(0 if first else len(self.up), up)

    def turn_up(self, count: int | None = None) -> None:
        """Turn the first `count` cards, or all, face up."""
        for place in range(len(self) if count is None else min(count, len(self))):
            self.up[place] = True

    def seen(self) -> list[Card | None]:
        """The cards as anybody sees them: None for one that lies face down."""
        return [card if up else None for card, up in zip(self, self.up, strict=True)]


class Seat:
    """A betting position: what stands on it, what it was dealt, whether it is still in the round.

    A stake is kept under its spot's id; where a seat has the same wager more than once (a second split), under `id#2`.
    """

    __slots__ = ("dealt", "folded", "hand", "in_play", "number", "placed", "splits", "stakes")

    def __init__(self, number: int) -> None:
        self.number = number
        self.stakes: dict[str, int] = {}
        self.placed: frozenset[str] = frozenset()
        self.hand = Pile()
        self.dealt: tuple[Card, ...] = ()
        """The cards as they were first dealt, in games that take them apart later."""
        self.splits: list[Pile] = []
        self.folded = False
        self.in_play = False

    def stake(self, wager: str) -> int:
        return self.stakes.get(wager, 0)


def wager_stands_alone(wager: Wager, stake: int) -> bool:
    """Is the stake large enough to stand without the wagers it otherwise needs?"""
    return wager.alone is not None and stake >= wager.alone


class Felt:
    """The layout during one round. Every change of a stake goes through here."""

    def __init__(
        self, playable: Playable, seats: Iterable[int] | None = None, amounts: Mapping[str, int | Fraction] | None = None
    ) -> None:
        self.playable = playable
        self.terms = playable.terms
        self.spots = playable.spots
        self.capacity = playable.seats
        taken = range(1, self.capacity + 1) if seats is None else seats
        self.seats: dict[int, Seat] = {number: Seat(number) for number in taken}
        self.dealer = Pile()
        self.community = Pile()
        self.piles: dict[str, Pile] = {}
        self.burned: list[Card] = []
        self.discards: list[Card] = []
        self.exposed: list[Card] = []
        self.remaining: dict[Card, int] = dict(playable.counts)
        self.meters = meters.open_meters(self.terms.meters, amounts)
        self.lines: list[Line] = []
        self.reports: dict[str, int] = {}
        self.aftermath: list[str] = []
        self.envy_hands: list[tuple[int, str]] = []
        self.withdrawn: list[tuple[int, str, int]] = []
        self.notes: list[str] = []
        self.marks: dict[str, str] = {}
        """What lies on the layout besides chips and cards for all to see: the point, whose dice they are, calls."""
        self.locked_out = False

    # What the layout knows

    def spot(self, stake: str) -> Spot:
        """The spot a stake stands on."""
        return self.spots[stake.partition("#")[0]]

    @property
    def bare(self) -> bool:
        """Has no card of this round been dealt?"""
        piles = (self.dealer, self.community, *self.piles.values(), *(seat.hand for seat in self.seats.values()))
        return not any(piles)

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
                if not self.mutual(wager.id, need.wagers) and not wager_stands_alone(wager, seat.stakes[stake]):
                    yield stake, need

    def from_dealers_left(self) -> Iterator[Seat]:
        """Seats in play, clockwise from the player farthest to the dealer's left."""
        return (seat for _, seat in sorted(self.seats.items()) if seat.in_play)

    def from_dealers_right(self) -> Iterator[Seat]:
        """Seats in play, counter-clockwise from the player farthest to the dealer's right."""
        return (seat for _, seat in sorted(self.seats.items(), reverse=True) if seat.in_play)

    # Putting down

    def add(self, seat: Seat, wager: str, amount: int) -> None:
        """A further wager made by a decision."""
        seat.stakes[wager] = seat.stakes.get(wager, 0) + amount

    def lock_out(self) -> None:
        """Wagering is closed: who is in the round, and what goes on the meters."""
        self.locked_out = True
        for seat in self.seats.values():
            seat.in_play = bool(seat.stakes)
            seat.placed = frozenset(seat.stakes)
            for stake, amount in seat.stakes.items():
                self._contribute(stake, amount)

    def _contribute(self, stake: str, amount: int) -> None:
        fed = self.spot(stake).wager.meter
        if fed is not None and self.locked_out:
            for name, meter in self.meters.items():
                if fed in (name, self.terms.meters[name].beside):
                    meter.contribute(amount)

    def withdraw(self, seat: Seat, wager: str) -> None:
        """The player takes a stake back where the rules let it be withdrawn: it was never settled, so it gets no line."""
        self.withdrawn.append((seat.number, wager, seat.stakes.pop(wager)))

    def move(self, seat: Seat, wager: str, to: str) -> None:
        """The dealer moves a stake to another place of its wager, as a come bet goes to its number's box."""
        seat.stakes[to] = seat.stakes.get(to, 0) + seat.stakes.pop(wager)

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
        stake = seat.stakes.pop(wager, 0)
        called = self.spot(wager).called
        self.lines.append(Line(seat.number, called, stake, outcome, returned, won, commission, clause, reading))

    def collect(self, seat: Seat, wager: str, *, because: Rule[object] | None = None) -> None:
        """A losing stake goes to the chip tray; nothing happens where nothing stands."""
        if wager in seat.stakes:
            cited = self.spot(wager).wager if because is None else because
            self.settle(seat, wager, "lose", clause=cited.clause, reading=cited.reading)

    def push(self, seat: Seat, wager: str, *, because: Rule[object] | None = None) -> None:
        """The stake goes back, nothing more; nothing happens where nothing stands."""
        if wager in seat.stakes:
            cited = self.spot(wager).wager if because is None else because
            self.settle(seat, wager, "push", returned=seat.stakes[wager], clause=cited.clause, reading=cited.reading)

    def pay(
        self,
        seat: Seat,
        wager: str,
        row: str = "win",
        *,
        outcome: str | None = None,
        commission: int = 0,
        because: Rule[object] | None = None,
    ) -> None:
        """A stake is paid, or returned, by a row of its pay table; `commission` is what is taken from the win."""
        table = self.terms.chosen[self.spot(wager).wager.id]
        payout = table.rows[row]
        plain = "push" if payout.kind is Kind.PUSH else "win"
        cited = table if because is None else because
        self._pay_out(seat, wager, payout, outcome or plain, cited.clause, cited.reading, commission)

    def apply(self, rule: Rule[Outcome], seat: Seat, *wagers: str) -> None:
        """Do with the wagers that stand what a rule says becomes of them, and cite it."""
        for wager in wagers:
            if wager in seat.stakes:
                {"win": self.pay, "push": self.push, "lose": self.collect}[rule.value](seat, wager, because=rule)

    def fold(self, seat: Seat, forfeits: Rule[tuple[str, ...]]) -> None:
        """The player is out with whatever a fold loses, by its own rule or the side wager's; the rest waits for the end."""
        seat.folded = True
        for name, wager in self.terms.wagers.items():
            if wager.lost_by_folding:
                self.collect(seat, name, because=forfeits)

    def _pay_out(
        self, seat: Seat, wager: str, payout: Payout, outcome: str, clause: str, reading: str | None, commission: int = 0
    ) -> None:
        terms = self.spot(wager).wager
        stake = seat.stakes[wager]
        meter = self.meters[terms.meter] if payout.kind is Kind.METER and terms.meter is not None else None
        won = payout.won(stake) if meter is None else meter.pay(payout)
        returned = 0 if terms.collected else stake
        self.settle(seat, wager, outcome, returned=returned, won=won, commission=commission, clause=clause, reading=reading)

    def row_for(self, wager: str, value: Value, cards: Sequence[Card]) -> tuple[str, Payout] | None:
        """The row of the wager's pay table that a hand earns: the first that fits, none when it loses."""
        for row, test, payout in self.playable.tables[wager]:
            if test(value, cards):
                return row, payout
        return None

    def settle_by_hand(self, seat: Seat, wager: str, value: Value, cards: Sequence[Card], *, column: str = "") -> None:
        """Pay, push or collect a stake by the pay-table row of a hand, in a column of the table where it has several."""
        if wager not in seat.stakes:
            return
        posted = f"{wager}:{column}" if column else wager
        table = self.terms.chosen[posted]
        found = self.row_for(posted, value, cards)
        if found is None:
            self.settle(seat, wager, "lose", clause=table.clause, reading=table.reading)
        else:
            row, payout = found
            self._pay_out(seat, wager, payout, row, table.clause, table.reading)

    def bonus(self, seat: Seat, line: str, stake: int, value: Value, cards: Sequence[Card]) -> None:
        """A bonus on another wager's stake: a line of its own without a stake."""
        found = self.row_for(line, value, cards)
        if found is not None:
            row, payout = found
            table = self.terms.chosen[line]
            self.settle(seat, line, row, won=payout.won(stake), clause=table.clause, reading=table.reading)

    def cap(self, seat: Seat, wagers: Iterable[str], maximum: int, *, because: Rule[object]) -> None:
        """Hold the seat's winnings on `wagers` to `maximum`, paying in the order of the layout until it is used up.

        Fixed sums are outside every limit the texts set.
        """
        covered, left = {self.spots[wager].called: wager for wager in wagers if wager in self.spots}, maximum
        order = self.playable.order
        for index, line in sorted(enumerate(self.lines), key=lambda item: order[item[1].wager]):
            if line.seat == seat.number and line.wager in covered:
                row = self.terms.chosen[covered[line.wager]].rows.get(line.outcome)
                if row is not None and row.kind is Kind.FIXED:
                    continue
                if line.won > left:
                    self.lines[index] = line._replace(
                        won=left, clause=f"{line.clause}, {because.clause}", reading=because.reading or line.reading
                    )
                left -= min(line.won, left)

    # What rulings do

    def return_wagers(self, seat: Seat, clause: str, reading: str | None, only: Iterable[str] | None = None) -> None:
        """Stakes of a seat go back: all of them when its hand is void, or only some where the rest is still settled."""
        chosen = None if only is None else set(only)
        for wager, stake in list(seat.stakes.items()):
            if chosen is None or self.spot(wager).wager.id in chosen:
                self._contribute(wager, -stake)
                self.settle(seat, wager, "void", returned=stake, clause=clause, reading=reading)
        seat.in_play = seat.in_play and bool(seat.stakes)

    def void_wagers(self, wagers: Iterable[str], clause: str, reading: str | None) -> None:
        """Every hand is void, a fold too: the named wagers go back, and what else was staked is settled to the end."""
        seats = list(self.from_dealers_left())
        numbers = {seat.number for seat in seats}
        undone = [line for line in self.lines if line.seat in numbers and line.outcome != "void"]
        self.lines = [line for line in self.lines if line not in undone]
        by_name = {spot.called: spot.id for spot in self.spots.values()}
        for line in undone:
            if line.stake:
                self.add(self.seats[line.seat], by_name[line.wager], line.stake)
        for seat in seats:
            seat.folded = False
            self.return_wagers(seat, clause, reading, wagers)

    def lose_wagers(self, seat: Seat, clause: str, reading: str | None) -> None:
        """Every stake of a seat is lost: the wagers were abandoned."""
        for wager in list(seat.stakes):
            self.settle(seat, wager, "lose", clause=clause, reading=reading)
        seat.in_play = False

    def void_round(self, clause: str, reading: str | None) -> None:
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
            self.return_wagers(seat, clause, reading)

    def finish(self) -> None:
        """The round is over; a stake left on the layout would be a fault of the procedure."""
        left = {seat.number: dict(seat.stakes) for seat in self.seats.values() if seat.stakes}
        if left:
            raise AssertionError(f"{self.terms.id}: stakes left unsettled: {left}")
        order = self.playable.order
        self.lines.sort(key=lambda line: (line.seat, order[line.wager]))
