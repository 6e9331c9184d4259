"""Streak wagers: so many hands won one after the other, over as many rounds as it takes.

The stakes stay on the layout between rounds and a lammer tells how many hands have been won (`table.carried`). A push changes nothing,
a split box counts by the majority of its hands, and whoever does not play on has lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from croupier.games.blackjack._hands import BLACKJACK, EVEN_MONEY, SPLIT, SURRENDER
from croupier.hands.blackjack import is_blackjack
from croupier.table.carried import ABANDONED
from croupier.table.table import Seat, Table

STREAKS: Final = {"streak-2": 2, "streak-3": 3, "streak-4": 4, "streak-5": 5}
"""The wagers, and how many hands each must win."""
WON, LOST = ("win", BLACKJACK, EVEN_MONEY), ("lose", SURRENDER)


def standing(seat: Seat) -> list[str]:
    """The streak wagers that a seat has on the layout."""
    return [wager for wager in STREAKS if wager in seat.stakes]


def collect_abandoned(table: Table) -> None:
    """Whoever left, or has put no wager down for this hand, loses the streak wagers that stood."""
    for seat in table.seats.values():
        left = table.carried.streaks.get(seat.number) == ABANDONED
        if standing(seat) and (left or not seat.stake(BLACKJACK)):
            for wager in standing(seat):
                table.collect(seat, wager, case="abandoned")
            table.carried.streaks.pop(seat.number, None)
            seat.in_play = bool(seat.stakes)


def how_it_lost(table: Table, hands: Sequence[str]) -> str:
    """The case of a lost streak, for which a file may name the paragraph."""
    if len(hands) > 1:
        return "split-lost"
    if SURRENDER in hands:
        return "given-up"
    return "lost-to-a-blackjack" if is_blackjack(table.dealer) else "lose"


def settle_streaks(table: Table) -> None:
    """Move each lammer by what became of the hand, pay the wager it reaches, take those that a lost hand loses."""
    spots = {table.spots[wager].called for wager in (BLACKJACK, SPLIT)}
    for number, seat in sorted(table.seats.items(), reverse=True):
        if not standing(seat):
            continue
        hands = [line.outcome for line in table.lines if line.seat == number and line.wager in spots]
        ahead = sum(outcome in WON for outcome in hands) - sum(outcome in LOST for outcome in hands)
        if ahead < 0:
            for wager in standing(seat):
                table.collect(seat, wager, case=how_it_lost(table, hands))
        elif ahead > 0:
            won = table.carried.streaks[number] = table.carried.streaks.get(number, 0) + 1
            for wager in standing(seat):
                if STREAKS[wager] == won:
                    table.pay(seat, wager, case="split-won" if len(hands) > 1 else "win")
        if not standing(seat):
            table.carried.streaks.pop(number, None)
