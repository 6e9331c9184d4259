"""What games against a dealer share: the names of how two hands stand, which settlement lines are cited by."""

from __future__ import annotations

from croupier.hands.poker import Value
from croupier.table.citing import Ground
from croupier.table.table import Table

ANTE = "ante"
NOT_QUALIFIED = "dealer-does-not-qualify"
TIE = "tie"
LIKE_HANDS = "like-hands"


def without_qualifying(hand: Value, dealer: Value) -> str:
    """How a hand stands against a dealer who does not qualify: texts tend to forget hands that are no better."""
    if hand > dealer:
        return NOT_QUALIFIED
    return "tie-without-qualifying" if hand == dealer else "lower-without-qualifying"


def like_hands(table: Table, hand: Value, dealer: Value, *, wager: str = ANTE) -> Ground | None:
    """What decides between hands of one name, where the letter of a text would have another winner.

    To the letter the highest card decides that the other hand lacks, even between two pairs; a file says what we read instead.
    """
    own, other = set(hand.ranks) - set(dealer.ranks), set(dealer.ranks) - set(hand.ranks)
    lettered, read = max(own, default=0) - max(other, default=0), (hand > dealer) - (hand < dealer)
    differ = hand.order == dealer.order and (lettered > 0) - (lettered < 0) != read
    return table.spots[wager].wager.outcomes.get(LIKE_HANDS) if differ else None
