"""The printed felt: every spot as a button, with the words, dice and lines that layouts have."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from croupier.server.pages.felt import cards, drawing, fixtures
from croupier.server.pages.felt.layout import LETTER, Box, Caption, Layout, Payouts, Place, odds, pays, slug, spot_name
from croupier.table.playable import Playable

CORNER = 16.0
"""How round the corner is of an area that goes round one."""


def svg(layout: Layout, inner: str, style: str) -> str:
    """One layer of the picture."""
    hidden = "" if style == "felt-spots" else ' aria-hidden="true"'
    box = f"0 0 {layout.width:.0f} {layout.height:.0f}"
    return f'<svg viewBox="{box}" class="{style}" preserveAspectRatio="xMidYMid meet"{hidden}>{inner}</svg>'


def printed(layout: Layout, playable: Playable, open_spots: Collection[str], wanted: Collection[str] = ()) -> str:
    """The felt and every spot as a button; those where nothing may be staked now are shut, `wanted` ones stand out."""
    inner = [_cloth(layout), *map(fixtures.draw, layout.fixtures)]
    inner += [rectangle(slot, "slot-line", round_=5) for slot in layout.slots]
    inner += [rectangle(frame, "frame", round_=3) for frame in layout.frames]
    for rank, (spot_id, place) in enumerate(layout.places.items()):
        spot = playable.spots[spot_id]
        state = ("open" if spot_id in open_spots else "shut") + (" wanted" if spot_id in wanted else "")
        paid = odds(pays(playable, spot))
        says = ". ".join(filter(None, (spot_name(spot), f"Pays {paid}" if paid else "", spot.wager.says)))
        inner.append(
            f'<g class="spot {state} {place.shape}" role="button" tabindex="{0 if rank == 0 else -1}" data-spot="{escape(spot_id)}" '
            f'data-testid="spot-{slug(spot_id)}" aria-label="{escape(says)}" aria-disabled="{str(spot_id not in open_spots).lower()}">'
            f"<title>{escape(says)} [{escape(spot.wager.clause)}]</title>{_area(place)}</g>"
        )
    inner += map(_payouts, layout.payouts)
    inner += [_caption(caption) for caption in layout.captions if caption.text]
    return svg(layout, "".join(inner), "felt-spots")


def _cloth(layout: Layout) -> str:
    """The table itself: oblong, or round at the players' side."""
    width, height = layout.width, layout.height
    if not layout.rounded:
        return f'<rect x="4" y="4" width="{width - 8:.0f}" height="{height - 8:.0f}" rx="22" class="cloth"/>'
    across, down = cards.CORNER
    path = (
        f"M26 4 H{width - 26:.0f} Q{width - 4:.0f} 4 {width - 4:.0f} 26 V{height - 4 - down:.0f} "
        f"A{across:.0f} {down:.0f} 0 0 1 {width - 4 - across:.0f} {height - 4:.0f} H{4 + across:.0f} "
        f"A{across:.0f} {down:.0f} 0 0 1 4 {height - 4 - down:.0f} V26 Q4 4 26 4 Z"
    )
    return f'<path d="{path}" class="cloth"/>'


def rectangle(box: Box | Place, style: str, *, round_: float = 4) -> str:
    x, y = box.x - box.width / 2, box.y - box.height / 2
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="{round_:.0f}" class="{style}"/>'
    )


def _caption(caption: Caption) -> str:
    x, y = caption.x, caption.y
    if caption.bend:
        return _bowed(caption)
    said = drawing.text(x, y, caption.text, caption.size, anchor=caption.anchor, style=f"{caption.style} print")
    if caption.ring:
        said += f'<circle cx="{x:.1f}" cy="{y - caption.size * 0.34:.1f}" r="{caption.ring:.1f}" class="ring print"/>'
    return f'<g transform="rotate({caption.turn:.0f} {x:.1f} {y:.1f})">{said}</g>' if caption.turn else said


def _bowed(caption: Caption) -> str:
    """Words on an arc, lowest in its middle."""
    half = len(caption.text) * caption.size * 0.36 + 10
    rise = caption.bend - (caption.bend**2 - half**2) ** 0.5
    left, right, y, name = caption.x - half, caption.x + half, caption.y - rise, f"arc-{slug(caption.text)}"
    return (
        f'<path id="{name}" d="M{left:.1f} {y:.1f} A{caption.bend:.0f} {caption.bend:.0f} 0 0 0 {right:.1f} {y:.1f}" fill="none"/>'
        f'<text font-size="{caption.size:.1f}" text-anchor="middle" class="{caption.style} print">'
        f'<textPath href="#{name}" startOffset="50%">{escape(caption.text)}</textPath></text>'
    )


