"""Settling a layout once the wheel has spoken: losing chips first, then the winners, as all wheel games do."""

from __future__ import annotations

from collections.abc import Callable

from croupier.table.citing import Ground, cite
from croupier.table.playable import Spot
from croupier.table.table import Table

Cases = Callable[[Spot, str], tuple[str, ...]]
"""The names that a file may give to what a mark does to a chip, the most particular first."""


def win_or_lose(spot: Spot, mark: str) -> tuple[str, ...]:
    """The plain cases: the chip covers the mark, or not."""
    return ("win" if mark in spot.covers else "lose",)


def decided_by(spot: Spot, mark: str, cases: Cases) -> Ground:
    """The paragraph that decides what becomes of a chip."""
    outcomes = spot.wager.outcomes
    return next((outcomes[case] for case in cases(spot, mark) if case in outcomes), spot.wager)


def collect_losing_wagers(table: Table, mark: str, cases: Cases = win_or_lose) -> None:
    """Chips that do not cover the winning mark go to the tray."""
    for seat in table.from_dealers_left():
        for stake in list(seat.stakes):
            spot = table.spots[stake]
            if mark not in spot.covers:
                clause, reading = cite(decided_by(spot, mark, cases), table.called)
                table.settle(seat, stake, "lose", clause=clause, reading=reading)


def pay_winning_wagers(table: Table, mark: str, cases: Cases = win_or_lose) -> None:
    """Chips that cover the winning mark are paid."""
    for seat in table.from_dealers_left():
        for stake, amount in list(seat.stakes.items()):
            spot = table.spots[stake]
            posted = table.terms.chosen[spot.wager.id]
            clause, reading = cite(decided_by(spot, mark, cases), table.called, posted.ground("win"))
            won = posted.rows["win"].won(amount)
            table.settle(seat, stake, "win", returned=amount, won=won, clause=clause, reading=reading)
