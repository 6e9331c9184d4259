"""What is taken back: stakes that were never in play, settlements that do not stand or pass a limit, wagers abandoned."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.rules.payouts import Kind
from croupier.rules.terms import Rule
from croupier.table import sharing
from croupier.table.citing import Ground, cite
from croupier.table.felt import Felt
from croupier.table.seat import Seat
from croupier.table.settlement import Line


class Voiding(Felt):
    """A layout on which a ruling can undo what was done."""

    @property
    def bare(self) -> bool:
        """Has no card of this round been dealt?"""
        piles = (self.dealer, self.community, *self.piles.values(), *(seat.hand for seat in self.seats.values()))
        return not any(piles)

    @property
    def hands_are_dealt(self) -> bool:
        """Has everybody, the dealer too, the cards that the deal gives?"""
        shape = self.playable.shape
        return len(self.dealer) >= shape.dealer - shape.later and all(
            len(seat.played_with) >= shape.hand - shape.later for seat in self.seats.values() if seat.in_play
        )

    def return_wagers(self, seat: Seat, clause: str, reading: str | None, only: Iterable[str] | None = None) -> None:
        """Stakes of a seat go back: all of them when its hand is void, or only some where the rest is still settled."""
        chosen = None if only is None else set(only)
        before = self.carried.stakes.get(seat.number, {})  # what stood there before the round waits for the next
        held = [
            wager
            for wager in seat.stakes
            if wager not in before and wager != self.stack and (chosen is None or self.spot(wager).wager.id in chosen)
        ]
        self.return_stakes(seat, held, clause, reading)

    def return_stakes(self, seat: Seat, stakes: Iterable[str], clause: str, reading: str | None) -> None:
        """These stakes of a seat go back as if they had never been put down; without any other it is out of the round."""
        for wager in stakes:
            stake = seat.stakes[wager]
            self.contribute(wager, -stake)
            self.settle(seat, wager, "void", returned=stake, clause=clause, reading=reading)
            seat.placed.pop(wager, None)
        seat.in_play = seat.in_play and bool(seat.stakes)

    def void_wagers(self, wagers: Iterable[str], clause: str, reading: str | None) -> None:
        """Every hand is void, a fold too: the named wagers go back, and what else was staked is settled to the end."""
        seats = [bettor for seat in self.from_dealers_left() for bettor in seat.bettors]
        numbers = {seat.number for seat in seats}
        undone = [line for line in self.lines if line.seat in numbers and line.outcome != "void"]
        self.lines = [line for line in self.lines if line not in undone]
        self._take_back(undone)
        for seat in seats:
            seat.folded = False
            self.return_wagers(seat, clause, reading, wagers)
        self.reckon_debts()

    def _take_back(self, lines: Iterable[Line]) -> None:
        """Undo settlements: stakes stand again, what was paid comes from behind, if need be from less than nothing."""
        lines = list(lines)
        left = [*self.lines, *lines]
        self.tips = [tip for tip in self.tips if not any(line.seat == tip.seat for line in lines)]
        for line in lines:
            seat, spot = self.seats[line.seat], self.playable.called[line.wager]
            with_the_bet = self.paid_with_the_bet(line)
            if self.stack is not None and spot.wager.pooled:
                seat.stakes |= {self.stack: seat.stake(self.stack) - line.returned - line.won}
            elif seat.chips is not None:
                seat.chips -= line.returned + line.won - (line.commission - with_the_bet)
            if line.stake:
                seat.add(spot.id, line.stake)
            row = self.paid_by(line)
            if row is not None and spot.wager.meter is not None:
                left.remove(line)
                others = sharing.paid_all_of(self, row.meter or spot.wager.meter, left)
                self.meters[row.meter or spot.wager.meter].take_back(row, line.won, others=bool(others))
            if with_the_bet:
                seat.dues[spot.id] = seat.dues.get(spot.id, 0) + with_the_bet
        self.settlements += 1

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
                    self._take(seat, line.won - left)
                    self.settlements += 1
                    clause, reading = cite(line, because)
                    self.lines[index] = line._replace(won=left, clause=clause, reading=reading)
                left -= min(line.won, left)

    def cut_win(self, index: int, won: int, *, because: Ground) -> None:
        """A line is paid less than its row says, because of a limit."""
        line = self.lines[index]
        self._take(self.seats[line.seat], line.won - won)
        self.settlements += 1
        clause, reading = cite(line, because)
        self.lines[index] = line._replace(won=won, clause=clause, reading=reading)

    def lose_wagers(self, seat: Seat, clause: str, reading: str | None) -> None:
        """Every stake of a seat is lost: the wagers were abandoned."""
        for wager in list(seat.stakes):
            self.settle(seat, wager, "lose", clause=clause, reading=reading)
        seat.in_play = False

    def void_round(self, clause: str, reading: str | None) -> None:
        """No round was played: what was already settled is taken back too, and every stake returned."""
        lines, self.lines = self.lines, []
        self._take_back(lines)
        for line in lines:
            if line.stake and line.outcome == "void":
                self.contribute(self.playable.called[line.wager].id, line.stake)
        for seat in self.seats.values():
            self.unpromise(seat)
            self.return_wagers(seat, clause, reading)
        self.reckon_debts()
