"""Chance for simulations: every random word is a function of the seed, the number of the round and the number of the draw.

So a total depends on the seed and on how many rounds were played, never on threads, devices or workers. The function is splitmix64
over a counter; words become cards, spins and rolls by throwing away what does not fit, so nothing is favoured. The same source
compiles for the processor and, called from a CUDA kernel, for a GPU.
"""

from __future__ import annotations

from math import perm

import numba as nb
import numpy as np

WORD = (1 << 64) - 1
DRAW_BITS = 48
"""A seed is good for 2**48 rounds of 2**16 words each, no two of them the same word of the sequence."""

CARD_BITS, MOST_CARDS = 6, 10
DECK = 52
FRACTION_BITS = 58
"""A word without its lowest six bits is a fraction: multiplied by a bound up to 64 it still fits."""

_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_U_STEP, _U_FIRST, _U_SECOND = np.uint64(_STEP), np.uint64(_FIRST), np.uint64(_SECOND)
_30, _27, _31, _48 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(DRAW_BITS)
_0, _1, _6, _63 = np.uint64(0), np.uint64(1), np.uint64(CARD_BITS), np.uint64(63)
_58, _FRACTION = np.uint64(FRACTION_BITS), np.uint64((1 << FRACTION_BITS) - 1)
_WAYS = np.array([[perm(pack, cards) for cards in range(MOST_CARDS + 1)] for pack in (DECK, DECK + 1)], np.uint64)
_FURTHER = np.uint64(1 << 8)
"""Words for a further card begin here: far more than are ever thrown away before."""
_LEAST = np.array((1 << FRACTION_BITS) % _WAYS, np.uint64)


def scrambled(number: int) -> int:
    """Splitmix64's scrambling of one word, in plain Python.

    >>> hex(scrambled(0x9E3779B97F4A7C15))
    '0xe220a8397b1dcdaf'
    """
    number = ((number ^ number >> 30) * _FIRST) & WORD
    number = ((number ^ number >> 27) * _SECOND) & WORD
    return number ^ number >> 31


def key_of(seed: int) -> np.uint64:
    """Where a seed's words start in the sequence."""
    return np.uint64(scrambled(scrambled(seed & WORD) + _STEP & WORD))


@nb.njit
def word(key, index, draw):  # type: ignore[no-untyped-def]
    """Draw number `draw` of round number `index`."""
    z = key + _U_STEP * (index + (draw << _48))
    z = (z ^ (z >> _30)) * _U_FIRST
    z = (z ^ (z >> _27)) * _U_SECOND
    return z ^ (z >> _31)


@nb.njit(inline="always")
def deal_by_places(key, index, count, pack):  # type: ignore[no-untyped-def]
    """The first `count` cards (ten at most) of a shuffled pack, six bits each, the first lowest; and the places they were drawn at.

    A joker is the pack's last card. One word is enough: as a fraction, multiplied (for a deck) by 52, 51 and so on, its whole parts are
    places in the rest of the pack, where the last card has filled each place that was drawn. A word that would favour some deals is
    thrown away.
    """
    draw = _0
    rest = word(key, index, draw) >> _6
    while (rest * _WAYS[pack - DECK, count]) & _FRACTION < _LEAST[pack - DECK, count]:
        draw += _1
        rest = word(key, index, draw) >> _6
    drawn = _0
    dealt = _0
    for number in range(count):
        rest *= np.uint64(pack - number)
        place = rest >> _58
        rest &= _FRACTION
        dealt |= card_at(place, drawn, number, pack) << np.uint64(CARD_BITS * number)
        drawn |= place << np.uint64(CARD_BITS * number)
    return dealt, drawn


@nb.njit(inline="always")
def card_at(place, drawn, number, pack):  # type: ignore[no-untyped-def]
    """The card at a place of the rest of a pack, `number` cards having been drawn."""
    found = place
    for before in range(number - 1, -1, -1):
        found = np.uint64(pack - 1 - before) if found == (drawn >> np.uint64(CARD_BITS * before)) & _63 else found
    return found


@nb.njit(inline="always")
def one_more(key, index, drawn, number, pack):  # type: ignore[no-untyped-def]
    """A further card of a round, from a word beside the first that were drawn for it."""
    draw, left = _FURTHER, np.uint64(pack - number)
    least = np.uint64(1 << FRACTION_BITS) % left
    product = (word(key, index, draw) >> _6) * left
    while product & _FRACTION < least:
        draw += _1
        product = (word(key, index, draw) >> _6) * left
    return card_at(product >> _58, drawn, number, pack)


@nb.njit(inline="always")
def two_more(key, index, drawn, number, pack):  # type: ignore[no-untyped-def]
    """Two further cards of a round, likewise."""
    draw, left = _FURTHER, np.uint64(pack - number)
    ways = left * np.uint64(pack - number - 1)
    least = np.uint64(1 << FRACTION_BITS) % ways
    rest = word(key, index, draw) >> _6
    while (rest * ways) & _FRACTION < least:
        draw += _1
        rest = word(key, index, draw) >> _6
    rest *= left
    first = rest >> _58
    second = ((rest & _FRACTION) * np.uint64(pack - number - 1)) >> _58
    second = np.uint64(pack - 1 - number) if second == first else second
    return card_at(first, drawn, number, pack), card_at(second, drawn, number, pack)


@nb.njit(inline="always")
def deal_from(key, index, count, pack):  # type: ignore[no-untyped-def]
    """The cards alone."""
    return deal_by_places(key, index, count, pack)[0]


@nb.njit
def deal(key, index, count):  # type: ignore[no-untyped-def]
    """The same from a deck."""
    return deal_from(key, index, count, DECK)


@nb.njit
def card(dealt, place):  # type: ignore[no-untyped-def]
    """One of the cards dealt, 4 * rank + suit."""
    return np.int64((dealt >> np.uint64(CARD_BITS * place)) & _63)


class Stream:
    """A round's chance for the real table: the same words, for anybody who asks for whole numbers below a bound."""

    __slots__ = ("_draw", "_key", "index")

    def __init__(self, seed: int, index: int) -> None:
        self._key, self.index, self._draw = int(key_of(seed)), index, 0

    def word(self) -> int:
        """The next word."""
        counter = self.index + (self._draw << DRAW_BITS)
        self._draw += 1
        return scrambled(self._key + _STEP * counter & WORD)

    def below(self, bound: int) -> int:
        """A whole number below `bound`: the upper half of a product, thrown away in the part that would favour some numbers."""
        least = (1 << 64) % bound
        while True:
            product = self.word() * bound
            if product & WORD >= least:
                return product >> 64
