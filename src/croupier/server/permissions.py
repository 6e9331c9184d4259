"""Who may do what at a table. A practice table is its owner's, who may play every part; money rules are never relaxed.

Chips on a seat are moved by whoever sits there, and whoever sits at a real table neither deals nor rules at it.
"""

from __future__ import annotations

from typing import get_args

from croupier.errors import BadInput, Refused
from croupier.ledger.live import COMPANION, LiveTable
from croupier.rules.rulings import Authority
from croupier.server.people import NotAllowed, Person, Role
from croupier.table import acts
from croupier.table.patrons import check_positions
from croupier.table.requests import DealerAct, Decision, Request

PRIVATE = "this practice table is somebody else's own"
AUTHORITIES = frozenset(get_args(Authority))
"""Whom the texts name; a step that is for a player is the dealer's to enter."""


def owns(person: Person, table: LiveTable) -> bool:
    """Is it this person's own practice table?"""
    return table.settings.practice and table.owner == person.name


def _plays_for_money(person: Person, table: LiveTable) -> bool:
    return not table.settings.practice and table.seat_of(person.account) is not None


def rules_at(person: Person, table: LiveTable) -> bool:
    """May this person decide here what is left to the floor?"""
    return owns(person, table) or (person.rules and not _plays_for_money(person, table))


def deals_at(person: Person, table: LiveTable) -> bool:
    """May this person do here what is left to the dealer? A practice table has none but its owner."""
    return rules_at(person, table) or (person.deals and not table.settings.practice and not _plays_for_money(person, table))


def only_floor(person: Person, table: LiveTable, what: str) -> None:
    if not rules_at(person, table):
        raise NotAllowed(f"{what} is for the floor{_why_not(person, table)}")


def only_dealers(person: Person, table: LiveTable, what: str, *, clause: str | None = None) -> None:
    if not deals_at(person, table):
        raise NotAllowed(f"{what} is for the dealer or the floor{_why_not(person, table)}", clause=clause)


def _why_not(person: Person, table: LiveTable) -> str:
    return ", and not for who sits at the table" if person.deals and _plays_for_money(person, table) else ""


def may_see(person: Person, table: LiveTable) -> bool:
    """May this person look at the table? A practice table is private to its owner and who sits there, unless others are let in."""
    private = table.settings.practice and not table.settings.shared
    return not private or owns(person, table) or person.audits or table.seat_of(person.account) is not None


def check_sight(person: Person, table: LiveTable) -> None:
    """Raise unless this person may look at the table."""
    if not may_see(person, table):
        raise NotAllowed(PRIVATE)


def may_sit(person: Person, table: LiveTable) -> bool:
    """May this person sit down here? At a practice table of somebody else's only where its owner lets others sit."""
    if table.settings.practice:
        return person.plays and (table.settings.shared or owns(person, table))
    return person.plays and person.role is not Role.GUEST


def free_positions(table: LiveTable, person: Person) -> list[int]:
    """Where this person may sit down: anywhere at first, then beside that where the house lets one player have several positions."""
    held = table.seats_of(person.account)
    if not table.open or not may_sit(person, table) or (held and table.playing):
        return []
    free = [seat for seat in range(1, table.playable.seats + 1) if seat not in table.players]
    return [seat for seat in free if not held or _allowed(table, held, seat)]


def _allowed(table: LiveTable, held: list[int], seat: int) -> bool:
    try:
        check_positions(table.playable.terms, held, seat)
    except Refused:
        return False
    return True


def check_seat(person: Person, table: LiveTable) -> None:
    """Raise unless this person may sit down here."""
    check_chips(person, table)
    if not may_sit(person, table):
        raise NotAllowed(f"a {person.role} does not play" if not person.plays else PRIVATE)


def check_chips(person: Person, table: LiveTable) -> None:
    """Raise unless this person's chips are good here."""
    if person.role is Role.GUEST and not table.settings.practice:
        raise NotAllowed("a guest's chips are for practice: they are good at practice tables only")


def may_rule(person: Person, table: LiveTable, authority: str) -> bool:
    """May this person do here what the text gives to `authority`: rule, call a roll, confirm a step?"""
    there = person.rules or not table.settings.practice
    return owns(person, table) or (there and person.has(authority) and not _plays_for_money(person, table))


def only_authority(person: Person, table: LiveTable, authority: str, what: str, *, clause: str | None = None) -> None:
    if not may_rule(person, table, authority):
        raise NotAllowed(f"{what} is for the {authority}{_why_not(person, table)}", clause=clause)


def may_do(person: Person, table: LiveTable, by: str) -> bool:
    """May this person do a step that the text gives to `by`?"""
    authority = "floor" if by == "floor person" else by
    return may_rule(person, table, authority) if authority in AUTHORITIES - {"dealer"} else deals_at(person, table)


