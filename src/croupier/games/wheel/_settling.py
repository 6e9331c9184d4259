"""Settling a layout once the wheel has spoken: losing chips first, then the winners, as all wheel games do."""

from __future__ import annotations

from croupier.table.table import Table


def collect_losing_wagers(table: Table, mark: str) -> None:
    """Chips that do not cover the winning mark go to the tray."""
    for seat in table.from_dealers_left():
        for spot in list(seat.stakes):
            if mark not in table.spots[spot].covers:
                table.collect(seat, spot)


def pay_winning_wagers(table: Table, mark: str) -> None:
    """Chips that cover the winning mark are paid."""
    for seat in table.from_dealers_left():
        for spot in list(seat.stakes):
            table.pay(seat, spot)
