"""Giving up a wager once the dealer's hands are set, before one's own are exposed."""

from __future__ import annotations

from croupier.games.banking import Bank
from croupier.games.pai_gow._comparing import SURRENDER, case_of
from croupier.games.questions import Questions
from croupier.rules.terms import Rule
from croupier.table.citing import cite
from croupier.table.requests import Decision
from croupier.table.table import Seat, Table

PLAY = "play"


class SurrenderQuestions(Questions):
    """Asked of every game in which a player may surrender."""

    surrender_forfeits: Rule[tuple[str, ...]]


async def surrenders(table: Table, seat: Seat, rules: SurrenderQuestions) -> bool:
    """Until the dealer exposes the seat's hands its player may give them up, unless a wager bars it."""
    if any(table.spot(wager).wager.bars_surrender for wager in seat.stakes):
        return False
    clause = rules.surrender_forfeits.clause
    request = Decision(seat.number, (PLAY, SURRENDER), clause=clause, declined=PLAY, moment="reveal")
    act = await table.ask(request)
    return act is not None and act.choice == SURRENDER


def surrender(table: Table, seat: Seat, wager: str, rules: SurrenderQuestions, bank: Bank | None) -> None:
    """The hands go unseen to the rack, and with them what the text says a surrender forfeits."""
    forfeits = rules.surrender_forfeits
    clause, reading = cite(table.ground(wager, case_of(SURRENDER, by_a_player=bank is not None), forfeits))
    table.settle(seat, wager, SURRENDER, clause=clause, reading=reading)
    table.fold(seat, forfeits)
