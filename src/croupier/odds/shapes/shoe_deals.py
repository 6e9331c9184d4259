"""The deals that a blackjack table is tried with: at random, but what is rare comes often enough to be seen."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from croupier.equipment.cards import Card
from croupier.games.blackjack._hands import FREE_SPLIT, HIT, SPLIT, STAND, WIN
from croupier.odds.kernels.blackjack import VALUES
from croupier.odds.shapes.shoe_bonuses import bonuses_of
from croupier.odds.shapes.shoe_ended import ACE, TEN
from croupier.table.playable import Playable

Wanted = int | Card | None
"""A value, a very card, or any."""


class Planned(NamedTuple):
    """The first cards that a player and the dealer get, and words that are said wherever they are open, the first of them."""

    own: Sequence[Wanted]
    dealer: Sequence[Wanted] = ()
    said: tuple[str, ...] = ()


ROUNDS: Final = 24
"""How often each of these is tried."""
ANY: Final = range(VALUES)
DEALS: Final[tuple[tuple[Sequence[int], ...], ...]] = (
    (ANY, ANY, ANY, ANY),
    (ANY, ANY, (ACE,), ANY),
    (ANY, ANY, (TEN,), ANY),
    (ANY, ANY, (ACE,), (TEN,)),
    (ANY, ANY, (TEN,), (ACE,)),
    ((ACE,), (TEN,), (ACE, TEN, 4), ANY),
    ((ACE,), ANY, ANY, ANY),
    (range(1, 5), range(3, 6), ANY, ANY),
    (range(1, 4), range(1, 4), ANY, ANY),
    ((TEN,), range(1, 6), ANY, ANY),
)
"""Values of which the first and second own card are one, the dealer's, and the one in the hole."""
PAIRED: Final = 4 * VALUES
"""How many rounds begin with a pair."""
LOW: Final = (ACE, 1, 1, 2, 2, 3)
LONG: Final = 12
"""How many rounds go on with low cards for a hand, and for those of a split."""
DEALERS: Final = 40
"""How many do for the dealer, against a hand that stands: some of them break."""
KNOWN: Final = ((6, 6, 6), (5, 6, 7), (7, 6, 5))
"""Sevens, and six to eight: where any are, these are the hands of three cards that a text has something to say of."""
BONUSES: Final = 4
"""How many rounds are dealt these, and the cards of each row that pays hands by their cards."""
ALL: Final = (SPLIT, FREE_SPLIT, HIT)


def deals(game: Playable, chance: random.Random) -> Iterator[Planned]:
    """As they are tried, for one box or for two that are dealt alike."""
    boxes = len(game.rules.boxes)

    def low(count: int) -> list[Wanted]:
        return [chance.choice(LOW) for _ in range(count)]

    for _ in range(ROUNDS):
        for deal in DEALS:
            first, second, up, hole = (None if part is ANY else chance.choice(part) for part in deal)
            yield Planned([first] * boxes + [second] * boxes, [up, hole])
    for number in range(PAIRED):
        yield Planned([number % VALUES] * 2 * boxes, [chance.choice((None, ACE, TEN))])
    for _ in range(LONG):
        yield Planned(low(6 * boxes), said=(HIT,))
        yield Planned([chance.choice(LOW[1:])] * 2 * boxes + low(10), said=ALL)
    for _ in range(DEALERS):
        yield Planned([], [None, *low(3)], (STAND,))
    held: list[tuple[Wanted, ...]] = [tuple(cards) for row, cards in sorted(bonuses_of(game).examples.items()) if row != WIN]
    for own in (*KNOWN, *held) if boxes == 1 else ():
        for number in range(BONUSES):
            yield Planned(own, [own[0] if number % 2 else None], (HIT,) if number > 1 else ())
