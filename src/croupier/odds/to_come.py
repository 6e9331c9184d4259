"""Equity at stud and draw: whatever a hand lacks is dealt to it, in every way there is or, where those are too many, by chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, lcm, prod, sqrt
from typing import Any

import numpy as np

from croupier.equipment.cards import Card, cards, deck
from croupier.errors import BadInput, Refused
from croupier.hands.low import Low
from croupier.odds.card_numbers import numbers
from croupier.odds.equity import Equities, Equity
from croupier.rules.poker import Variant

MOST_SETS = 2_000_000
"""Of cards to come to one of two players: as many are compared in seconds."""
MOST_DEALS = 100_000_000
"""To three and more players, each deal looked at."""
SAMPLE, SEED = 1_000_000, 1
KINDS: dict[Low, int] = {"ace-to-five": 0, "ace-to-six": 1, "deuce-to-seven": 2, "lowest-high-hand": 3}
"""As the kernels call them."""


def without_a_board(variant: Variant, hands: Sequence[str], dead: Sequence[Card]) -> Equities:
    """The equity of what is known of each hand."""
    held = [cards(text) for text in hands]
    own, known = variant.kept_cards, [*dead, *(card for hand in held for card in hand)]
    for text, hand in zip(hands, held, strict=True):
        if len(hand) > own:
            raise BadInput(f"{text!r}: {len(hand)} cards, a hand here is of {own}")
    if len(set(known)) < len(known):
        raise BadInput("these hands cannot be dealt together: a card is named twice")
    left = [card for card in deck() if card not in known]
    counts = [own - len(hand) for hand in held]
    if sum(counts) > len(left):
        fault = f"{sum(counts)} cards are to come and {len(left)} are left"
        raise Refused(f"{variant.name}: {fault}: such a hand is dealt otherwise", clause=", ".join(variant.clause))
    ways = _ways(counts, len(left))
    sets = [comb(len(left), count) for count in counts]
    if len(hands) == 2 and max(sets) <= MOST_SETS:
        return _two(variant, hands, _all_sets(variant, held, left), ways, len(left))
    if len(hands) > 2 and max(sets) <= MOST_SETS and prod(sets) <= MOST_DEALS:
        return _several(variant, hands, _all_sets(variant, held, left))
    return _sample(variant, hands, held, left)


def _ways(counts: Sequence[int], left: int) -> int:
    """In how many ways so many cards can come to each player."""
    found = 1
    for count in counts:
        found, left = found * comb(left, count), left - count
    return found


def _low(variant: Variant) -> int:
    return -1 if variant.low is None else KINDS[variant.low]


def _all_sets(variant: Variant, held: Sequence[Sequence[Card]], left: Sequence[Card]) -> list[Any]:
    """Of every player: the sets of places in the deck that can come, and what the hand is then worth, high and low."""
    from croupier.odds.kernels import to_come

    own, pack = variant.kept_cards, numbers(left)
    shape = (variant.high, _low(variant), variant.qualifier or 0)
    return [to_come.all_sets(numbers(hand), pack, own - len(hand), *shape) for hand in held]


def _two(variant: Variant, hands: Sequence[str], sets: Sequence[Any], ways: int, left: int) -> Equities:
    """Shares of halves: the high one, the low one, and the low one again where nobody has it."""
    from croupier.odds.kernels import to_come

    def compared(by: int, chosen: Sequence[Any] = sets) -> tuple[int, int]:
        """How often the first beats and equals the second."""
        ordered = []
        for places, *values in chosen:
            order = np.argsort(values[by], kind="stable")
            ordered.append((places[order], values[by][order]))
        (places, values), (others, theirs) = ordered
        won, tied = to_come.pairs(places, values, others, theirs, left)
        return int(won), int(tied)

    won, tied = compared(0 if variant.high else 1)
    quarters = 4 * won + 2 * tied  # of one way to come
    if variant.high and variant.low is not None:
        low_won, low_tied = compared(1)
        without = [[part[lows == to_come.NO_LOW] for part in (places, highs, lows)] for places, highs, lows in sets]
        high_won, neither = 0, 0
        if variant.qualifier and all(len(places) for places, *_ in without):
            again, both = compared(0, without)
            neither = compared(1, without)[1]
            high_won = 2 * again + both
        quarters = 2 * won + tied + 2 * low_won + (low_tied - neither) + high_won
    share = Fraction(quarters, 4 * ways)
    lost = ways - won - tied
    first, second = hands
    return Equities((Equity(first, share, won, tied, lost), Equity(second, 1 - share, lost, tied, won)), ways)


def _several(variant: Variant, hands: Sequence[str], sets: Sequence[Any]) -> Equities:
    """Every deal looked at."""
    from croupier.odds.kernels import to_come

    parts = 2 * lcm(*range(1, len(hands) + 1))
    first = np.cumsum([0, *(len(highs) for _, highs, _ in sets)])
    masks = [(np.uint64(1) << places.astype(np.uint64)).sum(axis=1, dtype=np.uint64) for places, *_ in sets]
    highs, lows = (np.concatenate([entry[by] for entry in sets]) for by in (1, 2))
    shares, kinds, deals = to_come.together(
        first, np.concatenate(masks), highs, lows, variant.high, variant.low is not None, parts
    )
    found = [
        Equity(text, Fraction(int(share), parts * int(deals)), *(int(number) for number in how))
        for text, share, how in zip(hands, shares, kinds, strict=True)
    ]
    return Equities(tuple(found), int(deals))


def _sample(variant: Variant, hands: Sequence[str], held: Sequence[Sequence[Card]], left: Sequence[Card]) -> Equities:
    """A million deals by chance, the same whenever it is asked, and one standard error of each share."""
    from croupier.odds.kernels import to_come
    from croupier.odds.kernels.randomness import key_of

    own, parts = variant.kept_cards, 2 * lcm(*range(1, len(hands) + 1))
    padded = np.zeros((len(held), own), np.int64)
    for row, hand in zip(padded, held, strict=True):
        row[: len(hand)] = numbers(hand)
    known = np.array([len(hand) for hand in held], np.int64)
    shape = (variant.high, _low(variant), variant.qualifier or 0)
    shares, squares, kinds = to_come.sampled(padded, known, own, numbers(left), parts, *shape, SAMPLE, key_of(SEED))
    found = []
    for text, share, square, how in zip(hands, shares, squares, kinds, strict=True):
        mean = Fraction(int(share), parts * SAMPLE)
        error = sqrt(max(square / SAMPLE - float(mean) ** 2, 0) / SAMPLE)
        won, tied, lost = (int(number) for number in how)
        found.append(Equity(text, mean, won, tied, lost, error))
    return Equities(tuple(found), SAMPLE, "sample")
