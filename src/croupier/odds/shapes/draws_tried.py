"""The ends of hands that stand, buy or exchange, tried at the table: on cards at random, and on hands next to each other in rank."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from croupier.equipment.cards import Card
from croupier.games.house_poker._drawing import DECLINE
from croupier.games.house_poker.lunar_poker import BET, BUY, EXCHANGE, FORCE
from croupier.odds.card_numbers import numbers
from croupier.odds.cells import Deal
from croupier.odds.examples import five_cards
from croupier.odds.kernels import drawn_values as ends
from croupier.odds.kernels.classes import values
from croupier.odds.kernels.combinations import combination_of_level, kind_of
from croupier.odds.kernels.evaluate import evaluate
from croupier.odds.shapes.draws_asked import BOUGHT, EXCHANGED, STAND, WON, AskedToDraw, Hand, Terms
from croupier.odds.shapes.rankings import apart, steps

SAMPLED = 30
"""Deals at random for every way to play."""
FIVE = 5


def try_terms(asked: AskedToDraw, terms: Terms) -> None:
    """Refuse a table that settles hands otherwise than the end they come to by their rank."""
    for way in (STAND, BOUGHT, EXCHANGED):
        for final, dealer, deal in _at_random(asked, terms, way):
            for further in _said(terms, dealer):
                _try(asked, terms, way, final, dealer, deal._replace(decisions=(*deal.decisions, *further)))
    for final, dealer in _neighbours(asked, terms):
        _try(asked, terms, STAND, final, dealer, Deal(final, dealer, decisions=(BET,)))


def _at_random(asked: AskedToDraw, terms: Terms, way: int) -> Iterator[tuple[Hand, Hand, Deal]]:
    """The cards that are bet on in the end, the dealer's with one that is drawn, and the deal up to the bet."""
    chance = random.Random(way)
    pack = sorted(asked.game.pack, key=str)
    for _ in range(SAMPLED):
        *cards, drawn = chance.sample(pack, 2 * FIVE + FIVE + 1)
        own, dealer, more = tuple(cards[:FIVE]), (*cards[FIVE : 2 * FIVE], drawn), tuple(cards[2 * FIVE :])
        if way == STAND:
            yield own, dealer, Deal(own, dealer, decisions=(BET,))
        elif way == BOUGHT:
            yield (*own, more[0]), dealer, Deal((*own, more[0]), dealer, decisions=(BUY, BET))
        else:
            size = chance.choice(terms.exchanged)
            thrown, come = own[:size], more[:size]
            words = (EXCHANGE, " ".join(map(str, thrown)), BET)
            yield (*own[size:], *come), dealer, Deal((*own, *come), dealer, decisions=words)


def _said(terms: Terms, dealer: Hand) -> Sequence[tuple[str, ...]]:
    """What may be said further against a dealer: a draw is for one who does not qualify."""
    return ((),) if _level(dealer[:FIVE]) >= terms.qualifying else ((DECLINE,), (FORCE,))


def _neighbours(asked: AskedToDraw, terms: Terms) -> Iterator[tuple[Hand, Hand]]:
    """Hands of which one is just above the other or its equal, each kind of step of the ladder, both ways round."""
    ladder, pack = values()[1:], frozenset(asked.game.pack)
    for kind in steps(ladder):
        pairs = ((five_cards(ladder[high]), five_cards(ladder[low])) for low, high in kind if low + 1 >= terms.qualifying)
        found = next(((one, other) for one, low in pairs if (other := apart(one, [low], pack)) is not None), None)
        if found is not None:
            yield found
            yield found[::-1]
            if (same := apart(found[0], [found[0]], pack)) is not None:
                yield found[0], same


def _try(asked: AskedToDraw, terms: Terms, way: int, final: Hand, dealer: Hand, deal: Deal) -> None:
    end = _end(terms, final, dealer, forced=FORCE in deal.decisions)
    held = np.append(numbers(final), 0) if len(final) == FIVE else numbers(final)
    kind = int(kind_of(held, len(final), combination_of_level())) if end in WON else 0
    cell, settled = terms.cells.get((way, end, kind)), asked.settled(deal)
    if cell is None and terms.forced.get((way, kind)) == Fraction(settled.net, terms.unit) and end == ends.WON_FORCED:
        return  # hands that are never worth forcing with have no cell
    if cell is None or cell[:2] != settled[:2]:
        shown = f"{' '.join(map(str, final))} against {' '.join(map(str, dealer))}, {' '.join(deal.decisions)}"
        clause = settled.lines[0].clause if settled.lines else None
        raise asked.refused(f"{shown}: the table nets {settled.net}, its cell {cell and cell.net}", clause)


def _end(terms: Terms, final: Hand, dealer: Hand, *, forced: bool) -> int:
    """How a bet on a hand ends, by the ranks of both."""
    mine, theirs = _level(final), _level(dealer[:FIVE])
    if theirs < terms.qualifying and not forced:
        return ends.DECLINED
    if forced:
        highest = max(dealer[:FIVE], key=lambda card: card.rank)
        theirs = _level([card for card in dealer if card is not highest])
        if theirs < terms.qualifying:
            return ends.FAILED
    won, tied, lost = (ends.WON_FORCED, ends.TIED_FORCED, ends.LOST_FORCED) if forced else (ends.WON, ends.TIED, ends.LOST)
    return won if mine > theirs else tied if mine == theirs else lost


def _level(hand: Sequence[Card]) -> int:
    return int(evaluate(numbers(hand)))
