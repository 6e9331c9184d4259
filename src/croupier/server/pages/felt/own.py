"""One's own place at a card table: where its wagers lie, as the texts describe it, nearest the dealer first.

Side wagers lie before the wagers that open the round and what is decided later behind them, towards the player, unless a family has its
own way: baccarat its bands, blackjack its box, with no circle for what only ever lies beside a wager.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from croupier.games.blackjack._hands import DOUBLE_DOWN, FREE_DOUBLE, FREE_SPLIT, INSURANCE, SPLIT
from croupier.server.pages.felt.layout import Box, Caption, Place, odds, pays, spot_name
from croupier.table.playable import Playable, Spot

BESIDE = (DOUBLE_DOWN, SPLIT, FREE_DOUBLE, FREE_SPLIT)
"""Chips that are put beside a wager, on no area of their own."""


@dataclass
class Own:
    """What one's own place is made of, while it is being filled from the dealer's side down."""

    playable: Playable
    middle: float
    width: float
    top: float
    narrow: bool
    places: dict[str, Place] = field(default_factory=dict)
    captions: list[Caption] = field(default_factory=list)
    frames: list[Box] = field(default_factory=list)

    @property
    def large(self) -> float:
        return 34.0 if self.narrow else 41.0

    @property
    def small(self) -> float:
        return 29.0 if self.narrow else 33.0

    def circle(self, spot: Spot, x: float, y: float, radius: float, *, quiet: bool = False) -> None:
        paid = "" if quiet else odds(pays(self.playable, spot))
        tone = "quiet" if quiet else "meter" if spot.wager.meter is not None else ""
        size = 13.5 if radius >= 35 else 11.5
        self.places[spot.id] = Place(x, y, 2 * radius, 2 * radius, "circle", spot_name(spot), paid, tone, size=size)

    def row(self, spots: Sequence[Spot], radius: float, *, at: Mapping[str, float] | None = None) -> None:
        """Circles side by side round the middle, in as many rows as that takes; `at` is where some of them must stand."""
        step = 2 * radius + (18 if len(spots) < 4 else 8)
        abreast = max(1, int((self.width + 8) // step))
        lines = -(-len(spots) // abreast)
        many = -(-len(spots) // lines) if lines else 0
        for start in range(0, len(spots), many or 1):
            line = spots[start : start + many]
            for rank, spot in enumerate(line):
                x = self.middle + (rank - (len(line) - 1) / 2) * step
                self.circle(spot, (at or {}).get(spot.id, x), self.top + radius + 3, radius)
            for one, other in pairwise(line):
                if _alike(one, other):
                    x = (self.places[one.id].x + self.places[other.id].x) / 2
                    self.captions.append(Caption(x, self.top + radius + 10, "=", 22, style="word"))
            self.top += 2 * radius + 6


def lay_out(playable: Playable, spots: Sequence[Spot], own: Own) -> None:
    """The wagers of one's place, by the way of the family."""
    ways: dict[str, Callable[[Sequence[Spot], Own], None]] = {"blackjack": _box, "baccarat": _bands, "poker room": _pot}
    ways.get(playable.terms.file.family, _tiers)(spots, own)


def _needs(spot: Spot) -> set[str]:
    return {wager for need in spot.wager.needs for wager in need.wagers}


def _alike(one: Spot, other: Spot) -> bool:
    """Must two wagers be made together?"""
    return other.wager.id in _needs(one) and one.wager.id in _needs(other)


def divided(playable: Playable, spots: Sequence[Spot]) -> tuple[list[Spot], list[Spot], list[Spot]]:
    """Side wagers, the wagers that open the round, and those that a decision makes."""
    later = [spot for spot in spots if spot.wager.placed == "decision"]
    opening = [spot for spot in spots if spot not in later]
    ids = {spot.wager.id: spot for spot in opening}

    def offered(spot: Spot) -> bool:
        """Is it the house's choice whether the table has it?"""
        return playable.terms.file.wagers[spot.wager.id].offered is not None

    def rests(spot: Spot) -> bool:
        """Does it rest on a wager that does not rest on it?"""
        return any(name in ids and spot.wager.id not in _needs(ids[name]) for name in _needs(spot))

    sides = [spot for spot in opening if spot.wager.looks_at or spot.wager.meter or offered(spot) or rests(spot)]
    return sides, [spot for spot in opening if spot not in sides], later