def may_open_round(person: Person, table: LiveTable) -> bool:
    seated = table.seat_of(person.account) is not None
    return deals_at(person, table) or (seated and table.settings.closing == "players")


def may_answer(person: Person, table: LiveTable, request: Request, seat: int | None = None) -> bool:
    """May this person answer the pending request, for `seat` where it is about one?"""
    entered = table.settings.equipment == "entered"
    about = getattr(request, "seat", None) if seat is None else seat
    if about:
        # Where people deal, the dealer enters what a player says aloud; the event names who entered it.
        return table.players.get(about) == table.own(person.account) or (entered and deals_at(person, table))
    if about == 0 and request.kind == "choice":
        return may_rule(person, table, request.who)
    if isinstance(request, DealerAct) and request.who in AUTHORITIES - {"dealer"}:
        return may_rule(person, table, request.who)
    if request.kind == "wager":
        return table.seat_of(person.account) is not None or deals_at(person, table)
    if request.kind in ("roll", "spin") and request.who != "equipment":
        return may_rule(person, table, request.who)
    return entered and may_do(person, table, request.who)


def may_give(person: Person, table: LiveTable, request: Request, act: acts.Act) -> bool:
    """May this person give this answer?

    For a player who does not decide the floor gives what silence comes to: a hand is not left undecided to be voided, nor played by others.
    """
    if isinstance(act, acts.NoMoreBets):
        return may_open_round(person, table) and (deals_at(person, table) or would_lose(table, person) is None)
    if _of_the_house(table, act):
        return deals_at(person, table)
    if may_answer(person, table, request, getattr(act, "seat", None)):
        return True
    return request.free(act) and rules_at(person, table)


def would_lose(table: LiveTable, person: Person) -> int | None:
    """The seat of another player whose wager stands over from rounds before, and is lost if wagering closes now: what it needs is
    not there yet. Only a dealer, or the floor, closes over somebody who is not ready."""
    if table.round is None or not table.round.table.carried.stakes:
        return None
    for seat, account in sorted(table.players.items()):
        if account == table.own(person.account) or account.startswith(COMPANION) or seat in table.leaving:
            continue
        stakes = table.round.table.seats[seat].stakes
        standing = [table.playable.spots[spot].wager for spot in stakes if spot in table.playable.spots]
        needs = [need.wagers for wager in standing if wager.lasts for need in wager.needs]
        if any(not any(stakes.get(other) for other in wagers) for wagers in needs):
            return seat
    return None


def _of_the_house(table: LiveTable, act: acts.Act) -> bool:
    """Are these the house's own chips, so that the dealer puts them down?"""
    spot = table.playable.spots.get(act.spot) if isinstance(act, acts.Wager) else None
    return spot is not None and spot.wager.staked_by == "house"


def check_answer(person: Person, table: LiveTable, act: acts.Act) -> None:
    """Raise unless this person may give this answer now."""
    request = table.round.pending if table.round is not None else None
    if request is None:
        raise Refused("no round is open at this table" if table.round is None else "the round is over")
    if isinstance(act, acts.Reported):
        raise BadInput("an irregularity is reported, not answered")
    if isinstance(act, (acts.Chips, acts.Metered)):
        raise BadInput("chips are counted and meters read by the table, not said by anybody")
    if isinstance(act, acts.Called):
        only_dealers(person, table, "a wager said aloud")
        if not may_rule(person, table, act.by):
            raise NotAllowed(f"{person.name} is no {act.by}")
        return
    if may_give(person, table, request, act):
        return
    if isinstance(act, acts.NoMoreBets):
        waits = would_lose(table, person) if may_open_round(person, table) else None
        if waits is not None:
            raise NotAllowed(
                f"seat {waits} would lose what stands there: its player wagers first, or the dealer calls no more bets"
            )
        raise NotAllowed("no more bets is for the dealer to call")
    if _of_the_house(table, act):
        raise NotAllowed("what the house wagers is for the dealer to put down")
    if isinstance(act, acts.Choice) and act.seat and request.kind == "choice" and rules_at(person, table):
        least = request.least if isinstance(request, Decision) else None
        raise NotAllowed(
            f"{act.choice} is for seat {act.seat} to say" + (f"; who says nothing may be given {least}" if least else "")
        )
    who = f"seat {getattr(act, 'seat', 0)}" if getattr(act, "seat", 0) else request.who
    # By which clause a seat is asked may tell its cards: that is for the seat.
    clause = table.playable.terms.clause if getattr(request, "seat", 0) else getattr(request, "clause", None)
    raise NotAllowed(f"{person.name} may not answer for {who}", clause=clause)
