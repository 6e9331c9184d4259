"""Double Attack Blackjack: the dealer's first card is seen before the rest is dealt, and a second wager may be laid beside the first."""

from __future__ import annotations

from typing import Literal

from croupier.games import side_wagers
from croupier.games.blackjack._boxes import play_boxes
from croupier.games.blackjack._facts import FACTS
from croupier.games.blackjack._hands import (
    BLACKJACK,
    DOUBLE_ATTACK,
    DOUBLE_DOWN,
    INSURANCE,
    MOMENTS,
    SEEN_BY,
    SPLIT,
    BlackjackQuestions,
    play_dealer,
    settle_hands,
)
from croupier.games.blackjack._opening import (
    check_hole_card,
    deal_two_each,
    offer_insurance,
    settle_against_blackjack,
    settle_insurance,
)
from croupier.games.blackjack._saying import says
from croupier.games.blackjack._written import BlackjackScript
from croupier.games.procedure import Procedure, decks_without_ranks
from croupier.hands.blackjack import TWO_CARD
from croupier.rules.terms import Rule
from croupier.table.playable import Shape
from croupier.table.table import Table


class DoubleAttackBlackjack(BlackjackQuestions):
    """What the procedure asks of a rulebook."""

    ranks_removed: tuple[int, ...]
    double_attack: Rule[Literal["up-to-the-bet"]]
    bust_it: bool
    reader_shows_the_card: bool


async def play(table: Table, rules: DoubleAttackBlackjack) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    await offer_double_attack(table, rules)
    await deal_two_each(table, "street")
    await offer_insurance(table, rules)
    blackjack = await check_hole_card(table)
    await side_wagers.check_and_settle(table, decided="after-the-check")
    if blackjack:
        await settle_against_blackjack(table, rules)
        await side_wagers.check_and_settle(table, decided="showdown")
        return
    if blackjack is not None:  # a dealer who overlooked one has not yet looked at insurance either
        settle_insurance(table)
    hands = await play_boxes(table, rules)
    await play_dealer(table, rules, it_matters=any(hand.live for hand in hands))
    settle_insurance(table)
    await side_wagers.check_and_settle(table, decided="showdown")
    settle_hands(table, rules, hands)


async def offer_double_attack(table: Table, rules: DoubleAttackBlackjack) -> None:
    """Whoever placed a Bet has seen the dealer's first card and may lay as much beside it, or less."""
    for seat in table.from_dealers_left():
        if seat.stake(BLACKJACK):
            amount = await table.offer(
                seat, DOUBLE_ATTACK, called=DOUBLE_ATTACK, maximum=seat.stake(BLACKJACK), because=rules.double_attack
            )
            if amount:
                table.add(seat, DOUBLE_ATTACK, amount)


PROCEDURE = Procedure(
    rules=DoubleAttackBlackjack,
    play=play,
    settles=(BLACKJACK, DOUBLE_ATTACK, INSURANCE, DOUBLE_DOWN, SPLIT),
    pack=decks_without_ranks,
    shape=Shape(hand=2, dealer=2),
    patterns=TWO_CARD,
    written=BlackjackScript,
    moments=MOMENTS,
    seen_by=SEEN_BY,
    facts=FACTS,
    says=says,
)
