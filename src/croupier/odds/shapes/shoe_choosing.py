"""The best play of every blackjack hand of one kind against one dealer's card, by the cards of a hand or by its total.

A hand above 21 is lost, or where the rules let it may take a second chance: that is chosen first, since what it is worth to draw rests
on it. A hand that may be given up until it stands is worth the better of the two where it draws no more: it then has a row of results
of its own. By totals both are chosen for all hands of a total, as often as they come up, and that rests on what is drawn to: one after
the other until nothing changes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.shoe_boxes import ALONE, DOUBLED, SINGLE
from croupier.odds.shapes.shoe_terms import Terms

ROUNDS = 8
"""More than it takes until totals agree."""


class Chosen(NamedTuple):
    """What is found for a kind of hand: these are written into."""

    hits: Array
    doubles: Array
    worth: Array
    """By standing, drawing and doubling."""
    saves: Array
    """By hand above 21: takes a second chance."""
    saved_worth: Array
    """By such a hand, single and doubled: what that is worth."""


def choose_for(
    terms: Terms,
    shown: int,
    kind: int,
    shoe: Array,
    chance: Array,
    left: Array,
    ranks: Array,
    double: Array,
    into: Chosen,
    *,
    by_total: bool,
) -> None:
    """Choose for every hand of a kind; second chances, and what is given up by totals into `ranks`, as of a hand alone."""
    from croupier.odds.kernels.blackjack_choose import choose, choose_by_total, come_up, save

    every = terms.hands
    known, broken = every.up_to_21(), every.broken
    number, nets, results = len(known.counts), terms.worth[kind], terms.results
    value, over = np.zeros(number + broken), np.zeros((len(nets), broken))
    table = (known.size, known.after, ranks, chance, left, results, nets, double)
    found = (into.hits, into.doubles, into.worth, value, over)
    left_of = np.maximum(left[number : number + broken], 0)
    saved = np.zeros((2, broken))

    def settle_on(saves: Array) -> None:
        """Hands above 21 are worth what they are so."""
        into.saves[:] = saves
        for stand, worth in enumerate(saved):
            over[stand] = np.where(into.saves, worth, nets[stand, -1] * left_of)
        value[number:] = over[SINGLE]

    if broken:
        save(shoe, every.counts, every.total, every.size, every.after, chance, left, results, nets, number, saved)
        if kind == ALONE:
            into.saved_worth[:] = saved
        settle_on(saved[SINGLE] > nets[SINGLE, -1] * left_of if kind == ALONE else into.saves)
    choose(shoe, known.counts, known.total, *table, *found)
    if not by_total:
        return
    totals = every.total[number : number + broken]
    by_count = 2 * known.total + known.soft
    given_up = [(stand, terms.rescue_gains(shown, kind, chance[:number], left[:number], stand)) for stand in (SINGLE, DOUBLED)]
    for _ in range(ROUNDS):
        before = into.saves.copy(), ranks.copy()
        reach, often = np.zeros(number), np.zeros(broken)
        if kind == ALONE and (broken or terms.pays.given_up):
            come_up(shoe, known.counts, known.size, known.after, left, into.hits, reach, often)
        if broken and kind == ALONE:
            settle_on(np.bincount(totals, often * (saved[SINGLE] - nets[SINGLE, -1] * left_of))[totals] > 0)
        for stand, gains in given_up if kind == ALONE and terms.pays.given_up else ():
            gives_up = np.bincount(by_count, reach * gains)[by_count] > 0
            ranks[stand] = np.where(gives_up, terms.pays.rescued, terms.ranks[shown])
        choose_by_total(shoe, known.counts, known.total, known.soft, *table, *found)
        if (before[0] == into.saves).all() and (before[1] == ranks).all():
            return
