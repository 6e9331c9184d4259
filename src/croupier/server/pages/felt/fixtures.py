"""The dealer's side of a table: rack, shoe or shuffler, discard rack, and the placard with limits and the house's choices."""

from __future__ import annotations

from croupier.compliance.wording import choice_text, value_text
from croupier.equipment.tiles import TILES
from croupier.server.pages.felt import drawing
from croupier.server.pages.felt.layout import INSCRIBED, Box, Fixture, odds
from croupier.server.pages.saying import title
from croupier.table.playable import Playable

TOP, HIGH = 6.0, 50.0
MOST_LINES = 4
"""So many lines of a placard are read at a glance."""


def stand(playable: Playable, width: float, *, narrow: bool) -> tuple[Fixture, ...]:
    """What stands there, and where: the discard rack to the dealer's right, which is our left, the shoe to the left."""
    middle, y = width / 2, TOP + HIGH / 2
    rack = Box(middle, y, 96.0 if narrow else 250.0, HIGH - 8)
    found = [Fixture("rack", rack)]
    side = 8.0 if narrow else 16.0
    wide = 128.0 if narrow else 190.0
    lines, room = placard(playable), MOST_LINES * (1 if narrow else 2)
    if len(lines) > room:
        lines = [*lines[: room - 1], f"and {len(lines) - room + 1} more choices"]
    found.append(Fixture("placard", Box(side + wide / 2, y, wide, HIGH), tuple(lines[:MOST_LINES])))
    if lines[MOST_LINES:]:
        found.append(Fixture("placard", Box(middle + 131 + 75, y, 150, HIGH), tuple(lines[MOST_LINES:])))
    if playable.pack and not _tiles(playable):
        options = playable.terms.options
        dealt = str(options.get("dealing", ""))
        shoe = 46.0 if narrow else 70.0
        boxed = "shoe" in dealt or (dealt != "hand" and options.get("decks", 1) != 1)
        found.append(Fixture("shoe" if boxed else "deck", Box(width - side - shoe / 2, y, shoe, HIGH - 8)))
        if "automated" in f"{dealt} {options.get('shuffler', '')}" or "continuous" in dealt:
            found.append(Fixture("shuffler", Box(width - side - shoe * 1.5 - 8, y, shoe, HIGH - 8)))
        if not narrow:
            found.append(Fixture("discards", Box(side + wide + 44, y, 48, HIGH - 10)))
    return tuple(found)


def placard(playable: Playable) -> list[str]:
    """Limits, decks, and whatever this house has chosen for itself that is not printed on the felt."""
    terms = playable.terms
    least, most = terms.posted.minimum, terms.posted.maximum
    lines = []
    if least is not None or most is not None:
        parts = [
            f"{'' if most else 'from '}{drawing.dollars(least)}" if least else "",
            f"to {drawing.dollars(most)}" if most else "",
        ]
        lines.append(f"Limits {' '.join(filter(None, parts))}")
    else:
        lines.append("No limits posted")
    decks = terms.options.get("decks")
    if decks is not None and playable.pack and not _tiles(playable):
        lines.append(f"{decks} deck{'s' if decks != 1 else ''}")
    chosen = terms.house_rules.get("options", {})
    known = terms.file.options  # what is chosen by another word is said by that word
    told = {name: choice_text(known[name], value) if name in known else value_text(value) for name, value in chosen.items()}
    lines += [f"{title(name)}: {odds(said)}" for name, said in told.items() if name not in ("decks", *INSCRIBED)]
    return lines


def _tiles(playable: Playable) -> bool:
    return str(playable.pack[0]) in TILES


# Drawing


def draw(fixture: Fixture) -> str:
    """One of them, seen from above."""
    box = fixture.box
    left, top = box.x - box.width / 2, box.y - box.height / 2
    inner = {"rack": _rack, "shoe": _shoe, "deck": _deck, "shuffler": _shuffler, "discards": _discards}.get(fixture.kind)
    if inner is None:
        return f"<g class=placard>{_rectangle(left, top, box.width, box.height, 4)}{_lines(fixture, left, top)}</g>"
    said = {"rack": "The rack", "deck": "The deck", "discards": "The discard rack"}.get(fixture.kind, f"The {fixture.kind}")
    return f"<g class=fixture><title>{said}</title>{inner(box, left, top)}</g>"


def _rectangle(left: float, top: float, width: float, height: float, round_: float, style: str = "") -> str:
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round_:.0f}"'
        + (f' class="{style}"' if style else "")
        + "/>"
    )


def _lines(fixture: Fixture, left: float, top: float) -> str:
    down = (fixture.box.height - 8) / max(3, len(fixture.lines))
    drawn = []
    for rank, line in enumerate(fixture.lines):
        _, size = drawing.fitted(line, fixture.box.width - 12, min(13.0, down * 0.9), lines=1)
        drawn.append(drawing.text(left + 6, top + 4 + down * (rank + 0.8), line, size, anchor="start", style="on-placard"))
    return "".join(drawn)


def _rack(box: Box, left: float, top: float) -> str:
    """Rows of chips on their edges, by value."""
    fills = ["#e8e6df", *(fill for _, fill, _ in reversed(drawing.CHIPS))]
    tubes = 5 if box.width < 120 else 10
    across = (box.width - 10) / tubes
    drawn = [_rectangle(left, top, box.width, box.height, 6, "tray")]
    for tube in range(tubes):
        x, fill = left + 5 + across * tube + 2, fills[min(tube, tubes - 1 - tube) % len(fills)]
        drawn.append(
            f'<rect x="{x:.1f}" y="{top + 5:.1f}" width="{across - 4:.1f}" height="{box.height - 10:.1f}" rx="3" fill="{fill}"/>'
        )
        drawn += [
            f'<path d="M{x:.1f} {top + 5 + line * 4:.1f} h{across - 4:.1f}" class="chip-line"/>'
            for line in range(1, int((box.height - 10) / 4))
        ]
    return "".join(drawn)


def _shoe(box: Box, left: float, top: float) -> str:
    """A box that slopes towards the table, with the next card at its mouth."""
    right, bottom, front = left + box.width, top + box.height, left + box.width * 0.3
    path = f"M{front:.1f} {top:.1f} H{right:.1f} V{bottom:.1f} H{front:.1f} L{left:.1f} {bottom - 6:.1f} V{top + 6:.1f} Z"
    card = _rectangle(left + 3, top + 7, box.width * 0.3, box.height - 14, 2, "card-edge")
    return f'<path d="{path}" class="casing"/>{card}'


def _deck(box: Box, left: float, top: float) -> str:
    wide = min(box.width, (box.height - 2) * drawing.RATIO)
    at = left + (box.width - wide) / 2
    return "".join(_rectangle(at + shift, top + 3 - shift, wide, box.height - 6, 3, "card-edge") for shift in (0, 1.5, 3))


def _shuffler(box: Box, left: float, top: float) -> str:
    slot = _rectangle(left + 8, top + box.height * 0.36, box.width - 16, box.height * 0.28, 3, "slot")
    return _rectangle(left, top, box.width, box.height, 6, "casing") + slot


def _discards(box: Box, left: float, top: float) -> str:
    return _rectangle(left, top, box.width, box.height, 3, "clear") + _rectangle(
        left + 6, top + 5, box.width - 12, box.height - 10, 2, "card-edge"
    )
