"""The board of dice from a shaker: the halves at its ends, dice alike between them, totals, pairs and single faces in rows below.

The order is that of the file; where nothing stands at the ends, everything is a row.
"""

from __future__ import annotations

from croupier.server.pages.felt.layout import HEAD, NARROW, WIDE, Box, Caption, Layout, odds, pays, stakeable
from croupier.server.pages.felt.sheet import GAP, Sheet, faces
from croupier.server.pages.saying import title
from croupier.table.playable import Playable, Spot

ROW = 58.0
END = 118.0
"""How wide the box at an end is."""
MANY_TOTALS = 5


def lay_out(playable: Playable, *, narrow: bool) -> Layout:
    """The dice above, the board below them."""
    sheet = Sheet(playable)
    width, edge = (NARROW, 6.0) if narrow else (WIDE, 14.0)
    rows: dict[object, list[Spot]] = {}
    for spot in stakeable(playable):
        rows.setdefault(_kind(spot), []).append(spot)
    dice = Box(width / 2, HEAD + 32, width - 2 * edge, 54)
    top, across, left = HEAD + 68, width - 2 * edge, edge
    ends = rows.pop("ends", [])
    lines = list(rows.values())
    if len(ends) == 2 and not narrow:
        alike = [line for line in lines if all(len(set(faces(spot))) == 1 and len(faces(spot)) > 1 for spot in line)]
        between = [line for line in lines if line in alike or (len(line) == 1 and alike)]
        bottom = _rows(sheet, between, left + END, top, across - 2 * END, most=15)
        for rank, spot in enumerate(ends):
            x = left + END / 2 if rank == 0 else left + across - END / 2
            box = Box(x, (top + bottom) / 2, END - GAP, bottom - top - GAP)
            sheet.put(spot, box, spot.wager.name.upper(), size=26, top=True)
            wins = [mark for mark in _wins(spot) if isinstance(mark, int)]
            sheet.captions.append(Caption(x, box.y - 14, f"{min(wins)} to {max(wins)}", 17, style="word"))
            for line, said in enumerate(("loses on", "three alike") if _loses(spot) else ()):
                sheet.captions.append(Caption(x, box.y + 8 + 15 * line, said, 12, style="word faint"))
        top, lines = bottom, [line for line in lines if line not in between]
    elif ends:
        lines = [ends, *lines]
    bottom = _rows(sheet, lines, left, top, across, most=5 if narrow else 15)
    return Layout(width, bottom + 8, sheet.places, tuple(sheet.captions), equipment=dice)


def _rows(sheet: Sheet, lines: list[list[Spot]], left: float, top: float, width: float, *, most: int) -> float:
    for line in lines:
        first = line[0]
        table = sheet.playable.terms.chosen.get(first.wager.id)
        if first.names is not None:
            paid = "" if pays(sheet.playable, first) or table is None else ", ".join(map(_told, table.rows.items()))
            top = sheet.title(": ".join(filter(None, (title(first.wager.name), paid))), left, top, width=width)
        else:
            top += 4
        top = sheet.row(line, left, top, width, height=ROW, abreast=min(most, len(line)))
    return top + 4


def _told(row: tuple[str, object]) -> str:
    name, payout = row
    return f"{title(name).lower()} {odds(str(getattr(payout, 'text', payout)))}"


def _wins(spot: Spot) -> tuple[int | str, ...]:
    return spot.wager.dice.row.wins if spot.wager.dice is not None else ()


def _loses(spot: Spot) -> tuple[int | str, ...]:
    return spot.wager.dice.row.loses if spot.wager.dice is not None else ()


def _kind(spot: Spot) -> object:
    """What places stand together by: their wager where it has several, a half of the totals, dice alike, other dice, or neither."""
    if spot.names is not None:
        return spot.wager.id
    if spot.wager.area:
        return spot.wager.area[0].rpartition("-")[0]
    if len(_wins(spot)) >= MANY_TOTALS and _loses(spot):
        return "ends"
    return len(set(faces(spot)))
