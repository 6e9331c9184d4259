"""What the sections of a rulebook file are made of: keys in kebab case, clauses, conditions, payouts, what a rule rests on."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from croupier.rules.payouts import Payout


def _kebab(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _payout(text: Any) -> Any:
    if isinstance(text, str):
        Payout.parse(text)
    return text


Clauses = Annotated[tuple[str, ...], BeforeValidator(_as_list), Field(min_length=1)]
Names = Annotated[tuple[str, ...], BeforeValidator(_as_list)]


def _condition(given: Any) -> Any:
    for wanted in given.values() if isinstance(given, dict) else ():
        bounds = wanted.keys() - {"at-least", "at-most"} if isinstance(wanted, dict) else ()
        if bounds or (isinstance(wanted, dict) and not all(isinstance(bound, int) for bound in wanted.values())):
            raise ValueError("a condition is a value, a list of values, or at-least and at-most with whole numbers")
    return given


Condition = Annotated[dict[str, Any], BeforeValidator(_condition)]
"""Option values that must all hold: a value, a list any of which will do, or bounds (`{ at-least = 2 }`)."""
PayoutText = Annotated[str, BeforeValidator(_payout)]


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=_kebab, populate_by_name=True)


class Cited(Part):
    """Anything that comes from a clause. `overrides` names the clause of a general section that it replaces."""

    clause: Clauses
    says: str = ""
    reading: str | None = None
    overrides: Names = ()


def as_ground(given: Any) -> Any:
    return {"clause": given} if isinstance(given, (str, list)) else given


class Ground(Part):
    """What one outcome, or one row of a pay table, rests on: a clause, several, or these with the reading relied on."""

    clause: Clauses
    reading: str | None = None


Grounds = dict[str, Annotated[Ground, BeforeValidator(as_ground)]]
