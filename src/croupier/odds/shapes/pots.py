"""A pot among players: everybody stakes the same and the best hand takes all, so that nobody is ahead before a card is dealt."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Set
from fractions import Fraction

from croupier.odds.cells import OTHER, SEAT, Asked, Deal, comparison, layout
from croupier.odds.price import Outcome, Price
from croupier.odds.remembered import remembered
from croupier.odds.shapes.hands_of_three import COMMUNITY, HAND, Hands, hands_of
from croupier.odds.shapes.street_kinds import Kinds
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Request

SAMPLED = 400
"""Deals at random that are settled at the table: each must fall as the cards were counted."""
MOST = 50 * SAMPLED
"""How many are dealt to see an end that is rare."""
DECIDED = 40
"""How many of them are settled by every way the two may decide."""
WON, SHARED, LOST = 1, 0, -1
NAMES = {WON: "win", SHARED: "share", LOST: "lose"}


def price_pot(game: Playable, wager: str, *, used: int, words: tuple[str, ...]) -> Price:
    """The pot between two players, who have the same chance whatever they decide; `words` are all that each may say.

    How often hands are worth the same is counted over all boards; every other deal is won by one of the two.
    """
    equal, total = _equal(game, used)
    ways = {WON: (total - equal) // 2, SHARED: equal, LOST: (total - equal) // 2}
    nets, readings = _nets(game, wager, used, words, {end for end in NAMES if ways[end]})
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


def _nets(
    game: Playable, wager: str, used: int, words: tuple[str, ...], ends: Set[int]
) -> tuple[dict[int, Fraction], tuple[str, ...]]:
    """What winning, sharing and losing net, as the table settles deals at random, some of them whatever the two players decide; and
    as many more as it takes to see every end that there is.
    """
    from croupier.odds.card_numbers import numbers
    from croupier.odds.kernels.one_play import value_of

    stakes, chance, found = layout(game, wager), random.Random(1), dict[int, Fraction]()
    both = [
        Decided(game, stakes, wager, dict(zip((SEAT, OTHER), said, strict=True))) for said in itertools.product(words, repeat=2)
    ]
    readings = dict.fromkeys(filter(None, [comparison(game, wager)]))
    for number in range(MOST):
        if number >= SAMPLED and ends <= found.keys():
            break
        cards = chance.sample(game.pack, 2 * HAND + COMMUNITY)
        hand, other, board = cards[:HAND], cards[HAND : 2 * HAND], cards[2 * HAND :]
        deal = Deal(tuple(hand), (), tuple(board), other=tuple(other))
        mine, others = (value_of(numbers(held), numbers(board), used) for held in (hand, other))
        end = (mine > others) - (mine < others)
        for asked in both if number < DECIDED else both[:1]:
            settled = asked.settled(deal)
            if found.setdefault(end, net := settled.per(stakes[wager])[0]) != net:
                said = f"{' '.join(map(str, cards))}, {' and '.join(asked.said.values())}"
                why = f"{said}: the table nets {net}, and {found[end]} where hands stand so"
                raise asked.refused(why, game.terms.wagers[wager].clause)
            readings.update(dict.fromkeys(settled.readings))
    for end in ends - found.keys():
        raise both[0].refused(f"{wager}: no deal was found that ends in a {NAMES[end]}", game.terms.wagers[wager].clause)
    return found, tuple(readings)


class Decided(Asked):
    """A table at which each of two players says one word, whatever the cards."""

    def __init__(self, game: Playable, stakes: Mapping[str, int], wager: str, said: Mapping[int, str]) -> None:
        super().__init__(game, stakes, only=[wager])
        self.said = said

    def unmentioned(self, request: Request) -> acts.Act | None:
        if not isinstance(request, Decision) or not request.seat:
            return None
        if (word := self.said[request.seat]) not in request.choices:
            raise self.refused(f"the table offers {' or '.join(request.choices)}, and not {word!r}", request.clause)
        return acts.Choice(request.seat, word)
