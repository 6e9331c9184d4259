"""Counting hands by class: how many sets of five, six or seven cards have each of the 7,462 values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numba as nb
import numpy as np

from croupier.hands.poker import FIVE_CARD_ORDER, Value
from croupier.odds.kernels.evaluate import KEYS, SUITS, packed_value
from croupier.odds.kernels.tables import Array, load_forms


@nb.njit(cache=True)
def count_six():  # type: ignore[no-untyped-def]
    """How many of all 20,358,520 six-card hands have each value."""
    found = np.zeros(7463, np.int64)
    for a in range(5, 52):
        for b in range(4, a):
            kb, sb = KEYS[a] + KEYS[b], SUITS[a] + SUITS[b]
            for c in range(3, b):
                kc, sc = kb + KEYS[c], sb + SUITS[c]
                for d in range(2, c):
                    kd, sd = kc + KEYS[d], sc + SUITS[d]
                    for e in range(1, d):
                        ke, se = kd + KEYS[e], sd + SUITS[e]
                        for f in range(e):
                            found[packed_value(ke + KEYS[f], se + SUITS[f])] += 1
    return found


@nb.njit(cache=True)
def count_five():  # type: ignore[no-untyped-def]
    """How many of all 2,598,960 five-card hands have each value."""
    found = np.zeros(7463, np.int64)
    for a in range(4, 52):
        for b in range(3, a):
            for c in range(2, b):
                kc, sc = KEYS[a] + KEYS[b] + KEYS[c], SUITS[a] + SUITS[b] + SUITS[c]
                for d in range(1, c):
                    kd, sd = kc + KEYS[d], sc + SUITS[d]
                    for e in range(d):
                        found[packed_value(kd + KEYS[e], sd + SUITS[e])] += 1
    return found


@lru_cache(maxsize=1)
def values() -> tuple[Value, ...]:
    """Every class as the table's own kind of value; place 0 is empty."""
    forms = load_forms()
    return (
        Value(-1, (), ""),
        *(Value(form[0], tuple(rank + 2 for rank in form[1:]), FIVE_CARD_ORDER[form[0]]) for form in forms),
    )


def by_class(counts: Array) -> Iterator[tuple[Value, int]]:
    """Class and how many hands it has, where it has any."""
    for place, count in enumerate(counts.tolist()):
        if count:
            yield values()[place], count
