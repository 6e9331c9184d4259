"""Where everything lies on a layout: one arrangement a kind of equipment, worked out from the spots and never from the game's name.

Nothing is drawn here. Units are pixels of a picture as wide as `WIDE`, or `NARROW` on a phone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from croupier.table.playable import Playable, Spot

WIDE, NARROW = 960.0, 390.0
HEAD = 62.0
"""How much of the upper edge is the dealer's side."""
INSCRIBED = ("blackjack-pays", "dealer-hits-soft-17", "qualifying-rank", "qualifying-hand")
"""Choices of the house that a card table prints between the dealer and the players."""
LETTER = 0.54
"""The width of a letter to its height, on the generous side."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its centre."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where a chip on a spot goes. A `line` is a small target on the border of what it covers."""

    x: float
    y: float
    width: float
    height: float
    shape: Literal["circle", "box", "line"]
    label: str
    pays: str = ""
    tone: str = ""
    size: float = 13.5
    """How large its words are, where there is room."""
    top: bool = False
    """Are its words printed at its upper edge, so that a chip below leaves them to be read?"""
    dice: tuple[int, ...] = ()
    """Faces printed in it: instead of words where those are at the top, else after them."""
    upright: Box | None = None
    """The rest of an area that goes round a corner: it stands on the left end."""

    @property
    def parts(self) -> tuple[Box, ...]:
        """The rectangles that make it up."""
        return (Box(self.x, self.y, self.width, self.height), *([self.upright] if self.upright is not None else []))


@dataclass(frozen=True, slots=True)
class Caption:
    """Words printed on the felt."""

    x: float
    y: float
    text: str
    size: float = 13
    anchor: str = "middle"
    style: str = "printed"
    turn: float = 0
    ring: float = 0
    """The radius of a circle round it; 0 for none."""
    bend: float = 0
    """The radius of the arc it stands on, with its middle nearest the player; 0 for a straight line."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """Something that stands on the dealer's side; a placard says its lines."""

    kind: Literal["rack", "shoe", "deck", "shuffler", "discards", "placard"]
    box: Box
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Payouts:
    """A pay table as it is printed on the felt: each row, and what it pays."""

    box: Box
    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A felt: its size, its spots, and where cards, dice or the wheel go; `others` are the other seats' places, clockwise."""

    width: float
    height: float
    places: Mapping[str, Place]
    captions: tuple[Caption, ...] = ()
    equipment: Box | None = None
    dealer: Box | None = None
    community: Box | None = None
    cross: tuple[Box, ...] = ()
    """Where each community card lies, if they lie in a cross."""
    piles: Box | None = None
    hand: Box | None = None
    others: tuple[Box, ...] = ()
    numbers: Mapping[str, Caption] = field(default_factory=dict)
    """On a dice layout, the head of each number's box; `off` is where the marker lies that is at none."""
    slots: tuple[Box, ...] = ()
    """Where cards will lie, printed as their outlines."""
    frames: tuple[Box, ...] = ()
    """Lines printed round what belongs together."""
    fixtures: tuple[Fixture, ...] = ()
    payouts: tuple[Payouts, ...] = ()
    rounded: bool = False
    """Is the players' side of the table round?"""


def lay_out(playable: Playable, *, others: int, seated: bool, narrow: bool) -> Layout:
    """The felt of a game for somebody who sits at it, or who looks on."""
    from croupier.server.pages.felt import board, cards, craps, fixtures, wheel

    if playable.pack:
        found = cards.lay_out(playable, others=others, seated=seated, narrow=narrow)
    else:
        felt = wheel if playable.wheel is not None else board if playable.script.THROWS else craps
        found = felt.lay_out(playable, narrow=narrow)
    return replace(found, fixtures=fixtures.stand(playable, found.width, narrow=narrow))


# Words


def slug(name: str) -> str:
    """An id fit for a test's marker: `$10` is `10`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def spot_name(spot: Spot) -> str:
    """What a spot is called: the wager's name, and its place where it has several."""
    return spot.name


def pays(playable: Playable, spot: Spot) -> str:
    """What the spot's wager pays, where that is one figure: a push or a commission beside it is no other."""
    if spot.wager.dice is not None and spot.wager.dice.row.parts:
        return ""  # it pays as its parts do
    table = playable.terms.chosen.get(spot.wager.id)
    rows = table.rows if table is not None else {}
    faces = set(str(spot.names).split("-"))
    for row in (str(spot.names), "pair" if len(faces) == 1 else "no-pair"):
        if spot.names is not None and row in rows:
            return str(rows[row].text)
    others = {str(payout.text) for row, payout in rows.items() if row != "win"}
    return str(rows["win"].text) if "win" in rows and all(text == "push" or text.endswith("%") for text in others) else ""


def odds(said: str) -> str:
    """A payout as layouts print it: texts want the word "to", and a sum with its thousands set off.

    >>> odds("3:2"), odds("$50000"), odds("push")
    ('3 to 2', '$50,000', 'push')
    """
    if re.fullmatch(r"\$\d+", said):
        return f"${int(said[1:]):,}"
    return re.sub(r"(\d):(\d)", r"\1 to \2", said)


def stakeable(playable: Playable) -> list[Spot]:
    """The spots that ever hold a chip: not the lines that pay a bonus without one."""
    return [spot for spot in playable.spots.values() if spot.wager.placed != "never"]
