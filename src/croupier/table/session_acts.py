"""What the world says to a table between rounds. With the acts of its rounds, in order, these are a session's log.

Like a round's, every act has a text form, `["step", "inspect", "dealer"]`; `read` knows both kinds.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from croupier.errors import BadInput, Refused, shown
from croupier.table import acts


class Step(NamedTuple):
    """A step was done, by a person of that role or by the `equipment`; the note says what came of it (a count, a depth)."""

    step: str
    by: str
    note: str = ""


class Phase(NamedTuple):
    """The table opens, stands `idle`, resumes or closes."""

    phase: str
    by: str


class Clock(NamedTuple):
    """What time it is, in ISO 8601: cards and dice age by it."""

    at: str

    def after(self, before: datetime | None) -> datetime:
        """That time, which is no earlier than what was told before."""
        try:
            now = datetime.fromisoformat(self.at)
        except ValueError:
            raise BadInput(f"clock: {shown(self.at)} is not a time") from None
        if before is not None and (now.tzinfo is None) != (before.tzinfo is None):
            raise BadInput(f"clock: {shown(self.at)}: with a time zone, or without one, as before")
        if before is not None and now < before:
            raise Refused(f"the clock went back from {before} to {now}")
        return now


class Dealer(NamedTuple):
    """Somebody takes over the deal."""

    name: str


class Seated(NamedTuple):
    """A player sits down; who it is matters where one patron plays several positions."""

    seat: int
    patron: str = ""


class Left(NamedTuple):
    """A player leaves the table."""

    seat: int


class Stacked(NamedTuple):
    """So many cents lie before a poker player from now on: a pot was set right, or the house was paid out of them."""

    seat: int
    cents: int


class Unmarked(NamedTuple):
    """A win was undone or set right: so many cents of deferred vigorish are no longer marked for it."""

    seat: int
    cents: int


class Away(NamedTuple):
    """A player leaves the table for a while, and keeps the seat."""

    seat: int


class Back(NamedTuple):
    """A player who was away is there again."""

    seat: int


class Moved(NamedTuple):
    """A player takes another seat of the same table."""

    seat: int
    to: int


class Reshuffle(NamedTuple):
    """The cards are to be shuffled before the next round: the floor wants it, or the cutting card came out at a table of people."""

    by: str
    why: str = ""


class Permitted(NamedTuple):
    """The house lets a seat wager again before the shuffle."""

    seat: int
    by: str


class Limits(NamedTuple):
    """Other limits are posted at the table; `told` are those who were told before, where the text asks for it."""

    limits: dict[str, Any]
    by: str
    told: tuple[str, ...] = ()


class Start(NamedTuple):
    """The next round begins, with these seats (all where none are named) and meters."""

    seats: tuple[int, ...] | None
    meters: dict[str, str]


class Voided(NamedTuple):
    """The floor ended a round that could not go on."""

    clause: str


SessionAct = (
    Step
    | Phase
    | Clock
    | Dealer
    | Seated
    | Left
    | Stacked
    | Unmarked
    | Away
    | Back
    | Moved
    | Reshuffle
    | Permitted
    | Limits
    | Start
    | Voided
)

_KINDS: dict[str, type[Any]] = {
    "step": Step,
    "table": Phase,
    "clock": Clock,
    "dealer": Dealer,
    "seated": Seated,
    "left": Left,
    "stacked": Stacked,
    "unmarked": Unmarked,
    "away": Away,
    "back": Back,
    "moved": Moved,
    "shuffle-due": Reshuffle,
    "permitted": Permitted,
    "limits": Limits,
    "start": Start,
    "voided": Voided,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_PARTS: dict[str, Any] = {
    "seat": int,
    "to": int,
    "cents": int,
    "seats": (tuple, type(None)),
    "meters": dict,
    "limits": dict,
    "told": tuple,
}


def write(act: SessionAct | acts.Act) -> list[Any]:
    """The text form of an act, ready for JSON."""
    if type(act) not in _NAMES:
        return acts.write(act)  # type: ignore[arg-type]
    return [_NAMES[type(act)], *(list(part) if isinstance(part, tuple) else part for part in act)]


def read(form: Any) -> SessionAct | acts.Act:
    """The act behind a text form, of a session or of one of its rounds."""
    kind = _KINDS.get(form[0]) if isinstance(form, (list, tuple)) and form and isinstance(form[0], str) else None
    if kind is None:
        return acts.read(form)
    parts = [tuple(part) if kind in (Start, Limits) and isinstance(part, list) else part for part in form[1:]]
    try:
        act: SessionAct = kind(*parts)
    except TypeError:
        raise BadInput(f"{shown(list(form))}: {form[0]} takes {', '.join(kind._fields)}") from None
    for name, part in zip(kind._fields, parts, strict=False):
        if not isinstance(part, _PARTS.get(name, str)) or isinstance(part, bool):
            raise BadInput(f"{shown(list(form))}: {name} is of the wrong kind")
    return act
