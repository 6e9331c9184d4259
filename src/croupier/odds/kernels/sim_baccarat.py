"""Baccarat from a full shoe: two hands drawn by the table's rules, and one place for everything a pay table can see of them."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.randomness import word

CARD_BITS, CARDS = 9, 6
FRACTION_BITS = 64 - CARD_BITS
NO_CARD = 10
"""The player's third card where there is none."""

SIZE = 1 + 10 * 10 * 2 * 2 * 2 * 2
_9, _511, _0, _1 = np.uint64(CARD_BITS), np.uint64(511), np.uint64(0), np.uint64(1)
_SHIFT, _FRACTION = np.uint64(FRACTION_BITS), np.uint64((1 << FRACTION_BITS) - 1)


@part
def fair_word(key, index, draw, product, least):  # type: ignore[no-untyped-def]
    """The next word that favours no outcome of `product`, as a fraction, and the number of the draw after it."""
    rest = word(key, index, draw) >> _9
    draw += _1
    while (rest * product) & _FRACTION < least:
        rest = word(key, index, draw) >> _9
        draw += _1
    return rest, draw


@part
def moved(place, first, second, third, fourth, fifth, last):  # type: ignore[no-untyped-def]
    """The card at a place of the shoe after some were drawn, each filled by the last card then in the shoe (`last` at the start).

    The places drawn are those of the cards before this one; a place that cannot be stands for no card.
    """
    place = last - np.uint64(4) if place == fifth else place
    place = last - np.uint64(3) if place == fourth else place
    place = last - np.uint64(2) if place == third else place
    place = last - np.uint64(1) if place == second else place
    return last if place == first else place


@part
def deal_six(key, index, shoe):  # type: ignore[no-untyped-def]
    """Six cards of a shuffled shoe, each 52 * deck + 4 * rank + suit.

    `shoe` holds the number of cards and, for the first four and for the last two, the number of ways they can come and the least
    fair rest.
    """
    n = shoe[0]
    last = n - _1
    rest, draw = fair_word(key, index, _0, shoe[1], shoe[2])
    rest *= n
    a = rest >> _SHIFT
    rest = (rest & _FRACTION) * (n - np.uint64(1))
    b = rest >> _SHIFT
    rest = (rest & _FRACTION) * (n - np.uint64(2))
    c = rest >> _SHIFT
    rest = (rest & _FRACTION) * (n - np.uint64(3))
    d = rest >> _SHIFT
    rest, draw = fair_word(key, index, draw, shoe[3], shoe[4])
    rest *= n - np.uint64(4)
    e = rest >> _SHIFT
    rest = (rest & _FRACTION) * (n - np.uint64(5))
    f = rest >> _SHIFT
    return (
        np.int64(a),
        np.int64(moved(b, a, n, n, n, n, last)),
        np.int64(moved(c, a, b, n, n, n, last)),
        np.int64(moved(d, a, b, c, n, n, last)),
        np.int64(moved(e, a, b, c, d, n, last)),
        np.int64(moved(f, a, b, c, d, e, last)),
    )


@nb.njit(cache=True)
def dealt_six(key, index, shoe):  # type: ignore[no-untyped-def]
    """The six cards of one round, for whoever asks from Python."""
    return deal_six(key, index, shoe)


def place_of(p: int, b: int, player_third: int, banker_third: int, player_pair: int, banker_pair: int) -> int:
    """The place of two finished hands: points, third cards taken, and pairs in the first two cards."""
    return 1 + ((((p * 10 + b) * 2 + player_third) * 2 + banker_third) * 2 + player_pair) * 2 + banker_pair


_place_of = part(place_of)


@part
def play(key, index, shoe, values, player_draws, banker_draws):  # type: ignore[no-untyped-def]
    """The place of a round. `values` are points by rank; who draws goes by both counts, the banker also by the player's third."""
    c0, c1, c2, c3, c4, c5 = deal_six(key, index, shoe)
    r0, r1 = (c0 % 52) >> 2, (c2 % 52) >> 2
    s0, s1 = (c1 % 52) >> 2, (c3 % 52) >> 2
    player = (values[r0] + values[r1]) % 10
    banker = (values[s0] + values[s1]) % 10
    first = 10 * player + banker
    fifth, sixth = values[(c4 % 52) >> 2], values[(c5 % 52) >> 2]
    player_third = np.int64(player_draws[first])
    banker_third = np.int64(banker_draws[11 * first + (fifth if player_third else NO_CARD)])
    p = (player + player_third * fifth) % 10
    b = (banker + banker_third * (sixth if player_third else fifth)) % 10
    return np.uint64(_place_of(p, b, player_third, banker_third, 1 if r0 == r1 else 0, 1 if s0 == s1 else 0))


@counting
def tally(key, first, last, found, shoe, values, player_draws, banker_draws):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        found[play(key, np.uint64(index), shoe, values, player_draws, banker_draws)] += 1
