"""A dice layout: what is decided the same way stands together; wagers on the same numbers share a table of those numbers.

Where a shaker gives one throw, the layout is a board: a row for each wager of what the dice can show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from croupier.server.pages.felt.layout import LETTER, NARROW, WIDE, Box, Caption, Layout, Place, pays, spot_name, stakeable
from croupier.server.pages.saying import title
from croupier.table.playable import Playable, Spot

TITLES = {
    "line": "The line",
    "odds": "The line",
    "until": "Stand until decided",
    "one-roll": "One roll",
    "points": "Over the whole hand",
    "collects": "Over the whole hand",
}
ROW, GAP = 37.0, 5.0
BOARD_ROW = 68.0
"""High enough for what a place pays to stand in it."""
FACES = {str(face): chr(0x2680 + face - 1) for face in range(1, 7)}
"""A die as a letter."""
ALIKE = 4


@dataclass
class _Sheet:
    """The layout while it is being filled, from the top down."""

    playable: Playable
    places: dict[str, Place] = field(default_factory=dict)
    captions: list[Caption] = field(default_factory=list)
    numbers: dict[str, Caption] = field(default_factory=dict)

    def put(self, spot: Spot, box: Box, label: str | None = None) -> None:
        paid = pays(self.playable, spot)
        self.places[spot.id] = Place(box.x, box.y, box.width, box.height, "box", label or spot_name(spot), paid)

    def title(self, text: str, left: float, top: float) -> float:
        self.captions.append(Caption(left, top + 14, text, 14, "start"))
        return top + 22

    def boxes(
        self, labels: dict[str, str], left: float, top: float, width: float, *, abreast: int, height: float = ROW
    ) -> float:
        """Spots side by side in rows; a single row's share the width."""
        spots = [self.playable.spots[name] for name in labels]
        rows = [spots[start : start + abreast] for start in range(0, len(spots), abreast)]
        for row in rows:
            across = width / (abreast if len(rows) > 1 else len(row))
            for rank, spot in enumerate(row):
                box = Box(left + across * (rank + 0.5), top + height / 2, across - GAP, height - GAP)
                self.put(spot, box, labels[spot.id])
            top += height
        return top + GAP

    def table(self, rows: list[list[Spot]], marks: list[str], left: float, top: float, width: float) -> float:
        """One row a wager, one column a number; a place for no number yet stands at the head of its row."""
        lead = width * 0.23
        across = (width - lead) / len(marks)
        for rank, mark in enumerate(marks):
            caption = Caption(left + lead + across * (rank + 0.5), top + 18, mark, 19)
            self.captions.append(caption)
            self.numbers[mark] = caption
        top += 26
        for row in rows:
            for spot in row:
                if spot.names is None:
                    self.put(spot, Box(left + lead / 2, top + ROW / 2, lead - GAP, ROW - GAP))
                else:
                    rank = marks.index(str(spot.names))
                    # The row is named at its head: in the cell only what it pays.
                    place = Box(left + lead + across * (rank + 0.5), top + ROW / 2, across - GAP, ROW - GAP)
                    self.put(spot, place, pays(self.playable, spot) or str(spot.names))
            if all(spot.names is not None for spot in row):
                name = title(row[0].wager.name.replace("#", "").replace("  ", " "))
                size = min(12.5, (lead - GAP) / (len(name) * LETTER))
                self.captions.append(Caption(left + lead - GAP, top + ROW / 2 + 4, name, size, "end"))
            top += ROW
        return top + GAP


def lay_out(playable: Playable, *, narrow: bool) -> Layout:
    """The line and the table of numbers to the left, or first; propositions to the right, or after."""
    sheet = _Sheet(playable)
    width = NARROW if narrow else WIDE
    rows, marks, others, singles = _sorted(stakeable(playable))
    edge = 8.0 if narrow else 14.0
    if playable.script.THROWS:
        return _board(sheet, singles, [*rows, *others], width, edge)
    main = width - 2 * edge if narrow else width * 0.56 - 2 * edge
    side, beside = (edge, width - 2 * edge) if narrow else (width * 0.56 + edge, width * 0.44 - 2 * edge)
    # The dice lie beside the line where there is room, above it where there is none.
    line = main if narrow else main - 196
    dice = Box(edge + main / 2, 40, main, 60) if narrow else Box(edge + main - 90, 62, 180, 60)
    top = 78.0 if narrow else 10.0
    for head, labels in _titled(singles, line=True):
        top = sheet.boxes(labels, edge, sheet.title(head, edge, top), line, abreast=2)
    if rows:
        top = sheet.table(rows, marks, edge, sheet.title("On a number", edge, top), main)
    ends = [top]
    top = top if narrow else 10.0
    for head, labels in _titled(singles, line=False):
        abreast = 3 if narrow else 5 if len(labels) > 12 else 4
        top = sheet.boxes(labels, side, sheet.title(head, side, top), beside, abreast=abreast)
    for row in others:
        labels = {spot.id: str(spot.names) for spot in row}
        abreast = 7 if isinstance(row[0].names, str) else 4
        top = sheet.boxes(labels, side, sheet.title(title(row[0].wager.name), side, top), beside, abreast=abreast)
    ends.append(top)
    return Layout(width, max(ends) + 6, sheet.places, tuple(sheet.captions), equipment=dice, numbers=sheet.numbers)


