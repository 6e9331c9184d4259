"""Baccarat hands: point counts, naturals, third cards, and how the two finished hands compare.

>>> points(cards("Ah 2d 4c")), points(cards("Ah 2d 9c"))
(7, 2)
>>> compare(cards("2h 3d 4c"), cards("Kd 3c 7s"))
Value(order=1, ranks=(9,), category='win')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from croupier.equipment.cards import ACE, Card, cards
from croupier.hands.patterns import Test
from croupier.hands.poker import Value

__all__ = ["AREAS", "PATTERNS", "banker_draws", "cards", "compare", "natural", "player_draws", "points", "standing"]

Hand = Sequence[Card]

BANKER_DRAWS: Final[Mapping[int, frozenset[int]]] = {
    0: frozenset(range(10)),
    1: frozenset(range(10)),
    2: frozenset(range(10)),
    3: frozenset(range(10)) - {8},
    4: frozenset(range(2, 8)),
    5: frozenset(range(4, 8)),
    6: frozenset((6, 7)),
    7: frozenset(),
}
"""Banker's two-card count to the values of the player's third card on which the banker draws."""


def card_value(card: Card) -> int:
    """Ace one, two to nine their number, tens and faces nothing."""
    if card.rank == ACE:
        return 1
    return card.rank if card.rank < 10 else 0


def points(hand: Hand) -> int:
    """The point count: the last digit of the total."""
    return sum(map(card_value, hand)) % 10


def natural(hand: Hand) -> bool:
    """Two cards that count eight or nine."""
    return len(hand) == 2 and points(hand) >= 8


def player_draws(player: Hand, banker: Hand) -> bool:
    """Does the player's hand take a third card?"""
    return not natural(player) and not natural(banker) and points(player) < 6


def banker_draws(player: Hand, banker: Hand) -> bool:
    """Does the banker's hand take a third card, once the player's hand is complete?"""
    if natural(player) or natural(banker):
        return False
    if len(player) == 2:
        return points(banker) < 6
    return card_value(player[2]) in BANKER_DRAWS[points(banker)]


def compare(hand: Hand, other: Hand) -> Value:
    """A finished hand against the other: `win`, `tie` or `lose`, and by how many points."""
    margin = points(hand) - points(other)
    if margin > 0:
        return Value(1, (margin,), "win")
    return Value(0, (0,), "tie") if margin == 0 else Value(-1, (-margin,), "lose")


def _wins_on_three(hand: Hand, other: Hand, count: int) -> bool:
    return len(hand) == 3 and points(hand) == count > points(other)


EVENTS: Final[Mapping[str, Callable[[Hand, Hand], bool]]] = {
    "tie": lambda player, banker: points(player) == points(banker),
    "banker-three-card-7": lambda player, banker: _wins_on_three(banker, player, 7),
    "player-three-card-8": lambda player, banker: _wins_on_three(player, banker, 8),
    "player-pair": lambda player, banker: player[0].rank == player[1].rank,
    "banker-pair": lambda player, banker: banker[0].rank == banker[1].rank,
}
"""What else than a hand a wager can be on: something the two finished hands show, player first."""


AREAS: Final = ("player", "banker", *EVENTS)


def standing(area: str, player: Hand, banker: Hand) -> tuple[Value, Hand]:
    """How a wager on `area`, a hand or an event, stands at the end of the round, and the hand its pay table looks at."""
    if area == "banker":
        return compare(banker, player), banker
    if area == "player":
        return compare(player, banker), player
    return (Value(1, (), "win") if EVENTS[area](player, banker) else Value(-1, (), "lose")), (*player, *banker)


def _won_by(margin: int) -> Test:
    return lambda value, hand: value.category == "win" and value.ranks == (margin,) and not natural(hand)


def _won_with(count: int, *, three_cards: bool) -> Test:
    return lambda value, hand: value.category == "win" and points(hand) == count and (len(hand) == 3 if three_cards else True)


PATTERNS: Final[Mapping[str, Test]] = {
    "win": lambda value, hand: value.category == "win",
    "tie": lambda value, hand: value.category == "tie",
    "natural-winner": lambda value, hand: value.category == "win" and natural(hand),
    "natural-tie": lambda value, hand: value.category == "tie" and natural(hand),
    **{f"win-by-{margin}-points": _won_by(margin) for margin in range(1, 10)},
    **{f"win-with-{count}": _won_with(count, three_cards=False) for count in range(1, 10)},
    **{f"win-with-three-card-{count}": _won_with(count, three_cards=True) for count in range(1, 10)},
}
"""Pay-table rows that look at a finished hand."""
