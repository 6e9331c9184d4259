"""The house way of the table beside that of the kernels, which set hands by arrays: some hundreds of hands are set by both.

A table that sets one of them otherwise is refused, with the clause that it goes by.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.hands.poker import Value
from croupier.odds.kernels.pai_gow import JOKER
from croupier.odds.kernels.tables import Array
from croupier.odds.refusing import refused
from croupier.odds.shapes.two_hands_classes import face, number_of
from croupier.odds.untouched import state
from croupier.table.playable import Playable

SEED: Final = 11
SUITS, RANKS, ACE = 4, 13, 12
MOST = 32
"""Houses of which it is known whether they agree."""
ASKED: Final = ("house_way_", "ace_to_")
"""The beginnings of the questions that a house way goes by."""


class Differs(NamedTuple):
    """A hand that the table sets otherwise, and the clause it goes by."""

    hand: str
    clause: str


_known: OrderedDict[Hashable, Differs | None] = OrderedDict()


def follow_the_house_way(
    game: Playable, size: int, by_kernel: Callable[[Array], Array], told: Callable[[Any], tuple[int, ...]]
) -> None:
    """Refuse a table that sets some of these hands otherwise than the kernel; `told` is one of its settings as the kernel tells it."""
    answers = repr([(name, answer) for name, answer in game.rules if name.startswith(ASKED)])
    key = state(), type(game.rules), answers
    if key not in _known:
        _known[key] = _compared(game, size, by_kernel, told)
        if len(_known) > MOST:
            _known.popitem(last=False)
    found = _known[key]
    if found is not None:
        raise refused(game, f"the table sets {found.hand} otherwise than the house way that is counted", clause=found.clause)


def _compared(
    game: Playable, size: int, by_kernel: Callable[[Array], Array], told: Callable[[Any], tuple[int, ...]]
) -> Differs | None:
    """The first hand that is set otherwise, if there is one."""
    rows = sample(size)
    for row, kernels in zip(rows.tolist(), by_kernel(rows.copy()).tolist(), strict=True):
        hand = tuple(map(face, row))
        setting, rule = game.rules.house_way(hand)
        if told(setting) != tuple(kernels):
            return Differs(" ".join(map(str, hand)), rule.clause)
    return None


@lru_cache(maxsize=2)
def sample(size: int) -> Array:
    """Hands of so many cards, each from the highest down: of the whole pack, of few ranks, of one suit and of ranks in a row."""
    rng = np.random.default_rng(SEED)
    rows = [sorted(rng.choice(pack, size, replace=False).tolist(), reverse=True) for pack in _packs(rng)]
    return np.array(rows, np.int8)


def _packs(rng: np.random.Generator) -> Iterator[list[int]]:
    """What each of the hands is drawn from."""
    whole, aces = list(range(JOKER + 1)), [*range(SUITS * ACE, JOKER + 1)]
    yield from [whole] * 260
    for ranks in (3, 4, 5):
        for _ in range(40):
            yield [SUITS * int(rank) + suit for rank in rng.choice(RANKS, ranks, replace=False) for suit in range(SUITS)] + [
                JOKER
            ]
    for _ in range(60):
        suit, others = int(rng.integers(SUITS)), rng.choice(JOKER, 2).tolist()
        yield sorted({*(SUITS * rank + suit for rank in range(RANKS)), *others, JOKER})
    for lowest in range(RANKS - 6):
        yield from [[number for number in whole if number == JOKER or lowest <= number >> 2 < lowest + 7]] * 10
    for rank in range(ACE):
        yield [*aces, *(SUITS * rank + suit for suit in range(SUITS))]
    for number in range(120):  # flushes that hold two pairs, with the joker and without it
        suit, other = rng.choice(SUITS, 2, replace=False).tolist()
        ranks = rng.choice(RANKS, 5, replace=False).tolist()
        suited = [SUITS * rank + suit for rank in ranks]
        yield [*(suited[:-1] if number % 2 else suited), *[JOKER] * (number % 2), *(SUITS * rank + other for rank in ranks[:2])]
    for _ in range(100):  # straights and flushes that hold pairs too
        lowest, suits = int(rng.integers(RANKS - 5)), rng.choice(SUITS, 2, replace=False).tolist()
        yield [
            number for number in whole if number == JOKER or (lowest <= number >> 2 < lowest + 6 and number % SUITS in suits)
        ]


@lru_cache(maxsize=4)
def numbers_of(values: tuple[Value, ...]) -> dict[Value, int]:
    """Where each hand stands in a ranking."""
    return {value: number for number, value in enumerate(values)}


def rank_of(held: Card) -> int:
    """A card of a low hand in the kernels; a joker is an ace there."""
    return min(number_of(held) >> 2, ACE)
