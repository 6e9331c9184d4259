"""Point counts: what a blackjack hand is worth, when it is a blackjack, and which two or more cards pay a side wager.

>>> points(cards("As 6d")), points(cards("As 6d Kh"))
(Points(total=17, soft=True), Points(total=17, soft=False))
>>> is_blackjack(cards("Kd As")), is_pair(cards("Kd Tc")), TWO_CARD["straight"](two_card(cards("2h Ad")), cards("2h Ad"))
(True, True, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from croupier.equipment.cards import ACE, JACK, KING, QUEEN, Card, cards
from croupier.hands.patterns import Both, Test
from croupier.hands.poker import Value
from croupier.hands.two_card import two_card

__all__ = [
    "BONUSES",
    "BROKEN_BY",
    "DEALER_22",
    "SPANISH",
    "TWO_CARD",
    "Points",
    "cards",
    "is_blackjack",
    "is_pair",
    "points",
    "two_card",
    "value",
]


class Points(NamedTuple):
    """A total, and whether an ace in it still counts eleven."""

    total: int
    soft: bool


_COUNTS: Final = {rank: 11 if rank == ACE else min(rank, 10) for rank in range(ACE + 1)}


def value(card: Card) -> int:
    """What one card counts: pictures ten, an ace eleven."""
    return _COUNTS[card.rank]


def points(hand: Sequence[Card]) -> Points:
    """The count of a hand, with as many aces at one as it takes not to pass 21."""
    return _points(tuple([card.rank for card in hand]))


@lru_cache(maxsize=1 << 14)
def _points(ranks: tuple[int, ...]) -> Points:
    total = sum(_COUNTS[rank] for rank in ranks)
    eleven = ranks.count(ACE)
    while total > 21 and eleven:
        total, eleven = total - 10, eleven - 1
    return Points(total, bool(eleven))


def is_blackjack(hand: Sequence[Card]) -> bool:
    """Two cards, an ace and a card counting ten; whether they are the first two dealt is for the table to know."""
    return len(hand) == 2 and points(hand).total == 21


def is_pair(hand: Sequence[Card], *, same_rank: bool = False) -> bool:
    """Two cards that count alike, a king and a ten too, unless they must be of one rank."""
    return len(hand) == 2 and (hand[0].rank == hand[1].rank or (value(hand[0]) == value(hand[1]) and not same_rank))


def _in_sequence(hand: Value) -> bool:
    """Neighbouring ranks, the ace beside the king and beside the two."""
    return hand.category != "pair" and (hand.ranks[0] - hand.ranks[1] == 1 or hand.ranks == (ACE, 2))


def _one_colour(hand: Sequence[Card]) -> bool:
    return len({card.suit in "dh" for card in hand}) == 1


def _one_suit(hand: Sequence[Card]) -> bool:
    return len({card.suit for card in hand}) == 1


def _royal_match(held: Sequence[Card]) -> bool:
    """A king and a queen of one suit."""
    return {card.rank for card in held} == {KING, QUEEN} and _one_suit(held)


def _two_of(held: Sequence[Card], *ranks: int, suit: str | None = None) -> bool:
    """Are the first two cards of one of these ranks, and both of a suit that is named?"""
    first, second = held[:2]
    return first.rank == second.rank and first.rank in ranks and suit in (None, first.suit) and suit in (None, second.suit)


def _twenty(held: Sequence[Card]) -> bool:
    return points(held).total == 20


TWO_CARD: Final[dict[str, Test]] = {
    "ace-king-suited": lambda hand, held: hand.ranks == (ACE, KING) and hand.category == "suited",
    "straight-flush": lambda hand, held: _in_sequence(hand) and hand.category == "suited",
    "pair": lambda hand, held: hand.category == "pair",
    "straight": lambda hand, held: _in_sequence(hand),
    "blackjack": lambda hand, held: is_blackjack(held),
    "even-money": lambda hand, held: is_blackjack(held),
    "suited-pair": lambda hand, held: hand.category == "pair" and _one_suit(held[:2]),
    "two-suited-cards": lambda hand, held: _one_suit(held[:2]),
    "suited-blackjack": lambda hand, held: is_blackjack(held[:2]) and _one_suit(held[:2]),
    "royal-match": lambda hand, held: _royal_match(held[:2]),
    "crown-treasure": Both(lambda hand, held: _royal_match(held), _royal_match),
    "two-kings-of-spades-and-dealer-blackjack": Both(lambda hand, held: _two_of(held, KING, suit="s"), is_blackjack),
    "two-kings-of-spades": lambda hand, held: _two_of(held, KING, suit="s"),
    "two-suited-kings": lambda hand, held: _two_of(held, KING) and _one_suit(held[:2]),
    "two-suited-queens-jacks-or-10s": lambda hand, held: _two_of(held, QUEEN, JACK, 10) and _one_suit(held[:2]),
    "queen-of-hearts-pair-and-dealer-blackjack": Both(lambda hand, held: _two_of(held, QUEEN, suit="h"), is_blackjack),
    "queen-of-hearts-pair": lambda hand, held: _two_of(held, QUEEN, suit="h"),
    "matched-20": lambda hand, held: hand.category == "pair" and _twenty(held[:2]) and _one_suit(held[:2]),
    "suited-20": lambda hand, held: _twenty(held[:2]) and _one_suit(held[:2]),
    "two-kings": lambda hand, held: _two_of(held, KING),
    "unsuited-20": lambda hand, held: _twenty(held[:2]) and not _one_suit(held[:2]),
    "any-20": lambda hand, held: _twenty(held[:2]),
}
"""Rows paid on a player's first two cards."""


