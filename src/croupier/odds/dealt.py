"""A few cards of a game's pack: every set of them, or one of each kind, and how often it comes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import comb, prod

from croupier.equipment.cards import Card
from croupier.hands.patterns import Both
from croupier.table.playable import Playable

Dealt = tuple[tuple[Card, ...], int]
"""Cards that are looked at, and how many deals show them."""


def few_cards(game: Playable, size: int) -> Iterator[Dealt]:
    """Every so many cards of a game's pack, and how often they come."""
    return few_of(game.counts, size)


def few_of(counts: Mapping[Card, int], size: int) -> Iterator[Dealt]:
    """Every so many of some cards, of which there may be more than one alike, and how often they come."""
    for held in itertools.combinations_with_replacement(counts, size):
        weight = prod(comb(counts[card], held.count(card)) for card in set(held))
        if weight:
            yield held, weight


def by_ranks(game: Playable, size: int) -> Iterator[Dealt]:
    """Every so many cards of a game's pack by their ranks alone, and how often they come."""
    of_rank: dict[int, list[Card]] = {}
    for card in game.pack:
        of_rank.setdefault(card.rank, []).append(card)
    for ranks in itertools.combinations_with_replacement(of_rank, size):
        held = {rank: ranks.count(rank) for rank in ranks}
        weight = prod(comb(len(of_rank[rank]), count) for rank, count in held.items())
        if weight:
            yield tuple(card for rank, count in held.items() for card in of_rank[rank][:count]), weight


@lru_cache(maxsize=8)
def two_and_one(counts: tuple[tuple[Card, int], ...]) -> tuple[Dealt, ...]:
    """Two cards of one place and one of another, one of each kind for all whose ranks, and whose equal suits, are the same."""
    found: dict[tuple[object, ...], tuple[tuple[Card, ...], int]] = {}
    for (one, other), weight in few_of(dict(counts), 2):
        for third, count in counts:
            left = count - (one, other).count(third)
            kind = (one.rank, other.rank, third.rank, one.suit == third.suit, other.suit == third.suit)
            if left:
                found[kind] = (one, other, third), weight * left + found.get(kind, ((), 0))[1]
    return tuple(found.values())


def two_and_two(game: Playable, wager: str) -> Iterator[Dealt]:
    """Every two cards of the player; with every two of the dealer's where a row looks at them beside these, else with any."""
    look, rows = game.looks[wager], [test for _, test, _ in game.tables[wager] if isinstance(test, Both)]
    for own, weight in few_cards(game, 2):
        left = {card: count - own.count(card) for card, count in game.counts.items() if count > own.count(card)}
        if any(row.own(look.value(own), own) for row in rows):
            for dealers, ways in few_of(left, 2):
                yield (*own, *dealers), weight * ways
        else:
            yield (*own, *itertools.islice(left, 2)), weight * comb(len(game.pack) - 2, 2)


@lru_cache(maxsize=4)
def five_card_counts(cards: int) -> tuple[int, ...]:
    """How many sets of five, six or seven of a deck of 52 have each value."""
    from croupier.odds.kernels import classes

    return tuple(classes.count(cards).tolist()[1:])
