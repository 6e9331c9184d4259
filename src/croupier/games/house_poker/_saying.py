"""What hands of poker are called at the table, by the ranking that settles them; and a dealer who does not qualify."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.equipment.cards import Card
from croupier.hands.names import alike, told_apart
from croupier.hands.poker import Value
from croupier.table.said import Said, Shown

DOES_NOT_QUALIFY = "the dealer does not qualify"


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands named by one ranking; where they are made with the community cards, by as many of those as are seen."""

    rank: Callable[[Sequence[Card]], Value]
    least: int
    """So many cards make a hand that can be ranked; fewer are called by what is alike in them."""
    community: bool = False
    qualifies: Callable[[Value, Any], bool] | None = None
    unqualified: str = DOES_NOT_QUALIFY

    def __call__(self, shown: Shown, rules: Any) -> Said:
        beside = shown.board if self.community else ()
        dealer = self.rank((*shown.dealer, *beside)) if shown.dealer and self._whole(shown.dealer, beside) else None
        fails = dealer is not None and self.qualifies is not None and not self.qualifies(dealer, rules)
        result = self.unqualified if fails else ""
        if shown.result_alone:
            return Said(result=result)
        hands = {seat: hand for seat in shown.seats if (hand := shown.hand(seat))}
        ranked = {seat: self.rank((*hand, *beside)) for seat, hand in hands.items() if self._whole(hand, beside)}
        against = [] if dealer is None else [dealer]
        return Said(
            dealer="" if dealer is None else told_apart(dealer, ranked.values()),
            seats={
                seat: (told_apart(ranked[seat], against) if seat in ranked else alike((*hand, *beside)),)
                for seat, hand in hands.items()
            },
            result=result,
        )

    def _whole(self, hand: Sequence[Card], beside: Sequence[Card]) -> bool:
        return len(hand) + len(beside) >= self.least
