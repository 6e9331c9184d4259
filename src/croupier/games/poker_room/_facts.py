"""What a poker table can tell about a report."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from croupier.table.acts import Reported
from croupier.table.betting import Turn
from croupier.table.facts import Fact
from croupier.table.request import Request
from croupier.table.table import Table

MISDEALT_BELOW = TWO_CARDS = 2


def _dealt(table: Table) -> int:
    return sum(len(seat.hand) for seat in table.seats.values())


def _bettors(table: Table) -> int:
    return sum(seat.volunteered for seat in table.seats.values())


def _to_act(report: Reported, pending: Request) -> bool:
    return isinstance(pending, Turn) and pending.moment == "betting" and report.seat in (0, pending.seat)


def _has_cards(table: Table, report: Reported) -> bool:
    seat = table.seats[report.seat]
    return bool(seat.hand) and not seat.folded


FACTS: Mapping[str, Fact] = MappingProxyType(
    {
        "fewer-than-two-bets": Fact(
            "fewer than two players have bet of their own will",
            lambda table, report, pending: _bettors(table) < MISDEALT_BELOW,
        ),
        "two-bets-made": Fact(
            "two players have bet of their own will",
            lambda table, report, pending: _bettors(table) >= MISDEALT_BELOW,
        ),
        "seat-is-to-act": Fact("it is the seat's turn to bet", lambda table, report, pending: _to_act(report, pending)),
        "bet-is-to-be-called": Fact(
            "it is the seat's turn, and there is a bet to call",
            lambda table, report, pending: _to_act(report, pending) and "call" in getattr(pending, "choices", ()),
        ),
        "seat-is-not-to-act": Fact(
            "it is not the seat's turn to bet", lambda table, report, pending: not _to_act(report, pending)
        ),
        "seat-has-one-or-two-cards": Fact(
            "the seat has its first card or two", lambda table, report, pending: len(table.seats[report.seat].hand) in (1, 2)
        ),
        "two-cards-or-fewer-dealt": Fact(
            "no more than two cards are off the deck", lambda table, report, pending: _dealt(table) <= TWO_CARDS
        ),
        "three-cards-dealt": Fact(
            "more than two cards are off the deck, and the seat has one face down",
            lambda table, report, pending: _dealt(table) > TWO_CARDS and not all(table.seats[report.seat].hand.up),
        ),
        "hand-is-dealt": Fact(
            "the seat holds cards and has not folded", lambda table, report, pending: _has_cards(table, report)
        ),
    }
)
