"""Five-card poker with wild cards: five wilds, royal flush, five of a kind, then the usual order.

A wild stands for whatever makes the hand best. Only five of a kind may hold the same card twice: in a flush a wild
is the highest card of the suit that the hand lacks.

>>> five_with_wilds(cards("Jo 2c 2d 2h Ks")).category, five_with_wilds(cards("Jo 2c 2d 2h 9s")).category
('royal-flush', 'five-of-a-kind')
>>> made_naturally(cards("Ac 2d 3h 4s 5c")), made_naturally(cards("Ac Jo 3h 4s 5c"))
(True, False)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from croupier.equipment.cards import ACE, JOKER, Card, cards
from croupier.hands.patterns import Test
from croupier.hands.poker import FIVE_CARD_ORDER, Value, best_five

__all__ = ["DEUCES_AND_JOKER", "PATTERNS", "WILD_ORDER", "cards", "five_with_wilds", "made_naturally"]

DEUCES_AND_JOKER: Final = frozenset({JOKER.rank, 2})
WILD_ORDER: Final = (*FIVE_CARD_ORDER[:-1], "five-of-a-kind", "royal-flush", "five-wilds")
PATTERNS: Final[dict[str, Test]] = {
    "five-of-a-kind": lambda value, cards: value.category == "five-of-a-kind",
    "five-wilds": lambda value, cards: value.category == "five-wilds",
}


def _value(category: str, *ranks: int) -> Value:
    return Value(WILD_ORDER.index(category), ranks, category)


def five_with_wilds(hand: Sequence[Card], wild_ranks: Collection[int] = DEUCES_AND_JOKER) -> Value:
    """The best value of five cards when those of `wild_ranks` (0 is the joker) may stand for any card."""
    ranks = sorted((card.rank for card in hand if card.rank not in wild_ranks), reverse=True)
    wilds = len(hand) - len(ranks)
    if not ranks:
        return _value("five-wilds")
    if not wilds:
        plain = best_five(hand)
        return _value(plain.category, *plain.ranks)
    counts = {rank: ranks.count(rank) for rank in ranks}
    suited = len({card.suit for card in hand if card.rank not in wild_ranks}) == 1
    run = _run_top(ranks) if len(counts) == len(ranks) else 0
    most = max(counts, key=lambda rank: (counts[rank], rank))
    others = [rank for rank in ranks if rank != most]
    alike = counts[most] + wilds
    if suited and run == ACE:
        return _value("royal-flush", ACE)
    if alike == 5:
        return _value("five-of-a-kind", most)
    if suited and run:
        return _value("straight-flush", run)
    if alike == 4:
        return _value("four-of-a-kind", most, *others)
    if alike == 3 and len(counts) == 2:
        return _value("full-house", most, others[0])
    if suited:
        missing = [rank for rank in range(ACE, 1, -1) if rank not in counts]
        return _value("flush", *sorted([*ranks, *missing[:wilds]], reverse=True))
    if run:
        return _value("straight", run)
    return _value("three-of-a-kind" if alike == 3 else "pair", most, *others)


def _run_top(ranks: Sequence[int]) -> int:
    """The top of the highest five in a row that different `ranks` fit into, 0 when they fit none; the ace also counts low."""
    for top in range(ACE, 4, -1):
        if all(top - 4 <= rank <= top or (top == 5 and rank == ACE) for rank in ranks):
            return top
    return 0


def made_naturally(hand: Sequence[Card], wild_ranks: Collection[int] = DEUCES_AND_JOKER) -> bool:
    """Do the printed faces alone make a hand of the same name as the best one with wilds? A joker has no face."""
    return JOKER not in hand and best_five(hand).category == five_with_wilds(hand, wild_ranks).category
