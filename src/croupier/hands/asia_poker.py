"""Asia poker ranking: seven cards set as a high hand of four, a medium hand of two and a low hand of one.

Four aces are above a royal flush, other fours below a straight flush. The joker is an ace, or any card that completes a straight or a
flush of any kind.

>>> high_hand(cards("As Ac Ad Jo")) > high_hand(cards("Ah Kh Qh Jh")) > high_hand(cards("Kc Kd Kh Ks")) > high_hand(cards("9c 7c 4c 2c"))
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from croupier.equipment.cards import ACE, JACK, JOKER, KING, Card, cards
from croupier.hands.pai_gow import low_hand
from croupier.hands.poker import Value

__all__ = ["HIGH_HANDS", "PAIR", "Setting", "cards", "high_hand", "house_way", "settings"]

HIGH, MEDIUM = 4, 2
PAIR: Final = "pair"
HIGH_HANDS: Final = (
    "high-card",
    PAIR,
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
    "four-aces",
)
"""Hands of four cards, lowest first."""
_ROYAL: Final = frozenset(range(JACK, ACE + 1))
_WHEEL: Final = frozenset([ACE, 2, 3, 4])
_BETWEEN: Final = tuple(frozenset(range(top - 3, top + 1)) for top in range(KING, 4, -1))
_STRAIGHTS: Final = {"second-highest": (_ROYAL, _WHEEL, *_BETWEEN), "lowest": (_ROYAL, *_BETWEEN, _WHEEL)}
"""The straights, best first, by where A-2-3-4 stands among them, and among the straight flushes below the royal."""
_WORTH: Final = {
    rule: {
        frozenset(held): len(order) - place
        for place, run in reversed(list(enumerate(order)))
        for held in (run, *combinations(run, 3))
    }
    for rule, order in _STRAIGHTS.items()
}
"""Ranks that are a straight, or lack one card of it that a joker can be, to how high the best such straight stands."""


def high_hand(hand: Sequence[Card], *, ace_to_four: str = "second-highest") -> Value:
    """What four cards are worth; a joker takes the best place that completes a straight or a flush, else it is an ace."""
    suits = {card.suit for card in hand if card is not JOKER}
    return _high_hand(tuple(sorted(card.rank for card in hand)), len(suits) == 1, ace_to_four)


@cache
def _high_hand(held: tuple[int, ...], flush: bool, ace_to_four: str) -> Value:
    """Kept by ranks, the joker's being 0, and whether the others are of one suit."""
    natural = [rank for rank in held if rank]
    ranks = set(natural)
    straight = _WORTH[ace_to_four].get(frozenset(ranks), 0) if len(ranks) == len(natural) else 0
    counts = Counter(rank or ACE for rank in held)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = [counts[rank] for rank in groups]
    if shape == [4] and groups == [ACE]:
        return _value("four-aces")
    if flush and straight:
        return _value("royal-flush" if ranks <= _ROYAL else "straight-flush", straight)
    if shape == [4]:
        return _value("four-of-a-kind", *groups)
    if flush:
        if len(ranks) < len(held):
            ranks.add(next(rank for rank in range(ACE, 1, -1) if rank not in ranks))
        return _value("flush", *sorted(ranks, reverse=True))
    if straight:
        return _value("straight", straight)
    return _value({(3, 1): "three-of-a-kind", (2, 2): "two-pair", (2, 1, 1): PAIR}.get(tuple(shape), "high-card"), *groups)


def _value(category: str, *ranks: int) -> Value:
    return Value(HIGH_HANDS.index(category), ranks, category)


class Setting(NamedTuple):
    """Seven cards set into three hands."""

    high: tuple[Card, ...]
    medium: tuple[Card, ...]
    low: tuple[Card, ...]
    values: tuple[Value, ...]

    @property
    def foul(self) -> bool:
        """Does a hand not rank above the next? They are compared as far as the shorter one goes, and equal is not above."""
        high, medium, low = self.values
        return not (_above(high, medium) and _above(medium, low))

    def __str__(self) -> str:
        return " / ".join(" ".join(map(str, hand)) for hand in (self.high, self.medium, self.low))


@cache
def _above(upper: Value, lower: Value) -> bool:
    return (upper.order, upper.ranks[: len(lower.ranks)]) > (lower.order, lower.ranks)


def settings(hand: Sequence[Card], *, ace_to_four: str = "second-highest") -> list[Setting]:
    """Every way to set seven cards, foul ones too."""
    return list(_settings(tuple(hand), ace_to_four))


@lru_cache(maxsize=64)
def _settings(hand: tuple[Card, ...], ace_to_four: str) -> tuple[Setting, ...]:
    ordered = sorted(hand, key=lambda card: (-(card.rank or ACE + 1), card.suit))
    found = []
    for high in combinations(ordered, HIGH):
        rest = [card for card in ordered if card not in high]
        value = high_hand(high, ace_to_four=ace_to_four)
        for low in rest:
            medium = tuple(card for card in rest if card is not low)
            found.append(Setting(high, medium, (low,), (value, low_hand(medium), low_hand((low,)))))
    return tuple(found)


def house_way(hand: Sequence[Card], *, pair_medium: bool, ace_to_four: str = "second-highest") -> tuple[Setting, str]:
    """The setting the house plays, and the name of the rule that asks for it.

    Where it is so agreed the highest pair that can plays medium. Otherwise, and of such settings, the best type of hand is kept high,
    over the best medium hand and then the best low card that it leaves.
    """
    allowed = [setting for setting in settings(hand, ace_to_four=ace_to_four) if not setting.foul]
    pairs = [setting for setting in allowed if setting.values[1].category == PAIR]
    if pair_medium and pairs:
        return max(pairs, key=lambda setting: (setting.values[1], *_by_type(setting))), "pairs"
    return max(allowed, key=_by_type), "otherwise"


def _by_type(setting: Setting) -> tuple[int, Value, Value, Value]:
    high, medium, low = setting.values
    return high.order, medium, low, high
