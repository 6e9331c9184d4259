"""Blackjack: nearer to 21 than the dealer, with House Money on the first two cards where the house offers it."""

from __future__ import annotations

from croupier.games import side_wagers
from croupier.games.blackjack._boxes import play_boxes
from croupier.games.blackjack._facts import FACTS
from croupier.games.blackjack._hands import (
    BLACKJACK,
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
    pay_blackjacks,
    settle_against_blackjack,
    settle_insurance,
)
from croupier.games.blackjack._saying import says
from croupier.games.blackjack._sharing import share_boxes
from croupier.games.blackjack._streaks import STREAKS, collect_abandoned, settle_streaks
from croupier.games.blackjack._written import BlackjackScript
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.blackjack import BONUSES, TWO_CARD, two_card
from croupier.rules.terms import Rule
from croupier.table.playable import Shape
from croupier.table.table import Seat, Table

HOUSE_MONEY, CAP = "house-money", "cap"


class Blackjack(BlackjackQuestions):
    """What the procedure asks of a rulebook."""

    cap: Rule[bool]


async def play(table: Table, rules: Blackjack) -> None:
    await table.shuffle()
    await table.take_wagers()
    await share_boxes(table)
    collect_abandoned(table)
    await deal_two_each(table)
    await offer_insurance(table, rules)
    blackjack = await check_hole_card(table)
    await side_wagers.check_and_settle(table, decided="after-the-check")
    if blackjack:
        await settle_against_blackjack(table, rules)
        await side_wagers.deal_on(table)
        for seat in table.from_dealers_right():
            settle_house_money(table, seat)
        await side_wagers.check_and_settle(table, decided="showdown")
        settle_streaks(table)
        return
    if blackjack is not None:  # a dealer who overlooked one has not yet looked at insurance either
        settle_insurance(table)
    for seat in table.from_dealers_left():
        proceeds = settle_house_money(table, seat)
        if proceeds and rules.cap.value and seat.stake(BLACKJACK):
            added = await table.offer(seat, BLACKJACK, called=CAP, maximum=proceeds, because=rules.cap, limited=False)
            if added:
                table.add(seat, BLACKJACK, added)
    pay_blackjacks(table, rules)
    hands = await play_boxes(table, rules)
    await play_dealer(table, rules, it_matters=any(hand.live for hand in hands))
    settle_insurance(table)
    await side_wagers.check_and_settle(table, decided="showdown")
    settle_hands(table, rules, hands)
    settle_streaks(table)


def settle_house_money(table: Table, seat: Seat) -> int:
    """Pay or collect House Money by the seat's first two cards; the answer is what came back, the stake and its win."""
    stake, hand = seat.stake(HOUSE_MONEY), two_card(seat.dealt)
    if not stake:
        return 0
    found = table.row_for(HOUSE_MONEY, hand, seat.dealt)
    table.settle_by_hand(seat, HOUSE_MONEY, hand, seat.dealt)
    return 0 if found is None else stake + found[1].won(stake)


PROCEDURE = Procedure(
    rules=Blackjack,
    play=play,
    settles=(BLACKJACK, INSURANCE, DOUBLE_DOWN, SPLIT, HOUSE_MONEY, *STREAKS),
    pack=whole_decks,
    shape=Shape(hand=2, dealer=2),
    patterns={**TWO_CARD, **BONUSES},
    written=BlackjackScript,
    moments=MOMENTS,
    seen_by=SEEN_BY,
    facts=FACTS,
    says=says,
)
