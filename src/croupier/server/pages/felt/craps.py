"""A craps layout: the line round the outside, the come and the field inside it, a box for each number, propositions in the centre.

What a wager is, is read off the row that decides it; none is named here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from croupier.rules.dice import DiceRow
from croupier.server.pages.felt.layout import HEAD, NARROW, WIDE, Box, Caption, Layout, odds, stakeable
from croupier.server.pages.felt.sheet import GAP, Sheet, faces, faces_of
from croupier.server.pages.saying import title
from croupier.table.playable import Playable, Spot

SPELLED = {6: "SIX", 9: "NINE"}
"""Numbers that read as another from the other side of the table are spelled out."""
TIMES = {"2:1": "double", "3:1": "triple"}
FIELD_TOTALS = 5
"""A wager of one roll on so many totals is a field."""
CELL, NUMBER, LINE, COME, FIELD, STRIP = 32.0, 36.0, 42.0, 52.0, 60.0, 30.0
PROPOSITION, HOP = 54.0, 42.0
SIDE = 38.0
"""How wide the upright of the pass line is, and the strip of odds behind it high."""
CENTRE = 596.0
"""Where the centre of the table begins."""


def lay_out(playable: Playable, *, narrow: bool) -> Layout:
    """One end of the table and its centre, as a player sees them; on a phone the centre lies below."""
    width, edge = (NARROW, 6.0) if narrow else (WIDE, 12.0)
    cloth = _Cloth(Sheet(playable), _sorted(stakeable(playable)), narrow=narrow)
    if narrow:
        dice = Box(width / 2, HEAD + 32, width - 2 * edge, 54)
        end = cloth.line_end(edge, HEAD + 66, width - 2 * edge)
        bottom = cloth.centre(edge, end + 10, width - 2 * edge)
    else:
        dice = Box((CENTRE + width - edge) / 2, HEAD + 32, width - CENTRE - edge, 54)
        bottom = cloth.centre(CENTRE, HEAD + 66, width - CENTRE - edge)
        # The end of the table is as high as its centre.
        trial = replace(cloth, sheet=Sheet(playable)).line_end(edge, HEAD + 4, CENTRE - 14 - edge)
        stretch = max(1.0, (bottom - HEAD - 4) / (trial - HEAD - 4))
        bottom = max(bottom, replace(cloth, stretch=stretch).line_end(edge, HEAD + 4, CENTRE - 14 - edge))
    sheet = cloth.sheet
    return Layout(
        width,
        bottom + 8,
        sheet.places,
        tuple(sheet.captions),
        equipment=dice,
        numbers=sheet.numbers,
        frames=tuple(sheet.frames),
    )


# What a wager is


def _row(spot: Spot) -> DiceRow:
    assert spot.wager.dice is not None
    return spot.wager.dice.row


def _kind(spot: Spot) -> str:
    """The part of the layout that a spot belongs to."""
    row = _row(spot)
    if isinstance(spot.names, int) and row.resolves != "one-roll":
        return "number"
    match row.resolves:
        case "line":
            return "come" if row.travels else "line"
        case "odds":
            return "odds"
        case "points" | "collects":
            return "hand"
        case "until" if len(faces(spot)) == 2:
            return "hard"
    if len(faces(spot)) == 2:
        return "total" if isinstance(row.wins[0], int) else "hop"
    return "field" if len(row.wins) >= FIELD_TOTALS and not row.parts else "mixed"


def _sorted(spots: Iterable[Spot]) -> dict[str, list[Spot]]:
    kinds: dict[str, list[Spot]] = {}
    for spot in spots:
        kinds.setdefault(_kind(spot), []).append(spot)
    return kinds


@dataclass(frozen=True, slots=True)
class _Cloth:
    """The cloth and what is still to be put on it, by its kind."""

    sheet: Sheet
    kinds: dict[str, list[Spot]]
    narrow: bool
    stretch: float = 1.0
    """How much higher than it need be the end of the table is."""

    def of(self, kind: str, *, against: bool | None = None) -> list[Spot]:
        """The spots of a kind; `against` says whether a seven wins them."""
        return [spot for spot in self.kinds.get(kind, []) if against is None or self.against(spot) is against]

    def against(self, spot: Spot) -> bool:
        """Does a seven win it?"""
        row = _row(spot)
        if row.supports is not None:
            return self.against(next(other for other in self.sheet.playable.spots.values() if other.wager.id == row.supports))
        return row.then == "seven-wins" or (row.resolves == "until" and row.wins == (7,))

    def odds_on(self, spot: Spot) -> list[Spot]:
        """The spots of odds that support a spot's wager: at its number where it has one."""
        found = [*self.of("odds"), *self.of("number")]
        return [other for other in found if _row(other).supports == spot.wager.id and other.names == spot.names]

    # One end of the table

    def line_end(self, left: float, top: float, width: float) -> float:
        """Numbers, come, field and the bar; round them the pass line, behind it the odds."""
        inner, room, began = left + SIDE, width - SIDE, top
        line = LINE * self.stretch
        top = self.numbers(inner, top, room)
        for spot in self.of("come", against=False):
            top = self.strip(spot, inner, top, room, height=COME * self.stretch, label="COME", size=32, tone="come")
        for spot in self.of("field"):
            top = self.field(spot, inner, top, room)
        for spot in self.of("line", against=True):
            pushed = _row(spot).pushes
            barred = faces_of(pushed[0]) if len(pushed) == 1 else ()
            beside = self.odds_on(spot)
            own = room - 80 * len(beside)
            self.strip(spot, inner, top, own, height=line, label="DON'T PASS BAR", size=19, dice=barred)
            for rank, other in enumerate(beside):
                self.strip(other, inner + own + 80 * rank, top, 80, height=line, label="Odds", size=15)
            top += line
        for spot in self.of("line", against=False):
            base = self.strip(spot, left, top, width, height=line, label="PASS LINE", size=24)
            upright = Box(left + SIDE / 2, (began + top + GAP) / 2, SIDE - GAP, top + GAP / 2 - began)
            self.sheet.places[spot.id] = replace(self.sheet.places[spot.id], upright=upright)
            self.sheet.captions.append(Caption(upright.x + 6, upright.y, "PASS LINE", 17, style="word", turn=-90))
            top = base
            for other in self.odds_on(spot):
                top = self.strip(other, left, top, width, height=STRIP * self.stretch, label="Odds", size=15)
        return top

    def strip(
        self,
        spot: Spot,
        left: float,
        top: float,
        width: float,
        *,
        height: float,
        label: str,
        size: float,
        tone: str = "",
        dice: tuple[int, ...] = (),
    ) -> float:
        box = Box(left + width / 2, top + height / 2, width - GAP, height - GAP)
        self.sheet.put(spot, box, label, size=size, tone=tone, dice=dice)
        return top + height

    def numbers(self, left: float, top: float, width: float) -> float:
        """A box for each number with the wagers on it, those that a seven wins behind its head; the don't come beside them all."""
        marks = sorted({spot.names for spot in self.of("number") if isinstance(spot.names, int)})
        aside = self.of("come", against=True)
        if not marks:
            return top
        began, beside = top, 84.0 * bool(aside) * (not self.narrow)
        abreast = len(marks) if not self.narrow else 5 if len(marks) > 6 else 3
        across = (width - beside) / abreast
        for start in range(0, len(marks), abreast):
            top = max(
                self.number(mark, left + beside + across * rank, top, across)
                for rank, mark in enumerate(marks[start : start + abreast])
            )
        for spot in aside:
            if self.narrow:
                top = self.strip(spot, left, top, width, height=STRIP + 6, label="DON'T COME", size=17)
            else:
                self.strip(spot, left, began, beside, height=top - began, label="DON'T COME", size=18)
            self.sheet.numbers["off"] = Caption(left + (beside or 76) / 2, began + 24 if beside else top - 13, "")
        return top + 2

    def number(self, mark: int, left: float, top: float, width: float) -> float:
        """One number: its cells, and its head between those for and those against it."""
        began, cell, room = top, CELL * self.stretch, NUMBER * self.stretch
        for opposed in (True, False):
            for line in self.paired([spot for spot in self.of("number", against=opposed) if spot.names == mark], width):
                across = width / len(line)
                for rank, spot in enumerate(line):
                    box = Box(left + across * (rank + 0.5), top + cell / 2, across - 2, cell - 2)
                    label = "Odds" if _row(spot).supports else title(spot.wager.name.replace("#", "").strip())
                    self.sheet.put(spot, box, label, size=10.5, top=True)
                top += cell
            if opposed:
                said = SPELLED.get(mark, str(mark))
                size = min(28.0, width / (0.85 * len(said)))
                head = Caption(left + width / 2, top + room / 2 + 9, said, size, style="word number")
                self.sheet.captions.append(head)
                self.sheet.numbers[str(mark)] = head
                top += room
        self.sheet.frames.append(Box(left + width / 2, (began + top) / 2, width - 1, top - began - 1))
        return top + 3

    def paired(self, spots: list[Spot], width: float) -> list[list[Spot]]:
        """A wager with its odds beside it, two without odds side by side; where there is no room one below the other."""
        supports = {spot.id: self.odds_on(spot) for spot in spots}
        behind = {other.id for others in supports.values() for other in others}
        lines: list[list[Spot]] = []
        lone: list[Spot] = []
        for spot in spots:
            if supports[spot.id]:
                lines.append([spot, *supports[spot.id]])
            elif spot.id not in behind:
                lone.append(spot)
        lines += [lone[start : start + 2] for start in range(0, len(lone), 2)]
        return lines if width >= 60 else [[spot] for line in lines for spot in line]

    def field(self, spot: Spot, left: float, top: float, width: float) -> float:
        """The field with its numbers printed in it, and what the best of them pay."""
        end = self.strip(spot, left, top, width, height=FIELD * self.stretch, label="FIELD", size=19)
        place = self.sheet.places[spot.id]
        self.sheet.places[spot.id] = replace(place, top=True, tone="field")
        totals = sorted(mark for mark in _row(spot).wins if isinstance(mark, int))
        table = self.sheet.playable.terms.chosen[spot.wager.id]
        room, base = width - (40 if self.narrow else 60), end - 10 - 7 * self.stretch
        for rank, total in enumerate(totals):
            payout = table.rows.get(str(total))
            best = payout is not None and payout.text != "1:1"
            x = left + 8 + room * (rank + 0.5) / len(totals)
            self.sheet.captions.append(Caption(x, base, str(total), 20, style="word number", ring=13 if best else 0))
            if best and payout is not None:
                said = TIMES.get(str(payout.text), odds(str(payout.text)))
                self.sheet.captions.append(Caption(x, base - 20, said, 10.5, style="word faint"))
        return end

    # The centre

    def centre(self, left: float, top: float, width: float) -> float:
        """Propositions: hard ways and single throws as dice, mixed wagers, hops, and those on the whole hand of the dice."""
        sheet = self.sheet
        for kind, head, abreast, height in (
            ("hard", "Hard ways", 4, PROPOSITION),
            ("total", "One roll", 4, PROPOSITION),
            ("mixed", "" if self.of("total") else "One roll", 5, STRIP + 8),
            ("hop", "On the hop", 6, HOP),
            ("hand", "Over the whole hand", 2 if self.narrow else 4, STRIP + 10),
        ):
            spots = self.of(kind)
            if not spots:
                continue
            top = sheet.title(head, left, top) if head else top
            top = sheet.row(spots, left, top, width, height=height, abreast=abreast, named=True)
        sheet.captions.append(Caption(left + width / 2, top + 18, "NO CALL BETS", 13, style="word faint"))
        return top + 26
