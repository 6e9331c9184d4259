"""What the world says to a table. A round is the list of these, in order: its log.

Every act has a text form, `["wager", 1, "ante", 1000]`, that `read` turns back into the act.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final, NamedTuple

from croupier.equipment.cards import Card
from croupier.equipment.faces import FACES
from croupier.errors import BadInput, shown


class Wager(NamedTuple):
    """Chips on a spot; 0 takes them down again. Amounts are the whole stake, in cents."""

    seat: int
    spot: str
    amount: int


class NoMoreBets(NamedTuple):
    """The dealer closes the wagering."""


class Dealt(NamedTuple):
    """The card that came out."""

    card: Card


DEALT: Final = MappingProxyType({face: Dealt(face) for face in FACES.values()})
"""The act of each face, made once."""


class Choice(NamedTuple):
    """A decision; `seat` is 0 when the floor decides."""

    seat: int
    choice: str


class Spun(NamedTuple):
    """Where the wheel or the ball came to rest."""

    result: str


class Rolled(NamedTuple):
    """How the dice fell."""

    dice: tuple[int, ...]


class Arranged(NamedTuple):
    """How a seat set its cards or tiles into hands, highest first, separated by `/`."""

    seat: int
    hands: str


class Discarded(NamedTuple):
    """The cards a seat threw away to draw others, `none` where it kept all."""

    seat: int
    cards: str


class Done(NamedTuple):
    """The dealer has done what was due (`shuffle`, `reveal`); a note may publish a commitment or a seed."""

    act: str
    note: str = ""


class Reported(NamedTuple):
    """An irregularity, and the seat it concerns where it concerns one."""

    irregularity: str
    seat: int = 0


class Chips(NamedTuple):
    """What a seat has behind, in cents: as the round opens, and again when its account has changed elsewhere."""

    seat: int
    cents: int


class Called(NamedTuple):
    """A wager said aloud and confirmed, in cents to add to what stands there: with `cash` that becomes chips, or late with `chips`."""

    seat: int
    spot: str
    amount: int
    by: str
    means: str


class Metered(NamedTuple):
    """What a shared meter stands at, in cents and parts of a cent: told before a round feeds it or pays from it."""

    meter: str
    stands: str


Act = Wager | NoMoreBets | Dealt | Choice | Spun | Rolled | Arranged | Discarded | Done | Reported | Chips | Called | Metered

_KINDS: dict[str, type[Any]] = {
    "wager": Wager,
    "no-more-bets": NoMoreBets,
    "card": Dealt,
    "choice": Choice,
    "spin": Spun,
    "roll": Rolled,
    "arrange": Arranged,
    "discard": Discarded,
    "done": Done,
    "irregularity": Reported,
    "chips": Chips,
    "called": Called,
    "meter": Metered,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_PARTS: dict[str, type[Any]] = {"seat": int, "amount": int, "cents": int, "card": Card, "dice": tuple}
"""Of which type the parts of an act are; the others are words."""


def write(act: Act) -> list[Any]:
    """The text form of an act, ready for JSON."""
    return ["card", str(act.card)] if isinstance(act, Dealt) else [_NAMES[type(act)], *act]


def read(form: Any) -> Act:
    """The act behind a text form."""
    if not isinstance(form, (list, tuple)):
        raise BadInput(f"{shown(form)} is not an act: a list is expected, as in {write(Wager(1, 'ante', 1000))}")
    kind = _KINDS.get(form[0]) if form and isinstance(form[0], str) else None
    if kind is None:
        raise BadInput(f"{shown(list(form))} is not an act: its first word is one of {', '.join(_KINDS)}")
    parts: list[Any] = list(form[1:])
    if kind is Dealt and parts:
        if not isinstance(parts[0], str) or parts[0] not in FACES:
            raise BadInput(f"{shown(parts[0])} is not a card")
        parts[0] = FACES[parts[0]]
    if kind is Rolled and parts and isinstance(parts[0], (list, tuple)):
        parts[0] = tuple(parts[0])
        if not all(isinstance(face, int) for face in parts[0]):
            raise BadInput(f"{shown(list(form))}: dice are whole numbers")
    try:
        act: Act = kind(*parts)
    except TypeError:
        raise BadInput(f"{shown(list(form))}: {form[0]} takes {', '.join(kind._fields) or 'nothing more'}") from None
    for name, part in zip(kind._fields, parts, strict=False):
        if not isinstance(part, _PARTS.get(name, str)) or isinstance(part, bool):
            raise BadInput(f"{shown(list(form))}: {name} is of the wrong kind")
    return act
