"""Posted limits: what the text prints for a wager, what the house posts for the table, and what it posts for one wager.

This is their one home. Whatever depends on the least wager (a limit on payouts, a side wager placed alone) reads it here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm
from typing import Any

from croupier.errors import OutOfBounds, Unknown
from croupier.rules import model

TABLE = "table"
"""The part of a house's limits that is for every wager at the table."""
OPTIONS = {"minimum": "table-minimum", "several-boxes": "minimum-for-several-boxes"}
"""Table-wide limits that a text speaks of itself: an option of the same meaning, which may not say otherwise."""
_KNOWN = ("minimum", "maximum", "unit")


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be staked on a wager. `clause` is what says so, besides the wager's own; a `coin` is one not used for wagering."""

    minimum: int = 1
    maximum: int | None = None
    unit: int = 1
    clause: str = ""
    coin: int | None = None
    coin_clause: str = ""

    def needs_coin(self, amount: int) -> bool:
        """Can a stake be made up only with the coin that is not wagered: is there an odd one in it?"""
        return self.coin is not None and amount % (2 * self.coin) == self.coin

    def cited(self, wager: str) -> str:
        """The wager's clause, and what says that stakes keep to the limits."""
        return ", ".join(filter(None, (wager, self.clause)))


@dataclass(frozen=True, slots=True)
class Posted:
    """What is posted for the whole table."""

    minimum: int | None = None
    maximum: int | None = None
    unit: int = 1
    several_boxes: int | None = None
    """The least wager of somebody who plays several boxes, where the text lets it differ."""
    several_clause: str = ""
    lifts_payouts: bool = False
    """Is a limit on payouts never below what the least wager can win? The text of some is one figure."""


def _figures(name: str, wanted: Any, known: tuple[str, ...]) -> dict[str, int]:
    if not isinstance(wanted, Mapping):
        raise OutOfBounds(f"limits.{name}: a table of {', '.join(sorted(known))} is expected")
    for key, value in wanted.items():
        if key not in known:
            raise Unknown(f"limit of {name}", key, known)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise OutOfBounds(f"limits.{name}.{key}: {value!r} is not a whole number of cents above zero")
    least, most = wanted.get("minimum"), wanted.get("maximum")
    if least is not None and most is not None and most < least:
        raise OutOfBounds(f"limits.{name}: the maximum {most} is below the minimum {least}")
    return dict(wanted)


def posted_of(file: model.Game, options: dict[str, Any], limits: Mapping[str, Any]) -> Posted:
    """The table-wide limits. An option that says one of them is the same figure, and gets its value here."""
    for name in limits:
        if name != TABLE and name not in file.wagers:
            raise Unknown(f"wager of {file.name}", name, (TABLE, *file.wagers))
    spoken = {key: file.options[option] for key, option in OPTIONS.items() if option in file.options}
    known = (*_KNOWN, *(["several-boxes"] if "several-boxes" in spoken else []))
    wanted = _figures(TABLE, limits.get(TABLE, {}), known)
    for key, option in spoken.items():
        chosen, cited = options[OPTIONS[key]], ", ".join(option.clause)
        if option.is_ is not None:
            continue
        # A file's own figure, for a house that says nothing, gives way to what is posted.
        if chosen != "none" and wanted.setdefault(key, chosen) != chosen != option.default:
            raise OutOfBounds(
                f"limits.table.{key}: {wanted[key]} is posted and options.{OPTIONS[key]} says {chosen}: one figure ({cited})"
            )
        options[OPTIONS[key]] = wanted.get(key, "none")
    return Posted(
        minimum=wanted.get("minimum") or None,
        maximum=wanted.get("maximum"),
        unit=wanted.get("unit", 1),
        several_boxes=wanted.get("several-boxes") or None,
        several_clause=", ".join(spoken["several-boxes"].clause) if "several-boxes" in spoken else "",
        lifts_payouts="minimum" in spoken and spoken["minimum"].is_ is None,
    )


def bound_by_table(wager: model.Wager) -> bool:
    """Do the table's minimum and maximum bind it? Not what a decision adds, nor odds, nor a wager of a fixed sum."""
    fixed = wager.amount is not None or wager.amount_by is not None or bool(wager.amounts)
    return wager.placed == "opening" and not fixed and (wager.dice is None or wager.dice.resolves != "odds")


def limits_of(file: model.Game, name: str, posted: Posted, wanted: Mapping[str, Any]) -> Limits:
    """A wager's limits: what is posted for it, else what the text prints, else what is posted for the table.

    What a decision adds (a raise, odds, insurance) is measured by the wager it goes with, so of the table's limits it keeps the unit.
    """
    terms, cited, own = file.wagers[name], ", ".join(file.wagers[name].clause), _figures(name, wanted, _KNOWN)
    bound = bound_by_table(terms)
    unit = own.get("unit") or lcm(terms.unit or 1, posted.unit)
    table = posted.minimum if bound and not terms.below_table_minimum else None
    least = own.get("minimum") or terms.minimum or table or 1
    least = -(-least // unit) * unit
    most = own.get("maximum", terms.maximum)
    if bound and posted.maximum is not None and "maximum" not in own:
        most = min(most or posted.maximum, max(posted.maximum, least))
    if own.get("minimum", least) < (terms.minimum or 1):
        raise OutOfBounds(f"limits.{name}: the minimum {own['minimum']} is below {terms.minimum} ({cited})")
    if terms.maximum is not None and (most or 0) > terms.maximum:
        raise OutOfBounds(f"limits.{name}: the maximum {most} is above {terms.maximum} ({cited})")
    if unit % (terms.unit or 1):
        raise OutOfBounds(f"limits.{name}: the unit {unit} is not a multiple of {terms.unit} ({cited})")
    if most is not None and most < least:
        raise OutOfBounds(f"limits.{name}: the maximum {most} is below the minimum {least}")
    text, coins = file.wagering.get("limits"), file.wagering.get("coins")
    coin = coins.coin if coins is not None else None
    if coins is None or coin is None or unit % (2 * coin) == 0:
        return Limits(least, most, unit, clause=", ".join(text.clause) if text else "")
    return Limits(least, most, unit, ", ".join(text.clause) if text else "", coin, ", ".join(coins.clause))


def least_stakes(wagers: Mapping[str, Any]) -> dict[str, int]:
    """With what each wager is made at the least, decisions taken as high as they go: `times` of the wager they follow.

    A wager that must be matched by another in some proportion asks so much of the other too.
    """
    found = {name: int(wager.amount or wager.limits.minimum) for name, wager in wagers.items()}
    for _ in found:
        before = dict(found)
        for name, wager in wagers.items():
            for need in wager.needs:
                for other in need.wagers if len(need.wagers) == 1 and need.part else ():
                    if other in found and wagers[other].amount is None:
                        found[other] = max(found[other], need.least(found[name]))
        if found == before:
            break
    for name, wager in wagers.items():
        if wager.of in found and (wager.times or wager.placed == "never"):
            found[name] = max(wager.times, default=1) * found[wager.of]
    return found
