"""A card table: the dealer's side above, the players round the other side, one's own place large in the middle of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, takewhile
from math import ceil, sqrt

from croupier.equipment.cards import RANK_NAMES
from croupier.equipment.tiles import TILES
from croupier.server.pages.felt import drawing, own
from croupier.server.pages.felt.layout import (
    HEAD,
    INSCRIBED,
    LETTER,
    NARROW,
    WIDE,
    Box,
    Caption,
    Layout,
    Payouts,
    odds,
    pays,
    spot_name,
    stakeable,
)
from croupier.server.pages.saying import title, words
from croupier.table.playable import Playable, Shape

CENTRE = 470.0
"""How wide the middle of a table is, between the seats at its sides."""
CORNER = (300.0, 250.0)
"""How far the rounding of the players' side reaches, across and down."""
SEAT = (168.0, 86.0)
LAST = 95.0
"""How far from the table's end the last seat at a side is, clear of one's own place."""
MOST_SHOWN = 9
"""Up to so many other seats are all drawn, taken or not."""
PRINT = (200.0, 132.0)
"""How wide a printed pay table is: one to a side of the dealer, or two."""
CROSS = 1.0
"""How much higher than one row of cards a cross of smaller ones is, in cards."""


def lay_out(playable: Playable, *, others: int, seated: bool, narrow: bool) -> Layout:
    """The felt for somebody who sits at it, or who looks on."""
    shape = playable.shape
    width, card = (NARROW, 62.0) if narrow else (WIDE, 84.0)
    middle = width / 2
    rows = [name for name, cards in (("dealer", shape.dealer), ("community", shape.community)) if cards] or ["piles"]
    head = HEAD + 18
    boxes = {
        name: Box(middle, head + card / 2 + index * (card + 22), width - 16 if narrow else 380, card)
        for index, name in enumerate(rows)
    }
    captions = [
        Caption(middle, boxes[name].y - card / 2 - 5, said, 13)
        for name, said in (("dealer", "Dealer"), ("community", "Community cards"))
        if name in boxes
    ]
    top = head + len(rows) * (card + 22) + (CROSS * card if shape.cross else 0) - 8
    for line, size in _inscriptions(playable):
        captions.append(
            Caption(middle, top + size, line, size * (0.72 if narrow else 1), style="word inscribed", bend=0 if narrow else 900)
        )
        top += size * 1.35
    if rows == ["piles"]:
        captions += _hands_of(playable, boxes["piles"])
    place = own.Own(playable, middle, width - 16 if narrow else CENTRE, top + 6, narrow)
    if seated:
        own.lay_out(playable, stakeable(playable), place)
    high = 84.0 if narrow else 104.0
    hand = None
    bottom = place.top
    if seated and shape.hand:
        bottom += 16 if shape.sets else 0
        hand = Box(middle, bottom + high / 2 + 6, width - 16 if narrow else CENTRE, high)
        bottom += high + 14
    if narrow:
        count, seats = others, _in_rows(others, width, bottom + 4)
        bottom += ceil(others / 3) * 86 + 4
    else:
        count = playable.seats - (1 if seated else 0)
        count = count if count <= MOST_SHOWN else others
        rank = ceil(count / 2)
        bottom = max(bottom, HEAD + 112 + LAST + rank * (50 if not shape.hand else 86 if rank < 4 else 76))
        seats = _round_the_side(count, width, HEAD + 112, bottom)
    return Layout(
        width=width,
        height=bottom + 10,
        places=place.places,
        captions=(*captions, *place.captions, *_set_hands(playable, hand)),
        dealer=boxes.get("dealer"),
        community=boxes.get("community"),
        cross=_crossed(boxes["community"]) if shape.cross else (),
        piles=boxes.get("piles") or boxes.get("community") or boxes.get("dealer"),
        hand=hand,
        others=seats,
        slots=_slots(playable, boxes, hand),
        frames=tuple(place.frames),
        payouts=() if narrow else _payouts(playable, width, min((top_of(seat) for seat in seats), default=240.0) - HEAD - 10),
        rounded=not narrow,
    )


def _inscriptions(playable: Playable) -> list[tuple[str, float]]:
    """What texts want printed between the dealer and the players, and how large."""
    options = playable.terms.options
    lines: list[tuple[str, float]] = []
    if "blackjack-pays" in options:
        lines.append((f"BLACKJACK PAYS {odds(str(options['blackjack-pays'])).upper()}", 27))
    if "dealer-hits-soft-17" in options:
        hits = options["dealer-hits-soft-17"]
        lines.append((f"Dealer must draw to 16 and {'hit soft 17' if hits else 'stand on all 17s'}", 16))
    for name in INSCRIBED[2:]:
        if name in options:
            least = words(str(options[name]))
            high = " high" if least in RANK_NAMES.values() else ""
            lines.append((f"Dealer plays with {least}{high} or better", 16))
    return lines


def _payouts(playable: Playable, width: float, high: float) -> tuple[Payouts, ...]:
    """Pay tables that tell more than one figure, as many as can be read in the corners beside the dealer's cards."""
    chosen = playable.terms.chosen
    plain = {spot.wager.id for spot in playable.spots.values() if pays(playable, spot) or spot.wager.placed == "decision"}
    alike: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for name in playable.terms.wagers:
        told = (
            tuple((title(row), odds(str(payout.text))) for row, payout in chosen[name].rows.items()) if name in chosen else ()
        )
        if name not in plain and len({paid for _, paid in told} - {"push"}) > 1:
            alike.setdefault(told, []).append(playable.terms.wagers[name].name)
    few, many = ({_in_common(names): rows for rows, names in alike.items() if legible(rows, wide, high)} for wide in PRINT)
    wide = PRINT[len(many) > 2]
    lefts = (16.0, width - 16 - wide, 16.0 + wide + 6, width - 16 - 2 * wide - 6)
    return tuple(
        Payouts(Box(left + wide / 2, HEAD + high / 2 + 4, wide, high), name, rows)
        for left, (name, rows) in zip(
            lefts if len(many) > 2 else lefts[:2], (many if len(many) > 2 else few).items(), strict=False
        )
    )


