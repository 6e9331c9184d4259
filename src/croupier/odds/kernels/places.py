"""Where a set of two to five cards stands among all sets of so many: by its highest card, then by the next, and so on.

This is the combinatorial number system: before a set whose highest card is a come all sets of as many cards below a, of which there
are a-choose-size, then within these the sets of the rest by the same rule.
"""

from __future__ import annotations

import numba as nb

from croupier.odds.kernels.compiled import larger, smaller

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
    high, low = larger(a, b), smaller(a, b)
    return high * (high - 1) // 2 + low


@nb.njit(inline="always")
def three_place(a, b, c):  # type: ignore[no-untyped-def]
    """Where three cards in any order stand among all sets of three."""
    high, low = larger(a, larger(b, c)), smaller(a, smaller(b, c))
    return flop_place(high, a + b + c - high - low, low)


@nb.njit(inline="always")
def four_place(a, b, c, d):  # type: ignore[no-untyped-def]
    """Where four cards in any order stand among all sets of four."""
    p, q = larger(a, b), smaller(a, b)
    r, s = larger(c, d), smaller(c, d)
    first, last = larger(p, r), smaller(q, s)
    x, y = smaller(p, r), larger(q, s)
    return turn_place(first, larger(x, y), smaller(x, y), last)


@nb.njit(inline="always")
def five_place(a, b, c, d, e):  # type: ignore[no-untyped-def]
    """Where five cards in any order stand among all sets of five."""
    high = larger(a, b)
    b = smaller(a, b)
    high, c = larger(high, c), smaller(high, c)
    high, d = larger(high, d), smaller(high, d)
    high, e = larger(high, e), smaller(high, e)
    return high * (high - 1) * (high - 2) * (high - 3) * (high - 4) // 120 + four_place(b, c, d, e)


@nb.njit(inline="always")
def without(cards, i, j, rest):  # type: ignore[no-untyped-def]
    """The cards but i and j (j may be -1), in the order they have."""
    n = 0
    for k in range(len(cards)):
        if k != i and k != j:
            rest[n] = cards[k]
            n += 1
