"""A dice layout while it is being filled, from the top down: what craps and the boards of shaken dice share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.server.pages.felt.layout import LETTER, Box, Caption, Place, odds, pays, spot_name
from croupier.table.playable import Playable, Spot

GAP = 4.0
ONE_WAY = {2: (1, 1), 3: (1, 2), 11: (5, 6), 12: (6, 6)}
"""Totals that only one pair of faces makes."""


def faces_of(mark: int | str) -> tuple[int, ...]:
    """The dice that make a mark: faces, or a total that only one pair makes."""
    return ONE_WAY.get(mark, ()) if isinstance(mark, int) else tuple(int(face) for face in mark.split("-") if face.isdecimal())


def faces(spot: Spot) -> tuple[int, ...]:
    """The dice that win on a spot, where it is one throw of them: a pair, a total that only one pair makes, so many of a face."""
    for area in spot.wager.area:
        what, _, number = area.rpartition("-")
        return (int(number),) if what == "face" else ()
    row = spot.wager.dice.row if spot.wager.dice is not None else None
    if row is None or len(row.wins) != 1:
        return ()
    (mark,) = row.wins
    if isinstance(spot.names, int):
        return ()
    return faces_of(mark if isinstance(mark, int) else mark.replace("it", str(spot.names)))


@dataclass
class Sheet:
    """Places and words as they come."""

    playable: Playable
    places: dict[str, Place] = field(default_factory=dict)
    captions: list[Caption] = field(default_factory=list)
    numbers: dict[str, Caption] = field(default_factory=dict)
    frames: list[Box] = field(default_factory=list)

    def put(
        self,
        spot: Spot,
        box: Box,
        label: str = "",
        *,
        size: float = 13.5,
        top: bool = False,
        dice: Sequence[int] = (),
        tone: str = "",
    ) -> None:
        """A spot takes its place."""
        paid = odds(pays(self.playable, spot))
        said = label or spot_name(spot)
        self.places[spot.id] = Place(
            box.x, box.y, box.width, box.height, "box", said, paid, tone, size=size, top=top, dice=tuple(dice)
        )

    def title(self, text: str, left: float, top: float, *, width: float = 340.0) -> float:
        self.captions.append(Caption(left + 2, top + 14, text, min(13.0, width / (len(text) * LETTER)), "start"))
        return top + 20

    def row(
        self,
        spots: Sequence[Spot],
        left: float,
        top: float,
        width: float,
        *,
        height: float,
        abreast: int = 0,
        named: bool = False,
    ) -> float:
        """Spots side by side in rows: dice where one throw wins, else words, with the wager's name before a number where `named`."""
        abreast = abreast or len(spots)
        for start in range(0, len(spots), abreast):
            line = spots[start : start + abreast]
            across = width / (abreast if len(spots) > abreast else len(line))
            for rank, spot in enumerate(line):
                box = Box(left + across * (rank + 0.5), top + height / 2, across - GAP, height - GAP)
                self.put(
                    spot, box, "" if isinstance(spot.names, int) and named else _short(spot), top=height > 30, dice=faces(spot)
                )
            top += height
        return top


def _short(spot: Spot) -> str:
    """What is printed in a row of its like: its number, or its name."""
    for area in spot.wager.area:
        what, _, number = area.rpartition("-")
        return f"{number} of a kind" if what == "count" else spot_name(spot)
    return spot_name(spot) if spot.names is None else str(spot.names)