def _tiers(spots: Sequence[Spot], own: Own) -> None:
    """Side wagers nearest the dealer, what opens the round behind them, later wagers behind the one they go with."""
    areas = own.playable.terms.file.areas
    if areas is not None:
        lying = {spot.wager.id: spot for spot in spots}
        own.row([spot for spot in spots if all(spot.wager.id not in row for row in areas.rows)], own.small)
        for row in areas.rows:
            own.row([lying[name] for name in row if name in lying], own.large)
        return
    sides, mains, later = divided(own.playable, spots)
    if not mains:
        sides, mains = [], sides
    own.row(sides, own.small)
    own.row(mains, own.large if len(mains) * (2 * own.large + 18) <= own.width else own.small)
    lines: list[list[Spot]] = []
    for spot in later:
        taken = {other.wager.of for other in lines[-1]} if lines else set()
        if not lines or (len(mains) > 1 and spot.wager.of in taken):
            lines.append([])
        lines[-1].append(spot)
    for line in lines:
        behind = {spot.id: own.places[spot.wager.of].x for spot in line if spot.wager.of in own.places}
        apart = len(set(behind.values())) == len(line) and line is lines[0]
        own.row(line, own.large, at=behind if apart else None)


def _box(spots: Sequence[Spot], own: Own) -> None:
    """Blackjack: the insurance line, side wagers' circles, the box; what doubles or splits a wager lies beside it."""
    sides, mains, later = divided(own.playable, spots)
    for spot in later:
        if spot.wager.id == INSURANCE:
            label = f"{spot_name(spot)} pays {odds(pays(own.playable, spot))}".upper()
            own.places[spot.id] = Place(own.middle, own.top + 13, min(own.width, 420.0), 26, "box", label, "", "band", size=15)
            own.top += 34
    file = own.playable.terms.file
    further = [spot for spot in sides if not (spot.wager.looks_at or spot.wager.meter or file.wagers[spot.wager.id].offered)]
    mains, sides = [*mains, *further], [spot for spot in sides if spot not in further]
    own.row(sides, own.small)
    beside = [spot for spot in later if spot.wager.id.startswith(BESIDE)]
    printed = [spot for spot in later if spot not in beside and spot.wager.id != INSURANCE]
    y = own.top + own.large + 3
    own.row([*mains, *printed], own.large)
    _put_beside(beside, own, y, [*mains, *printed])


def _put_beside(beside: Sequence[Spot], own: Own, y: float, row: Sequence[Spot]) -> None:
    """Chips beside the wagers of a row: doubles to its right, splits to its left, one below the other."""
    radius = 13.0
    far = max((own.places[spot.id].x - own.middle for spot in row), default=0.0) + own.large + radius + 5
    doubles = [spot for spot in beside if "double" in spot.wager.id]
    splits = [spot for spot in beside if spot not in doubles]
    if far + radius > own.width / 2:  # no room beside them: below
        for rank, spot in enumerate([*splits, *doubles]):
            x = own.middle + (rank - (len(beside) - 1) / 2) * (2 * radius + 4)
            own.circle(spot, x, own.top + radius, radius, quiet=True)
        own.top += 2 * radius + 4
        return
    for sign, column in ((1, doubles), (-1, splits)):
        for rank, spot in enumerate(column):
            down = (rank - (len(column) - 1) / 2) * (2 * radius + 1)
            own.circle(spot, own.middle + sign * far, y + down, radius, quiet=True)


def _pot(spots: Sequence[Spot], own: Own) -> None:
    """A poker room: what the players play for in the middle, their own chips before them."""
    _, mains, later = divided(own.playable, spots)
    own.row(later, own.large)
    own.row(mains, own.large)


def _bands(spots: Sequence[Spot], own: Own) -> None:
    """Baccarat: side wagers, then a band for each hand and for a tie, the player's nearest."""
    sides, mains, later = divided(own.playable, spots)
    _numbered(own)
    own.row([*sides, *later], own.small)
    wide, high = min(own.width, 330.0), 56.0
    for spot in reversed(mains):
        paid = odds(pays(own.playable, spot))
        rows = own.playable.terms.chosen[spot.wager.id].rows
        if "commission" in rows:
            paid = f"{paid}, {rows['commission'].text} commission"
        place = Place(own.middle, own.top + high / 2, wide, high - 4, "box", spot_name(spot).upper(), paid, size=22)
        own.places[spot.id] = place
        own.top += high


def _numbered(own: Own) -> None:
    """A numbered box for each seat, in which commission is marked."""
    many = own.playable.seats
    across = min(32.0, own.width / many)
    for rank in range(many):
        x = own.middle + (rank - (many - 1) / 2) * across
        own.frames.append(Box(x, own.top + 12, across - 3, 20))
        own.captions.append(Caption(x, own.top + 16.5, str(rank + 1), 12, style="word faint"))
    own.top += 28
