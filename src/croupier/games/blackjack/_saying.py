"""What blackjack hands count, in words: totals, hard and soft, blackjacks and busts."""

from __future__ import annotations

from collections.abc import Collection

from croupier.games.blackjack._hands import BlackjackQuestions
from croupier.hands.blackjack import is_blackjack, points
from croupier.table.said import Cards, Said, Shown


def says(shown: Shown, rules: BlackjackQuestions, *, switched: Collection[int] = ()) -> Said:
    """Every hand's count, and the dealer's. Two cards that count 21 after a split, or at seats that `switched`, are no blackjack."""
    found: dict[int, tuple[str, ...]] = {}
    for seat in shown.seats:
        hands = shown.hands(seat)
        natural = len(hands) == len(rules.boxes) and seat not in switched
        found[seat] = tuple(counted(hand, rules, natural=natural) for hand in hands)
    return Said(dealer=dealers(shown, rules), seats=found)


def dealers(shown: Shown, rules: BlackjackQuestions) -> str:
    """The dealer's count; of the card that shows while another lies face down."""
    if not shown.dealer:
        return f"{counted(shown.dealers_open, rules)} showing" if shown.dealers_open else ""
    returned = points(shown.dealer).total == 22 and rules.dealer_22.value == "push"
    return "22, a push" if returned else counted(shown.dealer, rules, natural=True)


def counted(cards: Cards, rules: BlackjackQuestions, *, natural: bool = False) -> str:
    """A hand's count in words. Where a second chance may be taken, a card drawn above 21 lies sideways: its face is taken off."""
    if not cards:
        return ""
    total, soft = points(cards)
    if rules.after_a_bust is not None and len(cards) > 1 and points(cards[:-1]).total > 21:
        total, soft = points(cards[:-1]).total - cards[-1].face_value, False
    if total > 21:
        return f"bust with {total}"
    return "blackjack" if natural and is_blackjack(cards) else f"{'soft ' if soft else ''}{total}"
