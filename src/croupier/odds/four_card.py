"""What games of the best four cards against a dealer share: the terms of a hand, the best choice, and how every round ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from croupier.hands.poker import Value
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import Case
from croupier.odds.price import Outcome, gathered
from croupier.table.playable import Playable
from croupier.table.table import DEALER

RESULTS = ("win", "tie", "lose", "dealer-does-not-qualify")
FOLD = "fold"


class Choice(NamedTuple):
    """What a player may do, what is then staked in all, and what each of the results nets: for a fold always the same."""

    name: str
    staked: Fraction
    nets: tuple[Fraction, Fraction, Fraction, Fraction]


class Terms(NamedTuple):
    """What hands of one kind may do; `bonus` names what their cards earn by themselves."""

    choices: tuple[Choice, ...]
    bonus: str = ""


class Solution(NamedTuple):
    """The best choice for each class of hand and each card the dealer may show, and every outcome that follows."""

    choices: tuple[str, ...]
    taken: Array
    outcomes: tuple[Outcome, ...]


def fold(*stakes: Fraction) -> Choice:
    """Give up these wagers."""
    lost = sum(stakes, Fraction(0))
    return Choice(FOLD, lost, (-lost, -lost, -lost, -lost))


def shows_a_card(game: Playable) -> bool:
    """Does the dealer have one card face up before the players decide?"""
    method = game.terms.file.deal[game.terms.options["dealing"]]
    steps = [step for step in method.opening if DEALER in step.to and step.face == "up" and game.terms.holds(step.when)]
    shown = sum(step.cards * step.times for step in steps)
    if shown > 1:
        raise NotImplementedError(f"{game.terms.id}: {shown} of the dealer's cards are face up before the decisions")
    return shown == 1


def cases() -> Iterator[Case]:
    """Every hand of five cards by the class of its best four."""
    from croupier.odds.kernels.four_card import ordered, ranking

    hands = ordered(5)
    counts = np.zeros(len(ranking().values), np.int64)
    np.add.at(counts, hands.levels, hands.weights)
    for value, count in zip(ranking().values, counts.tolist(), strict=True):
        if count:
            yield value, (), count


def solve(game: Playable, terms: Callable[[Value], Terms], qualifies: Callable[[Value], bool] | None = None) -> Solution:
    """Every hand played to net the most on its terms; `qualifies` holds for a dealer's hand from some class up, or always."""
    from croupier.odds.kernels.four_card import ranking
    from croupier.odds.kernels.four_card_sweep import best_plays, matchups

    values = ranking().values
    kinds: dict[Terms, int] = {}
    kind_of = np.array([0, *(kinds.setdefault(terms(value), len(kinds)) for value in values[1:])], np.int64)
    names = tuple(dict.fromkeys(choice.name for kind in kinds for choice in kind.choices))
    unit = lcm(*(net.denominator for kind in kinds for choice in kind.choices for net in choice.nets))
    nets: Array = np.zeros((len(kinds), len(names), len(RESULTS)), np.int64)
    allowed: Array = np.zeros((len(kinds), len(names)), np.uint8)
    for kind, number in kinds.items():
        for choice in kind.choices:
            nets[number, names.index(choice.name)] = [int(unit * net) for net in choice.nets]
            allowed[number, names.index(choice.name)] = 1
    threshold = 0 if qualifies is None else next(number for number, value in enumerate(values) if number and qualifies(value))
    found = matchups(game.rules.dealer_cards, seen=shows_a_card(game), threshold=threshold)
    taken: Array = np.zeros(found.tally.shape[:2], np.int8)
    ends: Array = np.zeros(nets.shape, np.int64)
    best_plays(
        found.players.levels, found.players.weights, found.tally, found.against, threshold, kind_of, nets, allowed, taken, ends
    )
    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    for kind, number in kinds.items():
        for choice in kind.choices:
            for result, net, weight in zip(RESULTS, choice.nets, ends[number, names.index(choice.name)].tolist(), strict=True):
                name = FOLD if choice.name == FOLD else ", ".join(filter(None, (result, choice.name, kind.bonus)))
                key = (name, net, choice.staked)
                counts[key] = counts.get(key, 0) + weight
    return Solution(names, taken, gathered(counts))
