"""Free Bet Blackjack: the house lends a lammer for certain doubles and splits, and the dealer's 22 returns every hand."""

from __future__ import annotations

from croupier.games import side_wagers
from croupier.games.blackjack._boxes import play_boxes
from croupier.games.blackjack._facts import FACTS
from croupier.games.blackjack._hands import (
    BLACKJACK,
    DOUBLE_DOWN,
    FREE_DOUBLE,
    FREE_SPLIT,
    INSURANCE,
    MOMENTS,
    SEEN_BY,
    SPLIT,
    BlackjackQuestions,
    Hand,
    play_dealer,
    settle_hands,
)
from croupier.games.blackjack._opening import (
    check_hole_card,
    deal_two_each,
    offer_insurance,
    pay_blackjacks,
    settle_against_blackjack,
    settle_insurance,
)
from croupier.games.blackjack._saying import says
from croupier.games.blackjack._written import BlackjackScript
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.blackjack import TWO_CARD, points, value
from croupier.table.playable import Shape
from croupier.table.table import Table

PUSH_22 = "push-22"


class FreeBetBlackjack(BlackjackQuestions):
    """What the procedure asks of a rulebook."""

    free_double_on: tuple[int, ...]
    push_22: bool
    dealer_draws_for_push_22: bool

    def may_double_free(self, hand: Hand) -> bool:
        """Two cards of a hard total the house doubles for nothing."""
        total, soft = points(hand.cards)
        return len(hand.cards) == 2 and not soft and total in self.free_double_on

    def may_split(self, hand: Hand) -> bool:
        """Tens are split for a stake."""
        return super().may_split(hand) and value(hand.cards[0]) == 10

    def may_split_free(self, hand: Hand) -> bool:
        """Every other pair is split for nothing."""
        return super().may_split(hand) and value(hand.cards[0]) != 10


async def play(table: Table, rules: FreeBetBlackjack) -> None:
    await table.shuffle()
    await table.take_wagers()
    await deal_two_each(table)
    await offer_insurance(table, rules)
    blackjack = await check_hole_card(table)
    await side_wagers.check_and_settle(table, decided="after-the-check")
    if blackjack:
        await settle_against_blackjack(table, rules)
        await side_wagers.check_and_settle(table, decided="showdown")
        return
    if blackjack is not None:  # a dealer who overlooked one has not yet looked at insurance either
        settle_insurance(table)
    pay_blackjacks(table, rules)
    hands = await play_boxes(table, rules)
    waiting = rules.dealer_draws_for_push_22 and any(seat.stake(PUSH_22) for seat in table.seats.values())
    await play_dealer(table, rules, it_matters=waiting or any(hand.live for hand in hands))
    settle_insurance(table)
    await side_wagers.check_and_settle(table, decided="showdown")
    settle_hands(table, rules, hands)


PROCEDURE = Procedure(
    rules=FreeBetBlackjack,
    play=play,
    settles=(BLACKJACK, INSURANCE, DOUBLE_DOWN, SPLIT, FREE_DOUBLE, FREE_SPLIT),
    pack=whole_decks,
    shape=Shape(hand=2, dealer=2),
    patterns=TWO_CARD,
    written=BlackjackScript,
    moments=MOMENTS,
    seen_by=SEEN_BY,
    facts=FACTS,
    says=says,
)
