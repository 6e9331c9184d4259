"""Who wins a pot, and how it is shared: high and low halves, equal hands, and the chips that cannot be shared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from croupier.equipment.cards import ACE, Card
from croupier.games.poker_room._pots import Pot
from croupier.hands.low import Low, best_low, fives_of, low_value, qualifies
from croupier.hands.poker import Value, best_five
from croupier.rules.poker import Variant

SUITS = "cdhs"
"""From the lowest: suits break no tie, they say who gets an odd chip and who must bet first."""
Order = Callable[[Sequence[int], str], list[int]]
"""Seats with equal hands in the order in which they get odd chips, for the `high` or the `low` share."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a hand is worth each way; None where the game, or the qualifier, does not let it win that way."""

    high: Value | None
    low: Value | None


def worth(variant: Variant, hand: Sequence[Card], board: Sequence[Card]) -> Worth:
    """A hand at the showdown, by the variant's own ranking."""
    split = variant.hand == "two-and-three"
    high = _high(tuple(hand), tuple(board), split=split) if variant.high else None
    low = None if variant.low is None else _low(tuple(hand), tuple(board), variant.low, split=split)
    if low is not None and variant.qualifier is not None and not qualifies(low, variant.qualifier):
        low = None
    return Worth(high, low)


# Everybody who looks at a shown hand is told what it is worth: it is worked out once.


@lru_cache(maxsize=1024)
def _high(hand: tuple[Card, ...], board: tuple[Card, ...], *, split: bool) -> Value:
    return max(map(best_five, fives_of(hand, board, two_and_three=True))) if split else best_five((*hand, *board))


@lru_cache(maxsize=1024)
def _low(hand: tuple[Card, ...], board: tuple[Card, ...], kind: Low, *, split: bool) -> Value:
    return best_low(fives_of(hand, board, two_and_three=split), kind)


def high_cards(variant: Variant, hand: Sequence[Card], board: Sequence[Card]) -> list[tuple[int, int]]:
    """The cards of the best high hand from the best down, spades before other suits: the greater has the better claim."""
    fives = list(fives_of(hand, board, two_and_three=variant.hand == "two-and-three"))
    best = max(map(best_five, fives))
    return max(
        sorted(((card.rank, SUITS.index(card.suit)) for card in five), reverse=True)
        for five in fives
        if best_five(five) == best
    )


def low_cards(variant: Variant, hand: Sequence[Card], board: Sequence[Card]) -> list[tuple[int, int]]:
    """The cards of the best low hand from the lowest up, clubs before other suits: the smaller has the better claim."""
    assert variant.low is not None
    fives = list(fives_of(hand, board, two_and_three=variant.hand == "two-and-three"))
    best = best_low(fives, variant.low)
    ace = ACE if variant.low in ("deuce-to-seven", "lowest-high-hand") else 1
    return min(
        sorted((ace if card.rank == ACE else card.rank, SUITS.index(card.suit)) for card in five)
        for five in fives
        if low_value(five, variant.low) == best
    )


def by_suit(variant: Variant, hands: Mapping[int, Sequence[Card]], board: Sequence[Card]) -> Order:
    """Odd chips to the highest card of the high hand, or the lowest of the low one, by suit; a card that all share passes it on."""

    def order(seats: Sequence[int], share: str) -> list[int]:
        if share == "high":
            return sorted(seats, key=lambda seat: high_cards(variant, hands[seat], board), reverse=True)
        return sorted(seats, key=lambda seat: low_cards(variant, hands[seat], board))

    return order


def by_button(button: int, capacity: int) -> Order:
    """Odd chips to the seat nearest to the button, clockwise."""
    return lambda seats, share: clockwise(seats, button, capacity)


def clockwise(seats: Iterable[int], after: int, capacity: int) -> list[int]:
    """Seats in turn from the one after another; that one itself comes last."""
    return sorted(seats, key=lambda seat: (seat - after - 1) % capacity)


