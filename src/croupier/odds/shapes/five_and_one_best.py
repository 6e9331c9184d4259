"""The best five of six cards with a joker, which side wagers look at."""

from __future__ import annotations

from typing import Final

import numpy as np

from croupier.equipment.cards import Card
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.as_ranked import kept_as_ranked
from croupier.odds.shapes.five_and_one_count import kinds, known
from croupier.odds.shapes.two_hands_classes import face


@kept_as_ranked
def by_best_five() -> tuple[tuple[tuple[Card, ...], int], ...]:
    """Six cards for each type and highest rank of the best five, with the joker and without, and how many hands are like it."""
    every = kinds()
    _, first, kind_of = np.unique(_by_best_five(), return_index=True, return_inverse=True)
    weights: Array = np.zeros(len(first), np.int64)
    np.add.at(weights, kind_of, every.weights)
    hands = [tuple(face(int(number)) for number in every.hands[where]) for where in first]
    return tuple(zip(hands, weights.tolist(), strict=True))


def _by_best_five() -> Array:
    """The type, highest rank and joker of each kind, as a number."""
    values = known().ranking.values
    marks = {value: number for number, value in enumerate(dict.fromkeys((v.order, v.ranks[:1]) for v in values))}
    best = np.array([marks[value.order, value.ranks[:1]] for value in values])
    return np.asarray(best[kinds().set[:, 2]] * 2 + kinds().joker)


MEMBERS: Final = 32
"""Kinds of hands of a best five that rows are tried on, where it has so many: of the rarest all."""


@kept_as_ranked
def members_of_best_five() -> tuple[tuple[tuple[Card, ...], ...], ...]:
    """Some hands of each best five, in the same order: the first, the last and those at even steps between, whatever suits they hold."""
    marks, every = _by_best_five(), kinds()
    order = np.argsort(marks, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(marks[order])) + 1)
    chosen = (of[np.unique(np.linspace(0, len(of) - 1, MEMBERS).astype(int))] for of in parts)
    return tuple(tuple(tuple(map(face, every.hands[where].tolist())) for where in of) for of in chosen)
