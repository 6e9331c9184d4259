"""Chains of equally likely events as arrays for their kernel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from croupier.odds.kernels.randomness import FRACTION_BITS, Stream
from croupier.odds.kernels.tables import Array

SPARE_BITS = 16
"""How much of a word stays unused, so that hardly one is thrown away."""


def cut_of(faces: int) -> Array:
    """How words are cut into events with so many faces."""
    digits = 1
    while faces ** (digits + 1) < 1 << (FRACTION_BITS - SPARE_BITS):
        digits += 1
    product = faces**digits
    return np.array([digits, faces, product, (1 << FRACTION_BITS) % product], np.uint64)


def events_of(seed: int, index: int, tables: tuple[Array, ...]) -> list[int]:
    """The events of one round, in order."""
    (digits, faces, product, least), moves = tables[0].tolist(), tables[1]
    stream, state, fell = Stream(seed, index), 0, list[int]()
    while state >= 0:
        rest = stream.word() >> 64 - FRACTION_BITS
        if rest * product % (1 << FRACTION_BITS) < least:
            continue
        for _ in range(digits):
            face, rest = divmod(rest * faces, 1 << FRACTION_BITS)
            if state >= 0:
                fell.append(face)
                state = int(moves[state + face])
    return fell


def chained(start: Hashable, step: Callable[[Any, int], Any], faces: Sequence[int]) -> Array:
    """Where every face leads from every state that can be reached: another state, or below zero a place of the histogram."""
    at: dict[Hashable, int] = {start: 0}
    states = [start]
    moves: list[int] = []
    for state in states:
        for face in faces:
            then = step(state, face)
            if not isinstance(then, int) and then not in at:
                at[then] = len(faces) * len(states)
                states.append(then)
            moves.append(then if isinstance(then, int) else at[then])
    return np.array(moves, np.int16 if len(moves) < 1 << 15 else np.int32)
