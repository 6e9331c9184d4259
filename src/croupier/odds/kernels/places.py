"""Where a set of two to five cards stands among all sets of so many: by its highest card, then by the next, and so on.

This is the combinatorial number system: before a set whose highest card is a come all sets of as many cards below a, of which there
are a-choose-size, then within these the sets of the rest by the same rule.
"""

from __future__ import annotations

import numba as nb

FLOPS, TURNS = 22100, 270725
"""How many sets there are of three cards and of four."""


@nb.njit(inline="always")
def flop_place(a, b, c):  # type: ignore[no-untyped-def]
    """Where three cards, in descending order, stand among all sets of three."""
    return a * (a - 1) * (a - 2) // 6 + b * (b - 1) // 2 + c


@nb.njit(inline="always")
def turn_place(a, b, c, d):  # type: ignore[no-untyped-def]
    """Where four cards, in descending order, stand among all sets of four."""
    return a * (a - 1) * (a - 2) * (a - 3) // 24 + b * (b - 1) * (b - 2) // 6 + c * (c - 1) // 2 + d


@nb.njit(inline="always")
def pair_place(a, b):  # type: ignore[no-untyped-def]
    """Where two cards stand among all pairs."""
    high, low = max(a, b), min(a, b)
    return high * (high - 1) // 2 + low


@nb.njit(inline="always")
def three_place(a, b, c):  # type: ignore[no-untyped-def]
    """Where three cards in any order stand among all sets of three."""
    high, low = max(a, max(b, c)), min(a, min(b, c))
    return flop_place(high, a + b + c - high - low, low)


@nb.njit(inline="always")
def four_place(a, b, c, d):  # type: ignore[no-untyped-def]
    """Where four cards in any order stand among all sets of four."""
    p, q = max(a, b), min(a, b)
    r, s = max(c, d), min(c, d)
    first, last = max(p, r), min(q, s)
    x, y = min(p, r), max(q, s)
    return turn_place(first, max(x, y), min(x, y), last)


@nb.njit(inline="always")
def five_place(a, b, c, d, e):  # type: ignore[no-untyped-def]
    """Where five cards in any order stand among all sets of five."""
    high = max(a, b)
    b = min(a, b)
    high, c = max(high, c), min(high, c)
    high, d = max(high, d), min(high, d)
    high, e = max(high, e), min(high, e)
    return high * (high - 1) * (high - 2) * (high - 3) * (high - 4) // 120 + four_place(b, c, d, e)


@nb.njit(inline="always")
def without(cards, i, j, rest):  # type: ignore[no-untyped-def]
    """The cards but i and j (j may be -1), in the order they have."""
    n = 0
    for k in range(len(cards)):
        if k != i and k != j:
            rest[n] = cards[k]
            n += 1
