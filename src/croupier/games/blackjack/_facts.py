"""What a blackjack table can tell about a report: the dealer's count, the cards of the deal, and whether the shoe can run out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from croupier.equipment.cards import ACE
from croupier.games.blackjack._hands import BlackjackQuestions, dealer_stands
from croupier.hands.blackjack import is_blackjack, value
from croupier.table.acts import Reported
from croupier.table.facts import Fact, card_due, passed_over
from croupier.table.requests import CardDue, Request
from croupier.table.table import DEALER, Table


def _rules(table: Table) -> BlackjackQuestions:
    rules: BlackjackQuestions = table.playable.rules
    return rules


def needs_no_card(table: Table, report: Reported, pending: Request) -> bool:
    """Is the dealer to take no card now: because a player is to act, or because of the count?"""
    if pending.moment in ("reveal", "announce"):
        return dealer_stands(table, _rules(table))
    return not card_due(pending, DEALER)


def asked_for(table: Table, report: Reported, pending: Request) -> bool:
    """Is a card due that the seat has asked for? The second card of a split hand it has not."""
    return isinstance(pending, CardDue) and pending.to == report.seat and pending.number > 2


def may_run_out(table: Table, report: Reported, pending: Request) -> bool:
    """Could the round take every card that is left, the lowest first, in as many hands as can be made of the boxes?

    A hand takes cards up to 21 and one more, the dealer too; each card counts one at least.
    """
    left = sorted(1 if card.rank == ACE else value(card) for card, count in table.remaining.items() for _ in range(count))
    hands = 1 + _rules(table).most_hands * sum(seat.in_play for seat in table.seats.values())
    return sum(left[: max(table.cards_left - hands, 0)]) <= 21 * hands


FACTS: Mapping[str, Fact] = MappingProxyType(
    {
        "dealer-has-blackjack": Fact(
            "the dealer has a blackjack", lambda table, report, pending: is_blackjack(table.dealer), takes_the_hole_card=True
        ),
        "dealer-has-no-blackjack": Fact(
            "the dealer has no blackjack",
            lambda table, report, pending: not is_blackjack(table.dealer),
            takes_the_hole_card=True,
        ),
        "dealer-must-stand": Fact(
            "the dealer has a count to stand on",
            lambda table, report, pending: dealer_stands(table, _rules(table)),
            takes_the_hole_card=True,
        ),
        "dealer-needs-no-card": Fact("no card is due to the dealer", needs_no_card),
        "seat-has-one-card": Fact(
            "the seat lacks a card of the deal", lambda table, report, pending: passed_over(table, report, pending, cards=1)
        ),
        "requested-card-is-due": Fact("a card that the seat has asked for is due", asked_for),
        "shoe-too-short": Fact("the round could take all the cards that are left", may_run_out),
    }
)
