"""What a live table posts where its house has not: no table of the workbench opens without limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.rules.limits import TABLE
from croupier.rules.resolve import GameRules

CHIP = 100
"""A dollar, the least wager and the least chip: five percent of it is whole cents."""
LARGEST_WAGER = 10_000_000
"""As much as the tray of a new table holds."""


def posted(terms: GameRules, house_rules: Mapping[str, Any] | None) -> dict[str, Any]:
    """The house rules of a table, with table-wide limits where they have none."""
    house = dict(house_rules or {})
    limits = dict(house.get("limits", {}))
    least = terms.posted.minimum or CHIP
    sensible = {"minimum": least, "maximum": max(LARGEST_WAGER, least), "unit": CHIP}
    return house | {"limits": limits | {TABLE: sensible | dict(limits.get(TABLE, {}))}}
