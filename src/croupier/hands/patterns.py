"""The names of hands in pay tables, made into tests.

A pay-table row is matched by its name: a category (`flush`), a bounded pair (`pair-of-jacks-or-better`,
`pair-of-6s-through-10s`) or a named special (`six-card-royal-flush-of-diamonds`). A rulebook file may print a row under
its own name and say in `[rows]` which of these it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from croupier.equipment.cards import SUIT_NAMES, Card
from croupier.hands.poker import FIVE_CARD_ORDER, THREE_CARD_ORDER, Value, six_card_royal

Test = Callable[[Value, Sequence[Card]], bool]


@dataclass(frozen=True, slots=True)
class Both:
    """A row for the player's two cards and the dealer's two beside them: each side has a test of its own.

    What the dealer holds matters to no other hand of the player's, so whoever counts hands, or waits for a hidden card, can tell.
    """

    own: Test
    dealer: Callable[[Sequence[Card]], bool]

    def __call__(self, value: Value, cards: Sequence[Card]) -> bool:
        return len(cards) == 4 and self.own(value, cards[:2]) and self.dealer(cards[2:])


_RANK_WORDS: Final = {"jacks": 11, "queens": 12, "kings": 13, "aces": 14} | {f"{n}s": n for n in range(2, 11)}
_PAIR = re.compile(r"pair-of-(\w+?)(?:-or-better|-through-(\w+))$")
_ROYAL = re.compile(r"six-card-royal-flush(?:-of-([a-z-]+))?$")


def or_better(ranks: str) -> Test:
    """A pair of so high a rank, or any higher hand of five: what one row of a table with no other takes."""
    low, pair = _RANK_WORDS[ranks], FIVE_CARD_ORDER.index("pair")
    return lambda value, cards: value.order > pair or (value.order == pair and value.ranks[0] >= low)


def test_for(name: str) -> Test | None:
    """The test a pay-table row stands for, or None when no such hand is known."""
    if name in FIVE_CARD_ORDER or name in THREE_CARD_ORDER:
        return lambda value, cards: value.category == name
    if pair := _PAIR.match(name):
        low = _RANK_WORDS.get(pair[1])
        high = _RANK_WORDS.get(pair[2]) if pair[2] else 14
        if low is None or high is None:
            return None
        return lambda value, cards: value.category == "pair" and low <= value.ranks[0] <= high
    if royal := _ROYAL.match(name):
        suits = {letter for letter, word in SUIT_NAMES.items() if royal[1] is None or word in royal[1].split("-")}
        return lambda value, cards: six_card_royal(cards) in suits
    return None