def _board(sheet: _Sheet, singles: list[Spot], rows: list[list[Spot]], width: float, edge: float) -> Layout:
    """Wagers with a place for each number or pair of faces, a row each in the order of the file; the others above them."""
    across, top = width - 2 * edge, 78.0
    most = 15 if width == WIDE else 5
    kinds: dict[object, list[Spot]] = {}
    for spot in singles:
        kinds.setdefault(_kind(spot), []).append(spot)
    for row in (*kinds.values(), *rows):
        labels = {spot.id: _in_dice(spot) for spot in row}
        abreast = min(most, len(row))
        if row[0].names is not None:
            odds = (
                []
                if pays(sheet.playable, row[0])
                else [payout.text for payout in sheet.playable.terms.chosen[row[0].wager.id].rows.values()]
            )
            top = sheet.title(" ".join([title(row[0].wager.name), *odds]), edge, top)
        top = sheet.boxes(labels, edge, top, across, abreast=abreast, height=BOARD_ROW)
    dice = Box(width / 2, 40, across, 60)
    return Layout(width, top + 6, sheet.places, tuple(sheet.captions), equipment=dice)


def _kind(spot: Spot) -> object:
    """What places that have only one each stand together by: what they are on, or whether it is dice alike, others, or no dice."""
    if spot.wager.area:
        return spot.wager.area[0].rpartition("-")[0]
    label = _in_dice(spot)
    return len(set(label)) if set(label) <= set(FACES.values()) else 0


def _in_dice(spot: Spot) -> str:
    """What a place shows: the dice that win on it where it names faces, else its number or its name."""
    for area in spot.wager.area:
        what, _, number = area.rpartition("-")
        return FACES[number] if what == "face" else f"{number} of a kind" if what == "count" else spot_name(spot)
    row = spot.wager.dice.row if spot.wager.dice is not None else None
    if row is None or len(row.wins) != 1 or isinstance(spot.names, int):
        return spot_name(spot) if spot.names is None else str(spot.names)
    faces = str(row.wins[0]).replace("it", str(spot.names))
    return "".join(FACES[face] for face in faces.split("-") if face in FACES) or spot_name(spot)


def _sorted(spots: Iterable[Spot]) -> tuple[list[list[Spot]], list[str], list[list[Spot]], list[Spot]]:
    """Wagers that share their numbers with another, those numbers, wagers with places of their own, and single spots."""
    wagers: dict[str, list[Spot]] = {}
    for spot in spots:
        wagers.setdefault(spot.wager.id, []).append(spot)
    named = {name: tuple(str(spot.names) for spot in group if spot.names is not None) for name, group in wagers.items()}
    shared = [group for group in named.values() if group and sum(other == group for other in named.values()) > 1]
    marks = list(Counter(shared).most_common(1)[0][0]) if shared else []
    rows = [group for name, group in wagers.items() if marks and list(named[name]) == marks]
    others = [group for name, group in wagers.items() if named[name] and list(named[name]) != marks]
    return rows, marks, others, [group[0] for name, group in wagers.items() if not named[name]]


def _titled(spots: list[Spot], *, line: bool) -> list[tuple[str, dict[str, str]]]:
    """Single spots by what they have in common, each with what to print on it: words that many names end with are the title."""
    found: dict[str, dict[str, str]] = {}
    names = {spot.id: spot_name(spot) for spot in spots}
    for spot in spots:
        resolves = spot.wager.dice.row.resolves if spot.wager.dice is not None else "one-roll"
        if (resolves in ("line", "odds")) == line:
            ending = _shared_ending(names[spot.id], names.values())
            head, label = title(ending) or TITLES[resolves], names[spot.id].removesuffix(ending).strip()
            found.setdefault(head, {})[spot.id] = label
    return list(found.items())


def _shared_ending(name: str, names: Iterable[str]) -> str:
    """Two or more last words that this name shares with at least `ALIKE` others."""
    parts = [other.split() for other in names]
    for many in (3, 2):
        ending = Counter(tuple(other[-many:]) for other in parts if len(other) > many)
        own = tuple(name.split()[-many:])
        if len(name.split()) > many and ending[own] >= ALIKE:
            return " ".join(own)
    return ""
