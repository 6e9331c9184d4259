"""A seat at a blackjack table that plays by a plan."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.games.blackjack._hands import DECLINE, DOUBLE_ATTACK, EVEN_MONEY, SECOND_CHANCE
from croupier.odds.shapes.shoe_plan import Plan
from croupier.odds.shapes.shoe_terms import value_of
from croupier.table.drivers import Strategy
from croupier.table.requests import Decision, Offer
from croupier.table.round import Round


@dataclass(frozen=True)
class ByPlan:
    """A seat that plays by a plan at the real table."""

    plan: Plan

    def __call__(self, round_: Round, request: Decision) -> str:
        plan, seat = self.plan, round_.table.seats[request.seat]
        if EVEN_MONEY in request.choices:
            return EVEN_MONEY if plan.takes_even_money else DECLINE
        box, up = [seat.hand, *seat.splits], value_of(round_.table.dealer[0])
        if DECLINE in request.choices:
            place = plan.terms.hands.place(*map(value_of, box[(request.hand or 1) - 1]))
            if SECOND_CHANCE in request.choices:
                return SECOND_CHANCE if plan.saves[up, place - plan.terms.hands.whole] else DECLINE
            return request.choices[0] if plan.rescues[up, place] else DECLINE  # a double that may be taken back, or given up
        number = max(number for number, hand in enumerate(box) if len(hand) > 1)  # hands that wait have one card
        kind = plan.terms.kind(value_of(box[number][0]), number, len(box))
        return plan.advise(box[number], round_.table.dealer[0], request.choices, kind=kind)

    def stake(self, round_: Round, offer: Offer) -> int:
        """All that may be laid beside the first wager, where that pays; a double is for the whole; nothing on insurance."""
        if offer.called == DOUBLE_ATTACK:
            return offer.maximum if self.plan.attacks[value_of(round_.table.dealer[0])] else 0
        return 0 if offer.declinable else offer.maximum


def by_plan(plan: Plan) -> Strategy:
    """A seat that plays by a plan."""
    return ByPlan(plan)
