"""A wheel's layout. Which numbers stand beside which is read off the groups the wagers cover, so any roulette lays itself out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from croupier.equipment.wheels import colour
from croupier.server.pages.felt.layout import HEAD, NARROW, WIDE, Box, Layout, Place, odds, pays, spot_name, stakeable
from croupier.table.playable import Playable, Spot

FLAT = 52.0
"""How high the boxes of the large groups are."""
MANY = 12
"""From so many marks on, numbers stand in a grid; fewer stand in a row of boxes."""


def lay_out(playable: Playable, *, narrow: bool) -> Layout:
    """A grid of numbers with its border bets, or a box for every mark."""
    spots = stakeable(playable)
    assert playable.wheel is not None
    streets = _streets(spots) if len(playable.wheel.marks) >= MANY else []
    return _grid(playable, spots, streets, narrow=narrow) if streets else _boxes(playable, spots, narrow=narrow)


def _boxes(playable: Playable, spots: list[Spot], *, narrow: bool) -> Layout:
    width = NARROW if narrow else WIDE
    wheel = Box(width / 2, HEAD + 122, 230, 230) if narrow else Box(width - 184, HEAD + 174, 330, 330)
    top, left = (HEAD + 254, 12.0) if narrow else (HEAD + 14, 20.0)
    abreast = 3
    room = width - 24 if narrow else width - 400
    across, down = room / abreast, 92.0 if narrow else 108.0
    places = {
        spot.id: Place(
            left + across * (index % abreast + 0.5),
            top + down * (index // abreast + 0.5),
            across - 10,
            down - 10,
            "box",
            spot_name(spot),
            odds(pays(playable, spot)),
            size=20,
        )
        for index, spot in enumerate(spots)
    }
    rows = -(-len(spots) // abreast)
    return Layout(width, max(top + rows * down + 14, wheel.y + wheel.height / 2 + 16), places, equipment=wheel)


# Numbers in a grid


def _key(mark: str) -> tuple[int, str]:
    return (int(mark), mark) if mark.isdecimal() else (0, mark)


def _numbers(spots: Sequence[Spot]) -> frozenset[str]:
    """The marks that large groups cover, which are all but the zeros."""
    most = max(len(spot.covers) for spot in spots)
    return frozenset().union(*(spot.covers for spot in spots if len(spot.covers) * 2 > most))


def _streets(spots: Iterable[Spot]) -> list[list[str]]:
    """The finest way in which one wager's spots divide the numbers into groups of more than one: the rows of the layout."""
    spots = list(spots)
    numbers = _numbers(spots)
    wagers: dict[str, list[frozenset[str]]] = {}
    for spot in spots:
        if spot.covers <= numbers:
            wagers.setdefault(spot.wager.id, []).append(spot.covers)
    best: list[frozenset[str]] = []
    for groups in wagers.values():
        size = len(groups[0])
        even = size > 1 and len(groups) > 1 and all(len(group) == size for group in groups)
        apart = even and len(frozenset().union(*groups)) == size * len(groups)
        if apart and (not best or size < len(best[0])):
            best = groups
    return sorted((sorted(group, key=_key) for group in best), key=lambda group: _key(group[0]))


@dataclass(frozen=True, slots=True)
class _Grid:
    """Cells by mark in units of one cell: across along the streets, down from the last number of a street to its first."""

    streets: Sequence[Sequence[str]]
    zeros: Sequence[str]

    @property
    def deep(self) -> int:
        return len(self.streets[0])

    def cell(self, mark: str) -> Box:
        if mark in self.zeros:
            tall = self.deep / len(self.zeros)
            return Box(-0.5, self.deep - tall * (self.zeros.index(mark) + 0.5), 1, tall)
        across = next(index for index, street in enumerate(self.streets) if mark in street)
        return Box(across + 0.5, self.deep - 0.5 - self.streets[across].index(mark), 1, 1)

    def whole(self, covers: frozenset[str]) -> bool:
        """Does a group consist of whole streets?"""
        return all(covers.issuperset(street) or covers.isdisjoint(street) for street in self.streets)

    def border(self, covers: frozenset[str]) -> tuple[float, float]:
        """The point of the layout that touches just these numbers."""
        numbers = [self.cell(mark) for mark in covers if mark not in self.zeros]
        zeros = [self.cell(mark) for mark in covers if mark in self.zeros]
        if not numbers:
            return -0.5, sum(zero.y for zero in zeros) / len(zeros)
        whole = any(covers.issuperset(street) for street in self.streets)
        if zeros:
            low = max(min(cell.y for cell in numbers) - 0.5, min(zero.y - zero.height / 2 for zero in zeros))
            high = min(max(cell.y for cell in numbers) + 0.5, max(zero.y + zero.height / 2 for zero in zeros))
            middle = sum(cell.y for cell in numbers) / len(numbers)
            return 0.0, float(self.deep) if whole else middle if len(covers) > 2 else (low + high) / 2
        x = sum(cell.x for cell in numbers) / len(numbers)
        return x, float(self.deep) if whole else sum(cell.y for cell in numbers) / len(numbers)


