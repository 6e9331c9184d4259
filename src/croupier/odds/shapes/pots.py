"""A pot among players: everybody stakes the same and the best hand takes all, so that nobody is ahead before a card is dealt."""

from __future__ import annotations

import random
from fractions import Fraction

from croupier.odds.cells import Asked, Deal, comparison, layout
from croupier.odds.price import Outcome, Price
from croupier.odds.remembered import remembered
from croupier.odds.shapes.one_play import COMMUNITY, HAND, Hands, hands_of
from croupier.odds.shapes.street_kinds import Kinds
from croupier.table.playable import Playable

SAMPLED = 400
"""Deals at random that are settled at the table: each must fall as the cards were counted."""
WON, SHARED, LOST = 1, 0, -1
NAMES = {WON: "win", SHARED: "share", LOST: "lose"}


def price_pot(game: Playable, wager: str, *, used: int, words: tuple[str, ...]) -> Price:
    """The pot between two players, who have the same chance whatever they decide; `words` are the other's decisions.

    How often hands are worth the same is counted over all boards; every other deal is won by one of the two.
    """
    equal, total = _equal(game, used)
    nets, readings = _nets(game, wager, used, words)
    ways = {WON: (total - equal) // 2, SHARED: equal, LOST: (total - equal) // 2}
    outcomes = tuple(Outcome(NAMES[end], ways[end], nets[end]) for end in NAMES if ways[end])
    terms = game.terms.wagers[wager]
    note = "between two players; among any number every hand has the same chance, folded or not: nobody is ahead"
    return Price(wager, "", outcomes, clause=terms.clause, readings=readings, note=note)


@remembered
def _equal(game: Playable, used: int) -> tuple[int, int]:
    from croupier.odds.kernels.pots import equal_hands

    pack = Kinds(game, ()).pack
    boards: Hands = hands_of(pack)
    equal, total = equal_hands(boards.cards, boards.weights, pack, used)
    return int(equal), int(total)


def _nets(game: Playable, wager: str, used: int, words: tuple[str, ...]) -> tuple[dict[int, Fraction], tuple[str, ...]]:
    """What winning, sharing and losing net, as the table settles deals at random."""
    from croupier.odds.card_numbers import numbers
    from croupier.odds.kernels.one_play import value_of

    stakes, chance = layout(game, wager), random.Random(1)
    asked, found = Asked(game, stakes, only=[wager]), dict[int, Fraction]()
    readings = dict.fromkeys(filter(None, [comparison(game, wager)]))
    for _ in range(SAMPLED):
        cards = chance.sample(game.pack, 2 * HAND + COMMUNITY)
        hand, other, board = cards[:HAND], cards[HAND : 2 * HAND], cards[2 * HAND :]
        deal = Deal(tuple(hand), (), tuple(board), words, other=tuple(other))
        settled = asked.settled(deal)
        mine, others = (value_of(numbers(held), numbers(board), used) for held in (hand, other))
        end = (mine > others) - (mine < others)
        if found.setdefault(end, net := settled.per(stakes[wager])[0]) != net:
            raise asked.refused(f"{' '.join(map(str, cards))}: the table nets {net}, and {found[end]} where hands stand so")
        readings.update(dict.fromkeys(settled.readings))
    return found, tuple(readings)
