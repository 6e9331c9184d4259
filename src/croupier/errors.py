"""Everything Croupier raises on purpose.

CroupierError
├── BadInput              someone asked for what cannot be: one clear line, exit code 2, nothing changed
│   ├── Refused           an answer the pending request does not allow; carries the clause and the place
│   │   ├── Unwritten     the writing of a round ends where somebody must decide
│   │   └── Short         an account cannot pay
│   ├── Unknown           a game, wager, clause or irregularity that does not exist; lists what does
│   ├── OutOfBounds       a house rule the rulebook does not leave to the house
│   ├── NotPriced         a rule that the odds of a game cannot take; names it and its clause
│   ├── Conflicted        somebody else was first, or a key was used for another request
│   ├── NotAllowed        the person is known and may not do this
│   ├── NotSignedIn       no token, or one that is unknown, expired or revoked
│   ├── Unsealed          a sealed seed that the house's key does not open
│   └── MissingExtra      a part of the program that is not installed; says how to install it
├── Busy                  more is asked than can be done now, by the asker alone or by everybody: ask again later
├── Ended                 work that was called off, or took longer than it may
├── RulebookError         a rulebook file is wrong: file, line, key and clauses, at load, never at play
│   ├── UnknownKey        a key the format does not have
│   ├── MissingClause     a value without its citation, or a citation that points nowhere
│   ├── Duplicate         the same thing said twice
│   ├── Gap               a question the procedure asks and the file does not answer
│   └── Conflict          two clauses that cannot both hold, or a value of the wrong kind
├── Disagrees             events of the ledger that do not follow from each other
├── Wrong                 books that do not add up: what `ledger verify` finds
├── Halted                the ledger cannot be written; nothing more is taken
│   └── Away              not now, and the next moment perhaps
├── Problem               what a server refused, as its client sees it: with its status
└── Interruption          not a mistake: what breaks in on a round, and is caught where the round is conducted
    ├── Irregularity      thrown into the procedure at the await where it happened
    ├── RoundVoid         the round is over and every wager goes back
    └── Leave             the player gets up from the terminal
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple


def shown(value: object, most: int = 80) -> str:
    """A value as a message quotes it: as it is written in code, cut where it is long.

    >>> shown("ante"), shown("x" * 300, 12)
    ("'ante'", "'xxxxxxxxxxx...")
    """
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or what is nested as deep
        return f"a {type(value).__name__}"
    return text if len(text) <= most else f"{text[:most]}..."


class CroupierError(Exception):
    """The root of the tree."""


class Place(NamedTuple):
    """The field that an error is about: a part of a round or of a form, with its seat, its roll and its wager where it has them."""

    part: str = ""
    seat: int | None = None
    roll: int | None = None
    wager: str | None = None


class BadInput(CroupierError):
    """The caller's mistake; nothing was changed. The clause is the text's reason, the place the field it is about."""

    def __init__(self, message: str, *, clause: str | None = None, place: Place | None = None) -> None:
        super().__init__(f"{message} ({clause})" if clause else message)
        self.clause, self.place = clause, place


@contextmanager
def about(place: Place) -> Iterator[None]:
    """Whatever is refused in here is about this field, unless the refusal names a closer one."""
    try:
        yield
    except BadInput as error:
        error.place = error.place or place
        raise


class Refused(BadInput):
    """An answer that is not among the legal ones."""


class Unwritten(Refused):
    """What the table waits for is not written."""


class Unknown(BadInput):
    """A name that does not exist, with the one that was meant or those that do; `plain` without them, for who shows them better."""

    def __init__(self, kind: str, name: str, known: Iterable[str] = ()) -> None:
        names = sorted(known)
        beside = [other for other in names if other.startswith(f"{str(name).partition('/')[0]}/")] or names
        listed = ", ".join(beside[:40]) + (", ..." if len(beside) > 40 else "")
        there = meant(name, names) or (f"; there are: {listed}" if names else "")
        self.plain = f"no {kind} called {shown(name)}"
        super().__init__(f"{self.plain}{there}")


def meant(name: object, known: Iterable[str]) -> str:
    """The end of a message about a name that does not exist: those that may have been meant, or nothing.

    >>> meant("antee", ["ante", "play"]), meant("Ante", ["ante"]), meant("fire", ["field-12", "fire-bet"]), meant("x", ["ante"])
    ('; did you mean ante?', '; did you mean ante?', '; did you mean fire-bet?', '')
    >>> meant("craps", ["ny/craps"]), meant("maine/craps", ["ny/craps"])
    ('; did you mean ny/craps?', '; did you mean ny/craps?')
    """
    names, said = sorted(known), str(name)[:100].lower()
    near = [said] if said in names else []
    near = near or [other for other in names if other.partition("/")[2] == said][:5]  # a game without its rulebook
    book, _, game = said.partition("/")
    if game and not any(other.startswith(f"{book}/") for other in names):  # the game of a rulebook that there is not
        near = near or [other for other in names if other.partition("/")[2] == game][:5]
    near = near or difflib.get_close_matches(said, names, 2, cutoff=0.8)
    near = near or [other for other in names if said in other.split("-")][:3]  # a word of the name
    return f"; did you mean {' or '.join(filter(None, (', '.join(near[:-1]), near[-1])))}?" if near else ""


class OutOfBounds(BadInput):
    """A house rule outside what the text leaves to the house."""


class MissingExtra(BadInput):
    """A part of the program that was not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs the {extra} extra: pip install 'croupier[{extra}]'")


class NotPriced(BadInput):
    """A rule that the odds of a game cannot take. It is refused, never left out."""


class Busy(CroupierError):
    """More is asked than can be done now; `own` where it is the asker's own share that is used up."""

    def __init__(self, message: str, *, own: bool = False) -> None:
        super().__init__(message)
        self.own = own


class RulebookError(CroupierError):
    """A rulebook file that cannot be trusted."""

    def __init__(self, message: str, *, file: str, line: int | None = None, key: str = "", clauses: Iterable[str] = ()) -> None:
        cited = ", ".join(clauses)
        where = file if line is None else f"{file}:{line}"
        super().__init__(f"{where}: {key + ': ' if key else ''}{message}" + (f" [{cited}]" if cited else ""))
        self.file, self.line, self.key, self.clauses = file, line, key, tuple(clauses)


class UnknownKey(RulebookError):
    pass


class MissingClause(RulebookError):
    pass


class Duplicate(RulebookError):
    pass


class Gap(RulebookError):
    pass


class Conflict(RulebookError):
    pass


class Interruption(CroupierError):
    """What breaks in on a round. It never leaves the round it was thrown into."""
