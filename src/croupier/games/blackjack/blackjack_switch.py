"""Blackjack switch: two hands for two equal wagers, whose second cards may change places; the dealer's 22 returns all but a blackjack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from croupier.games import side_wagers
from croupier.games.blackjack import _saying
from croupier.games.blackjack._boxes import play_boxes, played_together
from croupier.games.blackjack._facts import FACTS
from croupier.games.blackjack._hands import (
    AGAINST_A_BLACKJACK,
    BLACKJACK,
    BOTH_BLACKJACKS,
    DOUBLE_DOWN,
    INSURANCE,
    SPLIT,
    BlackjackQuestions,
    Hand,
    collect_hand,
    play_dealer,
    settle_against_dealer,
    settle_hand,
)
from croupier.games.blackjack._opening import check_hole_card, complete_two, offer_insurance, settle_insurance
from croupier.games.blackjack._sharing import share_boxes
from croupier.games.blackjack._written import TwoHandsScript
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.blackjack import TWO_CARD, is_blackjack
from croupier.rules.terms import Outcome, Rule
from croupier.table.playable import Shape
from croupier.table.said import Said, Shown
from croupier.table.table import DEALER, Pile, Seat, Table

BLACKJACK_1, BLACKJACK_2 = BOXES = ("blackjack-1", "blackjack-2")
SWITCH, REVOKE, KEEP = "switch", "revoke", "keep"
UNSWITCHED = "blackjack-after-the-check"
CARDS = 4


class BlackjackSwitch(BlackjackQuestions):
    """What the procedure asks of a rulebook."""

    boxes: ClassVar[tuple[str, ...]] = BOXES
    hole_card: Literal["with-the-deal", "after-the-players"]
    switch: Rule[Literal["second-cards"]]
    unswitched_blackjack: Rule[Outcome]
    """Against a dealer who has none."""


async def play(table: Table, rules: BlackjackSwitch) -> None:
    await table.shuffle()
    await table.take_wagers()
    await share_boxes(table)
    await deal_two_hands_each(table, rules)
    await side_wagers.check_and_settle(table, decided="after-the-deal")
    await offer_insurance(table, rules)
    blackjack = await check_hole_card(table)
    if blackjack:
        await table.reveal()
        settle_insurance(table)
        hands = [hand for seat in table.from_dealers_left() for (dealt,) in boxes_of(seat) for hand in dealt.circles]
        for hand in reversed(hands):
            settle_against_blackjack(table, rules, hand)
        return
    if blackjack is not None:  # a hole card that is overlooked, or not there yet, decides in the end
        settle_insurance(table)
    hands = await play_boxes(table, rules, opened=offer_switch)
    await complete_two(table)
    await play_dealer(table, rules, it_matters=any(hand.live and not hand.natural for hand in hands))
    settle_insurance(table)
    for hand in reversed(hands):
        settle(table, rules, hand)


async def deal_two_hands_each(table: Table, rules: BlackjackSwitch) -> None:
    """A card to each of a player's boxes, then a second; who was passed over gets the missing ones last, the dealer after everybody."""
    await table.deal()
    for seat in table.from_dealers_left():
        while seat.in_play and len(seat.hand) < CARDS:
            await table.deal_card(seat.number, up=True)
        if seat.in_play:
            seat.dealt = tuple(seat.hand)
            second = Pile()
            for place in (1, 2):  # a card is gone when the next is taken
                second.place(seat.hand.pop(place), up=seat.hand.up.pop(place))
            seat.splits.append(second)
    while len(table.dealer) < 1 + (rules.hole_card == "with-the-deal"):
        await table.deal_card(DEALER, up=False)
    table.dealer.turn_up(1)


def boxes_of(seat: Seat) -> list[list[Hand]]:
    """A player's two boxes, a hand in each, and those who wagered on them too; none where nobody did."""
    theirs = [_two_boxes(bettor, (seat.hand, *seat.splits)) for bettor in seat.bettors if any(map(bettor.stake, BOXES))]
    return [played_together(one) for one in zip(*theirs, strict=True)]


def _two_boxes(seat: Seat, piles: Sequence[Pile]) -> list[list[Hand]]:
    boxes: list[list[Hand]] = []
    for wager, pile in zip(BOXES, piles, strict=True):
        box: list[Hand] = []
        box.append(Hand(seat, pile, wager, seat.stake(wager), box, boxes=boxes))
        boxes.append(box)
    return boxes


async def offer_switch(table: Table, rules: BlackjackSwitch, seat: Seat) -> list[list[Hand]]:
    """The second cards of a player's hands change places, once, and back again if the player thinks better of it."""
    boxes = boxes_of(seat)
    if not boxes:
        return []
    if await table.decide(seat, (SWITCH, KEEP), because=rules.switch, declined=KEEP) == SWITCH:
        exchange(boxes)
        if await table.decide(seat, (REVOKE, KEEP), because=rules.switch, declined=KEEP) == REVOKE:
            exchange(boxes)
        else:
            for (hand,) in boxes:
                for one in hand.circles:
                    one.switched = True
    return boxes


def exchange(boxes: list[list[Hand]]) -> None:
    (first,), (second,) = boxes
    first.cards[1], second.cards[1] = second.cards[1], first.cards[1]


def settle(table: Table, rules: BlackjackSwitch, hand: Hand) -> None:
    """A blackjack that was not switched wins against anything but a blackjack; the rest as at blackjack."""
    if hand.live and is_blackjack(hand.cards) and is_blackjack(table.dealer):
        settle_against_blackjack(table, rules, hand)
    elif hand.live and hand.natural and rules.unswitched_blackjack.value == "win":
        table.pay(hand.seat, hand.wager, BLACKJACK, outcome=BLACKJACK, case=UNSWITCHED)
    elif hand.live and hand.natural:
        settle_hand(table, hand, rules.unswitched_blackjack, case=UNSWITCHED)
    else:
        settle_against_dealer(table, rules, hand)


def settle_against_blackjack(table: Table, rules: BlackjackSwitch, hand: Hand) -> None:
    """Two cards that count 21 are returned; before anybody has drawn, every other hand is lost."""
    if is_blackjack(hand.cards):
        settle_hand(table, hand, rules.both_blackjacks, case=BOTH_BLACKJACKS)
    else:
        collect_hand(table, hand, case=AGAINST_A_BLACKJACK, because=rules.lower_total)


def says(shown: Shown, rules: BlackjackSwitch) -> Said:
    """As at blackjack; what a switch put together is no blackjack."""
    switched = [seat for seat in shown.seats if shown.chose(seat, SWITCH) and not shown.chose(seat, REVOKE)]
    return _saying.says(shown, rules, switched=switched)


PROCEDURE = Procedure(
    rules=BlackjackSwitch,
    play=play,
    settles=(*BOXES, INSURANCE, DOUBLE_DOWN, SPLIT),
    pack=whole_decks,
    shape=Shape(hand=CARDS, dealer=2),
    patterns=TWO_CARD,
    written=TwoHandsScript,
    moments=("after-the-deal",),
    seen_by={"after-the-deal": Shape(hand=CARDS, dealer=1)},
    facts=FACTS,
    says=says,
)
