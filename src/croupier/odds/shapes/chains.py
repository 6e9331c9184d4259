"""Chains that end: where they end and how long they last, in fractions, by taking out one state after the other.

The machinery below `dice`: nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeVar

State = TypeVar("State", bound=Hashable)
End = TypeVar("End", bound=Hashable)
Key = TypeVar("Key", bound=Hashable)


def absorbed(
    starts: Mapping[State, Fraction], moves: Callable[[State], tuple[dict[State, Fraction], dict[End, Fraction]]]
) -> tuple[dict[End, Fraction], Fraction]:
    """The chance of each end, and the mean number of steps; every chain must end sooner or later.

    >>> half = Fraction(1, 2)
    >>> absorbed({"toss": Fraction(1)}, lambda state: ({state: half}, {"heads": half}))
    ({'heads': Fraction(1, 1)}, Fraction(2, 1))
    """
    on: dict[State, dict[State, Fraction]] = {}
    ends: dict[State, dict[End, Fraction]] = {}
    waiting = list(starts)
    while waiting:
        state = waiting.pop()
        if state not in on:
            on[state], ends[state] = moves(state)
            waiting += on[state]
    steps = dict.fromkeys(on, Fraction(1))
    first, found, lasted = dict(starts), dict[End, Fraction](), Fraction(0)
    for state in reversed(list(on)):
        row, end, took = on.pop(state), ends.pop(state), steps.pop(state)
        leaves = 1 - row.pop(state, Fraction(0))
        for other, before in on.items():
            if state in before:
                part = before.pop(state) / leaves
                _add(before, row, part)
                _add(ends[other], end, part)
                steps[other] += part * took
        if state in first:
            part = first.pop(state) / leaves
            _add(first, row, part)
            _add(found, end, part)
            lasted += part * took
    return found, lasted


def _add(total: dict[Key, Fraction], row: Mapping[Key, Fraction], part: Fraction) -> None:
    for key, chance in row.items():
        total[key] = total.get(key, Fraction(0)) + part * chance


def in_whole_numbers(chances: Mapping[Key, Fraction]) -> dict[Key, int]:
    """The same chances as whole-number weights, the smallest there are.

    >>> in_whole_numbers({"win": Fraction(1, 3), "lose": Fraction(2, 3)})
    {'win': 1, 'lose': 2}
    """
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return {key: int(chance * whole) for key, chance in chances.items()}
