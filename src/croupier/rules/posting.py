"""Limits as a live table posts them: sensible ones where its house has none, and none that leaves a wager without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import Refused
from croupier.rules.limits import TABLE, bound_by_table
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
    wide = limits.get(TABLE, {})  # what is no table of figures is for the rules to refuse
    return house | {"limits": limits | {TABLE: sensible | wide if isinstance(wide, dict) else wide}}


def check_posted(terms: GameRules) -> None:
    """Refuse a live table at which a wager has no least or no largest stake, unless its text leaves posting them to the house."""
    rule, limits = terms.file.wagering.get("limits"), terms.house_rules.get("limits", {})
    if rule is not None and rule.optional:
        return
    for name, wager in terms.file.wagers.items():
        if name in terms.wagers and bound_by_table(wager):
            own, text = limits.get(name, {}), {"minimum": wager.minimum, "maximum": wager.maximum}
            wide = {"minimum": terms.posted.minimum, "maximum": terms.posted.maximum}
            for key in ("minimum", "maximum"):
                if not (own.get(key) or text[key] or wide[key]):
                    clause = ", ".join(rule.clause) if rule is not None else terms.wagers[name].clause
                    raise Refused(f"no {key} is posted for {name}: a table opens with its limits posted", clause=clause)


def check_notice(terms: GameRules, told: tuple[str, ...]) -> None:
    """Refuse a change of what is posted before everybody has been told whom the text names."""
    rule = terms.file.wagering.get("notice")
    missing = [who for who in rule.to if who not in told] if rule is not None else []
    if rule is not None and missing:
        raise Refused(f"{' and '.join(missing)} must be told before what is posted changes", clause=", ".join(rule.clause))


def differs(terms: GameRules, other: GameRules) -> str | None:
    """What of the things a text wants alike at all tables of a game is not: an option, or the odds of a wager."""
    rule = terms.file.wagering.get("uniform")
    if rule is None:
        return None
    for name in rule.options:
        if terms.options[name] != other.options[name]:
            return name
    shared = terms.chosen.keys() & other.chosen.keys() if rule.paytables else ()
    return next((name for name in terms.chosen if name in shared and terms.chosen[name].rows != other.chosen[name].rows), None)
