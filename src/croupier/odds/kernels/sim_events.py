"""Wagers decided by equally likely events: one spin of a wheel, or rolls of the dice until something happens.

`moves[state + face]` is where a face leads: the row of another state, or, below zero, the place in the histogram where the round
ends. One word of chance gives `digits` faces: it is a fraction, multiplied by the number of faces again and again.
"""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.randomness import FRACTION_BITS, word

DIGITS, FACES, PRODUCT, LEAST = range(4)
_SHIFT = np.uint64(FRACTION_BITS)
_CUT = np.uint64(64 - FRACTION_BITS)
_FRACTION = np.uint64((1 << FRACTION_BITS) - 1)
_1 = np.uint64(1)


@part
def play(key, index, faces, moves):  # type: ignore[no-untyped-def]
    """How a round ends. `faces` says how words are cut: digits a word, number of faces, their product, and the least fair rest."""
    state = np.int64(0)
    draw = np.uint64(0)
    while state >= 0:
        rest = word(key, index, draw) >> _CUT
        draw += _1
        if (rest * faces[PRODUCT]) & _FRACTION < faces[LEAST]:
            continue
        digit = np.uint64(0)
        while state >= 0 and digit < faces[DIGITS]:
            rest *= faces[FACES]
            state = np.int64(moves[state + np.int64(rest >> _SHIFT)])
            rest &= _FRACTION
            digit += _1
    return np.uint64(-state)


@counting
def tally(key, first, last, found, faces, moves):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        found[play(key, np.uint64(index), faces, moves)] += 1
