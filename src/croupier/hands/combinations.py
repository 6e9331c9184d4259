"""The poker combinations that lie in a hand: cards that make a named hand together, each of them taking part.

>>> [value.category for value in combinations_in(cards("Ah Ad Kc 9s 8d")).values()]
['pair', 'high-card', 'high-card']
>>> first, second = best_two(cards("Ah Ad Kc 9s 8d"))
>>> first.category, is_ace_king(second)
('pair', True)
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Final

from croupier.equipment.cards import ACE, KING, Card, cards
from croupier.hands.poker import FIVE_CARD_ORDER, Value, best_five

__all__ = ["best_two", "cards", "combination", "combinations_in", "is_ace_king"]

_ALL_FIVE: Final = ("straight", "flush", "full-house", "straight-flush", "royal-flush")
_ALIKE: Final = {(2,): "pair", (3,): "three-of-a-kind", (4,): "four-of-a-kind", (2, 2): "two-pair"}


def is_ace_king(value: Value) -> bool:
    """An ace with a king, and no pair."""
    return value.order == 0 and value.ranks[:2] == (ACE, KING)


def combination(held: Sequence[Card]) -> Value | None:
    """What some cards make together; None unless every one of them takes part in it."""
    if len(held) == 5:
        value = best_five(held)
        return value if value.category in _ALL_FIVE else None
    ranks = Counter(card.rank for card in held)
    high = tuple(sorted(ranks, reverse=True))
    name = _ALIKE.get(tuple(sorted(ranks.values())))
    if name is not None:
        return Value(FIVE_CARD_ORDER.index(name), high, name)
    return Value(0, high, FIVE_CARD_ORDER[0]) if len(held) == 2 and high == (ACE, KING) else None


def combinations_in(hand: Sequence[Card]) -> dict[frozenset[Card], Value]:
    """Every combination in a hand of five or six cards, by its own cards."""
    parts = (part for size in (2, 3, 4, 5) for part in itertools.combinations(hand, size))
    return {frozenset(part): value for part in parts if (value := combination(part)) is not None}


def best_two(hand: Sequence[Card]) -> tuple[Value | None, Value | None]:
    """The highest combination of a hand, and the highest that has a card outside it; None where there is none."""
    found = combinations_in(hand)
    if not found:
        return None, None
    own = max(found, key=lambda part: found[part])
    others = [value for part, value in found.items() if part - own]
    return found[own], max(others, default=None)
