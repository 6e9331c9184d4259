"""What a round owes whom: the difference between two moments of a table, as transfers.

Chips put down go to the pending account; a settlement line posts its stake, its win and its commission once; a line the table
took back (a fold undone by a void) is reversed. Meters and the chip tray are brought to what the table says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import floor

from croupier.ledger import books
from croupier.ledger.books import CAGE, COMMISSION, Transfer
from croupier.table.round import Round
from croupier.table.settlement import Line

FILL = 10_000_000
"""What a fill brings when the tray cannot cover a payment, at least."""


@dataclass(slots=True)
class Position:
    """What has been posted so far for one table: chips on the layout, lines, meters, and what the tray holds."""

    table: str
    tray: int = 0
    meters: dict[str, int] = field(default_factory=dict)
    companions: dict[str, int] = field(default_factory=dict)
    """Balances of the seats the house plays itself; only this table touches them."""
    stakes: dict[int, dict[str, int]] = field(default_factory=dict)
    lines: list[tuple[int, Line]] = field(default_factory=list)
    posted: int = 0
    commission: str = COMMISSION
    """Where commission goes: to the house's own account, or at a practice table to one that holds practice chips."""

    def account(self, kind: str) -> str:
        return f"{kind}:{self.table}"

    def begin_round(self) -> None:
        self.stakes, self.lines, self.posted = {}, [], 0

    def moved(self, transfers: list[Transfer]) -> list[Transfer]:
        """Keep the balances that only this table touches, filling the tray or a companion's rack before it runs dry."""
        tray, filled, lows = self.account("tray"), [], books.lows(transfers)
        for account in (tray, *sorted(self.companions)):
            low, change = lows.get(account, (0, 0))
            held = self.tray if account == tray else self.companions[account]
            if held + low < 0:
                filled.append(Transfer(CAGE, account, max(FILL, -(held + low)), "fill" if account == tray else "buy-in"))
                change += filled[-1].amount
            if account == tray:
                self.tray += change
            else:
                self.companions[account] = held + change
        return [*filled, *transfers]

    def movements(self, round_: Round, round_id: str, player: Callable[[int], str]) -> list[Transfer]:
        """Everything that has changed hands since the last time, in order: wagers, reversals, settlements, meters."""
        found: list[Transfer] = []
        left = Counter(line for _, line in self.lines)
        left.subtract(round_.lines)
        undone = [(number, line) for number, line in self.lines if self._take(left, line)]
        kept = Counter(line for number, line in self.lines if (number, line) not in undone)
        fresh = [line for line in round_.lines if not self._take(kept, line)]
        for number, line in undone:
            found += self._line(line, number, round_id, player(line.seat), reverse=True)
            self.lines.remove((number, line))
        for seat, table_seat in round_.table.seats.items():
            before, after = self.stakes.get(seat, {}), dict(table_seat.stakes)
            settled = sum(line.stake for line in fresh if line.seat == seat)
            restored = sum(line.stake for _, line in undone if line.seat == seat)
            put = sum(after.values()) - sum(before.values()) + settled - restored
            if put:
                found.append(self._chips(put, before, after, round_id, player(seat)))
            self.stakes[seat] = after
        for line in fresh:
            self.posted += 1
            self.lines.append((self.posted, line))
            found += self._line(line, self.posted, round_id, player(line.seat), reverse=False)
        found += self.true_meters({name: floor(meter.amount) for name, meter in round_.table.meters.items()}, round_id)
        return self.moved(found)

    @staticmethod
    def _take(counted: Counter[Line], line: Line) -> bool:
        if counted[line] > 0:
            counted[line] -= 1
            return True
        return False

    def _chips(self, put: int, before: Mapping[str, int], after: Mapping[str, int], round_id: str, player: str) -> Transfer:
        changed = sorted(spot for spot in {*before, *after} if before.get(spot, 0) != after.get(spot, 0))
        wager, pending = ",".join(changed) or None, self.account("pending")
        if put > 0:
            return Transfer(player, pending, put, "wager", round_id, wager)
        return Transfer(pending, player, -put, "taken-down", round_id, wager)

    def _line(self, line: Line, number: int, round_id: str, player: str, *, reverse: bool) -> list[Transfer]:
        tray, pending = self.account("tray"), self.account("pending")
        parts = (
            (pending, player, line.returned, "returned"),
            (pending, tray, line.stake - line.returned, "collected"),
            (tray, player, line.won, "paid"),
            (player, self.commission, line.commission, "commission"),
        )
        found: list[Transfer] = []
        for debit, credit, amount, kind in parts:
            if amount:
                key = f"{round_id}#{number}:{kind}"
                found.append(
                    Transfer(credit, debit, amount, "reversal", round_id, line.wager, None, key)
                    if reverse
                    else Transfer(debit, credit, amount, kind, round_id, line.wager, key)
                )
        return found

    def true_meters(self, amounts: Mapping[str, int], round_id: str | None = None) -> list[Transfer]:
        """Whole cents between the tray and each meter, so that the account stands where the meter does."""
        found: list[Transfer] = []
        for name, amount in amounts.items():
            change = amount - self.meters.get(name, 0)
            meter, tray = f"meter:{self.table}:{name}", self.account("tray")
            if change > 0:
                found.append(Transfer(tray, meter, change, "meter", round_id, name))
            elif change < 0:
                found.append(Transfer(meter, tray, -change, "meter", round_id, name))
            self.meters[name] = amount
        return found
