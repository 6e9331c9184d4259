"""What a pay-table row promises, parsed once and paid in whole cents.

>>> Payout.parse("3:2").won(1000), Payout.parse("$100").won(500), Payout.parse("push").won(500)
(1500, 10000, 0)
>>> Payout.parse("$1,000")._replace(beside=Payout.parse("25:1")).won(500)
112500
"""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from croupier.errors import shown


class Kind(StrEnum):
    TO_ONE = "to-one"
    FOR_ONE = "for-one"
    FIXED = "fixed"
    METER = "meter"
    PUSH = "push"
    COMMISSION = "commission"


# Fifteen digits are more than any layout prints, and few enough for whatever is reckoned from them.
_ODDS = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,15})?):([0-9]{1,15})")
_FOR = re.compile(r"([0-9]{1,15}) for ([0-9]{1,15})")
_SUM = re.compile(r"\$([0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,15})")
_A_DOLLAR = re.compile(_SUM.pattern + r" per \$1")
_METER = re.compile(r"([0-9]{1,3})% of ([a-z]+(?:-[a-z]+){0,3})")
_PERCENT = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,15})?)%")


class Payout(NamedTuple):
    """A kind and its figure: odds as a fraction, a fixed sum in cents, a share of a meter or of a stake."""

    kind: Kind
    figure: Fraction
    text: str
    beside: Payout | None = None
    """What is paid as well, where a text pays a hand by two of its rows."""
    meter: str = ""
    """Which meter it is a share of, where a wager has several; else its own."""
    per: int = 0
    """A fixed sum is for each so many cents of the stake; 0 where it is for the stake whatever it is."""
    whole: int = 1
    off_meter: bool = False

    @classmethod
    @lru_cache(maxsize=4096)
    def parse(cls, text: str) -> Payout:
        """Read a payout as the files print it; raises ValueError on anything else."""
        if text == "push":
            return cls(Kind.PUSH, Fraction(0), text)
        if (odds := _ODDS.fullmatch(text)) and int(odds[2]):
            return cls(Kind.TO_ONE, Fraction(odds[1]) / int(odds[2]), text)
        if (odds := _FOR.fullmatch(text)) and int(odds[2]):
            return cls(Kind.FOR_ONE, Fraction(int(odds[1]), int(odds[2])), text)
        if fixed := _SUM.fullmatch(text):
            return cls(Kind.FIXED, Fraction(int(fixed[1].replace(",", "")) * 100), text)
        if fixed := _A_DOLLAR.fullmatch(text):  # a sum for each dollar of the stake
            return cls(Kind.TO_ONE, Fraction(int(fixed[1].replace(",", ""))), text)
        if share := _METER.fullmatch(text):
            return cls(Kind.METER, Fraction(int(share[1]), 100), text, meter="" if share[2] == "meter" else share[2])
        if share := _PERCENT.fullmatch(text):
            return cls(Kind.COMMISSION, Fraction(share[1]) / 100, text)
        raise ValueError(f"{shown(text)} is not a payout: 3:2, 5 for 1, $100, $100 per $1, 10% of meter, 5% or push")

    def won(self, stake: int, *, meter: Fraction = Fraction(0)) -> int:
        """Cents won on `stake`, without the stake; a fraction of a cent is not paid."""
        own = self._own(stake, meter)
        return own - own % self.whole + (self.beside.won(stake, meter=meter) if self.beside is not None else 0)

    def _own(self, stake: int, meter: Fraction) -> int:
        if self.kind is Kind.TO_ONE:
            return stake * self.figure.numerator // self.figure.denominator
        if self.kind is Kind.FOR_ONE:
            return stake * self.figure.numerator // self.figure.denominator - stake
        if self.kind is Kind.FIXED:
            return int(self.figure) * (stake // self.per if self.per else 1)
        if self.kind is Kind.METER:
            return int(meter * self.figure)
        return 0

    def breaks(self, stake: int) -> bool:
        """Would it come to a fraction of a cent?"""
        own = self.kind in (Kind.TO_ONE, Kind.FOR_ONE) and bool(stake * self.figure.numerator % self.figure.denominator)
        return own or (self.beside is not None and self.beside.breaks(stake))

    def at_least(self, floor: Payout) -> bool:
        """Does this pay no less than `floor` on every stake?"""
        ladder = (Kind.PUSH, Kind.TO_ONE)
        if self.kind in ladder and floor.kind in ladder:
            return (ladder.index(self.kind), self.figure) >= (ladder.index(floor.kind), floor.figure)
        return self.kind is floor.kind and self.figure >= floor.figure
