"""What a round owes whom: the difference between two moments of a table, as transfers.

Chips put down go to the pending account; a settlement line posts its stake, its win and its commission once; a line the table
took back (a fold undone by a void) is reversed. Meters and the chip tray are brought to what the table says. In the order given
no transfer overdraws anybody: a tray is filled first, and what a void takes from somebody who no longer has it is owed by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import floor

from croupier.ledger.books import CAGE, COMMISSION, TIPS, Transfer, debt_of, lows
from croupier.ledger.results import Result, of_line
from croupier.ledger.settings import COMPANION
from croupier.table.acts import Called
from croupier.table.round import Round
from croupier.table.settlement import Line
from croupier.table.table import Table

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
    chips: dict[int, int] = field(default_factory=dict)
    """What each player had behind after the latest transfers."""
    lines: list[tuple[int, Line]] = field(default_factory=list)
    posted: int = 0
    link: str = ""
    """Whose meters the table feeds."""
    cage: str = CAGE
    """Where chips come from: the house's cage or, at a practice table, one that cashes nothing."""
    commission: str = COMMISSION
    """Where commission goes: to the house's own account, or at a practice table to one that holds practice chips."""
    pool: str = TIPS
    """Where the dealers' tips go, likewise."""
    tipped: int = 0
    """What the house has put in the pool for hands of this round."""
    players: list[str] = field(default_factory=list)
    """Who has staked in this round, companions not."""
    results: list[Result] = field(default_factory=list)
    """What wagers have come to for the house, and nobody was told yet."""
    taken: dict[str, int] = field(default_factory=dict)
    """What has come out of the players' pots of this round, each sum on its own account: `rake:t1`."""

    def account(self, kind: str) -> str:
        return f"{kind}:{self.table}"

    def stack(self, seat: int) -> str:
        """The chips that lie before a poker player: in no round's hands, and at no other table's."""
        return f"stack:{self.table}:{seat}"

    def begin_round(self, round_: Round) -> None:
        """What lies on the layout from the rounds before has been paid for."""
        table = round_.table
        self.stakes = {number: table.put_down(seat) for number, seat in table.seats.items() if seat.stakes}
        self.chips, self.lines, self.posted, self.tipped, self.taken, self.players = {}, [], 0, 0, {}, []

    def bought(self, act: Called, seats: Iterable[int], account: str, round_id: str) -> list[Transfer]:
        """Cash that came with a wager said aloud is chips before it is a stake, for all of the player's positions."""
        for seat in self.chips.keys() & set(seats):
            self.chips[seat] += act.amount
        return self.moved([Transfer(self.cage, account, act.amount, "buy-in", round_id, act.spot)])

    def moved(self, transfers: list[Transfer]) -> list[Transfer]:
        """Keep the balances that only this table touches, filling the tray before it runs dry."""
        tray, filled, found = self.account("tray"), 0, lows(transfers)
        for account in self.companions:
            self.companions[account] += found.get(account, (0, 0))[1]
        low, change = found.get(tray, (0, 0))
        if self.tray + low < 0:
            filled = max(FILL, -(self.tray + low))
        self.tray += change + filled
        return [Transfer(self.cage, tray, filled, "fill"), *transfers] if filled else transfers

    def through(self, transfers: list[Transfer]) -> list[Transfer]:
        """Transfers of a table that is closed: the cage brings what its tray must pay and takes what is left there."""
        tray = self.account("tray")
        low, change = lows(transfers).get(tray, (0, 0))
        brought = [Transfer(self.cage, tray, -low, "fill")] if low < 0 else []
        taken = [Transfer(tray, self.cage, change - low, "credit")] if change > low else []
        return [*brought, *transfers, *taken]

    def movements(self, round_: Round, round_id: str, player: Callable[[int], str]) -> list[Transfer]:
        """Everything that has changed hands since the last time, in order: wagers, reversals, settlements, meters."""
        found: list[Transfer] = []
        table = round_.table
        undone, fresh = self._since(round_.lines)
        settled, gained = dict.fromkeys(table.seats, 0), dict.fromkeys(table.seats, 0)
        for line in fresh:
            settled[line.seat] += line.stake + table.paid_with_the_bet(line)
            gained[line.seat] += line.returned + line.won
        for number, line in undone:
            settled[line.seat] -= line.stake + table.paid_with_the_bet(line)
            gained[line.seat] -= line.returned + line.won
            found += self._line(line, number, round_id, player(line.seat), table, reverse=True)
            self.lines.remove((number, line))
        for seat, table_seat in table.seats.items():
            if not (table_seat.stakes or seat in self.stakes or settled[seat]):
                continue
            before, after = self.stakes.get(seat, {}), table.put_down(table_seat)
            if before == after and not settled[seat]:
                continue
            put = sum(after.values()) - sum(before.values()) + settled[seat]
            if table.stack is not None:
                more = after.get(table.stack, 0) - before.get(table.stack, 0)
                found += self._stacked(seat, put - gained[seat], put - more, round_id, player)
            elif put:
                found.append(self._chips(put, before, after, round_id, player(seat)))
            self.stakes[seat] = after
        for line in fresh:
            self.posted += 1
            self.lines.append((self.posted, line))
            found += self._line(line, self.posted, round_id, player(line.seat), table, reverse=False)
        found += self._tips(table, round_id)
        found += self._takings(table, round_id)
        jackpots = self._jackpots(table, [line for _, line in undone], fresh, round_id)
        meters = self.true_meters({name: floor(meter.amount) for name, meter in table.meters.items()}, round_id)
        if meters or jackpots:  # a meter pays whoever pays for it first, and is fed before all of it is won
            first = [t for t in meters if t.credit == self.account("tray") or jackpots]
            found = [*first, *jackpots, *found, *(t for t in meters if t not in first)]
        moves = lows(found)
        covered: set[str] = set()
        for seat in self.chips:
            account = player(seat)
            if account in covered:  # another position of the same player: one stack
                self.chips[seat] = table.seats[seat].chips or 0
                continue
            covered.add(account)
            found = self._covered(found, seat, account, moves.get(account, (0, 0)), table.seats[seat].chips)
        return self.moved(found)

    def _covered(
        self, transfers: list[Transfer], seat: int, player: str, moves: tuple[int, int], behind: int | None
    ) -> list[Transfer]:
        """What a player must give back and does not have is lent first, and taken again as far as more comes back."""
        least, left = self.chips[seat] + moves[0], self.chips[seat] + moves[1]
        assert behind == max(left, 0), f"{player} holds {left}, at the table {behind}"
        self.chips[seat] = behind
        if least >= 0:
            return transfers
        back, round_id = min(-least, left - least), transfers[0].round
        paid = [Transfer(player, debt_of(player), back, "debt-paid", round_id)] if back else []
        return [Transfer(debt_of(player), player, -least, "debt", round_id), *transfers, *paid]

    def _since(self, lines: list[Line]) -> tuple[list[tuple[int, Line]], list[Line]]:
        """Which posted lines the table has taken back, and which of its lines are not posted yet."""
        posted = [line for _, line in self.lines]
        if lines[: len(posted)] == posted:
            return [], lines[len(posted) :]
        left = Counter(posted)
        left.subtract(lines)
        undone = [(number, line) for number, line in self.lines if self._take(left, line)]
        kept = Counter(line for number, line in self.lines if (number, line) not in undone)
        return undone, [line for line in lines if not self._take(kept, line)]

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

    def _stacked(self, seat: int, added: int, bet: int, round_id: str, player: Callable[[int], str]) -> list[Transfer]:
        """Chips added to a stack, and from there into the pot, or back where nothing was played."""
        own, found = self.stack(seat), list[Transfer]()
        for debit, credit, cents, kind in ((player(seat), own, added, "stack"), (own, self.account("pending"), bet, "wager")):
            if cents > 0:
                found.append(Transfer(debit, credit, cents, kind, round_id))
            elif cents:
                found.append(Transfer(credit, debit, -cents, "taken-down", round_id))
        return found

    def _line(self, line: Line, number: int, round_id: str, player: str, table: Table, *, reverse: bool) -> list[Transfer]:
        tray, pending, with_the_bet = self.account("tray"), self.account("pending"), table.paid_with_the_bet(line)
        parts: tuple[tuple[str, str, int, str], ...] = (
            (pending, player, line.returned, "returned"),
            (pending, tray, line.stake - line.returned, "collected"),
            (self.cage if table.paid_by_the_cage(line) else tray, player, line.won, "paid"),
            (pending if with_the_bet else player, self.commission, line.commission, "commission"),
        )
        wager = table.playable.called[line.wager].wager
        if wager.pooled:  # players' money among players: the house's tray has no part in it
            winner = player if table.stack is None else self.stack(line.seat)
            parts = ((pending, winner, line.returned, "returned"), (pending, winner, line.won, "paid"))
        found: list[Transfer] = []
        for debit, credit, amount, kind in parts:
            if amount:
                key = f"{round_id}#{number}:{kind}"
                found.append(
                    Transfer(credit, debit, amount, "reversal", round_id, line.wager, None, key)
                    if reverse
                    else Transfer(debit, credit, amount, kind, round_id, line.wager, key)
                )
        if not player.startswith(COMPANION):
            if player not in self.players:
                self.players.append(player)
            house, staked = (tray, self.cage, self.commission), wager.staked_by == "player" and not wager.pooled
            self.results.append(of_line(line, found, house=house, staked=staked, undone=reverse))
        return found

    def _tips(self, table: Table, round_id: str) -> list[Transfer]:
        """What the house puts in the dealers' pool for players' hands, or takes back where a hand was undone."""
        due, tray = sum(tip.cents for tip in table.tips) - self.tipped, self.account("tray")
        self.tipped += due
        if not due:
            return []
        return [
            Transfer(tray, self.pool, due, "tip", round_id) if due > 0 else Transfer(self.pool, tray, -due, "tip", round_id)
        ]

    def _takings(self, table: Table, round_id: str) -> list[Transfer]:
        """What the house and the players' funds have out of a pot."""
        found = []
        for name, cents in table.takings.items():
            if due := cents - self.taken.get(name, 0):
                found.append(Transfer(self.account("pending"), self.account(name), due, name, round_id))
                self.results.append(Result(name, 0, due, 0))
            self.taken[name] = cents
        return found

    def _jackpots(self, table: Table, undone: list[Line], fresh: list[Line], round_id: str) -> list[Transfer]:
        """What a meter owes the cage for jackpots that may not be paid from the tray, or gets back for those undone."""
        owed: Counter[str] = Counter()
        for lines, sign in ((fresh, 1), (undone, -1)):
            for line in lines:
                if table.paid_by_the_cage(line):
                    owed[table.playable.called[line.wager].wager.meter or ""] += sign * line.won
        found = []
        for name, amount in owed.items():
            meter = f"meter:{self.link}:{name}"
            debit, credit = (meter, self.cage) if amount > 0 else (self.cage, meter)
            if amount:
                found.append(Transfer(debit, credit, abs(amount), "meter", round_id, name))
                self.meters[name] = self.meters.get(name, 0) - amount
        return found

    def true_meters(self, amounts: Mapping[str, int], round_id: str | None = None) -> list[Transfer]:
        """Whole cents between the tray and each meter, so that the account stands where the meter does."""
        found: list[Transfer] = []
        for name, amount in amounts.items():
            change = amount - self.meters.get(name, 0)
            meter, tray = f"meter:{self.link}:{name}", self.account("tray")
            if change > 0:
                found.append(Transfer(tray, meter, change, "meter", round_id, name))
            elif change < 0:
                found.append(Transfer(meter, tray, -change, "meter", round_id, name))
            self.meters[name] = amount
        return found
