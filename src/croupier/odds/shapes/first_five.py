"""A side wager on five cards whose rows look at colours too: every kind of hand counted, and asked of the table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

import numba as nb
import numpy as np

from croupier.games.house_poker._deciding import FOLD
from croupier.games.house_poker._drawing import DECLARE
from croupier.odds.analyze import tables_of
from croupier.odds.card_numbers import kernel_card, numbers
from croupier.odds.cells import Asked, Deal, Settled, layout, unit_of
from croupier.odds.in_suits import turned
from croupier.odds.kernels.combinations import KINDS, combination_of_level
from croupier.odds.kernels.evaluate import KEYS, SUITS, evaluate, value
from croupier.odds.kernels.five_cards import ordered
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.shapes.draws_asked import by_kind, members_of
from croupier.odds.shapes.rankings import Hand, whole_deck
from croupier.odds.tally import Tally
from croupier.table.playable import Playable

FIVE = 5
SAMPLED = 60
"""Hands at random that are settled at the table: each must fall as its kind."""
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


def settled_by_colour(asked: Asked) -> dict[int, tuple[Settled, int]]:
    """What the table makes of each kind of hand, and how many there are; refused where it goes by anything else."""
    found = {kind: (asked.agreed(deals, deals[0].hand), weight) for kind, weight, deals in by_colour()}
    for hand, dealer in _to_try(asked.game):
        settled, (known, _) = asked.settled(Deal(hand, dealer, goes_on=True)), found[_kind_of(hand)]
        if settled[:2] != known[:2]:
            why = f"{' '.join(map(str, hand))} against {' '.join(map(str, dealer))} nets {settled.net}, hands alike {known.net}"
            raise asked.refused(why, settled.lines[0].clause if settled.lines else None)
    return found


def _to_try(game: Playable) -> Iterator[tuple[Hand, Hand]]:
    """Hands with any dealer's: some at random, and one of each kind in every suit."""
    chance = random.Random(1)
    every = [hand for _, _, deals in by_colour() for (hand,) in turned(deals[-1].hand)]
    for hand in (*every, *(tuple(chance.sample(game.pack, FIVE)) for _ in range(SAMPLED))):
        left = [card for card in game.pack if card not in hand]
        yield hand, tuple(chance.sample(left, game.shape.dealer))


def _kind_of(hand: Hand) -> int:
    level = int(evaluate(numbers(hand)))
    return COLOURS * int(combination_of_level()[level]) + (len({card.suit in "dh" for card in hand}) == 1)


def price_first_five(game: Playable, wager: str, stake: int | None = None) -> Iterator[Price]:
    """The wager under each of its tables, every hand that wins declared."""
    whole_deck(game)
    for table in tables_of(game, wager):
        house = with_posted(game, table)
        asked = Asked(house, layout(house, wager, stake), only=[wager], unsaid=(DECLARE, FOLD))
        tally = Tally(unit_of(house, wager, stake))
        for settled, weight in settled_by_colour(asked).values():
            tally.add(settled, weight)
        note = "a return above 100% is the text's own" if sum(o.weight * o.net for o in tally.outcomes) > 0 else ""
        yield Price(
            wager, table.id, tally.outcomes, strategy="declared", clause=table.clause, readings=tally.readings, note=note
        )
