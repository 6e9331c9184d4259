"""The boxes of a blackjack table: every player's hands in turn, drawn to, doubled, split, given up or rescued."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from croupier.games import side_wagers
from croupier.games.blackjack._hands import (
    BLACKJACK,
    DECLINE,
    DOUBLE,
    DOUBLE_ATTACK,
    DOUBLE_DOWN,
    FACE_DOWN,
    FREE_DOUBLE,
    FREE_SPLIT,
    GIVEN_UP_AFTER_THE_CHECK,
    HIT,
    OVER_21,
    OVER_21_AGAIN,
    RESCUE,
    SAVED_21,
    SECOND_CHANCE,
    SPLIT,
    STAND,
    SURRENDER,
    BlackjackQuestions,
    Hand,
    dealt_face_up,
    give_half_back,
    leave,
    pay_blackjack,
    pay_hand,
    settle_hand,
)
from croupier.games.blackjack._sharing import those_who
from croupier.hands.blackjack import is_blackjack, value
from croupier.table.citing import cite
from croupier.table.table import Pile, Seat, Table

NOTHING = ""
"""What others at a box have on a hand that they did not cover."""
Q = TypeVar("Q", bound=BlackjackQuestions)
Opened = Callable[[Table, Q, Seat], Awaitable[list[list[Hand]]]]
"""How a player's boxes are opened when the turn comes."""


async def one_box(table: Table, rules: BlackjackQuestions, seat: Seat) -> list[list[Hand]]:
    """A player's one box, and those who wagered on it too."""
    return [played_together(one_hand(bettor) for bettor in seat.bettors if bettor.stake(BLACKJACK))]


async def play_boxes(table: Table, rules: Q, *, opened: Opened[Q] = one_box) -> list[Hand]:
    """Every player's hands in turn, a split hand after the one it came from; a card that was forgotten comes last.

    The answer has each hand once for every wager that is played with it.
    """
    boxes: list[list[Hand]] = []
    for seat in table.from_dealers_left():
        if not dealt_face_up(table):
            side_wagers.settle(table, seat, decided="after-the-deal")
        own = await opened(table, rules, seat)
        boxes += own
        for box in own:
            for hand in box:
                await play_hand(table, rules, hand)
        if rules.blackjacks_paid != "with-the-hands":
            pay_blackjack(table, seat)
    for box in boxes:
        for hand in box:
            late = hand.live and hand.card_owed and await draw(table, rules, hand)
            if late or len(hand.cards) == 1:  # one card: split off by a hand that had waited
                await play_hand(table, rules, hand)
    return [one for box in boxes for hand in box for one in hand.circles]


def played_together(boxes: Iterable[list[Hand]]) -> list[Hand]:
    """The first of some boxes that hold the same cards; the others stand beside its hand."""
    box, *others = list(boxes) or [[]]
    for hand in box:
        hand.beside = [one for other in others for one in other]
    return box


def one_hand(seat: Seat, wager: str = BLACKJACK, circle: str = "") -> list[Hand]:
    """A box as it is dealt: one hand for one wager."""
    box: list[Hand] = []
    attack = DOUBLE_ATTACK if wager == BLACKJACK and seat.stake(DOUBLE_ATTACK) else None
    staked = seat.stake(wager) + (seat.stake(attack) if attack else 0)
    box.append(Hand(seat, seat.played_with, wager, staked, box, attack, circle=circle))
    return box


async def play_hand(table: Table, rules: BlackjackQuestions, hand: Hand) -> None:
    """One hand until it stands, breaks or has its last card."""
    while hand.live:
        if len(hand.cards) == 1 and not await draw(table, rules, hand):
            return
        choices = rules.choices(hand)
        if not choices:
            return
        declined = None if HIT in choices else STAND
        choice = await table.decide(
            hand.seat, choices, because=rules.decisions, costs=costs(table, rules, hand), declined=declined, hand=hand.place
        )
        if choice == HIT:
            if not await draw(table, rules, hand):
                return
        elif choice in (SPLIT, FREE_SPLIT):
            await split(table, hand, choice)
        elif choice == SURRENDER:
            surrender(table, rules, hand)
        elif choice == STAND:
            return
        elif choice is not None:
            await double_down(table, rules, hand, choice)
            return


def surrender(table: Table, rules: BlackjackQuestions, hand: Hand) -> None:
    """Half the wager is taken and half goes back: now or, where the text has it wait, once the hole card is turned."""
    checked = value(table.dealer[0]) >= 10
    waits = rules.surrender.value == "first-decision-waiting" and checked
    for one in hand.circles:
        one.given_up = waits
        if not waits:
            give_half_back(table, rules, one, case=GIVEN_UP_AFTER_THE_CHECK if checked else SURRENDER)
    for seat in reversed(hand.seat.bettors) if not waits else ():
        leave(table, seat, hand.cards)


def costs(table: Table, rules: BlackjackQuestions, hand: Hand) -> dict[str, int]:
    """What a split or a double takes from behind the seat, a double for less the least there may be."""
    again = double = sum(one.original for one in hand.own_circles)
    if rules.double_amount.value == "up-to-wager":
        double = min(table.offered(DOUBLE_DOWN, hand.original)[:2])
    return {SPLIT: again, DOUBLE: double, DOUBLE + FACE_DOWN: double}


