"""Spanish 21: blackjack without tens, in which a player's 21 beats the dealer's and some of them are paid better."""

from __future__ import annotations

from typing import Literal

from croupier.equipment.cards import SUITS
from croupier.games import side_wagers
from croupier.games.blackjack._boxes import one_hand, play_boxes
from croupier.games.blackjack._facts import FACTS
from croupier.games.blackjack._hands import (
    BLACKJACK,
    DOUBLE_DOWN,
    INSURANCE,
    MOMENTS,
    SEEN_BY,
    SPLIT,
    WIN,
    BlackjackQuestions,
    Hand,
    play_dealer,
    settle_against_dealer,
    settle_hand,
)
from croupier.games.blackjack._opening import (
    check_hole_card,
    complete_two,
    deal_two_each,
    offer_insurance,
    settle_insurance,
)
from croupier.games.blackjack._saying import says
from croupier.games.blackjack._sharing import share_boxes
from croupier.games.blackjack._streaks import STREAKS, collect_abandoned, settle_streaks
from croupier.games.blackjack._written import BlackjackScript
from croupier.games.procedure import Procedure, decks_without_ranks
from croupier.hands.blackjack import SPANISH, TWO_CARD, is_blackjack, points
from croupier.rules.terms import Outcome, Rule
from croupier.table.citing import cite
from croupier.table.playable import Shape
from croupier.table.table import Seat, Table

AGAINST_21, TWO_CARD_21, BOTH_21 = "two-card-21-against-21", "two-card-21", "21-against-21"
"""How a hand that counts 21 wins: two cards against the dealer's 21, two cards against less, more cards against a 21."""
FIXED_PAYOUT = "additional-fixed-payout"
SEVENS, SEVENS_ON_MORE, OTHERS = "three-7s-of-the-same-suit", "three-7s-of-the-same-suit-on-more", "other-player"


class Spanish21(BlackjackQuestions):
    """What the procedure asks of a rulebook."""

    ranks_removed: tuple[int, ...]
    hole_card: Literal["with-the-deal", "after-the-players"]
    two_card_21: Rule[Outcome]
    """Against a dealer's 21, whatever it is made of."""
    longer_21: Rule[Outcome]
    """A 21 of more than two cards against such a one of the dealer's."""
    fixed_payout_from: int
    larger_fixed_payout_from: int


async def play(table: Table, rules: Spanish21) -> None:
    await table.shuffle()
    await table.take_wagers()
    await share_boxes(table)
    collect_abandoned(table)
    await deal_two_each(table, hole_card=rules.hole_card == "with-the-deal")
    await offer_insurance(table, rules)
    blackjack = await check_hole_card(table)
    if blackjack:
        await table.reveal()
        bettors = [bettor for box in table.from_dealers_left() for bettor in box.bettors if bettor.stake(BLACKJACK)]
        hands = [hand for bettor in bettors for hand in one_hand(bettor)]
        await side_wagers.deal_on(table)
    else:
        if blackjack is not None:  # a hole card that is overlooked, or not there yet, decides in the end
            settle_insurance(table)
            await side_wagers.check_and_settle(table, decided="after-the-check")
        hands = await play_boxes(table, rules)
        await complete_two(table)
        await play_dealer(table, rules, it_matters=any(is_open(hand) for hand in hands))
    settle_insurance(table)
    await side_wagers.check_and_settle(table, decided="after-the-check")
    await side_wagers.check_and_settle(table, decided="showdown")
    earns = [hand for hand in hands if earns_fixed_payout(table, rules, hand)]
    for hand in reversed(hands):
        settle(table, rules, hand)
    for hand in earns:
        pay_fixed(table, rules, hand)
    for box in dict.fromkeys(hand.seat.box for hand in earns):
        pay_others(table, box)
    settle_streaks(table)


def is_open(hand: Hand) -> bool:
    """Can the dealer's further cards change what a hand is paid? Not of a 21 of three cards or more: it wins against any."""
    seen = hand.live and not hand.face_down
    return hand.live and not (seen and points(hand.cards).total == 21 and len(hand.cards) > 2)


def settle(table: Table, rules: Spanish21, hand: Hand) -> None:
    """A 21 in two cards beats the dealer's whatever it is made of, one in more cards any but a blackjack; the rest as at blackjack."""
    total, against_21 = points(hand.cards).total, points(table.dealer).total == 21
    two_cards = hand.live and is_blackjack(hand.cards)
    outcome = BLACKJACK if hand.natural else WIN
    if two_cards and not against_21:
        table.pay(hand.seat, hand.wager, outcome, outcome=outcome, case=TWO_CARD_21)
    elif two_cards and rules.two_card_21.value == "win":
        table.pay(hand.seat, hand.wager, AGAINST_21, outcome=outcome)
    elif two_cards:
        settle_hand(table, hand, rules.two_card_21, case=AGAINST_21)
    elif hand.live and total == 21 and against_21 and not is_blackjack(table.dealer):
        hand.cards.turn_up()
        settle_hand(table, hand, rules.longer_21, case=BOTH_21)
    else:
        settle_against_dealer(table, rules, hand)


def earns_fixed_payout(table: Table, rules: Spanish21, hand: Hand) -> bool:
    """Three sevens of one suit against a seven, neither doubled nor split, on a wager that is large enough."""
    if not hand.live or hand.double is not None or len(hand.box) > 1 or table.dealer[0].rank != 7:
        return False
    suited = {(card.rank, card.suit) for card in hand.cards} in [{(7, suit)} for suit in SUITS]
    return suited and len(hand.cards) == 3 and hand.original >= rules.fixed_payout_from


def pay_fixed(table: Table, rules: Spanish21, hand: Hand) -> None:
    """A sum for the hand by the size of its wager."""
    more = hand.original >= rules.larger_fixed_payout_from
    pay_sum(table, hand.seat, SEVENS_ON_MORE if more else SEVENS, outcome=SEVENS)


def pay_others(table: Table, box: int) -> None:
    """A sum for every other player who made a wager."""
    for _, seat in sorted(table.seats.items(), reverse=True):
        if seat.box != box and BLACKJACK in seat.placed:
            pay_sum(table, seat, OTHERS, outcome=OTHERS)


def pay_sum(table: Table, seat: Seat, row: str, *, outcome: str) -> None:
    posted = table.terms.chosen[FIXED_PAYOUT]
    clause, reading = cite(table.spots[FIXED_PAYOUT].wager.outcomes.get(row), posted.ground(row))
    table.settle(seat, FIXED_PAYOUT, outcome, won=posted.rows[row].won(0), clause=clause, reading=reading)


PROCEDURE = Procedure(
    rules=Spanish21,
    play=play,
    settles=(BLACKJACK, INSURANCE, DOUBLE_DOWN, SPLIT, FIXED_PAYOUT, *STREAKS),
    pack=decks_without_ranks,
    shape=Shape(hand=2, dealer=2),
    patterns={**TWO_CARD, **SPANISH},
    written=BlackjackScript,
    moments=MOMENTS,
    seen_by=SEEN_BY,
    facts=FACTS,
    says=says,
)
