"""What exchanges add to a game of draws, from hands dealt at random: each is weighed exactly, so that only the hands are a sample.

python -c "from croupier.odds.shapes.draws_sampled import told; print(told(GAME, hands=2000))"
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import card, deck
from croupier.games.registry import playable
from croupier.odds.advice import Sight
from croupier.odds.kernels import draws as kernel
from croupier.odds.shapes import odds_of
from croupier.odds.shapes.draws_advice import EXCHANGES, FIVE, STANDS, count
from croupier.odds.shapes.draws_asked import STAND
from croupier.table.playable import Playable

FEW = tuple(mask for mask in EXCHANGES if mask.bit_count() >= FIVE - 3)
MORE = tuple(mask for mask in EXCHANGES if mask.bit_count() < FIVE - 3)
MORE_EVERY = 8
"""Exchanges of four and five take ten times as long and gain a tenth as much: every so manieth hand is weighed with them."""
UNIT = 100


class Gain(NamedTuple):
    """What hands gain by exchanges on average, in units of the wager that opens the round, and the standard error of that."""

    mean: float
    error: float
    hands: int


def gain_by_exchanges(game: Playable, *, hands: int, seed: int = 1) -> Gain:
    """Two or three cards exchanged where that nets more than anything else, and what four or five gain beyond."""
    shape = odds_of(game.terms.file.procedure)
    terms, rng = shape.terms(game, UNIT), np.random.default_rng(seed)
    pack = [str(face) for face in deck()]
    few, more = [], []
    for number in range(hands):
        *own, up = (card(pack[place]) for place in rng.choice(len(pack), FIVE + 1, replace=False))
        sight = Sight(1, tuple(own), (up,), stakes={shape.opens: UNIT})
        every = number % MORE_EVERY == 0
        found = count(terms, sight, (STANDS, kernel.BOUGHT, *FEW, *(MORE if every else ())))
        before = max(found[STANDS], found[kernel.BOUGHT], Fraction(int(terms.nets[STAND, kernel.FOLD])))
        then = max(before, *(found[mask] for mask in FEW))
        few.append(float(then - before))
        if every:
            more.append(float(max(then, *(found[mask] for mask in MORE)) - then))
    errors = [float(np.std(part)) / len(part) ** 0.5 for part in (few, more)]
    return Gain(float(np.mean(few) + np.mean(more)), float(np.hypot(*errors)), hands)


def told(game: str, *, hands: int, seed: int = 1) -> str:
    """The gain as a line."""
    gain = gain_by_exchanges(playable(game), hands=hands, seed=seed)
    return f"{game}: exchanges gain {gain.mean:.2%} of the ante, standard error {gain.error:.2%}, {gain.hands:,} hands"
