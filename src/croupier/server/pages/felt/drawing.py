"""Cards, tiles, chips, dice and wheels as pieces of SVG. Every word that goes in is escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import combinations, pairwise
from math import cos, pi, sin
from pathlib import Path

from croupier.equipment.faces import FACES
from croupier.equipment.tiles import TILES
from croupier.equipment.wheels import Wheel, colour
from croupier.server.pages.felt.layout import LETTER
from croupier.server.pages.saying import spoken, title

RATIO = 0.72
"""A card's width to its height."""
TILE = 0.48
"""A tile's."""
CHIPS = ((50_000, "#5b21b6", "#fff"), (10_000, "#1f2933", "#fff"), (2_500, "#15803d", "#fff"), (500, "#b91c1c", "#fff"))
PLAYERS = ("#c2410c", "#1d4ed8", "#a16207", "#be185d", "#0f766e", "#6d28d9", "#4d7c0f", "#0369a1", "#9f1239")
"""A colour of chips for each player, where chips have no value printed on them."""
DENOMINATIONS = (100, 500, 2_500, 10_000, 50_000)
_PRIZES = ("#1e3a5f", "#7c2d12", "#14532d", "#581c87", "#713f12", "#831843", "#134e4a", "#3f3f46")
_TONES = {"red": "#b91c1c", "black": "#1f2933", "green": "#15803d"}

SYMBOLS = Path(__file__).with_name("symbols.svg")
"""Suits and card backs, once a page."""


def dollars(cents: int) -> str:
    """An amount as short as it fits on a chip.

    >>> dollars(500), dollars(250), dollars(1_250_000)
    ('$5', '$2.50', '$12.5k')
    """
    if cents >= 1_000_000:
        return f"${cents / 100_000:,.1f}k".replace(".0k", "k")
    return f"${cents // 100:,}" if cents % 100 == 0 else f"${cents / 100:,.2f}"


def text(x: float, y: float, said: str, size: float, *, anchor: str = "middle", style: str = "word") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="{anchor}" class="{style}">{escape(said)}</text>'


def fitted(said: str, width: float, size: float, *, lines: int = 2) -> tuple[list[str], float]:
    """Words broken into at most `lines` lines, no more than they need, and a size at which the longest fits the width.

    >>> fitted("Six-seven-eight", 60, 13.5)[0], fitted("Three-card bonus", 60, 13.5)[0]
    (['Six-seven-', 'eight'], ['Three-card', 'bonus'])
    """
    parts = said.split() if " " in said else [part for part in re.split(r"(?<=-)", said) if part]
    rows = [said]
    for many in range(2, min(lines, len(parts)) + 1):
        if max(map(len, rows)) * size * LETTER <= width:
            break
        cuts = min(combinations(range(1, len(parts)), many - 1), key=lambda cuts: max(map(len, _cut(parts, cuts))))
        rows = _cut(parts, cuts)
    longest = max(1, *(len(row) for row in rows))
    return rows, min(size, max(7.5, width / (longest * LETTER)))


def _cut(parts: list[str], cuts: Sequence[int]) -> list[str]:
    return [" ".join(parts[start:end]).replace("- ", "-") for start, end in pairwise((0, *cuts, len(parts)))]


def card(face: str, x: float, y: float, height: float, *, motion: str = "", delay: float = 0.0) -> str:
    """A card by its upper left corner: its index where a fan shows it, a large suit below; `??` shows its back."""
    width = height * RATIO
    found = FACES.get(face)
    inner = f"<title>{escape(spoken(face))}</title>"
    inner += f'<rect width="{width:.1f}" height="{height:.1f}" rx="{height * 0.07:.1f}" class="paper"/>'
    if found is None:
        margin = height * 0.05
        inner += (
            f'<rect x="{margin:.1f}" y="{margin:.1f}" width="{width - 2 * margin:.1f}" height="{height - 2 * margin:.1f}" '
            f'rx="{height * 0.05:.1f}" fill="url(#card-back)"/>'
        )
    else:
        tone = "red" if found.suit in "dh" or not found.rank else "black"
        index = "★" if not found.rank else "10" if face[0] == "T" else face[0]
        size, small, large = height * 0.34, height * 0.22, height * 0.44
        inner += f'<g class="{tone}">'
        if found.rank:
            squeeze = f' textLength="{size * 0.86:.1f}" lengthAdjust="spacingAndGlyphs"' if index == "10" else ""
            inner += f'<text x="{width * 0.09:.1f}" y="{height * 0.32:.1f}" font-size="{size:.1f}" class="index"{squeeze}>{index}</text>'
            inner += _suit(found.suit, width * 0.1, height * 0.38, small)
        else:
            inner += _suit(found.suit, width * 0.08, height * 0.06, size * 0.8)
        inner += _suit(found.suit, width * 0.94 - large, height * 0.95 - large, large) + "</g>"
    return _placed(inner, x, y, motion, delay)