async def draw(table: Table, rules: BlackjackQuestions, hand: Hand) -> bool:
    """The next card to a hand, which breaks at once above 21; False when the card was forgotten, or cannot be dealt."""
    card = await table.deal_card(
        hand.seat.number,
        up=not hand.face_down,
        onto=hand.cards,
        moment="draw",
        hand=hand.place,
        stakes=[wager for one in hand.own_circles for wager in one.wagers],
    )
    if card is None and not hand.stands:  # a ruling has taken the hand: nobody plays on with its cards
        void = table.lines[-1]
        for one in hand.beside:
            table.return_stakes(
                one.seat, [wager for wager in one.wagers if wager in one.seat.stakes], void.clause, void.reading
            )
    hand.card_owed = card is None and not hand.card_owed
    hand.sideways = card is not None and hand.second_chance is not None
    if not hand.live or hand.face_down or is_blackjack(table.dealer):  # one that was overlooked decides the hand in the end
        return card is not None
    if hand.total > 21 and not hand.card_owed:
        if await take_second_chance(table, rules, hand):
            return await draw(table, rules, hand)
        settle_hand(table, hand, rules.over_21, case=OVER_21_AGAIN if hand.sideways else OVER_21)
        for one in hand.beside:
            for wager in one.wagers:
                table.apply(rules.over_21, one.seat, wager, case=OVER_21)
        for seat in hand.seat.bettors:
            seat.in_play = bool(seat.stakes)
    elif hand.sideways and hand.total == 21:
        pay_hand(table, hand, case=SAVED_21)
        leave(table, hand.seat, hand.cards)
    return card is not None


async def take_second_chance(table: Table, rules: BlackjackQuestions, hand: Hand) -> bool:
    """A hand above 21 may stake as much again on one more card, which is taken off its total, where the text has it."""
    if rules.after_a_bust is None or hand.second_chance is not None:
        return False
    stake = sum(hand.seat.stakes[wager] for wager in hand.wagers)
    choice = await table.decide(
        hand.seat,
        (SECOND_CHANCE, DECLINE),
        because=rules.after_a_bust,
        costs={SECOND_CHANCE: stake},
        declined=DECLINE,
        hand=hand.place,
    )
    if choice != SECOND_CHANCE or not hand.live:
        return False
    hand.second_chance = numbered(SECOND_CHANCE, (other.second_chance for other in hand.of_player))
    table.add(hand.seat, hand.second_chance, stake)
    return True


async def double_down(table: Table, rules: BlackjackQuestions, hand: Hand, choice: str) -> None:
    """One more card and no other, for a further stake or for a lammer; face down where the player may and does ask for it."""
    wager, amount = (FREE_DOUBLE, 0) if choice.startswith(FREE_DOUBLE) else (DOUBLE_DOWN, hand.original)
    if wager == DOUBLE_DOWN and rules.double_amount.value == "up-to-wager":
        amount = await table.offer(
            hand.seat, DOUBLE_DOWN, called=DOUBLE, maximum=hand.original, because=rules.double_amount, declinable=False
        )
    joined = await those_who(table, hand, DOUBLE)
    if hand.live:
        for one in (*hand.own_circles, *joined):
            one.double = numbered(wager + one.circle, (other.double for other in one.of_player))
            table.add(one.seat, one.double, amount if one is hand else one.original)
        hand.cards.turn_up()
        hand.face_down = rules.double_card == "down" or choice.endswith(FACE_DOWN)
        drawn = await draw(table, rules, hand)
        if drawn and rules.may_rescue(hand):
            await offer_rescue(table, rules, hand)
        elif drawn and rules.surrender.value == "until-standing" and rules.may_surrender(hand):
            words = (SURRENDER, DECLINE)
            if await table.decide(hand.seat, words, because=rules.surrender, declined=DECLINE, hand=hand.place) == SURRENDER:
                surrender(table, rules, hand)


async def offer_rescue(table: Table, rules: BlackjackQuestions, hand: Hand) -> None:
    """The double may be taken back for the wager it was added to."""
    words = (RESCUE, DECLINE)
    if await table.decide(hand.seat, words, because=rules.rescue, declined=DECLINE, hand=hand.place) == RESCUE:
        for one in reversed(hand.circles):
            if one.double is not None:
                clause, reading = cite(table.ground(one.double, RESCUE, rules.rescue))
                table.settle(one.seat, one.double, RESCUE, returned=one.seat.stakes[one.double], clause=clause, reading=reading)
                table.collect(one.seat, one.wager, case=RESCUE, because=rules.rescue)
                leave(table, one.seat, one.cards)


async def split(table: Table, hand: Hand, choice: str) -> None:
    """The second card becomes a hand of its own beside the first, for an equal stake or for a lammer.

    Others at the box who do not cover it stay with the first hand, which is one of a split all the same.
    """
    joined = await those_who(table, hand, choice)
    if not hand.live:
        return
    hand.cards.turn_up()
    pile = Pile()
    pile.place(hand.cards.pop(), up=hand.cards.up.pop())
    made = []
    for one in hand.circles:
        if one not in joined and one.seat is not hand.seat:
            one.box.insert(one.box.index(one) + 1, Hand(one.seat, pile, NOTHING, 0, one.box, boxes=one.boxes))
            continue
        wager = numbered(choice + one.circle, (other.wager for other in one.of_player))
        made.append(Hand(one.seat, pile, wager, one.original, one.box, boxes=one.boxes, circle=one.circle))
        one.box.insert(one.box.index(one) + 1, made[-1])
        table.add(one.seat, wager, 0 if choice == FREE_SPLIT else one.original)
    made[0].beside = made[1:]
    hand.seat.splits.insert(hand.of_player.index(hand), pile)


def numbered(wager: str, used: Iterable[str | None]) -> str:
    """The name under which a box's next stake of this kind stands: `split`, then `split#2`."""
    count = sum(stake is not None and stake.partition("#")[0] == wager for stake in used)
    return f"{wager}#{count + 1}" if count else wager
