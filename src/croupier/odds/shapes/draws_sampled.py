"""What exchanges add to a game of draws, from hands spread evenly over all: each is weighed exactly, so that only the hands are a sample.

`python -m benchmarks.exchanges --hands 4000` tells it, and what weighing all of them would take. `benchmarks/lunar_exact.py` counted all of
them on a GPU, another way; the two are held together by a test.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from croupier.odds.advice import Sight
from croupier.odds.card_numbers import kernel_card
from croupier.odds.kernels import draws as kernel
from croupier.odds.kernels.five_cards import ordered
from croupier.odds.shapes import odds_of
from croupier.odds.shapes.draws import Draws
from croupier.odds.shapes.draws_advice import EXCHANGES, FIVE, STANDS, count, kept_of
from croupier.odds.shapes.draws_asked import STAND, Terms
from croupier.table.playable import Playable

FEW = tuple(mask for mask in EXCHANGES if mask.bit_count() >= FIVE - 3)
MORE = tuple(mask for mask in EXCHANGES if mask.bit_count() < FIVE - 3)
MORE_EVERY = 8
"""Exchanges of four and five take ten times as long and gain a tenth as much: every so manieth hand is weighed with them."""
SERIES = 20
"""A series goes through all deals from the lowest hand up in equal steps, from a start of its own; how far they differ is the error."""
UNIT = 100
CLASSES = 5_649_150
"""Of five cards and the one that the dealer shows, by Burnside's lemma: how many hands a count of all would weigh."""


class Gain(NamedTuple):
    """What hands gain by exchanges on average, in units of the wager that opens the round, and the standard error of that."""

    mean: float
    error: float
    hands: int


class Weighed(NamedTuple):
    """What one hand gains by exchanges of two or three cards, and what those of four or five gain beyond, where they were weighed."""

    few: float
    more: float | None


def gain_by_exchanges(game: Playable, *, hands: int, seed: int = 1, progress: Callable[[int, int], None] | None = None) -> Gain:
    """Cards exchanged where that nets more than anything else; the processor's cores share the hands."""
    shape = odds_of(game.terms.file.procedure)
    assert isinstance(shape, Draws)
    terms, series = shape.terms(game, UNIT), min(SERIES, max(2, hands // 2))
    assert kept_of(terms.exchanged) == EXCHANGES
    rng = np.random.default_rng(seed)
    sights = [(spread(hands // series, start, shape.opens), int(rng.integers(MORE_EVERY))) for start in rng.random(series)]
    found: list[Weighed] = []
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        every = [(sight, number % MORE_EVERY == first) for one, first in sights for number, sight in enumerate(one)]
        for weighed in threads.map(lambda asked: weigh(terms, *asked), every):
            found.append(weighed)
            if progress is not None:
                progress(len(found), len(every))
    size = len(found) // series
    means = [mean_of(found[first : first + size]) for first in range(0, len(found), size)]
    return Gain(float(np.mean(means)), float(np.std(means, ddof=1)) / series**0.5, len(found))


def spread(hands: int, start: float, opens: str) -> list[Sight]:
    """So many of all deals of five cards and one that the dealer shows, from the lowest hand up in equal steps."""
    classes = ordered()
    ends = np.cumsum(classes.weights) * (52 - FIVE)
    found = []
    for deal in (int(ends[-1] * (number + start) / hands) for number in range(hands)):
        row = int(np.searchsorted(ends, deal, side="right"))
        held = classes.cards[row].tolist()
        view = (int(ends[row]) - 1 - deal) // int(classes.weights[row])
        up = [card for card in range(52) if card not in held][view]
        found.append(Sight(1, tuple(map(kernel_card, held)), (kernel_card(up),), stakes={opens: UNIT}))
    return found


def weigh(terms: Terms, sight: Sight, every: bool) -> Weighed:
    """One hand, with exchanges of four and five or without."""
    found = count(terms, sight, (STANDS, kernel.BOUGHT, *FEW, *(MORE if every else ())))
    before = max(found[STANDS], found[kernel.BOUGHT], Fraction(int(terms.nets[STAND, kernel.FOLD])))
    then = max(before, *(found[mask] for mask in FEW))
    return Weighed(float(then - before), float(max(then, *(found[mask] for mask in MORE)) - then) if every else None)


def mean_of(found: list[Weighed]) -> float:
    """A series: hands weighed with every exchange stand for so many."""
    return (sum(one.few for one in found) + MORE_EVERY * sum(one.more or 0.0 for one in found)) / len(found)
