"""A seat's choices on a street, weighed over every order of the cards that it does not see."""

from __future__ import annotations

import itertools
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds.advice import Sight
from croupier.odds.card_numbers import numbers
from croupier.odds.kernels.evaluate import evaluate_many
from croupier.odds.kernels.tables import Array

if TYPE_CHECKING:
    from croupier.odds.shapes.streets import Path, Plan


class Ahead:
    """What each choice of a seat nets, summed over all orders of the cards that it does not see."""

    def __init__(self, plan: Plan, sight: Sight) -> None:
        self.plan, self.turned = plan, len(sight.community)
        self.draws = len(plan.choices) - self.turned
        known = set(numbers(sight.known).tolist())
        deck = np.array([number for number in plan.kinds.pack[::-1].tolist() if number not in known], np.int64)
        left = len(deck)
        self.ways = [prod(range(left - self.draws + 1, left - seen + 1)) for seen in range(self.draws)]
        """How many orders of further cards there are, by cards turned from here on."""
        places = np.array(list(itertools.combinations(range(left), self.draws)), np.int64).reshape(-1, self.draws)
        held = numbers((*sight.hand, *sight.community))
        hands = np.hstack([np.tile(held, (len(places), 1)), deck[places]])
        earned = plan.kinds.row_of[evaluate_many(hands)]
        # The row of every order of the cards to come; where a card would come twice it is that of a fold, which nets nothing here.
        self.rows: Array = np.zeros((left,) * self.draws, np.uint8)
        for order in itertools.permutations(range(self.draws)):
            self.rows[tuple(places[:, axis] for axis in order)] = earned
        self.apart = ~np.eye(left, dtype=bool)

    def bets(self, seen: int, path: Path) -> dict[str, Array]:
        """By choice; one number for each way the cards `seen` from here on can fall."""
        found = {}
        for number, word in enumerate(self.plan.choices[self.turned + seen], start=1):
            if seen == self.draws - 1:
                found[word] = self.plan.nets[self.plan.full((*path, number))][self.rows].sum(axis=-1)
            else:
                found[word] = self.best(seen + 1, (*path, number)).sum(axis=-1)
        return found

    def best(self, seen: int, path: Path) -> Array:
        """The best choice, or a fold."""
        found = np.maximum.reduce([np.asarray(worth) for worth in self.bets(seen, path).values()])
        if self.plan.shape.fold is not None:
            found = np.maximum(found, self.ways[seen] * self.plan.cells[(*path, 0), 0].settled.net)
        return np.where(self.apart, found, 0) if seen == 2 else found
