"""Side wagers on the cards of a box in the order they fall: how often so many of a rank come one after the other.

A pair of sevens always takes its third card, aces are always split: that is how these wagers are played when nothing else matters.
Against a dealer's blackjack no further card falls, unless the wager's file says that it is dealt on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import perm

from croupier.equipment.cards import ACE, SUITS, Card, card
from croupier.games.blackjack._hands import DECLINE, HIT, SPLIT, STAND
from croupier.hands.blackjack import value
from croupier.hands.looks import LOOKS
from croupier.odds.cells import Deal
from croupier.odds.dealt import Dealt
from croupier.odds.looks import Ladder, by_rows
from croupier.table.playable import Playable

SEVENS = (LOOKS["sevens-in-order"], LOOKS["sevens-in-order-unsplit"])
ACES = LOOKS["aces-in-order"]
NO_BLACKJACK, BLACKJACK = (card("9c"), card("8c")), (card("Kc"), card("Ac"))


def is_in_order(game: Playable, wager: str) -> bool:
    return game.looks[wager] in (*SEVENS, ACES)


def goes_on_against_a_blackjack(game: Playable, wager: str) -> bool:
    """Do sevens come in their order whatever the dealer has? Aces are not split any more."""
    return game.looks[wager] is not ACES


def ladder_in_order(game: Playable, wager: str) -> Ladder:
    """The rows of a wager on cards in order, with how it is played."""
    aces = game.looks[wager] is ACES
    cases = aces_in_order(game) if aces else sevens_in_order(game)
    found = by_rows(game, wager, cases, lambda seen: _lay(seen, aces=aces))
    played = (SPLIT, DECLINE, STAND) if aces else (DECLINE, HIT)
    note = "aces are always split" if aces else "a third card is taken to every two sevens"
    return found._replace(deals=lambda level: [d._replace(goes_on=True) for d in found.deals(level)], unsaid=played, note=note)


def _lay(seen: Sequence[Card], *, aces: bool) -> Deal:
    """Two aces without another card are those that a dealer's blackjack stopped."""
    stopped = aces and len(seen) == 2 and all(held.rank == ACE for held in seen)
    return Deal(tuple(seen), BLACKJACK if stopped else NO_BLACKJACK)


def sevens_in_order(game: Playable) -> Iterator[Dealt]:
    """Three cards in order: sevens from the first on by their suits, then any other."""
    held, pack = Counter(c.suit for c in game.pack if c.rank == 7), len(game.pack)
    others = pack - held.total()

    def go(row: tuple[Card, ...], ways: int) -> Iterator[Dealt]:
        if len(row) == 3:
            yield row, ways
            return
        filled = (card("Kc"),) if row else (card("Kc"), card("5c"))
        yield (*row, *filled), ways * others * perm(pack - len(row) - 1, 2 - len(row))
        for suit in SUITS:
            left = held[suit] - sum(c.suit == suit for c in row)
            if left > 0:
                yield from go((*row, card("7" + suit)), ways * left)

    return go((), 1)


def aces_in_order(game: Playable) -> Iterator[Dealt]:
    """Four cards of a box and the dealer's two: two aces stopped by a blackjack, or split and followed by aces or others."""
    held, pack = Counter(c.suit for c in game.pack if c.rank == ACE), len(game.pack)
    aces, tens = held.total(), sum(value(c) == 10 for c in game.pack)
    every, paired = perm(pack, 6), 0

    def left(row: tuple[Card, ...], suit: str) -> int:
        return held[suit] - sum(c.suit == suit for c in row)

    def no_blackjack(taken: int) -> int:
        """Ways for the rest of six cards, two of them the dealer's, once so many aces lie with the player."""
        rest = perm(pack - taken, 6 - taken)
        return rest - 2 * (aces - taken) * tens * perm(pack - taken - 2, 4 - taken)

    for first in SUITS:
        for second in SUITS:
            two = (card("A" + first), card("A" + second))
            ways = held[first] * left(two[:1], second)
            if ways <= 0:
                continue
            paired += ways * perm(pack - 2, 4)
            yield two, ways * 2 * (aces - 2) * tens * perm(pack - 4, 2)
            third = {suit: left(two, suit) for suit in SUITS}
            yield (*two, card("Kc"), card("Qc")), ways * (no_blackjack(2) - sum(third.values()) * no_blackjack(3))
            for suit, count in third.items():
                three = (*two, card("A" + suit))
                fourth = {other: left(three, other) for other in SUITS}
                yield (*three, card("Qc")), ways * count * (no_blackjack(3) - sum(fourth.values()) * no_blackjack(4))
                for other, more in fourth.items():
                    yield (*three, card("A" + other)), ways * count * more * no_blackjack(4)
    yield (card("Kc"), card("5c")), every - paired
