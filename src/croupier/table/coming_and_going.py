"""Players who stay at a table and do not sit still: away and back, or at another seat. Chips and markers go with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.errors import Refused
from croupier.table.carried import Carried
from croupier.table.session_acts import Away, Back, Moved, Unmarked

if TYPE_CHECKING:
    from croupier.table.session import Session

ABSENT = "absent-stakes"
"""What is done with the stakes of a player who is away."""


def away(session: Session, act: Away) -> None:
    """From the next hand on the seat is dealt out; what lies there is counted, and stays the player's."""
    clause = _checked(session, act.seat)
    if act.seat in session.carried.away:
        raise Refused(f"seat {act.seat} is away already", clause=clause)
    for carried in both(session):
        carried.away[act.seat] = stack(session, carried, act.seat)


def back(session: Session, act: Back) -> None:
    clause = _checked(session, act.seat)
    if act.seat not in session.carried.away:
        raise Refused(f"seat {act.seat} is not away", clause=clause)
    for carried in both(session):
        carried.away.pop(act.seat, None)


def moved(session: Session, act: Moved) -> None:
    """A player takes another seat of the table, between hands; to the blinds this is somebody new."""
    clause = _checked(session, act.seat)
    session.check_seat(act.to)
    if session.playing:
        raise Refused("seats are changed between hands", clause=clause)
    if act.to in session.patrons or act.to in session.carried.stakes:
        raise Refused(f"seat {act.to} is taken", clause=session.playable.seats_clause)
    carried = session.carried
    if act.seat in session.patrons:
        session.patrons[act.to] = session.patrons.pop(act.seat)
    for by_seat in (carried.stakes, carried.away):
        if act.seat in by_seat:
            by_seat[act.to] = by_seat.pop(act.seat)  # type: ignore[assignment]
    carried.kill = {part: act.to if seat == act.seat else seat for part, seat in carried.kill.items()}
    carried.forget_blinds(act.seat)


def unmarked(session: Session, act: Unmarked) -> None:
    """Off the marker, in the round being played too, which goes on from what was owed before it."""
    session.check_seat(act.seat)
    if not 0 < act.cents <= session.carried.vigorish.get(act.seat, 0):
        raise Refused(f"seat {act.seat}: {act.cents} cents of vigorish are not marked", clause=session.playable.terms.clause)
    for carried in both(session):
        carried.unmark(act.seat, act.cents)


def stack(session: Session, carried: Carried, seat: int) -> int:
    return carried.stakes.get(seat, {}).get(session.playable.stack or "", 0)


def _checked(session: Session, seat: int) -> str:
    """The clause about players who are away; only a table where chips stay before their players knows of them."""
    session.check_seat(seat)
    if session.playable.stack is None:
        raise Refused("who does not wager is not dealt in: nobody need be away", clause=session.playable.terms.clause)
    return session.playable.terms.clause_of(ABSENT)


def both(session: Session) -> list[Carried]:
    """What lies on the table, and what the hand being played works on."""
    return (
        [session.carried, session.round.table.carried] if session.playing and session.round is not None else [session.carried]
    )


TAKES: dict[type[Any], Callable[[Session, Any], None]] = {Away: away, Back: back, Moved: moved, Unmarked: unmarked}
