"""A side wager on five cards whose rows look at colours too: every kind of hand counted, and asked of the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numba as nb
import numpy as np

from croupier.games.house_poker._deciding import FOLD
from croupier.games.house_poker._drawing import DECLARE
from croupier.odds.analyze import tables_of
from croupier.odds.card_numbers import kernel_card
from croupier.odds.cells import Asked, Deal, layout, unit_of
from croupier.odds.kernels.combinations import KINDS, combination_of_level
from croupier.odds.kernels.evaluate import KEYS, SUITS, value
from croupier.odds.kernels.five_cards import ordered
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.shapes.draws_asked import by_kind, members_of
from croupier.odds.shapes.rankings import Hand, whole_deck
from croupier.odds.tally import Tally
from croupier.table.playable import Playable

COLOURS = 2
"""Of one colour, or not: suits are numbered clubs, diamonds, hearts, spades."""


@nb.njit(cache=True)
def _count(of_level, counts, first, last):  # type: ignore[no-untyped-def]
    """How many hands have each first combination, by whether they are of one colour; with the first and the last of each."""
    hand = np.empty(5, np.int64)
    for a in range(4, 52):
        for b in range(3, a):
            for c in range(2, b):
                for d in range(1, c):
                    for e in range(d):
                        hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                        key, suits, red = np.uint64(0), np.uint64(0), 0
                        for n in range(5):
                            key += KEYS[hand[n]]
                            suits += SUITS[hand[n]]
                            red += (hand[n] & 3) in (1, 2)
                        kind = COLOURS * of_level[value(key, suits)] + (red in (0, 5))
                        if counts[kind] == 0:
                            first[kind] = hand
                        last[kind] = hand
                        counts[kind] += 1


@lru_cache(maxsize=1)
def by_colour() -> tuple[tuple[int, int, tuple[Deal, ...]], ...]:
    """Kinds of hands that no row can tell apart, by first combination and colour: how many, and deals of them that are declared.

    Deals of a kind are its first and its last hand and some between, by which the table is asked whether it is one.
    """
    counts, first, last = np.zeros(COLOURS * KINDS, np.int64), *np.zeros((2, COLOURS * KINDS, 5), np.int64)
    _count(combination_of_level(), counts, first, last)
    members = _members()
    found = []
    for kind in np.flatnonzero(counts).tolist():
        ends = [tuple(map(kernel_card, hand.tolist())) for hand in (first[kind], last[kind])]
        deals = tuple(Deal(hand, goes_on=True) for hand in dict.fromkeys((*ends, *members.get(kind, ()))))
        found.append((kind, int(counts[kind]), deals))
    return tuple(found)


def _members() -> dict[int, list[Hand]]:
    """Hands of each kind from the lowest to the highest."""
    hands, found = ordered().cards, dict[int, list[Hand]]()
    for kind, of in by_kind(hands):
        for hand in members_of(of):
            one_colour = len({card.suit in "dh" for card in hand}) == 1
            found.setdefault(COLOURS * (kind // KINDS) + one_colour, []).append(hand)
    return found


def price_first_five(game: Playable, wager: str, stake: int | None = None) -> Iterator[Price]:
    """The wager under each of its tables, every hand that wins declared."""
    whole_deck(game)
    for table in tables_of(game, wager):
        house = with_posted(game, table)
        asked = Asked(house, layout(house, wager, stake), only=[wager], unsaid=(DECLARE, FOLD))
        tally = Tally(unit_of(house, wager, stake))
        for _, weight, deals in by_colour():
            tally.add(asked.agreed(deals, deals[0].hand), weight)
        note = "a return above 100% is the text's own" if sum(o.weight * o.net for o in tally.outcomes) > 0 else ""
        yield Price(
            wager, table.id, tally.outcomes, strategy="declared", clause=table.clause, readings=tally.readings, note=note
        )