def _payouts(table: Payouts) -> str:
    """A pay table in small print."""
    box = table.box
    left, right, top = box.x - box.width / 2, box.x + box.width / 2, box.y - box.height / 2
    down = min(12.5, (box.height - 15) / len(table.rows))
    longest = max(len(row) + len(paid) for row, paid in table.rows)
    size = min(down * 0.88, (box.width - 8) / (longest * LETTER))
    _, head = drawing.fitted(table.title, box.width, 12.5, lines=1)
    drawn = [drawing.text(left, top + 11, table.title, head, anchor="start", style="word heading")]
    for index, (row, paid) in enumerate(table.rows):
        y = top + 15 + down * (index + 0.75)
        drawn.append(drawing.text(left, y, row, size, anchor="start", style="word faint"))
        drawn.append(drawing.text(right, y, paid, size, anchor="end", style="word faint"))
    return f'<g class="print">{"".join(drawn)}</g>'


def _area(place: Place) -> str:
    x, y, width = place.x, place.y, place.width
    if place.shape == "line":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{width / 2:.1f}" class="target"/>'
    if place.shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{width / 2:.1f}" class="target {place.tone}"/>{_in_a_circle(place)}'
    style = f"target {place.tone}".strip()
    outline = _bent(place, style) if place.upright is not None else rectangle(place, style)
    return outline + (_at_the_top(place) if place.top else _in_the_middle(place))


def _in_a_circle(place: Place) -> str:
    """Its name in the upper half, what it pays in the lower, where a chip will cover it."""
    if place.tone == "quiet":
        return ""
    x, y, radius = place.x, place.y, place.width / 2
    rows, size = drawing.fitted(place.label, radius * 1.62, place.size, lines=3)
    first = y - 0.22 * radius + size * 0.35 - (len(rows) - 1) * size * 0.52
    words = "".join(drawing.text(x, first + index * size * 1.02, row, size) for index, row in enumerate(rows))
    return words + (
        drawing.text(x, y + radius * 0.62, place.pays, min(12.0, radius * 0.32), style="word faint") if place.pays else ""
    )


def _at_the_top(place: Place) -> str:
    """Words or dice at the upper edge, what they pay at the lower, where a chip will cover it."""
    x, top, bottom = place.x, place.y - place.height / 2, place.y + place.height / 2
    low = place.height < 36
    paid = ""
    if place.pays and place.pays != place.label:
        size = min(12.0 if not low else 10.0, (place.width - 4) / (len(place.pays) * LETTER))
        paid = drawing.text(x, bottom - (4 if low else 7), place.pays, size, style="word faint")
    if place.dice:
        side = min((place.height - 20) * 0.86, (place.width - 8) / len(place.dice) - 3, 30.0)
        return _dice(place.dice, x, top + 5, side) + paid
    size = place.size if len(place.label) > 2 else 18.0
    two = place.height > 2 * size + (14 if paid else 4)
    rows, size = drawing.fitted(place.label, place.width - 5, size, lines=2 if two else 1)
    first = top + size * (0.95 if place.height < 46 else 1.15)
    words = "".join(drawing.text(x, first + index * size * 1.05, row, size) for index, row in enumerate(rows))
    return words + paid


def _in_the_middle(place: Place) -> str:
    x, y = place.x, place.y
    side = min(place.height - 12, 24.0)
    taken = len(place.dice) * (side + 4) + 6 if place.dice else 0.0
    rows, size = drawing.fitted(place.label, place.width - 8 - taken, place.size if len(place.label) > 2 else 18.0)
    tall = bool(place.pays) and place.pays != place.label and place.height > 48
    first = y + size * 0.35 - (len(rows) - 1) * size * 0.55 - (9 if tall else 0)
    words = "".join(drawing.text(x - taken / 2, first + index * size * 1.08, row, size) for index, row in enumerate(rows))
    if taken:
        long = max(map(len, rows)) * size * LETTER * (1.35 if place.label.isupper() else 1.1)
        words += _dice(place.dice, x - taken / 2 + long / 2 + taken / 2 + 4, y - side / 2, side)
    return words + (drawing.text(x, y + place.height / 2 - 10, place.pays, 12.5, style="word faint") if tall else "")


def _dice(faces: tuple[int, ...], x: float, top: float, side: float) -> str:
    """Dice in a row round a centre."""
    left = x - (len(faces) * (side + 4) - 4) / 2
    return "".join(drawing.die(face, left + index * (side + 4), top, side) for index, face in enumerate(faces))


def _bent(place: Place, style: str) -> str:
    """An area that goes round the corner at its left end; `base` is where keys find it."""
    up = place.upright
    assert up is not None
    left, right = place.x - place.width / 2, place.x + place.width / 2
    top, bottom = place.y - place.height / 2, place.y + place.height / 2
    path = (
        f"M{left:.1f} {up.y - up.height / 2:.1f} H{up.x + up.width / 2:.1f} V{top:.1f} H{right:.1f} V{bottom:.1f} "
        f"H{left + CORNER:.1f} Q{left:.1f} {bottom:.1f} {left:.1f} {bottom - CORNER:.1f} Z"
    )
    return f'<path d="{path}" class="{style}"/>{rectangle(place, "base")}'
