"""Pai gow poker ranking: five-card high hands, two-card low hands, and the types that seven cards hold.

The joker is an ace, or any card that completes a straight or a flush of any kind. It is never wild for anything else.

>>> high_hand(cards("Jo Kh Qh Jh Th")).category, high_hand(cards("Kh Kd Qs Qc Jo")).category
('royal-flush', 'two-pair')
>>> high_hand(cards("Ah 2c 3d 4s 5h")) > high_hand(cards("Ks Qd Jc Th 9s"))
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from croupier.equipment.cards import ACE, JOKER, KING, QUEEN, Card, cards
from croupier.hands.poker import FIVE_CARD_ORDER, Value

__all__ = [
    "BONUS_HANDS",
    "COMPLETE",
    "FIVE_ACES",
    "SEVEN_CARD",
    "Setting",
    "best",
    "cards",
    "counted",
    "high_hand",
    "low_hand",
    "pai_gow_high",
    "settings",
    "types_in",
]

FIVE_ACES: Final = "five-aces"
_ORDER: Final = {category: order for order, category in enumerate((*FIVE_CARD_ORDER, FIVE_ACES))}
COMPLETE: Final = frozenset(["straight", "flush", "straight-flush", "royal-flush"])
"""High hands that need all five cards and no pair: what a joker can complete."""
SEVEN_CARD: Final = (
    "seven-card-straight-flush",
    "royal-flush-plus-royal-match",
    "royal-flush-plus-ace-and-king",
    "seven-card-straight-flush-with-joker",
)
"""Hands of all seven cards that rank above five aces for a bonus wager, best first."""

_PLAIN: Final = (FIVE_ACES, *sorted(COMPLETE), "four-of-a-kind", "full-house", "three-of-a-kind")
_NATURAL: Final = ("natural-royal-flush", "natural-straight-flush")
"""Without the joker."""
BONUS_HANDS: Final = (*SEVEN_CARD, *_PLAIN, *_NATURAL, *(f"{name}-and-pair" for name in (*_PLAIN, *_NATURAL)))
"""The types that a bonus on seven cards may pay: of all seven, of five, and of five beside a pair."""

_ROYAL: Final = frozenset(range(10, ACE + 1))
_WHEEL: Final = frozenset([ACE, 2, 3, 4, 5])
_BETWEEN: Final = tuple(frozenset(range(top - 4, top + 1)) for top in range(KING, 5, -1))
_STRAIGHTS: Final = {"second-highest": (_ROYAL, _WHEEL, *_BETWEEN), "lowest": (_ROYAL, *_BETWEEN, _WHEEL)}
"""The straights, best first, by where the text puts A-2-3-4-5 among them, and among the straight flushes below the royal."""
_WORTH: Final = {
    rule: {
        frozenset(held): len(order) - place
        for place, run in reversed(list(enumerate(order)))
        for held in (run, *combinations(run, 4))
    }
    for rule, order in _STRAIGHTS.items()
}
"""Ranks that are a straight, or lack one card of it that a joker can be, to how high the best such straight stands."""


def counted(hand: Sequence[Card]) -> dict[int, int]:
    """How many cards of each rank, the joker counted as an ace."""
    counts: dict[int, int] = {}
    for card in hand:
        rank = card.rank or ACE
        counts[rank] = counts.get(rank, 0) + 1
    return counts


def high_hand(hand: Sequence[Card], *, ace_to_five: str = "second-highest") -> Value:
    """What five cards are worth; a joker takes the best place that completes a straight or a flush, else it is an ace."""
    suits = {card.suit for card in hand if card is not JOKER}
    return _high_hand(tuple(sorted([card.rank for card in hand])), len(suits) == 1, ace_to_five)


@cache
def _high_hand(held: tuple[int, ...], flush: bool, ace_to_five: str) -> Value:
    """Kept by ranks, the joker's being 0, and whether the others are of one suit: a few thousand hands in all."""
    natural = [rank for rank in held if rank]
    ranks = set(natural)
    straight = _WORTH[ace_to_five].get(frozenset(ranks), 0) if len(ranks) == len(natural) else 0
    if flush and straight:
        return _value("royal-flush" if ranks <= _ROYAL else "straight-flush", straight)
    counts = Counter(rank or ACE for rank in held)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    match [counts[rank] for rank in groups]:
        case [5]:
            return _value(FIVE_ACES, *groups)
        case [4, 1]:
            return _value("four-of-a-kind", *groups)
        case [3, 2]:
            return _value("full-house", *groups)
        case _ if flush:
            return _value("flush", *_flush_ranks(ranks, len(held)))
        case _ if straight:
            return _value("straight", straight)
        case [3, 1, 1]:
            return _value("three-of-a-kind", *groups)
        case [2, 2, 1]:
            return _value("two-pair", *groups)
        case [2, 1, 1, 1]:
            return _value("pair", *groups)
    return _value("high-card", *groups)


