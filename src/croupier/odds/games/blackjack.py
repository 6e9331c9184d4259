"""Blackjack: the main game by counts of the shoe, House Money by counting two cards."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.blackjack._hands import BLACKJACK, DOUBLE_DOWN, SPLIT
from croupier.games.blackjack.blackjack import HOUSE_MONEY
from croupier.odds.analyze import tables_of
from croupier.odds.price import Price
from croupier.odds.shapes.shoe import Shoe
from croupier.table.playable import Playable


def house_money(game: Playable, wanted: str | None) -> Iterator[Price]:
    """The side wager on the first two cards, where the house offers it."""
    from croupier.odds.shapes.shoe_prices import price_of_house_money

    if wanted in (None, HOUSE_MONEY) and HOUSE_MONEY in game.terms.wagers:
        for table in tables_of(game, HOUSE_MONEY):
            yield price_of_house_money(game, table)


ODDS = Shoe(main=(BLACKJACK, DOUBLE_DOWN, SPLIT), sides=house_money)
