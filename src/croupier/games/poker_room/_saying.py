"""What the hands of a poker room are called, high and low, by the game's own ranking."""

from __future__ import annotations

from croupier.equipment.cards import RANKS
from croupier.games.poker_room._division import worth
from croupier.games.poker_room._hand import Poker
from croupier.hands.names import named
from croupier.hands.poker import Value
from croupier.table.said import Cards, Said, Shown

FIVE, FROM_THE_BOARD = 5, 3


def says(shown: Shown, rules: Poker) -> Said:
    """One's own hand as it stands, and those that were shown."""
    return Said(seats={seat: (called(rules, hand, shown.board),) for seat in shown.seats if (hand := shown.hand(seat))})


def called(rules: Poker, hand: Cards, board: Cards) -> str:
    """Each way in which the hand can win so far."""
    split = rules.variant.hand == "two-and-three"
    if len(hand) + len(board) < FIVE or (split and len(board) < FROM_THE_BOARD):
        return ""
    found = worth(rules.variant, hand, board)
    names = [] if found.high is None else [named(found.high)]
    return " / ".join([*names, *([] if found.low is None else [low(found.low)])])


def low(value: Value) -> str:
    """A low hand by its ranks: `low 8-6-4-3-A`; one with a pair in it, or a straight, by its category."""
    if value.order:
        return f"low {value.category.replace('-', ' ')}"
    return "low " + "-".join("A" if -rank == 1 else RANKS[-rank - 2] for rank in value.ranks)
