"""Six-card pai gow poker: six cards set as five and one that must both beat the dealer's, and may be doubled before those are seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from croupier.equipment.cards import JOKER, Card
from croupier.games import side_wagers
from croupier.games.pai_gow._bonuses import pay_envy
from croupier.games.pai_gow._comparing import ComparedHands, compared, decided_by, in_setting_order, rule_of
from croupier.games.pai_gow._saying import by_hands
from croupier.games.pai_gow._setting import reset_if_wrong, set_dealers_hands, set_hands
from croupier.games.pai_gow._written import PaiGowScript
from croupier.games.positions import StartingPosition, deliver_stacks, find_starting_position
from croupier.games.procedure import Procedure, decks_with_jokers
from croupier.hands.looks import SIX_CARDS
from croupier.hands.pai_gow import Setting, best, settings
from croupier.hands.patterns import or_better
from croupier.hands.six_card_house_way import house_way
from croupier.rules.terms import Rule
from croupier.table.playable import Shape
from croupier.table.table import Seat, Table

SIX_CARD, DOUBLE_DOWN = "six-card-fortune-pai-gow-poker", "double-down"
PLAY = "play"
NOT_AGAINST = "dealer-below"
"""The case of a double down that the dealer's hand is too low for."""
SHAPE = Shape(hand=6, dealer=6, sets=(5, 1))
_COMPARED = {1: "higher", 0: "copied", -1: "lower"}


class SixCardPaiGowPoker(StartingPosition, ComparedHands):
    """What the procedure asks of a rulebook."""

    jokers: Literal[1]
    ace_to_five_straight: Literal["second-highest"]
    joker_low: Rule[Literal["highest-for-a-player"]]
    qualifying_bonus: int
    double_down_against: Rule[str]
    double_down_offered: Rule[Literal["before-the-dealers-cards"]]
    house_way_sets: Rule[Literal["kept-with-the-highest-card-low"]]
    house_way_two_threes: Rule[Literal["lower-three-high"]]
    house_way_three_pairs: Rule[Literal["lower-pairs-high"]]
    house_way_six_cards: Rule[Literal["highest-card-low"]]
    house_way_straight_and_flush: Rule[Literal["flush"]]
    house_way_straight_and_straight_flush: Rule[Literal["straight-flush"]]
    house_way_flush_and_straight_flush: Rule[Literal["straight-flush"]]
    house_way_no_pair: Rule[Literal["second-highest-low"]]

    def settings(self, hand: Sequence[Card]) -> list[Setting]:
        return settings(hand, low=1)

    def house_way(self, hand: Sequence[Card]) -> tuple[Setting, Rule[object]]:
        setting, rule = house_way(hand)
        return setting, getattr(self, f"house_way_{rule.replace('-', '_')}")


async def play(table: Table, rules: SixCardPaiGowPoker) -> None:
    await table.shuffle()
    await table.take_wagers()
    await deliver_stacks(table, rules, await find_starting_position(table, rules))
    hands: dict[int, Setting | None] = {}
    for seat in in_setting_order(table, SIX_CARD):
        if seat.in_play:
            hands[seat.number] = await set_hands(table, seat, rules)
    for seat in table.from_dealers_left():
        await offer_double_down(table, seat, rules)
    dealer = await set_dealers_hands(table, rules)
    await table.announce()
    dealer = reset_if_wrong(table, dealer, rules)
    for seat in table.from_dealers_right():
        settle(table, seat, rules, hands[seat.number], dealer)
        await side_wagers.check_wins(table, seat, decided="showdown")
        side_wagers.settle(table, seat, decided="showdown")
    pay_envy(table, rules.qualifying_bonus)


async def offer_double_down(table: Table, seat: Seat, rules: SixCardPaiGowPoker) -> None:
    """Once the cards are seen, and before the dealer's are, the wager may be doubled where the house offers it."""
    stake = seat.stake(SIX_CARD)
    if not stake or DOUBLE_DOWN not in table.terms.wagers:
        return
    costs = {DOUBLE_DOWN: stake}
    because = rules.double_down_offered
    choice = await table.decide(seat, (DOUBLE_DOWN, PLAY), because=because, costs=costs, having=SIX_CARD, declined=PLAY)
    if choice == DOUBLE_DOWN:
        table.add(seat, DOUBLE_DOWN, stake)


def settle(table: Table, seat: Seat, rules: SixCardPaiGowPoker, hands: Setting | None, dealer: Setting) -> None:
    """The wager by both hands; the double down likewise, where the dealer has what it is against."""
    rule = rule_of(rules, decided_by(hands, dealer, beaten_low=beats_low(hands)))
    case = case_of(hands, dealer)
    for wager in [wager for wager in (SIX_CARD, DOUBLE_DOWN) if wager in seat.stakes]:
        if wager == DOUBLE_DOWN and not doubles_count(table.dealer, rules):
            table.push(seat, wager, case=NOT_AGAINST, because=rules.double_down_against)
        elif rule is not None:
            table.apply(rule, seat, wager, case=case)
        else:
            table.pay(seat, wager)


def beats_low(hands: Setting | None) -> bool:
    """Is it a joker that a player sets low, which is higher than whatever the dealer has there?"""
    return hands is not None and hands.low == (JOKER,)


def doubles_count(dealer: Sequence[Card], rules: SixCardPaiGowPoker) -> bool:
    """Has the dealer the hand that a double down is against, or a better one?"""
    return or_better(rules.double_down_against.value)(best(dealer), dealer)


def case_of(hands: Setting | None, dealer: Setting) -> str:
    """What happened, as the file may call it: how each of the two hands compares."""
    if hands is None or hands.foul:
        return decided_by(hands, dealer)
    high, low = compared(hands, dealer, beaten_low=beats_low(hands))
    return f"{_COMPARED[high]}-high-{_COMPARED[low]}-low"


PROCEDURE = Procedure(
    rules=SixCardPaiGowPoker,
    play=play,
    settles=(SIX_CARD, DOUBLE_DOWN),
    pack=decks_with_jokers,
    shape=SHAPE,
    patterns=SIX_CARDS,
    written=PaiGowScript,
    moments=("showdown",),
    says=by_hands(lambda rules, hands, dealer: compared(hands, dealer, beaten_low=beats_low(hands))),
)
