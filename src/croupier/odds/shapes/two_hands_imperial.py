"""A wager on the player's seven cards and on the bank's: how often each two come together, by inclusion and exclusion.

A bank that is paid for holds seven low cards of seven ranks. For every set of such cards, up to a change of suits, the hands of the
player that hold it are counted, and the hands of the bank; signed by the size of the set they add up to hands that share no card.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, perm
from typing import Final

import numpy as np

from croupier.equipment.cards import JOKER, Card
from croupier.games.pai_gow._bonuses import IMPERIAL
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, layout
from croupier.odds.kernels.tables import Array
from croupier.odds.price import Price, gathered
from croupier.odds.shapes.two_hands_asked import started
from croupier.odds.work import in_parts
from croupier.table.playable import Playable

HAND, SUITS, FLUSH, EXAMPLES = 7, 4, 5, 9
HIGHEST: Final = (9, 8, 7)
"""Jack, ten and nine as the kernels number ranks: the bank's hands that are paid for."""
Held = tuple[tuple[int, ...], tuple[int, ...]]
"""Ranks of some cards, and their suits, the first that is met being 0."""


@cache
def _suits(size: int) -> tuple[tuple[int, ...], ...]:
    """Every way to give cards suits, one for all that differ only by their names."""
    if not size:
        return ((),)
    return tuple((*held, suit) for held in _suits(size - 1) for suit in range(min(SUITS, max(held, default=-1) + 2)))


def _straight(ranks: tuple[int, ...]) -> bool:
    return any(set(range(low, low + FLUSH)) <= set(ranks) for low in range(HIGHEST[0]))


def _paid_ranks() -> list[tuple[int, ...]]:
    """Seven ranks up to the jack without a straight."""
    return [ranks for ranks in itertools.combinations(range(HIGHEST[0] + 1), HAND) if not _straight(ranks)]


@cache
def _ways(counts: tuple[int, ...], more: int) -> int:
    """In how many ways so many more cards get suits with no flush among all of them."""
    if max(counts) >= FLUSH:
        return 0
    if not more:
        return 1
    return sum(_ways(tuple(sorted((*counts[:suit], counts[suit] + 1, *counts[suit + 1 :]))), more - 1) for suit in range(SUITS))


def _sets() -> Iterator[tuple[Held, int, tuple[int, ...]]]:
    """Sets of low cards that a paid bank may hold: how many are like it, and how many banks of each highest card hold it."""
    runs = _paid_ranks()
    for size in range(HAND + 1):
        for ranks in itertools.combinations(range(HIGHEST[0] + 1), size):
            above = Counter(run[-1] for run in runs if set(ranks) <= set(run))
            if not above:
                continue
            for suits in _suits(size):
                counts = tuple(sorted(suits.count(suit) for suit in range(SUITS)))
                banks = _ways(counts, HAND - size)
                if banks:
                    yield (ranks, suits), perm(SUITS, len(set(suits))), tuple(banks * above[top] for top in HIGHEST)


@lru_cache(maxsize=1)
def together() -> tuple[tuple[tuple[tuple[Card, ...], ...], ...], Array]:
    """Some hands of each kind, and how many deals of a player's and a bank's hand: by kind, and by the bank's highest card or none."""
    from croupier.odds.kernels.beside_seven import kinds_beside
    from croupier.odds.kernels.evaluate import DISPLACEMENT
    from croupier.odds.shapes.two_hands_classes import by_type, classes, face

    kinds, kind_of = by_type()
    every = classes()
    found = list(_sets())
    sizes: Array = np.array([len(ranks) for (ranks, _), _, _ in found], np.int64)
    sets: Array = np.zeros((len(found), HAND), np.int64)
    for number, ((ranks, suits), _, _) in enumerate(found):
        sets[number, : len(ranks)] = [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]
    counts: Array = np.zeros((len(found), len(kinds)), np.int64)
    weights: Array = np.array([weight for _, weight in kinds], np.int64)
    counts[0] = weights  # every hand holds the empty set
    small = int(np.searchsorted(sizes, 2))
    for number in range(1, small):  # a card of a rank is in as many hands as any other of that rank
        held = (every.hands >> 2 == sets[number, 0] >> 2).sum(axis=1) * every.weights
        np.add.at(counts[number], kind_of, held)
        counts[number] //= SUITS
    # The few sets of two cards have the most completions: parts are dealt like cards.
    order = small + np.argsort(np.arange(len(found) - small) % 64, kind="stable")
    arrays = (kind_of, DISPLACEMENT, every.place_of, every.first)

    def part(first: int, last: int) -> None:
        rows = order[first:last]
        some: Array = np.zeros((len(rows), len(kinds)), np.int64)
        kinds_beside(sets[rows], sizes[rows], 0, len(rows), *arrays, some)
        counts[rows] = some

    in_parts(len(order), part)
    signed: Array = np.array([(-1) ** len(ranks) * like for (ranks, _), like, _ in found], np.int64)
    banks: Array = np.array([each for _, _, each in found], np.int64)
    joint: Array = (counts * signed[:, None]).T @ banks
    nothing = weights * comb(53 - HAND, HAND) - joint.sum(axis=1)
    shown = []
    for kind in range(len(kinds)):
        of = np.flatnonzero(kind_of == kind)
        shown.append(tuple(tuple(map(face, every.hands[of[len(of) * part // EXAMPLES]].tolist())) for part in range(EXAMPLES)))
    return tuple(shown), np.column_stack([joint, nothing])


def _deal(highest: int | None, hands: tuple[tuple[Card, ...], ...], pack: tuple[Card, ...]) -> Deal:
    """One of the hands, and a bank that is paid for by its highest card, or one that is not, of cards that the hand has not got."""
    for hand in hands:
        left = [face for face in pack if face not in hand and face is not JOKER]
        if highest is None:
            return Deal(hand, tuple(sorted(left, key=lambda face: -face.rank)[:HAND]))
        for ranks in [ranks for ranks in _paid_ranks() if ranks[-1] == highest]:
            for bank in itertools.product(*([face for face in left if face.rank == rank + 2] for rank in ranks)):
                if max(Counter(face.suit for face in bank).values()) < FLUSH:
                    return Deal(hand, bank)
    raise AssertionError(f"{hands} leave no such bank")


def prices(game: Playable, stake: int | None) -> Iterator[Price]:
    """The wager as the table settles a hand of each kind against a bank of each kind."""
    for table in tables_of(game, IMPERIAL)[:1]:  # one is printed, in two columns
        stakes = layout(game, IMPERIAL, stake)
        asked = Asked(game, stakes, only=[IMPERIAL])
        hands, counts = together()
        found: dict[tuple[str, Fraction, Fraction], int] = {}
        readings: dict[str, None] = {}
        for like, row in zip(hands, counts.tolist(), strict=True):
            for highest, weight in zip((*HIGHEST, None), row, strict=True):
                if weight:
                    settled = asked.settled(started(_deal(highest, like, game.pack)))
                    unit = stakes[IMPERIAL]
                    key = (" and ".join(line.outcome for line in settled.lines), Fraction(settled.net, unit), Fraction(1))
                    found[key] = found.get(key, 0) + weight
                    readings.update(dict.fromkeys(settled.readings))
        yield Price(IMPERIAL, table.id, gathered(found), clause=table.clause, readings=tuple(readings))
