"""A table drawn from what one person may see of it: what lies on the printed felt, cards and chips, dice and the wheel.

Nothing comes in but `seeing.see`: what that does not give cannot be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any

from croupier.equipment.tiles import TILES
from croupier.games.dice._shaken import lit
from croupier.server.pages.felt import drawing, printing
from croupier.server.pages.felt.layout import Box, Layout, Place, spot_name
from croupier.server.pages.saying import title
from croupier.table.playable import Playable, Spot

Key = tuple[str, int, str]
"""A card where it lies: whose, which, and what is seen of it."""
CALLED = 3
"""So many dice at most are called by their total."""


class Scene:
    """Cards, chips, dice and the wheel of one picture; `before` are the cards of the last one, which do not move again."""

    def __init__(self, layout: Layout, playable: Playable, seen: Mapping[str, Any], before: Collection[Key]) -> None:
        self.layout, self.playable, self.seen = layout, playable, seen
        self.before = before
        self.keys: set[Key] = set()
        self.delay = 0.0
        tiles = any(str(face) in TILES for face in playable.pack[:1])
        self.piece, self.ratio = (drawing.tile, drawing.TILE) if tiles else (drawing.card, drawing.RATIO)

    def draw(self, *, results_before: int = 0) -> str:
        """The whole upper layer."""
        inner = [self.equipment(results_before)]
        spun = self.playable.wheel is not None and len((self.seen["round"] or {}).get("results", [])) > results_before
        if self.seen["view"] is not None:
            inner += [*self.middle(), *self.seats()]
            inner += [f'<g class="gone">{"".join(self.swept())}</g>'] if spun else []
        inner.append(f'<g class="{"told" if spun else ""}">{"".join(self.badges())}</g>')
        return printing.svg(self.layout, "".join(inner), "felt-things")

    # Cards

    def cards(self, whose: str, faces: Iterable[str], box: Box, *, groups: tuple[int, ...] = ()) -> str:
        """A row of cards; `groups` leaves a space after so many."""
        faces = list(faces)
        lefts = drawing.grouped(len(faces), groups, box.x, box.height, box.width, ratio=self.ratio)
        drawn = []
        for index, face in enumerate(faces):
            key, hidden = (whose, index, face), (whose, index, "??")
            motion = "" if key in self.before else "turned" if hidden in self.before else "dealt"
            self.keys.add(key)
            drawn.append(self.piece(face, lefts[index], box.y - box.height / 2, box.height, motion=motion, delay=self.delay))
            self.delay += 0.07 if motion else 0
        return "".join(drawn)

    def arranged(self, seat: int, faces: list[str]) -> tuple[list[str], tuple[int, ...]]:
        """Cards as they were set into hands, and where one hand ends."""
        hands = ((self.seen["round"] or {}).get("arranged") or {}).get(str(seat), "")
        parts = [part.split() for part in hands.split("/")]
        if len(parts) < 2 or sorted(face for part in parts for face in part) != sorted(faces):
            return faces, ()
        ends = [sum(len(part) for part in parts[: index + 1]) for index in range(len(parts) - 1)]
        return [face for part in parts for face in part], tuple(ends)

    def middle(self) -> Iterable[str]:
        view, layout = self.seen["view"], self.layout
        if layout.dealer is not None:
            faces, groups = self.arranged(0, view["dealer"])
            yield self.cards("dealer", faces, layout.dealer, groups=groups)
            yield called(view["says"]["dealer"], layout.dealer)
        if layout.cross:
            for place, (face, box) in enumerate(zip(view["community"], layout.cross, strict=False)):
                yield self.cards(f"community {place}", [face], box)
        elif layout.community is not None:
            yield self.cards("community", view["community"], layout.community)
        piles = {name: faces for name, faces in view["piles"].items() if faces}
        piles |= {"exposed": view["exposed"]} if view.get("exposed") else {}
        if piles and layout.piles is not None:
            box = layout.piles
            across = box.width / len(piles)
            for index, (name, faces) in enumerate(piles.items()):
                own = Box(box.x - box.width / 2 + across * (index + 0.5), box.y, across - 16, box.height)
                yield drawing.text(own.x, own.y - own.height / 2 - 6, title(name), 14)
                yield self.cards(name, faces, own)
                yield called(view["says"]["piles"].get(name, ""), own)

    # Seats

    def seats(self) -> Iterable[str]:
        view, you = self.seen["view"], self.seen["you"]["seat"]
        around = others(self.seen)
        shared = self.layout.hand is None and not self.layout.others
        for number in [*([you] if you is not None else []), *around]:
            seat = view["seats"].get(str(number))
            if seat is None:
                continue
            if number == you:
                yield self.own(seat, number)
                yield from self.stakes(seat["stakes"], number, "you", 0)
            elif shared:
                yield from self.stakes(seat["stakes"], number, f"seat {number}", 1 + around.index(number))
        every = len(self.layout.others) > len(around)
        for box, number in zip(
            self.layout.others, clockwise(you, range(1, self.playable.seats + 1)) if every else around, strict=False
        ):
            yield self.other(view["seats"].get(str(number)), number, box)

    def swept(self) -> Iterable[str]:
        """The chips that lay there when the wheel was spun: they are settled already, and seen until it stops."""
        you, around = self.seen["you"]["seat"], others(self.seen)
        for number in map(int, self.seen["view"]["seats"]):
            stakes = {self.places_of[line["wager"]]: line["stake"] for line in self.settled_for(number) if line["stake"]}
            if number == you or number in around:
                yield from self.stakes(stakes, number, f"seat {number}", 0 if number == you else 1 + around.index(number))

    def own(self, seat: Mapping[str, Any], number: int) -> str:
        box = self.layout.hand
        if box is None:
            return ""
        hands = [seat["cards"], *seat.get("splits", ())]
        names = self.seen["view"]["says"]["seats"].get(str(number), [])
        across = box.width / len(hands)
        drawn = []
        for index, faces in enumerate(hands):
            own = Box(box.x - box.width / 2 + across * (index + 0.5), box.y, across - 8, box.height)
            faces, groups = self.arranged(number, faces) if len(hands) == 1 else (faces, ())
            drawn.append(self.cards(f"seat {number} {index}", faces, own, groups=groups))
            drawn.append(called(names[index] if index < len(names) else "", own))
            if self.played(number) == index + 1:
                lefts = drawing.spread(len(faces), own.x, own.height, own.width, ratio=self.ratio)
                wide, under = lefts[-1] - lefts[0] + own.height * self.ratio, own.y + own.height / 2 + 4
                drawn.append(
                    f'<rect x="{lefts[0]:.1f}" y="{under:.1f}" width="{wide:.1f}" height="5" rx="2.5" class="playing"/>'
                )
        return f'<g class="{"folded" if seat["folded"] else ""}">{"".join(drawn)}</g>'

    def played(self, seat: int) -> int | None:
        """Which hand of a seat the table waits for, where it has split."""
        pending = self.seen["pending"]
        return pending["hand"] if pending is not None and pending["seat"] == seat else None

    @cached_property
    def places_of(self) -> dict[str, str]:
        """The first spot of each wager that settlement lines name."""
        return {spot.called: spot.id for spot in reversed([*self.playable.spots.values()])}

    @property
    def coloured(self) -> bool:
        """Has every player chips of their own colour: where many stand on one layout of numbers?"""
        return any(place.shape == "line" for place in self.layout.places.values())

    def stakes(self, stakes: Mapping[str, int], seat: int, who: str, rank: int) -> Iterable[str]:
        """Chips on shared spots; those of others stand smaller round the middle."""
        piled: dict[str, int] = {}
        for stake, amount in stakes.items():
            piled[stake.partition("#")[0]] = piled.get(stake.partition("#")[0], 0) + amount
        for spot, amount in piled.items():
            place = self.layout.places.get(spot)
            if place is None:
                continue
            radius, x, y = _chip_at(place)
            if rank:
                # Others stand smaller: at the other end of a wide box, beside one's own place elsewhere.
                radius = max(9.0, radius * 0.62)
                side = (rank + 1) // 2 * (1 if rank % 2 else -1)
                wide = x > place.x
                x = (
                    place.x - place.width / 2 + radius + 3 + (rank - 1) * radius * 2.1
                    if wide
                    else place.x + side * 0.3 * place.width
                )
                y -= 0.0 if wide else 0.2 * place.height
            says = f"{who}: {dollars_on(amount, spot_name(self.playable.spots[spot]))}"
            tone = drawing.PLAYERS[seat % len(drawing.PLAYERS)] if self.coloured else ""
            yield drawing.chip(amount, x, y, radius, style="theirs" if rank else "", says=says, tone=tone)

    def other(self, seat: Mapping[str, Any] | None, number: int, box: Box) -> str:
        """Another seat, small: who sits there, its cards, and its chips in a row."""
        player = self.seen["players"].get(str(number))
        name = player["name"] if player is not None and not player["companion"] else f"seat {number}"
        if (shared := self.playable.box_of(number)) != number:
            name = f"{name}, on box {shared}"
        pending = self.seen["pending"]
        turn = " turn" if pending is not None and pending["seat"] == number else ""
        left, top = box.x - box.width / 2, box.y - box.height / 2
        parts = [
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="10" class="seat{turn}"/>'
        ]
        if player is None:
            return f'<g class="vacant">{parts[0]}{drawing.text(box.x, box.y + 5, str(number), 15, style="word faint")}</g>'
        rows, size = drawing.fitted(name, box.width - 60, 12, lines=1)
        parts.append(drawing.text(left + 8, top + 15, rows[0], size, anchor="start"))
        if seat is None:
            return "".join(parts)
        state, lines = "folded" if seat["folded"] else "", self.settled_for(number)
        said, style = (brought(lines), "word figure") if lines else (state, "word faint")
        parts.append(drawing.text(left + box.width - 8, top + 15, said, 14 if lines else 11.5, anchor="end", style=style))
        hands = [seat["cards"], *seat.get("splits", ())]
        worth = " · ".join(filter(None, self.seen["view"]["says"]["seats"].get(str(number), [])))
        faces = [face for hand in hands for face in hand]
        height = box.height * 0.42
        if faces:
            faces, groups = self.arranged(number, faces) if len(hands) == 1 else (faces, tuple(_ends(hands)))
            row = Box(box.x, top + 20 + height / 2, box.width - 16, height)
            parts.append(f'<g class="{state}">{self.cards(f"seat {number}", faces, row, groups=groups)}</g>')
            # Once the chips are gone there is room below the cards.
            below = Box(row.x, row.y + (0 if seat["stakes"] else box.height - 28 - height), row.width, height)
            parts.append(called(worth, below, size=11))
        radius = 12.0
        for index, (stake, amount) in enumerate(seat["stakes"].items()):
            name = spot_name(self.playable.spots[stake.partition("#")[0]])
            x = left + 18 + index * (2 * radius + 4)
            if x < left + box.width - radius:
                parts.append(
                    drawing.chip(amount, x, top + box.height - 14, radius, style="theirs", says=dollars_on(amount, name))
                )
        return "".join(parts)

    def settled_for(self, seat: int) -> list[Mapping[str, Any]]:
        """A seat's settlement lines, as far as there are any."""
        view = self.seen["view"]
        return [line for line in view["lines"] if line["seat"] == seat] if view is not None else []

    # Equipment, and what the settlement brought

    def equipment(self, results_before: int) -> str:
        box, round_ = self.layout.equipment, self.seen["round"]
        if box is None:
            return ""
        results = (round_ or {}).get("results", [])
        new = len(results) > results_before
        if self.playable.wheel is not None:
            result = results[-1] if results else None
            turned = drawing.wheel(self.playable.wheel, box.x, box.y, box.width, result=result, spun=new)
            return turned + (self._marker(result, spun=new) if result is not None else "")
        drawn = []
        if results:
            many = len(results[-1])
            # Two or three dice are called by their total; of more, nothing goes by it.
            told, gap = (70.0, 12.0) if many <= CALLED else (0.0, min(12.0, box.width / many / 6))
            size = min(box.height, 64.0, (box.width - told) / many - gap)
            left = box.x - (many * (size + gap) - gap + told * 0.8) / 2
            for index, face in enumerate(results[-1]):
                drawn.append(drawing.die(face, left + index * (size + gap), box.y - size / 2, size, rolled=new))
            if told:
                after = left + many * (size + gap)
                drawn.append(drawing.text(after + 34, box.y + 12, str(sum(results[-1])), 34, style="word figure"))
            drawn += [self._light(spot) for spot in lit(self.playable, results[-1])] if self.playable.script.THROWS else []
        if round_ is not None and not round_["done"]:
            drawn += [self._puck(name, mark) for name, mark in ((self.seen["view"] or {}).get("marks") or {}).items()]
        return "".join(drawn)

    def _marker(self, result: str, *, spun: bool) -> str:
        """The point marker on the number that has won, once the wheel has stopped."""
        spots = (spot for spot in self.playable.spots.values() if spot.covers == {result} and spot.id in self.layout.places)
        return "".join(
            f'<g class="{"told" if spun else ""}">{printing.rectangle(place, "lit")}'
            f"{drawing.marker(place.x, place.y, result) if self.coloured else ''}</g>"
            for place in (self.layout.places[spot.id] for spot in spots)
        )

    def _light(self, spot: Spot) -> str:
        """A place of the board that the throw has lit."""
        return printing.rectangle(self.layout.places[spot.id], "lit", round_=6)

    def _puck(self, name: str, mark: str) -> str:
        """A marker that lies at a number: ON where the point is, a fire marker with how many points it counts; or OFF at none."""
        fire = name.rpartition(" ")[2] if name.startswith("fire marker") else None
        head = self.layout.numbers.get(fire or mark)
        if head is None:
            return ""
        off = mark == "off"
        shift = 0 if off else -26 if fire else 26
        x, y, said = head.x + shift, head.y - 9, mark.rpartition(" ")[2] if fire else "OFF" if off else "ON"
        return (
            f'<g class="{"puck-off" if off else "puck-on"}"><title>{escape(name)}</title><circle cx="{x:.1f}" cy="{y:.1f}" r="13"/>'
            f'<text x="{x:.1f}" y="{y + 3.8:.1f}" font-size="10.5" text-anchor="middle" class="figure">{escape(said)}</text></g>'
        )

    def badges(self) -> Iterable[str]:
        """What each of one's own wagers brought, where it stood."""
        you = self.seen["you"]["seat"]
        if you is None or self.seen["round"] is None or not self.seen["round"]["done"]:
            return
        by_wager: dict[str, list[Mapping[str, Any]]] = {}
        for line in self.settled_for(you):
            by_wager.setdefault(line["wager"], []).append(line)
        for wager, lines in by_wager.items():
            place = self.layout.places.get(self.places_of.get(wager, ""))
            if place is not None:
                net, said = sum(map(net_of, lines)), brought(lines)
                style = "won" if net > 0 else "lost" if net < 0 else "even"
                long = 12 + 8 * len(said)
                _, x, y = _chip_at(place)
                middle = x if x == place.x else place.x + place.width / 2 - long / 2 - 2
                yield (
                    f'<g class="badge {style}">'
                    f'<rect x="{middle - long / 2:.1f}" y="{y - 12:.1f}" width="{long}" height="24" rx="12"/>'
                    f'<text x="{middle:.1f}" y="{y + 5:.1f}" font-size="14" text-anchor="middle" class="figure">{said}</text></g>'
                )


