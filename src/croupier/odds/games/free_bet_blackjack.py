"""Free Bet Blackjack: the main game with its lammers by counts of the shoe, Push 22 by counting the dealer's hands."""

from __future__ import annotations

from collections.abc import Iterator
from math import perm, prod

from croupier.equipment.cards import SUITS, Card
from croupier.games.blackjack._hands import BLACKJACK, DOUBLE_DOWN, FREE_DOUBLE, FREE_SPLIT, SPLIT
from croupier.games.blackjack.free_bet_blackjack import PUSH_22
from croupier.hands.blackjack import points
from croupier.hands.poker import Value
from croupier.odds.analyze import tables_of
from croupier.odds.kernels.blackjack import VALUES
from croupier.odds.one_event import Case, price_by_hand
from croupier.odds.price import Price
from croupier.odds.shapes.shoe import Shoe
from croupier.odds.shapes.shoe_prices import UNIT
from croupier.odds.shapes.shoe_terms import TENS, card_of, value_of
from croupier.table.playable import Playable

TWENTY_TWO = 22
COLOURS = ("dh", "cs")


def _case(values: tuple[int, ...], suits: str, weight: int) -> Case:
    """A hand of these values whose suits go round, as the table looks at it."""
    cards: list[Card] = [card_of(value, SUITS.index(suits[place % len(suits)])) for place, value in enumerate(values)]
    total = points(cards).total
    return Value(total, (), str(total)), cards, weight


def dealer_cases(game: Playable) -> Iterator[Case]:
    """Every way to a dealer's 22, of one suit, of one colour and of both; then all other hands together.

    Whatever the players draw, the dealer's cards are as good as the next ones of a full shoe.
    """
    from croupier.odds.kernels.blackjack_dealer import dealer_sets, values_of

    held = {suit: [0] * VALUES for suit in SUITS}
    for card in game.pack:
        held[card.suit][value_of(card)] += 1

    def ways(counts: list[int], suits: str) -> int:
        return prod(perm(sum(held[suit][value] for suit in suits), number) for value, number in enumerate(counts))

    found: list[tuple[tuple[int, ...], int, int, int]] = []
    for shown in range(VALUES):
        keys, orders = dealer_sets(shown, hits_soft_17=game.rules.dealer_hits_soft_17, highest=TWENTY_TWO)
        for key, order in zip(keys.tolist(), orders.tolist(), strict=True):
            values = (shown, *values_of(key))
            if points([card_of(value) for value in values]).total != TWENTY_TWO:
                continue
            counts = [values.count(value) for value in range(VALUES)]
            every = ways(counts, SUITS)
            if not every:
                continue
            suited = sum(ways(counts, suit) for suit in SUITS)
            coloured = sum(ways(counts, colour) for colour in COLOURS) - suited
            found.append((values, order * suited, order * coloured, order * (every - coloured - suited)))
    longest, pack = max(len(values) for values, *_ in found), len(game.pack)
    other = perm(pack, longest)
    for values, *weights in found:
        # The shown card and the further ones in their orders; cards that are not needed fall anyhow.
        for suits, weight in zip((SUITS[0], COLOURS[0], SUITS), weights, strict=True):
            full = weight * perm(pack - len(values), longest - len(values))
            other -= full
            if full:
                yield _case(values, suits, full)
    yield _case((TENS, TENS), SUITS, other)


def push_22(game: Playable, wanted: str | None) -> Iterator[Price]:
    """The side wager on a dealer's 22, where the house offers it."""
    if wanted in (None, PUSH_22) and PUSH_22 in game.terms.wagers:
        for table in tables_of(game, PUSH_22):
            yield price_by_hand(game, PUSH_22, table, dealer_cases(game), unit=UNIT)


ODDS = Shoe(main=(BLACKJACK, DOUBLE_DOWN, SPLIT, FREE_DOUBLE, FREE_SPLIT), sides=push_22)
