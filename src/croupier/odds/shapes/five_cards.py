"""Five cards against the dealer's five, of which one may lie open: the ranking, and the chip on the player's own hand."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.hands.poker import Value, best_five
from croupier.odds.card_numbers import kernel_card, numbers, unseen
from croupier.odds.kernels.five_cards import CLASSES, HAND, matchups, ordered
from croupier.odds.looks import ladder_of
from croupier.odds.shapes.progressive import price_progressive
from croupier.odds.shapes.rankings import BestFour, Contest, Hand, OneHand, shows_a_card, whole_deck

if TYPE_CHECKING:
    from croupier.odds.advice import Sight
    from croupier.odds.kernels.tables import Array
    from croupier.odds.price import Price
    from croupier.odds.shapes.against_dealer import AgainstDealer
    from croupier.table.playable import Playable


@lru_cache(maxsize=1)
def _values() -> tuple[Value, ...]:
    """What each class of five cards is worth, lowest first."""
    hands = ordered()
    return tuple(best_five(_hand(int(row))) for row in hands.starts[1 : CLASSES + 1])


def _hand(row: int) -> Hand:
    return tuple(map(kernel_card, ordered().cards[row].tolist()))


class FiveCards(BestFour):
    """Poker hands of five cards each."""

    worth = staticmethod(best_five)
    ordered = staticmethod(ordered)

    @staticmethod
    def evaluator() -> tuple[Array, Array, Array]:
        from croupier.odds.kernels.sim_cards import EVALUATOR

        return EVALUATOR

    def values(self, game: Playable) -> Sequence[Value]:
        whole_deck(game)
        return _values()

    def players(self, game: Playable, level: int) -> list[Hand]:
        first, last = (int(row) for row in ordered().starts[level + 1 : level + 3])
        return [_hand(row) for row in dict.fromkeys((first, (first + last) // 2, last - 1))]

    dealers = players

    def every_dealer(self, game: Playable, level: int) -> Iterator[Hand]:
        return (_hand(row) for row in range(*(int(row) for row in ordered().starts[level + 1 : level + 3])))

    def contest(self, game: Playable, thresholds: tuple[int, ...]) -> Contest:
        found = matchups(seen=shows_a_card(game), thresholds=tuple(line + 1 for line in thresholds))
        return Contest(found.players.levels - 1, found.players.weights, found.tally, found.against)

    def one_hand(self, game: Playable, sight: Sight, thresholds: tuple[int, ...]) -> OneHand:
        from croupier.odds.kernels.evaluate import evaluate, evaluate_many

        level = int(evaluate(numbers(sight.hand)))
        rest, shown = unseen(sight), numbers(sight.dealer)
        hidden: Array = np.array(list(itertools.combinations(rest.tolist(), HAND - len(shown))), np.int64)
        dealers = evaluate_many(np.hstack([np.tile(shown, (len(hidden), 1)), hidden]))
        edges = [(dealers < level).sum(), (dealers == level).sum(), *((dealers < line + 1).sum() for line in thresholds)]
        return OneHand(level - 1, tuple(map(int, edges)), comb(len(rest), HAND - len(shown)))

    def hand(self, game: Playable, row: int) -> Hand:
        return _hand(row)


def chip(shape: AgainstDealer, game: Playable, wanted: str | None, _: int | None = None) -> Iterator[Price]:
    """The progressive chip on the player's five cards, played as the main game is played best."""
    ladder = ladder_of(game, "progressive")._replace(known=True)
    yield from price_progressive(game, wanted, ladder, shape.plan_by_level(game))
