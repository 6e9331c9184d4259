"""Roulette wheels and their layout, and prize wheels: which sections there are, and which numbers a chip can cover."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.equipment.randomness import Source

RED: Final = frozenset(["1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23", "25", "27", "30", "32", "34", "36"])


@dataclass(frozen=True, slots=True)
class Wheel:
    """Equal sections in order round the rim; several may carry the same mark."""

    sections: tuple[str, ...]

    def spin(self, source: Source) -> str:
        """Where the ball, or the clapper, comes to rest."""
        return self.sections[source.below(len(self.sections))]

    @property
    def marks(self) -> tuple[str, ...]:
        """Every different mark, in the order of the rim."""
        return tuple(dict.fromkeys(self.sections))


def roulette_wheel(counter_clockwise: str) -> Wheel:
    """A roulette wheel from its numbers, counter-clockwise from the zero; its sections stand clockwise."""
    zero, *others = counter_clockwise.split()
    return Wheel((zero, *reversed(others)))


def prize_wheel(counts: Mapping[str, int]) -> Wheel:
    """A prize wheel with so many sections of each mark, spread evenly round the rim.

    The texts count the sections and say nothing of their order; only the counts matter to the result.
    """
    places = sorted(((2 * index + 1) / (2 * count), name) for name, count in counts.items() for index in range(count))
    return Wheel(tuple(name for _, name in places))


def colour(number: str) -> str:
    """`red`, `black`, or `green` for the zeros."""
    if number in ("0", "00"):
        return "green"
    return "red" if number in RED else "black"


Spots = dict[str, frozenset[str]]
"""A chip's place on the layout (`17-20`, `` for a single area) and the numbers it covers."""


def _named(groups: Sequence[Sequence[int | str]]) -> Spots:
    return {"-".join(map(str, group)): frozenset(map(str, group)) for group in groups}


def _rows() -> list[list[int]]:
    return [[n, n + 1, n + 2] for n in range(1, 37, 3)]


def _singles(zeros: Sequence[str]) -> Spots:
    return _named([[n] for n in [*zeros, *range(1, 37)]])


def _splits(_: Sequence[str]) -> Spots:
    across = [[n, n + 1] for row in _rows() for n in row[:2]]
    down = [[n, n + 3] for n in range(1, 34)]
    return _named([*across, *down])


def _zero_pair(zeros: Sequence[str]) -> Spots:
    return _named([zeros]) if len(zeros) == 2 else {}


def _zero_splits(zeros: Sequence[str]) -> Spots:
    # The boxes that share a line with a zero's box, as the corners named for the three-number groups imply.
    return _named([["0", 1], ["0", 2], ["00", 2], ["00", 3]] if len(zeros) == 2 else [["0", 1], ["0", 2], ["0", 3]])


def _streets(_: Sequence[str]) -> Spots:
    return _named(_rows())


def _trios(zeros: Sequence[str]) -> Spots:
    return _named([["0", 1, 2], ["0", 2, "00"], ["00", 2, 3]] if len(zeros) == 2 else [["0", 1, 2]])


def _corners(_: Sequence[str]) -> Spots:
    return _named([[n, n + 1, n + 3, n + 4] for n in range(1, 33) if n % 3])


def _top_line(zeros: Sequence[str]) -> Spots:
    return {"": frozenset(["0", "00", "1", "2", "3"])} if len(zeros) == 2 else {}


def _lines(_: Sequence[str]) -> Spots:
    return _named([list(range(n, n + 6)) for n in range(1, 32, 3)])


def _columns(_: Sequence[str]) -> Spots:
    return {str(k): frozenset(str(n) for n in range(k, 37, 3)) for k in (1, 2, 3)}


def _dozens(_: Sequence[str]) -> Spots:
    return {str(k): frozenset(str(n) for n in range(12 * k - 11, 12 * k + 1)) for k in (1, 2, 3)}


def _area(test: Callable[[int], bool]) -> Callable[[Sequence[str]], Spots]:
    return lambda zeros: {"": frozenset(str(n) for n in range(1, 37) if test(n))}


LAYOUT: Final[Mapping[str, Callable[[Sequence[str]], Spots]]] = {
    "single": _singles,
    "split": _splits,
    "zero-pair": _zero_pair,
    "zero-split": _zero_splits,
    "street": _streets,
    "trio": _trios,
    "corner": _corners,
    "top-line": _top_line,
    "line": _lines,
    "column": _columns,
    "dozen": _dozens,
    "red": _area(lambda n: str(n) in RED),
    "black": _area(lambda n: str(n) not in RED),
    "odd": _area(lambda n: n % 2 == 1),
    "even": _area(lambda n: n % 2 == 0),
    "low": _area(lambda n: n <= 18),
    "high": _area(lambda n: n >= 19),
}
"""How a wager's area is laid out, by the name the rulebook files use."""


def spots(patterns: Sequence[str], zeros: Sequence[str]) -> Spots:
    """Every place a chip of a wager may stand on a layout with these zeros.

    >>> sorted(spots(["trio"], ["0", "00"]))
    ['0-1-2', '0-2-00', '00-2-3']
    """
    found: Spots = {}
    for pattern in patterns:
        found.update(LAYOUT[pattern](zeros))
    return found
