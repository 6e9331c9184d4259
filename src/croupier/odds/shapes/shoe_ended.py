"""What the terms of a blackjack game say of hands on the table: what each may still do, and what a box nets by the dealer's cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.equipment.cards import Card
from croupier.hands.two_card import two_card
from croupier.odds.shapes.shoe_asked import TWO_CARD_21, against
from croupier.odds.shapes.shoe_bonuses import blackjacks_of
from croupier.odds.shapes.shoe_boxes import DEALERS, OF_22, SINGLE, Hands

if TYPE_CHECKING:
    from croupier.odds.shapes.shoe_terms import Terms

ACE, TEN = 0, 9
SEVENTEEN, TWENTY_ONE = 17, 21
NO, STAKED, LENT = range(3)
"""Whether a double, or a split, is open: for a stake, or on a lammer."""
May = tuple[bool, int, int, bool]
"""What a hand may do: draw, double, split, be given up."""


def values_of(held: Iterable[Card]) -> list[int]:
    """Cards by their ten values."""
    from croupier.odds.shapes.shoe_terms import value_of

    return [value_of(card) for card in held]


def total_of(values: Sequence[int]) -> int:
    """As the kernels count."""
    low = sum(values) + len(values)
    return low + 10 if ACE in values and low <= 11 else low


def is_soft(values: Sequence[int]) -> bool:
    return total_of(values) != sum(values) + len(values)


def is_natural(values: Sequence[int]) -> bool:
    return sorted(values) == [ACE, TEN]


class Held:
    """A hand as the analysis knows it, in a box that grows as it is split."""

    def __init__(self, box: list[Held], *cards: Card, switched: bool = False) -> None:
        self.box, self.cards, self.switched = box, list(cards), switched
        self.stand, self.given_up, self.hidden, self.off = SINGLE, False, False, 0

    @property
    def values(self) -> list[int]:
        return values_of(self.cards)

    @property
    def total(self) -> int:
        """With a card of a second chance taken off."""
        return total_of(self.values) - self.off

    @property
    def natural(self) -> bool:
        return len(self.box) == 1 and not self.switched and is_natural(self.values)

    @property
    def ended(self) -> bool:
        """Is it known to be over whatever the dealer has? Of a hand with a card face down nobody knows."""
        return self.given_up or (self.total > TWENTY_ONE and not self.hidden)


class Ends:
    """Hands of a game by its terms."""

    def __init__(self, terms: Terms, hands: Hands) -> None:
        self.terms, self.hands = terms, hands

    # What may be done

    def may(self, hand: Held) -> May | None:
        """What a hand may do that has fewer than 21; None where it is asked nothing."""
        terms, values, several = self.terms, hand.values, len(hand.box) > 1
        up = terms.pays.given_up or (terms.surrenders and not several and len(values) == 2)
        if len(values) > 2:
            return True, STAKED if terms.doubles_later else NO, NO, up
        low, high = sorted(values)
        alike = low == high and (hand.cards[0].rank == hand.cards[1].rank or not terms.same_rank)
        pair = terms.pairs[values[0]]
        splits = NO if pair is None or not alike else LENT if pair.lammers else STAKED
        if not several or pair is None:
            return True, terms.doubles[low][high], splits, up
        splits = splits if len(hand.box) < pair.most else NO
        if not pair.ends[values[1]]:
            return True, pair.doubles[values[1]], splits, up
        return (False, NO, splits, up) if splits or up else None

    # What it comes to

    def nets(self, hand: Held) -> list[Fraction]:
        """In units, by the dealer's total."""
        pays, unit = self.terms.pays, self.terms.pays.unit
        kind = self.terms.kind(hand.values[0], hand.box.index(hand), len(hand.box))
        of_kind = pays.nets[kind][hand.stand]
        if hand.given_up and (pays.given_up or hand.stand):
            return [Fraction(of_kind[pays.results[-1][0]], unit)] * len(DEALERS)
        if hand.given_up:
            found = [pays.surrendered] * len(DEALERS)
            found[OF_22] = pays.surrendered_late if self.terms.late else pays.surrendered
            return found
        if hand.natural:
            return list(self._blackjacks[self._row_of_blackjack(hand.cards)])
        if hand.total > TWENTY_ONE:
            return [Fraction(of_kind[-1], unit)] * len(DEALERS)
        return [Fraction(of_kind[result], unit) for result in pays.results[self._row(hand)]]

    def staked(self, hand: Held) -> Fraction:
        """In units."""
        kind = self.terms.kind(hand.values[0], hand.box.index(hand), len(hand.box))
        return Fraction(self.terms.pays.stakes[kind][hand.stand], self.terms.pays.unit)

    def _row(self, hand: Held) -> int:
        """Its row of results: by its total, or by its very cards."""
        named = dict(self.terms.pays.named)
        if is_natural(hand.values) and TWO_CARD_21 in named:
            return named[TWO_CARD_21]
        row = self.hands.paid_by(tuple(hand.cards))
        shown = against(row, self.shown)
        return named.get(shown, named.get(row, max(hand.total - SEVENTEEN + 1, 0)))

    shown = ACE
    """The value of the dealer's first card."""

    @cached_property
    def _blackjacks(self) -> dict[str, tuple[Fraction, ...]]:
        rows = (row for row, _ in blackjacks_of(self.terms.game))
        return {row: nets for row, (nets, _) in zip(rows, self.terms.pays.blackjacks, strict=True)}

    def _row_of_blackjack(self, held: Sequence[Card]) -> str:
        tables = self.hands.game.tables[self.hands.opens]
        return next(row for row, test, _ in tables if row in self._blackjacks and test(two_card(held), held))

    # The dealer

    def stops(self, values: Sequence[int]) -> bool:
        """Does the dealer draw no more?"""
        total = total_of(values)
        return total > SEVENTEEN or (total == SEVENTEEN and not (is_soft(values) and self.terms.hits_soft_17))

    def place_of(self, values: Sequence[int], *, may_be_blackjack: bool) -> int | None:
        """Which of the dealer's totals these cards are; None of a hand that is not finished."""
        if may_be_blackjack and is_natural(values):
            return OF_22
        if not self.stops(values):
            return None
        total, beside = total_of(values), bool(self.terms.late or self.terms.again)
        return total - SEVENTEEN if total <= TWENTY_ONE or (total == TWENTY_ONE + 1 and not beside) else len(DEALERS) - 1

    def box_nets(self, boxes: Sequence[Held], dealer: Sequence[int], *, always: bool) -> Fraction | None:
        """What hands net, in units, against the dealer's cards in the order they fell, round after round with one first card.

        None where the dealer stopped before that can be told, or has drawn more.
        """
        up, left = dealer[0], list(dealer[1:])
        net, first = Fraction(0), 0
        if all(hand.ended for hand in boxes) and not always and len(dealer) > 2:
            return None  # nothing depends on the dealer
        for circle in range(1 + int(self.terms.again)):
            may_be_blackjack = bool(self.terms.late or circle)
            every = [self.nets(hand) for hand in boxes]
            others = [place for place in range(len(DEALERS)) if not ((self.terms.late or self.terms.again) and place == OF_22)]
            decides = any(len({nets[place] for place in others}) > 1 for nets in every)
            live = any(not hand.ended for hand in boxes)
            drawn = decides or (always and (live or not circle))
            taken = [up]
            while left and (len(taken) < 2 if not drawn else not (len(taken) > 1 and self.stops(taken))):
                if circle and not drawn and not (live and up in (ACE, TEN)):
                    break
                taken.append(left.pop(0))
            place = self.place_of(taken, may_be_blackjack=may_be_blackjack) if len(taken) > 1 or not drawn else None
            if place is None and drawn:
                return None
            place = others[0] if place is None else place
            first = first if circle else place
            net += sum((nets[first if hand.given_up else place] for hand, nets in zip(boxes, every, strict=True)), Fraction(0))
            if drawn and left and circle == int(self.terms.again):
                return None
        return net