def called(worth: str, box: Box, *, size: float = 13.5) -> str:
    """What a hand is worth, on a label over the lower edge of its cards; of hands that were set, one below the other where it is long."""
    if not worth:
        return ""
    _, least = drawing.fitted(worth, box.width - 14, size, lines=1)
    rows = [worth] if least >= 0.8 * size else re.split(" / |, ", worth)
    size = min(drawing.fitted(row, box.width - 14, size, lines=1)[1] for row in rows)
    wide, high = max(map(len, rows)) * size * 0.58 + 12, size * (0.4 + 1.1 * len(rows))
    x, top = box.x, box.y + box.height / 2 + size * 0.25 - high
    labels = "".join(
        drawing.text(x, top + size * (1.1 * rank + 1.08), row, size, style="figure") for rank, row in enumerate(rows)
    )
    where = f'x="{x - wide / 2:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    return f'<g class="called"><rect {where} rx="{size * 0.75:.1f}"/>{labels}</g>'


def _chip_at(place: Place) -> tuple[float, float, float]:
    """How large one's own chips are on a spot, and where: clear of its words wherever there is room beside or below them."""
    x, y, width, height = place.x, place.y, place.width, place.height
    if place.shape == "line" or place.tone == "quiet":
        return 11.0, x, y
    if place.shape == "circle":
        return width * 0.2, x, y + width * 0.27
    if place.top and width < 150:
        radius = min(width * 0.4, height * 0.32, 17.0)
        return radius, x, y + height / 2 - radius - 1
    if height < 60 and (len(place.label) > 3 or width > 150):
        radius = min(height * 0.42, 17.0)
        return radius, x + width / 2 - radius - 3, y
    if height >= 60 and width > 100:
        return 19.0, x + width / 2 - 26, y
    return min(height * 0.44, width * 0.4, 19.0), x, y


