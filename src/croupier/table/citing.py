"""What a settlement line cites: the paragraph that decides this outcome, and the row that pays it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

AFTER_A_FOLD = "after-a-fold"
"""The case of a wager that is settled although its player folded."""


class Ground(Protocol):
    """A rule, an outcome, a wager, a pay table or one of its rows: whatever names its clauses and the reading relied on."""

    @property
    def clause(self) -> str: ...

    @property
    def reading(self) -> str | None: ...


def cite(*grounds: Ground | None) -> tuple[str, str | None]:
    """Clauses and readings of all that decided, each named once, in order.

    >>> from croupier.rules.terms import Rule
    >>> cite(Rule("win", "4(b)", "ties"), None, Rule("flush", "5(a), 4(b)", None))
    ('4(b), 5(a)', 'ties')
    """
    named = [ground for ground in grounds if ground is not None]
    readings = tuple([ground.reading for ground in named if ground.reading])
    return _once(tuple([ground.clause for ground in named])), _once(readings) if readings else None


def first(*grounds: Ground | None) -> Ground | None:
    """The first that there is: what is said of a case comes before what is said of the whole."""
    return next((ground for ground in grounds if ground is not None), None)


def of_row(outcomes: Mapping[str, Ground], row: str, case: str = "") -> Ground | None:
    """What decides that a row is paid: what is said of the case, of the row, or of winning at all."""
    return first(outcomes.get(case), outcomes.get(row), outcomes.get("win"))


@lru_cache(maxsize=4096)  # a table cites the same few again and again
def _once(words: tuple[str, ...]) -> str:
    return ", ".join(dict.fromkeys(word for listed in words for word in listed.split(", ")))
