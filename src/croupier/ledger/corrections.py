"""What a settled line is corrected to: its posting is reversed and the right one posted under the next key. Nothing is edited."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from croupier.errors import Refused
from croupier.ledger.books import Transfer, debt_of
from croupier.table.meters import Moved

KINDS = ("reversal", "correction", "late-ruling")
"""Events that change what settled lines came to: undone, set right, or ruled on when the round was over."""


class Amounts(NamedTuple):
    """What became of a stake, in cents: given back, won, and kept as commission."""

    returned: int
    won: int
    commission: int

    @property
    def given(self) -> int:
        """What the player had of it."""
        return self.returned + self.won - self.commission


class Corrected(NamedTuple):
    """A line and its next posting; `revision` counts the corrections of the line, this one included."""

    line: int
    revision: int
    account: str
    wager: str
    stake: int
    was: Amounts
    now: Amounts
    drawn: tuple[int, int] = (0, 0)
    """What of the win comes off a meter from now on, and the seed with which the house replaces all of it."""
    void: bool = False
    """Was the wager never made, so that its share is not on the meter either?"""
    meter: str = ""
    """The meter that the win comes off, where it does."""
    voided: bool = False
    """Was it void before this?"""

    @classmethod
    def read(cls, form: Mapping[str, Any]) -> Corrected:
        """The correction behind its JSON form."""
        return cls(**{**form, "was": Amounts(*form["was"]), "now": Amounts(*form["now"]), "drawn": tuple(form["drawn"])})


def standing(bodies: Iterable[Mapping[str, Any]], round_id: str) -> dict[int, Corrected]:
    """The latest correction of each line of a round, from the events' bodies in their order."""
    found: dict[int, Corrected] = {}
    for body in bodies:
        if body["round"] == round_id:
            found |= {entry["line"]: Corrected.read(entry) for entry in body["lines"]}
    return found


def transfers(body: Mapping[str, Any], *, tray: str, commission: str) -> list[Transfer]:
    """What the event moves: debts first, then what players get, then what they give, so that only the difference must be there."""
    round_id, lines = body["round"], [Corrected.read(entry) for entry in body["lines"]]
    lent = [Transfer(debt_of(account), account, cents, "debt", round_id) for account, cents in body["debts"].items()]
    given: list[Transfer] = []
    taken: list[Transfer] = []
    for entry in lines:
        if not (0 <= entry.now.returned <= entry.stake and entry.now.won >= 0 and entry.now.commission >= 0):
            raise Refused(f"line {entry.line} of {round_id}: {list(entry.now)} cannot become of a stake of {entry.stake}")
        before = (entry.stake - entry.was.returned, entry.was.commission, entry.was.won)
        after = (entry.stake - entry.now.returned, entry.now.commission, entry.now.won)
        for kind, house, old, new in zip(
            ("collected", "commission", "paid"), (tray, commission, tray), before, after, strict=True
        ):
            back, posted = (taken, given) if kind == "paid" else (given, taken)
            from_house, from_player = (house, entry.account), (entry.account, house)
            undo, again = (from_player, from_house) if kind == "paid" else (from_house, from_player)
            if old:
                key = key_of(round_id, entry.line, entry.revision - 1, kind)
                back.append(Transfer(*undo, old, "reversal", round_id, entry.wager, None, key))
            if new:
                posted.append(
                    Transfer(*again, new, kind, round_id, entry.wager, key_of(round_id, entry.line, entry.revision, kind))
                )
    return [*lent, *given, *taken]


class Remetered(NamedTuple):
    """A meter that a correction moves: what it stood at, and what goes on it and comes off."""

    stands: Fraction
    moved: Moved

    @classmethod
    def read(cls, form: Sequence[Any]) -> Remetered:
        stands, contributed, paid, resets = form
        return cls(Fraction(stands), Moved(Fraction(contributed), paid, Fraction(resets)))

    def written(self) -> list[Any]:
        return [str(self.stands), str(self.moved.contributed), self.moved.paid, str(self.moved.resets)]

    @property
    def cents(self) -> int:
        """By how many whole cents its account changes."""
        contributed, paid, resets = self.moved
        return floor(self.stands + contributed + resets - paid) - floor(self.stands)


def remetered(body: Mapping[str, Any]) -> dict[str, Remetered]:
    """The meters that an event moves, by name."""
    return {name: Remetered.read(form) for name, form in body["meters"].items()}


def through_the_meters(body: Mapping[str, Any], moved: list[Transfer], *, tray: str, link: str) -> list[Transfer]:
    """The event's transfers with those of its meters: what one pays comes to the tray first, what goes back leaves it last."""
    first: list[Transfer] = []
    last: list[Transfer] = []
    for name, entry in remetered(body).items():
        account = f"meter:{link}:{name}"
        if entry.cents < 0:
            first.append(Transfer(account, tray, -entry.cents, "meter", body["round"], name))
        elif entry.cents:
            last.append(Transfer(tray, account, entry.cents, "meter", body["round"], name))
    return [*first, *moved, *last]


def key_of(round_id: str, line: int, revision: int, kind: str) -> str:
    """Under which key a part of a line is posted: the line's own, and after each correction the next."""
    return f"{round_id}#{line}{f'.{revision}' if revision else ''}:{kind}"
