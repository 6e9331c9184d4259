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

from croupier.equipment.cards import ACE, JACK, JOKER, KING, SUITS, Card, cards
from croupier.hands.pai_gow import completes, in_order, low_by_ranks, low_hand
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

_HIGHS: Final = tuple(combinations(range(HIGH + MEDIUM + 1), HIGH))
_PLACE_OF: Final = {high: place for place, high in enumerate(_HIGHS)}
"""Which four of seven cards make the high hand, in the order in which settings are listed."""
_RESTS: Final = tuple(tuple(place for place in range(HIGH + MEDIUM + 1) if place not in high) for high in _HIGHS)
"""The three that each leaves."""


def high_hand(hand: Sequence[Card], *, ace_to_four: str = "second-highest") -> Value:
    """What four cards are worth; a joker takes the best place that completes a straight or a flush, else it is an ace."""
    suits = {card.suit for card in hand if card is not JOKER}
    return _high_hand(tuple([card.rank for card in in_order(hand)]), len(suits) == 1, ace_to_four)


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
        return " / ".join([" ".join([card.text for card in hand]) for hand in (self.high, self.medium, self.low)])


@cache
def _above(upper: Value, lower: Value) -> bool:
    return (upper.order, upper.ranks[: len(lower.ranks)]) > (lower.order, lower.ranks)


def settings(hand: Sequence[Card], *, ace_to_four: str = "second-highest") -> list[Setting]:
    """Every way to set seven cards, foul ones too."""
    return list(_settings(tuple(hand), ace_to_four))


@lru_cache(maxsize=64)
def _settings(hand: tuple[Card, ...], ace_to_four: str) -> tuple[Setting, ...]:
    ordered = in_order(hand)
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
    ordered = in_order(hand)
    ranks = [card.rank for card in ordered]
    alike = [second for second in range(1, len(ranks)) if (ranks[second - 1] or ACE) == ranks[second]]
    if len(alike) <= 1 and not completes(ordered, HIGH):
        # All by ranks: the pair, or the highest card, over the lowest cards; the next highest ones are medium and low.
        kept = [alike[0] - 1, alike[0]] if alike else [0]
        others = [place for place in range(len(ranks)) if place not in kept]
        return _setting(ordered, _PLACE_OF[*sorted(kept + others[MEDIUM + 1 :])], MEDIUM, ace_to_four), "otherwise"
    # Of settings alike the one that is listed first.
    for rank in dict.fromkeys(ranks[second] for second in alike) if pair_medium else ():
        beside = _leaving(tuple([place for place, held in enumerate(ranks) if (held or ACE) == rank]))
        pairs = []
        for place, high in zip(beside, _high_hands(ordered, ace_to_four, beside), strict=True):
            medium, low, out = _parted(tuple([ranks[each] for each in _RESTS[place]]))[0]
            if _above(high, medium):
                pairs.append((high.order, low, high, -place, -out))
        if pairs:
            *_, place, out = max(pairs)
            return _setting(ordered, -place, -out, ace_to_four), "pairs"
    highs = _high_hands(ordered, ace_to_four)
    for order in sorted({high.order for high in highs}, reverse=True):
        ways = [
            (medium, low, high, -place, -out)
            for place, high in enumerate(highs)
            if high.order == order
            for medium, low, out in _parted(tuple([ranks[each] for each in _RESTS[place]]))
            if _above(high, medium)
        ]
        if ways:
            *_, place, out = max(ways)
            return _setting(ordered, -place, -out, ace_to_four), "otherwise"
    raise AssertionError(f"{hand}: every setting is foul")


@cache
def _leaving(alike: tuple[int, ...]) -> tuple[int, ...]:
    """The high hands that leave at least two of the cards in these places to the others."""
    return tuple([place for place, rest in enumerate(_RESTS) if len({*rest} & {*alike}) >= MEDIUM])


def _high_hands(ordered: Sequence[Card], ace_to_four: str, places: Sequence[int] = range(len(_HIGHS))) -> list[Value]:
    """What every four of seven cards are worth, in the order of their settings, or those in some places of it."""
    ranks, suits = [card.rank for card in ordered], [card.suit for card in ordered]
    flushes = set()
    for suit in SUITS:
        if suits.count(suit) + (ordered[0] is JOKER) >= HIGH:
            flushes |= {*combinations([place for place, of in enumerate(suits) if of == suit or not ranks[place]], HIGH)}
    held = [(ranks[a], ranks[b], ranks[c], ranks[d]) for a, b, c, d in [_HIGHS[place] for place in places]]
    if not flushes:
        return [_high_hand(four, False, ace_to_four) for four in held]
    return [_high_hand(four, _HIGHS[place] in flushes, ace_to_four) for four, place in zip(held, places, strict=True)]


@cache
def _parted(rest: tuple[int, ...]) -> tuple[tuple[Value, Value, int], ...]:
    """The ranks beside a high hand as a medium hand and a low one below it, best first, and which of the three is low."""
    ways = []
    for out in range(len(rest)):
        medium, low = low_by_ranks(rest[:out] + rest[out + 1 :]), low_by_ranks(rest[out : out + 1])
        if _above(medium, low):
            ways.append((medium, low, out))
    return tuple(sorted(ways, key=lambda way: (way[0], way[1], -way[2]), reverse=True))


def _setting(ordered: Sequence[Card], place: int, out: int, ace_to_four: str) -> Setting:
    """Seven cards with the high hand that comes in this place among all, and this card of the others low."""
    high, medium = tuple([ordered[each] for each in _HIGHS[place]]), [ordered[each] for each in _RESTS[place]]
    low = (medium.pop(out),)
    return Setting(high, tuple(medium), low, (high_hand(high, ace_to_four=ace_to_four), low_hand(medium), low_hand(low)))
