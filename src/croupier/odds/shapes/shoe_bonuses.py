"""Blackjack hands that are paid by their very cards: which they are, how often their suits are the ones that count, what they net.

The solver knows a hand by how many cards it has of each value. Of the suits nobody looks at, those of a value are as good as shuffled
among its cards wherever they lie, so that a hand's suits have the same chances whatever else is dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import perm, prod
from typing import NamedTuple

from croupier.equipment.cards import RANKS, SUITS, Card, card
from croupier.games.blackjack._hands import BLACKJACK, EVEN_MONEY, WIN
from croupier.hands.poker import Value
from croupier.hands.two_card import two_card
from croupier.odds.kernels.blackjack import hands
from croupier.odds.remembered import remembered
from croupier.table.playable import Playable

Shares = tuple[tuple[str, Fraction], ...]
"""Rows of the pay table, and in what part of the deals each pays."""
PLAIN = (BLACKJACK, EVEN_MONEY)
NOTHING = Value(0, (), "")
"""Hands here are told by their cards, not by a rank of poker."""


class Bonuses(NamedTuple):
    """By place among all hands, those that a row may pay; an example of each row; and what blackjacks are paid by."""

    hands: dict[int, Shares]
    examples: dict[str, tuple[Card, ...]]
    blackjacks: Shares


def card_of(value: int, suit: str) -> Card:
    """A card of a value; of those that count ten a king, which no text takes out of the pack."""
    return card(("A" if value == 0 else "K" if value == 9 else RANKS[value - 1]) + suit)


@remembered
def bonuses_of(game: Playable) -> Bonuses:
    """What the posted rows name, beyond a win and a blackjack."""
    rows = [(row, test) for row, test, _ in game.tables[game.rules.boxes[-1]] if row not in PLAIN]
    if not rows:
        return Bonuses({}, {}, ((BLACKJACK, Fraction(1)),))

    def row_of(held: Sequence[Card]) -> str:
        return next((row for row, test in rows if test(NOTHING, held)), WIN)

    found: dict[int, Shares] = {}
    examples: dict[str, tuple[Card, ...]] = {}
    known = hands()
    values_in = {suit: Counter(_value(held) for held in game.pack if held.suit == suit) for suit in SUITS}
    for place in range(len(known.counts)):
        if not 3 <= known.size[place] <= 21 or known.total[place] > 21:
            continue
        values = [value for value, count in enumerate(known.counts[place].tolist()) for _ in range(count)]
        if any(values.count(value) > sum(counted[value] for counted in values_in.values()) for value in set(values)):
            continue  # the pack does not hold it
        shares: dict[str, Fraction] = {}
        left = Fraction(1)
        for suit in SUITS:
            chance = _all_of(suit, values, values_in)
            held = tuple(card_of(value, suit) for value in values)
            shares[row_of(held)] = shares.get(row_of(held), Fraction(0)) + chance
            left -= chance
            if 0 not in values:
                examples.setdefault(row_of(held), held)
        mixed = tuple(card_of(value, SUITS[number % 4]) for number, value in enumerate(values))
        shares[row_of(mixed)] = shares.get(row_of(mixed), Fraction(0)) + left
        if 0 not in values:
            examples.setdefault(row_of(mixed), mixed)
        if shares.keys() != {WIN}:
            found[place] = tuple(sorted((row, share) for row, share in shares.items() if share))
    return Bonuses(found, examples, blackjacks_of(game))


def _value(held: Card) -> int:
    return 0 if held.rank == 14 else min(held.rank, 10) - 1


def _all_of(suit: str, values: Sequence[int], values_in: dict[str, Counter[int]]) -> Fraction:
    """The chance that cards of these values are all of one suit."""
    return Fraction(
        prod(perm(values_in[suit][value], values.count(value)) for value in set(values)),
        prod(perm(sum(counted[value] for counted in values_in.values()), values.count(value)) for value in set(values)),
    )


def blackjacks_of(game: Playable) -> Shares:
    """Which rows pay a blackjack, over every ace with every card that counts ten."""
    counts: Counter[str] = Counter()
    for ace, aces in game.counts.items():
        for ten, tens in game.counts.items():
            if _value(ace) == 0 and _value(ten) == 9:
                row = next(row for row, test, _ in game.tables[game.rules.boxes[-1]] if test(two_card((ace, ten)), (ace, ten)))
                counts[row] += aces * tens
    return tuple((row, Fraction(count, counts.total())) for row, count in counts.items())
