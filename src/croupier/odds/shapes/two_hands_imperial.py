"""A wager on the player's seven cards and on the bank's: how often each two come together, by inclusion and exclusion.

A bank that is paid for holds seven low cards of seven ranks. For every class of the player's hands the banks that share no card with
one are counted: all such banks, less those with one of its cards, and those with two back again.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

import numpy as np

from croupier.equipment.cards import JOKER, Card
from croupier.games.pai_gow._bonuses import BANKERS_HAND, IMPERIAL, OWN_HAND
from croupier.hands.pai_gow import best
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, layout
from croupier.odds.kernels.tables import Array
from croupier.odds.price import Price, gathered
from croupier.odds.shapes.as_ranked import kept_as_ranked
from croupier.odds.shapes.counted_alike import refuse_rows_that_tell_apart
from croupier.odds.shapes.two_hands_asked import started
from croupier.table.playable import Playable

HAND, SUITS, FLUSH, EXAMPLES = 7, 4, 5, 9
HIGHEST: Final = (9, 8, 7)
"""Jack, ten and nine as the kernels number ranks: the bank's hands that are paid for."""


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


def _above() -> Array:
    """How many ranks of banks take in some ranks, by their bits, and by the bank's highest card."""
    found: Array = np.zeros((1 << HIGHEST[0] + 1, len(HIGHEST)), np.int64)
    bits: Array = np.arange(len(found))
    for run in _paid_ranks():
        found[:, HIGHEST.index(run[-1])] += bits & ~sum(1 << rank for rank in run) == 0
    return found


def _banks_beside_classes() -> Array:
    """For every class of hands, its hands with the banks that share no card with them, by the bank's highest card.

    Hands with a flush in reach are alike but for the names of suits, so one stands for all. The others are all hands of their ranks
    less those: the cards of all hands of some ranks are of each suit as often, and so are the banks beside them on average.
    """
    from croupier.odds.kernels.banks_beside import banks_beside
    from croupier.odds.shapes.two_hands_classes import PLAIN_CLASSES, classes, plain_class

    every = classes()
    above, hands, plain = _above(), every.hands, slice(PLAIN_CLASSES)
    long = slice(PLAIN_CLASSES, len(hands))
    suited: Array = np.zeros((HAND + 1,) * 3, np.int64)
    anyhow = suited.copy()
    for held in itertools.product(range(HAND + 1), repeat=3):
        if sum(held) <= HAND:
            suited[held] = _ways((0, *sorted(held)), HAND - sum(held))
    anyhow[:, 0, 0] = [_ways((0,) * SUITS, HAND) * SUITS ** (HAND - size) for size in range(HAND + 1)]
    found: Array = np.zeros((len(hands), len(HIGHEST)), np.int64)
    banks_beside(hands[long], HIGHEST[0], suited, above, found[long])
    banks_beside(hands[plain] & ~(SUITS - 1), HIGHEST[0], anyhow, above, found[plain])
    found[long] *= every.weights[long, None]
    of_ranks, weights = plain_class(hands[long]), every.weights[plain].copy()
    np.add.at(weights, of_ranks, every.weights[long])
    found[plain] = found[plain] * weights[:, None] // SUITS**HAND
    np.subtract.at(found, of_ranks, found[long])
    return found


@kept_as_ranked
def together() -> tuple[tuple[tuple[tuple[Card, ...], ...], ...], Array]:
    """Some hands of each kind, and how many deals of a player's and a bank's hand: by kind, and by the bank's highest card or none."""
    from croupier.odds.shapes.two_hands_classes import by_type, classes, face

    kinds, kind_of = by_type()
    every = classes()
    weights: Array = np.array([weight for _, weight in kinds], np.int64)
    joint: Array = np.zeros((len(kinds), len(HIGHEST)), np.int64)
    np.add.at(joint, kind_of, _banks_beside_classes())
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


def _highest(bank: tuple[Card, ...]) -> int | None:
    """The highest card of a bank that is told apart by it; None for any other."""
    ranks = tuple(sorted(card.rank - 2 for card in bank if card is not JOKER))
    suits = Counter(card.suit for card in bank)
    paid = len(set(ranks)) == HAND and ranks[-1] <= HIGHEST[0] and not _straight(ranks) and max(suits.values()) < FLUSH
    return ranks[-1] if paid else None


def refuse_other_rows(game: Playable) -> None:
    """Refuse rows that tell apart what is counted together: the player's hands of a type, the bank's of one highest card, the others."""
    from croupier.odds.shapes.two_hands_classes import members_of_types

    banks: dict[int | None, list[tuple[Card, ...]]] = {}
    for of in members_of_types():
        for hand in of:
            banks.setdefault(_highest(hand), []).append(hand)
    refuse_rows_that_tell_apart(game, f"{IMPERIAL}:{OWN_HAND}", members_of_types(), best)
    refuse_rows_that_tell_apart(game, f"{IMPERIAL}:{BANKERS_HAND}", banks.values(), best)


def prices(game: Playable, stake: int | None) -> Iterator[Price]:
    """The wager as the table settles a hand of each kind against a bank of each kind."""
    refuse_other_rows(game)
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
