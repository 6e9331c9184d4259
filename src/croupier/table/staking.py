"""Chips on their way from behind a seat to the layout: what they buy there, and nothing goes down that is not there."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.errors import Refused
from croupier.rules.resolve import GameRules
from croupier.table import acts, dues
from croupier.table.playable import Playable, Spot
from croupier.table.seat import Seat
from croupier.table.settlement import Line, money

PROMISED = "promised"
"""Where chips are reckoned that a word has put down and that stand on no spot yet."""


class Staking:
    """The part of a layout on which chips are put down."""

    playable: Playable
    terms: GameRules
    seats: dict[int, Seat]
    spots: Mapping[str, Spot]
    came: dict[int, None]

    def spot(self, stake: str) -> Spot:
        """The spot a stake stands on."""
        return self.spots.get(stake) or self.spots[stake.partition("#")[0]]

    def cost(self, seat: Seat, spot: Spot, amount: int) -> int:
        """What must come from behind for `amount` to stand on a spot, commission due with the bet included."""
        if spot.wager.staked_by == "house":
            return 0
        standing = seat.stakes.get(spot.id, 0) + seat.dues.get(spot.id, 0)
        return amount + dues.with_the_bet(self.terms, spot, amount) - standing

    def most_affordable(self, seat: Seat, spot: Spot) -> int | None:
        """The largest stake that the chips behind let stand on a spot; None where they set no bound."""
        if seat.chips is None or spot.wager.staked_by == "house":
            return None
        return dues.largest(self.terms, spot, seat.chips + seat.stakes.get(spot.id, 0) + seat.dues.get(spot.id, 0))

    def check_chips(self, seat: Seat, what: str, cost: int, *, clause: str) -> None:
        """Refuse what the chips behind the seat cannot pay for."""
        if seat.chips is not None and cost > seat.chips:
            there = money(seat.chips)
            raise Refused(f"seat {seat.number}: {what} needs {money(cost)} from behind, {there} is there", clause=clause)

    def put_down(self, seat: Seat) -> dict[str, int]:
        """What of the player's chips lies on each spot, commission due with the bet included."""
        own = {wager: stake for wager, stake in seat.stakes.items() if self.spot(wager).wager.staked_by == "player"}
        if seat.promised:
            own[PROMISED] = seat.promised
        return own if not seat.dues else {wager: stake + seat.dues.get(wager, 0) for wager, stake in own.items()}

    def paid_with_the_bet(self, line: Line) -> int:
        """How much of a line's commission lay with the stake and did not come from behind."""
        prepaid = line.commission and dues.prepaid(self.terms, self.playable.called[line.wager].wager)
        return line.commission if prepaid else 0

    def paid_by_the_cage(self, line: Line) -> bool:
        """Is it a win that may not come from the table's chips?"""
        posted = self.terms.chosen.get(self.playable.called[line.wager].wager.id)
        return posted is not None and line.outcome in posted.not_from_tray

    def _take(self, seat: Seat, amount: int) -> None:
        """Chips from behind (below 0: back there). A procedure that asks for more than there is was wrong to offer it."""
        if seat.chips is not None:
            if amount > 0 and amount > seat.chips:
                raise AssertionError(f"{self.terms.id}: seat {seat.number} is to put down {amount} and has {seat.chips}")
            seat.chips -= amount

    def place(self, act: acts.Wager) -> None:
        """Chips go down on a spot, change there, or come up again."""
        seat, spot = self.seats[act.seat], self.spots[act.spot]
        if seat.chips is not None:
            self._take(seat, self.cost(seat, spot, act.amount))
        if dues.charged(spot.wager):
            seat.dues.pop(spot.id, None)
            if due := dues.with_the_bet(self.terms, spot, act.amount):
                seat.dues[spot.id] = due
        if act.amount:
            seat.stakes[spot.id] = act.amount
            self.came[seat.number] = None
        else:
            del seat.stakes[spot.id]
        if not seat.stakes:
            self.came.pop(seat.number, None)

    def promise(self, seat: Seat, amount: int) -> None:
        """A word that costs chips puts them down at once: whatever is asked before they stand on a spot, they are there."""
        self._take(seat, amount)
        if seat.chips is not None:
            seat.promised += amount

    def unpromise(self, seat: Seat) -> None:
        """What was promised and came to stand nowhere, because a ruling took the hand first, goes back."""
        if seat.promised and seat.chips is not None:
            seat.chips, seat.promised = seat.chips + seat.promised, 0

    def add(self, seat: Seat, wager: str, amount: int) -> None:
        """A further wager made by a decision, of the chips that were promised first."""
        promised = min(seat.promised, amount)
        seat.promised -= promised
        self._take(seat, amount - promised)
        seat.add(wager, amount)
