"""Bets between rolls: what may be put down, changed, taken down or called on or off, and when the dice may be thrown."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, lcm

from croupier.errors import Refused
from croupier.games.dice._wagers import Hand, come_bets_up, in_action, locked, number_of, odds_limit, supported, terms
from croupier.rules.terms import Rule
from croupier.table import acts
from croupier.table.legal import Legal, LegalChoice, LegalWager
from croupier.table.playable import Spot
from croupier.table.requests import Wagering
from croupier.table.table import Seat, Table

PASS_THE_DICE, ANOTHER_SHOOTER = "pass-the-dice", "another-player-shoots"


class BetweenRolls(Wagering):
    """Wagers, calls and the dice before each roll.

    `line` names the wagers of which a shooter must have one; by `waits` the others stay where they are until somebody has.
    """

    __slots__ = ("exact", "excess", "hand", "line", "opening", "waits")

    def __init__(self, hand: Hand, *, line: Rule[tuple[str, ...]], waits: Rule[object], excess: bool, exact: bool) -> None:
        super().__init__()
        self.hand, self.line, self.waits, self.excess, self.exact = hand, line, waits, excess, exact
        self.opening: tuple[str, ...] = ()
        """Of `line`, while nobody has any."""

    # What may stand on a spot now

    def _bounds(self, table: Table, seat: int, spot: Spot) -> tuple[int, int | None, int]:
        holder = table.seats[seat]
        stake = holder.stakes.get(spot.id, 0)
        closed, fixed = self._closed(table, holder, spot), locked(self.hand, holder, spot)
        if closed is not None and not stake:
            raise Refused(f"seat {seat}: {spot.id} {closed}", clause=spot.wager.clause)
        if fixed and (closed is not None or terms(spot).removal.until == "made"):
            raise Refused(f"seat {seat}: {spot.id} may not be changed any more", clause=", ".join(terms(spot).removal.clause))
        limits, step = spot.wager.limits, self._step(table, spot)
        least, most = -(-limits.minimum // step) * step, self._most(table, holder, spot)
        if closed is not None:
            most = stake  # it may still shrink
        elif fixed:
            least = stake
        if most is not None and most < least:
            raise Refused(f"seat {seat}: {spot.id} cannot be staked here now", clause=spot.wager.clause)
        return least, most, step

    def _closed(self, table: Table, seat: Seat, spot: Spot) -> str | None:
        """Why nothing new may go down on the spot now; None where it may."""
        hand, row = self.hand, terms(spot).row
        if row.travels and spot.names is not None:
            return "is reached only by a bet that travels there"
        match row.made:
            case "come-out" if not hand.coming_out:
                return "is made before a come-out roll"
            case "after-come-out" if hand.coming_out:
                return "is made after a come-out roll"
            case "before-a-point" if hand.points_set:
                return "is made before a new shooter's first point"
            case "first-roll" if hand.rolls:
                return "is made before a new shooter's first roll"
            case "with-its-bet":
                base = supported(table, spot)
                if not seat.stakes.get(base.id):
                    return f"supports {base.id}, and none stands here"
                if number_of(hand, base) is None:
                    return f"supports {base.id}, which has no number yet"
        return None

    def _step(self, table: Table, spot: Spot) -> int:
        """Of what a stake must be a multiple: the posted unit, and what can be paid exactly where the text asks for it."""
        row, unit = terms(spot).row, spot.wager.limits.unit
        if not (self.exact and row.payable):
            return unit
        rows = table.terms.chosen[spot.wager.id].rows
        paid = [rows[str(spot.names)]] if not row.parts and str(spot.names) in rows else list(rows.values())
        return lcm(unit, len(row.parts) or 1, *((len(row.parts) or 1) * payout.figure.denominator for payout in paid))

    def _most(self, table: Table, seat: Seat, spot: Spot) -> int | None:
        """The most that may stand on a spot: a limit of odds, whoever set it, is raised to what the chips in use pay exactly."""
        if terms(spot).row.resolves != "odds":
            return spot.wager.limits.maximum
        most = _least_of(spot.wager.limits.maximum, self._odds_limit(table, seat, spot))
        number = number_of(self.hand, supported(table, spot))
        if most is None or number is None or not self.excess:
            return most
        step = spot.wager.limits.unit * table.terms.chosen[spot.wager.id].rows[str(number)].figure.denominator
        return -(-most // step) * step

    def _odds_limit(self, table: Table, seat: Seat, spot: Spot) -> int | None:
        """The most that odds may be: so many times the bet they support, or what wins so much."""
        row, base = terms(spot).row, supported(table, spot)
        number = number_of(self.hand, base)
        times = odds_limit(table, spot, number) if number is not None else None
        if times is None:
            return None
        most = times * seat.stakes.get(base.id, 0)
        if row.limited == "winnings":
            most /= table.terms.chosen[spot.wager.id].rows[str(number)].figure
        return ceil(most) if self.excess else int(most)

    # Refusing

    def check(self, act: acts.Act, table: Table) -> None:
        if isinstance(act, acts.Choice):
            self._check_choice(act, table)
        elif isinstance(act, acts.Wager) and act.amount == 0 and act.seat in table.seats and act.spot in table.spots:
            self._check_removal(table, table.seats[act.seat], table.spots[act.spot])
        else:
            super().check(act, table)

    def _check_removal(self, table: Table, seat: Seat, spot: Spot) -> None:
        clause = ", ".join(terms(spot).removal.clause)
        if not seat.stakes.get(spot.id):
            raise Refused(f"seat {seat.number}: nothing stands on {spot.id} to take down", clause=clause)
        if locked(self.hand, seat, spot):
            raise Refused(f"seat {seat.number}: {spot.id} may not be taken down or reduced any more", clause=clause)
        for stake in seat.stakes:
            other = table.spots[stake]
            if terms(other).row.supports is not None and supported(table, other) is spot:
                raise Refused(f"seat {seat.number}: {stake} rests on {spot.id}", clause=other.wager.clause)

    def _check_choice(self, act: acts.Choice, table: Table) -> None:
        choices = dict.fromkeys(entry.choice for entry in self._choices(table) if entry.seat == act.seat)
        if act.choice not in choices:
            listed = ", ".join(choices) or "nothing now"
            raise Refused(f"seat {act.seat}: {act.choice!r} cannot be called; there is: {listed}", clause=table.terms.clause)

    def _check_complete(self, table: Table) -> None:
        """A come-out roll is thrown by somebody with a line bet, or for bets made through the come; all else waits for a shooter."""
        if not self.hand.coming_out or self.hand.shooter_elsewhere or line_bettors(table, self.line) or come_bets_up(table):
            return
        waiting = [f"seat {seat.number}'s {stake}" for seat in table.seats.values() for stake in seat.stakes]
        if self.hand.rolls and not waiting:
            return  # nobody plays on: the hand is over
        fault = f"nobody can throw: the shooter makes a {' or '.join(self.line.value)} bet"
        if not self.hand.rolls:
            raise Refused(fault, clause=self.line.clause)
        raise Refused(f"{fault}; till then there wait {', '.join(waiting)}", clause=self.waits.clause)

    # Listing

    def legal(self, table: Table) -> Iterator[Legal]:
        self.opening = self.line.value if self.hand.coming_out and not line_bettors(table, self.line) else ()
        yield from super().legal(table)
        yield from self._choices(table)

    def _listed(self, seat: Seat, spot: Spot, least: int, most: int | None, step: int) -> LegalWager:
        stake = seat.stakes.get(spot.id, 0)
        removable, opens = bool(stake) and not locked(self.hand, seat, spot), spot.wager.id in self.opening
        coin = spot.wager.limits.coin
        return LegalWager(seat.number, spot.id, least, most, step, stake, removable=removable, opens=opens, coin=coin)

    def _choices(self, table: Table) -> Iterator[LegalChoice]:
        hand = self.hand
        for number, seat in table.seats.items():
            for stake in seat.stakes if hand.coming_out else ():
                spot = table.spots[stake]
                if terms(spot).come_out.unless_called is not None:
                    call = "off" if in_action(hand, seat, spot) else "on"
                    yield LegalChoice(number, f"{call} {stake}")
        if hand.rolls and any(number != hand.shooter for number in line_bettors(table, self.line)):
            yield LegalChoice(hand.shooter, PASS_THE_DICE)
        if hand.coming_out and not hand.shooter_elsewhere and not line_bettors(table, self.line):
            yield LegalChoice(0, ANOTHER_SHOOTER)


def line_bettors(table: Table, line: Rule[tuple[str, ...]]) -> list[int]:
    """The seats, clockwise, whose line bet lets them throw the dice."""
    return [number for number, seat in sorted(table.seats.items()) if any(seat.stakes.get(wager) for wager in line.value)]


def _least_of(one: int | None, other: int | None) -> int | None:
    return min((bound for bound in (one, other) if bound is not None), default=None)
