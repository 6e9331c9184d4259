"""A blackjack game's rules as the solver takes them: cards by their ten values, and what the procedure lets each hand do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from croupier.equipment.cards import ACE, RANKS, SUITS, Card, card
from croupier.games.blackjack._hands import (
    BLACKJACK,
    DOUBLE,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    SPLIT,
    SURRENDER,
    Hand,
)
from croupier.hands.blackjack import value as points_of
from croupier.odds.kernels.blackjack import MOST, VALUES
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.shoe_asked import nets_of
from croupier.rules.resolve import Paytable
from croupier.table.piles import Pile
from croupier.table.playable import Playable

ACES, TENS = 0, 9
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
SHOWN = (*range(1, VALUES), ACES)
"""Dealer's cards in the order of a strategy card: two to ten, ace."""


class Pair(NamedTuple):
    """What a pair may do: how many hands it can become, whether the others stand on lammers, and what its hands may do."""

    most: int
    lammers: bool
    doubles: tuple[int, ...]
    """By a split hand's second card: 1 where it may double, 2 where free."""
    ends: tuple[bool, ...]
    """By the second card: whether the hand may not draw."""


@dataclass(frozen=True)
class Terms:
    """A game's rules as the kernels take them, asked of the procedure's own list of choices."""

    shoe: tuple[int, ...]
    hits_soft_17: bool
    results: tuple[tuple[int, ...], ...]
    """By own total and dealer's, whether a hand wins, is returned or loses."""
    win: tuple[tuple[int, ...], ...]
    """Won by a hand on a stake and on a lammer: single, doubled, doubled free."""
    lose: tuple[tuple[int, ...], ...]
    blackjack: Fraction
    both: Fraction
    dealer_blackjack: Fraction
    even_money: Fraction | None
    surrenders: bool
    doubles: tuple[tuple[int, ...], ...]
    """By the first two cards, the lower first: 1 where they may double, 2 where free."""
    pairs: tuple[Pair | None, ...]
    same_rank: bool

    @property
    def kinds(self) -> int:
        """Whether hands can stand on lammers."""
        return 2 if any(pair and pair.lammers for pair in self.pairs) else 1

    @property
    def sign(self) -> Array:
        """What each hand that stands (up to 16, 17 to 21) does against each dealer's total (17 to 22, above)."""
        return np.array(self.results, np.int64)

    @property
    def pushes_22(self) -> bool:
        """Is a dealer's 22 something else than a dealer's hand that is broken?"""
        return any(row[-2] != row[-1] for row in self.results)


def card_of(value: int, suit: int = 0) -> Card:
    """A card of a value."""
    return card(RANKS[12 if value == ACES else value - 1] + SUITS[suit])


def value_of(card: Card) -> int:
    """A card's place among the ten values."""
    return points_of(card) - 1 if card.rank != ACE else ACES


def choices_of(rules: Any, cards: Sequence[Card], boxes: int) -> list[str]:
    """What the procedure lets a hand of these cards do in a box of so many hands."""
    pile = Pile()
    for held in cards:
        pile.place(held, up=True)
    seat: Any = SimpleNamespace(stakes={BLACKJACK: 1})
    box: list[Hand] = []
    hand = Hand(seat, pile, BLACKJACK, 1, box)
    box.extend([hand] * boxes)
    return list(rules.choices(hand))


def _double(choices: Sequence[str]) -> int:
    return 2 if FREE_DOUBLE in choices else 1 if DOUBLE in choices else 0


def shoe_of(game: Playable) -> tuple[int, ...]:
    """How many cards of each value the pack holds."""
    counts = [0] * VALUES
    for held in game.pack:
        counts[value_of(held)] += 1
    return tuple(counts)


def terms_of(game: Playable, shoe: Sequence[int] | None = None) -> Terms:
    """A game's terms; `shoe` for another pack than its own."""
    rules = game.rules

    def choices_of_two(first: int, second: int, boxes: int) -> list[str]:
        return choices_of(rules, (card_of(first), card_of(second, 1)), boxes)

    first_choices = [[choices_of_two(first, second, 1) for second in range(VALUES)] for first in range(VALUES)]
    pairs: list[Pair | None] = []
    for value in range(VALUES):
        choices = first_choices[value][value]
        if SPLIT not in choices and FREE_SPLIT not in choices:
            pairs.append(None)
            continue
        most = 2
        while {SPLIT, FREE_SPLIT} & set(choices_of_two(value, value, most)) and most < MOST:
            most += 1
        later = [choices_of_two(value, second, most) for second in range(VALUES)]
        pairs.append(Pair(most, FREE_SPLIT in choices, tuple(map(_double, later)), tuple(HIT not in words for words in later)))
    nets = nets_of(game)
    return Terms(
        shoe=tuple(shoe) if shoe is not None else shoe_of(game),
        hits_soft_17=rules.dealer_hits_soft_17,
        results=nets.sign,
        win=nets.win,
        lose=nets.lose,
        blackjack=nets.blackjack,
        both=nets.both,
        dealer_blackjack=nets.dealer_blackjack,
        even_money=nets.even_money,
        surrenders=any(SURRENDER in choices for row in first_choices for choices in row),
        doubles=tuple(tuple(map(_double, row)) for row in first_choices),
        pairs=tuple(pairs),
        same_rank=rules.split_on == "equal-rank",
    )


_RESTS_ON = ("over-21", "lower-total", "dealer-22", "dealer-hits-soft-17", "split-aces", "resplit-aces")


def readings_of(game: Playable, table: Paytable) -> tuple[str, ...]:
    """The readings that the main game's price rests on."""
    options = [game.terms.reading_of(option) for option in _RESTS_ON if option in game.terms.file.options]
    wagers = [game.terms.wagers[wager].reading for wager in (SPLIT, FREE_SPLIT, FREE_DOUBLE) if wager in game.terms.wagers]
    return tuple(dict.fromkeys(filter(None, [table.reading, *options, *wagers])))
