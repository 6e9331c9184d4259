"""What games against a dealer share: the names of how two hands stand, which settlement lines are cited by."""

from __future__ import annotations

from croupier.hands.poker import Value

NOT_QUALIFIED = "dealer-does-not-qualify"
TIE = "tie"


def without_qualifying(hand: Value, dealer: Value) -> str:
    """How a hand stands against a dealer who does not qualify: texts tend to forget hands that are no better."""
    if hand > dealer:
        return NOT_QUALIFIED
    return "tie-without-qualifying" if hand == dealer else "lower-without-qualifying"
