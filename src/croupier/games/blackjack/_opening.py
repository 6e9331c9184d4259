"""What the blackjack games share before the players decide: the deal, insurance, the check of the hole card, early payments."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from croupier.equipment.cards import ACE
from croupier.games import side_wagers
from croupier.games.blackjack._hands import (
    AGAINST_A_BLACKJACK,
    BLACKJACK,
    BOTH_BLACKJACKS,
    DECLINE,
    DOUBLE_ATTACK,
    EVEN_MONEY,
    INSURANCE,
    BlackjackQuestions,
    dealt_face_up,
    leave,
    pay_blackjack,
)
from croupier.hands.blackjack import is_blackjack, value
from croupier.table.requests import DealerAct
from croupier.table.table import DEALER, Table


async def deal_two_each(table: Table, part: str = "opening", *, hole_card: bool = True) -> None:
    """Two cards to each box and the dealer; who was passed over gets the missing card last, the dealer after everybody.

    Where the hole card comes only after the players', the dealer has one card until then.
    """
    await table.deal(part)
    up = dealt_face_up(table)
    for seat in table.from_dealers_left():
        while seat.in_play and len(seat.hand) < 2:
            await table.deal_card(seat.number, up=up)
        seat.dealt = tuple(seat.hand)
    while len(table.dealer) < 1 + hole_card:
        await table.deal_card(DEALER, up=False)
    table.dealer.turn_up(1)
    if up:
        await side_wagers.check_and_settle(table, decided="after-the-deal")


async def offer_insurance(table: Table, rules: BlackjackQuestions, *, on: Collection[str] = ()) -> None:
    """Against an ace: insurance, or even money for a blackjack, before the dealer looks at the hole card."""
    if table.dealer[0].rank != ACE:
        return
    for seat in [bettor for box in table.from_dealers_left() for bettor in box.bettors]:
        natural = is_blackjack(seat.played_with)
        if natural and rules.even_money.value and seat.stake(BLACKJACK):
            choice = await table.decide(seat, (EVEN_MONEY, DECLINE), because=rules.even_money, declined=DECLINE)
            if choice == EVEN_MONEY:
                table.pay(seat, BLACKJACK, EVEN_MONEY, outcome=EVEN_MONEY)
                leave(table, seat, seat.played_with)
                continue
        if not natural or rules.insurance_for == "all":
            stake, chip = sum(map(seat.stake, on or rules.boxes)), table.spots[INSURANCE].wager.limits.unit
            most = stake // 2 if rules.insurance.value == "half" else -(-stake // (2 * chip)) * chip
            amount = await table.offer(seat, INSURANCE, called=INSURANCE, maximum=most, because=rules.insurance)
            if amount:
                table.add(seat, INSURANCE, amount)


async def check_hole_card(table: Table) -> bool | None:
    """Does the dealer have a blackjack? Only an ace or a ten can; None when the dealer has not looked, or has nothing to look at."""
    if value(table.dealer[0]) < 10:
        return False
    if len(table.dealer) == 1:
        return None
    looked = await table.ask(DealerAct("peek"))
    return is_blackjack(table.dealer) if looked is not None else None


async def complete_two(table: Table) -> None:
    """The dealer's second card, where it comes only once the players have theirs: face up beside the first."""
    while len(table.dealer) < 2:
        await table.deal_card(DEALER, up=True)


def settle_insurance(table: Table) -> None:
    """Insurance wins on a ten in the hole and loses on anything else, whatever became of the hand beside it."""
    for seat in table.seats.values():
        if seat.stake(INSURANCE) and is_blackjack(table.dealer):
            table.pay(seat, INSURANCE)
        else:
            table.collect(seat, INSURANCE)


async def settle_against_blackjack(table: Table, rules: BlackjackQuestions, *, on: Iterable[str] = (BLACKJACK,)) -> None:
    """The dealer turns over a blackjack: insurance is paid, blackjacks are returned, every other wager on a hand lost."""
    await table.reveal()
    settle_insurance(table)
    side_wagers.settle_for_all(table, decided="after-the-deal")
    for seat in [bettor for box in table.from_dealers_right() for bettor in reversed(box.bettors)]:
        if is_blackjack(seat.played_with):
            table.apply(rules.both_blackjacks, seat, *on, DOUBLE_ATTACK, case=BOTH_BLACKJACKS)
        else:
            for wager in on:
                table.collect(seat, wager, case=AGAINST_A_BLACKJACK, because=rules.lower_total)
            if seat.stake(DOUBLE_ATTACK):
                table.push(seat, DOUBLE_ATTACK, case=AGAINST_A_BLACKJACK)


def pay_blackjacks_first(table: Table, rules: BlackjackQuestions) -> None:
    """Players' blackjacks are paid whatever the dealer may hold, from the right, where the text does not wait for the check."""
    for seat in table.from_dealers_right() if rules.blackjacks_paid == "before-insurance" else ():
        if is_blackjack(seat.hand):
            table.pay(seat, BLACKJACK, BLACKJACK, outcome=BLACKJACK, case="blackjack-at-once")
            leave(table, seat, seat.hand)


def pay_blackjacks(table: Table, rules: BlackjackQuestions) -> None:
    """Players' blackjacks are paid before anybody gets a third card, where they are not paid in their turn."""
    for seat in table.from_dealers_left() if rules.blackjacks_paid == "before-the-boxes" else ():
        pay_blackjack(table, seat)
