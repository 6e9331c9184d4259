"""Who may do what at a table. A practice table lets whoever sits there play every part; money rules are never relaxed."""

from __future__ import annotations

from croupier.errors import BadInput, Refused
from croupier.ledger.live import COMPANION, LiveTable
from croupier.server.people import NotAllowed, Person, Role
from croupier.table import acts
from croupier.table.requests import Request

FLOOR_RULES = frozenset(["floor", "supervisor", "boxperson"])
"""Authorities the texts name that only the floor has."""


def practising(person: Person, table: LiveTable) -> bool:
    return table.settings.practice and table.seat_of(person.account) is not None


def deserted(table: LiveTable) -> bool:
    """Has everybody got up from a practice table?"""
    return table.settings.practice and all(account.startswith(COMPANION) for account in table.players.values())


def only_floor(person: Person, table: LiveTable, what: str) -> None:
    if not (person.rules or practising(person, table) or (deserted(table) and person.role is not Role.SURVEILLANCE)):
        raise NotAllowed(f"{what} is for the floor")


def only_dealers(person: Person, table: LiveTable, what: str) -> None:
    if not (person.deals or practising(person, table)):
        raise NotAllowed(f"{what} is for the dealer or the floor")


def may_rule(person: Person, table: LiveTable, authority: str) -> bool:
    """May this person bring a ruling about, where the text gives it to `authority`?"""
    return authority not in FLOOR_RULES or person.rules or practising(person, table)


def may_open_round(person: Person, table: LiveTable) -> bool:
    seated = table.seat_of(person.account) is not None
    return person.deals or (seated and (table.settings.closing == "players" or table.settings.practice))


def may_answer(person: Person, table: LiveTable, request: Request, seat: int | None = None) -> bool:
    """May this person answer the pending request, for `seat` where it is about one?"""
    about = getattr(request, "seat", None) if seat is None else seat
    if about:
        own = table.players.get(about) == table.own(person.account)
        return own or person.rules or (person.role is Role.DEALER and table.settings.equipment == "entered")
    if about == 0 and request.kind == "choice":
        return person.rules or practising(person, table)
    if request.kind == "wager":
        return table.seat_of(person.account) is not None or person.deals
    if request.kind in ("roll", "spin") and request.who != "equipment":
        return person.rules or practising(person, table)
    return (person.deals or practising(person, table)) and table.settings.equipment == "entered"


def check_answer(person: Person, table: LiveTable, act: acts.Act) -> None:
    """Raise unless this person may give this answer now."""
    request = table.round.pending if table.round is not None else None
    if request is None:
        raise Refused("no round is open at this table" if table.round is None else "the round is over")
    if isinstance(act, acts.Reported):
        raise BadInput("an irregularity is reported, not answered")
    if isinstance(act, acts.NoMoreBets):
        if not may_open_round(person, table):
            raise NotAllowed("no more bets is for the dealer to call")
    elif not may_answer(person, table, request, getattr(act, "seat", None)):
        who = f"seat {getattr(act, 'seat', 0)}" if getattr(act, "seat", 0) else request.who
        raise NotAllowed(f"{person.name} may not answer for {who}")
