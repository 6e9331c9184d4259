"""Double Back Jack: blackjacks and 21s are paid before the dealer's turn, and a hand above 21 may be brought back by one more card."""

from __future__ import annotations

from typing import Literal

from croupier.games.blackjack._boxes import play_boxes
from croupier.games.blackjack._facts import FACTS
from croupier.games.blackjack._hands import (
    BLACKJACK,
    DOUBLE_DOWN,
    INSURANCE,
    SECOND_CHANCE,
    SPLIT,
    TWENTY_ONE,
    BlackjackQuestions,
    Hand,
    leave,
    pay_hand,
    play_dealer,
    settle_hands,
)
from croupier.games.blackjack._opening import (
    check_hole_card,
    deal_two_each,
    offer_insurance,
    pay_blackjacks_first,
    settle_against_blackjack,
    settle_insurance,
)
from croupier.games.blackjack._saying import says
from croupier.games.blackjack._written import BlackjackScript
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.blackjack import TWO_CARD, is_blackjack
from croupier.rules.terms import Rule
from croupier.table.playable import Shape
from croupier.table.table import Table


class DoubleBackJack(BlackjackQuestions):
    """What the procedure asks of a rulebook."""

    second_chance: Rule[Literal["equal-to-the-hands-wager"]]
    twenty_one: Rule[Literal["paid-before-the-hole-card"]]

    @property
    def after_a_bust(self) -> Rule[object]:
        return self.second_chance

    @property
    def pays_21_at_once(self) -> bool:
        return self.twenty_one.value == "paid-before-the-hole-card"


async def play(table: Table, rules: DoubleBackJack) -> None:
    await table.shuffle()
    await table.take_wagers()
    await deal_two_each(table)
    pay_blackjacks_first(table, rules)
    await offer_insurance(table, rules)
    blackjack = await check_hole_card(table)
    if blackjack:
        await settle_against_blackjack(table, rules)
        return
    if blackjack is not None:  # a dealer who overlooked one has not yet looked at insurance either
        settle_insurance(table)
    hands = await play_boxes(table, rules)
    pay_twenty_ones(table, hands)
    await play_dealer(table, rules, it_matters=any(hand.live for hand in hands))
    settle_insurance(table)
    settle_hands(table, rules, hands)


def pay_twenty_ones(table: Table, hands: list[Hand]) -> None:
    """Every hand of 21 is paid before the hole card is turned; one that an overlooked blackjack awaits decides in the end."""
    for hand in reversed(hands):
        if hand.live and hand.total == 21 and not is_blackjack(table.dealer):
            pay_hand(table, hand, case=TWENTY_ONE)
            leave(table, hand.seat, hand.cards)


PROCEDURE = Procedure(
    rules=DoubleBackJack,
    play=play,
    settles=(BLACKJACK, INSURANCE, DOUBLE_DOWN, SPLIT, SECOND_CHANCE),
    pack=whole_decks,
    shape=Shape(hand=2, dealer=2),
    patterns=TWO_CARD,
    written=BlackjackScript,
    facts=FACTS,
    says=says,
)