def _placed(inner: str, x: float, y: float, motion: str, delay: float) -> str:
    moved = f'<g class="{motion}" style="--delay:{delay:.2f}s">{inner}</g>' if motion else inner
    return f'<g transform="translate({x:.1f} {y:.1f})" class="card">{moved}</g>'


_SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the spots of a half lie, from its middle."""


def tile(face: str, x: float, y: float, height: float, *, motion: str = "", delay: float = 0.0) -> str:
    """A tile by its upper left corner: ones and fours red, twelves half red, other spots white; any other face shows its back."""
    width, found = height * TILE, TILES.get(face)
    inner = f"<title>{escape(spoken(face) if found is not None else 'a tile face down')}</title>"
    inner += f'<rect width="{width:.1f}" height="{height:.1f}" rx="{height * 0.06:.1f}" class="block"/>'
    if found is None:
        margin = height * 0.06
        inner += (
            f'<rect x="{margin:.1f}" y="{margin:.1f}" width="{width - 2 * margin:.1f}" height="{height - 2 * margin:.1f}" '
            f'rx="{height * 0.04:.1f}" class="block inlay"/>'
        )
    else:
        for half, spots in enumerate(found.halves):
            middle = height * (0.26 + 0.48 * half)
            for across, down in _SPOTS[spots]:
                twelve = face == "6-6" and (across < 0) == (half == 0)
                tone = "red" if spots in (1, 4) or twelve else "white"
                at = f'cx="{width / 2 + across * width * 0.26:.1f}" cy="{middle + down * height * 0.135:.1f}"'
                inner += f'<circle {at} r="{width * (0.13 if spots > 1 else 0.17):.1f}" class="spot {tone}"/>'
    return _placed(inner, x, y, motion, delay)


def _suit(suit: str, x: float, y: float, size: float) -> str:
    return f'<use href="#suit-{suit}" x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}"/>'


def spread(count: int, x: float, height: float, room: float, *, gap: float = 4, ratio: float = RATIO) -> list[float]:
    """Left edges of so many cards round a centre, overlapping where they would not fit."""
    width = height * ratio
    step = width + gap
    if count > 1:
        step = min(step, (room - width) / (count - 1))
    left = x - (step * (count - 1) + width) / 2
    return [left + step * index for index in range(count)]


GROUP = 18.0
"""The space between hands that lie in one row."""


def grouped(count: int, ends: Sequence[int], x: float, height: float, room: float, *, ratio: float = RATIO) -> list[float]:
    """Left edges of cards in a row, with a space after each of the hands that end there."""
    lefts = spread(count, x, height, room - GROUP * len(ends), ratio=ratio)
    return [left + GROUP * (sum(index >= end for end in ends) - len(ends) / 2) for index, left in enumerate(lefts)]


def chip(amount: int, x: float, y: float, radius: float, *, style: str = "", says: str = "", tone: str = "") -> str:
    """A stack of chips with what it is worth; larger sums have their own colours, or a player has (`tone`)."""
    fill, ink = (
        (tone, "#fff") if tone else next(((fill, ink) for least, fill, ink in CHIPS if amount >= least), ("#e8e6df", "#1f2933"))
    )
    left, count = amount, 0
    for denomination in reversed(DENOMINATIONS):
        count, left = count + left // denomination, left % denomination
    drawn = []
    for level in range(min(4, max(1, count))):
        lift = y - level * radius * 0.14
        drawn.append(
            f'<circle cx="{x:.1f}" cy="{lift:.1f}" r="{radius:.1f}" fill="{fill}" class="chip-edge"/>'
            f'<circle cx="{x:.1f}" cy="{lift:.1f}" r="{radius * 0.86:.1f}" fill="none" stroke="{ink}" stroke-width="{radius * 0.2:.1f}" '
            f'stroke-dasharray="{radius * 0.42:.1f} {radius * 0.48:.1f}" opacity=".75"/>'
            f'<circle cx="{x:.1f}" cy="{lift:.1f}" r="{radius * 0.74:.1f}" fill="{fill}"/>'
        )
    top = y - (min(4, max(1, count)) - 1) * radius * 0.14
    said = dollars(amount)
    size = min(radius * 0.74, radius * 2.5 / max(2, len(said)))
    figure = (
        f'<text x="{x:.1f}" y="{top + size * 0.36:.1f}" font-size="{size:.1f}" text-anchor="middle" '
        f'fill="{ink}" class="figure">{said}</text>'
    )
    return f'<g class="chips {style}"><title>{escape(says or said)}</title>{"".join(drawn)}{figure}</g>'


_PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def die(face: int, x: float, y: float, size: float, *, rolled: bool = False) -> str:
    """A die by its upper left corner."""
    pips = "".join(
        f'<circle cx="{size * (pip % 3 + 1) / 4:.1f}" cy="{size * (pip // 3 + 1) / 4:.1f}" r="{size * 0.09:.1f}" fill="#fff"/>'
        for pip in _PIPS.get(face, ())
    )
    inner = f'<rect width="{size}" height="{size}" rx="{size * 0.16:.1f}" fill="#b91c1c" stroke="#7f1d1d"/>{pips}'
    return f'<g transform="translate({x:.1f} {y:.1f})"><g class="{"rolled" if rolled else ""}">{inner}</g></g>'


def marker(x: float, y: float, number: str) -> str:
    """The point marker, as it stands on a number that has won."""
    return (
        f'<g class="marker"><title>{escape(f"Point marker on {number}")}</title><ellipse cx="{x:.1f}" cy="{y + 13:.1f}" rx="13" ry="6"/>'
        f'<path d="M{x - 8:.1f} {y + 11:.1f} L{x - 5:.1f} {y - 12:.1f} H{x + 5:.1f} L{x + 8:.1f} {y + 11:.1f} Z"/>'
        f'<ellipse cx="{x:.1f}" cy="{y - 12:.1f}" rx="7" ry="3.5"/></g>'
    )


def wheel(of: Wheel, x: float, y: float, size: float, *, result: str | None, spun: bool) -> str:
    """The wheel turned so that the result is at the pointer; where it has just been spun it comes to rest there."""
    count, outer, inner = len(of.sections), size / 2 - 6, size * 0.31
    marks = of.marks
    sectors = []
    for index, mark in enumerate(of.sections):
        start, end = ((index + shift) * 2 * pi / count - pi / 2 for shift in (-0.5, 0.5))
        points = [
            (radius * cos(angle), radius * sin(angle))
            for radius, angle in ((outer, start), (outer, end), (inner, end), (inner, start))
        ]
        shape = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        numbered = mark.isdecimal()
        fill = _TONES[colour(mark)] if numbered else _PRIZES[marks.index(mark) % len(_PRIZES)]
        said = mark if numbered else mark if mark.startswith("$") else title(mark.partition("-")[0])[:6]
        # Numbers stand upright at the rim; words, which are longer, run inwards.
        at = f"translate(0 {-outer + size * 0.055:.1f})" if numbered else f"translate(0 {-(outer + inner) / 2:.1f}) rotate(-90)"
        letters = size * 0.038 if numbered else min(size * 0.042, 1.6 * pi * inner / count)
        sectors.append(
            f'<polygon points="{shape}" fill="{fill}" stroke="#d6c48a" stroke-width=".6"/>'
            f'<text transform="rotate({index * 360 / count:.2f}) {at}" dy="{0 if numbered else 0.35}em" font-size="{letters:.1f}" '
            f'text-anchor="middle" fill="#fff" class="figure">{escape(said)}</text>'
        )
    turn = -of.sections.index(result) * 360 / count if result in of.sections else 0.0
    named = result if result is None or result.isdecimal() or result.startswith("$") else title(result)
    rows, letters = fitted(named or "", inner * 1.5, size * 0.17)
    middle = "".join(
        text(0, letters * 0.35 + (rank - (len(rows) - 1) / 2) * letters * 1.1, row, letters, style="word figure")
        for rank, row in enumerate(rows)
    )
    motion = f'class="{"spun" if spun else "rested"}" style="--turn:{turn:.2f}deg"'
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><title>{escape(f"The wheel stopped at {named}" if named else "The wheel")}</title>'
        f'<circle r="{size / 2:.1f}" fill="#3b2a14"/><g {motion}>{"".join(sectors)}</g>'
        f'<circle r="{inner:.1f}" fill="#0b3a1e" stroke="#d6c48a"/>'
        f'<g class="{"told" if spun else ""}">{middle}</g>'
        f'<path d="M0 {-size / 2 + 12:.1f} l-8 -14 h16 Z" fill="#fbbf24"/></g>'
    )


def inline_cards(faces: list[str], height: float = 46) -> str:
    """A row of cards, or of tiles, as a picture of its own, for lists and buttons."""
    piece, ratio = (tile, TILE) if all(face in TILES for face in faces) else (card, RATIO)
    step = height * ratio + 3
    drawn = "".join(piece(face, index * step, 0, height) for index, face in enumerate(faces))
    return f'<svg width="{step * len(faces):.0f}" height="{height:.0f}" class="inline-cards" aria-hidden="true">{drawn}</svg>'
