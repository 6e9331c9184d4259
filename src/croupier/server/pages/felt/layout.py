"""Where everything lies on a layout: one arrangement a kind of equipment, worked out from the spots and never from the game's name.

Nothing is drawn here. Units are pixels of a picture as wide as `WIDE`, or `NARROW` on a phone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil
from typing import Literal

from croupier.table.playable import Playable, Spot

WIDE, NARROW = 840.0, 390.0
LETTER = 0.6
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


@dataclass(frozen=True, slots=True)
class Caption:
    """Words printed on the felt."""

    x: float
    y: float
    text: str
    size: float = 13
    anchor: str = "middle"


CROSS = 1.0
"""How much higher than one row of cards a cross of smaller ones is, in cards."""


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
    """On a dice layout, the head of each number's column."""


def lay_out(playable: Playable, *, others: int, seated: bool, narrow: bool) -> Layout:
    """The felt of a game for somebody who sits at it, or who looks on."""
    from croupier.server.pages.felt import dice, wheel

    if playable.wheel is not None:
        return wheel.lay_out(playable, narrow=narrow)
    if playable.pack:
        return _lay_out_cards(playable, others=others, seated=seated, narrow=narrow)
    return dice.lay_out(playable, narrow=narrow)


# Words


def slug(name: str) -> str:
    """An id fit for a test's marker: `$10` is `10`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def spot_name(spot: Spot) -> str:
    """What a spot is called: the wager's name, and its place where it has several."""
    return spot.name


def pays(playable: Playable, spot: Spot) -> str:
    """What the spot's wager pays, where that is one figure."""
    table = playable.terms.chosen.get(spot.wager.id)
    rows = table.rows if table is not None else {}
    named = rows.get(str(spot.names)) if spot.names is not None else None
    if named is not None:
        return str(named.text)
    return str(rows["win"].text) if "win" in rows and len(rows) == 1 else ""


def stakeable(playable: Playable) -> list[Spot]:
    """The spots that ever hold a chip: not the lines that pay a bonus without one."""
    return [spot for spot in playable.spots.values() if spot.wager.placed != "never"]


# Cards


def _lay_out_cards(playable: Playable, *, others: int, seated: bool, narrow: bool) -> Layout:
    """The dealer's side above, the other seats in an arc, one's own circles and cards large below."""
    shape = playable.shape
    width = NARROW if narrow else WIDE
    card = 62.0 if narrow else 84.0
    rows = [name for name, cards in (("dealer", shape.dealer), ("community", shape.community)) if cards] or ["piles"]
    head = 26.0
    middles = {name: head + 14 + card / 2 + index * (card + 30) for index, name in enumerate(rows)}
    bottom = head + len(rows) * (card + 30) + (CROSS * card if shape.cross else 0)
    if narrow:
        seats = _in_rows(others, width, bottom)
        bottom += ceil(others / 3) * 86
    else:
        bottom = max(bottom, head + ceil(others / 2) * 94 + 4)
        seats = _in_an_arc(others, width, head, bottom)
    spots = stakeable(playable) if seated else []
    places, bottom = _circles(playable, spots, width, bottom, narrow=narrow)
    own = 84.0 if narrow else 104.0
    hand = Box(width / 2, bottom + own / 2 + 4, width - 16, own) if seated and shape.hand else None
    centre = width - 16 if narrow else width - 400
    boxes = {name: Box(width / 2, y, centre, card) for name, y in middles.items()}
    height = bottom + (own + 16 if hand is not None else 10)
    captions = [Caption(width / 2, boxes["dealer"].y - card / 2 - 6, "Dealer", 13)] if "dealer" in boxes else []
    if "community" in boxes:
        captions.append(Caption(width / 2, boxes["community"].y - card / 2 - 6, "Community cards", 13))
    return Layout(
        width=width,
        height=height,
        places=places,
        captions=tuple(captions),
        dealer=boxes.get("dealer"),
        community=boxes.get("community"),
        cross=_crossed(boxes["community"]) if shape.cross else (),
        piles=boxes.get("piles") or boxes.get("community") or boxes.get("dealer"),
        hand=hand,
        others=seats,
    )


def _crossed(box: Box) -> tuple[Box, ...]:
    """Five places in a cross: far, left, centre, right, near. The far one lies at the top of the box, the others reach below it."""
    size, step = 0.62 * box.height, 0.66 * box.height
    top = box.y - box.height / 2 + size / 2
    places = ((0, 0), (-1, 1), (0, 1), (1, 1), (0, 2))
    return tuple(Box(box.x + x * step, top + y * step, size, size) for x, y in places)


def _in_rows(count: int, width: float, top: float) -> tuple[Box, ...]:
    """Other seats three abreast."""
    across = width / 3
    return tuple(Box(across * (index % 3 + 0.5), top + 43 + index // 3 * 86, across - 8, 80) for index in range(count))


def _in_an_arc(count: int, width: float, top: float, bottom: float) -> tuple[Box, ...]:
    """Other seats clockwise: up the left side from one's own place, down the right side to it."""
    left = ceil(count / 2)
    found = []
    for index in range(count):
        side, rank, many = (0, index, left) if index < left else (1, index - left, count - left)
        along = (many - rank - 0.5) / many if side == 0 else (rank + 0.5) / many
        x = 92 + 20 * along**2
        found.append(Box(x if side == 0 else width - x, top + (bottom - top) * along, 172, 88))
    return tuple(found)


def _circles(
    playable: Playable, spots: list[Spot], width: float, top: float, *, narrow: bool
) -> tuple[dict[str, Place], float]:
    """One's own wagers, a circle each, in rows that fit; and where they end."""
    radius, across, down = (29.0, 94.0, 104.0) if narrow else (38.0, 116.0, 122.0)
    abreast = max(1, int(width // across))
    lines = ceil(len(spots) / abreast) if spots else 0
    places: dict[str, Place] = {}
    for index, spot in enumerate(spots):
        line = index // abreast
        many = min(abreast, len(spots) - line * abreast) if lines < 2 else ceil(len(spots) / lines)
        line, rank = divmod(index, many)
        many = min(many, len(spots) - line * many)
        x = width / 2 + (rank - (many - 1) / 2) * across
        y = top + 8 + radius + line * down
        places[spot.id] = Place(x, y, 2 * radius, 2 * radius, "circle", spot_name(spot), pays(playable, spot))
    return places, top + lines * down + (8 if lines else 0)
