"""What the house keeps of a win: a rate, rounded as the text lets the house round it."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Final, Literal

from croupier.rules.payouts import Payout

Rounding = Literal["none", "5-cents", "25-cents-or-next-higher-multiple"]
STEPS: Final[Mapping[Rounding, int]] = {"5-cents": 5, "25-cents-or-next-higher-multiple": 25}


def vigorish(won: int, rate: Payout, rounding: Rounding) -> int:
    """Cents kept of `won`: to the cent, a fraction of one not collected, or up to a whole number of nickels or quarters.

    Never more than was won: who wins a cent pays no quarter from elsewhere.
    """
    due = won * rate.figure
    return int(due) if rounding == "none" else min(won, ceil(due / STEPS[rounding]) * STEPS[rounding])


def uneven(won: int, rate: Payout, rounding: Rounding) -> bool:
    """Does what is kept of `won` rest on a reading: a fraction of a cent dropped, or a rounding that stops at the win?"""
    due = won * rate.figure
    return due != int(due) if rounding == "none" else ceil(due / STEPS[rounding]) * STEPS[rounding] > won
