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

from croupier.equipment.cards import ACE, FACES, JOKER, KING, QUEEN, SUITS, Card, cards
from croupier.hands.poker import FIVE_CARD_ORDER, Value

__all__ = [
    "BONUS_HANDS",
    "COMPLETE",
    "FIVE_ACES",
    "SEVEN_CARD",
    "Setting",
    "best",
    "cards",
    "completes",
    "counted",
    "high_hand",
    "in_order",
    "least_order",
    "low_by_ranks",
    "low_hand",
    "pai_gow_high",
    "set_by_ranks",
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
_PLACE: Final = {
    face: place for place, face in enumerate(sorted(FACES.values(), key=lambda face: (-(face.rank or ACE + 1), face.suit)))
}


def in_order(hand: Sequence[Card]) -> list[Card]:
    """The joker, then from the aces down, as settings are listed."""
    return sorted(hand, key=_PLACE.__getitem__)


def completes(hand: Sequence[Card], size: int = 5) -> bool:
    """Do some five of the cards, or so many, make a straight or a flush? If not, what they are worth is a matter of ranks alone."""
    need = size - (JOKER in hand)
    suits = [card.suit for card in hand]
    return max(map(suits.count, SUITS)) >= need or _longest_run(frozenset([card.rank for card in hand]), size) >= need


@cache
def _longest_run(ranks: frozenset[int], size: int) -> int:
    """How many ranks of one straight of so many cards there are at most; the ace is high or low."""
    low = ranks | {1} if ACE in ranks else ranks
    return max(len(low.intersection(range(top - size + 1, top + 1))) for top in range(size, ACE + 1))


def counted(hand: Sequence[Card]) -> dict[int, int]:
    """How many cards of each rank, the joker counted as an ace."""
    counts: dict[int, int] = {}
    for card in hand:
        rank = card.rank or ACE
        counts[rank] = counts.get(rank, 0) + 1
    return counts


def high_hand(hand: Sequence[Card], *, ace_to_five: str = "second-highest") -> Value:
    """What five cards are worth; a joker takes the best place that completes a straight or a flush, else it is an ace."""
    return _high_hand(tuple([card.rank for card in in_order(hand)]), _one_suit(hand), ace_to_five)


def _one_suit(hand: Sequence[Card]) -> bool:
    return len({card.suit for card in hand if card is not JOKER}) == 1


@cache
def _high_hand(held: tuple[int, ...], flush: bool, ace_to_five: str) -> Value:
    """Kept by ranks, the joker's being 0, and whether the others are of one suit: a few thousand hands in all."""
    natural = [rank for rank in held if rank]
    ranks = set(natural)
    straight = _WORTH[ace_to_five].get(frozenset(ranks), 0) if len(ranks) == len(natural) else 0
    if flush and straight:
        return _value("royal-flush" if ranks <= _ROYAL else "straight-flush", straight)
    value = _by_ranks([rank or ACE for rank in held])
    if flush and value.order < _ORDER["flush"]:
        return _value("flush", *_flush_ranks(ranks, len(held)))
    return _value("straight", straight) if straight and value.order < _ORDER["straight"] else value


def _by_ranks(held: Sequence[int]) -> Value:
    """What the best five of some cards are worth that make no straight and no flush."""
    counts: dict[int, int] = {}
    for rank in held:
        counts[rank] = counts.get(rank, 0) + 1
    ranks = sorted(counts, reverse=True)
    if len(ranks) == len(held):
        return _value("high-card", *ranks[:5])
    groups = sorted(ranks, key=counts.__getitem__, reverse=True)
    first, second = groups[0], groups[1] if len(groups) > 1 else 0
    others = [rank for rank in ranks if rank != first]
    match counts[first]:
        case 5:
            return _value(FIVE_ACES, first)
        case 4:
            return _value("four-of-a-kind", first, *others[:1])
        case 3 if counts[second] > 1:
            return _value("full-house", first, max(rank for rank in others if counts[rank] > 1))
        case 3:
            return _value("three-of-a-kind", first, *others[:2])
        case 2 if counts[second] > 1:
            return _value("two-pair", first, second, *[rank for rank in others if rank != second][:1])
    return _value("pair", first, *others[:3])


def _flush_ranks(ranks: set[int], size: int) -> list[int]:
    """The ranks of a flush, highest first; a joker stands for the highest card of the suit that is missing."""
    if len(ranks) < size:
        ranks = ranks | {next(rank for rank in range(ACE, 1, -1) if rank not in ranks)}
    return sorted(ranks, reverse=True)


def _value(category: str, *ranks: int) -> Value:
    return Value(_ORDER[category], ranks, category)


def low_hand(hand: Sequence[Card]) -> Value:
    """What a low hand of one or two cards is worth: a pair, or its high cards; the joker is an ace."""
    return low_by_ranks(tuple([card.rank for card in hand]))


@cache
def low_by_ranks(held: tuple[int, ...]) -> Value:
    """The same by ranks, the joker's being 0; kept as high hands are."""
    ranks = sorted([rank or ACE for rank in held], reverse=True)
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
        return f"{' '.join([card.text for card in self.high])} / {' '.join([card.text for card in self.low])}"


def settings(hand: Sequence[Card], *, ace_to_five: str = "second-highest", low: int = 2) -> list[Setting]:
    """Every way to take `low` cards for the low hand and leave the rest high, foul ones too."""
    return list(_settings(tuple(hand), ace_to_five, low))


@lru_cache(maxsize=64)
def _settings(hand: tuple[Card, ...], ace_to_five: str, low: int) -> tuple[Setting, ...]:
    """A table asks several times about the hands on it."""
    ordered = in_order(hand)
    highs = list(combinations(ordered, len(ordered) - low))
    lows = reversed(list(combinations(ordered, low)))  # what each of those leaves
    ranks = combinations([card.rank for card in ordered], len(ordered) - low)
    flushes = [_one_suit(high) for high in highs] if completes(hand) else [False] * len(highs)
    return tuple(
        [
            Setting(high, small, _high_hand(held, flush, ace_to_five), low_hand(small))
            for high, small, held, flush in zip(highs, lows, ranks, flushes, strict=True)
        ]
    )


def set_by_ranks(low: Sequence[Card], ordered: Sequence[Card], *, ace_to_five: str = "second-highest") -> Setting:
    """Cards in order of which no five make a straight or a flush, set with these in the low hand."""
    high = tuple([card for card in ordered if card not in low])
    return Setting(high, tuple(low), _high_hand(tuple([card.rank for card in high]), False, ace_to_five), low_hand(low))


def best(hand: Sequence[Card]) -> Value:
    """The best five-card high hand among the cards."""
    return _best(tuple(hand))


@lru_cache(maxsize=64)
def _best(hand: tuple[Card, ...]) -> Value:
    """Several wagers look at the same cards."""
    if not completes(hand):
        return _by_ranks([card.rank or ACE for card in hand])
    return max(setting.high_value for setting in settings(hand, low=len(hand) - 5))


def least_order(name: str) -> int:
    """The order of the lowest hand that may be the best five of cards that hold this type."""
    if name in SEVEN_CARD:
        return _ORDER["straight-flush"]
    return _ORDER[name.removeprefix("natural-").removesuffix("-and-pair")]


def types_in(hand: Sequence[Card]) -> frozenset[str]:
    """Every type of hand that some five of the cards make, and the seven-card types: a bonus pays the best-paid of them."""
    return _types_in(tuple(hand))


@lru_cache(maxsize=64)
def _types_in(hand: tuple[Card, ...]) -> frozenset[str]:
    names = set()
    for setting in settings(hand, low=len(hand) - 5):
        held = [setting.high_value.category]
        if held[0] in ("royal-flush", "straight-flush") and JOKER not in setting.high:
            held.append(f"natural-{held[0]}")
        names.update(held)
        if setting.low_value.category == "pair":
            names.update([f"{name}-and-pair" for name in held])
    if not names.isdisjoint(("royal-flush", "straight-flush")):
        names.update(name for name, held in zip(SEVEN_CARD, _seven_card(frozenset(hand)), strict=True) if held)
    return frozenset(names)


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
