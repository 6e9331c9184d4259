"""Hold'em against the dealer: the kernels factor what a round nets, and the table is asked whether it nets that.

A board sweep adds up what a wager pays in parts. Before it does, deals of every kind are settled at the real table by every path
of decisions; where one nets otherwise than the parts say, the price is refused, never mistaken.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.equipment.cards import Card, deck
from croupier.hands.poker import Value, best_five
from croupier.odds.cells import Asked, Deal, layout
from croupier.odds.examples import five_cards
from croupier.table.playable import Playable

HOLE, BOARD = 2, 5
SAMPLED = 40
"""Deals at random, beside one of every kind of winning hand."""


class Showdown(NamedTuple):
    """A deal with both hands' values."""

    deal: Deal
    player: Value
    dealer: Value


def showdown(hole: Sequence[Card], board: Sequence[Card], dealer: Sequence[Card]) -> Showdown:
    return Showdown(Deal(tuple(hole), tuple(dealer), tuple(board)), best_five([*hole, *board]), best_five([*dealer, *board]))


def showdowns() -> Iterator[Showdown]:
    """Deals at random, ties among them, and every category of hand held by the player, won with or beaten."""
    from croupier.odds.kernels.classes import values

    chance, pack = random.Random(1), deck()
    for _ in range(SAMPLED):
        cards = chance.sample(pack, 2 * HOLE + BOARD)
        yield showdown(cards[:2], cards[2:7], cards[7:])
    yield showdown(*_on_the_board(five_cards(values()[-1])))
    known = {value.category: value for value in values()[1:]}
    for value in known.values():
        five = five_cards(value)
        for hole, rest in ((five[:2], five[2:]), (five[3:], five[:3])):
            free = [card for card in pack if card not in five]
            cards = chance.sample(free, 4)
            yield showdown(hole, [*rest, *cards[:2]], cards[2:])
            yield showdown(cards[2:], [*rest, *cards[:2]], hole)


def _on_the_board(five: tuple[Card, ...]) -> tuple[list[Card], list[Card], list[Card]]:
    free = [card for card in deck() if card not in five]
    return free[:2], list(five), free[2:4]


def check(
    game: Playable,
    wager: str,
    paths: Sequence[tuple[str, ...]],
    model: Callable[[Showdown, tuple[str, ...]], Fraction],
    clause: str,
) -> None:
    """Refuse a table that settles a round otherwise than the kernels add it up, per unit of the wager that opens it."""
    stakes = layout(game, wager)
    main = {name for name, terms in game.terms.wagers.items() if name in stakes or terms.placed != "opening"}
    asked, unit = Asked(game, stakes, only=main), stakes[wager]
    for shown in showdowns():
        for path in paths:
            settled, due = asked.settled(shown.deal._replace(decisions=path)), model(shown, path)
            if Fraction(settled.net, unit) != due:
                hands = f"{shown.player.category} against {shown.dealer.category}"
                raise asked.refused(
                    f"{hands}, {' '.join(path)}: the table nets {Fraction(settled.net, unit)} where the sweep of boards adds up {due}",
                    clause,
                )
