"""Wagers on dice in a rulebook file: what decides them, and until when they can be taken down, work, and pay commission."""

from __future__ import annotations

from typing import Literal

from croupier.rules.parts import Cited, Names, Part

Mark = int | str
"""What dice can show: a total (`7`), faces among them (`"2-2"`, `"6"`), or `"it"`, the number or faces the player named.

Of a face that was named, `"it-it"` is two.
"""


class DiceRow(Part):
    """How a wager on dice is made and decided: one row over what the dice can show.

    `one-roll` loses with all that does not win, and with a losing mark whatever else shows; `line` decides on its first roll or
    takes the total thrown as its number; `until` stands until a winning or a losing mark; `odds` goes with the wager it supports;
    `points` is decided by the points made when the shooter sevens out; `collects` wins when all of its winning totals have been
    thrown, in whatever order, and loses with a losing mark.
    """

    resolves: Literal["one-roll", "until", "line", "odds", "points", "collects"]
    made: Literal["any-time", "come-out", "after-come-out", "before-a-point", "first-roll", "with-its-bet"] = "any-time"
    each: tuple[Mark, ...] = ()
    travels: bool = False
    wins: tuple[Mark, ...] = ()
    loses: tuple[Mark, ...] = ()
    pushes: tuple[Mark, ...] = ()
    then: Literal["number-wins", "seven-wins"] | None = None
    supports: str | None = None
    limit: str | None = None
    limited: Literal["stake", "winnings"] = "stake"
    parts: tuple[str, ...] = ()
    payable: bool = False


class Removal(Cited):
    """Until when wagers may be taken down or reduced: their decision, their point, the next roll, or not at all once made."""

    wager: Names
    until: Literal["decided", "point", "roll", "made"]


class ComeOut(Cited):
    """Whether wagers are in action on a come-out roll, and which call of the player changes it."""

    wager: Names
    action: Literal["on", "off"]
    unless_called: Literal["on", "off"] | None = None


class Commission(Cited):
    """What the house keeps of a wager: a rate (an option), of what, and when; `taken` may name an option too."""

    wager: Names
    rate: str
    of: Literal["stake", "winnings"]
    taken: str


class Handling(Part):
    """What every wager on a dice layout must have an answer to; a wager named twice, or not at all, is an error.

    A layout on which every wager is of one roll, and which knows no come-out roll, says nothing of the kind.
    """

    removal: tuple[Removal, ...] = ()
    come_out: tuple[ComeOut, ...] = ()
    commission: tuple[Commission, ...] = ()
