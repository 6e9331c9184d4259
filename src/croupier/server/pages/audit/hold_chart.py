"""The hold as a picture in SVG: a bar for each row, the theoretical hold as a line across it, two standard errors as a band."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from markupsafe import Markup

from croupier.server.holding import Hold
from croupier.server.pages.game.markup import join

MOST = 30
ROW, TOP, BOTTOM = 26, 8, 26
WIDE, NARROW = 760, 350


def chart(holds: Sequence[Hold]) -> Markup:
    """For a wide screen and for a phone; the style sheet shows one of them."""
    shown = [hold for hold in holds if hold.hold is not None][:MOST]
    return Markup('<div class="wide-only">{}</div><div class="narrow-only">{}</div><p class="legend">{}</p>').format(
        _drawn(shown, WIDE, label=230),
        _drawn(shown, NARROW, label=118),
        "Bar: the hold. Line across it: the theoretical hold, where it is known. Band: two standard errors either way.",
    )


def _reach(holds: Sequence[Hold]) -> tuple[float, float]:
    """From the least to the most that is drawn; a band wider than any hold by far is cut off."""
    held = [hold.hold or 0.0 for hold in holds] + [hold.theoretical or 0.0 for hold in holds]
    low, high = min(0.0, *held), max(0.0, *held)
    span = max(high - low, 0.01)
    bands = [(hold.theoretical or 0.0, 2 * hold.error) for hold in holds if hold.error is not None]
    low = min([low, *(max(middle - reach, low - span) for middle, reach in bands)])
    high = max([high, *(min(middle + reach, high + span) for middle, reach in bands)])
    return low - 0.04 * (high - low), high + 0.04 * (high - low)


def _drawn(holds: Sequence[Hold], width: int, *, label: int) -> Markup:
    low, high = _reach(holds)
    height = TOP + ROW * len(holds) + BOTTOM

    def across(value: float) -> float:
        return label + (min(max(value, low), high) - low) / (high - low) * (width - label - 24)

    parts: list[Markup] = []
    step = _step(high - low, width - label)
    for n in range(math.ceil(low / step), math.floor(high / step) + 1):
        kind = "rule" if n else "zero"
        line = '<line class="{}" x1="{x:.1f}" x2="{x:.1f}" y1="{}" y2="{}"/><text x="{x:.1f}" y="{}" text-anchor="middle">{}</text>'
        parts.append(
            Markup(line).format(kind, TOP, height - BOTTOM, height - 8, f"{n * step:.{_places(step)}%}", x=across(n * step))
        )
    for place, hold in enumerate(holds):
        parts.append(_bar(hold, TOP + ROW * place, across, label))
    said = f"Hold of {len(holds)}: " + "; ".join(f"{hold.label} {hold.hold:.2%}" for hold in holds[:8])
    return Markup(
        '<svg class="chart" role="img" aria-label="{}" viewBox="0 0 {w} {h}" width="{w}" height="{h}">{}</svg>'
    ).format(said, join(parts), w=width, h=height)


def _bar(hold: Hold, top: int, across: Callable[[float], float], label: int) -> Markup:
    found, middle = hold.hold or 0.0, top + ROW / 2
    start, end = sorted((across(0), across(found)))
    name = hold.label if len(hold.label) * 7 < label - 8 else hold.label[: int((label - 8) / 7) - 1] + "\N{HORIZONTAL ELLIPSIS}"
    parts = [
        Markup('<text x="{}" y="{:.1f}" text-anchor="end">{}<title>{}</title></text>').format(
            label - 8, middle + 4, name, hold.label
        )
    ]
    told = f"{hold.label}: hold {found:.2%}" + ("" if hold.theoretical is None else f", theoretical {hold.theoretical:.2%}")
    rect = '<rect class="{}" x="{:.1f}" y="{}" width="{:.1f}" height="{}"><title>{}</title></rect>'
    parts.append(Markup(rect).format("won" if found >= 0 else "lost", start, top + 6, max(end - start, 1), ROW - 12, told))
    if hold.theoretical is not None:
        if hold.error is not None:
            left, right = across(hold.theoretical - 2 * hold.error), across(hold.theoretical + 2 * hold.error)
            parts.append(
                Markup(rect).format("band", left, top + 2, max(right - left, 1), ROW - 4, "two standard errors either way")
            )
        line = '<line class="middle" x1="{x:.1f}" x2="{x:.1f}" y1="{}" y2="{}"/>'
        parts.append(Markup(line).format(top + 2, top + ROW - 2, x=across(hold.theoretical)))
    return join(parts)


def _step(span: float, width: int) -> float:
    """A round distance between lines, so that their figures do not touch."""
    rough = span / max(2, width // 75)
    unit = 10 ** math.floor(math.log10(rough))
    return float(next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough * 0.999))


def _places(step: float) -> int:
    return max(0, -math.floor(math.log10(step) + 1e-9) - 2)