def _grid(playable: Playable, spots: list[Spot], streets: list[list[str]], *, narrow: bool) -> Layout:
    assert playable.wheel is not None
    inside = {mark for street in streets for mark in street}
    zeros = sorted((mark for mark in playable.wheel.marks if mark not in inside), key=lambda mark: (len(mark), mark))
    grid = _Grid(streets, zeros)
    across, down = len(streets), grid.deep
    ends, whole, others = _outside(grid, spots)
    # Units of a cell become pixels; on a phone the layout stands upright, its zeros on top.
    if narrow:
        unit_x, unit_y, left, top = 44.0, 80.0, 138.0, HEAD + 186
        size = (NARROW, top + unit_x * (across + 2.15) + 14)
        wheel = Box(NARROW / 2, HEAD + 92, 168, 168)
    else:
        unit_x, unit_y, left, top = 49.0, 70.0, 14.0, HEAD + 14
        size = (WIDE, top + unit_y * down + 2 * FLAT + 26)
        wheel = Box(WIDE - 122, (HEAD + size[1]) / 2, 226, 226)

    def at(box: Box) -> Box:
        if narrow:
            return Box(left + (down - box.y) * unit_y, top + (box.x + 1) * unit_x, box.height * unit_y, box.width * unit_x)
        return Box(left + (box.x + 1) * unit_x, top + box.y * unit_y, box.width * unit_x, box.height * unit_y)

    places: dict[str, Place] = {}
    flat = (60 if narrow else FLAT) / unit_y
    for spot in spots:
        label, paid = spot_name(spot), odds(pays(playable, spot))
        if len(spot.covers) == 1:
            (mark,) = spot.covers
            box, label, tone = at(grid.cell(mark)), mark, colour(mark)
        elif spot.id in ends:
            row = grid.cell(min(spot.covers, key=_key)).y
            box, tone, label = at(Box(across + 0.575, row, 1.15, 1)), "", paid or label
        elif spot.id in whole:
            columns = [grid.cell(mark).x for mark in spot.covers]
            middle, long = (min(columns) + max(columns)) / 2, max(columns) - min(columns) + 1
            box, tone = at(Box(middle, down + 0.12 + flat / 2, long, flat)), ""
            label = f"{_ordinal(1 + round(min(columns) - 0.5) // round(long))} {len(spot.covers)}"
        elif spot.id in others:
            long = across / len(others)
            box, tone = at(Box(long * (others.index(spot.id) + 0.5), down + 0.12 + flat * 1.5, long, flat)), ""
            tone = spot.wager.area[0] if spot.wager.area[0] in ("red", "black") else ""
            if grid.whole(spot.covers):
                first, *_, last = sorted(spot.covers, key=_key)
                label = f"{first} to {last}"
        else:
            x, y = grid.border(spot.covers)
            point = at(Box(x, y, 0, 0))
            places[spot.id] = Place(point.x, point.y, 22, 22, "line", label, paid)
            continue
        places[spot.id] = Place(box.x, box.y, box.width, box.height, "box", label, "", tone, size=18)
    return Layout(size[0], size[1], _boxes_first(places), equipment=wheel)


def _ordinal(number: int) -> str:
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def _outside(grid: _Grid, spots: list[Spot]) -> tuple[list[str], list[str], list[str]]:
    """The large groups by where their boxes go: at the end of a row, below whole streets, below those."""
    ends: list[str] = []
    whole: list[str] = []
    others: list[str] = []
    for spot in spots:
        if len(spot.covers) <= 2 * grid.deep or not spot.covers.isdisjoint(grid.zeros):
            continue
        rows = {grid.cell(mark).y for mark in spot.covers}
        halves = len(spot.covers) * 2 >= len(grid.streets) * grid.deep
        (ends if len(rows) == 1 else whole if grid.whole(spot.covers) and not halves else others).append(spot.id)
    first = {spot.id: min(_key(mark) for mark in spot.covers) for spot in spots}
    tones = {spot.id: spot.wager.area[0] in ("red", "black") for spot in spots}
    covers = {spot.id: spot.covers for spot in spots}
    # As on every layout: the halves of the numbers outermost, the colours in the middle.
    outer = [name for name in others if grid.whole(covers[name])]
    inner = sorted((name for name in others if name not in outer), key=lambda name: (tones[name], first[name]))
    outer.sort(key=lambda name: first[name])
    plain = [name for name in inner if not tones[name]]
    coloured = [name for name in inner if tones[name]]
    middle = [*plain[len(plain) // 2 :], *coloured, *plain[: len(plain) // 2]]
    half = len(outer) // 2
    return ends, whole, [*outer[:half], *middle, *outer[half:]]


def _boxes_first(places: Mapping[str, Place]) -> dict[str, Place]:
    """Border targets lie on top of the boxes."""
    return dict(sorted(places.items(), key=lambda item: item[1].shape == "line"))