def _in_common(names: Sequence[str]) -> str:
    """The words with which all names begin; of names with none in common, the first."""
    shared = [
        words[0]
        for words in takewhile(lambda words: len(set(words)) == 1, zip(*(name.split() for name in names), strict=False))
    ]
    return " ".join(shared) or names[0]


def legible(rows: Sequence[tuple[str, str]], wide: float, high: float) -> bool:
    """Can a pay table be read where it would be printed? Others are told beside the table."""
    longest = max(len(row) + len(paid) for row, paid in rows)
    return (high - 15) / len(rows) >= 9 and (wide - 8) / (longest * LETTER) >= 8


def _hands_of(playable: Playable, box: Box) -> Iterator[Caption]:
    """Where hands lie that are nobody's own: named for the first wagers, which are on them."""
    names = [spot_name(spot) for spot in stakeable(playable) if spot.wager.looks_at is None][:2]
    for rank, name in enumerate(names if not playable.shape.hand else ()):
        yield Caption(box.x + box.width * (rank / 2 - 0.25), box.y - box.height / 2 - 6, name, 14, style="word")


def _slots(playable: Playable, boxes: Mapping[str, Box], hand: Box | None) -> tuple[Box, ...]:
    """The places of cards, as many as each hand is dealt."""
    shape, found = playable.shape, list[Box]()
    ratio = drawing.TILE if str(playable.pack[0]) in TILES else drawing.RATIO
    if shape.cross:
        found += [Box(box.x, box.y, box.height * ratio, box.height) for box in _crossed(boxes["community"])]
    rows = [
        (boxes.get("dealer"), shape.dealer - min(shape.later, shape.dealer), _ends(shape)),
        (boxes.get("community"), 0 if shape.cross else shape.community, []),
        (hand, shape.hand - shape.later, _ends(shape)),
    ]
    if "piles" in boxes and not shape.hand:
        found += [replace(boxes["piles"], x=boxes["piles"].x + side * boxes["piles"].width / 4, width=160) for side in (-1, 1)]
    for box, many, ends in rows:
        if box is not None and many:
            wide = box.height * ratio
            lefts = drawing.grouped(many, ends, box.x, box.height, box.width, ratio=ratio)
            found += [Box(left + wide / 2, box.y, wide, box.height) for left in lefts]
    return tuple(found)


def _ends(shape: Shape) -> list[int]:
    """Where in its row each hand but the last ends that cards are set into."""
    return list(accumulate(shape.sets))[:-1]


def _set_hands(playable: Playable, hand: Box | None) -> Iterator[Caption]:
    """The names of the hands that a player sets, over their places."""
    ends = _ends(playable.shape)
    if hand is None or not ends:
        return
    ratio = drawing.TILE if str(playable.pack[0]) in TILES else drawing.RATIO
    lefts = drawing.grouped(playable.shape.hand, ends, hand.x, hand.height, hand.width, ratio=ratio)
    names = ("High hand", "Low hand") if len(ends) == 1 else ("High hand", "Medium hand", "Low hand")
    for name, first, last in zip(names, [0, *ends], [*ends, playable.shape.hand], strict=True):
        middle = (lefts[first] + lefts[last - 1] + hand.height * ratio) / 2
        yield Caption(middle, hand.y - hand.height / 2 - 5, name, 12.5 if last - first > 1 else 11)


def _crossed(box: Box) -> tuple[Box, ...]:
    """Five places in a cross: far, left, centre, right, near. The far one lies at the top of the box, the others reach below it."""
    size, step = 0.62 * box.height, 0.66 * box.height
    top = box.y - box.height / 2 + size / 2
    places = ((0, 0), (-1, 1), (0, 1), (1, 1), (0, 2))
    return tuple(Box(box.x + x * step, top + y * step, size, size) for x, y in places)


def _in_rows(count: int, width: float, top: float) -> tuple[Box, ...]:
    """Other seats three abreast, on the players' side."""
    across = (width - 12) / 3
    return tuple(Box(6 + across * (index % 3 + 0.5), top + 43 + index // 3 * 86, across - 8, 80) for index in range(count))


def _round_the_side(count: int, width: float, top: float, bottom: float) -> tuple[Box, ...]:
    """Other seats clockwise: up the left side from one's own place, down the right side to it, along the edge of the table."""
    left = ceil(count / 2)
    found = []
    for index in range(count):
        side, rank, many = (0, left - 1 - index, left) if index < left else (1, index - left, count - left)
        high = min(SEAT[1], (bottom - LAST - top) / left - 6)
        y = bottom - LAST - high / 2 - (many - 1 - rank) * (high + 6)
        x = _edge(y + high / 2, bottom) + SEAT[0] / 2 + 14
        found.append(Box(x if side == 0 else width - x, y, SEAT[0], high))
    return tuple(found)


def top_of(box: Box) -> float:
    return box.y - box.height / 2


def _edge(y: float, bottom: float) -> float:
    """How far from the left the table begins at a height."""
    across, down = CORNER
    below = min(max(0.0, y - (bottom + 10 - down)), down)
    return across * (1 - sqrt(1 - (below / down) ** 2))
