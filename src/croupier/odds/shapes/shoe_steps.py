"""What the hands of a split box net and stake in whole steps, which add up hand by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from croupier.odds.kernels.blackjack import MOST
from croupier.odds.kernels.tables import Array

MOST_STEPS = 64
"""From what a split hand loses to what it wins, in the largest step that divides both."""


class Steps(NamedTuple):
    """Split hands by kind (the first, split off for a stake, on a lammer) and way to stand, in whole steps."""

    nets: Array
    """By class of results too, the last for a broken hand."""
    stakes: Array
    net: Fraction
    """One step of nets in units of the first wager, and one of stakes."""
    staked: Fraction

    @property
    def down(self) -> int:
        """The most that a hand loses."""
        return max(-int(self.nets.min()), 0)

    @property
    def up(self) -> int:
        return max(int(self.nets.max()), 0)

    @property
    def top(self) -> int:
        """The most that a hand stakes."""
        return int(self.stakes.max())

    @property
    def shape(self) -> tuple[int, int]:
        """Nets and stakes of a box, as far as they can go."""
        return MOST * (self.down + self.up) + 1, MOST * self.top + 1

    def end(self, net: int, staked: int) -> tuple[str, Fraction, Fraction]:
        """A place in a grid of that shape: its name, net and stake in units."""
        stake = staked * self.staked
        return f"split, {stake} staked", (net - MOST * self.down) * self.net, stake