def _three_eights(held: Sequence[Card]) -> bool:
    return len(held) == 3 and all(card.rank == 8 for card in held)


def _third_card(count: int) -> Test:
    return lambda hand, held: hand.ranks == (count,)


def _ranks(held: Sequence[Card], *ranks: int) -> bool:
    return sorted(card.rank for card in held) == sorted(ranks)


BONUSES: Final[dict[str, Test]] = {
    "suited-6-7-8": lambda hand, held: _ranks(held, 6, 7, 8) and _one_suit(held),
    "three-sevens": lambda hand, held: _ranks(held, 7, 7, 7),
    "five-card-21": lambda hand, held: len(held) == 5 and points(held).total == 21,
}
"""Rows that a winning hand may be paid by instead of even."""


def _all_spades(held: Sequence[Card]) -> bool:
    return all(card.suit == "s" for card in held)


def _counts_21(held: Sequence[Card], least: int) -> bool:
    return len(held) >= least and points(held).total == 21


SPANISH: Final[dict[str, Test]] = {
    "6-7-8-of-spades": lambda hand, held: _ranks(held, 6, 7, 8) and _all_spades(held),
    "6-7-8-of-the-same-suit": lambda hand, held: _ranks(held, 6, 7, 8) and _one_suit(held),
    "6-7-8-of-mixed-suits": lambda hand, held: _ranks(held, 6, 7, 8),
    "three-7s-of-spades": lambda hand, held: _ranks(held, 7, 7, 7) and _all_spades(held),
    "three-7s-of-the-same-suit": lambda hand, held: _ranks(held, 7, 7, 7) and _one_suit(held),
    "three-7s-of-mixed-suits": lambda hand, held: _ranks(held, 7, 7, 7),
    "seven-or-more-card-21": lambda hand, held: _counts_21(held, 7),
    "six-card-21": lambda hand, held: _counts_21(held, 6),
    "five-card-21": lambda hand, held: _counts_21(held, 5),
}
"""Rows of a game in which a player's 21 beats the dealer's: each is tried before those below it."""

BROKEN_BY: Final[dict[str, Test]] = {
    "three-eights-of-the-same-suit": lambda hand, held: _three_eights(held) and _one_suit(held),
    "three-eights-of-the-same-color": lambda hand, held: _three_eights(held) and _one_colour(held),
    **{str(count): _third_card(count) for count in range(10, 1, -1)},
}
"""Rows paid by the third card that breaks a dealer's hand, named by what it counts."""

DEALER_22: Final[dict[str, Test]] = {
    "dealer-suited-22": lambda hand, held: points(held).total == 22 and _one_suit(held),
    "dealer-same-color-22": lambda hand, held: points(held).total == 22 and _one_colour(held),
    "any-other-combination-of-dealer-22": lambda hand, held: points(held).total == 22,
}
"""Rows paid on a dealer's hand that reaches 22."""
