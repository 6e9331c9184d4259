"""What a die shows and where a wheel comes to rest: asked of the equipment that the table throws and spins, way by way."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Final

from croupier.errors import BadInput, Refused
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.table import acts
from croupier.table.drivers import Chance
from croupier.table.playable import Playable
from croupier.table.requests import RollDue, SpinDue
from croupier.table.round import Round

TWO: Final = 2
"""So many dice show that each falls by itself."""


class _Told:
    """A source of chance that gives what it is told, and remembers what it was asked for."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers, self.bounds = iter(numbers), list[int]()

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        number = next(self._numbers, None)
        if number is None or not 0 <= number < bound:
            raise BadInput(f"no number below {bound} was told")
        return number


@remembered
def faces(game: Playable) -> tuple[int, ...]:
    """What one die shows, once for each way in which it can fall."""
    found = tuple(face for act in _each(game, RollDue(1)) if isinstance(act, acts.Rolled) for face in act.dice)
    for one, other in itertools.product((0, len(found) // 2, len(found) - 1), repeat=TWO):
        act, bounds = _asked(game, RollDue(TWO), (one, other))
        if act != acts.Rolled((found[one], found[other])) or bounds != [len(found)] * TWO:
            raise refused(game, "dice that do not fall each by itself, and every way alike, are not counted")
    return found


@remembered
def rolls(game: Playable) -> tuple[tuple[int, ...], ...]:
    """Every way in which two dice can fall."""
    return tuple(itertools.product(faces(game), repeat=TWO))


@remembered
def totals(game: Playable) -> Counter[int]:
    """How often two dice come to each sum."""
    return Counter(map(sum, rolls(game)))


@remembered
def sections(game: Playable) -> tuple[str, ...]:
    """Where the wheel comes to rest, once for each way in which it can."""
    assert game.wheel is not None
    return tuple(act.result for act in _each(game, SpinDue(game.wheel.marks)) if isinstance(act, acts.Spun))


def _each(game: Playable, due: RollDue | SpinDue) -> list[acts.Act]:
    """What comes of every number that one die, or one spin, may be drawn by."""
    _, (bound, *more) = _asked(game, due, (0,))
    if more:
        raise refused(game, f"{due.describe()}: one number decides it, and {1 + len(more)} are drawn")
    return [_asked(game, due, (number,))[0] for number in range(bound)]


def _asked(game: Playable, due: RollDue | SpinDue, numbers: Sequence[int]) -> tuple[acts.Act, list[int]]:
    """What the equipment answers by these numbers, which the table must take, and below what each was drawn."""
    told, round_ = _Told(numbers), Round(game, range(1, 1 + game.least_players))
    try:
        act = Chance(told).answer(round_, due)
    except BadInput:
        raise refused(game, f"{due.describe()}: it is not decided by one number a throw") from None
    if act is None or not told.bounds:
        raise refused(game, f"{due.describe()}: nothing is left to chance")
    try:
        due.check(act, round_.table)
    except Refused as refusal:
        raise refused(game, f"the table does not take what its equipment shows: {refusal}") from None
    return act, told.bounds
