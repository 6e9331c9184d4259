"""Bets are open: what may be staked where, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from croupier.errors import Refused
from croupier.table import acts, life, patrons
from croupier.table.legal import Legal, LegalWager, NoMoreBets
from croupier.table.playable import Spot
from croupier.table.request import Request
from croupier.table.seat import Seat
from croupier.table.settlement import money

if TYPE_CHECKING:
    from croupier.table.table import Table


class Wagering(Request):
    """Bets are open: a chip on any spot, or the dealer's "no more bets"."""

    __slots__ = ()
    kind = "wager"

    def __init__(self) -> None:
        super().__init__("players", "wagering")

    def describe(self) -> str:
        return "wagers or no-more-bets"

    def _bounds(self, table: Table, seat: int, spot: Spot) -> tuple[int, int | None, int]:
        """The least, most and step of a stake on `spot`; raises Refused when nothing may be staked there now."""
        wager = spot.wager
        if seat in table.carried.barred:
            raise Refused(f"seat {seat}: no wager before the next shuffle", clause=self._kept_by(table, seat))
        if wager.lasts and table.carried.stakes.get(seat):
            raise Refused(f"seat {seat}: no further {spot.id} until those that stand are decided", clause=wager.clause)
        if wager.placed != "opening":
            raise Refused(f"{spot.id} is not placed now", clause=wager.clause)
        holder = table.seats[seat]
        if holder.box != seat:
            patrons.check_shared(table, holder, wager)
        stakes = holder.stakes
        for other, clause in wager.apart_from:
            if any(holder.stakes.get(other) for holder in table.seats.values()):
                raise Refused(f"seat {seat}: {spot.id} is not offered beside {other}", clause=clause)
        least, most, step = wager.limits.minimum, wager.limits.maximum, wager.limits.unit
        if table.terms.posted.several_boxes is not None:
            least = patrons.least_for_several(table, seat, wager) or least
        if seat in table.carried.held:
            most = least
        for need in wager.needs:
            if not any(stakes.get(other) for other in need.wagers) and not table.mutual(wager.id, need.wagers):
                if wager.alone is None:
                    raise Refused(f"seat {seat}: {spot.id} needs {' or '.join(need.wagers)} first", clause=need.clause)
                least = max(least, wager.alone)
        if wager.amount is not None:
            return wager.amount, wager.amount, wager.amount
        if wager.amounts:  # the least, or a whole number of the greatest
            return min(wager.amounts), max(wager.amounts), max(wager.amounts)
        for equal in self._equals(table, wager.id, stakes) if wager.needs or wager.id in table.playable.alike else ():
            if equal < least or (most is not None and equal > most) or equal % step:
                raise Refused(f"seat {seat}: {spot.id} must be {equal} and the table's limits forbid it", clause=wager.clause)
            return equal, equal, equal
        return least, most, step

    def _equals(self, table: Table, wager: str, stakes: Mapping[str, int]) -> Iterator[int]:
        """The stake of a wager already down that this one must equal: each needs the other, whole for whole, or the text says so."""
        if wager in (alike := table.playable.alike):
            yield from (stakes[other] for other in alike if other != wager and stakes.get(other))
        for need in table.spots[wager].wager.needs if wager in table.spots else ():
            for other in need.wagers:
                if stakes.get(other) and need.whole:
                    back = table.spots[other].wager.needs
                    if any(wager in returned.wagers and returned.whole for returned in back):
                        yield stakes[other]

    def check(self, act: acts.Act, table: Table) -> None:
        if isinstance(act, acts.NoMoreBets):
            self._check_complete(table)
            return
        if not isinstance(act, acts.Wager):
            self._refuse_kind(act)
            return
        seat = table.seats.get(act.seat)
        if seat is None:
            raise Refused(f"there is no seat {act.seat}: seats are 1 to {table.capacity}", clause=table.seats_clause)
        spot = table.spots.get(act.spot)
        if spot is None:
            raise Refused(f"{act.spot!r} is not a wager here", clause=table.terms.clause)
        amount = act.amount
        if amount == 0:
            if not seat.stakes.get(act.spot):
                raise Refused(f"seat {act.seat}: nothing stands on {act.spot} to take down", clause=spot.wager.clause)
            if act.spot in table.carried.stakes.get(act.seat, {}):
                raise Refused(f"seat {act.seat}: {act.spot} stands until it is decided", clause=spot.wager.clause)
            if any(self._rests_on(act.spot, need.wagers, seat.stakes) for _, need in table.dependants(seat)):
                raise Refused(f"seat {act.seat}: another wager rests on {act.spot}", clause=spot.wager.clause)
            return
        least, most, step = self._bounds(table, act.seat, spot)
        if chips := spot.wager.amounts:
            if amount not in chips:
                allowed = " or ".join(map(str, chips))
                raise Refused(
                    f"seat {act.seat}: {act.spot} of {amount} cents is not allowed: {allowed}", clause=spot.wager.clause
                )
        elif amount < least or (most is not None and amount > most) or amount % step:
            allowed = (
                f"from {least}" + (f" to {most}" if most is not None else "") + (f" in steps of {step}" if step > 1 else "")
            )
            if least == most:
                allowed = f"exactly {least}"
            clause = spot.wager.limits.cited(spot.wager.clause)
            if act.seat in table.carried.held and amount > least:
                allowed, clause = f"only the minimum of {least} before the next shuffle", self._kept_by(table, act.seat)
            raise Refused(f"seat {act.seat}: {act.spot} of {amount} cents is not allowed: {allowed}", clause=clause)
        if (limits := spot.wager.limits).needs_coin(amount):
            why = f"pieces of {limits.coin} cents are not used for wagering"
            raise Refused(f"seat {act.seat}: {act.spot} of {amount} cents is not allowed: {why}", clause=limits.coin_clause)
        if seat.chips is not None:
            cost = table.cost(seat, spot, amount)
            table.check_chips(seat, f"{act.spot} of {money(amount)}", cost, clause=spot.wager.clause)

    def _kept_by(self, table: Table, seat: int) -> str:
        """The clause by which a seat is kept from wagering, or held to the minimum, because a round of the shoe passed it."""
        rule = life.entry(table.terms, played=seat in table.carried.played)
        return table.terms.clause if rule is None else rule.clause

    def _rests_on(self, spot: str, needed: Sequence[str], stakes: Mapping[str, int]) -> bool:
        """Would nothing be left of what a wager needs without this spot?"""
        return spot in needed and not any(stakes.get(other) for other in needed if other != spot)

    def _check_complete(self, table: Table) -> None:
        """Every pair of wagers that must stand together does, in proportion."""
        staked = False
        for seat in table.seats.values():
            carried = table.carried.stakes.get(seat.number, ())
            for spot_id, stake in seat.stakes.items():
                if spot_id in carried:
                    continue  # it may be abandoned
                staked = True
                wager = table.spot(spot_id).wager
                for need in wager.needs:
                    others = sum([seat.stakes.get(other, 0) for other in need.wagers])
                    if not others and wager.stands_alone(stake):
                        continue
                    if not others:
                        raise Refused(f"seat {seat.number}: {spot_id} needs {' or '.join(need.wagers)}", clause=need.clause)
                    if others < need.least(stake):
                        raise Refused(
                            f"seat {seat.number}: {spot_id} of {stake} needs {' or '.join(need.wagers)} of at least "
                            f"{need.least(stake)}",
                            clause=need.clause,
                        )
        patrons.check_several(table, table.seats)
        if not staked:
            raise Refused("no wager has been placed", clause=table.terms.clause)

    def legal(self, table: Table) -> Iterator[Legal]:
        for number, seat in table.seats.items():
            for spot in table.spots.values():
                try:
                    least, most, step = self._bounds(table, number, spot)
                except Refused:
                    continue
                affordable = table.most_affordable(seat, spot)
                if affordable is not None and (most is None or affordable < most):
                    most = max(
                        (chip for chip in spot.wager.amounts if chip <= affordable), default=affordable - affordable % step
                    )
                    if most < least:
                        continue
                yield self._listed(seat, spot, least, most, step)
        try:
            self._check_complete(table)
        except Refused:
            return
        yield NoMoreBets()

    def _listed(self, seat: Seat, spot: Spot, least: int, most: int | None, step: int) -> LegalWager:
        stake = seat.stakes.get(spot.id, 0)
        return LegalWager(seat.number, spot.id, least, most, step, stake, coin=spot.wager.limits.coin)
