"""Dice: how they fall, what they can show, and the places of a dice layout."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from croupier.equipment.randomness import Source

FACES: Final = (1, 2, 3, 4, 5, 6)
"""What a die can show."""

PAIRS: Final = tuple(f"{low}-{high}" for low, high in itertools.combinations_with_replacement(FACES, 2))
"""The twenty-one pairs of faces, the lower first."""

ROLLS: Final = tuple(itertools.product(FACES, repeat=2))
"""The thirty-six ways two dice can fall."""


def roll(source: Source, *, dice: int = 2) -> tuple[int, ...]:
    """`dice` dice thrown: each face equally likely."""
    return tuple(FACES[source.below(len(FACES))] for _ in range(dice))


def pair(dice: Sequence[int]) -> str:
    """Both faces, the lower first.

    >>> pair([5, 1])
    '1-5'
    """
    return "-".join(map(str, sorted(dice)))


def shows(mark: int | str, dice: Sequence[int]) -> bool:
    """Do the dice show this total, or these faces among them?

    >>> shows(4, (1, 3)), shows("2-2", (1, 3)), shows("1-3", (3, 1)), shows("2-2", (2, 5, 2)), shows("6", (1, 6, 6))
    (True, False, True, True, True)
    """
    if isinstance(mark, int):
        return sum(dice) == mark
    faces = mark.split("-")
    return all(dice.count(int(face)) >= faces.count(face) for face in faces)


def places(each: Sequence[int | str], *, travels: bool = False) -> dict[str, int | str | None]:
    """The places of a wager on the layout and what each names: a number's box, a pair of faces, or one area for all.

    >>> places([4, 10], travels=True)
    {'': None, '4': 4, '10': 10}
    """
    named = [mark for entry in each for mark in (PAIRS if entry == "pairs" else [entry])]
    found: dict[str, int | str | None] = {"": None} if travels or not named else {}
    return found | {str(mark): mark for mark in named}
