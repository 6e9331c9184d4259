"""War held against whole deals: the table may go by suits, or by what is decided of another wager, and the count goes by ranks alone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from croupier.equipment.cards import Card
from croupier.odds.advice import DECLINE
from croupier.odds.cells import Asked, Deal, layout, shown
from croupier.odds.remembered import remembered
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.shapes.war import War

SEED: Final = 29


@remembered
def refuse_what_goes_by_more(game: Playable, war: War, stake: int | None) -> None:
    """Refuse a table that settles cards of two ranks otherwise in other suits, or a wager otherwise beside the other."""
    wagers = [wager for wager in (war.opens, war.ties) if wager in game.terms.wagers]
    laid = {spot: amount for wager in reversed(wagers) for spot, amount in layout(game, wager, stake).items()}
    chance, ranks = random.Random(SEED), sorted({card.rank for card in game.pack})
    counted = [war.asked(game, wager, stake) for wager in wagers]
    beside = [Asked(game, laid, only=war.counts_with(wager), unsaid=(DECLINE,)) for wager in wagers]
    for first in ((own, dealers) for own in ranks for dealers in ranks):
        for of_one_suit in (False, True):
            deal = _dealt(game, chance, first, (chance.choice(ranks), chance.choice(ranks)), of_one_suit=of_one_suit)
            for wager, known, asked in zip(wagers, counted, beside, strict=True):
                _try(war, wager, deal, known, asked)


def _dealt(game: Playable, chance: random.Random, *ranks: tuple[int, int], of_one_suit: bool) -> Deal:
    """Cards of these ranks, a player's and the dealer's and those of a war, all of one suit where the pack has them so."""
    left, pairs = list(game.pack), list[list[Card]]()
    suit = chance.choice(left).suit
    for pair in ranks:
        pairs.append([])
        for rank in pair:
            held = [card for card in left if card.rank == rank]
            card = chance.choice([card for card in held if card.suit == suit] if of_one_suit else held or left)
            left.remove(card)
            pairs[-1].append(card)
    hand, dealer = (tuple(pair[side] for pair in pairs) for side in (0, 1))
    return Deal(hand, dealer)


def _try(war: War, wager: str, deal: Deal, known: Asked, asked: Asked) -> None:
    """Whatever is decided: as the cards which the count has of these ranks."""
    opening = deal._replace(hand=deal.hand[:1], dealer=deal.dealer[:1])
    for choice in asked.choices(opening) or (None,):
        decided = () if choice is None else (choice,)
        tried = (deal if choice == war.grows else opening)._replace(decisions=decided)
        cell = war.counted_as(tried)._replace(decisions=decided if wager == war.opens else ())
        found, expected = asked.settled(tried), known.settled(cell)
        if found[:2] != expected[:2]:
            clause = found.lines[0].clause if found.lines else None
            raise asked.refused(
                f"{wager}: cards of the same ranks are not settled alike: {shown(tried, found)}, {shown(cell, expected)}",
                clause,
            )
