"""Cards, dice and a table laid out as HTML for reading, not for play. Every word that goes in is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from croupier.equipment.faces import FACES
from croupier.equipment.tiles import Tile
from croupier.server.pages.saying import spoken, words
from croupier.table.settlement import money
from croupier.table.views import HIDDEN, Layout, SeatView

STYLE = """
.faces { display: inline-flex; flex-wrap: wrap; gap: 4px; vertical-align: middle; }
.face { display: inline-flex; align-items: center; justify-content: center; width: 2.15rem; height: 2.9rem; border-radius: 5px;
  background: #fffdf8; color: #1f2933; border: 1px solid #9aa0a6; font: 600 1rem system-ui, sans-serif; letter-spacing: -.03em; }
.face.red { color: #b3161b; }
.face.down { background: repeating-linear-gradient(45deg, #7f1d1d 0 4px, #991b1b 4px 8px); border-color: #f3efe4; }
.face.tile { background: #17191d; color: #fdfbf4; }
.face.small { width: 1.9rem; height: 2.4rem; font-size: .82rem; letter-spacing: -.05em; }
.face.long { font-size: .84rem; letter-spacing: -.07em; } .face.long.small { font-size: .7rem; }
.die { display: inline-flex; align-items: center; justify-content: center; width: 2.2rem; height: 2.2rem; border-radius: 6px;
  background: #b3161b; color: #fff; font: 700 1.1rem system-ui, sans-serif; }
.felt { background: var(--felt); color: #f6f3ea; border: 3px solid var(--felt-edge); border-radius: 14px; padding: .9rem 1rem;
  box-sizing: border-box; width: 100%; }
.felt h3 { font: 600 .78rem system-ui, sans-serif; letter-spacing: .06em; text-transform: uppercase; color: #e7e2d3; margin: 0 0 .3rem; }
.felt .middle { display: flex; flex-wrap: wrap; gap: .6rem 1.4rem; margin-bottom: .8rem; align-items: end; }
.felt .seats { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .7rem; }
.felt .seat { border: 1px solid rgba(255,255,255,.28); border-radius: 9px; padding: .5rem .6rem; }
.felt .seat.out { border-style: dashed; }
.felt .stake { display: flex; justify-content: space-between; gap: .8rem; font: .86rem system-ui, sans-serif;
  font-variant-numeric: tabular-nums; padding: 1px 0; }
.felt .note { font: .82rem system-ui, sans-serif; color: #e7e2d3; }
.felt .mark { display: inline-block; font: 600 .85rem system-ui, sans-serif; background: #fffdf8; color: #1f2933; border-radius: 999px;
  padding: 2px 10px; margin: 0 .3rem .2rem 0; }
"""


def card(face: str, *, small: bool = False) -> str:
    """One card."""
    found = FACES.get(face)
    size = " small" if small else ""
    if found is None:
        kind, shown = ("down", "") if face == HIDDEN else ("", escape(face))
        return f'<span class="face {kind}{size}" role="img" aria-label="{escape(spoken(face))}">{shown}</span>'
    kind = " tile" if isinstance(found, Tile) else " red" if found.suit in "dh" else ""
    kind += " long" if len(found.symbol) > 2 and not isinstance(found, Tile) else ""
    return f'<span class="face{kind}{size}" role="img" aria-label="{spoken(face)}">{found.symbol}</span>'


def cards(faces: Iterable[str], *, small: bool = False) -> str:
    return f'<span class="faces">{"".join(card(face, small=small) for face in faces)}</span>'


def dice(faces: Iterable[int]) -> str:
    thrown = "".join(f'<span class="die">{int(face)}</span>' for face in faces)
    return f'<span class="faces">{thrown}</span>'


def titled(title: str, inside: str) -> str:
    return f"<div><h3>{escape(title)}</h3>{inside}</div>"


def felt(
    seen: Layout,
    stakes: Mapping[int, Mapping[str, int]] | None = None,
    *,
    thrown: Iterable[int] = (),
    spin: str | None = None,
    names: Mapping[int, str] | None = None,
) -> str:
    """A view of a table: the hands in the middle, marks, and every seat with its cards and chips."""
    middle = [titled(name, cards(hand)) for name, hand in (("dealer", seen.dealer), ("community", seen.community)) if hand]
    middle += [titled(words(name), cards(pile)) for name, pile in seen.piles.items() if pile]
    if seen.exposed:
        middle.append(titled("exposed", cards(seen.exposed)))
    thrown = tuple(thrown)
    if thrown:
        middle.append(titled(f"the dice show {sum(thrown)}", dice(thrown)))
    if spin is not None:
        middle.append(titled("the wheel stopped at", f'<span class="mark">{escape(words(spin))}</span>'))
    marks = "".join(
        f'<span class="mark">{escape(words(name))}: {escape(words(mark))}</span>' for name, mark in seen.marks.items()
    )
    if marks:
        middle.append(titled("marks", marks))
    for name, amount in seen.meters.items():
        middle.append(titled(f"meter {words(name)}", f'<span class="mark">${money(amount)}</span>'))
    seats = "".join(
        _seat(
            number,
            at,
            (stakes or {}).get(number, {}) if stakes is not None else at.stakes,
            (names or {}).get(number),
        )
        for number, at in seen.seats.items()
        if at.stakes or at.cards or at.in_play or (stakes or {}).get(number) or (names or {}).get(number)
    )
    return f'<div class="felt"><div class="middle">{"".join(middle)}</div><div class="seats">{seats}</div></div>'


def _seat(number: int, at: SeatView, stakes: Mapping[str, int], name: str | None) -> str:
    whose = f"Seat {number}" + (f" · {name}" if name else "")
    inside = cards(at.cards, small=True) if at.cards else ""
    for pile in at.splits:
        inside += f'<div style="margin-top:4px">{cards(pile, small=True)}</div>'
    chips = "".join(
        f'<div class="stake"><span>{escape(words(spot.partition("#")[0]))}</span><span>${money(amount)}</span></div>'
        for spot, amount in stakes.items()
        if amount
    )
    note = '<div class="note">folded</div>' if at.folded else ""
    return f'<div class="seat{" out" if at.folded else ""}"><h3>{escape(whose)}</h3>{inside}{note}{chips}</div>'
