"""Multiple-action blackjack: one hand, played once, against two or three hands that the dealer makes of one up card."""

from __future__ import annotations

from typing import Final, Literal

from croupier.games.blackjack._boxes import one_hand, play_boxes, played_together
from croupier.games.blackjack._facts import FACTS
from croupier.games.blackjack._hands import (
    BLACKJACK,
    DOUBLE_DOWN,
    INSURANCE,
    SPLIT,
    BlackjackQuestions,
    Hand,
    dealer_stands,
    play_dealer,
    settle_against_dealer,
    settle_hand,
)
from croupier.games.blackjack._opening import (
    check_hole_card,
    complete_two,
    deal_two_each,
    offer_insurance,
    settle_against_blackjack,
    settle_insurance,
)
from croupier.games.blackjack._saying import says
from croupier.games.blackjack._sharing import share_boxes
from croupier.games.blackjack._written import BlackjackScript
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.blackjack import TWO_CARD, is_blackjack, points
from croupier.rules.terms import Outcome, Rule
from croupier.table.playable import Shape
from croupier.table.table import DEALER, Seat, Table

CIRCLES: Final = {BLACKJACK: "", "circle-two": "-two", "circle-three": "-three"}
"""The wagers in the order of their rounds, and how the names of what is added to each end."""
AGAINST_21, TWO_CARD_21 = "split-21-against-21", "two-card-21"


class MultipleActionBlackjack(BlackjackQuestions):
    """What the procedure asks of a rulebook."""

    hole_card: Literal["with-the-deal", "after-the-players"]
    two_card_21: Rule[Outcome]
    """Against a dealer's 21 of more cards."""


async def play(table: Table, rules: MultipleActionBlackjack) -> None:
    await table.shuffle()
    await table.take_wagers()
    await share_boxes(table)
    await deal_two_each(table, hole_card=rules.hole_card == "with-the-deal")
    await offer_insurance(table, rules, on=CIRCLES)
    blackjack = await check_hole_card(table)
    if blackjack:
        await settle_against_blackjack(table, rules, on=CIRCLES)
        return
    if blackjack is not None:  # a dealer who overlooked one, or has no second card yet, does not know of insurance either
        settle_insurance(table)
    hands = await play_boxes(table, rules, opened=one_box_for_all)
    for circle, suffix in CIRCLES.items():
        played = [hand for hand in hands if hand.circle == suffix and hand.stands]
        it_matters = any(hand.live and not hand.natural for hand in played)
        if circle == BLACKJACK:
            await complete_two(table)
            await play_dealer(table, rules, it_matters=it_matters)
            settle_insurance(table)
            played += [hand for hand in hands if hand.circle and hand.given_up]  # these waited for the hole card alone
        elif any(hand.live for hand in played):
            await draw_anew(table, rules, it_matters=it_matters)
        rack = list(table.discards)
        for hand in reversed(played):
            settle(table, rules, hand)
        table.discards[:] = rack  # the players' cards stay where they are until the last round


async def one_box_for_all(table: Table, rules: MultipleActionBlackjack, seat: Seat) -> list[list[Hand]]:
    """One hand, and the same cards as they stand for the wagers of later rounds."""
    wagers = ((bettor, *circle) for bettor in seat.bettors for circle in CIRCLES.items())
    return [played_together(one_hand(bettor, wager, suffix) for bettor, wager, suffix in wagers if bettor.stake(wager))]


async def draw_anew(table: Table, rules: MultipleActionBlackjack, *, it_matters: bool) -> None:
    """All of the dealer's cards but the first go to the rack, and others are drawn to it.

    Where naturals alone are left, a second card comes only to an up card that it may make a blackjack of, and then no more.
    """
    while len(table.dealer) > 1:
        table.discards.append(table.dealer.pop())
        table.dealer.up.pop()
    to_the_end = it_matters or rules.dealer_draws == "always"
    least = 2 if to_the_end or points(table.dealer).total >= 10 else 1
    while len(table.dealer) < least or (to_the_end and not dealer_stands(table, rules)):
        if await table.deal_card(DEALER, up=True, moment="draw") is None:
            return
    if len(table.dealer) > 2:
        await table.announce()


def settle(table: Table, rules: MultipleActionBlackjack, hand: Hand) -> None:
    """One circle's stakes on a hand: two cards that count 21 win unless the dealer has a blackjack, the rest as at blackjack."""
    against_21 = points(table.dealer).total == 21
    if hand.live and is_blackjack(hand.cards) and not is_blackjack(table.dealer):
        if hand.natural:
            table.pay(hand.seat, hand.wager, BLACKJACK, outcome=BLACKJACK, case=TWO_CARD_21)
            return
        if against_21:
            settle_hand(table, hand, rules.two_card_21, case="against-21")
            return
    settle_against_dealer(table, rules, hand)


PROCEDURE = Procedure(
    rules=MultipleActionBlackjack,
    play=play,
    settles=(
        *CIRCLES,
        INSURANCE,
        *(word + suffix for word in (DOUBLE_DOWN, SPLIT) for suffix in CIRCLES.values()),
    ),
    pack=whole_decks,
    shape=Shape(hand=2, dealer=2),
    patterns=TWO_CARD,
    written=BlackjackScript,
    facts=FACTS,
    says=says,
)