@dataclass(slots=True)
class Share:
    """What a seat gets out of all pots, and by what."""

    cents: int = 0
    ways: set[str] = field(default_factory=set)
    """`uncontested`, `win` (a pot of one kind), `high`, `low`."""
    cases: list[str] = field(default_factory=list)
    """Further paragraphs it rests on: `tie`, `high-tie`, `low-tie`, `no-low`, `odd-half`, `odd-chip`, `odd-high`, `odd-low`."""

    def rest_on(self, case: str) -> None:
        if case not in self.cases:
            self.cases.append(case)


def shares(cents: int, seats: Sequence[int], *, chip: int, order: Callable[[], list[int]]) -> dict[int, int]:
    """A sum among equal hands, in chips; odd ones go round one at a time, what is less than a chip with the first.

    >>> shares(800, [1, 2, 3], chip=100, order=lambda: [1, 2, 3])
    {1: 300, 2: 300, 3: 200}
    """
    if len(seats) == 1:
        return {seats[0]: cents}  # there is nobody to share with, whatever chips it comes in
    each = cents // len(seats) // chip * chip
    found = dict.fromkeys(seats, each)
    odd = cents - each * len(seats)
    if odd:
        ordered = order()
        for place in range(odd // chip):
            found[ordered[place % len(ordered)]] += chip
        found[ordered[0]] += odd % chip
    return found


def award(pots: Sequence[Pot], variant: Variant, worths: Mapping[int, Worth], *, chip: int, order: Order) -> dict[int, Share]:
    """What every seat that has not folded gets. Side pots are awarded before the pot in the centre."""
    found = {seat: Share() for seat in worths}
    for pot in reversed(pots):
        if len(pot.seats) == 1:
            found[pot.seats[0]].cents += pot.cents
            found[pot.seats[0]].ways.add("uncontested")
        elif variant.high and variant.low is not None:
            _split(pot, variant, worths, found, chip=chip, order=order)
        else:
            share = "high" if variant.high else "low"
            winners = _best(pot.seats, {seat: getattr(worths[seat], share) for seat in pot.seats})
            _give(found, pot.cents, winners, way="win", share=share, chip=chip, order=order)
    return found


def _best(seats: Sequence[int], values: Mapping[int, Value | None]) -> list[int]:
    """The seats with the best hand; none where none may win."""
    held = {seat: value for seat in seats if (value := values[seat]) is not None}
    best = max(held.values(), default=None)
    return [seat for seat, value in held.items() if value == best]


def _split(
    pot: Pot, variant: Variant, worths: Mapping[int, Worth], found: dict[int, Share], *, chip: int, order: Order
) -> None:
    """Halves to the best high and the best low hand, the odd chip with the high; all of it to the high where no low qualifies."""
    highs = _best(pot.seats, {seat: worths[seat].high for seat in pot.seats})
    lows = _best(pot.seats, {seat: worths[seat].low for seat in pot.seats})
    low = pot.cents // 2 // chip * chip if lows else 0
    for seat in highs:
        if not lows:
            found[seat].rest_on("no-low")
        elif low * 2 != pot.cents:
            found[seat].rest_on("odd-half")
    _give(found, pot.cents - low, highs, way="high" if lows else "win", share="high", chip=chip, order=order)
    if lows:
        _give(found, low, lows, way="low", share="low", chip=chip, order=order)


def _give(
    found: dict[int, Share], cents: int, winners: Sequence[int], *, way: str, share: str, chip: int, order: Order
) -> None:
    each = shares(cents, winners, chip=chip, order=lambda: order(winners, share))
    for seat, part in each.items():
        found[seat].cents += part
        found[seat].ways.add(way)
        if len(winners) > 1:
            found[seat].rest_on("tie" if way == "win" else f"{way}-tie")
            if part != cents // len(winners):
                found[seat].rest_on("odd-chip" if way == "win" else f"odd-{way}")
