"""Pictures of a price as SVG: how a round ends, and what the house holds as rounds go by. The figures stand beside them in tables."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from croupier.server.pages.game.markup import join

Data = Mapping[str, Any]
WIDE, NARROW = 510, 350
HEIGHT = 300
LEFT, RIGHT, TOP, BOTTOM = 64, 12, 14, 54
DECADES = range(1, 7)
"""The hold is drawn from ten rounds to a million."""
BANDS = ((1.96, 0.2), (1.0, 0.35))
"""95% and 68% of the rounds: how many deviations, and how dense the band is."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The drawing's size and what its axes measure."""

    width: int
    x: tuple[float, float]
    y: tuple[float, float]

    def across(self, value: float) -> float:
        low, high = self.x
        return LEFT + (value - low) / (high - low) * (self.width - LEFT - RIGHT)

    def up(self, value: float) -> float:
        low, high = self.y
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)


def both_widths(draw: Any, price: Data) -> Markup:
    """The picture for a wide screen and for a phone; the style sheet shows one of them."""
    return Markup('<div class="wide-only">{}</div><div class="narrow-only">{}</div>').format(
        draw(price, WIDE), draw(price, NARROW)
    )


def distribution(price: Data, width: int) -> Markup:
    """How a round ends: a bar for each net, its height the probability on a scale of powers of ten."""
    weights: dict[float, int] = {}
    for outcome in price["outcomes"]:
        weights[outcome["pays"]] = weights.get(outcome["pays"], 0) + outcome["weight"]
    total = sum(weights.values())
    nets = sorted(weights)
    # A weight can be too large for a float; the quotient of two whole numbers is not.
    heights = [math.log10(weights[net] / total) for net in nets]
    floor = math.floor(min(heights)) - (min(heights) == math.floor(min(heights)))
    frame = Frame(width, (-0.5, len(nets) - 0.5), (floor, 0))
    bar = (width - LEFT - RIGHT) / len(nets)
    bars = [
        Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}: {:.6%}</title></rect>').format(
            _sign(net),
            frame.across(place) - bar * 0.42,
            frame.up(height),
            bar * 0.84,
            frame.up(floor) - frame.up(height),
            figure(net),
            weights[net] / total,
        )
        for place, (net, height) in enumerate(zip(nets, heights, strict=True))
    ]
    step = max(1, -(-len(nets) * 26 // (width - LEFT - RIGHT)))
    ticks = [
        Markup('<text x="{0:.1f}" y="{1}" text-anchor="end" transform="rotate(-45 {0:.1f} {1})">{2}</text>').format(
            frame.across(place) + 4, HEIGHT - BOTTOM + 14, figure(net)
        )
        for place, net in enumerate(nets)
        if place % step == 0
    ]
    every = max(1, -floor // 8)
    lines = [_rule(frame, power, _percent(power)) for power in range(0, floor - 1, -1) if power % every == 0]
    label = f"How a round ends: {price['wager']}, {len(nets)} different results from {figure(nets[0])} to {figure(nets[-1])}"
    return _svg(frame, label, [*lines, *bars, *ticks], "net, in units of the opening wager")


def hold(price: Data, width: int) -> Markup:
    """What the house holds of a unit as rounds go by, with the bands in which 68% and 95% of the runs end."""
    edge, deviation = price["house_edge"], price["standard_deviation"]
    reach = max(BANDS[0][0] * deviation / 10**0.5, 1e-6) * 1.05
    frame = Frame(width, (DECADES[0], DECADES[-1]), (edge - reach, edge + reach))
    powers = [DECADES[0] + step / 10 for step in range((DECADES[-1] - DECADES[0]) * 10 + 1)]
    bands = []
    for deviations, density in BANDS:
        spread = [(power, deviations * deviation / (10**power) ** 0.5) for power in powers]
        edges = [(power, edge + s) for power, s in spread] + [(power, edge - s) for power, s in reversed(spread)]
        points = " ".join(f"{frame.across(x):.1f},{frame.up(y):.1f}" for x, y in edges)
        bands.append(Markup('<polygon class="band" opacity="{}" points="{}"/>').format(density, points))
    ticks = [
        Markup('<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>').format(
            frame.across(power), HEIGHT - BOTTOM + 18, _count(power)
        )
        for power in DECADES
    ]
    size = _step(2 * reach)
    first = math.ceil((edge - reach) / size)
    lines = [_rule(frame, n * size, f"{n * size:.0%}") for n in range(first, math.floor((edge + reach) / size) + 1)]
    middle = Markup('<line class="middle" x1="{}" x2="{}" y1="{y:.1f}" y2="{y:.1f}"/>').format(
        LEFT, width - RIGHT, y=frame.up(edge)
    )
    zero = Markup('<line class="zero" x1="{}" x2="{}" y1="{y:.1f}" y2="{y:.1f}"/>').format(LEFT, width - RIGHT, y=frame.up(0))
    crossed = edge - reach <= 0 <= edge + reach
    label = f"Hold over time: {price['wager']}, house edge {edge:.4%}, standard deviation {deviation:.3f}"
    return _svg(frame, label, [*lines, *bands, zero if crossed else "", middle, *ticks], "rounds")


def _svg(frame: Frame, label: str, parts: Any, below: str) -> Markup:
    axis = Markup('<path class="axis" d="M{0} {1}V{2}H{3}"/>').format(LEFT, TOP, HEIGHT - BOTTOM, frame.width - RIGHT)
    caption = Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(
        (LEFT + frame.width - RIGHT) / 2, HEIGHT - 4, below
    )
    return Markup(
        '<svg class="chart" role="img" aria-label="{}" viewBox="0 0 {w} {h}" width="{w}" height="{h}">{}{}{}</svg>'
    ).format(label, join(parts), axis, caption, w=frame.width, h=HEIGHT)


def _rule(frame: Frame, value: float, text: str) -> Markup:
    return Markup(
        '<line class="rule" x1="{0}" x2="{1}" y1="{2:.1f}" y2="{2:.1f}"/><text x="{3}" y="{4:.1f}" text-anchor="end">{5}</text>'
    ).format(LEFT, frame.width - RIGHT, frame.up(value), LEFT - 6, frame.up(value) + 4, text)


def _sign(net: float) -> str:
    return "loss" if net < 0 else "tie" if net == 0 else "win"


def figure(net: float) -> str:
    """A net as short as it can be written, with a true minus sign."""
    return f"{net:,.10g}".replace("-", "\N{MINUS SIGN}")


def _percent(power: int) -> str:
    return "100%" if power == 0 else f"{10.0**power:.{max(0, -power - 2)}%}" if power > -7 else f"1e{power}"


def _count(power: int) -> str:
    return {3: "1,000", 4: "10k", 5: "100k", 6: "1M"}.get(power, str(10**power))


def _step(span: float) -> float:
    """A round distance between lines, so that there are about six."""
    rough = span / 6
    unit = 10 ** math.floor(math.log10(rough))
    return float(next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough))
