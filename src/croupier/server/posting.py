"""What a live table posts where its house has not: a least wager and a chip, so that nothing is lost in fractions of a cent."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import Any

from croupier.rules.resolve import GameRules

CHIP = 100
"""A dollar: five percent of it is whole cents."""


def posted(terms: GameRules, house_rules: Mapping[str, Any] | None) -> dict[str, Any]:
    """The house rules of a table, with limits for every wager for which neither they nor the text say any."""
    house = dict(house_rules or {})
    limits = dict(house.get("limits", {}))
    for name, wager in terms.wagers.items():
        text = wager.limits
        unit = lcm(text.unit, CHIP)
        least = -(-text.minimum // unit) * unit
        if name not in limits and wager.amount is None and wager.placed != "never" and least <= (text.maximum or least):
            limits[name] = {"minimum": least, "unit": unit}
    return house | {"limits": limits} if limits else house