def _ends(hands: list[list[str]]) -> Iterable[int]:
    total = 0
    for hand in hands[:-1]:
        total += len(hand)
        yield total


def net_of(line: Mapping[str, Any]) -> int:
    """What a settlement line changed for its seat."""
    return int(line["won"] + line["returned"] - line["stake"] - line["commission"])


def brought(lines: Sequence[Mapping[str, Any]]) -> str:
    """A win, a loss or neither, in few letters: what was won and lost to the same amount is even, and no push."""
    net = sum(map(net_of, lines))
    if net:
        return f"{'+' if net > 0 else '−'}{drawing.dollars(abs(net))}"
    outcomes = {line["outcome"] for line in lines}
    return outcomes.pop() if outcomes in ({"push"}, {"void"}) else "even"


def dollars_on(amount: int, name: str) -> str:
    return f"{drawing.dollars(amount)} on {name}"


def others(seen: Mapping[str, Any]) -> list[int]:
    """The other taken seats, clockwise from one's own."""
    return clockwise(seen["you"]["seat"], map(int, seen["players"]))


def clockwise(you: int | None, seats: Iterable[int]) -> list[int]:
    """Other seats from one's own on."""
    own = you or 0
    return sorted((number for number in seats if number != own), key=lambda number: (number < own, number))