def _flush_ranks(ranks: set[int], size: int) -> list[int]:
    """The ranks of a flush, highest first; a joker stands for the highest card of the suit that is missing."""
    if len(ranks) < size:
        ranks = ranks | {next(rank for rank in range(ACE, 1, -1) if rank not in ranks)}
    return sorted(ranks, reverse=True)


def _value(category: str, *ranks: int) -> Value:
    return Value(_ORDER[category], ranks, category)


def low_hand(hand: Sequence[Card]) -> Value:
    """What a low hand of one or two cards is worth: a pair, or its high cards; the joker is an ace."""
    return _low_hand(tuple([card.rank or ACE for card in hand]))


@cache
def _low_hand(held: tuple[int, ...]) -> Value:
    """Kept by ranks, as high hands are."""
    ranks = sorted(held, reverse=True)
    if len(ranks) == 2 and ranks[0] == ranks[1]:
        return _value("pair", ranks[0])
    return _value("high-card", *ranks)


class Setting(NamedTuple):
    """Cards set into two hands."""

    high: tuple[Card, ...]
    low: tuple[Card, ...]
    high_value: Value
    low_value: Value

    @property
    def values(self) -> tuple[Value, ...]:
        return self.high_value, self.low_value

    @property
    def foul(self) -> bool:
        """Does the low hand outrank the high hand? Equal as far as the low hand goes is not foul."""
        high, low = self.high_value, self.low_value
        return (low.order, low.ranks) > (high.order, high.ranks[: len(low.ranks)])

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.high))} / {' '.join(map(str, self.low))}"


def settings(hand: Sequence[Card], *, ace_to_five: str = "second-highest", low: int = 2) -> list[Setting]:
    """Every way to take `low` cards for the low hand and leave the rest high, foul ones too."""
    return list(_settings(tuple(hand), ace_to_five, low))


@lru_cache(maxsize=64)
def _settings(hand: tuple[Card, ...], ace_to_five: str, low: int) -> tuple[Setting, ...]:
    """A table asks several times about the hands on it."""
    ordered = sorted(hand, key=lambda card: (-(card.rank or ACE + 1), card.suit))
    found = []
    for small in reversed(list(combinations(ordered, low))):
        large = tuple([card for card in ordered if card not in small])
        found.append(Setting(large, small, high_hand(large, ace_to_five=ace_to_five), low_hand(small)))
    return tuple(found)


def best(hand: Sequence[Card]) -> Value:
    """The best five-card high hand among the cards."""
    return _look(frozenset(hand))[0]


def types_in(hand: Sequence[Card]) -> frozenset[str]:
    """Every type of hand that some five of the cards make, and the seven-card types: a bonus pays the best-paid of them."""
    return _look(frozenset(hand))[1]


@lru_cache(maxsize=64)
def _look(hand: frozenset[Card]) -> tuple[Value, frozenset[str]]:
    values, names = [], []
    for five in combinations(hand, 5):
        value, rest = high_hand(five), hand.difference(five)
        held = [value.category]
        if value.category in ("royal-flush", "straight-flush") and JOKER not in five:
            held.append(f"natural-{value.category}")
        pair = len(rest) == 2 and low_hand(tuple(rest)).category == "pair"
        values.append(value)
        names += [*held, *(f"{name}-and-pair" for name in held if pair)]
    seven = (name for name, held in zip(SEVEN_CARD, _seven_card(hand), strict=True) if held)
    return max(values), frozenset([*names, *seven])


def pai_gow_high(hand: Sequence[Card]) -> int:
    """The highest rank of cards that hold no pair, straight or flush, the joker being an ace and no more; else 0."""
    ranks = {card.rank or ACE for card in hand}
    suits = Counter(card.suit for card in hand if card is not JOKER)
    straight = any(run <= ranks for run in _STRAIGHTS["lowest"])
    return 0 if len(ranks) < len(hand) or straight or max(suits.values()) >= 5 else max(ranks)


def _seven_card(hand: frozenset[Card]) -> tuple[bool, ...]:
    """Is it each of the seven-card hands, in the order of SEVEN_CARD?"""
    natural = [card for card in hand if card is not JOKER]
    ranks = {card.rank for card in natural}
    low = {1 if rank == ACE else rank for rank in ranks}
    suited = len(hand) == 7 and len({card.suit for card in natural}) == 1
    run = suited and any(max(held) - min(held) < 7 for held in (ranks, low))
    matches = (_royal_match(hand, {KING, QUEEN}), _royal_match(hand, {ACE, KING}))
    return run and JOKER not in hand, *matches, run and JOKER in hand


def _royal_match(hand: frozenset[Card], ranks: set[int]) -> bool:
    """A royal flush, the joker in it or not, beside two natural cards of these ranks and one suit."""
    for match in combinations(hand, 2):
        if {card.rank for card in match} == ranks and match[0].suit == match[1].suit:
            rest = tuple(hand.difference(match))
            if len(rest) == 5 and high_hand(rest).category == "royal-flush":
                return True
    return False
