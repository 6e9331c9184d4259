"""From what each seat has put in to the pots that are played for. Nothing here knows a card."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple


class Pot(NamedTuple):
    """A sum, and the seats that may win it."""

    cents: int
    seats: tuple[int, ...]


class Pots(NamedTuple):
    """The pot in the centre first, then the side pots; and what nobody called."""

    pots: tuple[Pot, ...]
    uncalled: dict[int, int]
    """What goes back."""
    left: int = 0
    """What a hand that is dead by now bet last and nobody called: it stays with the last pot."""

    @property
    def called(self) -> int:
        """All that was put in and called."""
        return sum(pot.cents for pot in self.pots) - self.left

    def with_more(self, cents: int) -> Pots:
        """The same, with more in the pot in the centre."""
        if not cents:
            return self
        first, *others = self.pots or (Pot(0, tuple(self.uncalled)),)
        return self._replace(pots=(first._replace(cents=first.cents + cents), *others))


def divide(put_in: Mapping[int, int], folded: Collection[int]) -> Pots:
    """The pots, by how much each seat that has not folded has put in.

    What a seat put in above everybody else, folded seats too, was not called: it goes back and is in no pot, unless the hand is dead.

    >>> divide({1: 1000, 2: 3000, 3: 5000, 4: 5000}, ()).pots
    (Pot(cents=4000, seats=(1, 2, 3, 4)), Pot(cents=6000, seats=(2, 3, 4)), Pot(cents=4000, seats=(3, 4)))
    >>> divide({1: 6000, 2: 1000, 3: 1000}, (2, 3))
    Pots(pots=(Pot(cents=3000, seats=(1,)),), uncalled={1: 5000}, left=0)
    >>> divide({1: 6000, 2: 1000, 3: 1000}, (1, 2))
    Pots(pots=(Pot(cents=8000, seats=(3,)),), uncalled={}, left=5000)
    """
    left, uncalled, dead = dict(put_in), dict[int, int](), 0
    if left:
        most = max(left, key=lambda seat: left[seat])
        excess = left[most] - max((cents for seat, cents in left.items() if seat != most), default=0)
        if excess and most in folded:
            dead = excess
        elif excess:
            uncalled[most] = excess
            left[most] -= excess
    live = sorted(seat for seat in left if seat not in folded)
    pots, below = list[Pot](), 0
    for level in sorted({left[seat] for seat in live} - {0}):
        cents = sum(min(sum_, level) - min(sum_, below) for sum_ in left.values())
        pots.append(Pot(cents, tuple(seat for seat in live if left[seat] >= level)))
        below = level
    over = sum(max(sum_ - below, 0) for sum_ in left.values())  # of a seat whose hand died: it stays with the last pot
    if over and pots:
        pots[-1] = pots[-1]._replace(cents=pots[-1].cents + over)
    return Pots(tuple(pots), uncalled, dead if pots else 0)
